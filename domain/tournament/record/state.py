"""A tournament: its state, folded from its log. What an event says is copied here and never judged again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from fractions import Fraction
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from domain.engine.match.events import Ending
from domain.engine.match.match import LOOK_LASTS
from domain.engine.seats import SeatHolder
from domain.tournament.counting.sittings import Kind, Penalty
from domain.tournament.methods.contenders import Pair, Reason
from domain.tournament.record import events
from domain.tournament.record.events import LotDrawn, Role, SecretPublished, TournamentEvent
from domain.tournament.record.log import Entry, batch
from domain.tournament.record.plan import Pinned, Plan
from domain.tournament.record.seeds import Commitments
from domain.tournament.record.table import Game, Outcome, Table

STAFF = 0
"""Stands for the staff where an entrant's number is asked for."""


class Phase(Enum):
    """How far a tournament is."""

    ANNOUNCED = "announced"
    REGISTRATION = "registration"
    READY = "ready"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Presence(Enum):
    """Whether an entrant is paired: the first two are, while nobody says otherwise."""

    REGISTERED = "registered"
    CHECKED_IN = "checked-in"
    WITHDRAWN = "withdrawn"
    NOT_SHOWN = "not-shown"
    DISQUALIFIED = "disqualified"


class Progress(Enum):
    """How far a round is: paired and still open to change, being played, or with all its results."""

    PAIRED = "paired"
    STARTED = "started"
    CLOSED = "closed"


class SealedDeck(Struct, frozen=True, omit_defaults=True):
    """The commitment (hex) of an entrant's list, who has sealed it, and whether it was opened."""

    commitment: str
    by: str = ""
    opened: bool = False


class Entrant(Struct, frozen=True):
    """Somebody who takes part, by number; `joined` is the first round it can be paired for."""

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


class Round(Struct, frozen=True):
    """A round as it is paired, with its tables; `entry` is that of the pairing that holds now.

    `started` is when it was started, in milliseconds since 1970, 0 before.
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

    @property
    def done(self) -> bool:
        """Whether every table has its result."""
        return all(table.result is not None for table in self.tables)

    def table_of(self, entrant: int) -> Table | None:
        """The table an entrant sits at."""
        return next((table for table in self.tables if entrant in table.entrants), None)


class Look(Struct, frozen=True):
    """When a referee last looked at what is held: at a match, by its id, or at an entrant's list, by their number.

    `at` are milliseconds since 1970.
    """

    player: str
    seen: str | int
    at: int


class Staff(Struct, frozen=True):
    """Somebody who runs the tournament."""

    player: str
    role: Role


class Tournament(Struct, frozen=True):
    """The state of a tournament after `version` entries; `stages` are the groups of each stage that has begun."""

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
    lots: tuple[LotDrawn, ...] = ()
    secret: SecretPublished | None = None
    sizes: tuple[int, ...] = ()
    one_winner: bool = False
    pinned: Pinned | None = None
    looks: tuple[Look, ...] = ()

    @property
    def planned(self) -> Plan:
        """The plan of a tournament that was created."""
        assert self.plan is not None, "a tournament without its first entry"
        return self.plan

    @property
    def committed(self) -> Commitments:
        """What the secret of a tournament that was created is bound by."""
        assert self.commitments is not None, "a tournament without its first entry"
        return self.commitments

    @property
    def entropies(self) -> tuple[str, ...]:
        """What the entrants have added so far (hex), in the order of their numbers."""
        return tuple(one.entropy for one in self.entrants)

    @property
    def holds(self) -> bool:
        """Whether its matches are held: the seats bring sealed lists, which no finished table shall tell."""
        return self.pinned is not None

    def has_looked(self, player: str, seen: str | int, at: int) -> bool:
        """Whether a referee's look at a moment is covered by one that stands in the log."""
        return any((one.player, one.seen) == (player, seen) and 0 <= at - one.at < LOOK_LASTS for one in self.looks)

    @property
    def over(self) -> bool:
        """Whether it was finished or called off."""
        return self.phase in (Phase.FINISHED, Phase.CANCELLED)

    def entrant(self, number: int) -> Entrant | None:
        """The entrant with a number."""
        return self.entrants[number - 1] if 0 < number <= len(self.entrants) else None

    def begun(self, number: int) -> bool:
        """Whether an entrant is in the first stage."""
        return any(number in group for group in self.stages[0]) if self.stages else False

    def entrant_of(self, player: str) -> Entrant | None:
        """The entrant that is this player."""
        return next((entrant for entrant in self.entrants if entrant.player == player), None) if player else None

    def round(self, number: int) -> Round | None:
        """The round with a number."""
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else None

    def game_of_match(self, match: str) -> tuple[Round, Table, Game] | None:
        """The game that is played as a match, with its table and round."""
        found = (
            (one, table, game)
            for one in self.rounds
            for table in one.tables
            for game in table.games
            if game.match == match
        )
        return next(found, None)


