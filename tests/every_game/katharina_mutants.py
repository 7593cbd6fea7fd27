"""Leaks planted in Katharina: each opens one more way out, and the leak test must find every one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.seats import Seat, Viewer
from chronik.domain.katharina.commands import Command, PlayCards, Resolve
from chronik.domain.katharina.events import CardsDrawn, Committed, PromptsOpened, StockShuffled
from chronik.domain.katharina.facts.load import load
from chronik.domain.katharina.prompts import ResolvePrompt
from chronik.domain.katharina.state import State
from chronik.domain.log.canonical import encode
from tests.every_game.exits import Exits, World
from tests.every_game.planting import (
    COMMANDS_IN_THE_AUDIT,
    RAW_EVENTS,
    SECRET_ON_THE_CARD,
    SIZES_IN_THE_AUDIT,
    STATE_IN_REFUSALS,
    UNSALTED_HASH,
    Mutant,
    digest,
    in_card,
    in_frames,
    in_line,
    in_options,
    in_preview,
    in_prompts,
    in_refusals,
    in_scores,
    in_view,
    inversions,
    others,
)

FACTS = load()


def hands(state: State, viewer: Viewer) -> list[tuple[str, ...]]:
    return [state.seats[number].hand for number in others(state, viewer)]


def choices(state: State, viewer: Viewer) -> list[Any]:
    sealed = [state.sealed[number] for number in others(state, viewer)]
    return [one.choice for one in sealed if one is not None]


def colours(hand: Sequence[str]) -> list[str]:
    return [FACTS.cards[card].colour for card in hand]


def left_neighbour(state: State, viewer: Viewer) -> Any:
    return state.seats[(viewer.number + 1) % len(state.seats)].hand if isinstance(viewer, Seat) else None


def committed(event: Any, leak: Callable[[Committed], Any]) -> dict[str, Any]:
    return {"leak": leak(event)} if isinstance(event, Committed) else {}


def named(command: Any) -> list[str]:
    return [command.action, command.activation] if isinstance(command, PlayCards) else []


def where(world: World, command: Any) -> list[str]:
    """Returns, for each card that a command names, whether a seat holds it."""
    state = world.state
    return ["held" if any(card in seat.hand for seat in state.seats) else "elsewhere" for card in named(command)]


def replacements(world: World, base: int, viewer: Viewer) -> list[bool]:
    """Returns, for each commit, whether it equals the choice that it replaces."""
    last: dict[int, Any] = {}
    same: list[bool] = []
    for entry, _ in world.history:
        if isinstance(entry.e, Committed):
            same.append(last.get(entry.e.seat) == entry.e.choice)
            last[entry.e.seat] = entry.e.choice
    return same


def able(world: World) -> list[bool]:
    """Returns, for each awaited seat, whether its hand has more than two colours."""
    return [len(set(colours(world.state.seats[seat].hand))) > 2 for seat in world.match.waiting]


def lengths(world: World, seat: int) -> list[int]:
    return [len(encode(choice)) for choice in choices(world.state, Seat(seat))]


def worth(world: World) -> list[int]:
    return [sum(FACTS.cards[card].action.cost for card in seat.hand) for seat in world.state.seats]


def auto_pass(exits: Exits) -> Exits:
    """Asks only seats whose hand has two colours or more, so being asked reveals something about the hand."""
    decide = exits.game.decide

    def decided(state: State, seat: int, command: Command, chance: Any) -> tuple[Any, ...]:
        events = decide(state, seat, command, chance)
        after = state
        for i, event in enumerate(events):
            if isinstance(event, PromptsOpened) and isinstance(event.prompts[0], ResolvePrompt):
                kept = tuple(p for p in event.prompts if len(set(colours(after.seats[p.seat].hand))) > 1)
                if kept and kept != event.prompts:
                    return (*events[:i], PromptsOpened(kept), *events[i + 1 :])
            after = exits.game.evolve(after, event)
        return events

    return replace(exits, game=replace(exits.game, decide=decided))


def code_by_what_is_sealed(exits: Exits) -> Exits:
    """Refuses with another code if another seat has sealed a card for the first slot."""
    decide = exits.game.decide

    def decided(state: State, seat: int, command: Command, chance: Any) -> tuple[Any, ...]:
        try:
            return decide(state, seat, command, chance)
        except Rejected:
            if any(getattr(choice, "slot", 1) == 0 for choice in choices(state, Seat(seat))):
                raise Rejected("slot") from None
            raise

    return replace(exits, game=replace(exits.game, decide=decided))


def without_the_taken_slot(state: State, seat: int, options: Sequence[Command]) -> Sequence[Command]:
    """Leaves out the slots that other seats have sealed."""
    taken = {choice.slot for choice in choices(state, Seat(seat)) if isinstance(choice, PlayCards)}
    return [one for one in options if not (isinstance(one, PlayCards) and one.slot in taken)] or options


def ordered_by_the_stock(state: State, seat: int, options: Sequence[Command]) -> Sequence[Command]:
    listed = list(options)
    return listed[::-1] if state.stock and state.stock[-1] > "P051" else listed


MUTANTS: Mapping[str, Mutant] = {
    "view: all hands": in_view(hands),
    "view: the left neighbour's hand": in_view(left_neighbour),
    "view: smallest card of each hand": in_view(
        lambda state, viewer: [min(hand, default="") for hand in hands(state, viewer)]
    ),
    "view: colours in hands": in_view(lambda state, viewer: [len(set(colours(hand))) for hand in hands(state, viewer)]),
    "view: order of colours in hands": in_view(lambda state, viewer: [colours(hand) for hand in hands(state, viewer)]),
    "view: parity of a hand": in_view(
        lambda state, viewer: [sum(int(c[1:]) for c in hand) % 2 for hand in hands(state, viewer)]
    ),
    "view: top of the stock": in_view(lambda state, viewer: state.stock[:1]),
    "view: bottom of the stock": in_view(lambda state, viewer: state.stock[-1:]),
    "view: the stock, sorted": in_view(lambda state, viewer: sorted(state.stock)),
    "view: hash of the stock": in_view(lambda state, viewer: digest(*state.stock)),
    "view: parity of the stock's order": in_view(lambda state, viewer: inversions(state.stock) % 2),
    "view: sealed choices": in_view(choices),
    "view: length of sealed choices": in_view(
        lambda state, viewer: [len(encode(one)) for one in choices(state, viewer)]
    ),
    "view: sealed to perform or not": in_view(
        lambda state, viewer: [one.perform for one in choices(state, viewer) if isinstance(one, Resolve)]
    ),
    "view: sealed choices are equal": in_view(
        lambda state, viewer: len({encode(one) for one in choices(state, viewer)})
    ),
    "line: the sealed choice": in_line(lambda event: committed(event, lambda e: e.choice)),
    "line: the slot of a sealed choice": in_line(
        lambda event: committed(event, lambda e: getattr(e.choice, "slot", 0))
    ),
    "line: cards drawn": in_line(lambda event: {"leak": event.cards} if isinstance(event, CardsDrawn) else {}),
    "line: hash of cards drawn": in_line(
        lambda event: {"leak": [digest(*cards) for cards in event.cards]} if isinstance(event, CardsDrawn) else {}
    ),
    "line: first card of a new stock": in_line(
        lambda event: {"leak": event.order[0]} if isinstance(event, StockShuffled) else {}
    ),
    "frames: whether a replacement changed anything": in_frames(replacements),
    "frames: raw events": RAW_EVENTS,
    "frames: hash without a salt": UNSALTED_HASH,
    "audit: commands": COMMANDS_IN_THE_AUDIT,
    "audit: sizes of entries": SIZES_IN_THE_AUDIT,
    "card: the secret": SECRET_ON_THE_CARD,
    "card: who could not do otherwise": in_card(able),
    "prompts: lengths of sealed choices": in_prompts(lengths),
    "scores: worth of hands": in_scores(worth),
    "preview: the next card": in_preview(lambda world: world.state.stock[:1]),
    "options: without slots that others have sealed": in_options(without_the_taken_slot),
    "options: order from the stock": in_options(ordered_by_the_stock),
    "refusals: where a card is": in_refusals(lambda world, seat, command: where(world, command)),
    "refusals: the whole state": STATE_IN_REFUSALS,
    "decide: auto-pass": auto_pass,
    "decide: the code tells what others have sealed": code_by_what_is_sealed,
}
