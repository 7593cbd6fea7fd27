"""What all action cards have in common: which may be played, and how one goes from the hand to a pile (3.8, R17).

A card is played, does what it does, and is done; it lies open in `State.playing` meanwhile. A card that may ask
something waits underneath with `wait`; one that never does says `finish` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from domain.catan_cards.events import CardDone
from domain.catan_cards.facts.load import Card, Effect, Facts, Subtype
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import card_of, has
from domain.catan_cards.rules.chapel import compensate
from domain.catan_cards.state import Continuation, Question, State
from domain.engine.area import Area, follow
from domain.engine.game import Rejected


class Play(Struct, frozen=True):
    """A card of which nothing is chosen beforehand: whether it could do anything (B34), and what it does.

    `able` is called with the facts, the state, the seat and the printed card, which it may hold or not; `carry_out`
    after the card was played, with the batch, the seat and the printed card.
    """

    effect: Effect
    able: Callable[[Facts, State, int, Card], bool]
    carry_out: Callable[[Batch, int, Card], None]


def judged(batch: Batch, seat: int, card: str, *effects: Effect) -> Card:
    """What is printed on a card in hand that does one of these; raises `card`, `locked` and `requires`."""
    printed = card_of(batch.facts, card) if card in batch.seat(seat).hand else None
    if printed is None or printed.effect not in effects:
        raise Rejected("card")
    if why := barred(batch.facts, batch.state, seat, printed):
        raise Rejected(why)
    return printed


def playable(facts: Facts, state: State, seat: int, *effects: Effect) -> Iterator[tuple[str, Card]]:
    """The cards in hand that do one of these and may be played, with what is printed on them, as they came."""
    for card in state.seats[seat].hand:
        printed = card_of(facts, card)
        if printed.effect in effects and not barred(facts, state, seat, printed):
            yield card, printed


def barred(facts: Facts, state: State, seat: int, card: Card) -> str | None:
    """Why a seat may not play a card now, if it may not: the lock of B33, or a building it lacks (B28, R15)."""
    if not (state.unlocked or _always_open(state, card)):
        return "locked"
    if not all(has(state.seats[seat], building) for building in card.requires):
        return "requires"
    return None


def _always_open(state: State, card: Card) -> bool:
    """Protection cards never wait for seven points, nor does a Scout, where the option says so (B33, R20)."""
    scout = card.effect is Effect.CHOOSE_NEW_REGIONS and state.options.scout_exempt
    return scout or card.subtype is Subtype.PROTECTION


def wait(batch: Batch) -> None:
    """The card that was played is done as soon as everything asked about it is answered."""
    batch.ask((), Continuation.CARD_DONE)


def finish(batch: Batch) -> None:
    """What was played goes to the piles of who played it, the protection card last (R17, T8, R60); then the Chapel."""
    playing = batch.state.playing
    for one in playing:
        batch.happen(CardDone(one.seat, one.card))
    compensate(batch, playing[0])


def done(batch: Batch, question: Question) -> None:
    """Everything about the card is answered."""
    finish(batch)


AREA = Area(follows=(follow(Continuation.CARD_DONE, done),))
