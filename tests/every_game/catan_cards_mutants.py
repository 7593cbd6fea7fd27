"""Leaks planted in the card game: each opens one more way out, and the leak test must find every one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.commands import Command, Decline, PickCard, PlayCard, Protect, StealCard
from chronik.domain.catan_cards.events import CardDrawn, CardPicked, CardsShed, CardsTaken, Committed, StackShuffled
from chronik.domain.catan_cards.evolve.changes import stack_index
from chronik.domain.catan_cards.facts.load import PRINTED, Effect, load
from chronik.domain.catan_cards.prompts import ProtectPrompt
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.game import Rejected
from chronik.domain.engine.seats import Seat, Viewer
from chronik.domain.log.canonical import encode
from tests.every_game.catan_cards_twins.rewriting import is_takeable
from tests.every_game.exits import Exits, World
from tests.every_game.planting import (
    COMMANDS_IN_THE_AUDIT,
    RAW_EVENTS,
    SECRET_OF_A_HELD_MATCH,
    SECRET_ON_THE_CARD,
    SIZES_IN_THE_AUDIT,
    STATE_IN_REFUSALS,
    UNSALTED_HASH,
    Mutant,
    digest,
    in_card,
    in_line,
    in_options,
    in_preview,
    in_prompts,
    in_refusals,
    in_reports,
    in_scores,
    in_view,
    inversions,
    others,
)

FACTS = load(PRINTED)
GUARDS = ("bishop", "herb_woman")


def hands(state: State, viewer: Viewer) -> list[tuple[str, ...]]:
    return [state.seats[number].hand for number in others(state, viewer)]


def titles(cards: Sequence[str]) -> list[str]:
    return [title(card) for card in cards]


def has_protection(hand: Sequence[str]) -> bool:
    """Returns whether a hand contains a protection card."""
    return any(title(card) in GUARDS for card in hand)


def memories(state: State, viewer: Viewer) -> Any:
    return [state.seats[number].sights for number in others(state, viewer)]


def real_places_of_named_cards(state: State, viewer: Viewer) -> Any:
    """Returns the real place of each card that the viewer's memory names, or -1; this reveals which ones are gone."""
    if not isinstance(viewer, Seat) or not state.stacks:
        return []
    sights = state.seats[viewer.number].sights
    return [
        [stack.index(card) if card in stack else -1 for card in sight.slots if card is not None]
        for stack, sight in zip(state.stacks, sights, strict=True)
    ]


def count_really_gone(state: State, viewer: Viewer) -> Any:
    """Returns, by stack, how many of the cards that the viewer's memory names have left."""
    if not isinstance(viewer, Seat) or not state.stacks:
        return []
    sights = state.seats[viewer.number].sights
    return [
        sum(card is not None and card not in stack for card in sight.slots)
        for stack, sight in zip(state.stacks, sights, strict=True)
    ]


def picked_places(world: World) -> list[int]:
    """Returns the places of the cards that were taken out of stacks."""
    found: list[int] = []
    for (entry, _), (_, before) in zip(world.history[1:], world.history, strict=False):
        if isinstance(entry.e, CardPicked):
            state = before.state
            assert isinstance(state, State)
            found.append(state.stacks[stack_index(FACTS, entry.e.stack, entry.e.of)].index(entry.e.card))
    return found


def kinds_of_place(world: World, seat: int, command: Any) -> list[str]:
    """Returns the kind of place of the card that a command names: held by another seat, or in a stack."""
    card = getattr(command, "card", None)
    held = ["held" for number in others(world.state, Seat(seat)) if card in world.state.seats[number].hand]
    return held + ["stacked" for stack in world.state.stacks if card in stack]


def order_by_stack(state: State, seat: int, listed: Sequence[Command]) -> Sequence[Command]:
    """Returns the options reversed if the next card of the first stack is one of the first by name."""
    return list(listed)[::-1] if state.stacks and titles(state.stacks[0][:1]) < ["garrison"] else listed