def opened_games(tournament: Tournament) -> Iterator[tuple[Round, Table, Game]]:
    """The games that are played as matches, with their rounds and tables."""
    for one in tournament.rounds:
        if one.progress is not Progress.PAIRED:
            yield from ((one, table, game) for table in one.tables for game in table.games if game.match)


def chairs_of(tournament: Tournament, game: Game) -> tuple[SeatHolder, ...]:
    """Who sits at the match of a game, by seat, each with the entropy that was registered."""
    seated = (tournament.entrants[number - 1] for number in game.entrants)
    return tuple(SeatHolder(one.player, one.bot, one.entropy) for one in seated)


def awaited(tournament: Tournament, game: Game) -> frozenset[int]:
    """Whose word a reported result needs: each entrant's, and that of the staff for those who are guests."""
    return frozenset(STAFF if tournament.entrants[one - 1].guest else one for one in game.entrants)


def fold(tournament: Tournament, log: Iterable[Entry]) -> Tournament:
    """The tournament after some more entries."""
    for entry in log:
        tournament = replace(_after(tournament, entry), version=entry.n)
    return tournament


def after(tournament: Tournament, brought: Iterable[TournamentEvent]) -> Tournament:
    """The tournament as it would be after some more events of one command."""
    return fold(tournament, batch(tournament.version, 0, "", None, brought))


def _after(tournament: Tournament, entry: Entry) -> Tournament:  # noqa: C901  one case per event
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
            return _registered(tournament, event)
        case events.GuestRenamed():
            return tournament
        case events.CheckedIn():
            return _present(tournament, event.entrant, Presence.CHECKED_IN)
        case events.Withdrawn():
            return _present(tournament, event.entrant, Presence.WITHDRAWN)
        case events.Returned():
            return _returned(tournament, event.entrant)
        case events.NotShown():
            return _present(tournament, event.entrant, Presence.NOT_SHOWN)
        case events.Disqualified():
            return _present(tournament, event.entrant, Presence.DISQUALIFIED)
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
            return replace(tournament, stages=(*tournament.stages, event.groups), phase=Phase.RUNNING)
        case events.RoundPaired():
            return _paired(tournament, event, entry.n)
        case events.RoundStarted():
            begun = replace(tournament.rounds[event.round - 1], progress=Progress.STARTED, started=entry.at)
            return _with_round(tournament, begun)
        case events.RoundClosed():
            return _with_round(tournament, replace(tournament.rounds[event.round - 1], progress=Progress.CLOSED))
        case events.ResultArrived():
            return _arrived(tournament, event, entry.n)
        case events.GameAdded():
            return _with_game(tournament, event.round, event.table, _added(tournament, event))
        case events.ResultReported():
            reported = Outcome(event.points, event.places, entry.n, since=entry.n)
            return _with_report(tournament, event, reported, (event.entrant,))
        case events.ResultConfirmed():
            game = _game(tournament, event)
            return _with_report(tournament, event, game.reported, (*game.confirmed, event.entrant))
        case events.ResultRuled():
            return _with_ruling(tournament, event, entry.n)
        case events.Penalised():
            return replace(tournament, penalties=(*tournament.penalties, _penalty(tournament, event, entry.n)))
        case events.MatchInspected():
            return _looked(tournament, Look(event.player, event.match, entry.at))
        case events.DeckInspected():
            return _looked(tournament, Look(event.player, event.entrant, entry.at))
        case events.Finished():
            return replace(tournament, phase=Phase.FINISHED)
        case events.Cancelled():
            return replace(tournament, phase=Phase.CANCELLED)
        case events.SecretPublished():
            return replace(tournament, secret=event)
        case _:
            assert_never(event)


def _penalty(tournament: Tournament, event: events.Penalised, n: int) -> Penalty:
    """Points are taken in the last stage that the entrant has come to, and in no other."""
    reached = [stage for stage, groups in enumerate(tournament.stages) if any(event.entrant in one for one in groups)]
    return Penalty(event.entrant, Fraction(event.hundredths, 100), n, max(reached, default=0))


def _looked(tournament: Tournament, look: Look) -> Tournament:
    before = tuple(one for one in tournament.looks if (one.player, one.seen) != (look.player, look.seen))
    return replace(tournament, looks=(*before, look))


