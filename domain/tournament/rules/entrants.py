"""Entrants: registering, being there, leaving, being put out. Each function answers with events, or raises `Rejected`.

What is already so brings no event: pressing twice does it once.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.engine.game import Rejected
from domain.engine.match.seating import checked_entropy
from domain.tournament.record import events
from domain.tournament.record.commands import (
    BringBack,
    CheckIn,
    Disqualify,
    Forbid,
    MarkAbsent,
    Penalise,
    Register,
    RegisterMany,
    RenameGuest,
    SealDeck,
    SealDecks,
    Withdraw,
)
from domain.tournament.record.events import TournamentEvent
from domain.tournament.record.plan import Decks, Method
from domain.tournament.record.state import Entrant, Phase, Presence, Progress, Tournament, after
from domain.tournament.rules.staff import going_on, organiser, organises, referee

MOST_ENTRANTS = 1024


def open_registration(tournament: Tournament, by: str) -> tuple[TournamentEvent, ...]:
    """Everybody may register from here on."""
    organiser(tournament, by)
    going_on(tournament)
    if tournament.phase is Phase.RUNNING:
        raise Rejected("started-already")
    return () if tournament.phase is Phase.REGISTRATION else (events.RegistrationOpened(),)


def close_registration(tournament: Tournament, by: str) -> tuple[TournamentEvent, ...]:
    """Only the staff registers from here on."""
    organiser(tournament, by)
    going_on(tournament)
    return (events.RegistrationClosed(),) if tournament.phase is Phase.REGISTRATION else ()


def register(tournament: Tournament, by: str, wanted: Register) -> tuple[TournamentEvent, ...]:
    """An entrant more: a player who comes alone while registration is open, or whoever the organiser enters.

    A player who is entered already brings no event; one who has left comes back by `bring_back`.
    """
    going_on(tournament)
    entropy = checked_entropy(wanted.entropy)
    if entropy and (wanted.bot or wanted.guest):
        raise Rejected("entropy", allowed="players only")
    own = bool(wanted.player) and wanted.player == by and not wanted.guest
    if own and not organises(tournament, by) and tournament.phase is not Phase.REGISTRATION:
        raise Rejected("registration-closed")
    if not own:
        organiser(tournament, by)
    known = tournament.entrant_of(wanted.player)
    if known is not None:
        if known.active:
            return ()
        raise Rejected("registered-already", entrant=known.number)
    _welcome(tournament, wanted)
    number = len(tournament.entrants) + 1
    return (events.Registered(number, wanted.player, wanted.bot, wanted.guest, wanted.club, entropy),)


def register_many(tournament: Tournament, by: str, wanted: RegisterMany) -> tuple[TournamentEvent, ...]:
    """All of a list are entered, one after another, or nobody: then each line that is refused is named."""
    organiser(tournament, by)
    going_on(tournament)
    brought: list[TournamentEvent] = []
    refused: list[dict[str, object]] = []
    for line, one in enumerate(wanted.entrants, 1):
        try:
            entered = register(tournament, by, one)
        except Rejected as error:
            refused.append({"line": line, "code": error.code, "facts": error.facts})
        else:
            tournament = after(tournament, entered)
            brought += entered
    if refused:
        raise Rejected("list-refused", lines=refused)
    return tuple(brought)


def rename_guest(tournament: Tournament, by: str, wanted: RenameGuest) -> tuple[TournamentEvent, ...]:
    """The organiser gives a guest another name, even after the end of a tournament that was not called off."""
    organiser(tournament, by)
    if tournament.phase is Phase.CANCELLED:
        raise Rejected("tournament-over")
    entrant = _known(tournament, wanted.entrant)
    if not entrant.guest:
        raise Rejected("not-a-guest", entrant=entrant.number)
    return (events.GuestRenamed(entrant.number, entrant.player),)


def check_in(tournament: Tournament, by: str, wanted: CheckIn) -> tuple[TournamentEvent, ...]:
    """An entrant says that it is there, or the staff does for it."""
    entrant = _own(tournament, by, wanted.entrant)
    match entrant.presence:
        case Presence.CHECKED_IN:
            return ()
        case Presence.REGISTERED:
            return (events.CheckedIn(entrant.number),)
        case _:
            raise Rejected("left-already")


def withdraw(tournament: Tournament, by: str, wanted: Withdraw) -> tuple[TournamentEvent, ...]:
    """An entrant leaves; a table it sits at is played to its end, or ruled."""
    entrant = _own(tournament, by, wanted.entrant)
    if entrant.presence is Presence.DISQUALIFIED:
        raise Rejected("disqualified")
    return () if entrant.presence is Presence.WITHDRAWN else (events.Withdrawn(entrant.number),)


def bring_back(tournament: Tournament, by: str, wanted: BringBack) -> tuple[TournamentEvent, ...]:
    """The organiser lets an entrant in again that had left or had not come."""
    organiser(tournament, by)
    going_on(tournament)
    entrant = _known(tournament, wanted.entrant)
    if entrant.presence is Presence.DISQUALIFIED:
        raise Rejected("disqualified")
    if entrant.active:
        return ()
    if tournament.stages and not tournament.begun(entrant.number):
        _in_time(tournament)
    return (events.Returned(entrant.number),)


def mark_absent(tournament: Tournament, by: str, wanted: MarkAbsent) -> tuple[TournamentEvent, ...]:
    """The staff notes that an entrant did not come."""
    referee(tournament, by)
    going_on(tournament)
    entrant = _known(tournament, wanted.entrant)
    if entrant.presence is Presence.DISQUALIFIED:
        raise Rejected("disqualified")
    return () if entrant.presence is Presence.NOT_SHOWN else (events.NotShown(entrant.number),)


def disqualify(tournament: Tournament, by: str, wanted: Disqualify) -> tuple[TournamentEvent, ...]:
    """A referee puts an entrant out."""
    referee(tournament, by)
    going_on(tournament)
    entrant = _known(tournament, wanted.entrant)
    return () if entrant.presence is Presence.DISQUALIFIED else (events.Disqualified(entrant.number, wanted.cause),)


def forbid(tournament: Tournament, by: str, wanted: Forbid) -> tuple[TournamentEvent, ...]:
    """Two entrants shall not be paired from here on."""
    organiser(tournament, by)
    going_on(tournament)
    one, other = wanted.entrants
    _known(tournament, one)
    _known(tournament, other)
    if one == other:
        raise Rejected("same-entrant")
    low, high = sorted((one, other))
    return () if (low, high) in tournament.forbidden else (events.Forbidden((low, high)),)


def penalise(tournament: Tournament, by: str, wanted: Penalise) -> tuple[TournamentEvent, ...]:
    """A referee takes points of the standings from an entrant, or, with a negative number, gives them back."""
    referee(tournament, by)
    going_on(tournament)
    _known(tournament, wanted.entrant)
    return (events.Penalised(wanted.entrant, wanted.hundredths, wanted.cause),)


def seal_deck(tournament: Tournament, by: str, wanted: SealDeck) -> tuple[TournamentEvent, ...]:
    """An entrant hands in a list, as long as no table of its own has started."""
    _own(tournament, by, wanted.entrant)
    if tournament.planned.decks is Decks.NONE:
        raise Rejected("no-decks")
    if any(one.progress is not Progress.PAIRED and one.table_of(wanted.entrant) for one in tournament.rounds):
        raise Rejected("decks-locked")
    return (events.DeckSealed(wanted.entrant, wanted.commitment),)


def seal_decks(tournament: Tournament, by: str, wanted: SealDecks) -> tuple[TournamentEvent, ...]:
    """The lists of several entrants are handed in."""
    return tuple(event for one in wanted.lists for event in seal_deck(tournament, by, one))


def without_list(tournament: Tournament, numbers: Iterable[int]) -> tuple[int, ...]:
    """Who of some entrants would be paired and has not sealed the list that seats bring."""
    if tournament.pinned is None:
        return ()
    there = (tournament.entrants[number - 1] for number in numbers)
    return tuple(sorted(one.number for one in there if one.active and one.deck is None))


def absent(tournament: Tournament) -> tuple[TournamentEvent, ...]:
    """Who has not checked in where the plan asks for it: not there, before the first pairing."""
    if not tournament.planned.check_in or tournament.rounds:
        return ()
    missing = [one.number for one in tournament.entrants if one.presence is Presence.REGISTERED and not one.bot]
    return tuple(events.NotShown(number) for number in missing)


def _welcome(tournament: Tournament, wanted: Register) -> None:
    """Refuses whoever the plan has no place for."""
    plan = tournament.planned
    if wanted.guest and not plan.elsewhere:
        raise Rejected("guests-play-elsewhere")
    if wanted.bot and plan.elsewhere:
        raise Rejected("bots-play-here")
    if len(tournament.entrants) >= MOST_ENTRANTS:
        raise Rejected("full", capacity=MOST_ENTRANTS)
    if plan.capacity and sum(one.active for one in tournament.entrants) >= plan.capacity:
        raise Rejected("full", capacity=plan.capacity)
    _in_time(tournament)


def _in_time(tournament: Tournament) -> None:
    """Refuses whoever would join a schedule, or come after the last round of the first stage."""
    first = tournament.planned.stages[0]
    fixed = first.method is not Method.SWISS or first.together
    played = sum(one.progress is not Progress.PAIRED for one in tournament.rounds)
    if (tournament.stages and fixed) or len(tournament.stages) > 1 or played >= first.rounds > 0:
        raise Rejected("too-late")


def _own(tournament: Tournament, by: str, number: int) -> Entrant:
    """The entrant, if it is the caller's own or the caller runs the tournament."""
    going_on(tournament)
    entrant = _known(tournament, number)
    if entrant.player != by or not by:
        organiser(tournament, by)
    return entrant


def _known(tournament: Tournament, number: int) -> Entrant:
    entrant = tournament.entrant(number)
    if entrant is None:
        raise Rejected("no-such-entrant", entrants=len(tournament.entrants))
    return entrant
