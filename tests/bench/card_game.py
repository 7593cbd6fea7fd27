"""The card game: what memory adds to a view (P10), and what the check of a deck list costs (P11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.json import Encoder
from msgspec.structs import replace

from chronik.domain.catan_cards.sight import unknown_stack
from chronik.domain.catan_cards.state import HandSight, State
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Seat
from chronik.domain.games import game
from chronik.projections.games import projection
from chronik.projections.match.frames import view
from tests.bench.matches import several, titled
from tests.bench.measure import YARDSTICK, compared, duration, repeated
from tests.bench.table import Row, against, alone, at_most

GAME = "catan_cards"
MATCHES, TIMES, CHECKS = 6, 20, 100
ENCODE = Encoder().encode


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P10 and P11 about memory and lists."""
    said = partial(titled, GAME)
    if "P10" in goals:
        found = compared(*(duration(repeated(views(known), TIMES)) for known in (True, False)))
        yield against("P10", said("view of a seat with its memory"), "without", "µs", found, at_most(1.3))
    if "P11" in goals:
        found = compared(duration(repeated(checks(), CHECKS)), YARDSTICK)
        yield alone("P11", said("check of a list of cards"), "µs", found.ours, at_most(1_000, "µs"), found.anchor)


def views(known: bool) -> Callable[[], int]:
    """Returns a function that builds and encodes views of a seat in several matches, with or without its memory."""
    shown = projection(GAME)
    moments = [step.match for match in several(GAME, MATCHES) for step in match.steps[2::5]]
    if not known:
        moments = [without_cache(moment) for moment in moments]

    def all_of_them() -> int:
        for moment in moments:
            ENCODE(view(shown, moment, Seat(0)))
        return len(moments)

    return all_of_them


def without_cache(match: Match) -> Match:
    """Returns the match as if no seat had ever seen a hidden card."""
    state: State = match.state
    seats = tuple(
        replace(seat, sights=tuple(unknown_stack(len(pile)) for pile in state.stacks), hand_sight=HandSight())
        for seat in state.seats
    )
    return replace(match, state=replace(state, seats=seats))


def checks() -> Callable[[], int]:
    """Returns a function that judges the built-in lists in each format and writes them again, as a check does."""
    rules = game(GAME)
    assert rules.lists is not None
    lists, options = rules.lists, rules.options_type()
    spelled = [lists.parse(text, "en") for text in lists.built_in(options)]
    texts = [text for one in spelled for text in (one.json, one.toml, one.lines, one.code)]

    def all_of_them() -> int:
        for text in texts:
            lists.problems(options, text)
            lists.parse(text, "en")
        return len(texts)

    return all_of_them
