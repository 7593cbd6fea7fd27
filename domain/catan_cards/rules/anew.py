"""A position of another match: what some eyes do not see there lies anew, in hands, stacks, event deck and regions.

What these eyes know of a stack or of the other hand stays as they know it, unless cards may have left unseen since:
then nothing of it is known any more, and neither is what the others knew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from domain.catan_cards.cards.ids import owner, title
from domain.catan_cards.events import Event, Positioned
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import CardSet
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.prompts import ScoutPrompt
from domain.catan_cards.sight import EMPTY_HAND, unseen
from domain.catan_cards.state import HandSight, Phase, SeatState, Sight, State
from domain.engine.game import Forks, Pools, Rejected

BASE_STACKS = 4
"""So many stacks of the extended game hold cards of the base game (R77)."""


def forks(facts: Facts) -> Forks[Event, State]:
    """How a match of the card game begins with a position."""
    return Forks(hidden=hidden, laid=partial(laid, facts), told=Positioned, event=Positioned)


def hidden(state: State, eyes: int | None) -> Pools:
    """The cards in stacks and hands, the events above those that are told, and the regions, that these eyes do not see.

    The lists that seats brought are known: a match is gone on from when it is open. Raises `Rejected` during the
    set-up, when choices are sealed.
    """
    if state.phase is Phase.SETUP:
        raise Rejected("fork-moment")
    unknown = [
        card
        for seat in range(len(state.seats))
        if seat != eyes
        for card in state.seats[seat].hand
        if card not in _known_hand(state, eyes)
    ]
    for at, stack in enumerate(state.stacks):
        unknown += [card for card, known in zip(stack, _known(state, eyes, at), strict=True) if known is None]
    events = state.events[: len(state.events) - state.told]
    regions = () if _scouts(state, eyes) else state.regions
    return (tuple(sorted(unknown)), tuple(sorted(events)), tuple(sorted(regions)))


def laid(facts: Facts, state: State, eyes: int | None, pools: Pools) -> State:
    """The hands by seat, then the stacks, each of cards that may have come there where there are such; then the rest.

    In the tournament game these are the cards of the seat; in the extended game theme cards lie in the last stacks.
    """
    cards, events, regions = pools
    rest, sights = list(cards), _sights(state, eyes)
    tournament, extended = state.options.mode is Mode.TOURNAMENT, state.options.mode is Mode.EXTENDED
    hands: list[tuple[str, ...]] = []
    for number, seat in enumerate(state.seats):
        known = seat.hand if number == eyes else _held(state, eyes, number)
        belongs = _of(number) if tournament else _any
        hands.append((*known, *_taken(rest, len(seat.hand) - len(known), belongs)))
    stacks: list[tuple[str, ...]] = []
    for at in range(len(state.stacks)):
        slots = _known(state, eyes, at)
        belongs = _of(at * len(state.seats) // len(state.stacks)) if tournament else _any
        if extended:
            belongs = _from(facts, CardSet.BASE, at < BASE_STACKS)
        filling: Iterator[str] = iter(_taken(rest, slots.count(None), belongs))
        stacks.append(tuple([next(filling) if card is None else card for card in slots]))
    return replace(
        state,
        seats=tuple(
            [
                _remembering(seat, hand, sights if number == eyes else _nothing(state), _memory(state, number, eyes))
                for number, (seat, hand) in enumerate(zip(state.seats, hands, strict=True))
            ]
        ),
        stacks=tuple(stacks),
        events=(*events, *state.events[len(state.events) - state.told :]),
        regions=regions or state.regions,
        sealed=(None,) * len(state.seats),
    )


Belongs = Callable[[str], bool]


def _any(card: str) -> bool:
    return True


def _of(seat: int) -> Belongs:
    return lambda card: owner(card) == seat


def _from(facts: Facts, card_set: CardSet, inside: bool) -> Belongs:
    return lambda card: (facts.cards[title(card)].set is card_set) == inside


def _taken(rest: list[str], count: int, belongs: Belongs) -> list[str]:
    """So many cards off the rest: the first that belong there, and others where these are too few."""
    taken = [card for card in rest if belongs(card)][:count]
    taken += [card for card in rest if card not in taken][: count - len(taken)]
    rest[:] = [card for card in rest if card not in taken]
    return taken


def _known(state: State, eyes: int | None, at: int) -> tuple[str | None, ...]:
    """What these eyes know of a stack, from the top: what cannot have left unseen."""
    nothing = (None,) * len(state.stacks[at])
    if eyes is None:
        return nothing
    sight = state.seats[eyes].sights[at]
    return nothing if sight.gone else sight.slots


def _known_hand(state: State, eyes: int | None) -> tuple[str, ...]:
    """The cards of the other hand that these eyes know to be there."""
    if eyes is None:
        return ()
    sight = state.seats[eyes].hand_sight
    return () if sight.gone else sight.cards


def _held(state: State, eyes: int | None, number: int) -> tuple[str, ...]:
    known = _known_hand(state, eyes)
    return tuple([card for card in known if card in state.seats[number].hand])


def _sights(state: State, eyes: int | None) -> tuple[Sight, ...]:
    return tuple([Sight(_known(state, eyes, at)) for at in range(len(state.stacks))])


def _nothing(state: State) -> tuple[Sight, ...]:
    return tuple([unseen(len(stack)) for stack in state.stacks])


def _memory(state: State, number: int, eyes: int | None) -> HandSight:
    known = _known_hand(state, eyes) if number == eyes else ()
    return HandSight(known) if known else EMPTY_HAND


def _remembering(seat: SeatState, hand: tuple[str, ...], sights: tuple[Sight, ...], memory: HandSight) -> SeatState:
    # How many cards came to the hand unseen depends on what the other remembered: it is counted anew.
    return replace(seat, hand=hand, sights=sights, hand_sight=memory, unseen=0)


def _scouts(state: State, eyes: int | None) -> bool:
    """Whether these eyes are looking through the region stack (R87)."""
    return any(isinstance(prompt, ScoutPrompt) and prompt.seat == eyes for prompt in state.prompts)
