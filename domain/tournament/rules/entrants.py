"""Entrants: registering, being there, leaving, being put out. Each function answers with rows, or raises `Rejected`.

What is already so brings no row: pressing twice does it once.
"""

from __future__ import annotations

from domain.engine.game import Rejected
from domain.engine.match.events import Cause
from domain.engine.match.seating import checked_entropy
from domain.tournament.record import events
from domain.tournament.record.events import Row
from domain.tournament.record.plan import Decks, Method
from domain.tournament.record.state import Entrant, Phase, Presence, Progress, Tournament
from domain.tournament.rules.staff import going_on, organiser, organises, referee

MOST_ENTRANTS = 1024


def open_registration(tournament: Tournament, by: str) -> tuple[Row, ...]:
    """Everybody may register from here on."""
    organiser(tournament, by)
    going_on(tournament)
    if tournament.phase is Phase.RUNNING:
        raise Rejected("started-already")
    return () if tournament.phase is Phase.REGISTRATION else (events.RegistrationOpened(),)


def close_registration(tournament: Tournament, by: str) -> tuple[Row, ...]:
    """Only the staff registers from here on."""
    organiser(tournament, by)
    going_on(tournament)
    return (events.RegistrationClosed(),) if tournament.phase is Phase.REGISTRATION else ()


def register(
    tournament: Tournament,
    by: str,
    *,
    player: str = "",
    bot: str = "",
    guest: bool = False,
    club: str = "",
    entropy: str = "",
) -> tuple[Row, ...]:
    """An entrant more: a player who comes alone while registration is open, or whoever the organiser enters.

    A player who is entered already brings no row; one who has left comes back by `bring_back`. Entropy (hex) comes with
    players only.
    """
    going_on(tournament)
    entropy = checked_entropy(entropy)
    if entropy and (bot or guest):
        raise Rejected("entropy", allowed="players only")
    plan = tournament.planned
    own = bool(player) and player == by and not guest
    if own and not organises(tournament, by) and tournament.phase is not Phase.REGISTRATION:
        raise Rejected("registration-closed")
    if not own:
        organiser(tournament, by)
    known = tournament.entrant_of(player)
    if known is not None:
        if known.active:
            return ()
        raise Rejected("registered-already", entrant=known.number)
    if guest and not plan.elsewhere:
        raise Rejected("guests-play-elsewhere")
    if bot and plan.elsewhere:
        raise Rejected("bots-play-here")
    if len(tournament.entrants) >= MOST_ENTRANTS:
        raise Rejected("full", capacity=MOST_ENTRANTS)
    if plan.capacity and sum(one.active for one in tournament.entrants) >= plan.capacity:
        raise Rejected("full", capacity=plan.capacity)
    _in_time(tournament)
    return (events.Registered(len(tournament.entrants) + 1, player, bot, guest, club, entropy),)


def check_in(tournament: Tournament, by: str, number: int) -> tuple[Row, ...]:
    """An entrant says that it is there, or the staff does for it."""
    entrant = _own(tournament, by, number)
    match entrant.presence:
        case Presence.CHECKED_IN:
            return ()
        case Presence.REGISTERED:
            return (events.CheckedIn(number),)
        case _:
            raise Rejected("left-already")


def withdraw(tournament: Tournament, by: str, number: int) -> tuple[Row, ...]:
    """An entrant leaves; a table it sits at is played to its end, or ruled."""
    entrant = _own(tournament, by, number)
    if entrant.presence is Presence.DISQUALIFIED:
        raise Rejected("disqualified")
    return () if entrant.presence is Presence.WITHDRAWN else (events.Withdrawn(number),)


def bring_back(tournament: Tournament, by: str, number: int) -> tuple[Row, ...]:
    """The organiser lets an entrant in again that had left or had not come."""
    organiser(tournament, by)
    going_on(tournament)
    entrant = _known(tournament, number)
    if entrant.presence is Presence.DISQUALIFIED:
        raise Rejected("disqualified")
    if entrant.active:
        return ()
    if tournament.stages and not tournament.begun(number):
        _in_time(tournament)
    return (events.Returned(number),)


def mark_absent(tournament: Tournament, by: str, number: int) -> tuple[Row, ...]:
    """The staff notes that an entrant did not come."""
    referee(tournament, by)
    going_on(tournament)
    entrant = _known(tournament, number)
    if entrant.presence is Presence.DISQUALIFIED:
        raise Rejected("disqualified")
    return () if entrant.presence is Presence.NOT_SHOWN else (events.NotShown(number),)


def disqualify(tournament: Tournament, by: str, number: int, cause: Cause) -> tuple[Row, ...]:
    """A referee puts an entrant out."""
    referee(tournament, by)
    going_on(tournament)
    entrant = _known(tournament, number)
    return () if entrant.presence is Presence.DISQUALIFIED else (events.Disqualified(number, cause),)


def forbid(tournament: Tournament, by: str, one: int, other: int) -> tuple[Row, ...]:
    """Two entrants shall not be paired from here on."""
    organiser(tournament, by)
    going_on(tournament)
    _known(tournament, one)
    _known(tournament, other)
    if one == other:
        raise Rejected("same-entrant")
    low, high = sorted((one, other))
    return () if (low, high) in tournament.forbidden else (events.Forbidden((low, high)),)


def penalise(tournament: Tournament, by: str, number: int, hundredths: int, cause: Cause) -> tuple[Row, ...]:
    """A referee takes points of the standings from an entrant, or, with a negative number, gives them back."""
    referee(tournament, by)
    going_on(tournament)
    _known(tournament, number)
    return (events.Penalised(number, hundredths, cause),)


def seal_deck(tournament: Tournament, by: str, number: int, commitment: str) -> tuple[Row, ...]:
    """An entrant hands in a list, as long as no round has started."""
    _own(tournament, by, number)
    if tournament.planned.decks is Decks.NONE:
        raise Rejected("no-decks")
    if any(one.progress is not Progress.PAIRED for one in tournament.rounds):
        raise Rejected("decks-locked")
    return (events.DeckSealed(number, commitment),)


def absent(tournament: Tournament) -> tuple[Row, ...]:
    """Who has not checked in where the plan asks for it: not there, before the first pairing."""
    if not tournament.planned.check_in or tournament.rounds:
        return ()
    missing = [one.number for one in tournament.entrants if one.presence is Presence.REGISTERED and not one.bot]
    return tuple(events.NotShown(number) for number in missing)


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
