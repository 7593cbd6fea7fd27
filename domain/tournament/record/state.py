"""The state of a tournament, folded from its log. The fold copies what each event says and never judges it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from fractions import Fraction
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.match.events import Ending
from chronik.domain.engine.match.match import INSPECTION_MS
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.tournament.counting.results import Kind, Penalty
from chronik.domain.tournament.methods.contenders import Keep, Pair, Reason
from chronik.domain.tournament.record import events
from chronik.domain.tournament.record.events import LotDrawn, Role, SecretPublished, TournamentEvent
from chronik.domain.tournament.record.log import Entry, build_batch
from chronik.domain.tournament.record.plan import Pinned, Plan
from chronik.domain.tournament.record.seeds import Commitments
from chronik.domain.tournament.record.table import Game, Outcome, Table

STAFF = 0
"""The number that stands for the staff where an entrant's number would be."""


class Phase(Enum):
    """The phase of a tournament."""

    ANNOUNCED = "announced"
    REGISTRATION = "registration"
    READY = "ready"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Presence(Enum):
    """The presence of an entrant. Only registered and checked-in entrants are paired."""

    REGISTERED = "registered"
    CHECKED_IN = "checked-in"
    WITHDRAWN = "withdrawn"
    NOT_SHOWN = "not-shown"
    DISQUALIFIED = "disqualified"


class Progress(Enum):
    """The progress of a round: paired but still open to change, started, or closed with all its results."""

    PAIRED = "paired"
    STARTED = "started"
    CLOSED = "closed"


class SealedDeck(Struct, frozen=True, omit_defaults=True):
    """The commitment (hex) of an entrant's list, the player who sealed it (`by`), and whether it was opened."""

    commitment: str
    by: str = ""
    opened: bool = False


class Entrant(Struct, frozen=True):
    """An entrant. `joined` is the first round for which it can be paired."""

    number: int
    player: str = ""
    bot: str = ""
    guest: bool = False
    club: str = ""
    presence: Presence = Presence.REGISTERED
    joined: int = 1
    deck: SealedDeck | None = None
    entropy: str = ""

    @property
    def active(self) -> bool:
        return self.presence in (Presence.REGISTERED, Presence.CHECKED_IN)


class LaterChange(Struct, frozen=True, omit_defaults=True):
    """A change after a round was drawn: its entry, its event's tag (`what`), and the table and entrants it concerns."""

    entry: int
    what: str
    round: int = 0
    table: int = 0
    entrants: tuple[int, ...] = ()


class Round(Struct, frozen=True):
    """A round with its tables. `entry` is the entry of its latest pairing.

    `started` is the starting time in milliseconds since 1970, or 0. `apart` are the pairs that were forbidden when the
    round was drawn. `newer` are the changes after the draw: until the round starts, every change that a draw may depend
    on; after that, only corrected results of earlier rounds.
    """

    number: int
    stage: int
    entry: int
    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    progress: Progress
    algorithm: str
    seed: str
    attempt: int = 0
    fixed: tuple[tuple[int, ...], ...] = ()
    cost: tuple[int, ...] = ()
    bound: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()
    started: int = 0
    keep: Keep = Keep.SIZES
    apart: frozenset[Pair] = frozenset()
    newer: tuple[LaterChange, ...] = ()

    @property
    def done(self) -> bool:
        """Whether every table has its result."""
        return all(table.result is not None for table in self.tables)

    def table_of(self, entrant: int) -> Table | None:
        """Returns the table at which an entrant sits, or None."""
        return next((table for table in self.tables if entrant in table.entrants), None)


class Inspection(Struct, frozen=True):
    """A referee's latest inspection of a withheld match or of a list.

    `seen` is the id of the match, or the number of the list's entrant.

    `at` is in milliseconds since 1970.
    """

    player: str
    seen: str | int
    at: int


class Staff(Struct, frozen=True):
    """A staff member and their role."""

    player: str
    role: Role


class Struck(Struct, frozen=True):
    """An entrant whose games in a stage do not count, and the entry that struck them."""

    entrant: int
    stage: int
    entry: int


