"""Recorded draws: `verify` draws every round again, so a method that changes its draws needs a new name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from hashlib import sha256

import msgspec
import pytest
from msgspec.structs import replace

from chronik.domain.engine.chance import Stream
from chronik.domain.tournament.methods import elimination, matching, round_robin, schedule_search, swiss
from chronik.domain.tournament.methods.contenders import Contender, Draw, Pair
from chronik.domain.tournament.methods.elimination import PlayedRound
from chronik.domain.tournament.methods.pods import draw as pods
from chronik.domain.tournament.methods.pods import joint_search, search

APART: frozenset[Pair] = frozenset({(1, 2), (3, 5)})
POINTS = (5, 3, 2, 1)


def build_stream(label: str) -> Stream:
    return Stream(bytes(32), label)


def build_field(n: int) -> list[Contender]:
    return [Contender(entrant, entrant, club="abc "[entrant % 4].strip()) for entrant in range(1, n + 1)]


def play_round(people: Sequence[Contender], draw: Draw, chance: Stream) -> list[Contender]:
    """Returns the contenders after a round with random results."""
    known = {each.entrant: replace(each, byes=each.byes + (each.entrant in draw.byes)) for each in people}
    for table in draw.tables:
        for seat, (entrant, points) in enumerate(zip(table, chance.shuffle(POINTS[: len(table)]), strict=True)):
            each = known[entrant]
            known[entrant] = replace(
                each,
                score=each.score + Fraction(points),
                opponents=each.opponents + tuple(other for other in table if other != entrant),
                seats=(*each.seats, seat),
                sizes=(*each.sizes, len(table)),
            )
    order = sorted(known.values(), key=lambda each: (-each.score, each.entrant))
    return [replace(each, rank=rank) for rank, each in enumerate(order, 1)]


def draw_rounds(people: list[Contender], many: int, draw: Callable[[list[Contender], Stream], Draw]) -> Iterator[Draw]:
    for number in range(many):
        yield (drawn := draw(people, build_stream(f"round/{number}")))
        people = play_round(people, drawn, build_stream(f"results/{number}"))


def pods_of(n: int, size: int) -> Iterable[Draw]:
    return draw_rounds(build_field(n), 3, lambda people, chance: pods.draw(people, size, APART, chance))


def ahead_of(n: int, size: int) -> Iterable[Draw]:
    return pods.draw_preliminaries(build_field(n), size, 4, APART, build_stream("ahead"))


def swiss_of(n: int) -> Iterable[Draw]:
    return draw_rounds(build_field(n), 4, lambda people, chance: swiss.draw(people, APART, chance))


def all_of(n: int, size: int) -> Iterable[Draw]:
    return round_robin.schedule(range(1, n + 1), size)


def write_draw(n: int, table: int, advance: int) -> Iterable[Draw]:
    done: list[PlayedRound] = []
    while (draw := elimination.draw(range(1, n + 1), table, advance, done)) is not None:
        yield draw
        chance = build_stream(f"results/{len(done)}")
        results = [(order, tuple(1 + chance.below(len(order)) for _ in order)) for order in draw.tables]
        done.append((results, draw.byes))


def digest(draws: Iterable[Draw]) -> str:
    return sha256(msgspec.json.encode(list(draws))).hexdigest()[:16]


DRAWN: list[tuple[Callable[..., Iterable[Draw]], tuple[int, ...], str]] = [
    (pods_of, (8, 4), "e056dc2e09e84c3a"),
    (pods_of, (7, 3), "6b58e2cd066618ff"),
    (pods_of, (9, 4), "37b3a545327cb148"),
    (pods_of, (13, 4), "e15d8fa15e9eff61"),
    (pods_of, (14, 3), "4036abad8aeecd0f"),
    (pods_of, (19, 4), "bb638b659ee51696"),
    (pods_of, (23, 3), "0dfe63cd4eac802e"),
    (ahead_of, (7, 4), "537d04785e7649cf"),
    (ahead_of, (9, 3), "d83c95cd8d98d480"),
    (ahead_of, (12, 4), "802028089ac2cb85"),
    (ahead_of, (13, 4), "ce030c3939f6a6dd"),
    (swiss_of, (4,), "83a57ae1b7ad92c5"),
    (swiss_of, (7,), "7eddcfee4c68aa62"),
    (swiss_of, (12,), "059d06e80dde9152"),
    (swiss_of, (19,), "ec4c242ae28feb7d"),
    (all_of, (6, 2), "a50503829b1a6aa3"),
    (all_of, (7, 2), "720ea0b41e283de4"),
    (all_of, (5, 3), "31291219a6f8d50b"),
    (all_of, (6, 3), "dd0bd5944cf37deb"),
    (all_of, (7, 4), "038d03bee01496db"),
    (all_of, (8, 3), "f9bcc06c9b904f5a"),
    (all_of, (9, 3), "64e62e5662350886"),
    (all_of, (10, 4), "9d5c02e247f500da"),
    (all_of, (11, 4), "99de3fbe655629de"),
    (all_of, (14, 3), "462f8eb7bdd91a25"),
    (write_draw, (13, 2, 1), "8710bf4edc25e9ed"),
    (write_draw, (16, 4, 1), "4442954e936094ac"),
    (write_draw, (21, 4, 2), "07c67c17e118d0b0"),
    (write_draw, (17, 3, 2), "cc9e73066e908c8f"),
]


@pytest.mark.parametrize(("draws", "of", "drawn"), DRAWN, ids=lambda part: getattr(part, "__name__", str(part)))
def test_each_method_draws_the_same_rounds_as_recorded(
    draws: Callable[..., Iterable[Draw]], of: tuple[int, ...], drawn: str
) -> None:
    assert digest(draws(*of)) == drawn


def test_the_pairs_that_the_sparse_search_considers_match_the_recorded_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "EXACT", 4)
    assert digest(swiss_of(19)) == "9c23b7e027542e30"
    assert digest(swiss_of(24)) == "637769b1612b915f"


def test_the_search_limits_of_each_method_are_fixed() -> None:
    """Other limits would change the draws of fields that are too large for a test."""
    assert (matching.EXACT, matching.FORESTS) == (100, 6)
    assert (search.EXACT, search.PASSES, search.PARTS, search.IDLE, search.STARTS) == (16, 30, 120, 3, 4)
    assert (joint_search.WORK, joint_search.STEPS, joint_search.WALK, joint_search.SWEEPS) == (
        6_000_000,
        300,
        5_000,
        60,
    )
    assert (joint_search.SHORTEST, joint_search.LONGEST) == (4, 100)
    assert (pods.FEW, pods.TRIALS) == (12, 12)
    assert (schedule_search.APART, schedule_search.EVEN, schedule_search.SWAPS) == (3, (0, 3), 15_000)
    assert schedule_search.MORE[:5] == (-9, 7, 19, 37, 61)
    assert len(schedule_search.MORE) == 63
    assert swiss.TICKETS == 2**32
