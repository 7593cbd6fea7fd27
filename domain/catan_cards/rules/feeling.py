"""Public Feeling: laid down, moved, and three stars for a card of the discard pile (K4, K10, K11, R34, R37, R88)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.commands import Command, FetchAction, MoveFeeling, PlaceFeeling
from domain.catan_cards.events import FeelingMoved, FeelingPlaced, Fetched
from domain.catan_cards.facts.load import PUBLIC_FEELING, CardKind, Facts, Subtype
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import card_of, land
from domain.catan_cards.prompts import ActionPrompt, Why
from domain.catan_cards.rules.paying import need_stars
from domain.catan_cards.state import State
from domain.engine.area import Area, answer
from domain.engine.game import Rejected

FETCHABLE = (Subtype.NEUTRAL, Subtype.PROTECTION)


def place(batch: Batch, prompt: ActionPrompt, command: PlaceFeeling) -> None:
    """Public Feeling is laid out of the hand beside an own region, for free (R34)."""
    own = batch.seat(prompt.seat)
    if command.card not in own.hand or card_of(batch.facts, command.card).kind is not CardKind.PUBLIC_FEELING:
        raise Rejected("card")
    if land(own, command.region) is None:
        raise Rejected("region")
    batch.happen(FeelingPlaced(prompt.seat, command.card, command.region))


def move(batch: Batch, prompt: ActionPrompt, command: MoveFeeling) -> None:
    """Once in the own turn to another own region (R88)."""
    own = batch.seat(prompt.seat)
    at = {feeling.card: feeling.region for feeling in own.feelings}
    if command.card not in at:
        raise Rejected("card")
    if command.card in own.used:
        raise Rejected("used")
    if land(own, command.region) is None or command.region == at[command.card]:
        raise Rejected("region")
    batch.happen(FeelingMoved(prompt.seat, command.card, command.region))


def fetch(batch: Batch, prompt: ActionPrompt, command: FetchAction) -> None:
    """Three stars for a neutral or protection card of the discard pile (K10)."""
    of, pile = _pile(batch.state, prompt.seat)
    if command.card not in pile or card_of(batch.facts, command.card).subtype not in FETCHABLE:
        raise Rejected("pile")
    stars = batch.facts.cards[PUBLIC_FEELING].numbers.fetch
    need_stars(batch, prompt.seat, stars)
    batch.happen(Fetched(prompt.seat, command.card, Why.FEELING, of, stars))


def _pile(state: State, seat: int) -> tuple[int | None, tuple[str, ...]]:
    """Whose discard pile a seat fetches from, and its cards: the common one, in the tournament game its own (T8)."""
    return (seat, state.discards[seat]) if state.options.mode is Mode.TOURNAMENT else (None, state.discards[0])


def ways_to_place(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Every Public Feeling in hand, beside every own region."""
    own = state.seats[seat]
    cards = [card for card in own.hand if card_of(facts, card).kind is CardKind.PUBLIC_FEELING]
    return [PlaceFeeling(card, one.region) for card in cards for one in own.lands]


def ways_to_move(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Every Public Feeling that was not moved in this turn, to every other own region."""
    own = state.seats[seat]
    return [
        MoveFeeling(feeling.card, one.region)
        for feeling in own.feelings
        if feeling.card not in own.used
        for one in own.lands
        if one.region != feeling.region
    ]


def ways_to_fetch(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Every neutral and protection card of the pile, for a seat with three stars."""
    if state.seats[seat].stars < facts.cards[PUBLIC_FEELING].numbers.fetch:
        return ()
    return [FetchAction(card) for card in _pile(state, seat)[1] if card_of(facts, card).subtype in FETCHABLE]


AREA = Area(
    answers=(
        answer(PlaceFeeling, ActionPrompt, place),
        answer(MoveFeeling, ActionPrompt, move),
        answer(FetchAction, ActionPrompt, fetch),
    ),
    actions=(ways_to_place, ways_to_move, ways_to_fetch),
)