def forms_that_reveal_protection(exits: Exits) -> Exits:
    """Repeats the last form if another hand contains a protection card."""
    true = exits.game.forms

    def forms(state: State, seat: int) -> tuple[Any, ...]:
        listed = true(state, seat)
        return (*listed, *(listed[-1:] if any(map(has_protection, hands(state, Seat(seat)))) else ()))

    return replace(exits, game=replace(exits.game, forms=forms))


def skips_the_protection_question(exits: Exits) -> Exits:
    """Skips the question for a protection card if the hand has none, which the other seat notices (R21)."""
    decide, evolve = exits.game.decide, exits.game.evolve

    def decide_otherwise(state: State, seat: int, command: Command, chance: Any) -> tuple[Any, ...]:
        events = decide(state, seat, command, chance)
        after = state
        for event in events:
            after = evolve(after, event)
        for prompt in after.prompts:
            if isinstance(prompt, ProtectPrompt) and not has_protection(after.seats[prompt.seat].hand):
                return (*events, *decide(after, prompt.seat, Decline(), chance))
        return events

    return replace(exits, game=replace(exits.game, decide=decide_otherwise))


def refuses_a_spy_without_targets(exits: Exits) -> Exits:
    """Refuses a Spy if fewer than two cards of the hand may be taken (R16)."""
    decide = exits.game.decide

    options = exits.game.options

    def forbidden(state: State, seat: int, command: Command) -> bool:
        if not isinstance(command, PlayCard) or FACTS.cards[title(command.card)].effect is not SPYING:
            return False
        (hand,) = hands(state, Seat(seat))
        return sum(is_takeable(FACTS, card) for card in hand) < 2

    def decide_otherwise(state: State, seat: int, command: Command, chance: Any) -> tuple[Any, ...]:
        events = decide(state, seat, command, chance)
        if forbidden(state, seat, command):
            raise Rejected("target")
        return events

    def list_options(state: State, seat: int) -> Sequence[Command]:
        return [option for option in options(state, seat) if not forbidden(state, seat, option)]

    return replace(exits, game=replace(exits.game, decide=decide_otherwise, options=list_options))


SPYING = Effect.LOOK_HAND_TAKE_ACTION_OR_UNIT


def reveals_that_another_seat_holds_the_card(exits: Exits) -> Exits:
    """Refuses a missing card with another code if another seat holds it."""
    decide = exits.game.decide

    def decide_otherwise(state: State, seat: int, command: Command, chance: Any) -> tuple[Any, ...]:
        try:
            return decide(state, seat, command, chance)
        except Rejected:
            if isinstance(command, PlayCard | Protect | PickCard | StealCard) and any(
                command.card in hand for hand in hands(state, Seat(seat))
            ):
                raise Rejected("target") from None
            raise

    return replace(exits, game=replace(exits.game, decide=decide_otherwise))


def a_seat_is_asked_for_protection(event: Any, state: State) -> bool:
    return any(isinstance(prompt, ProtectPrompt) for prompt in state.prompts)


def a_spy_could_be_played(event: Any, state: State) -> bool:
    hand = state.seats[state.active].hand
    return state.unlocked and any(FACTS.cards[title(card)].effect is SPYING for card in hand)


def a_card_was_picked_early(event: Any, state: State) -> bool:
    return isinstance(event, CardPicked) and state.turn <= EARLY


EARLY = 6
SCENES: Mapping[str, Callable[[Any, State], bool]] = {
    "reports: places of searched cards": a_card_was_picked_early,
    "decide: no question where nothing is held": a_seat_is_asked_for_protection,
    "decide: no Spy where little may be taken": a_spy_could_be_played,
}
"""The moments for leaks that random matches reach too rarely."""

