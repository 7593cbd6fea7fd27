"""Entrants: registration, check-in, withdrawal, disqualification. Each function returns events or raises `Rejected`.

A command that changes nothing returns no event, so repeating it is harmless.
"""

from __future__ import annotations

from collections.abc import Iterable

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.seating import check_entropy
from chronik.domain.tournament.methods import round_robin
from chronik.domain.tournament.record import events
from chronik.domain.tournament.record.commands import (
    AddEntropy,
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
    SetClub,
    StrikeGames,
    Withdraw,
)
from chronik.domain.tournament.record.events import TournamentEvent
from chronik.domain.tournament.record.plan import Decks, Method
from chronik.domain.tournament.record.state import Entrant, Phase, Presence, Progress, Tournament, apply_events
from chronik.domain.tournament.rules.staff import is_organiser, require_organiser, require_running, require_staff
from chronik.domain.tournament.rules.tally import rounds_of

MOST_ENTRANTS = 1024
"""The maximum number of entrants in a tournament, including those who have left."""


def open_registration(tournament: Tournament, by: str) -> tuple[TournamentEvent, ...]:
    """Opens registration to every player."""
    require_organiser(tournament, by)
    require_running(tournament)
    if tournament.phase is Phase.RUNNING:
        raise Rejected("started-already")
    return () if tournament.phase is Phase.REGISTRATION else (events.RegistrationOpened(),)


def close_registration(tournament: Tournament, by: str) -> tuple[TournamentEvent, ...]:
    """Closes registration to all but the staff."""
    require_organiser(tournament, by)
    require_running(tournament)
    return (events.RegistrationClosed(),) if tournament.phase is Phase.REGISTRATION else ()


def register(tournament: Tournament, by: str, wanted: Register) -> tuple[TournamentEvent, ...]:
    """Registers an entrant: a player who applies while registration is open, or any entrant whom an organiser enters.

    If the player is already registered, this only adds entropy that is still missing. A player who has left is
    readmitted by `bring_back`. From rules version 2 on, only a player's own request adds entropy: an organiser who
    knows the secret could otherwise try out values.
    """
    require_running(tournament)
    entropy = check_entropy(wanted.entropy)
    if entropy and (wanted.bot or wanted.guest):
        raise Rejected("entropy", allowed="players only")
    own = bool(wanted.player) and wanted.player == by and not wanted.guest
    if own and not is_organiser(tournament, by) and tournament.phase is not Phase.REGISTRATION:
        raise Rejected("registration-closed")
    if not own:
        require_organiser(tournament, by)
        if entropy and tournament.rules >= 2:
            raise Rejected("not-your-entropy")
    known = tournament.entrant_of(wanted.player)
    if known is not None:
        if not known.active:
            raise Rejected("registered-already", entrant=known.number)
        return _add_entropy(tournament, known, entropy) if entropy and tournament.rules >= 2 else ()
    _require_place(tournament, wanted)
    number = len(tournament.entrants) + 1
    return (events.Registered(number, wanted.player, wanted.bot, wanted.guest, wanted.club, entropy),)


def register_many(tournament: Tournament, by: str, wanted: RegisterMany) -> tuple[TournamentEvent, ...]:
    """Registers all entrants of a list in order, or none of them. If lines are refused, the refusal lists them all."""
    require_organiser(tournament, by)
    require_running(tournament)
    accepted: list[TournamentEvent] = []
    refused: list[dict[str, object]] = []
    for line, one in enumerate(wanted.entrants, 1):
        try:
            entered = register(tournament, by, one)
        except Rejected as error:
            refused.append({"line": line, "code": error.code, "facts": error.facts})
        else:
            tournament = apply_events(tournament, entered)
            accepted += entered
    if refused:
        raise Rejected("list-refused", lines=refused)
    return tuple(accepted)


