"""Progress cards: drawn, given up, played, and what they do (R13, R14)."""

from __future__ import annotations

from sys import intern

from msgspec.structs import replace

from domain.cities_knights.cards.kinds import INDEX, minus, plus
from domain.cities_knights.commands import TRACK
from domain.cities_knights.events import (
    CardPlayed,
    CardsGained,
    CardsGiven,
    CardsTaken,
    CraneReady,
    FleetNamed,
    FreeRoadDeclined,
    HarborAnswered,
    HarborOffered,
    HarborOpened,
    MerchantPlaced,
    ProgressDiscarded,
    ProgressDrawn,
    ProgressTaken,
    RoadRemoved,
    TokensSwapped,
)
from domain.cities_knights.evolve.changes import (
    SINGLE,
    lapsed,
    moved_on,
    passed,
    under,
    with_seat,
)
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.prompts import (
    DeckPrompt,
    FreeRoadPrompt,
    GivePrompt,
    HarborPrompt,
    OverflowPrompt,
    SpyPrompt,
    TakePrompt,
)
from domain.cities_knights.state import Merchant, State
from domain.engine.area import after
from domain.engine.questions import answered, spared
from domain.engine.tuples import placed


def _drawn(facts: Facts, state: State, event: ProgressDrawn) -> State:
    number, seat, card = TRACK[event.deck], state.seats[event.seat], intern(event.card)
    fresh = placed(state.fresh, number, max(0, state.fresh[number] - 1))
    if facts.cards[card].vp:
        seats = with_seat(state, event.seat, shown=(*seat.shown, card))
    else:
        seats = with_seat(state, event.seat, progress=(*seat.progress, card))
    return replace(
        state,
        seats=seats,
        decks=placed(state.decks, number, state.decks[number][1:]),
        fresh=fresh,
        stack=answered(state.stack, event.seat, DeckPrompt),
    )


def _progress_discarded(facts: Facts, state: State, event: ProgressDiscarded) -> State:
    held = tuple([card for card in state.seats[event.seat].progress if card not in event.cards])
    return moved_on(
        state,
        seats=with_seat(state, event.seat, progress=held),
        decks=under(state, event.cards, facts),
        stack=answered(state.stack, event.seat, OverflowPrompt),
    )


def _played(facts: Facts, state: State, event: CardPlayed) -> State:
    held = tuple([card for card in state.seats[event.seat].progress if card != event.card])
    return moved_on(
        state,
        seats=with_seat(state, event.seat, progress=held),
        decks=under(state, (event.card,), facts),
        stack=spared(state.stack, event.seat),  # C-70: played in place of a discard
    )


def _gained(facts: Facts, state: State, event: CardsGained) -> State:
    seats = with_seat(state, event.seat, hand=plus(state.seats[event.seat].hand, event.cards))
    return moved_on(state, seats=seats, bank=minus(state.bank, event.cards))


def _taken(facts: Facts, state: State, event: CardsTaken) -> State:
    return moved_on(
        state,
        seats=passed(state, event.victim, event.seat, event.cards),
        offers=lapsed(state, event.victim),
        stack=answered(state.stack, event.seat, TakePrompt),
    )


def _given(facts: Facts, state: State, event: CardsGiven) -> State:
    return moved_on(
        state,
        seats=passed(state, event.seat, event.to, event.cards),
        offers=lapsed(state, event.seat),
        stack=answered(state.stack, event.seat, GivePrompt),
    )


def _harbor_offered(facts: Facts, state: State, event: HarborOffered) -> State:
    return moved_on(state, harbor=replace(state.harbor, asked=(*state.harbor.asked, event.to)))


def _harbor_answered(facts: Facts, state: State, event: HarborAnswered) -> State:
    stack = answered(state.stack, event.seat, HarborPrompt)
    if event.given is None:
        return moved_on(state, stack=stack)
    seats = passed(state, event.by, event.seat, SINGLE[INDEX[event.kind]])
    seats = passed(replace(state, seats=seats), event.seat, event.by, SINGLE[INDEX[event.given]])
    return moved_on(state, seats=seats, offers=lapsed(state, event.seat), stack=stack)


def _merchant_placed(facts: Facts, state: State, event: MerchantPlaced) -> State:
    return moved_on(state, merchant=Merchant(event.seat, event.hex))


def _fleet_named(facts: Facts, state: State, event: FleetNamed) -> State:
    return moved_on(state, fleet=(*state.fleet, INDEX[event.kind]))


def _harbor_opened(facts: Facts, state: State, event: HarborOpened) -> State:
    return moved_on(state, harbor=replace(state.harbor, played=state.harbor.played + 1))


def _crane_ready(facts: Facts, state: State, event: CraneReady) -> State:
    return moved_on(state, cranes=state.cranes + 1)


def _tokens_swapped(facts: Facts, state: State, event: TokensSwapped) -> State:
    one, other = event.hexes
    tokens = list(state.tokens)
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return moved_on(state, tokens=tuple(tokens))


def _road_removed(facts: Facts, state: State, event: RoadRemoved) -> State:
    owner = state.seats[event.owner]
    roads = owner.roads & ~(1 << event.edge)
    if event.rebuilt is not None:
        roads |= 1 << event.rebuilt
    knights = tuple([knight for knight in owner.knights if knight.corner not in event.knights])
    return moved_on(state, seats=with_seat(state, event.owner, roads=roads, knights=knights))


def _free_road_declined(facts: Facts, state: State, event: FreeRoadDeclined) -> State:
    return moved_on(state, stack=answered(state.stack, event.seat, FreeRoadPrompt))


def _progress_taken(facts: Facts, state: State, event: ProgressTaken) -> State:
    stack = answered(state.stack, event.seat, SpyPrompt)
    if event.card is None:
        return moved_on(state, stack=stack)
    seats, card = list(state.seats), intern(event.card)
    victim, thief = seats[event.victim], seats[event.seat]
    seats[event.victim] = replace(victim, progress=tuple([held for held in victim.progress if held != card]))
    seats[event.seat] = replace(thief, progress=(*thief.progress, card))
    return moved_on(state, seats=tuple(seats), stack=stack)


AFTER = (
    after(ProgressDrawn, _drawn),
    after(ProgressDiscarded, _progress_discarded),
    after(CardPlayed, _played),
    after(CardsGained, _gained),
    after(CardsTaken, _taken),
    after(CardsGiven, _given),
    after(HarborOffered, _harbor_offered),
    after(HarborAnswered, _harbor_answered),
    after(MerchantPlaced, _merchant_placed),
    after(FleetNamed, _fleet_named),
    after(HarborOpened, _harbor_opened),
    after(CraneReady, _crane_ready),
    after(TokensSwapped, _tokens_swapped),
    after(RoadRemoved, _road_removed),
    after(FreeRoadDeclined, _free_road_declined),
    after(ProgressTaken, _progress_taken),
)
