"""The hand step: shed, draw, search, fetch an Artwork, exchange, end the turn (B36 to B40, K24, R56, R69 to R72)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product, starmap

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.kinds import Counts, Kind, single
from chronik.domain.catan_cards.commands import (
    Command,
    DrawCard,
    EndActions,
    EndTurn,
    Exchange,
    FetchArtwork,
    PickCard,
    SearchForCard,
)
from chronik.domain.catan_cards.events import (
    ActionsEnded,
    CardDrawn,
    CardPicked,
    CardsShed,
    Fetched,
    StackSearched,
    TurnBegan,
)
from chronik.domain.catan_cards.facts.load import Effect, Facts
from chronik.domain.catan_cards.principality.axis import card_of, cards_with_effect
from chronik.domain.catan_cards.principality.stores import can_give, count_resources, heaviest_payment, payment
from chronik.domain.catan_cards.prompts import ActionPrompt, HandPrompt, PickPrompt, Why
from chronik.domain.catan_cards.rules.paying import resolve_payment
from chronik.domain.catan_cards.rules.shedding import owner_of_stacks, shed_down
from chronik.domain.catan_cards.rules.stacks import cards_in, stacks_with_cards
from chronik.domain.catan_cards.state import SeatState, State
from chronik.domain.engine.area import Area, action, answer, default, option
from chronik.domain.engine.game import Rejected

SEARCH_DISCOUNT = Effect.SEARCH_DISCOUNT


def end_actions(batch: Batch, prompt: ActionPrompt, command: EndActions) -> None:
    """Starts the hand step, even if there is nothing to do in it (R99); cards above the limit are shed first (B37)."""
    batch.add(ActionsEnded(prompt.seat))
    shed_down(batch, prompt.seat)


def end_turn(batch: Batch, prompt: HandPrompt, command: EndTurn) -> None:
    """Passes the dice; raises `Rejected` while drawing is compulsory (R84)."""
    if must_draw(batch.facts, batch.state, prompt):
        raise Rejected("must-draw", left=prompt.left)
    batch.add(TurnBegan(1 - prompt.seat))


def must_draw(facts: Facts, state: State, prompt: HandPrompt) -> bool:
    """Returns whether the seat must draw: it is below the limit, and an allowed stack has a card (R84, R66)."""
    return prompt.left > 0 and bool(stacks_with_cards(facts, state, prompt.seat))


# Drawing and searching


def draw_card(batch: Batch, prompt: HandPrompt, command: DrawCard) -> None:
    """Draws the top card of a stack for free (B38)."""
    _check_room(prompt)
    _check_filled(batch, prompt, command.stack)
    _draw(batch, prompt.seat, command.stack)


def _draw(batch: Batch, seat: int, stack: int) -> None:
    top = cards_in(batch.facts, batch.state, seat, stack)[0]
    batch.add(CardDrawn(seat, stack, top, owner_of_stacks(batch.state, seat)))


def search_for_card(batch: Batch, prompt: HandPrompt, command: SearchForCard) -> None:
    """Pays resources of any kinds to search a stack; the seat looks first and then chooses (B38, E12)."""
    _check_room(prompt)
    _check_filled(batch, prompt, command.stack)
    _search(batch, prompt.seat, command.stack, _search_payment(batch, prompt.seat, command.pay), Why.SEARCH)


def _search_payment(batch: Batch, seat: int, pay: tuple[str, ...] | None) -> tuple[str, ...]:
    """Returns the regions that pay for a search; they must pay the exact price (R5)."""
    own = batch.seat(seat)
    price = search_price(batch.facts, own)
    if count_resources(own) < price:
        raise Rejected("cost")
    if pay is None:
        return heaviest_payment(batch.facts, own, price)
    if len(pay) != price or not can_give(own, pay):
        raise Rejected("payment")
    return pay


def search_price(facts: Facts, seat: SeatState) -> int:
    """Returns the price of a search in resources of any kinds: two, or one with a Town Hall (B38, B59)."""
    cheaper = cards_with_effect(facts, seat, SEARCH_DISCOUNT)
    prices = [card_of(facts, one.card).numbers.search_cost for one in cheaper]
    return min([facts.constants.search_price, *prices])


def _search(batch: Batch, seat: int, stack: int, paid: tuple[str, ...], why: Why) -> None:
    batch.add(StackSearched(seat, stack, why, owner_of_stacks(batch.state, seat), paid))
    batch.ask((PickPrompt(seat, stack),))


def pick_card(batch: Batch, prompt: PickPrompt, command: PickCard) -> None:
    """Takes a card from the searched stack; the seat must take one (B38, R84)."""
    if command.card not in cards_in(batch.facts, batch.state, prompt.seat, prompt.stack):
        raise Rejected("card")
    batch.add(CardPicked(prompt.seat, prompt.stack, command.card, owner_of_stacks(batch.state, prompt.seat)))


def _check_room(prompt: HandPrompt) -> None:
    if not prompt.left:
        raise Rejected("hand-full")


def _check_filled(batch: Batch, prompt: HandPrompt, stack: int) -> None:
    if not cards_in(batch.facts, batch.state, prompt.seat, stack):
        raise Rejected("stack")


# An Artwork from the discard pile (K24, R56)


def fetch_artwork(batch: Batch, prompt: HandPrompt, command: FetchArtwork) -> None:
    """Takes an Artwork for gold, once per turn, thanks to the Patron's House; it counts as a drawn card."""
    _check_room(prompt)
    facts, own = batch.facts, batch.seat(prompt.seat)
    price = artwork_price(facts, own)
    if price is None:
        raise Rejected("card")
    if own.fetched:
        raise Rejected("used")
    if command.card not in artworks(facts, batch.state, prompt.seat):
        raise Rejected("card")
    gold = resolve_payment(batch, prompt.seat, price, command.pay)
    of = owner_of_stacks(batch.state, prompt.seat)
    batch.add(Fetched(prompt.seat, command.card, Why.ARTWORK, of, paid=gold))


