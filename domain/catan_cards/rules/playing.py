"""Rules that all action cards share: when they may be played, and how they reach the discard pile (3.8, R17).

A played card stays open in `State.playing` until it is resolved. A card that may ask a question calls
`wait_for_answers`; any other card calls `finish`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

from msgspec import Struct

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.events import CardDone
from chronik.domain.catan_cards.facts.load import Card, Effect, Facts, Subtype
from chronik.domain.catan_cards.principality.axis import card_of, has_card
from chronik.domain.catan_cards.rules.chapel import compensate
from chronik.domain.catan_cards.state import Continuation, Question, State
from chronik.domain.engine.area import Area, follow
from chronik.domain.engine.game import Rejected


class Play(Struct, frozen=True):
    """A card that needs no choice in advance: whether it would have any effect (B34), and the effect itself.

    `able` is called with the facts, the state, the seat and the printed card, even if the seat does not hold it.
    `carry_out` is called after the card was played, with the batch, the seat and the printed card.
    """

    effect: Effect
    able: Callable[[Facts, State, int, Card], bool]
    carry_out: Callable[[Batch, int, Card], None]


def require_playable(batch: Batch, seat: int, card: str, *effects: Effect) -> Card:
    """Returns the printed facts of a hand card with one of these effects; raises `card`, `locked` or `requires`."""
    printed = card_of(batch.facts, card) if card in batch.seat(seat).hand else None
    if printed is None or printed.effect not in effects:
        raise Rejected("card")
    if why := play_refusal(batch.facts, batch.state, seat, printed):
        raise Rejected(why)
    return printed


def playable_cards(
    facts: Facts, state: State, seat: int, effects: Container[Effect | None]
) -> Iterator[tuple[str, Card]]:
    """Yields the hand cards with one of these effects that may be played, with their printed cards."""
    for card in state.seats[seat].hand:
        printed = card_of(facts, card)
        if printed.effect in effects and not play_refusal(facts, state, seat, printed):
            yield card, printed


def play_refusal(facts: Facts, state: State, seat: int, card: Card) -> str | None:
    """Returns the refusal if a seat may not play a card now: the 7-VP lock (B33), or a missing building (B28, R15)."""
    if not (state.unlocked or _is_exempt_from_lock(state, card)):
        return "locked"
    if not all(has_card(state.seats[seat], building) for building in card.requires):
        return "requires"
    return None


def _is_exempt_from_lock(state: State, card: Card) -> bool:
    """Returns whether the lock spares a card: a protection card, or a Scout if the option says so (B33, R20)."""
    scout = card.effect is Effect.CHOOSE_NEW_REGIONS and state.options.scout_exempt
    return scout or card.subtype is Subtype.PROTECTION


def wait_for_answers(batch: Batch) -> None:
    """Postpones resolving the played card until all questions about it are answered."""
    batch.ask((), Continuation.CARD_DONE)


def finish(batch: Batch) -> None:
    """Puts the played cards on their players' piles, the protection card last (R17, T8, R60); then the Chapel acts."""
    playing = batch.state.playing
    for one in playing:
        batch.add(CardDone(one.seat, one.card))
    compensate(batch, playing[0])


def finish_when_answered(batch: Batch, question: Question) -> None:
    """Resolves the card, now that its questions are answered."""
    finish(batch)


AREA = Area(follows=(follow(Continuation.CARD_DONE, finish_when_answered),))
