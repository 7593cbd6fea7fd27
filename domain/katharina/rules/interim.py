"""The interim scoring that ends a decade (I)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chronik.domain.engine.game import Rejected
from chronik.domain.katharina.batch import Batch
from chronik.domain.katharina.commands import BuildOrPass
from chronik.domain.katharina.events import (
    BookResidence,
    BooksCompared,
    CannonsScored,
    DisplaysCleared,
    Draw,
    PromptsOpened,
    ResidencesScored,
    TrackScored,
)
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.prompts import BuildPrompt
from chronik.domain.katharina.rules.favour import count_drawable, count_steps
from chronik.domain.katharina.rules.piles import add_with_draw, draw_under_limit
from chronik.domain.katharina.rules.residences import build, free_cities, income, is_crown, supply
from chronik.domain.katharina.rules.symbols import books, cannons
from chronik.domain.katharina.state import DRAWN, SeatState

MORE, EQUAL = 4, 2


def neighbour_pairs(seats: int) -> tuple[tuple[int, int], ...]:
    """Returns the pairs of neighbours that compare their cannons (I1, Q6)."""
    return ((0, 1),) if seats == 2 else tuple((seat, (seat + 1) % seats) for seat in range(seats))


def score_cannons(batch: Batch) -> None:
    """Scores cannons: four points for each pair of neighbours (I1)."""
    counts = tuple(cannons(batch.facts, seat) for seat in batch.state.seats)
    batch.add(CannonsScored(counts, cannon_points(counts)))


def cannon_points(counts: Sequence[int]) -> tuple[int, ...]:
    """Returns the points of each seat for its number of cannons (I1)."""
    points = [0] * len(counts)
    for a, b in neighbour_pairs(len(counts)):
        if counts[a] == counts[b]:
            points[a] += EQUAL
            points[b] += EQUAL
        else:
            points[a if counts[a] > counts[b] else b] += MORE
    return tuple(points)


def compare_books(batch: Batch) -> None:
    """Asks seats with the most books to build. Other seats, except those with the fewest, get a joker (I2, Q27)."""
    counts = tuple(books(batch.facts, seat) for seat in batch.state.seats)
    most, fewest = max(counts), min(counts)
    builders = tuple(seat for seat, count in enumerate(counts) if count == most)
    jokers = tuple(seat for seat, count in enumerate(counts) if fewest < count < most)
    assert len(jokers) <= batch.state.jokers, "six joker tiles cannot run out (P2, Q1)"
    batch.add(BooksCompared(counts, builders, jokers))
    # Q30: a seat whose supply is empty is not asked.
    asked = tuple(BuildPrompt(seat) for seat in builders if supply(batch.state.seats[seat]))
    if asked:
        batch.add(PromptsOpened(asked))


def judge_build(facts: Facts, seat: SeatState, command: BuildOrPass) -> None:
    """Raises `Rejected` if the seat already has a residence in the city that it names (I2, B1, Q15)."""
    if command.city is not None and command.city not in (allowed := free_cities(facts, seat)):
        raise Rejected("city", allowed=allowed)


def build_all(batch: Batch, choices: Mapping[int, BuildOrPass]) -> None:
    """Builds for the seats with the most books, in seat order (Q15). A seat with no residence left draws (B4, Q8)."""
    for number in batch.state.builders:
        seat = batch.state.seats[number]
        if not supply(seat):
            drawn = min(1, count_drawable(batch.facts, seat))
            add_with_draw(batch, BookResidence(number, lost_cards=1 - drawn), drawn)
        else:
            batch.add(book_residence(batch.facts, number, seat, choices[number].city))


def score_residences(batch: Batch) -> None:
    """Scores one point for each residence, and one more in each "1" city (I3, C8)."""
    batch.add(ResidencesScored(tuple(income(batch.facts, seat) for seat in batch.state.seats)))


def score_track(batch: Batch) -> None:
    """Scores the income of each seat's favour step (I4)."""
    track = batch.facts.track
    batch.add(TrackScored(tuple(track[seat.favour].income for seat in batch.state.seats)))


def clear_displays(batch: Batch) -> None:
    """Discards the activated cards and the cards below them. Three cards stay in each action row (I5)."""
    batch.add(DisplaysCleared())


def draw_after_decade(batch: Batch) -> None:
    """Draws two cards for each seat within its hand limit, and scores a point for each card not drawn (I6)."""
    draw_under_limit(batch, Draw.DECADE, DRAWN)


def book_residence(facts: Facts, number: int, seat: SeatState, city: str | None) -> BookResidence:
    """Returns the event in which a seat with the most books builds, or passes if `city` is None (I2, B3)."""
    if city is None:
        return BookResidence(number)
    _, tile = build(facts, seat, city)
    up, lost = count_steps(facts, seat.favour, 1 if is_crown(facts, city) else 0)
    return BookResidence(number, city=city, tile=tile, favour=up, lost_steps=lost * facts.points_per_lost_step)
