"""The set-up: decks, layouts, the first player, first hands (B2 to B8, X5, T4 to T6, R64, R75, R76)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.commands import BringDeck, ChooseLayout, ChooseStack, Command, TakeCards
from chronik.domain.catan_cards.deck.copies import pool_of
from chronik.domain.catan_cards.deck.deck_list import DeckList, built_in_list, normalize
from chronik.domain.catan_cards.deck.problems import find_faults
from chronik.domain.catan_cards.events import (
    CardsTaken,
    Committed,
    Deck,
    DecksBrought,
    FirstRolled,
    LayoutsShown,
    StackSearched,
    TurnBegan,
)
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.rulesets import DeckSource, Mode
from chronik.domain.catan_cards.prompts import DeckPrompt, LayoutPrompt, StackPrompt, TakeCardsPrompt, Why
from chronik.domain.catan_cards.rules.dealing import POOL, shuffle_common, shuffle_own
from chronik.domain.catan_cards.rules.stacks import cards_in, stacks_with_cards
from chronik.domain.catan_cards.state import Continuation, Question, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected
from chronik.domain.engine.sealing import MAX_REPLACED, awaits_choice, choices, is_final

DIE = 6


def deal(batch: Batch) -> None:
    """Starts a match: asks for decks, or carries out the set-up as far as asking for layouts."""
    options, seats = batch.state.options, range(len(batch.state.seats))
    if options.mode is not Mode.TOURNAMENT:
        lay_out(batch)
    elif options.decks is DeckSource.HOUSE:
        bring_decks(batch, [built_in_deck(batch.facts, batch.state, seat) for seat in seats])
        lay_out(batch)
    else:
        batch.ask([DeckPrompt(seat) for seat in seats], Continuation.DECKS)


def seal(batch: Batch, seat: int, choice: Command) -> bool:
    """Seals a choice, or replaces the sealed one; returns whether all choices are made (R64, R76)."""
    if is_final(batch.state.sealed[seat]):
        raise Rejected("replaced-too-often", most=MAX_REPLACED)
    batch.add(Committed(seat, choice))
    return not awaits_choice(batch.state)


# Decks


def bring_deck(batch: Batch, prompt: DeckPrompt, command: BringDeck) -> None:
    """Seals a legal deck in its normal form (T13); once both are sealed, both decks enter the match."""
    deck = normalize_deck(batch.facts, command)
    if wrong := find_faults(batch.facts, DeckList(cards=deck.cards, events=deck.events)):
        raise Rejected("deck", problems=wrong)
    if seal(batch, prompt.seat, deck):
        bring_decks(batch, choices(batch.state))


def normalize_deck(facts: Facts, command: BringDeck) -> BringDeck:
    """Returns the deck in the permanent order, without zero counts."""
    return bring_command(normalize(facts, DeckList(cards=command.cards, events=command.events)))


def bring_command(deck: DeckList) -> BringDeck:
    """Returns the command that brings a list."""
    return BringDeck(cards=deck.cards, events=deck.events)


def bring_decks(batch: Batch, decks: Sequence[BringDeck]) -> None:
    """Brings both decks; the copies of each title are drawn at random, so that ids reveal nothing (E1, R96)."""
    one, other = (
        Deck(deck.cards, deck.events, batch.chance.stream(POOL.format(seat), 0).shuffle(pool_of(batch.facts, seat)))
        for seat, deck in enumerate(decks)
    )
    batch.add(DecksBrought((one, other)))


def built_in_deck(facts: Facts, state: State, seat: int) -> BringDeck:
    """Returns the built-in list of a seat (3.0)."""
    return bring_command(built_in_list(facts, facts.house_lists[state.options.house[seat]]))


def lay_out_after_decks(batch: Batch, question: Question) -> None:
    """Shuffles the common stacks and asks for the layouts."""
    lay_out(batch)


def ways_to_bring(facts: Facts, state: State, prompt: DeckPrompt) -> Sequence[BringDeck]:
    """Returns the built-in lists; a form describes all others."""
    return (
        []
        if _is_final(state, prompt.seat)
        else [bring_command(built_in_list(facts, one)) for one in facts.house_lists.values()]
    )


def default_deck(facts: Facts, state: State, prompt: DeckPrompt) -> BringDeck:
    """Returns the default: the built-in list of the seat (R90)."""
    return built_in_deck(facts, state, prompt.seat)


# Layouts


def lay_out(batch: Batch) -> None:
    """Shuffles the common stacks, and asks both seats for their layouts (R76)."""
    shuffle_common(batch)
    mode = batch.state.options.mode
    feeling = mode is Mode.EXTENDED
    hand = batch.facts.constants.starting_hand if mode is Mode.TOURNAMENT else 0
    seats = range(len(batch.state.seats))
    batch.ask([LayoutPrompt(seat, feeling, hand) for seat in seats], Continuation.LAYOUTS)


def choose_layout(batch: Batch, prompt: LayoutPrompt, command: ChooseLayout) -> None:
    """Seals a seat's regions, Public Feeling and hand; the last choice reveals both layouts (B3, X5, T6)."""
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
    batch.add(LayoutsShown((one, other), feelings, hands))


def start_after_layouts(batch: Batch, question: Question) -> None:
    """Rolls for the first player, then asks for the first hands or starts the first turn (R76).

    In the tournament game the hands have been chosen already.
    """
    own = batch.state.options.mode is Mode.TOURNAMENT
    if own:
        shuffle_own(batch)
    _roll_first(batch)
    if own:
        batch.add(TurnBegan(batch.state.first))
    else:
        batch.ask((StackPrompt(batch.state.first),), Continuation.FIRST_STACK)


