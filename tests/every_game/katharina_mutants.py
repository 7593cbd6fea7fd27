"""Leaks planted in Katharina: each takes the true ways out and opens one more; the leak test must notice every one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from domain.engine.game import Rejected
from domain.engine.log import encode
from domain.engine.seats import Seat, Viewer
from domain.katharina.commands import Command, PlayCards, Resolve
from domain.katharina.events import CardsDrawn, Committed, PromptsOpened, StockShuffled
from domain.katharina.facts import load
from domain.katharina.prompts import ResolvePrompt
from domain.katharina.state import State
from projections.frames import plain
from projections.lines import Line
from tests.every_game.exits import Exits, World

FACTS = load()

Mutant = Callable[[Exits], Exits]


def in_view(leak: Callable[[State, Viewer], Any]) -> Mutant:
    """A field more in the view."""

    def planted(exits: Exits) -> Exits:
        true = exits.projection.view

        def view(state: State, viewer: Viewer) -> Any:
            return {**plain(true(state, viewer)), "leak": leak(state, viewer)}

        return replace(exits, projection=replace(exits.projection, view=view))

    return planted


def in_line(leak: Callable[[Any], dict[str, Any]]) -> Mutant:
    """A parameter more in the public line of an event."""

    def planted(exits: Exits) -> Exits:
        true = exits.projection.line

        def line(event: Any) -> Line:
            said = true(event)
            return Line(said.key, said.seat, {**said.params, **leak(event)})

        return replace(exits, projection=replace(exits.projection, line=line))

    return planted


def in_options(leak: Callable[[State, int, Sequence[Command]], Sequence[Command]]) -> Mutant:
    """Options that say more than they should by what they list, or in which order."""

    def planted(exits: Exits) -> Exits:
        true = exits.game.options
        game = replace(exits.game, options=lambda state, seat: leak(state, seat, true(state, seat)))
        return replace(exits, game=game)

    return planted


def in_refusals(leak: Callable[[World, int, Any], Any]) -> Mutant:
    """A fact more in refusals."""

    def planted(exits: Exits) -> Exits:
        true = exits.refused

        def refused(exits: Exits, world: World, seat: int, command: Any, refusal: Rejected) -> Any:
            return (true(exits, world, seat, command, refusal), leak(world, seat, command))

        return replace(exits, refused=refused)

    return planted


def others(state: State, viewer: Viewer) -> list[int]:
    return [number for number in range(len(state.seats)) if viewer != Seat(number)]


def hands(state: State, viewer: Viewer) -> list[tuple[str, ...]]:
    return [state.seats[number].hand for number in others(state, viewer)]


def choices(state: State, viewer: Viewer) -> list[Any]:
    sealed = [state.sealed[number] for number in others(state, viewer)]
    return [one.choice for one in sealed if one is not None]


def colours(hand: Sequence[str]) -> list[str]:
    return [FACTS.cards[card].colour for card in hand]


def digest(*cards: str) -> str:
    return sha256(",".join(cards).encode()).hexdigest()


def left_neighbour(state: State, viewer: Viewer) -> Any:
    return state.seats[(viewer.number + 1) % len(state.seats)].hand if isinstance(viewer, Seat) else None


def inversions(cards: Sequence[str]) -> int:
    return sum(a > b for i, a in enumerate(cards) for b in cards[i + 1 :])


def committed(event: Any, leak: Callable[[Committed], Any]) -> dict[str, Any]:
    return {"leak": leak(event)} if isinstance(event, Committed) else {}


def named(command: Any) -> list[str]:
    return [command.action, command.activation] if isinstance(command, PlayCards) else []


def where(world: World, command: Any) -> list[str]:
    """In which kind of place the cards lie that a command names."""
    state = world.match.state
    return ["held" if any(card in seat.hand for seat in state.seats) else "elsewhere" for card in named(command)]


def changed_anything(exits: Exits) -> Exits:
    """The line of a replacement says whether the new choice is another one."""
    frames = exits.frames

    def marked(exits: Exits, world: World, base: int, viewer: Viewer) -> Any:
        last: dict[int, Any] = {}
        changes: list[bool] = []
        for entry, _ in world.history:
            if isinstance(entry.e, Committed):
                changes.append(last.get(entry.e.seat) == entry.e.choice)
                last[entry.e.seat] = entry.e.choice
        return (frames(exits, world, base, viewer), changes)

    return replace(exits, frames=marked)


def raw_events(exits: Exits) -> Exits:
    """Frames bring the stored entries of an open match along."""
    frames = exits.frames
    return replace(
        exits,
        frames=lambda exits, world, base, viewer: (
            frames(exits, world, base, viewer),
            [entry for entry, _ in world.history[base:]],
        ),
    )


def commands_in_the_audit(exits: Exits) -> Exits:
    audit = exits.audit
    return replace(exits, audit=lambda exits, world: (audit(exits, world), [entry.cmd for entry in world.log]))


def sizes_in_the_audit(exits: Exits) -> Exits:
    audit = exits.audit
    return replace(exits, audit=lambda exits, world: (audit(exits, world), [len(encode(one)) for one in world.log]))


def unsalted_heads(exits: Exits) -> Exits:
    """A hash of each entry without a salt: whoever knows all possible entries knows the entry."""
    frames = exits.frames

    def hashed(exits: Exits, world: World, base: int, viewer: Viewer) -> Any:
        return (frames(exits, world, base, viewer), sha256(encode(world.log[-1])).hexdigest())

    return replace(exits, frames=hashed)


def seed_in_the_card(exits: Exits) -> Exits:
    card = exits.card
    return replace(exits, card=lambda exits, world: (card(exits, world), world.keys.secret.hex()))


def waiting_without_those_who_must_decline(exits: Exits) -> Exits:
    """Who is awaited tells whose hand has nothing of the colour that the bonus would need."""
    card = exits.card

    def told(exits: Exits, world: World) -> Any:
        state = world.match.state
        able = [len(set(colours(state.seats[seat].hand))) > 2 for seat in world.match.waiting]
        return (card(exits, world), able)

    return replace(exits, card=told)


def sealed_in_prompts(exits: Exits) -> Exits:
    prompts = exits.prompts
    return replace(
        exits,
        prompts=lambda exits, world, seat: (
            prompts(exits, world, seat),
            [len(encode(choice)) for choice in choices(world.match.state, Seat(seat))],
        ),
    )


def scores_with_hands(exits: Exits) -> Exits:
    scores = exits.scores
    return replace(
        exits,
        scores=lambda exits, world: (
            scores(exits, world),
            [sum(FACTS.cards[card].action.cost for card in seat.hand) for seat in world.match.state.seats],
        ),
    )


def preview_of_the_stock(exits: Exits) -> Exits:
    preview = exits.preview
    return replace(
        exits,
        preview=lambda exits, world, seen, command: (
            preview(exits, world, seen, command),
            world.match.state.stock[:1],
        ),
    )


def auto_pass(exits: Exits) -> Exits:
    """Seats are only asked when their hand has three colours: being asked tells others what one holds."""
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
    """A refusal has another code where somebody has sealed a card for the first slot."""
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
    """Leaves out the slots that others have sealed."""
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
    "frames: whether a replacement changed anything": changed_anything,
    "frames: raw events": raw_events,
    "frames: hash without a salt": unsalted_heads,
    "audit: commands": commands_in_the_audit,
    "audit: sizes of entries": sizes_in_the_audit,
    "card: the secret": seed_in_the_card,
    "card: who could not do otherwise": waiting_without_those_who_must_decline,
    "prompts: lengths of sealed choices": sealed_in_prompts,
    "scores: worth of hands": scores_with_hands,
    "preview: the next card": preview_of_the_stock,
    "options: without slots that others have sealed": in_options(without_the_taken_slot),
    "options: order from the stock": in_options(ordered_by_the_stock),
    "refusals: where a card is": in_refusals(lambda world, seat, command: where(world, command)),
    "refusals: the whole state": in_refusals(lambda world, seat, command: repr(world.match.state)),
    "decide: auto-pass": auto_pass,
    "decide: the code tells what others have sealed": code_by_what_is_sealed,
}
