"""The set-up: decks, layouts, who begins, first hands (B2 to B8, X5, T4 to T6, R64, R75, R76)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from domain.catan_cards.cards.ids import title
from domain.catan_cards.commands import BringDeck, ChooseLayout, ChooseStack, Command, TakeCards
from domain.catan_cards.deck.copies import pool_of
from domain.catan_cards.deck.deck_list import DeckList, of_house, ordered
from domain.catan_cards.deck.problems import faults
from domain.catan_cards.events import (
    CardsTaken,
    Committed,
    Deck,
    DecksBrought,
    FirstRolled,
    LayoutsShown,
    StackSearched,
    TurnBegan,
)
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.rulesets import DeckSource, Mode
from domain.catan_cards.making import Batch
from domain.catan_cards.prompts import DeckPrompt, LayoutPrompt, StackPrompt, TakeCardsPrompt, Why
from domain.catan_cards.rules.dealing import POOL, shuffle_common, shuffle_own
from domain.catan_cards.rules.stacks import cards_in, filled_stacks
from domain.catan_cards.state import Continuation, Question, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected
from domain.engine.sealing import MAX_REPLACED, choices, is_awaited, is_final

DIE = 6


def deal(batch: Batch) -> None:
    """What the start of a match brings: the question for decks, or everything up to that for layouts."""
    options, seats = batch.state.options, range(len(batch.state.seats))
    if options.mode is not Mode.TOURNAMENT:
        lay_out(batch)
    elif options.decks is DeckSource.HOUSE:
        brought(batch, [house_deck(batch.facts, batch.state, seat) for seat in seats])
        lay_out(batch)
    else:
        batch.ask([DeckPrompt(seat) for seat in seats], Continuation.DECKS)


def seal(batch: Batch, seat: int, choice: Command) -> bool:
    """A choice is sealed, or replaces the one that was; tells whether nobody is waited for any more (R64, R76)."""
    if is_final(batch.state.sealed[seat]):
        raise Rejected("replaced-too-often", most=MAX_REPLACED)
    batch.happen(Committed(seat, choice))
    return not is_awaited(batch.state)


# Decks


def bring_deck(batch: Batch, prompt: DeckPrompt, command: BringDeck) -> None:
    """A legal deck is sealed as its list is written (T13); the last one shows to each its own."""
    deck = canonical(batch.facts, command)
    if wrong := faults(batch.facts, DeckList(cards=deck.cards, events=deck.events)):
        raise Rejected("deck", problems=wrong)
    if seal(batch, prompt.seat, deck):
        brought(batch, choices(batch.state))


def canonical(facts: Facts, command: BringDeck) -> BringDeck:
    """The deck in the permanent order, without what it names no copy of."""
    return bring(ordered(facts, DeckList(cards=command.cards, events=command.events)))


def bring(deck: DeckList) -> BringDeck:
    """The command that brings a list."""
    return BringDeck(cards=deck.cards, events=deck.events)


def brought(batch: Batch, decks: Sequence[BringDeck]) -> None:
    """Both decks are there; which copies of a title are in them is drawn, so that ids tell nothing (E1, R96)."""
    one, other = (
        Deck(deck.cards, deck.events, batch.chance.stream(POOL.format(seat), 0).shuffled(pool_of(batch.facts, seat)))
        for seat, deck in enumerate(decks)
    )
    batch.happen(DecksBrought((one, other)))


def house_deck(facts: Facts, state: State, seat: int) -> BringDeck:
    """The house list of a seat (3.0)."""
    return bring(of_house(facts, facts.house_lists[state.options.house[seat]]))


def after_decks(batch: Batch, question: Question) -> None:
    """The central stacks are shuffled and the layouts asked for."""
    lay_out(batch)


def house_decks(facts: Facts, state: State, prompt: DeckPrompt) -> Sequence[BringDeck]:
    """The lists of the house; a form describes all others."""
    return [] if _is_final(state, prompt.seat) else [bring(of_house(facts, one)) for one in facts.house_lists.values()]


def deck_by_default(facts: Facts, state: State, prompt: DeckPrompt) -> BringDeck:
    """The house list of the seat (R90)."""
    return house_deck(facts, state, prompt.seat)


# Layouts


def lay_out(batch: Batch) -> None:
    """The stacks are shuffled, and both seats asked how their regions lie (R76)."""
    shuffle_common(batch)
    mode = batch.state.options.mode
    feeling = mode is Mode.EXTENDED
    hand = batch.facts.constants.starting_hand if mode is Mode.TOURNAMENT else 0
    seats = range(len(batch.state.seats))
    batch.ask([LayoutPrompt(seat, feeling, hand) for seat in seats], Continuation.LAYOUTS)


def choose_layout(batch: Batch, prompt: LayoutPrompt, command: ChooseLayout) -> None:
    """The six regions, Public Feeling and the hand are sealed; the last choice shows the layouts (B3, X5, T6)."""
    if Counter(command.regions) != Counter(crest(batch.facts, prompt.seat)):
        raise Rejected("layout")
    if (command.feeling in command.regions) != prompt.feeling or (command.feeling is None) == prompt.feeling:
        raise Rejected("layout")
    deck = batch.seat(prompt.seat).deck
    if len(command.hand) != prompt.hand or Counter(command.hand) - Counter(deck):
        raise Rejected("first-hand", needed=prompt.hand)
    if seal(batch, prompt.seat, command):
        _show_layouts(batch, choices(batch.state))


def _show_layouts(batch: Batch, chosen: Sequence[ChooseLayout]) -> None:
    one, other = (choice.regions for choice in chosen)
    feelings = tuple([choice.feeling for choice in chosen if choice.feeling is not None])
    hands = tuple([choice.hand for choice in chosen]) if batch.state.options.mode is Mode.TOURNAMENT else ()
    batch.happen(LayoutsShown((one, other), feelings, hands))


def after_layouts(batch: Batch, question: Question) -> None:
    """Who begins is rolled; then come the first hands, which in the tournament game are chosen already (R76)."""
    own = batch.state.options.mode is Mode.TOURNAMENT
    if own:
        shuffle_own(batch)
    _roll_first(batch)
    if own:
        batch.happen(TurnBegan(batch.state.first))
    else:
        batch.ask((StackPrompt(batch.state.first),), Continuation.FIRST_STACK)


def _roll_first(batch: Batch) -> None:
    """Each rolls the production die, again after ties (B7)."""
    rolls: list[tuple[int, int]] = []
    while not rolls or rolls[-1][0] == rolls[-1][1]:
        die = batch.chance.stream("first", len(rolls)).below
        rolls.append((1 + die(DIE), 1 + die(DIE)))
    one, other = rolls[-1]
    batch.happen(FirstRolled(int(other > one), tuple(rolls)))


def crest(facts: Facts, seat: int) -> tuple[str, ...]:
    """The six regions of a seat in the order of the data (R75)."""
    return tuple([region.id for region in facts.crests[seat]])


def layouts(facts: Facts, state: State, prompt: LayoutPrompt) -> Sequence[ChooseLayout]:
    """The layout of the data, and it turned on; a form describes all others."""
    if _is_final(state, prompt.seat):
        return []
    first = layout_by_default(facts, state, prompt)
    turned = [(*first.regions[at:], *first.regions[:at]) for at in range(len(first.regions))]
    return [ChooseLayout(regions, first.feeling, first.hand) for regions in turned]


def layout_by_default(facts: Facts, state: State, prompt: LayoutPrompt) -> ChooseLayout:
    """The order of the data, Public Feeling at the first region, the first cards of the list (R90)."""
    regions = crest(facts, prompt.seat)
    hand = state.seats[prompt.seat].deck[: prompt.hand]
    return ChooseLayout(regions, regions[0] if prompt.feeling else None, hand)


def _is_final(state: State, seat: int) -> bool:
    return is_final(state.sealed[seat])


# First hands (B8)


def choose_stack(batch: Batch, prompt: StackPrompt, command: ChooseStack) -> None:
    """The seat looks through a stack, not the one that the other has taken from."""
    if command.stack not in allowed(batch.facts, batch.state, prompt):
        raise Rejected("stack")
    batch.happen(StackSearched(prompt.seat, command.stack, Why.START))


def allowed(facts: Facts, state: State, prompt: StackPrompt) -> list[int]:
    """The stacks from which a first hand may come."""
    return [number for number in filled_stacks(facts, state, prompt.seat) if number != prompt.barred]


def look(batch: Batch, question: Question) -> None:
    """The seat that looked takes its cards, from the stack it looked through last."""
    (prompt,) = question.asks
    stack = batch.state.barred
    count = min(batch.facts.constants.starting_hand, len(cards_in(batch.facts, batch.state, prompt.seat, stack)))
    batch.ask((TakeCardsPrompt(prompt.seat, stack, count),), Continuation.FIRST_HAND)


def take_cards(batch: Batch, prompt: TakeCardsPrompt, command: TakeCards) -> None:
    """So many cards of the stack."""
    stack = cards_in(batch.facts, batch.state, prompt.seat, prompt.stack)
    if len(command.cards) != prompt.count or Counter(command.cards) - Counter(stack):
        raise Rejected("first-hand", needed=prompt.count)
    batch.happen(CardsTaken(prompt.seat, prompt.stack, command.cards))


def after_hand(batch: Batch, question: Question) -> None:
    """The other seat takes its hand out of another stack; then the first turn begins."""
    (prompt,) = question.asks
    assert isinstance(prompt, TakeCardsPrompt)
    if prompt.seat == batch.state.first:
        batch.ask((StackPrompt(1 - prompt.seat, prompt.stack),), Continuation.FIRST_STACK)
    else:
        batch.happen(TurnBegan(batch.state.first))


def stacks(facts: Facts, state: State, prompt: StackPrompt) -> Sequence[ChooseStack]:
    """Every stack that is allowed."""
    return [ChooseStack(number) for number in allowed(facts, state, prompt)]


def stack_by_default(facts: Facts, state: State, prompt: StackPrompt) -> ChooseStack:
    """The first one (R90)."""
    return ChooseStack(allowed(facts, state, prompt)[0])


def hands(facts: Facts, state: State, prompt: TakeCardsPrompt) -> Sequence[TakeCards]:
    """Every choice of cards that differ by more than their copies, in the order of the stack."""
    stack = cards_in(facts, state, prompt.seat, prompt.stack)
    found = {tuple(sorted(map(title, cards))): cards for cards in reversed([*combinations(stack, prompt.count)])}
    return [TakeCards(cards) for cards in reversed(found.values())]


def hand_by_default(facts: Facts, state: State, prompt: TakeCardsPrompt) -> TakeCards:
    """The top cards (R90)."""
    return TakeCards(cards_in(facts, state, prompt.seat, prompt.stack)[: prompt.count])


AREA = Area(
    answers=(
        answer(BringDeck, DeckPrompt, bring_deck),
        answer(ChooseLayout, LayoutPrompt, choose_layout),
        answer(ChooseStack, StackPrompt, choose_stack),
        answer(TakeCards, TakeCardsPrompt, take_cards),
    ),
    follows=(
        follow(Continuation.DECKS, after_decks),
        follow(Continuation.LAYOUTS, after_layouts),
        follow(Continuation.FIRST_STACK, look),
        follow(Continuation.FIRST_HAND, after_hand),
    ),
    options=(
        option(DeckPrompt, house_decks),
        option(LayoutPrompt, layouts),
        option(StackPrompt, stacks),
        option(TakeCardsPrompt, hands),
    ),
    defaults=(
        default(DeckPrompt, deck_by_default),
        default(LayoutPrompt, layout_by_default),
        default(StackPrompt, stack_by_default),
        default(TakeCardsPrompt, hand_by_default),
    ),
)
