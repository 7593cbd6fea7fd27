"""A match under test, decided, encoded and chained like in the service; its bots use an explicit `Random`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Any

from msgspec import Raw, Struct

from chronik.domain.engine.game import Game, Rejected
from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.commands import AnswerUndo, Inspect, OpenMatch, TakeBack
from chronik.domain.engine.match.decide import Intent, decide
from chronik.domain.engine.match.log import Author, Entry, codec, encode_batch, live_entries
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.seating import first_head
from chronik.domain.engine.sealing import find_sealed_choice
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.games import game
from chronik.domain.log.canonical import encode
from chronik.domain.log.entries import batches
from tests.every_game.choosing import choose
from tests.every_game.forms import filled

NO_OPTIONS = Raw(b"{}")
BEGAN = 1_700_000_000_000


class Table:
    """A match in progress: its log as entries and as bytes, the head after each batch, and its current state."""

    def __init__(self, game: Game, match: str, secret: bytes) -> None:
        self.game = game
        self.keys = Keys.of(match, secret)
        self.match: Match = Match(id=match)
        self.log: list[Entry] = []
        self.stored: list[bytes] = []
        self.heads: dict[int, bytes] = {}

    def do(self, command: Any, seat: int | None = None, by: Author = Author.SEAT) -> tuple[Entry, ...]:
        """Plays a command; raises `Rejected`, and then nothing has changed."""
        wanted = Intent(command=command, raw=Raw(encode(command)), at=self.moment, seat=seat, by=by)
        decided = decide(self.game, self.match, wanted, self.keys, self.log)
        before = self.heads[self.match.version] if self.log else first_head(self.keys, decided.batch.e[0])
        stored = encode_batch(decided.batch)
        self.match = decided.match
        self.log += decided.entries
        self.stored.append(stored)
        self.heads[self.match.version] = self.keys.head(before, self.match.version, stored)
        return decided.entries

    @property
    def moment(self) -> int:
        """The time of the next command."""
        return BEGAN + 1_500 * self.match.version

    def refusal(self, command: Any, seat: int | None = None, by: Author = Author.SEAT) -> Rejected | None:
        """Returns the refusal of a command, or None if it would be accepted; it is not played."""
        wanted = Intent(command=command, raw=Raw(encode(command)), at=self.moment, seat=seat, by=by)
        try:
            decide(self.game, self.match, wanted, self.keys, self.log)
        except Rejected as refusal:
            return refusal
        return None

    def moments(self) -> list[int]:
        """Returns the versions that a seat could ask to go back to, the latest one last."""
        counting = {entry.n for entry in live_entries(self.log)}
        ends = (batch[-1].n for batch in batches(self.log))
        return [n for n in ends if n in counting and self.match.began <= n < self.match.version]

    @property
    def state(self) -> Any:
        """The game's own state; the match must have started."""
        assert self.match.state is not None
        return self.match.state

    @property
    def head(self) -> bytes:
        return self.heads[self.match.version]


def opened(game: Game, seats: int, rng: Random, options: Raw = NO_OPTIONS, *, held: bool = False) -> Table:
    """Opens a match with bots on all seats; its id and secret come from the generator."""
    table = Table(game, rng.randbytes(16).hex(), rng.randbytes(32))
    chairs = tuple(SeatHolder(bot="random") for _ in range(seats))
    table.do(OpenMatch(chairs, options, held=held), by=Author.ENGINE)
    return table


class Habits(Struct, frozen=True):
    """The rates at which a seat replaces a sealed choice or undoes instead of answering, and a referee inspects."""

    replaces: float = 0.0
    undoes: float = 0.0
    inspects: float = 0.0


STEADY = Habits()
VENTURES = 0.1
"""How often a seat fills in a form instead of choosing a listed option."""
RESTLESS = Habits(replaces=0.1, undoes=0.04, inspects=0.01)
MOST_COMMANDS = 2_000
DIGESTED = 200