def _registered(tournament: Tournament, event: events.Registered) -> Tournament:
    """Who comes while the first stage is being played joins it, at the end of its last group."""
    entrant = Entrant(
        number=event.entrant,
        player=event.player,
        bot=event.bot,
        guest=event.guest,
        club=event.club,
        joined=_next_round(tournament),
        entropy=event.entropy,
    )
    return _joined(replace(tournament, entrants=(*tournament.entrants, entrant)), event.entrant)


def _returned(tournament: Tournament, number: int) -> Tournament:
    """Who was not there when the first stage began joins it now, as a late entrant does."""
    after = _present(tournament, number, Presence.CHECKED_IN)
    if not after.stages or after.begun(number):
        return after
    late = replace(after.entrants[number - 1], joined=_next_round(after))
    return _joined(_with_entrant(after, late), number)


def _joined(tournament: Tournament, number: int) -> Tournament:
    if not tournament.stages:
        return tournament
    *groups, last = tournament.stages[0]
    return replace(tournament, stages=((*groups, (*last, number)), *tournament.stages[1:]))


def _next_round(tournament: Tournament) -> int:
    """The first round that has not started."""
    return 1 + sum(one.progress is not Progress.PAIRED for one in tournament.rounds)


def _present(tournament: Tournament, number: int, presence: Presence) -> Tournament:
    return _with_entrant(tournament, replace(tournament.entrants[number - 1], presence=presence))


def _with_deck(tournament: Tournament, number: int, deck: SealedDeck) -> Tournament:
    return _with_entrant(tournament, replace(tournament.entrants[number - 1], deck=deck))


def _with_entrant(tournament: Tournament, entrant: Entrant) -> Tournament:
    before, after = tournament.entrants[: entrant.number - 1], tournament.entrants[entrant.number :]
    return replace(tournament, entrants=(*before, entrant, *after))


def _paired(tournament: Tournament, event: events.RoundPaired, n: int) -> Tournament:
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
    )
    return replace(tournament, rounds=(*tournament.rounds[: event.round - 1], paired))


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


def _added(tournament: Tournament, event: events.GameAdded) -> Game:
    table = tournament.rounds[event.round - 1].tables[event.table - 1]
    return Game(event.game, table.seated(event.game), event.match)


def _game(tournament: Tournament, event: events.ResultReported | events.ResultConfirmed | events.ResultRuled) -> Game:
    """The game that an event speaks of; where it names none, the table has one only."""
    return tournament.rounds[event.round - 1].tables[event.table - 1].games[max(0, event.game - 1)]


def _with_report(
    tournament: Tournament,
    event: events.ResultReported | events.ResultConfirmed,
    reported: Outcome | None,
    confirmed: tuple[int, ...],
) -> Tournament:
    game = _game(tournament, event)
    agreed = awaited(tournament, game) <= set(confirmed)
    changed = replace(game, reported=reported, confirmed=confirmed, result=reported if agreed else game.result)
    return _with_game(tournament, event.round, event.table, changed)


def _with_ruling(tournament: Tournament, event: events.ResultRuled, n: int) -> Tournament:
    """A ruling is of one game, or of a table as a whole; where one game is all there is, these are the same."""
    table = tournament.rounds[event.round - 1].tables[event.table - 1]
    if event.game or table.best_of == 1:
        game = _game(tournament, event)
        return _with_game(tournament, event.round, event.table, replace(game, result=_ruled(event, n, game.result)))
    before = table.result or next((game.result for game in table.games if game.result and game.result.contested), None)
    return _with_table(tournament, event.round, replace(table, ruled=_ruled(event, n, before)))


def _ruled(event: events.ResultRuled, n: int, before: Outcome | None) -> Outcome:
    if before is None:
        return Outcome(event.points, event.places, n, Kind.RULED, contested=False, since=n)
    return Outcome(event.points, event.places, n, Kind.RULED, before.contested, before.since)


def _arrived(tournament: Tournament, event: events.ResultArrived, n: int) -> Tournament:
    """What a referee has ruled stands, whatever arrives later; a log without a result waits for a ruling."""
    found = tournament.game_of_match(event.match)
    if found is None:
        return tournament
    played, table, game = found
    result = game.result
    if result is None and event.places:
        ruled = event.reason == Ending.RULED.value
        result = Outcome(event.points, event.places, n, Kind.RULED if ruled else Kind.PLAYED, not ruled, n)
    return _with_game(tournament, played.number, table.number, replace(game, result=result, closed=True))