def _roll_first(batch: Batch) -> None:
    """Rolls the production die for each seat, and again after ties (B7)."""
    rolls: list[tuple[int, int]] = []
    while not rolls or rolls[-1][0] == rolls[-1][1]:
        die = batch.chance.stream("first", len(rolls)).below
        rolls.append((1 + die(DIE), 1 + die(DIE)))
    one, other = rolls[-1]
    batch.add(FirstRolled(int(other > one), tuple(rolls)))


def crest(facts: Facts, seat: int) -> tuple[str, ...]:
    """Returns the six regions of a seat in data order (R75)."""
    return tuple([region.id for region in facts.crests[seat]])


def ways_to_lay_out(facts: Facts, state: State, prompt: LayoutPrompt) -> Sequence[ChooseLayout]:
    """Returns the default layout and its rotations; a form describes all others."""
    if _is_final(state, prompt.seat):
        return []
    first = default_layout(facts, state, prompt)
    turned = [(*first.regions[at:], *first.regions[:at]) for at in range(len(first.regions))]
    return [ChooseLayout(regions, first.feeling, first.hand) for regions in turned]


def default_layout(facts: Facts, state: State, prompt: LayoutPrompt) -> ChooseLayout:
    """Returns the default: regions in data order, Public Feeling at the first region, a deck's first cards (R90)."""
    regions = crest(facts, prompt.seat)
    hand = state.seats[prompt.seat].deck[: prompt.hand]
    return ChooseLayout(regions, regions[0] if prompt.feeling else None, hand)


def _is_final(state: State, seat: int) -> bool:
    return is_final(state.sealed[seat])


# First hands (B8)


def choose_stack(batch: Batch, prompt: StackPrompt, command: ChooseStack) -> None:
    """Looks through a stack for the first hand; the stack of the other seat is not allowed."""
    if command.stack not in first_stacks(batch.facts, batch.state, prompt):
        raise Rejected("stack")
    batch.add(StackSearched(prompt.seat, command.stack, Why.START))


def first_stacks(facts: Facts, state: State, prompt: StackPrompt) -> list[int]:
    """Returns the stacks from which a first hand may come."""
    return [number for number in stacks_with_cards(facts, state, prompt.seat) if number != prompt.barred]


def ask_for_hand(batch: Batch, question: Question) -> None:
    """Asks the seat for cards from the stack that it has just looked through."""
    (prompt,) = question.asks
    stack = batch.state.barred
    count = min(batch.facts.constants.starting_hand, len(cards_in(batch.facts, batch.state, prompt.seat, stack)))
    batch.ask((TakeCardsPrompt(prompt.seat, stack, count),), Continuation.FIRST_HAND)


def take_cards(batch: Batch, prompt: TakeCardsPrompt, command: TakeCards) -> None:
    """Takes the first hand from the stack."""
    stack = cards_in(batch.facts, batch.state, prompt.seat, prompt.stack)
    if len(command.cards) != prompt.count or Counter(command.cards) - Counter(stack):
        raise Rejected("first-hand", needed=prompt.count)
    batch.add(CardsTaken(prompt.seat, prompt.stack, command.cards))


def continue_after_hand(batch: Batch, question: Question) -> None:
    """Asks the other seat for a stack, or starts the first turn."""
    (prompt,) = question.asks
    assert isinstance(prompt, TakeCardsPrompt)
    if prompt.seat == batch.state.first:
        batch.ask((StackPrompt(1 - prompt.seat, prompt.stack),), Continuation.FIRST_STACK)
    else:
        batch.add(TurnBegan(batch.state.first))


def ways_to_choose_stack(facts: Facts, state: State, prompt: StackPrompt) -> Sequence[ChooseStack]:
    """Returns a command for each allowed stack."""
    return [ChooseStack(number) for number in first_stacks(facts, state, prompt)]


def default_stack(facts: Facts, state: State, prompt: StackPrompt) -> ChooseStack:
    """Returns the default: the first allowed stack (R90)."""
    return ChooseStack(first_stacks(facts, state, prompt)[0])


def ways_to_take(facts: Facts, state: State, prompt: TakeCardsPrompt) -> Sequence[TakeCards]:
    """Returns a command for each choice of titles, taking the first copies in the stack."""
    stack = cards_in(facts, state, prompt.seat, prompt.stack)
    found = {tuple(sorted(map(title, cards))): cards for cards in reversed([*combinations(stack, prompt.count)])}
    return [TakeCards(cards) for cards in reversed(found.values())]


def default_hand(facts: Facts, state: State, prompt: TakeCardsPrompt) -> TakeCards:
    """Returns the default: the top cards (R90)."""
    return TakeCards(cards_in(facts, state, prompt.seat, prompt.stack)[: prompt.count])


AREA = Area(
    answers=(
        answer(BringDeck, DeckPrompt, bring_deck),
        answer(ChooseLayout, LayoutPrompt, choose_layout),
        answer(ChooseStack, StackPrompt, choose_stack),
        answer(TakeCards, TakeCardsPrompt, take_cards),
    ),
    follows=(
        follow(Continuation.DECKS, lay_out_after_decks),
        follow(Continuation.LAYOUTS, start_after_layouts),
        follow(Continuation.FIRST_STACK, ask_for_hand),
        follow(Continuation.FIRST_HAND, continue_after_hand),
    ),
    options=(
        option(DeckPrompt, ways_to_bring),
        option(LayoutPrompt, ways_to_lay_out),
        option(StackPrompt, ways_to_choose_stack),
        option(TakeCardsPrompt, ways_to_take),
    ),
    defaults=(
        default(DeckPrompt, default_deck),
        default(LayoutPrompt, default_layout),
        default(StackPrompt, default_stack),
        default(TakeCardsPrompt, default_hand),
    ),
)