def rename_guest(tournament: Tournament, by: str, wanted: RenameGuest) -> tuple[TournamentEvent, ...]:
    """Renames a guest, even after the end of a tournament unless it was called off."""
    require_organiser(tournament, by)
    if tournament.phase is Phase.CANCELLED:
        raise Rejected("tournament-over")
    entrant = _require_entrant(tournament, wanted.entrant)
    if not entrant.guest:
        raise Rejected("not-a-guest", entrant=entrant.number)
    return (events.GuestRenamed(entrant.number, entrant.player),)


def add_entropy(tournament: Tournament, by: str, wanted: AddEntropy) -> tuple[TournamentEvent, ...]:
    """Adds entropy to an entrant at its player's request."""
    require_running(tournament)
    entrant = _require_entrant(tournament, wanted.entrant)
    entropy = check_entropy(wanted.entropy)
    if not by or entrant.player != by or entrant.guest:
        raise Rejected("not-your-entropy")
    if not entropy:
        raise Rejected("entropy", allowed="at least one byte")
    return _add_entropy(tournament, entrant, entropy)


def may_add_entropy(tournament: Tournament, by: str) -> bool:
    """Returns whether a player is registered and can still add entropy."""
    entrant = tournament.entrant_of(by)
    open_to = tournament.rules >= 2 and not tournament.over and not tournament.rounds
    return open_to and entrant is not None and entrant.active and not entrant.guest and not entrant.entropy


def set_club(tournament: Tournament, by: str, wanted: SetClub) -> tuple[TournamentEvent, ...]:
    """Changes an entrant's club. Players may do so until the first round is paired, and organisers at any time.

    A round that is already paired keeps its tables. The new club counts from the next draw on.
    """
    if tournament.phase is Phase.CANCELLED:
        raise Rejected("tournament-over")
    entrant = _require_entrant(tournament, wanted.entrant)
    own = entrant.player == by != ""
    if not own:
        require_organiser(tournament, by)
    if tournament.rules < 2:
        raise Rejected("older-rules")
    if own and tournament.rounds and not is_organiser(tournament, by):
        raise Rejected("club-late")
    if entrant.bot:
        raise Rejected("no-club", entrant=entrant.number)
    if entrant.club == wanted.club:
        return ()
    return (events.ClubSet(entrant.number, entrant.player, wanted.club),)


def check_in(tournament: Tournament, by: str, wanted: CheckIn) -> tuple[TournamentEvent, ...]:
    """Checks an entrant in, at its player's or an organiser's request."""
    entrant = _require_own_entrant(tournament, by, wanted.entrant)
    match entrant.presence:
        case Presence.CHECKED_IN:
            return ()
        case Presence.REGISTERED:
            return (events.CheckedIn(entrant.number),)
        case _:
            raise Rejected("left-already")


def withdraw(tournament: Tournament, by: str, wanted: Withdraw) -> tuple[TournamentEvent, ...]:
    """Withdraws an entrant. If it sits at a table, that table is played to its end or decided by a ruling."""
    entrant = _require_own_entrant(tournament, by, wanted.entrant)
    if entrant.presence is Presence.DISQUALIFIED:
        raise Rejected("disqualified")
    return () if entrant.presence is Presence.WITHDRAWN else (events.Withdrawn(entrant.number),)


def bring_back(tournament: Tournament, by: str, wanted: BringBack) -> tuple[TournamentEvent, ...]:
    """Readmits an entrant who has withdrawn or was marked absent."""
    require_organiser(tournament, by)
    require_running(tournament)
    entrant = _require_entrant(tournament, wanted.entrant)
    if entrant.presence is Presence.DISQUALIFIED:
        raise Rejected("disqualified")
    if entrant.active:
        return ()
    if tournament.stages and not tournament.in_first_stage(entrant.number):
        _require_time_to_join(tournament)
    return (events.Returned(entrant.number),)