def artwork_price(facts: Facts, seat: SeatState) -> Counts | None:
    """Returns the price in gold of fetching an Artwork; None without a Patron's House."""
    for one in cards_with_effect(facts, seat, Effect.PATRONS_HOUSE):
        return single(Kind.GOLD, card_of(facts, one.card).numbers.artwork_retrieval_gold)
    return None


def artworks(facts: Facts, state: State, seat: int) -> list[str]:
    """Returns the Artworks in the discard pile: the common pile, or the seat's in the tournament game (K24)."""
    pile = state.discards[owner_of_stacks(state, seat) or 0]
    return [card for card in pile if card_of(facts, card).effect is Effect.ARTWORK]


# Exchanging (B39)


def exchange(batch: Batch, prompt: HandPrompt, command: Exchange) -> None:
    """Puts a hand card under a stack, then draws the stack's top card or pays to search it (B39, R72, R84)."""
    if not prompt.exchange:
        raise Rejected("no-exchange")
    seat, stack = prompt.seat, command.stack
    if command.card not in batch.seat(seat).hand:
        raise Rejected("card")
    _check_filled(batch, prompt, stack)
    if not command.search and command.pay is not None:
        raise Rejected("payment")
    price = _search_payment(batch, seat, command.pay) if command.search else ()
    batch.add(CardsShed(seat, (command.card,), (stack,), Why.EXCHANGE, owner_of_stacks(batch.state, seat)))
    if command.search:
        _search(batch, seat, stack, price, Why.EXCHANGE)
    else:
        _draw(batch, seat, stack)


# Options and defaults


def ways_to_end_actions(facts: Facts, state: State, seat: int) -> list[Command]:
    """Returns the command to end the action phase, which is always possible."""
    return [EndActions()]


def ways_to_fill(facts: Facts, state: State, prompt: HandPrompt) -> Sequence[Command]:
    """Returns draws, searches and Artworks if the hand is below the limit, else exchanges; then `EndTurn` if legal."""
    seat, own = prompt.seat, state.seats[prompt.seat]
    filled = stacks_with_cards(facts, state, seat)
    searches = count_resources(own) >= search_price(facts, own)
    ways: list[Command] = []
    if prompt.left:
        ways += [DrawCard(stack) for stack in filled]
        ways += [SearchForCard(stack) for stack in filled if searches]
        price = artwork_price(facts, own)
        if price is not None and not own.fetched and payment(facts, own, price) is not None:
            ways += [FetchArtwork(card) for card in artworks(facts, state, seat)]
    elif prompt.exchange:
        ways += starmap(Exchange, product(own.hand, filled, (False, True) if searches else (False,)))
    if not prompt.left or not filled:  # as in `must_draw`
        ways.append(EndTurn())
    return ways


def default_hand_step(facts: Facts, state: State, prompt: HandPrompt) -> Command:
    """Returns the default: draw from the first stack, or end the turn if drawing is not compulsory (R90)."""
    if must_draw(facts, state, prompt):
        return DrawCard(stacks_with_cards(facts, state, prompt.seat)[0])
    return EndTurn()


def ways_to_pick(facts: Facts, state: State, prompt: PickPrompt) -> Sequence[PickCard]:
    """Returns a command for each card in the stack."""
    return [PickCard(card) for card in cards_in(facts, state, prompt.seat, prompt.stack)]


def default_pick(facts: Facts, state: State, prompt: PickPrompt) -> PickCard:
    """Returns the default: the top card (R90)."""
    return PickCard(cards_in(facts, state, prompt.seat, prompt.stack)[0])


def default_action(facts: Facts, state: State, prompt: ActionPrompt) -> EndActions:
    """Returns the default: the end of the action phase (R90)."""
    return EndActions()


AREA = Area(
    answers=(
        answer(EndActions, ActionPrompt, end_actions),
        answer(EndTurn, HandPrompt, end_turn),
        answer(DrawCard, HandPrompt, draw_card),
        answer(SearchForCard, HandPrompt, search_for_card),
        answer(PickCard, PickPrompt, pick_card),
        answer(FetchArtwork, HandPrompt, fetch_artwork),
        answer(Exchange, HandPrompt, exchange),
    ),
    options=(option(HandPrompt, ways_to_fill), option(PickPrompt, ways_to_pick)),
    actions=(action(ways_to_end_actions),),
    defaults=(
        default(HandPrompt, default_hand_step),
        default(PickPrompt, default_pick),
        default(ActionPrompt, default_action),
    ),
)
