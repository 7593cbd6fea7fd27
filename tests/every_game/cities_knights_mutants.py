"""Leaks planted in Cities & Knights: each adds one leak, and the leak test must find every one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import COMMODITIES, count_cards, holds
from chronik.domain.cities_knights.commands import (
    Command,
    OfferTrade,
    PlaySpy,
    SpendCard,
    TakeProgress,
)
from chronik.domain.cities_knights.events import (
    CardStolen,
    DeckShuffled,
    OfferMade,
    ProgressDrawn,
)
from chronik.domain.cities_knights.facts.load import PRINTED, load
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.game import Rejected
from chronik.domain.engine.seats import Seat, Viewer
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


def hands(state: State, viewer: Viewer) -> list[tuple[int, ...]]:
    return [state.seats[number].hand for number in others(state, viewer)]


def progress(state: State, viewer: Viewer) -> list[tuple[str, ...]]:
    return [state.seats[number].progress for number in others(state, viewer)]


def names(cards: Sequence[str]) -> list[str]:
    return [FACTS.cards[card].name for card in cards]


def where(world: World, seat: int, command: Any) -> list[str]:
    """Returns "held" for each other seat that holds the progress card named by a command."""
    state = world.state
    card = getattr(command, "card", None)
    return ["held" for number in others(state, Seat(seat)) if card in state.seats[number].progress]


def able(state: State, number: int) -> list[bool]:
    """Returns whether a seat could pay for a settlement, a city, a knight and a road."""
    costs = FACTS.costs
    return [holds(state.seats[number].hand, cost) for cost in (costs.settlement, costs.city, costs.recruit, costs.road)]


def by_the_deck(state: State, seat: int, listed: Sequence[Command]) -> Sequence[Command]:
    """Reverses the options if the next science card is among the first by name."""
    return list(listed)[::-1] if state.decks[2] and names(state.decks[2][:1])[0] < "irrigation" else listed


def _others(state: State, seat: int) -> list[Any]:
    return [state.seats[number] for number in others(state, Seat(seat))]


def offers_to_those_who_have(exits: Exits) -> Exits:
    """Asks only seats that could accept an offer, which reveals what they hold."""
    decide = exits.game.decide

    def decided(state: State, seat: int, command: Command, chance: Any) -> tuple[Any, ...]:
        events = decide(state, seat, command, chance)
        if not events or not isinstance(events[0], OfferMade) or events[0].counter is not None:
            return events
        made = events[0]
        able = tuple(number for number in made.to if holds(state.seats[number].hand, made.want))
        return (replace(made, to=able or made.to), *events[1:])

    return replace(exits, game=replace(exits.game, decide=decided))


def refuses_hopeless_offers(exits: Exits) -> Exits:
    """Refuses an offer that no seat could accept."""
    decide = exits.game.decide

    def decided(state: State, seat: int, command: Command, chance: Any) -> tuple[Any, ...]:
        events = decide(state, seat, command, chance)
        if isinstance(command, OfferTrade):
            want = count_cards(command.want)
            if not any(holds(other.hand, want) for other in _others(state, seat)):
                raise Rejected("cards")
        return events

    return replace(exits, game=replace(exits.game, decide=decided))


def says_that_another_holds_it(exits: Exits) -> Exits:
    """Refuses a card that the seat does not hold with another code if an opponent holds it."""
    decide = exits.game.decide

    def decided(state: State, seat: int, command: Command, chance: Any) -> tuple[Any, ...]:
        try:
            return decide(state, seat, command, chance)
        except Rejected:
            if isinstance(command, PlaySpy | SpendCard | TakeProgress) and any(
                command.card in other.progress for other in _others(state, seat)
            ):
                raise Rejected("spied-card") from None
            raise

    return replace(exits, game=replace(exits.game, decide=decided))


def only_who_can_is_awaited(world: World) -> list[list[bool]]:
    return [able(world.state, seat) for seat in world.match.waiting]


MUTANTS: Mapping[str, Mutant] = {
    "view: all hands": in_view(hands),
    "view: kinds in hands": in_view(lambda state, viewer: [sum(map(bool, hand)) for hand in hands(state, viewer)]),
    "view: resources and commodities apart": in_view(
        lambda state, viewer: [sum(hand[kind] for kind in COMMODITIES) for hand in hands(state, viewer)]
    ),
    "view: most plentiful kind": in_view(
        lambda state, viewer: [hand.index(max(hand)) for hand in hands(state, viewer)]
    ),
    "view: parity of bricks": in_view(lambda state, viewer: [hand[0] % 2 for hand in hands(state, viewer)]),
    "view: who could build a settlement": in_view(
        lambda state, viewer: [able(state, number) for number in others(state, viewer)]
    ),
    "view: hash of hands": in_view(lambda state, viewer: digest(repr(hands(state, viewer)))),
    "view: progress cards": in_view(progress),
    "view: names of progress cards": in_view(
        lambda state, viewer: [sorted(names(cards)) for cards in progress(state, viewer)]
    ),
    "view: different progress cards": in_view(
        lambda state, viewer: [len({*names(cards)}) for cards in progress(state, viewer)]
    ),
    "view: whether somebody has an Alchemist": in_view(
        lambda state, viewer: ["alchemist" in names(cards) for cards in progress(state, viewer)]
    ),
    "view: top of the decks": in_view(lambda state, viewer: [deck[:1] for deck in state.decks]),
    "view: bottom of the decks": in_view(lambda state, viewer: [deck[-1:] for deck in state.decks]),
    "view: a deck, sorted": in_view(lambda state, viewer: sorted(state.decks[1])),
    "view: hash of the decks": in_view(lambda state, viewer: [digest(*deck) for deck in state.decks]),
    "view: parity of a deck's order": in_view(lambda state, viewer: inversions(state.decks[0]) % 2),
    "line: kind of a stolen card": in_line(lambda event: {"leak": event.kind} if isinstance(event, CardStolen) else {}),
    "line: place of a stolen card": in_line(
        lambda event: {"leak": event.index} if isinstance(event, CardStolen) else {}
    ),
    "line: card drawn": in_line(lambda event: {"leak": event.card} if isinstance(event, ProgressDrawn) else {}),
    "line: first card of a deck": in_line(
        lambda event: {"leak": event.order[0]} if isinstance(event, DeckShuffled) else {}
    ),
    "frames: raw events": RAW_EVENTS,
    "frames: hash without a salt": UNSALTED_HASH,
    "audit: commands": COMMANDS_IN_THE_AUDIT,
    "audit: sizes of entries": SIZES_IN_THE_AUDIT,
    "card: the secret": SECRET_ON_THE_CARD,
    "card: what those awaited could pay": in_card(only_who_can_is_awaited),
    "prompts: commodities of the others": in_prompts(
        lambda world, seat: [sum(other.hand[5:]) for other in _others(world.state, seat)]
    ),
    "scores: hash of what seats hold": in_scores(
        lambda world: [digest(repr(seat.hand), *seat.progress) for seat in world.state.seats]
    ),
    "reports: kinds of stolen cards": in_reports(
        lambda world: [event.kind for entry in world.log if isinstance(event := entry.e, CardStolen)]
    ),
    "preview: the next cards": in_preview(lambda world: [names(deck[:1]) for deck in world.state.decks]),
    "options: order from the deck": in_options(by_the_deck),
    "refusals: where a card is": in_refusals(where),
    "refusals: the whole state": STATE_IN_REFUSALS,
    "decide: offers to those who have": offers_to_those_who_have,
    "decide: no to hopeless offers": refuses_hopeless_offers,
    "decide: the code tells who holds a card": says_that_another_holds_it,
}
