"""Memory: what a seat knows of cards that lie face down, and what each move of a card makes of it (E10).

A `Sight` never says anything false: a card at a place is there unless it is one of the `gone` that may have left
unseen. Its size, places less `gone`, is that of the stack.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.state import HandSight, Sight

NOTHING = Sight()
EMPTY_HAND = HandSight()


def unseen(size: int) -> Sight:
    """A stack of which nothing is known."""
    return Sight((None,) * size)


def seen(cards: tuple[str, ...]) -> Sight:
    """A stack that one has just looked through."""
    return Sight(cards)


def top_drawn(sight: Sight, card: str) -> Sight:
    """After one drew the top card oneself: every place above it is now known to have been empty."""
    at = sight.slots.index(card if card in sight.slots else None)
    return _settled(sight.slots[at + 1 :], sight.gone - at)


def top_lost(sight: Sight) -> tuple[Sight, str | None]:
    """After another one drew the top card; also that card, where it must have been this one."""
    if sight.gone:
        return _settled(sight.slots, sight.gone + 1), None
    return _settled(sight.slots[1:], 0), sight.slots[0]


def one_lost(sight: Sight) -> Sight:
    """After another one took a card out of the middle."""
    return _settled(sight.slots, sight.gone + 1)


def taken(sight: Sight, card: str) -> Sight:
    """After one took a card oneself out of a stack that one has looked through."""
    return _settled(tuple([slot for slot in sight.slots if slot != card]), sight.gone)


def put_under(sight: Sight, card: str | None) -> Sight:
    """After a card was put under the stack, None for who has not seen it."""
    return Sight((*sight.slots, card), sight.gone)


def surfaced(sight: Sight, cards: frozenset[str]) -> Sight:
    """After cards were seen elsewhere: those that one knew here are some of those that had left."""
    here = cards.intersection(sight.slots)
    if not here:
        return sight
    return _settled(tuple([slot for slot in sight.slots if slot not in here]), sight.gone - len(here))


def _settled(slots: tuple[str | None, ...], gone: int) -> Sight:
    """Nothing is remembered of an empty stack."""
    return Sight(slots, gone) if len(slots) > gone else NOTHING


# The other's hand


def came(hand: HandSight, card: str) -> HandSight:
    """After a card came into the other's hand, and one knows it."""
    return HandSight((*hand.cards, card), hand.gone)


def left(hand: HandSight, cards: Sequence[str]) -> HandSight:
    """After cards left the other's hand openly, or were seen elsewhere."""
    stay = tuple([known for known in hand.cards if known not in cards])
    return _held(stay, hand.gone) if len(stay) < len(hand.cards) else hand


def found_elsewhere(hand: HandSight, cards: tuple[str, ...]) -> HandSight:
    """After cards were seen in a stack: those that were known to be in the other's hand are some that had left."""
    found = frozenset(hand.cards).intersection(cards)
    if not found:
        return hand
    return _held(tuple([known for known in hand.cards if known not in found]), max(0, hand.gone - len(found)))


def went_unseen(hand: HandSight, cards: Sequence[str]) -> HandSight:
    """After so many cards of the other's hand went face down under stacks, whichever they are."""
    return _held(hand.cards, hand.gone + len(cards)) if hand.cards else hand


def shown(cards: tuple[str, ...]) -> HandSight:
    """After one has seen the whole hand, in the order of ids: nobody is told which card came last."""
    return HandSight(tuple(sorted(cards)))


def _held(cards: tuple[str, ...], gone: int) -> HandSight:
    """Nothing is remembered of a hand of which no card is known."""
    return HandSight(cards, gone) if cards else EMPTY_HAND
