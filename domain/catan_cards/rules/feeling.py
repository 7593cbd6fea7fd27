"""Public Feeling: placing it, moving it, and paying three stars for a discarded card (K4, K10, K11, R34, R37, R88)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import Command, FetchAction, MoveFeeling, PlaceFeeling
from chronik.domain.catan_cards.events import FeelingMoved, FeelingPlaced, Fetched
from chronik.domain.catan_cards.facts.load import PUBLIC_FEELING, CardKind, Effect, Facts, Subtype
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.principality.axis import card_of, find_land
from chronik.domain.catan_cards.prompts import ActionPrompt, Why
from chronik.domain.catan_cards.rules.paying import require_stars
from chronik.domain.catan_cards.rules.purchases import FETCH
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.area import Area, action, answer
from chronik.domain.engine.game import Rejected

FEELING = CardKind.PUBLIC_FEELING

FETCHABLE = (Subtype.NEUTRAL, Subtype.PROTECTION)


def place(batch: Batch, prompt: ActionPrompt, command: PlaceFeeling) -> None:
    """Places Public Feeling from the hand beside one of the seat's regions, for free (R34)."""
    own = batch.seat(prompt.seat)
    if command.card not in own.hand or card_of(batch.facts, command.card).kind is not FEELING:
        raise Rejected("card")
    if find_land(own, command.region) is None:
        raise Rejected("region")
    batch.add(FeelingPlaced(prompt.seat, command.card, command.region))


def move(batch: Batch, prompt: ActionPrompt, command: MoveFeeling) -> None:
    """Moves Public Feeling to another region of the seat, once per turn (R88)."""
    own = batch.seat(prompt.seat)
    at = {feeling.card: feeling.region for feeling in own.feelings}
    if command.card not in at:
        raise Rejected("card")
    if command.card in own.used:
        raise Rejected("used")
    if find_land(own, command.region) is None or command.region == at[command.card]:
        raise Rejected("region")
    batch.add(FeelingMoved(prompt.seat, command.card, command.region))


def fetch(batch: Batch, prompt: ActionPrompt, command: FetchAction) -> None:
    """Takes a neutral or protection card from the discard pile for three stars (K10)."""
    of, pile = _pile(batch.state, prompt.seat)
    if command.card not in pile or card_of(batch.facts, command.card).subtype not in FETCHABLE:
        raise Rejected("pile")
    stars = batch.facts.cards[PUBLIC_FEELING].numbers.fetch
    require_stars(batch, prompt.seat, stars)
    batch.add(Fetched(prompt.seat, command.card, Why.FEELING, of, stars))


def _pile(state: State, seat: int) -> tuple[int | None, tuple[str, ...]]:
    """Returns the owner and the cards of the pile to fetch from: the common pile, or the seat's pile (T8)."""
    return (seat, state.discards[seat]) if state.options.mode is Mode.TOURNAMENT else (None, state.discards[0])


def ways_to_place(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns a command for each Public Feeling in hand and each region of the seat."""
    own = state.seats[seat]
    cards = [card for card in own.hand if card_of(facts, card).kind is FEELING]
    return [PlaceFeeling(card, one.region) for card in cards for one in own.lands]


def ways_to_move(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns a command for each Public Feeling not moved this turn and each other region of the seat."""
    own = state.seats[seat]
    return [
        MoveFeeling(feeling.card, one.region)
        for feeling in own.feelings
        if feeling.card not in own.used
        for one in own.lands
        if one.region != feeling.region
    ]


def ways_to_fetch(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns a command for each neutral and protection card in the pile, for a seat that has the stars."""
    return [FetchAction(card) for card in _pile(state, seat)[1] if card_of(facts, card).subtype in FETCHABLE]


AREA = Area(
    answers=(
        answer(PlaceFeeling, ActionPrompt, place),
        answer(MoveFeeling, ActionPrompt, move),
        answer(FetchAction, ActionPrompt, fetch),
    ),
    actions=(
        action(ways_to_place, Effect.PUBLIC_FEELING),
        action(ways_to_move),
        action(ways_to_fetch, FETCH),
    ),
)