def play_on(table: Table, rng: Random, habits: Habits = STEADY, steps: int = MOST_COMMANDS) -> Table:
    """Plays at most `steps` more commands, and stops at the end of the match."""
    for _ in range(steps):
        if table.match.closed is not None:
            break
        step(table, rng, habits)
    return table


def played(
    game: Game,
    seats: int,
    seed: object,
    habits: Habits = STEADY,
    steps: int = MOST_COMMANDS,
    options: Raw = NO_OPTIONS,
) -> Table:
    """Plays a match from its opening; the same arguments give the same match."""
    rng = Random(f"{game.name}/{seats}/{seed}")
    return play_on(opened(game, seats, rng, options), rng, habits, steps)


def step(table: Table, rng: Random, habits: Habits) -> None:
    """Plays one command of some seat; an undo takes several."""
    luck = rng.random()
    if luck < habits.undoes and go_back(table, rng):
        return
    if luck < habits.undoes + habits.replaces and (sealed := _sealed(table)):
        seat = rng.choice(sealed)
        if table.refusal(choice := chosen(table, seat, rng), seat) is None:
            table.do(choice, seat)
            return
    if rng.random() < habits.inspects:
        table.do(Inspect("inspector"), by=Author.REFEREE)
    seat = rng.choice(table.match.waiting)
    ventured = venture(table.game, table.match.state, seat, rng)
    if ventured is None or table.refusal(ventured, seat) is not None:
        ventured = chosen(table, seat, rng)
    table.do(ventured, seat)


def venture(game: Game, state: Any, seat: int, rng: Random) -> Any:
    """Returns now and then one of a seat's forms, filled in, and otherwise None."""
    forms = game.forms(state, seat)
    return filled(rng.choice(forms), rng) if forms and rng.random() < VENTURES else None


def chosen(table: Table, seat: int, rng: Random) -> Any:
    """Returns a random option of a seat."""
    return choose(table.game.name, table.game.options(table.match.state, seat), rng)


def go_back(table: Table, rng: Random) -> bool:
    """Lets a random seat undo to a recent moment, by a request if necessary; not all requests are granted."""
    moments = table.moments()[-12:]
    if not moments:
        return False
    seat = rng.choice(table.match.playing)
    command = TakeBack(rng.choice(moments), ask=True)
    if table.refusal(command, seat) is not None:
        return False
    table.do(command, seat)
    vote(table, rng.random() < 0.8, rng)
    return True


def vote(table: Table, grant: bool, rng: Random) -> None:
    """Lets all other seats answer the open request, if there is one, in random order; a refusal is the last answer."""
    if (request := table.match.request) is None:
        return
    others = [seat for seat in table.match.playing if seat != request.seat]
    rng.shuffle(others)
    for other in others:
        if table.match.request is not None:
            table.do(AnswerUndo(request.number, grant or other != others[-1]), other)


def _sealed(table: Table) -> list[int]:
    state = table.match.state
    assert state is not None
    return [prompt.seat for prompt in state.prompts if find_sealed_choice(state, prompt.seat) is not None]


def decided_again(game: Game, match: str, secret: bytes, stored: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yields each stored batch together with the batch that its command gives when it is decided again."""
    again = Table(game, match, secret)
    decode = codec(game)
    for batch in stored:
        told = decode.batch(batch)
        wanted = Intent(command=decode.command(told.cmd), raw=told.cmd, at=told.at, seat=told.seat, by=told.by)
        decided = decide(game, again.match, wanted, again.keys, again.log)
        yield batch, encode_batch(decided.batch)
        again.match = decided.match
        again.log += decided.entries


def digest(name: str, seats: int, seed: object) -> str:
    """Returns one digest of a few restless matches, which is the same in every process."""
    total = sha256()
    for number in range(3):
        total.update(played(game(name), seats, f"{seed}/{number}", RESTLESS, DIGESTED).head)
    return total.hexdigest()


if __name__ == "__main__":
    print(digest(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
