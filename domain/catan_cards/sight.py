"""Memory: a seat's knowledge of face-down cards, and how it changes when a card moves (E10).

A `Sight` never says anything false: a named card is at its place unless it is one of the `gone` cards that left unseen.
The number of places minus `gone` is the size of the stack.
"""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.state import HandSight, Sight

NOTHING = Sight()
EMPTY_HAND = HandSight()


def unknown_stack(size: int) -> Sight:
    """Returns the memory of a stack about which nothing is known."""
    return Sight((None,) * size)


def remember_stack(cards: tuple[str, ...]) -> Sight:
    """Returns the memory of a stack that the seat has just looked through."""
    return Sight(cards)


def draw_top(sight: Sight, card: str) -> Sight:
    """Returns the memory after the seat drew the top card; cards remembered above it must have left before."""
    at = sight.slots.index(card if card in sight.slots else None)
    return _forget_empty(sight.slots[at + 1 :], sight.gone - at)


def lose_top(sight: Sight) -> tuple[Sight, str | None]:
    """Returns the memory after the other seat drew the top card, and the drawn card if it is known."""
    if sight.gone:
        return _forget_empty(sight.slots, sight.gone + 1), None
    return _forget_empty(sight.slots[1:], 0), sight.slots[0]


def lose_one(sight: Sight) -> Sight:
    """Returns the memory of a stack after the other seat took a card from anywhere in it."""
    return _forget_empty(sight.slots, sight.gone + 1)


def take_card(sight: Sight, card: str) -> Sight:
    """Returns the memory after the seat took a card from a stack it has looked through."""
    return _forget_empty(tuple([slot for slot in sight.slots if slot != card]), sight.gone)


def put_under(sight: Sight, card: str | None) -> Sight:
    """Returns the memory after a card was put under the stack; `card` is None if the seat has not seen it."""
    return Sight((*sight.slots, card), sight.gone)


def drop_surfaced(sight: Sight, cards: frozenset[str]) -> Sight:
    """Returns the memory after cards were seen elsewhere; those remembered here must be among the cards that left."""
    here = cards.intersection(sight.slots)
    if not here:
        return sight
    return _forget_empty(tuple([slot for slot in sight.slots if slot not in here]), sight.gone - len(here))


def _forget_empty(slots: tuple[str | None, ...], gone: int) -> Sight:
    """Returns the memory, or an empty one if the stack is empty."""
    return Sight(slots, gone) if len(slots) > gone else NOTHING


# The other seat's hand


def learn_card(hand: HandSight, card: str) -> HandSight:
    """Returns the memory of the other hand after a card that the seat knows came into it."""
    return HandSight((*hand.cards, card), hand.gone)


def drop_cards(hand: HandSight, cards: Sequence[str]) -> HandSight:
    """Returns the memory of the other hand after cards left it openly, or were seen elsewhere."""
    stay = tuple([known for known in hand.cards if known not in cards])
    return _forget_unknown(stay, hand.gone) if len(stay) < len(hand.cards) else hand


def drop_found(hand: HandSight, cards: tuple[str, ...]) -> HandSight:
    """Returns the memory of the other hand after cards were seen in a stack, and so must have left the hand."""
    found = frozenset(hand.cards).intersection(cards)
    if not found:
        return hand
    return _forget_unknown(tuple([known for known in hand.cards if known not in found]), max(0, hand.gone - len(found)))


def lose_unseen(hand: HandSight, cards: Sequence[str]) -> HandSight:
    """Returns what a player still knows of the other hand after some of its cards were put face down under stacks.

    Which cards left the hand is unknown; only their number counts.
    """
    return _forget_unknown(hand.cards, hand.gone + len(cards)) if hand.cards else hand


def remember_hand(cards: tuple[str, ...]) -> HandSight:
    """Returns the memory of a hand seen completely, sorted by id so that it does not show which card came last."""
    return HandSight(tuple(sorted(cards)))


def _forget_unknown(cards: tuple[str, ...], gone: int) -> HandSight:
    """Returns the memory, or an empty one if no card of the hand is known."""
    return HandSight(cards, gone) if cards else EMPTY_HAND
