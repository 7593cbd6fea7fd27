"""Summaries of matches, as the API returns them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta, Raw, Struct
from msgspec.structs import replace

from chronik.domain.engine.match.clock import Takebacks
from chronik.domain.engine.match.events import Disclosure, Ending, Forked
from chronik.domain.engine.match.match import Match, Status, outcome
from chronik.projections.match.frames import OpenPrompt
from chronik.projections.match.lines import Line
from chronik.projections.match.lobby import Origin
from chronik.service.identity.access import Until
from chronik.service.identity.register import PlayerNames
from chronik.service.matches.catalogue import Rules
from chronik.service.matches.clock_summary import ClockSummary, clock_summary
from chronik.service.running.clock import milliseconds
from chronik.service.running.links import Links, links
from chronik.service.running.result import Result
from chronik.service.web.problems.ids import Hash, Id

Object = Annotated[Raw, Meta(extra_json_schema={"type": "object"})]


class FormerLine(Struct, frozen=True, omit_defaults=True):
    """A person who left a seat during play, and the version of the entry with which another person took it."""

    player: Id
    until: int
    name: str | None = None


class SeatLine(Struct, frozen=True, omit_defaults=True):
    """A seat of a match: open, or taken by a player, a bot, or both if a bot plays on for a player.

    With `bot_account`, the player is an account operated by a program. `waiting` means that the seat's answer is
    awaited, `forfeited` that the seat is out. `former` lists the people who left the seat during play. In lists of
    matches, `entrant` is the number of the seat's entrant in a tournament.
    """

    seat: int
    player: Id | None = None
    name: str | None = None
    bot: str | None = None
    waiting: bool = False
    forfeited: bool = False
    bot_account: bool = False
    former: tuple[FormerLine, ...] = ()
    entrant: int = 0


class RefereeLine(Struct, frozen=True, omit_defaults=True):
    """A referee who has inspected a match while it ran, or intervened in it."""

    player: Id
    name: str | None = None


class PendingUndo(Struct, frozen=True):
    """An open undo request: its number, the seat that asks, the version to go back to, and the seats that agreed."""

    number: int
    seat: int
    to: int
    granted: tuple[int, ...]


class PendingSeatOffer(Struct, frozen=True):
    """A seat offered during play: the number of the offer, the seat, the seats that agreed, and if it can be taken."""

    number: int
    seat: int
    granted: tuple[int, ...]
    open: bool


class EventLink(Struct, frozen=True, omit_defaults=True):
    """The tournament to which a match belongs, its round and table, and the number of the game at the table.

    Up to `best_of` games are played at a table. `entrants` are the numbers of the entrants, by seat.
    """

    tournament: Id
    title: str
    round: int
    table: int
    page: str
    game: int = 0
    best_of: int = 1
    entrants: tuple[int, ...] = ()


class OriginLink(Struct, frozen=True):
    """The match and version that a match was forked from."""

    match: Id
    version: int
    page: str


def origin_link(origin: Origin | Forked | None) -> OriginLink | None:
    """Returns the origin of a fork with its page, or None."""
    if origin is None:
        return None
    return OriginLink(origin.match, origin.version, f"/replay/{origin.match}?e={origin.version}")


class MatchSummary(Struct, frozen=True, omit_defaults=True):
    """The public summary of a match: its game, seats and progress. Heads, hashes and the secret are hex.

    `origin` is the match it was forked from, `ending` the reason why it was closed. `paused` means that a referee has
    stopped it. After its end, a match of a tournament with sealed lists is `held`: it shows no more than it did
    while it was played, until the tournament ends or forever.
    """

    id: Id
    game: str
    rules: int
    facts: Hash
    status: Status
    version: int
    head: Hash
    disclosure: Disclosure
    options: Object
    commitment: Hash
    seats: tuple[SeatLine, ...]
    links: Links
    opened_by: Id | None = None
    result: Result | None = None
    undo: PendingUndo | None = None
    seat_offer: PendingSeatOffer | None = None
    takebacks: Takebacks = Takebacks.AGREED
    clock: ClockSummary | None = None
    paused: bool = False
    referees: tuple[RefereeLine, ...] = ()
    ending: Ending | None = None
    secret: Hash | None = None
    held: Until | None = None
    event: EventLink | None = None
    origin: OriginLink | None = None
    bots_welcome: bool = True
    tutorial: str = ""
    private: bool = False


def seat_lines(match: Match, known: PlayerNames) -> tuple[SeatLine, ...]:
    """Returns the seats of a match, and which of them have to answer."""
    waiting = match.waiting
    return tuple(
        SeatLine(
            seat=number,
            player=chair.player or None,
            name=known.names.get(chair.player),
            bot=chair.bot or None,
            waiting=number in waiting,
            forfeited=number in match.forfeited,
            bot_account=chair.player in known.bots,
            former=former_lines([(one.player, one.until) for one in match.former if one.seat == number], known),
        )
        for number, chair in enumerate(match.chairs)
    )


def number_seats(seats: tuple[SeatLine, ...], entrants: tuple[int, ...]) -> tuple[SeatLine, ...]:
    """Returns seats with the numbers of their entrants, if there are any."""
    return tuple(replace(seat, entrant=entrants[seat.seat]) for seat in seats) if entrants else seats


def former_lines(former: Iterable[tuple[str, int]], known: PlayerNames) -> tuple[FormerLine, ...]:
    """Returns the people who left a seat, given their ids and the entries at which they left."""
    return tuple(FormerLine(player, until, known.names.get(player)) for player, until in former)


def match_summary(
    rules: Rules, match: Match, head: bytes, known: PlayerNames, disclosed: bool, held: Until | None = None
) -> MatchSummary:
    """Builds the summary of a match."""
    opened = match.opened
    assert opened is not None
    ended = outcome(rules.game, match)
    request, offer = match.request, match.offer
    return MatchSummary(
        id=match.id,
        game=opened.game,
        rules=opened.rules,
        facts=opened.facts,
        status=match.status,
        version=match.version,
        head=head.hex(),
        disclosure=opened.disclosure,
        options=opened.options,
        commitment=opened.commitment,
        seats=seat_lines(match, known),
        links=links(opened.game, match.id),
        opened_by=opened.opener or None,
        result=None if ended is None else Result(ended.points, ended.places),
        undo=None if request is None else PendingUndo(request.number, request.seat, request.to, request.granted),
        seat_offer=None if offer is None else PendingSeatOffer(offer.number, offer.seat, offer.granted, offer.open),
        takebacks=opened.takebacks,
        clock=clock_summary(match, milliseconds()),
        paused=match.paused,
        referees=tuple(RefereeLine(one.player, known.names.get(one.player)) for one in match.officials),
        ending=match.closed.reason if match.closed else None,
        secret=match.closed.secret if match.closed and disclosed else None,
        held=held,
        origin=origin_link(match.forked),
        bots_welcome=opened.bots_welcome,
        tutorial=opened.tutorial,
        private=opened.private,
    )


class Answer(Struct, frozen=True):
    """The result of a command: the version and head hash after it, its log lines, the caller's view and prompts."""

    version: int
    head: Hash
    lines: tuple[Line, ...]
    view: Any
    prompts: tuple[OpenPrompt, ...]
