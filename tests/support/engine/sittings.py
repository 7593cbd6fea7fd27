"""Sittings: whole matches for the tests, with players, passing time, and undos."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Raw, Struct

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.commands import AnswerUndo, Inspect, LeaveSeat, OpenMatch, TakeBack, TakeSeat
from chronik.domain.engine.match.decide import Intent, decide
from chronik.domain.engine.match.events import Opened
from chronik.domain.engine.match.log import Author, Entry, encode_batch
from chronik.domain.engine.match.match import Match, outcome
from chronik.domain.engine.match.seating import first_head
from chronik.domain.engine.proof.archive import pack_match
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.games import game
from chronik.domain.log.canonical import encode
from tests.every_game.choosing import choose

KATHARINA = game("katharina")


class Sitting:
    """A match in progress, written as the service writes it."""

    def __init__(self, seed: int, seats: int, rules: Game = KATHARINA, options: bytes = b"{}") -> None:
        self.rules = rules
        self.options = Raw(options)
        self.random = Random(seed)
        self.seats = seats
        self.keys = Keys.of(self.random.randbytes(16).hex(), self.random.randbytes(32))
        self.at = 1_785_000_000_000 + self.random.randrange(10**9)
        self.match: Match = Match(id=self.keys.match.hex())
        self.entries: list[Entry] = []
        self.stored: list[bytes] = []
        self.head = b""

    def do(self, command: Any, seat: int | None = None, by: Author = Author.SEAT) -> None:
        """Decides a command and chains its batch."""
        self.at += self.random.randrange(300, 45_000)
        wanted = Intent(command=command, raw=Raw(encode(command)), at=self.at, seat=seat, by=by)
        decided = decide(self.rules, self.match, wanted, self.keys, self.entries)
        batch = encode_batch(decided.batch)
        if not self.entries:
            assert isinstance(decided.batch.e[0], Opened)
            self.head = first_head(self.keys, decided.batch.e[0])
        self.head = self.keys.head(self.head, decided.match.version, batch)
        self.match = decided.match
        self.entries += decided.entries
        self.stored.append(batch)

    def sit_down(self) -> None:
        """Opens a match with a bot, with players who bring entropy, and with one who leaves a seat again."""
        chairs = (SeatHolder(bot="random"), *[SeatHolder()] * (self.seats - 1))
        self.do(OpenMatch(chairs, self.options, opener="f" * 32), by=Author.ENGINE)
        if self.seats > 2:
            self.do(TakeSeat(1, self.random.randbytes(16).hex()))
            self.do(LeaveSeat(1), seat=1)
        for seat in range(1, self.seats):
            self.do(TakeSeat(seat, self.random.randbytes(16).hex(), self.random.randbytes(8 * seat).hex()))

    def answer(self) -> None:
        """Answers for one of the asked seats with any allowed command."""
        seat = self.random.choice(self.match.waiting)
        choices = self.rules.options(self.match.state, seat)
        self.do(choose(self.rules.name, choices, self.random), seat, Author.BOT if seat == 0 else Author.SEAT)

    def go_back(self, to: int) -> None:
        """Returns to an earlier version, with the consent of the other seats if it is needed."""
        asking = self.seats - 1
        self.do(TakeBack(to, ask=True), asking)
        number = self.match.version
        for seat in range(asking if self.match.request else 0):
            self.do(AnswerUndo(number, grant=True), seat)

    def play(self, undos: int = 0, upto: int | None = None) -> Sitting:
        """Plays to the end, or up to a number of commands, with some undos and a referee's inspection before each."""
        if self.match.opened is None:
            self.sit_down()
        ends = [self.match.version]
        back = sorted(self.random.sample(range(5, 60), undos))
        commands = 0
        while self.match.closed is None and commands != upto:
            self.answer()
            commands += 1
            ends.append(self.match.version)
            if back and commands == back[0]:
                self.do(Inspect("e" * 32), by=Author.REFEREE)
                self.go_back(ends[-4])
                back.pop(0)
                ends = [end for end in ends if end <= ends[-4]] + [self.match.version]
        return self

    def archive(self) -> bytes:
        """Returns the file of the match."""
        opened, result = self.match.opened, outcome(self.rules, self.match)
        assert opened is not None
        return pack_match(
            self.match.id, opened, self.stored, len(self.entries), self.head, self.keys.secret, result, self.at
        )


def seated_by(*commands: Any, rules: Game = KATHARINA) -> Sitting:
    """Plays a whole match for two that is opened, and whose seats are taken, by these commands."""
    sitting = Sitting(5, 2, rules)
    for command in commands:
        sitting.do(command, by=Author.ENGINE if isinstance(command, OpenMatch) else Author.SEAT)
    return sitting.play()


class Loaded(Struct, frozen=True):
    """The available games, in the form that verification needs."""

    games: tuple[Game, ...] = (KATHARINA,)

    def __call__(self, opened: Opened) -> Game | None:
        for rules in self.games:
            if (rules.name, rules.version, rules.facts) == (opened.game, opened.rules, opened.facts):
                return rules
        return None


LOADED = Loaded()