MUTANTS: Mapping[str, Mutant] = {
    "view: all hands": in_view(hands),
    "view: titles in hands": in_view(lambda state, viewer: [sorted(titles(hand)) for hand in hands(state, viewer)]),
    "view: buildings in hands": in_view(
        lambda state, viewer: [
            sum(FACTS.cards[title(card)].is_building for card in hand) for hand in hands(state, viewer)
        ]
    ),
    "view: whether somebody can protect himself": in_view(
        lambda state, viewer: [has_protection(hand) for hand in hands(state, viewer)]
    ),
    "view: hash of hands": in_view(lambda state, viewer: digest(repr(hands(state, viewer)))),
    "view: top of the stacks": in_view(lambda state, viewer: [stack[:1] for stack in state.stacks]),
    "view: bottom of the stacks": in_view(lambda state, viewer: [stack[-1:] for stack in state.stacks]),
    "view: a stack, sorted": in_view(lambda state, viewer: [sorted(stack) for stack in state.stacks[:1]]),
    "view: hash of the stacks": in_view(lambda state, viewer: [digest(*stack) for stack in state.stacks]),
    "view: parity of a stack's order": in_view(
        lambda state, viewer: [inversions(stack) % 2 for stack in state.stacks[:1]]
    ),
    "view: where named cards lie": in_view(real_places_of_named_cards),
    "view: the size of gone": in_view(count_really_gone),
    "view: what the other one remembers": in_view(memories),
    "view: the next event": in_view(lambda state, viewer: titles(state.events[:1])),
    "view: order of the event deck": in_view(lambda state, viewer: inversions(state.events)),
    "view: the next region": in_view(lambda state, viewer: state.regions[:1]),
    "view: regions left in their order": in_view(lambda state, viewer: state.regions),
    "view: sealed choices": in_view(
        lambda state, viewer: [encode(state.sealed[number]).decode() for number in others(state, viewer)]
    ),
    "line: card drawn": in_line(lambda event: {"leak": event.card} if isinstance(event, CardDrawn) else {}),
    "line: card picked": in_line(lambda event: {"leak": event.card} if isinstance(event, CardPicked) else {}),
    "line: cards shed": in_line(lambda event: {"leak": event.cards} if isinstance(event, CardsShed) else {}),
    "line: cards taken": in_line(lambda event: {"leak": event.cards} if isinstance(event, CardsTaken) else {}),
    "line: first card of a stack": in_line(
        lambda event: {"leak": event.order[0]} if isinstance(event, StackShuffled) else {}
    ),
    "line: what was sealed": in_line(
        lambda event: {"leak": encode(event.choice).decode()} if isinstance(event, Committed) else {}
    ),
    "frames: raw events": RAW_EVENTS,
    "frames: hash without a salt": UNSALTED_HASH,
    "closed: the secret of a match that is held": SECRET_OF_A_HELD_MATCH,
    "audit: commands": COMMANDS_IN_THE_AUDIT,
    "audit: sizes of entries": SIZES_IN_THE_AUDIT,
    "card: the secret": SECRET_ON_THE_CARD,
    "card: the decks": in_card(lambda world: [titles(seat.deck) for seat in world.state.seats]),
    "prompts: whether the other can protect himself": in_prompts(
        lambda world, seat: [has_protection(hand) for hand in hands(world.state, Seat(seat))]
    ),
    "scores: hash of what seats hold": in_scores(lambda world: [digest(*seat.hand) for seat in world.state.seats]),
    "reports: places of searched cards": in_reports(picked_places),
    "preview: the next cards": in_preview(lambda world: [titles(stack[:1]) for stack in world.state.stacks]),
    "options: order from a stack": in_options(order_by_stack),
    "forms: what others hold": forms_that_reveal_protection,
    "refusals: where a card is": in_refusals(kinds_of_place),
    "refusals: the whole state": STATE_IN_REFUSALS,
    "decide: no question where nothing is held": skips_the_protection_question,
    "decide: no Spy where little may be taken": refuses_a_spy_without_targets,
    "decide: the code tells who holds a card": reveals_that_another_seat_holds_the_card,
}
