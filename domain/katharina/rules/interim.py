"""The interim scoring that ends a decade (I)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.engine.game import Rejected
from domain.katharina.commands import BuildOrPass
from domain.katharina.events import (
    BookResidence,
    BooksCompared,
    CannonsScored,
    DisplaysCleared,
    Draw,
    PromptsOpened,
    ResidencesScored,
    TrackScored,
)
from domain.katharina.facts.load import Facts
from domain.katharina.making import Batch
from domain.katharina.prompts import BuildPrompt
from domain.katharina.rules.favour import risen, room
from domain.katharina.rules.piles import draw_under_limit, happen_drawing
from domain.katharina.rules.residences import built, free_cities, income, is_crown, supply
from domain.katharina.rules.symbols import books, cannons
from domain.katharina.state import DRAWN, SeatState

MORE, EQUAL = 4, 2


def pairs(seats: int) -> tuple[tuple[int, int], ...]:
    """The neighbours that compare their cannons, each pair once (I1, Q6)."""
    return ((0, 1),) if seats == 2 else tuple((seat, (seat + 1) % seats) for seat in range(seats))


def score_cannons(batch: Batch) -> None:
    """Each pair of neighbours hands out four points (I1)."""
    counts = tuple(cannons(batch.facts, seat) for seat in batch.state.seats)
    points = [0] * len(counts)
    for a, b in pairs(len(counts)):
        if counts[a] == counts[b]:
            points[a] += EQUAL
            points[b] += EQUAL
        else:
            points[a if counts[a] > counts[b] else b] += MORE
    batch.happen(CannonsScored(counts, tuple(points)))


def compare_books(batch: Batch) -> None:
    """The most books build, the fewest get nothing, all others a joker tile; "most" is checked first (I2, Q27)."""
    counts = tuple(books(batch.facts, seat) for seat in batch.state.seats)
    most, fewest = max(counts), min(counts)
    builders = tuple(seat for seat, count in enumerate(counts) if count == most)
    jokers = tuple(seat for seat, count in enumerate(counts) if fewest < count < most)
    assert len(jokers) <= batch.state.jokers, "six joker tiles cannot run out (P2, Q1)"
    batch.happen(BooksCompared(counts, builders, jokers))
    # Q30: a seat whose supply is empty is not asked.
    asked = tuple(BuildPrompt(seat) for seat in builders if supply(batch.state.seats[seat]))
    if asked:
        batch.happen(PromptsOpened(asked))


def judge_build(facts: Facts, seat: SeatState, command: BuildOrPass) -> None:
    """Any city without an own residence, or none (I2, B1, Q15)."""
    if command.city is not None and command.city not in (allowed := free_cities(facts, seat)):
        raise Rejected("city", allowed=allowed)


def build_all(batch: Batch, choices: Mapping[int, BuildOrPass]) -> None:
    """The seats with the most books build in seat order (Q15); with an empty supply they draw a card (B4, Q8)."""
    for number in batch.state.builders:
        seat = batch.state.seats[number]
        if not supply(seat):
            drawn = min(1, room(batch.facts, seat))
            happen_drawing(batch, BookResidence(number, lost_cards=1 - drawn), drawn)
        else:
            batch.happen(book_residence(batch.facts, number, seat, choices[number].city))


def score_residences(batch: Batch) -> None:
    """One point for each residence, one more in each "1" city (I3, C8)."""
    batch.happen(ResidencesScored(tuple(income(batch.facts, seat) for seat in batch.state.seats)))


def score_track(batch: Batch) -> None:
    """The income of each seat's favour step (I4)."""
    track = batch.facts.track
    batch.happen(TrackScored(tuple(track[seat.favour].income for seat in batch.state.seats)))


def clear_displays(batch: Batch) -> None:
    """Activated cards and those below them are discarded; three cards stay (I5)."""
    batch.happen(DisplaysCleared())


def draw_after_decade(batch: Batch) -> None:
    """Two cards under the hand limit, a point for each card not drawn (I6)."""
    draw_under_limit(batch, Draw.DECADE, DRAWN)


def book_residence(facts: Facts, number: int, seat: SeatState, city: str | None) -> BookResidence:
    """What a city, or None, brings a seat with the most books (I2, B3)."""
    if city is None:
        return BookResidence(number)
    _, tile = built(facts, seat, city)
    up, lost = risen(facts, seat.favour, 1 if is_crown(facts, city) else 0)
    return BookResidence(number, city=city, tile=tile, favour=up, lost_steps=lost * facts.points_per_lost_step)
