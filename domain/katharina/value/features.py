"""The features of a seat: what predicts that it wins. All are integers, and most are points or counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import astuple

from chronik.domain.engine.valuing import STAGES, Position
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.prompts import ResolvePrompt
from chronik.domain.katharina.rules.final import count_matched
from chronik.domain.katharina.rules.interim import cannon_points
from chronik.domain.katharina.rules.residences import income, largest_group
from chronik.domain.katharina.rules.symbols import count_symbols
from chronik.domain.katharina.state import DECADES, ROUNDS, SeatState, State


class Seen(Struct, frozen=True, kw_only=True, gc=False):
    """The features of a seat that everyone sees. Flags are 0 or 1.

    `network` and `payout` are the points of the final scoring if the match ended now, `cannon_points` those of an
    interim scoring. `coming` are the points of all interim scorings that are left, if nothing changed.
    """

    points: int
    favour: int
    income: int
    multiplier: int
    residences: int
    group: int
    residence_income: int
    matched: int
    payout: int
    tiles: int
    jokers: int
    cannons: int
    cannon_points: int
    books: int
    most_books: int
    fewest_books: int
    hand: int
    hand_limit: int
    network: int
    coming: int
    action_row: int
    free_slots: int
    resolving: int


class Hidden(Struct, frozen=True, kw_only=True, gc=False):
    """The features that only the seat knows: its hand.

    `pairs` counts the cards beyond the first of their colour, `matching` the cards in the colour of an action card
    with an empty slot.
    """

    pairs: int
    matching: int
    hand_cannons: int
    hand_books: int
    hand_goods: int
    hand_residences: int


def position(facts: Facts, state: State) -> Position:
    """Returns a state as the model sees it."""
    seats = state.seats
    symbols = [count_symbols(facts, seat) for seat in seats]
    books = [counts[facts.book] for counts in symbols]
    cannons = [counts[facts.cannon] for counts in symbols]
    by_cannons = cannon_points(cannons)
    most, fewest = max(books), min(books)
    resolving = {prompt.seat for prompt in state.prompts if isinstance(prompt, ResolvePrompt)}
    interims = DECADES - max(0, state.decade - 1)
    rows: list[tuple[int, ...]] = []
    for number, seat in enumerate(seats):
        step, group = facts.track[seat.favour], largest_group(facts, seat)
        matched, by_residences = count_matched(facts, seat), income(facts, seat)
        seen = Seen(
            points=seat.points,
            favour=seat.favour,
            income=step.income,
            multiplier=step.multiplier,
            residences=len(seat.residences),
            group=group,
            residence_income=by_residences,
            matched=matched,
            payout=facts.payouts.get(matched, 0),
            tiles=sum(seat.tiles),
            jokers=seat.jokers,
            cannons=cannons[number],
            cannon_points=by_cannons[number],
            books=books[number],
            most_books=int(books[number] == most),
            fewest_books=int(books[number] == fewest),
            hand=len(seat.hand),
            hand_limit=step.hand_limit,
            network=group * step.multiplier,
            coming=interims * (step.income + by_residences + by_cannons[number]),
            action_row=len(seat.action_row),
            free_slots=seat.activation.count(None),
            resolving=int(number in resolving),
        )
        rows.append((*astuple(seen), *_hand(facts, seat.hand, _open_colours(facts, seat))))
    return Position(stage=_stage(state), rows=tuple(rows))


def _stage(state: State) -> int:
    """Returns the share of rounds that are over."""
    over = ROUNDS * (state.decade - 1) + state.round - 1 if state.decade else 0
    return STAGES * over // (ROUNDS * DECADES)


def _open_colours(facts: Facts, seat: SeatState) -> tuple[str, ...]:
    """Returns the colours of the action cards with an empty slot."""
    row = zip(seat.action_row, seat.activation, strict=True)
    return tuple(sorted({facts.cards[card].colour for card, below in row if below is None}))


@lru_cache(maxsize=1 << 12)
def _hand(facts: Facts, hand: tuple[str, ...], open: Sequence[str]) -> tuple[int, ...]:
    """Returns the features of a hand."""
    cards = [facts.cards[card] for card in hand]
    colours = [card.colour for card in cards]
    symbols = [sum(counts) for counts in zip(*(card.symbols for card in cards), strict=True)] or [0] * (facts.book + 1)
    hidden = Hidden(
        pairs=len(colours) - len(set(colours)),
        matching=sum([colour in open for colour in colours]),
        hand_cannons=symbols[facts.cannon],
        hand_books=symbols[facts.book],
        hand_goods=sum(symbols[: facts.cannon]),
        hand_residences=sum([card.action.gain.residence for card in cards]),
    )
    return astuple(hidden)
