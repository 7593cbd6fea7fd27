"""Whole tournaments for the tests: decided and recorded, their tables played by bots in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from domain.engine.match.events import Opened
from domain.engine.match.match import outcome
from domain.engine.match.options import options_of
from domain.engine.proof.archive import pack
from domain.engine.seats import SeatHolder
from domain.games import game
from domain.tournament.proof.bundle import (
    FORMAT,
    Binder,
    BundledArchive,
    BundledEntry,
    BundledLack,
    BundledNames,
    BundleHead,
    Lack,
    Line,
    counting_lines,
)
from domain.tournament.record.commands import (
    CreateTournament,
    Finish,
    ImportResult,
    OpenRegistration,
    PairRound,
    Register,
    StartRound,
    TournamentCommand,
)
from domain.tournament.record.events import ResultArrived, TournamentEvent
from domain.tournament.record.log import Entry, batch
from domain.tournament.record.plan import Method, Plan, Stage
from domain.tournament.record.seeds import Secret, commitments, table_secret
from domain.tournament.record.state import Tournament, chairs_of, fold, opened_games
from domain.tournament.rules.decide import decide
from domain.tournament.rules.rounds import publication
from projections.games import projection
from service.bots.levels import bot
from service.commands.simulation import Playout, play_out

KATHARINA = game("katharina")
CHRONIK, ORGANISER = "", "a" * 32
ID = "0123456789abcdef" * 2
SECRET = Secret(bytes(range(32)), bytes(range(32, 64)))
SWISS = Stage(Method.SWISS, 2, rounds=3)


def plan(*stages: Stage, scoring: str = "match-points", **more: Any) -> Plan:
    """A plan of Katharina."""
    return Plan("katharina", stages or (SWISS,), scoring, options_of(KATHARINA, {}), **more)


@lru_cache(maxsize=200)
def played(match: str, chairs: tuple[SeatHolder, ...], secret: bytes = b"") -> Playout:
    """The match of a table, played by those who take anything that is allowed, on the secret that it must have."""
    bots = [bot("katharina", "random")] * len(chairs)
    secret = secret or table_secret(SECRET.tables, match)
    return play_out(KATHARINA, projection("katharina"), match, secret, bots, chairs=chairs)


@lru_cache(maxsize=200)
def archive(match: str, chairs: tuple[SeatHolder, ...], secret: bytes = b"") -> bytes:
    """The archive of the match of a table."""
    playout = played(match, chairs, secret)
    opened = playout.match.opened
    assert isinstance(opened, Opened)
    secret = secret or table_secret(SECRET.tables, match)
    result = outcome(KATHARINA, playout.match)
    return pack(match, opened, playout.batches, playout.match.version, playout.head, secret, result, 0)


class Held:
    """A tournament in the making."""

    def __init__(self, planned: Plan, tournament: str = ID, secret: Secret = SECRET) -> None:
        self.tournament = Tournament(tournament)
        self.secret = secret
        self.log: list[Entry] = []
        self.do(CreateTournament(planned, commitments(tournament, secret), KATHARINA.seats))

    def do(self, command: TournamentCommand, by: str = ORGANISER) -> None:
        """What somebody wants is decided and recorded."""
        self.write(command, decide(self.tournament, by, command, self.secret), by)

    def write(self, command: TournamentCommand, brought: Sequence[TournamentEvent], by: str = "") -> None:
        """Records a command with its events, whether it is right or not."""
        entries = batch(len(self.log), 1_790_000_000_000 + 3_600_000 * len(self.log), by, command, brought)
        self.log += entries
        self.tournament = fold(self.tournament, entries)

    def bots(self, count: int) -> Held:
        """Bots are entered."""
        for _ in range(count):
            self.do(Register(bot="random"))
        return self

    def people(self, *players: str, entropy: bool = False) -> Held:
        """Players come by themselves, and add entropy or not."""
        self.do(OpenRegistration())
        for player in players:
            added = sha256(player.encode()).hexdigest() if entropy else ""
            self.do(Register(player=player, entropy=added), by=player)
        return self

    def pair(self, fixed: tuple[tuple[int, ...], ...] = (), *, again: bool = False) -> int:
        """The next round is paired, or the last one again."""
        number = len(self.tournament.rounds) + (not again)
        self.do(PairRound(number, again, fixed))
        return number

    def start(self) -> int:
        """The next round is paired and started."""
        number = self.pair()
        self.do(StartRound(number))
        return number

    def arrive(self, match: str, secret: bytes = b"") -> None:
        """The result of a match comes from its log."""
        found = self.tournament.game_of_match(match)
        assert found is not None
        playout = played(match, chairs_of(self.tournament, found[2]), secret)
        result, closed = outcome(KATHARINA, playout.match), playout.match.closed
        assert result is not None
        assert closed is not None
        version, head = playout.match.version, playout.head.hex()
        self.do(ImportResult(match, version, head, closed.reason.value, result.points, result.places), by=CHRONIK)

    def play(self, count: int = 1) -> Held:
        """Some rounds are played to their end."""
        for _ in range(count):
            self.start()
            self.to_the_end()
        return self

    def to_the_end(self) -> None:
        """Every game that can be played is, of the round that has started."""
        while waiting := [one.match for *_, one in opened_games(self.tournament) if not one.closed]:
            for match in waiting:
                self.arrive(match)

    def finish(self) -> Held:
        """The end."""
        self.do(Finish())
        return self.publish()

    def publish(self) -> Held:
        """The secret is published, if all matches are closed."""
        self.do(publication(self.tournament, self.secret), by=CHRONIK)
        return self

    def lines(self, names: dict[str, str] | None = None) -> Iterator[Line]:
        """What a bundle says of it."""
        yield BundleHead(FORMAT, self.tournament.id, "katharina", len(self.log), "the tests")
        if names is not None:
            yield BundledNames("Spring Cup", names)
        yield from map(BundledEntry, self.log)
        arrived = {one.e.match for one in self.log if isinstance(one.e, ResultArrived)}
        for *_, one in opened_games(self.tournament):
            if one.match in arrived:
                yield BundledArchive(one.match, archive(one.match, chairs_of(self.tournament, one)))
            else:
                yield BundledLack(one.match, Lack.RUNNING)
        yield from counting_lines(self.tournament)

    def bundle(self, names: dict[str, str] | None = None) -> list[bytes]:
        """Its bundle, line by line."""
        return bound(self.lines(names))


def bound(lines: Iterator[Line] | Sequence[Line]) -> list[bytes]:
    """Lines as the service binds them, with their end."""
    binder = Binder()
    stored = [binder.bound(line) for line in lines]
    return [*stored, binder.bound(binder.end)]
