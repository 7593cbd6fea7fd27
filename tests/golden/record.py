"""Golden matches: recorded logs for which every later version must give the same states, views and decisions.

`python -m tests.golden.record` records them again. Those of a released rules version are never changed: they define
what old matches mean. Only `--force` overwrites them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Raw, Struct

from chronik.domain.cities_knights.cards.kinds import KINDS, Counts, one_kind, to_cards
from chronik.domain.cities_knights.commands import AcceptOffer, OfferTrade
from chronik.domain.cities_knights.prompts import ActionPrompt
from chronik.domain.engine.game import Game, Outcome
from chronik.domain.engine.match.clock import AtZero, Clock, Takebacks
from chronik.domain.engine.match.commands import CallOff, Extend, Pause, Resign, Resume, RuleResult, TakeBack
from chronik.domain.engine.match.events import Cause
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Author, Entry
from chronik.domain.engine.match.match import Match, outcome
from chronik.domain.engine.seats import Referee, Seat, Spectator, Viewer
from chronik.domain.games import CURRENT, game
from chronik.projections.games import projection
from chronik.projections.match.frames import to_plain, view
from chronik.projections.match.projection import Projection
from tests.every_game.forked import begun, moments
from tests.every_game.playout import NO_OPTIONS, Habits, Table, opened, play_on, step, vote
from tests.support.engine.timed import REFEREE, Timed

HERE = Path(__file__).parent

RELEASED = frozenset((name, 1) for name in CURRENT)
"""The games with their released rules versions, whose golden matches are frozen."""

HABITS = Habits(replaces=0.05)

PRESETS = {
    "cities_knights": (
        ("standard", 3, 9),
        ("official_2020", 4, 7),
        ("official_2025", 2, 7),
        ("online_de_literal", 3, 7),
        ("short_de_literal", 4, 7),
    )
}
"""The presets of each game, each with a number of seats and of points; few points, for random matches are long."""

VARIANTS: dict[str, dict[str, Raw]] = {
    "catan_cards": {
        "base": Raw(b'{"mode":"base"}'),
        "extended": NO_OPTIONS,
        "tournament-brought": Raw(b'{"mode":"tournament"}'),
        "tournament-house": Raw(b'{"mode":"tournament","decks":"house","house":["artists","knights"]}'),
    }
}
"""The recorded options of each game without presets."""

FEW_POINTS = Raw(b'{"victory_points":5}')


class Head(Struct, frozen=True):
    """The first line of a golden log: the data needed to decide it again."""

    game: str
    rules: int
    match: str
    secret: str


class Expected(Struct, frozen=True):
    """The expected values of a golden log: the last head, the result (empty if called off), and after each entry the
    state and every viewer's view.
    """

    head: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    states: tuple[str, ...]
    views: dict[str, tuple[str, ...]]


class Golden(Struct, frozen=True):
    """A recorded match, which is stored in three files."""

    name: str
    head: Head
    batches: tuple[bytes, ...]
    expected: Expected


def golden_of(directory: Path) -> Iterator[Golden]:
    """Yields the golden matches of a game."""
    for file in sorted(directory.glob("*.ndjson")):
        first, *batches = file.read_bytes().splitlines()
        expected = msgspec.json.decode(file.with_suffix(".json").read_bytes(), type=Expected)
        yield Golden(file.stem, msgspec.json.decode(first, type=Head), tuple(batches), expected)


def viewers(seats: int) -> dict[str, Viewer]:
    return {**{f"seat {n}": Seat(n) for n in range(seats)}, "spectator": Spectator(), "referee": Referee()}


def expected(game: Game, projection: Projection, table: Table) -> Expected:
    """Returns the values of a match, entry by entry."""
    ended = outcome(game, table.match) or Outcome((), ())
    matches = [match for _, match in walk(game, Match(id=table.match.id), table.log)]
    return Expected(
        head=table.head.hex(),
        points=ended.points,
        places=ended.places,
        states=tuple(digest(to_plain(match.state)) for match in matches),
        views={
            name: tuple(digest(to_plain(view(projection, match, viewer))) for match in matches)
            for name, viewer in viewers(len(table.match.chairs)).items()
        },
    )


def digest(value: Any) -> str:
    """Returns sixteen hex digits that identify a value; the order of fields does not matter."""
    return sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()[:16]


def snapshot(game: Game, projection: Projection, log: Sequence[Entry]) -> str:
    """Returns the views of the first seat in the middle and at the end of a match, one in each line."""
    lines: list[str] = []
    for entry, match in walk(game, Match(id="00"), log):
        if entry.n in (len(log) // 2, len(log)):
            seen = {"version": entry.n, "seat": 0, "view": to_plain(view(projection, match, Seat(0)))}
            lines.append(msgspec.json.encode(seen).decode() + "\n")
    return "".join(lines)


def records(name: str) -> Iterator[tuple[str, Table]]:
    """Yields matches for each number of seats, preset or variant: some with a clock, one undone past a barrier."""
    rules = game(name)
    seats = min(3, max(rules.seats))
    yield f"{seats}-seats-forfeited", forfeited(rules, seats)
    yield "2-seats-ruled", ruled(rules)
    yield "2-seats-deserted", deserted(rules)
    yield "2-seats-called-off", called_off(rules)
    yield "forked", forked(rules)
    if name == "cities_knights":
        yield "3-seats-resigned", resigned(rules)
    for title, seats, points in PRESETS.get(name, ()):
        options = {**rules.presets[title], "victory_points": points}
        yield f"{title}-{seats}-seats", recorded(rules, seats, undo=False, options=Raw(msgspec.json.encode(options)))
    if name in PRESETS:
        yield f"{rules.seats[0]}-seats-undo", recorded(rules, rules.seats[0], undo=True, options=FEW_POINTS)
        return
    if name in VARIANTS:
        for title, variant in VARIANTS[name].items():
            yield title, recorded(rules, rules.seats[0], undo=False, options=variant)
        yield "undo-across-a-look", undone_look(rules, rules.seats[0])
        return
    for seats in rules.seats:
        yield f"{seats}-seats", recorded(rules, seats, undo=False)
    yield f"{rules.seats[0]}-seats-undo", recorded(rules, rules.seats[0], undo=True)


def recorded(game: Game, seats: int, undo: bool, options: Raw = NO_OPTIONS) -> Table:
    rng = Random(f"golden/{game.name}/{game.version}/{seats}/{undo}")
    table = opened(game, seats, rng, options)
    if undo:
        play_on(table, rng, HABITS, 5 * seats)
        to = table.match.version
        play_on(table, rng, HABITS, 3 * seats)
        assert any(game.barrier(entry.e) for entry in table.log[to:])
        table.do(TakeBack(to, ask=True), 0)
        vote(table, True, rng)
    return play_on(table, rng, HABITS)


def undone_look(game: Game, seats: int) -> Table:
    """Plays a match in which the first hands, found by looking through stacks, are taken back."""
    rng = Random(f"golden/{game.name}/{game.version}/undone-look")
    table = play_on(opened(game, seats, rng), rng, steps=seats)
    to = table.match.version
    play_on(table, rng, steps=2 * seats + 1)
    table.do(TakeBack(to, ask=True), 0)
    vote(table, True, rng)
    return play_on(table, rng, HABITS)


def forfeited(game: Game, seats: int = 3) -> Timed:
    """Plays a match with a pause and added time, in which a seat runs out of time and, with enough, one resigns."""
    rng = Random(f"golden/{game.name}/{game.version}/forfeited")
    table = Timed(Clock(command=60, match=240, increment=5, at_zero=AtZero.FORFEIT), seats, game, NO_OPTIONS)
    play_on(table.after(2), rng, HABITS, 8)
    table.after(1).do(Pause(REFEREE, Cause.ERROR), by=Author.REFEREE)
    table.after(900).do(Resume(REFEREE), by=Author.REFEREE)
    table.do(Extend(REFEREE, 30, cause=Cause.TIME), by=Author.REFEREE)
    play_on(table.after(20), rng, HABITS, 8)
    if seats > 2:
        table.do(Resign(), 2)
    play_on(table.after(3), rng, HABITS, 4)
    table.after(100).called()
    return table


def ruled(game: Game) -> Timed:
    """Plays a match in which the clock answers now and then, and a referee rules on the result."""
    rng = Random(f"golden/{game.name}/{game.version}/ruled")
    table = Timed(Clock(command=60), 2, game, NO_OPTIONS, Takebacks.OWN)
    for _ in range(6):
        play_on(table.after(5), rng, HABITS, 3)
        table.after(60).called()
    table.do(RuleResult(REFEREE, (4, 9), (2, 1), Cause.CONDUCT), by=Author.REFEREE)
    return table


def deserted(game: Game) -> Timed:
    """Plays a match that both players leave: the clock answers for them until they are out."""
    rng = Random(f"golden/{game.name}/{game.version}/deserted")
    table = Timed(Clock(command=60), 2, game, NO_OPTIONS)
    play_on(table, rng, HABITS, 30)
    while table.match.closed is None:
        table.after(60).called()
    return table


def called_off(game: Game) -> Timed:
    """Plays a match whose tournament is called off in the middle."""
    rng = Random(f"golden/{game.name}/{game.version}/called-off")
    table = Timed(Clock(command=60), 2, game, NO_OPTIONS)
    play_on(table, rng, HABITS, 20)
    table.do(CallOff(REFEREE), by=Author.REFEREE)
    return table


def forked(game: Game) -> Table:
    """Plays a match that starts from a seat's view in the middle of another one and is soon called off."""
    some = sorted(moments(game.name), key=lambda moment: moment.match.version)
    moment = some[len(some) * 3 // 4]
    table = begun(game.name, moment.match, moment.fork(game, 1))
    play_on(table, Random(game.name), steps=5)
    table.do(CallOff(REFEREE), by=Author.ENGINE)
    return table


def resigned(game: Game) -> Table:
    """Plays a match of Cities & Knights in which a seat resigns after accepting an offer."""
    rng = Random(f"golden/{game.name}/{game.version}/resigned")
    table = opened(game, 3, rng)
    while not (offers := offers_to_the_next(table)):
        step(table, rng, Habits())
    active = table.state.active
    partner = (active + 1) % 3
    table.do(offers[0], active)
    table.do(AcceptOffer(table.state.offered), partner)
    table.do(Resign(), partner)
    play_on(table, rng, steps=4)
    table.do(CallOff(REFEREE), by=Author.REFEREE)
    return table


def offers_to_the_next(table: Table) -> list[OfferTrade]:
    """Returns the offers of one card for another that the next seat could accept."""
    state = table.state
    if not state.prompts or not isinstance(state.prompts[0], ActionPrompt):
        return []
    gives, wants = ([to_cards(one_kind(kind)) for kind in range(len(KINDS)) if hand[kind]] for hand in hands_of(state))
    return [OfferTrade(give, want) for give in gives for want in wants if give != want]


def hands_of(state: Any) -> tuple[Counts, Counts]:
    """Returns the hands of the active seat and of the next one."""
    return state.seats[state.active].hand, state.seats[(state.active + 1) % len(state.seats)].hand


def write(name: str, directory: Path) -> None:
    """Writes the golden matches of a game: the log, the expected values, and a snapshot for people."""
    directory.mkdir(parents=True, exist_ok=True)
    rules, read = game(name), projection(name)
    for title, table in records(name):
        file = directory / f"v{rules.version}-{title}"
        head = Head(rules.name, rules.version, table.match.id, table.keys.secret.hex())
        lines = (msgspec.json.encode(head), *table.stored)
        file.with_suffix(".ndjson").write_bytes(b"\n".join(lines) + b"\n")
        file.with_suffix(".json").write_bytes(msgspec.json.encode(expected(rules, read, table)) + b"\n")
        file.with_suffix(".txt").write_text(snapshot(rules, read, table.log), "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Record the golden matches of the current rules versions anew.")
    parser.add_argument("--force", action="store_true", help="those of released versions too")
    forced = parser.parse_args().force
    frozen = [name for name, version in CURRENT.items() if (name, version) in RELEASED]
    if frozen and not forced:
        print(f"The golden matches of {', '.join(frozen)} are released: they stay. (--force overwrites them.)")
        return 1
    for name in CURRENT:
        write(name, HERE / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