class Tournament(Struct, frozen=True):
    """The state of a tournament after `version` entries. `stages` holds the groups of each stage that has begun."""

    id: str
    version: int = 0
    plan: Plan | None = None
    commitments: Commitments | None = None
    phase: Phase = Phase.ANNOUNCED
    staff: tuple[Staff, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    forbidden: frozenset[Pair] = frozenset()
    stages: tuple[tuple[tuple[int, ...], ...], ...] = ()
    rounds: tuple[Round, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    struck: tuple[Struck, ...] = ()
    lots: tuple[LotDrawn, ...] = ()
    secret: SecretPublished | None = None
    sizes: tuple[int, ...] = ()
    one_winner: bool = False
    pinned: Pinned | None = None
    rules: int = 1
    inspections: tuple[Inspection, ...] = ()

    @property
    def planned(self) -> Plan:
        """The plan. The tournament must have been created."""
        assert self.plan is not None, "a tournament without its first entry"
        return self.plan

    @property
    def committed(self) -> Commitments:
        """The commitments to the secret. The tournament must have been created."""
        assert self.commitments is not None, "a tournament without its first entry"
        return self.commitments

    @property
    def entropies(self) -> tuple[str, ...]:
        """The entropy (hex) of all entrants so far, in the order of their numbers."""
        return tuple(one.entropy for one in self.entrants)

    @property
    def withholds_matches(self) -> bool:
        """Whether its matches are withheld: seats submit sealed lists, which a finished table must not reveal."""
        return self.pinned is not None

    def has_inspected(self, player: str, seen: str | int, at: int) -> bool:
        """Returns whether an earlier inspection in the log covers an inspection at this time."""
        return any(
            (one.player, one.seen) == (player, seen) and 0 <= at - one.at < INSPECTION_MS for one in self.inspections
        )

    @property
    def over(self) -> bool:
        """Whether the tournament was finished or called off."""
        return self.phase in (Phase.FINISHED, Phase.CANCELLED)

    def entrant(self, number: int) -> Entrant | None:
        """Returns the entrant with this number, or None."""
        return self.entrants[number - 1] if 0 < number <= len(self.entrants) else None

    def entrants_struck_in(self, stage: int) -> frozenset[int]:
        """Returns the entrants whose games in a stage do not count."""
        return frozenset(one.entrant for one in self.struck if one.stage == stage)

    def is_struck(self, one: Round, table: Table) -> bool:
        """Returns whether a table of a round does not count, because one of its entrants has left a round robin."""
        return not self.entrants_struck_in(one.stage).isdisjoint(table.entrants)

    def in_first_stage(self, number: int) -> bool:
        """Returns whether an entrant is in the first stage."""
        return any(number in group for group in self.stages[0]) if self.stages else False

    def entrant_of(self, player: str) -> Entrant | None:
        """Returns the entrant of a player, or None."""
        return next((entrant for entrant in self.entrants if entrant.player == player), None) if player else None

    def round(self, number: int) -> Round | None:
        """Returns the round with this number, or None."""
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else None

    def game_of_match(self, match: str) -> tuple[Round, Table, Game] | None:
        """Returns the game that is played as a match, with its round and table, or None if the match is unknown."""
        found = (
            (one, table, game)
            for one in self.rounds
            for table in one.tables
            for game in table.games
            if game.match == match
        )
        return next(found, None)


def list_started_matches(tournament: Tournament) -> Iterator[tuple[Round, Table, Game]]:
    """Yields the games of started rounds that are played as matches here, with their rounds and tables."""
    for one in tournament.rounds:
        if one.progress is not Progress.PAIRED:
            yield from ((one, table, game) for table in one.tables for game in table.games if game.match)


def seat_holders_of(tournament: Tournament, game: Game) -> tuple[SeatHolder, ...]:
    """Returns the seat holders of a game's match, by seat, each with the entropy of its registration."""
    seated = (tournament.entrants[number - 1] for number in game.entrants)
    return tuple(SeatHolder(one.player, one.bot, one.entropy) for one in seated)


def confirmations_needed(tournament: Tournament, game: Game) -> frozenset[int]:
    """Returns the entrants who must confirm a reported result. `STAFF` stands in for all guests."""
    return frozenset(STAFF if tournament.entrants[one - 1].guest else one for one in game.entrants)


def fold(tournament: Tournament, log: Iterable[Entry]) -> Tournament:
    """Returns the tournament after more entries."""
    for entry in log:
        tournament = replace(_with_later_change(_apply_entry(tournament, entry), entry), version=entry.n)
    return tournament


def apply_events(tournament: Tournament, brought: Iterable[TournamentEvent]) -> Tournament:
    """Returns the tournament as it would be after further events of one command."""
    return fold(tournament, build_batch(tournament.version, 0, "", None, brought))


def _apply_entry(tournament: Tournament, entry: Entry) -> Tournament:  # noqa: C901  one case per event
    event = entry.e
    match event:
        case events.Created():
            organiser = Staff(entry.by, Role.ORGANISER)
            return replace(
                tournament,
                plan=event.plan,
                commitments=event.commitments,
                sizes=event.sizes,
                one_winner=event.one_winner,
                pinned=event.pinned,
                rules=event.rules,
                staff=(organiser,),
            )
        case events.Appointed():
            others = tuple(one for one in tournament.staff if one.player != event.player)
            return replace(tournament, staff=(*others, Staff(event.player, event.role)))
        case events.RegistrationOpened():
            return replace(tournament, phase=Phase.REGISTRATION) if not tournament.rounds else tournament
        case events.RegistrationClosed():
            return replace(tournament, phase=Phase.READY) if not tournament.rounds else tournament
        case events.Registered():
            return _apply_registered(tournament, event)
        case events.GuestRenamed():
            return tournament
        case events.EntropyAdded():
            return _with_entrant(tournament, replace(tournament.entrants[event.entrant - 1], entropy=event.entropy))
        case events.ClubSet():
            return _with_entrant(tournament, replace(tournament.entrants[event.entrant - 1], club=event.club))
        case events.CheckedIn():
            return _with_presence(tournament, event.entrant, Presence.CHECKED_IN)
        case events.Withdrawn():
            return _with_presence(tournament, event.entrant, Presence.WITHDRAWN)
        case events.Returned():
            return _apply_returned(tournament, event.entrant)
        case events.NotShown():
            return _with_presence(tournament, event.entrant, Presence.NOT_SHOWN)
        case events.Disqualified():
            return _with_presence(tournament, event.entrant, Presence.DISQUALIFIED)
        case events.Forbidden():
            low, high = sorted(event.entrants)
            return replace(tournament, forbidden=tournament.forbidden | {(low, high)})
        case events.DeckSealed():
            return _with_deck(tournament, event.entrant, SealedDeck(event.commitment, entry.by))
        case events.DeckOpened():
            sealed = tournament.entrants[event.entrant - 1].deck or SealedDeck("")
            return _with_deck(tournament, event.entrant, replace(sealed, opened=True))
        case events.LotDrawn():
            return replace(tournament, lots=(*tournament.lots, event))
        case events.StageStarted():
            stages = (*tournament.stages[: event.stage], event.groups)
            return replace(tournament, stages=stages, phase=Phase.RUNNING)
        case events.RoundPaired():
            return _apply_round_paired(tournament, event, entry.n)
        case events.RoundStarted():
            begun = replace(tournament.rounds[event.round - 1], progress=Progress.STARTED, started=entry.at)
            return _with_round(tournament, begun)
        case events.RoundClosed():
            return _with_round(tournament, replace(tournament.rounds[event.round - 1], progress=Progress.CLOSED))
        case events.ResultArrived():
            return _apply_result_arrived(tournament, event, entry.n)
        case events.GameAdded():
            return _with_game(tournament, event.round, event.table, _new_game(tournament, event))
        case events.ResultReported():
            reported = Outcome(event.points, event.places, entry.n, since=entry.n, cause="reported")
            return _apply_report(tournament, event, reported, (event.entrant,))
        case events.ResultConfirmed():
            game = _game_of(tournament, event)
            return _apply_report(tournament, event, game.reported, (*game.confirmed, event.entrant))
        case events.ResultRuled():
            return _apply_result_ruled(tournament, event, entry.n)
        case events.Penalised():
            return replace(tournament, penalties=(*tournament.penalties, _penalty_of(tournament, event, entry.n)))
        case events.GamesStruck():
            return _apply_games_struck(tournament, event, entry.n)
        case events.MatchInspected():
            return _apply_inspection(tournament, Inspection(event.player, event.match, entry.at))
        case events.DeckInspected():
            return _apply_inspection(tournament, Inspection(event.player, event.entrant, entry.at))
        case events.Finished():
            return replace(tournament, phase=Phase.FINISHED)
        case events.Cancelled():
            return replace(tournament, phase=Phase.CANCELLED)
        case events.SecretPublished():
            return replace(tournament, secret=event)
        case _:
            assert_never(event)


UNRELATED_TO_DRAWS = (
    events.Appointed,
    events.RegistrationOpened,
    events.RegistrationClosed,
    events.GuestRenamed,
    events.CheckedIn,
    events.DeckSealed,
    events.DeckOpened,
    events.StageStarted,
    events.LotDrawn,
    events.RoundPaired,
    events.RoundStarted,
    events.RoundClosed,
    events.GameAdded,
    events.ResultReported,
    events.ResultConfirmed,
    events.MatchInspected,
    events.DeckInspected,
    events.Finished,
    events.Cancelled,
    events.SecretPublished,
)
"""The events that do not change a draw, once every earlier round has its results."""


def _with_later_change(tournament: Tournament, entry: Entry) -> Tournament:
    """Returns the tournament with an entry noted in each round that was drawn earlier and that the entry affects."""
    event = entry.e
    if not tournament.rounds or isinstance(event, UNRELATED_TO_DRAWS):
        return tournament
    newer = _later_change(tournament, entry)

    def is_affected(one: Round) -> bool:
        return one.number > newer.round if newer.round else one.progress is Progress.PAIRED

    rounds = (replace(one, newer=(*one.newer, newer)) if is_affected(one) else one for one in tournament.rounds)
    return replace(tournament, rounds=tuple(rounds))


def _later_change(tournament: Tournament, entry: Entry) -> LaterChange:
    event = entry.e
    what, round_number, table = str(type(event).__struct_config__.tag), 0, 0
    entrants = tuple(getattr(event, "entrants", ()) or filter(None, (getattr(event, "entrant", 0),)))
    if isinstance(event, events.ResultRuled):
        round_number, table = event.round, event.table
        entrants = tournament.rounds[event.round - 1].tables[event.table - 1].entrants
    return LaterChange(entry.n, what, round_number, table, entrants)


def _apply_games_struck(tournament: Tournament, event: events.GamesStruck, n: int) -> Tournament:
    others = tuple(one for one in tournament.struck if (one.entrant, one.stage) != (event.entrant, event.stage))
    added = (Struck(event.entrant, event.stage, n),) if event.struck else ()
    return replace(tournament, struck=(*others, *added))


def _penalty_of(tournament: Tournament, event: events.Penalised, n: int) -> Penalty:
    """Returns a penalty. It counts in the last stage that the entrant has reached, and in no other.

    From rules version 2 on, an entrant reaches a stage when the first round of that stage starts; until then the round
    may be drawn again.
    """
    begun = {one.stage for one in tournament.rounds if one.progress is not Progress.PAIRED}
    reached = [
        stage
        for stage, groups in enumerate(tournament.stages)
        if any(event.entrant in one for one in groups) and (tournament.rules < 2 or stage in begun)
    ]
    return Penalty(event.entrant, Fraction(event.hundredths, 100), n, max(reached, default=0))


def _apply_inspection(tournament: Tournament, look: Inspection) -> Tournament:
    before = tuple(one for one in tournament.inspections if (one.player, one.seen) != (look.player, look.seen))
    return replace(tournament, inspections=(*before, look))


def _apply_registered(tournament: Tournament, event: events.Registered) -> Tournament:
    """Adds an entrant. During the first stage it is also added at the end of the last group."""
    entrant = Entrant(
        number=event.entrant,
        player=event.player,
        bot=event.bot,
        guest=event.guest,
        club=event.club,
        joined=_next_round(tournament),
        entropy=event.entropy,
    )
    return _join_first_stage(replace(tournament, entrants=(*tournament.entrants, entrant)), event.entrant)


def _apply_returned(tournament: Tournament, number: int) -> Tournament:
    """Readmits an entrant. If it was absent when the first stage began, it now joins that stage like a late entrant.

    Games that were struck after it left count again.
    """
    after = _with_presence(tournament, number, Presence.CHECKED_IN)
    after = replace(after, struck=tuple(one for one in after.struck if one.entrant != number))
    if not after.stages or after.in_first_stage(number):
        return after
    late = replace(after.entrants[number - 1], joined=_next_round(after))
    return _join_first_stage(_with_entrant(after, late), number)


def _join_first_stage(tournament: Tournament, number: int) -> Tournament:
    if not tournament.stages:
        return tournament
    *groups, last = tournament.stages[0]
    return replace(tournament, stages=((*groups, (*last, number)), *tournament.stages[1:]))


def _next_round(tournament: Tournament) -> int:
    """Returns the number of the first round that has not started."""
    return 1 + sum(one.progress is not Progress.PAIRED for one in tournament.rounds)


def _with_presence(tournament: Tournament, number: int, presence: Presence) -> Tournament:
    return _with_entrant(tournament, replace(tournament.entrants[number - 1], presence=presence))


def _with_deck(tournament: Tournament, number: int, deck: SealedDeck) -> Tournament:
    return _with_entrant(tournament, replace(tournament.entrants[number - 1], deck=deck))


def _with_entrant(tournament: Tournament, entrant: Entrant) -> Tournament:
    before, after = tournament.entrants[: entrant.number - 1], tournament.entrants[entrant.number :]
    return replace(tournament, entrants=(*before, entrant, *after))


def _apply_round_paired(tournament: Tournament, event: events.RoundPaired, n: int) -> Tournament:
    best_of = tournament.planned.stages[event.stage].best_of
    tables = tuple(
        Table(table.table, table.entrants, table.group, best_of, (Game(1, table.entrants, table.match),))
        for table in event.tables
    )
    paired = Round(
        number=event.round,
        stage=event.stage,
        entry=n,
        tables=tables,
        byes=event.byes,
        progress=Progress.PAIRED,
        algorithm=event.algorithm,
        seed=event.seed,
        attempt=event.attempt,
        fixed=event.fixed,
        cost=event.cost,
        bound=event.bound,
        reasons=event.reasons,
        keep=event.keep,
        apart=tournament.forbidden,
    )
    rounds = (*tournament.rounds[: event.round - 1], paired)
    return replace(tournament, rounds=rounds, stages=tournament.stages[: event.stage + 1])


def _with_round(tournament: Tournament, changed: Round) -> Tournament:
    before, after = tournament.rounds[: changed.number - 1], tournament.rounds[changed.number :]
    return replace(tournament, rounds=(*before, changed, *after))


def _with_table(tournament: Tournament, number: int, table: Table) -> Tournament:
    changed = tournament.rounds[number - 1]
    tables = (*changed.tables[: table.number - 1], table, *changed.tables[table.number :])
    return _with_round(tournament, replace(changed, tables=tables))


def _with_game(tournament: Tournament, round_number: int, table_number: int, game: Game) -> Tournament:
    table = tournament.rounds[round_number - 1].tables[table_number - 1]
    games = (*table.games[: game.number - 1], game, *table.games[game.number :])
    return _with_table(tournament, round_number, replace(table, games=games))


def _new_game(tournament: Tournament, event: events.GameAdded) -> Game:
    table = tournament.rounds[event.round - 1].tables[event.table - 1]
    return Game(event.game, table.seats_in_game(event.game), event.match)


def _game_of(
    tournament: Tournament, event: events.ResultReported | events.ResultConfirmed | events.ResultRuled
) -> Game:
    """Returns the game that an event refers to. Number 0 means the only game of the table."""
    return tournament.rounds[event.round - 1].tables[event.table - 1].games[max(0, event.game - 1)]


def _apply_report(
    tournament: Tournament,
    event: events.ResultReported | events.ResultConfirmed,
    reported: Outcome | None,
    confirmed: tuple[int, ...],
) -> Tournament:
    game = _game_of(tournament, event)
    agreed = confirmations_needed(tournament, game) <= set(confirmed)
    changed = replace(game, reported=reported, confirmed=confirmed, result=reported if agreed else game.result)
    return _with_game(tournament, event.round, event.table, changed)


def _apply_result_ruled(tournament: Tournament, event: events.ResultRuled, n: int) -> Tournament:
    """Applies a ruling on one game or on the whole table. At a table of one game the two are the same."""
    table = tournament.rounds[event.round - 1].tables[event.table - 1]
    if event.game or table.best_of == 1:
        game = _game_of(tournament, event)
        return _with_game(
            tournament, event.round, event.table, replace(game, result=_ruling_outcome(event, n, game.result))
        )
    before = table.result or next((game.result for game in table.games if game.result and game.result.contested), None)
    return _with_table(tournament, event.round, replace(table, ruled=_ruling_outcome(event, n, before)))


def _ruling_outcome(event: events.ResultRuled, n: int, before: Outcome | None) -> Outcome:
    if before is None:
        return Outcome(event.points, event.places, n, Kind.RULED, contested=False, since=n, cause=event.cause.value)
    return Outcome(event.points, event.places, n, Kind.RULED, before.contested, before.since, event.cause.value)


def _apply_result_arrived(tournament: Tournament, event: events.ResultArrived, n: int) -> Tournament:
    """Closes the game of a match and takes its result.

    An earlier ruling stays. If the log has no result, a ruling must follow.
    """
    found = tournament.game_of_match(event.match)
    if found is None:
        return tournament
    played, table, game = found
    result = game.result
    if result is None and event.places:
        ruled = event.reason == Ending.RULED.value
        result = Outcome(
            event.points, event.places, n, Kind.RULED if ruled else Kind.PLAYED, not ruled, n, event.reason
        )
    return _with_game(tournament, played.number, table.number, replace(game, result=result, closed=True))