def mark_absent(tournament: Tournament, by: str, wanted: MarkAbsent) -> tuple[TournamentEvent, ...]:
    """Marks an entrant as absent."""
    require_staff(tournament, by)
    require_running(tournament)
    entrant = _require_entrant(tournament, wanted.entrant)
    if entrant.presence is Presence.DISQUALIFIED:
        raise Rejected("disqualified")
    return () if entrant.presence is Presence.NOT_SHOWN else (events.NotShown(entrant.number),)


def disqualify(tournament: Tournament, by: str, wanted: Disqualify) -> tuple[TournamentEvent, ...]:
    """Disqualifies an entrant."""
    require_staff(tournament, by)
    require_running(tournament)
    entrant = _require_entrant(tournament, wanted.entrant)
    return () if entrant.presence is Presence.DISQUALIFIED else (events.Disqualified(entrant.number, wanted.cause),)


def forbid(tournament: Tournament, by: str, wanted: Forbid) -> tuple[TournamentEvent, ...]:
    """Forbids the pairing of two entrants. From rules version 2 on, refuses if no later draw can keep them apart."""
    require_organiser(tournament, by)
    require_running(tournament)
    one, other = wanted.entrants
    _require_entrant(tournament, one)
    _require_entrant(tournament, other)
    if one == other:
        raise Rejected("same-entrant")
    low, high = sorted((one, other))
    if (low, high) in tournament.forbidden:
        return ()
    if tournament.rules >= 2 and not _can_keep_apart(tournament):
        raise Rejected("meet-anyway")
    return (events.Forbidden((low, high)),)


def penalise(tournament: Tournament, by: str, wanted: Penalise) -> tuple[TournamentEvent, ...]:
    """Deducts standings points from an entrant. A negative number gives them back."""
    require_staff(tournament, by)
    require_running(tournament)
    _require_entrant(tournament, wanted.entrant)
    return (events.Penalised(wanted.entrant, wanted.hundredths, wanted.cause),)


def strike_games(tournament: Tournament, by: str, wanted: StrikeGames) -> tuple[TournamentEvent, ...]:
    """Strikes the games of an entrant who left a round robin, or counts them again.

    FIDE strikes the games if fewer than half were played. The event states how many were, and the organiser decides.
    """
    require_organiser(tournament, by)
    require_running(tournament)
    if tournament.rules < 2:
        raise Rejected("older-rules")
    entrant = _require_entrant(tournament, wanted.entrant)
    stage = max((one.stage for one in tournament.rounds if one.progress is not Progress.PAIRED), default=0)
    groups = tournament.stages[stage] if tournament.stages else ()
    group = next((members for members in groups if entrant.number in members), ())
    plan = tournament.planned.stages[stage]
    if plan.method is not Method.ROUND_ROBIN or not group:
        raise Rejected("no-round-robin")
    if wanted.struck == (entrant.number in tournament.entrants_struck_in(stage)):
        return ()
    if wanted.struck and entrant.active:
        raise Rejected("still-plays")
    draws = round_robin.schedule(group, plan.table, tournament.sizes)
    tables = [table for draw in draws for table in draw.tables if entrant.number in table]
    if any(len(table) > 2 for table in tables):
        raise Rejected("strike-at-two")
    sat = (one.table_of(entrant.number) for one in rounds_of(tournament, stage))
    played = sum(one is not None and one.result is not None and one.result.contested for one in sat)
    if wanted.struck and played >= len(tables):
        raise Rejected("played-all", games=len(tables))
    return (events.GamesStruck(entrant.number, stage, played, len(tables), wanted.struck),)


def seal_deck(tournament: Tournament, by: str, wanted: SealDeck) -> tuple[TournamentEvent, ...]:
    """Accepts an entrant's list until the entrant's first table starts."""
    _require_own_entrant(tournament, by, wanted.entrant)
    if tournament.planned.decks is Decks.NONE:
        raise Rejected("no-decks")
    if any(one.progress is not Progress.PAIRED and one.table_of(wanted.entrant) for one in tournament.rounds):
        raise Rejected("decks-locked")
    return (events.DeckSealed(wanted.entrant, wanted.commitment),)


