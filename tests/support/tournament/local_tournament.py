"""Whole tournaments for the tests: decided and recorded in memory, with tables played by bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from chronik.domain.engine.match.events import Opened
from chronik.domain.engine.match.match import outcome
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.proof.archive import pack_match
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.games import game
from chronik.domain.tournament.proof.bundle import (
    FORMAT,
    BundledArchive,
    BundledEntry,
    BundledMissing,
    BundledNames,
    BundleEncoder,
    BundleHead,
    Line,
    MissingReason,
    counting_lines,
)
from chronik.domain.tournament.record.commands import (
    CreateTournament,
    Finish,
    ImportResult,
    OpenRegistration,
    PairRound,
    Register,
    StartRound,
    TournamentCommand,
)
from chronik.domain.tournament.record.events import ResultArrived, TournamentEvent
from chronik.domain.tournament.record.log import Entry, build_batch
from chronik.domain.tournament.record.plan import Method, Plan, Stage
from chronik.domain.tournament.record.seeds import Secret, commitments, table_secret
from chronik.domain.tournament.record.state import Tournament, fold, list_started_matches, seat_holders_of
from chronik.domain.tournament.rules.decide import decide
from chronik.domain.tournament.rules.rounds import build_publication
from chronik.projections.games import projection
from chronik.service.bots.levels import bot
from chronik.service.cli.simulation import Playout, play_out

KATHARINA = game("katharina", 1)  # the rules of the golden tournaments
CHRONIK, ORGANISER = "", "a" * 32
ID = "0123456789abcdef" * 2
SECRET = Secret(bytes(range(32)), bytes(range(32, 64)))
SWISS = Stage(Method.SWISS, 2, rounds=3)


def plan(*stages: Stage, scoring: str = "match-points", **more: Any) -> Plan:
    """Returns a plan of Katharina."""
    return Plan("katharina", stages or (SWISS,), scoring, options_of(KATHARINA, {}), **more)


@lru_cache(maxsize=200)
def play_out_match(match: str, chairs: tuple[SeatHolder, ...], secret: bytes = b"") -> Playout:
    """Plays the match of a table with random bots, on its derived secret or another one."""
    bots = [bot("katharina", "random")] * len(chairs)
    secret = secret or table_secret(SECRET.tables, match)
    return play_out(KATHARINA, projection("katharina"), match, secret, bots, chairs=chairs)


@lru_cache(maxsize=200)
def archive_match(match: str, chairs: tuple[SeatHolder, ...], secret: bytes = b"") -> bytes:
    """Returns the archive of a table's match."""
    playout = play_out_match(match, chairs, secret)
    opened = playout.match.opened
    assert isinstance(opened, Opened)
    secret = secret or table_secret(SECRET.tables, match)
    result = outcome(KATHARINA, playout.match)
    return pack_match(match, opened, playout.batches, playout.match.version, playout.head, secret, result, 0)


class LocalTournament:
    """A tournament in memory."""

    def __init__(self, planned: Plan, tournament: str = ID, secret: Secret = SECRET, rules: int = 1) -> None:
        self.tournament = Tournament(tournament)
        self.secret = secret
        self.log: list[Entry] = []
        self.do(CreateTournament(planned, commitments(tournament, secret), KATHARINA.seats, rules=rules))

    def do(self, command: TournamentCommand, by: str = ORGANISER) -> None:
        """Decides a command and records its events."""
        self.write(command, decide(self.tournament, by, command, self.secret), by)

    def write(self, command: TournamentCommand, decided: Sequence[TournamentEvent], by: str = "") -> None:
        """Records a command with any events, even wrong ones."""
        entries = build_batch(len(self.log), 1_790_000_000_000 + 3_600_000 * len(self.log), by, command, decided)
        self.log += entries
        self.tournament = fold(self.tournament, entries)

    def register_bots(self, count: int) -> LocalTournament:
        """Registers bots."""
        for _ in range(count):
            self.do(Register(bot="random"))
        return self

    def register_players(self, *players: str, entropy: bool = False) -> LocalTournament:
        """Opens registration and registers players at their own request, with or without entropy."""
        self.do(OpenRegistration())
        for player in players:
            added = sha256(player.encode()).hexdigest() if entropy else ""
            self.do(Register(player=player, entropy=added), by=player)
        return self

    def pair(self, fixed: tuple[tuple[int, ...], ...] = (), *, again: bool = False) -> int:
        """Pairs the next round, or the last one again."""
        number = len(self.tournament.rounds) + (not again)
        self.do(PairRound(number, again, fixed))
        return number

    def start(self) -> int:
        """Pairs and starts the next round."""
        number = self.pair()
        self.do(StartRound(number))
        return number

    def play_match(self, match: str, secret: bytes = b"") -> None:
        """Plays a match and imports its result."""
        found = self.tournament.game_of_match(match)
        assert found is not None
        playout = play_out_match(match, seat_holders_of(self.tournament, found[2]), secret)
        result, closed = outcome(KATHARINA, playout.match), playout.match.closed
        assert result is not None
        assert closed is not None
        version, head = playout.match.version, playout.head.hex()
        self.do(ImportResult(match, version, head, closed.reason.value, result.points, result.places), by=CHRONIK)

    def play_rounds(self, count: int = 1) -> LocalTournament:
        """Plays some rounds to their end."""
        for _ in range(count):
            self.start()
            self.play_to_end()
        return self

    def play_to_end(self) -> None:
        """Plays every game of the started round."""
        while waiting := [one.match for *_, one in list_started_matches(self.tournament) if not one.closed]:
            for match in waiting:
                self.play_match(match)

    def finish(self) -> LocalTournament:
        """Finishes the tournament and publishes its secret."""
        self.do(Finish())
        return self.publish()

    def publish(self) -> LocalTournament:
        """Publishes the secret if all matches are closed."""
        self.do(build_publication(self.tournament, self.secret), by=CHRONIK)
        return self

    def lines(self, names: dict[str, str] | None = None) -> Iterator[Line]:
        """Yields the lines of its bundle without the end."""
        yield BundleHead(FORMAT, self.tournament.id, "katharina", len(self.log), "the tests")
        if names is not None:
            yield BundledNames("Spring Cup", names)
        yield from map(BundledEntry, self.log)
        arrived = {one.e.match for one in self.log if isinstance(one.e, ResultArrived)}
        for *_, one in list_started_matches(self.tournament):
            if one.match in arrived:
                yield BundledArchive(one.match, archive_match(one.match, seat_holders_of(self.tournament, one)))
            else:
                yield BundledMissing(one.match, MissingReason.RUNNING)
        yield from counting_lines(self.tournament)

    def bundle(self, names: dict[str, str] | None = None) -> list[bytes]:
        """Returns its bundle, line by line."""
        return encode_bundle(self.lines(names))


def encode_bundle(lines: Iterator[Line] | Sequence[Line]) -> list[bytes]:
    """Returns lines as the service encodes them, with their end."""
    binder = BundleEncoder()
    stored = [binder.encode(line) for line in lines]
    return [*stored, binder.encode(binder.end)]
