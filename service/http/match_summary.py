"""What the service answers about matches."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from domain.engine.match.clock import Takebacks
from domain.engine.match.events import Disclosure, Ending, Forked
from domain.engine.match.match import Match, Status, outcome
from domain.engine.sealing import sealed_by
from projections.match.lines import Line
from projections.match.lobby import Origin
from service.clock import milliseconds
from service.http.clock_summary import ClockSummary, clock_summary
from service.links import Links, links
from service.matches.catalogue import Rules
from service.people.access import Until
from service.people.register import Known
from service.problems.ids import Hash, Id
from service.result import Result

Object = Annotated[Raw, Meta(extra_json_schema={"type": "object"})]


class SeatLine(Struct, frozen=True, omit_defaults=True):
    """A seat of a match: open, or taken by a player or a bot, or both where a bot plays on for a player.

    With `bot_account` the player is an account that a program plays. `waiting` says that its answer is awaited,
    `forfeited` that it is out.
    """

    seat: int
    player: Id | None = None
    name: str | None = None
    bot: str | None = None
    waiting: bool = False
    forfeited: bool = False
    bot_account: bool = False


class RefereeLine(Struct, frozen=True, omit_defaults=True):
    """A referee who has looked at a match while it ran, or stepped in."""

    player: Id
    name: str | None = None


class UndoRequest(Struct, frozen=True):
    """An open request to go back to a version: its number, who asks, and which seats have granted it."""

    number: int
    seat: int
    to: int
    granted: tuple[int, ...]


class EventLink(Struct, frozen=True, omit_defaults=True):
    """The tournament that a match is played in, its table there, and which of several games of this table it is.

    Up to `best_of` games are played there.
    """

    tournament: Id
    title: str
    round: int
    table: int
    page: str
    game: int = 0
    best_of: int = 1


class OriginLink(Struct, frozen=True):
    """The moment of another match that a match was gone on from."""

    match: Id
    version: int
    page: str


def origin_link(origin: Origin | Forked | None) -> OriginLink | None:
    """Where a match was gone on from, with its page."""
    if origin is None:
        return None
    return OriginLink(origin.match, origin.version, f"/replay/{origin.match}?e={origin.version}")


class MatchSummary(Struct, frozen=True, omit_defaults=True):
    """A match from outside: what it plays, who sits where, how far it is. Heads, hashes and the secret are hex.

    `origin` is where it was gone on from, `ending` says why a match was closed, `paused` that a referee has stopped it.
    A match of a tournament with sealed lists is `held`: nobody sees more of it than while it was played, until the end
    of the tournament or for ever.
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
    undo: UndoRequest | None = None
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


def match_summary(
    rules: Rules, match: Match, head: bytes, known: Known, disclosed: bool, held: Until | None = None
) -> MatchSummary:
    """A match as the neutral routes show it."""
    opened = match.opened
    assert opened is not None
    waiting = match.waiting
    ended = outcome(rules.game, match)
    request = match.request
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
        seats=tuple(
            SeatLine(
                seat=number,
                player=chair.player or None,
                name=known.names.get(chair.player),
                bot=chair.bot or None,
                waiting=number in waiting,
                forfeited=number in match.forfeited,
                bot_account=chair.player in known.bots,
            )
            for number, chair in enumerate(match.chairs)
        ),
        links=links(opened.game, match.id),
        opened_by=opened.opener or None,
        result=None if ended is None else Result(ended.points, ended.places),
        undo=None if request is None else UndoRequest(request.number, request.seat, request.to, request.granted),
        takebacks=opened.takebacks,
        clock=clock_summary(match, milliseconds()),
        paused=match.paused,
        referees=tuple(RefereeLine(one.player, known.names.get(one.player)) for one in match.officials),
        ending=match.closed.reason if match.closed else None,
        secret=match.closed.secret if match.closed and disclosed else None,
        held=held,
        origin=origin_link(match.forked),
        bots_welcome=opened.bots_welcome,
    )


class OpenPrompt(Struct, frozen=True):
    """A question that is open for the caller: its id, whether an answer is sealed already, and the question."""

    id: int
    sealed: bool
    prompt: Any


def open_prompts(match: Match, seat: int) -> tuple[OpenPrompt, ...]:
    """The open prompts of a seat."""
    sealed = match.state is not None and sealed_by(match.state, seat) is not None
    return tuple(OpenPrompt(one.id, sealed, one.prompt) for one in match.prompts(seat))


class Answer(Struct, frozen=True):
    """What a command has brought: the version and head after it, its lines, the caller's view and open prompts."""

    version: int
    head: Hash
    lines: tuple[Line, ...]
    view: Any
    prompts: tuple[OpenPrompt, ...]