def seal_decks(tournament: Tournament, by: str, wanted: SealDecks) -> tuple[TournamentEvent, ...]:
    """Accepts the lists of several entrants, or none of them."""
    return tuple(event for one in wanted.lists for event in seal_deck(tournament, by, one))


def entrants_without_list(tournament: Tournament, numbers: Iterable[int]) -> tuple[int, ...]:
    """Returns which of these entrants are active but have not sealed a list, if the game needs lists."""
    if tournament.pinned is None:
        return ()
    there = (tournament.entrants[number - 1] for number in numbers)
    return tuple(sorted(one.number for one in there if one.active and one.deck is None))


def mark_unchecked_absent(tournament: Tournament) -> tuple[TournamentEvent, ...]:
    """Returns the events that mark as absent all who had to check in but did not, if no round is paired yet."""
    if not tournament.planned.check_in or tournament.rounds:
        return ()
    missing = [one.number for one in tournament.entrants if one.presence is Presence.REGISTERED and not one.bot]
    return tuple(events.NotShown(number) for number in missing)


def _add_entropy(tournament: Tournament, entrant: Entrant, entropy: str) -> tuple[TournamentEvent, ...]:
    """Returns the event that adds entropy to an entrant, or no event if the entrant already has this entropy."""
    if entropy == entrant.entropy:
        return ()
    if tournament.rules < 2:
        raise Rejected("older-rules")
    if not entrant.active:
        raise Rejected("left-already")
    if entrant.entropy:
        raise Rejected("entropy-added")
    if tournament.rounds:
        raise Rejected("entropy-late")
    return (events.EntropyAdded(entrant.number, entropy),)


def _require_place(tournament: Tournament, wanted: Register) -> None:
    """Refuses an entrant if the plan does not allow another one, or does not allow this kind of entrant."""
    plan = tournament.planned
    if wanted.guest and not plan.elsewhere:
        raise Rejected("guests-play-elsewhere")
    if wanted.bot and plan.elsewhere:
        raise Rejected("bots-play-here")
    if len(tournament.entrants) >= MOST_ENTRANTS:
        raise Rejected("full", capacity=MOST_ENTRANTS)
    if plan.capacity and sum(one.active for one in tournament.entrants) >= plan.capacity:
        raise Rejected("full", capacity=plan.capacity)
    _require_time_to_join(tournament)


def _can_keep_apart(tournament: Tournament) -> bool:
    """Returns whether a Swiss round is still to be drawn."""
    current = max(0, len(tournament.stages) - 1)
    return any(
        plan.method is Method.SWISS and len(rounds_of(tournament, stage)) < (1 if plan.together else plan.rounds)
        for stage, plan in enumerate(tournament.planned.stages)
        if stage >= current
    )


def _require_time_to_join(tournament: Tournament) -> None:
    """Refuses an entrant after the schedule is drawn, or after the last round of the first stage has started."""
    first = tournament.planned.stages[0]
    fixed = first.method is not Method.SWISS or first.together
    played = sum(one.progress is not Progress.PAIRED for one in tournament.rounds)
    if (tournament.stages and fixed) or len(tournament.stages) > 1 or played >= first.rounds > 0:
        raise Rejected("too-late")


def _require_own_entrant(tournament: Tournament, by: str, number: int) -> Entrant:
    """Returns the entrant if it is the caller's or the caller is an organiser. Raises `Rejected` otherwise."""
    require_running(tournament)
    entrant = _require_entrant(tournament, number)
    if entrant.player != by or not by:
        require_organiser(tournament, by)
    return entrant


def _require_entrant(tournament: Tournament, number: int) -> Entrant:
    entrant = tournament.entrant(number)
    if entrant is None:
        raise Rejected("no-such-entrant", entrants=len(tournament.entrants))
    return entrant
