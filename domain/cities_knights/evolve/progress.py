"""Events of progress cards, applied to the state (R13, R14)."""

from __future__ import annotations

from sys import intern

from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import INDEX, minus, plus
from chronik.domain.cities_knights.commands import TRACK
from chronik.domain.cities_knights.events import (
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
from chronik.domain.cities_knights.evolve.changes import (
    SINGLE,
    expire_offers,
    pass_cards,
    put_under_decks,
    reprompt,
    with_seat,
)
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import (
    DeckPrompt,
    FreeRoadPrompt,
    GivePrompt,
    HarborPrompt,
    OverflowPrompt,
    SpyPrompt,
    TakePrompt,
)
from chronik.domain.cities_knights.state import Merchant, State
from chronik.domain.engine.area import on_event
from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.questions import remove_answered, skip_seat


def _apply_progress_drawn(facts: Facts, state: State, event: ProgressDrawn) -> State:
    number, seat, card = TRACK[event.deck], state.seats[event.seat], intern(event.card)
    fresh = replace_at(state.fresh, number, max(0, state.fresh[number] - 1))
    if facts.cards[card].vp:
        seats = with_seat(state, event.seat, shown=(*seat.shown, card))
    else:
        seats = with_seat(state, event.seat, progress=(*seat.progress, card))
    return replace(
        state,
        seats=seats,
        decks=replace_at(state.decks, number, state.decks[number][1:]),
        fresh=fresh,
        stack=remove_answered(state.stack, event.seat, DeckPrompt),
    )


def _apply_progress_discarded(facts: Facts, state: State, event: ProgressDiscarded) -> State:
    held = tuple([card for card in state.seats[event.seat].progress if card not in event.cards])
    return reprompt(
        state,
        seats=with_seat(state, event.seat, progress=held),
        decks=put_under_decks(state, event.cards, facts),
        stack=remove_answered(state.stack, event.seat, OverflowPrompt),
    )


def _apply_card_played(facts: Facts, state: State, event: CardPlayed) -> State:
    held = tuple([card for card in state.seats[event.seat].progress if card != event.card])
    return reprompt(
        state,
        seats=with_seat(state, event.seat, progress=held),
        decks=put_under_decks(state, (event.card,), facts),
        stack=skip_seat(state.stack, event.seat),  # C-70: the card was played instead of giving one up
    )


def _apply_cards_gained(facts: Facts, state: State, event: CardsGained) -> State:
    seats = with_seat(state, event.seat, hand=plus(state.seats[event.seat].hand, event.cards))
    return reprompt(state, seats=seats, bank=minus(state.bank, event.cards))


def _apply_cards_taken(facts: Facts, state: State, event: CardsTaken) -> State:
    return reprompt(
        state,
        seats=pass_cards(state, event.victim, event.seat, event.cards),
        offers=expire_offers(state, event.victim),
        stack=remove_answered(state.stack, event.seat, TakePrompt),
    )


def _apply_cards_given(facts: Facts, state: State, event: CardsGiven) -> State:
    return reprompt(
        state,
        seats=pass_cards(state, event.seat, event.to, event.cards),
        offers=expire_offers(state, event.seat),
        stack=remove_answered(state.stack, event.seat, GivePrompt),
    )


def _apply_harbor_offered(facts: Facts, state: State, event: HarborOffered) -> State:
    return reprompt(state, harbor=replace(state.harbor, asked=(*state.harbor.asked, event.to)))


def _apply_harbor_answered(facts: Facts, state: State, event: HarborAnswered) -> State:
    stack = remove_answered(state.stack, event.seat, HarborPrompt)
    if event.given is None:
        return reprompt(state, stack=stack)
    seats = pass_cards(state, event.by, event.seat, SINGLE[INDEX[event.kind]])
    seats = pass_cards(replace(state, seats=seats), event.seat, event.by, SINGLE[INDEX[event.given]])
    return reprompt(state, seats=seats, offers=expire_offers(state, event.seat), stack=stack)


def _apply_merchant_placed(facts: Facts, state: State, event: MerchantPlaced) -> State:
    return reprompt(state, merchant=Merchant(event.seat, event.hex))


def _apply_fleet_named(facts: Facts, state: State, event: FleetNamed) -> State:
    return reprompt(state, fleet=(*state.fleet, INDEX[event.kind]))


def _apply_harbor_opened(facts: Facts, state: State, event: HarborOpened) -> State:
    return reprompt(state, harbor=replace(state.harbor, played=state.harbor.played + 1))


def _apply_crane_ready(facts: Facts, state: State, event: CraneReady) -> State:
    return reprompt(state, cranes=state.cranes + 1)


def _apply_tokens_swapped(facts: Facts, state: State, event: TokensSwapped) -> State:
    one, other = event.hexes
    tokens = list(state.tokens)
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return reprompt(state, tokens=tuple(tokens))


def _apply_road_removed(facts: Facts, state: State, event: RoadRemoved) -> State:
    owner = state.seats[event.owner]
    roads = owner.roads & ~(1 << event.edge)
    if event.rebuilt is not None:
        roads |= 1 << event.rebuilt
    knights = tuple([knight for knight in owner.knights if knight.corner not in event.knights])
    return reprompt(state, seats=with_seat(state, event.owner, roads=roads, knights=knights))


def _apply_free_road_declined(facts: Facts, state: State, event: FreeRoadDeclined) -> State:
    return reprompt(state, stack=remove_answered(state.stack, event.seat, FreeRoadPrompt))


def _apply_progress_taken(facts: Facts, state: State, event: ProgressTaken) -> State:
    stack = remove_answered(state.stack, event.seat, SpyPrompt)
    if event.card is None:
        return reprompt(state, stack=stack)
    seats, card = list(state.seats), intern(event.card)
    victim, thief = seats[event.victim], seats[event.seat]
    seats[event.victim] = replace(victim, progress=tuple([held for held in victim.progress if held != card]))
    seats[event.seat] = replace(thief, progress=(*thief.progress, card))
    return reprompt(state, seats=tuple(seats), stack=stack)


AFTER = (
    on_event(ProgressDrawn, _apply_progress_drawn),
    on_event(ProgressDiscarded, _apply_progress_discarded),
    on_event(CardPlayed, _apply_card_played),
    on_event(CardsGained, _apply_cards_gained),
    on_event(CardsTaken, _apply_cards_taken),
    on_event(CardsGiven, _apply_cards_given),
    on_event(HarborOffered, _apply_harbor_offered),
    on_event(HarborAnswered, _apply_harbor_answered),
    on_event(MerchantPlaced, _apply_merchant_placed),
    on_event(FleetNamed, _apply_fleet_named),
    on_event(HarborOpened, _apply_harbor_opened),
    on_event(CraneReady, _apply_crane_ready),
    on_event(TokensSwapped, _apply_tokens_swapped),
    on_event(RoadRemoved, _apply_road_removed),
    on_event(FreeRoadDeclined, _apply_free_road_declined),
    on_event(ProgressTaken, _apply_progress_taken),
)
