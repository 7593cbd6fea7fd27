"""Golden matches: recorded logs that every later version must fold to the same states and views, and decide alike.

`python -m tests.golden.record` records them anew. Those of a released rules version stay as they are: what they say is
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
from chronik.service.web.openapi.layout import format_json
from tests.every_game.forked import begun, moments
from tests.every_game.playout import NO_OPTIONS, Habits, Table, opened, play_on, step, vote
from tests.support.engine.timed import REFEREE, Timed

HERE = Path(__file__).parent

RELEASED = frozenset((name, 1) for name in CURRENT)
"""The games with the rules versions that were released; from then on their golden matches are frozen."""

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
"""By game its presets, each with a number of seats and of points: those of random matches go on for long."""

VARIANTS: dict[str, dict[str, Raw]] = {
    "catan_cards": {
        "base": Raw(b'{"mode":"base"}'),
        "extended": NO_OPTIONS,
        "tournament-brought": Raw(b'{"mode":"tournament"}'),
        "tournament-house": Raw(b'{"mode":"tournament","decks":"house","house":["artists","knights"]}'),
    }
}
"""By game that has no presets the options of which each is recorded."""

FEW_POINTS = Raw(b'{"victory_points":5}')


class Head(Struct, frozen=True):
    """The first line of a golden log: what is needed to decide it again."""

    game: str
    rules: int
    match: str
    secret: str


class Expected(Struct, frozen=True):
    """What a golden log must give: the last head, the result (none of a match called off), and after each entry the
    state and every viewer's view.
    """

    head: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    states: tuple[str, ...]
    views: dict[str, tuple[str, ...]]


class Golden(Struct, frozen=True):
    """A recorded match, as it lies in three files."""

    name: str
    head: Head
    batches: tuple[bytes, ...]
    expected: Expected


def golden_of(directory: Path) -> Iterator[Golden]:
    """The golden matches of a game."""
    for file in sorted(directory.glob("*.ndjson")):
        first, *batches = file.read_bytes().splitlines()
        expected = msgspec.json.decode(file.with_suffix(".json").read_bytes(), type=Expected)
        yield Golden(file.stem, msgspec.json.decode(first, type=Head), tuple(batches), expected)


def viewers(seats: int) -> dict[str, Viewer]:
    return {**{f"seat {n}": Seat(n) for n in range(seats)}, "spectator": Spectator(), "referee": Referee()}


def expected(game: Game, projection: Projection, table: Table) -> Expected:
    """What a match gives, entry by entry."""
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
    """Sixteen hex digits that stand for a value; the order of fields does not matter."""
    return sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()[:16]


def snapshot(game: Game, projection: Projection, log: Sequence[Entry]) -> str:
    """The match for people: what the first seat sees in the middle and at the end."""
    parts: list[str] = []
    for entry, match in walk(game, Match(id="00"), log):
        if entry.n in (len(log) // 2, len(log)):
            seen = format_json(to_plain(view(projection, match, Seat(0))))
            parts.append(f"Version {entry.n}, as seat 0 sees it:\n\n{seen}\n")
    return "\n".join(parts)


def records(name: str) -> Iterator[tuple[str, Table]]:
    """Matches of each number of seats, preset or variant, one with an undo across a barrier, some with a clock."""
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
    """A match in which the first hands are taken back, that were found in stacks which one had looked through."""
    rng = Random(f"golden/{game.name}/{game.version}/undone-look")
    table = play_on(opened(game, seats, rng), rng, steps=seats)
    to = table.match.version
    play_on(table, rng, steps=2 * seats + 1)
    table.do(TakeBack(to, ask=True), 0)
    vote(table, True, rng)
    return play_on(table, rng, HABITS)


def forfeited(game: Game, seats: int = 3) -> Timed:
    """A match with a pause and more time, in which one gives up, if there are enough, and one lets its time pass."""
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
    """A match in which the clock answers now and then, and a referee says how it ends."""
    rng = Random(f"golden/{game.name}/{game.version}/ruled")
    table = Timed(Clock(command=60), 2, game, NO_OPTIONS, Takebacks.OWN)
    for _ in range(6):
        play_on(table.after(5), rng, HABITS, 3)
        table.after(60).called()
    table.do(RuleResult(REFEREE, (4, 9), (2, 1), Cause.CONDUCT), by=Author.REFEREE)
    return table


def deserted(game: Game) -> Timed:
    """A match that both leave in the middle: the clock answers for them until they are out."""
    rng = Random(f"golden/{game.name}/{game.version}/deserted")
    table = Timed(Clock(command=60), 2, game, NO_OPTIONS)
    play_on(table, rng, HABITS, 30)
    while table.match.closed is None:
        table.after(60).called()
    return table


def called_off(game: Game) -> Timed:
    """A match in the middle of which its tournament is called off."""
    rng = Random(f"golden/{game.name}/{game.version}/called-off")
    table = Timed(Clock(command=60), 2, game, NO_OPTIONS)
    play_on(table, rng, HABITS, 20)
    table.do(CallOff(REFEREE), by=Author.REFEREE)
    return table


def forked(game: Game) -> Table:
    """A match that begins in the middle of another one, as a seat knew it there, and is called off soon."""
    some = sorted(moments(game.name), key=lambda moment: moment.match.version)
    moment = some[len(some) * 3 // 4]
    table = begun(game.name, moment.match, moment.fork(game, 1))
    play_on(table, Random(game.name), steps=5)
    table.do(CallOff(REFEREE), by=Author.ENGINE)
    return table


def resigned(game: Game) -> Table:
    """A match of Cities & Knights in which a seat gives up that has accepted an offer."""
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
    """The offers of one card for another that the next seat could accept."""
    state = table.state
    if not state.prompts or not isinstance(state.prompts[0], ActionPrompt):
        return []
    gives, wants = ([to_cards(one_kind(kind)) for kind in range(len(KINDS)) if hand[kind]] for hand in hands_of(state))
    return [OfferTrade(give, want) for give in gives for want in wants if give != want]


def hands_of(state: Any) -> tuple[Counts, Counts]:
    """The hands of the active seat and of the next one."""
    return state.seats[state.active].hand, state.seats[(state.active + 1) % len(state.seats)].hand


def write(name: str, directory: Path) -> None:
    """Writes the golden matches of a game: the log, what it must give, and a snapshot for people."""
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
