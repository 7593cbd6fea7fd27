"""Evolve: copies events into the state. It never judges and never draws; every outcome is in the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from sys import intern
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.cities_knights.commands import TRACK
from domain.cities_knights.events import (
    ActionBegan,
    AqueductUsed,
    Asked,
    BankTraded,
    BarbariansLanded,
    BarbariansLeft,
    CardPlayed,
    CardsDiscarded,
    CardsGained,
    CardsGiven,
    CardsTaken,
    CardStolen,
    CityBuilt,
    CityPillaged,
    CraneReady,
    DeckShuffled,
    DefenderNamed,
    DeserterPlaced,
    DiceRolled,
    Event,
    Finished,
    FirstDrawn,
    FleetNamed,
    FreeRoadDeclined,
    HarborAnswered,
    HarborOffered,
    HarborOpened,
    IslandDealt,
    KnightActivated,
    KnightDisplaced,
    KnightMoved,
    KnightPromoted,
    KnightRecruited,
    KnightRetreated,
    KnightsRoused,
    KnightSurrendered,
    LevelBought,
    LongestRoadPassed,
    MerchantPlaced,
    MetropolisPlaced,
    OfferAnswered,
    OfferMade,
    OfferWithdrawn,
    Produced,
    ProgressDiscarded,
    ProgressDrawn,
    ProgressTaken,
    Remains,
    Resumed,
    RoadBuilt,
    RoadRemoved,
    RobberMoved,
    SettlementBuilt,
    ShipMoved,
    StartPlaced,
    TokensSwapped,
    Traded,
    TurnBegan,
    WallBuilt,
)
from domain.cities_knights.facts import Facts
from domain.cities_knights.kinds import INDEX, Counts, minus, plus, single
from domain.cities_knights.prompts import (
    AqueductPrompt,
    DeckPrompt,
    DeserterPrompt,
    DiscardPrompt,
    FreeRoadPrompt,
    GivePrompt,
    HarborPrompt,
    MetropolisPrompt,
    OverflowPrompt,
    PillagePrompt,
    RetreatPrompt,
    RobberPrompt,
    SpyPrompt,
    StartPrompt,
    SurrenderPrompt,
    TakePrompt,
    VictimPrompt,
)
from domain.cities_knights.rulesets import CommodityBank, RobberBeforeFirstAttack, Ruleset, TwoPlayerMode
from domain.cities_knights.state import (
    UNLIMITED,
    Dice,
    Frame,
    Harbor,
    Knight,
    Merchant,
    Metropolis,
    Offer,
    Phase,
    SeatState,
    State,
    asked,
)
from domain.engine.game import Outcome, Rejected

T = TypeVar("T")

SINGLE = tuple(single(index) for index in range(8))
NO_HARBOR = Harbor()


def opening(facts: Facts, options: Ruleset, seats: int) -> State:
    """The table before anything is dealt; raises `Rejected` for options that cannot be played yet."""
    if options.two_player_mode is TwoPlayerMode.NEUTRAL_COLORS:
        raise Rejected("neutral-colors")
    bank = facts.bank
    if options.commodity_bank is CommodityBank.UNLIMITED:
        bank = (*bank[:5], UNLIMITED, UNLIMITED, UNLIMITED)
    return State(
        options=options,
        seats=(SeatState(),) * seats,
        sealed=(None,) * seats,
        bank=bank,
        decks=facts.decks,
        fresh=(len(facts.decks[0]), len(facts.decks[1]), len(facts.decks[2])),
        awake=options.robber_before_first_attack is RobberBeforeFirstAttack.ACTIVE,
    )


def evolve(facts: Facts, state: State, event: Event) -> State:
    """The state after an event."""
    return AFTER[type(event)](facts, state, event)


# What many events do


def _moved_on(state: State, **changes: Any) -> State:
    """The state with these changes, in which the active seat is asked anew."""
    return _asking(state, step=state.step + 1, **changes)


def _asking(state: State, **changes: Any) -> State:
    """The state with these changes, and the prompts that follow from it."""
    value = changes.get
    prompts = asked(
        value("stack", state.stack),
        value("phase", state.phase),
        value("active", state.active),
        value("step", state.step),
        value("turn", state.turn),
        value("offers", state.offers),
    )
    return replace(state, prompts=prompts, **changes)


def _changed(things: tuple[T, ...], at: int, thing: T) -> tuple[T, ...]:
    return (*things[:at], thing, *things[at + 1 :])


def _seat(state: State, number: int, **changes: Any) -> tuple[SeatState, ...]:
    """All seats, one of them changed."""
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)
    return tuple(seats)


def _paid(state: State, number: int, paid: Counts, **changes: Any) -> State:
    """A seat has paid the bank for something."""
    if not paid:
        return _moved_on(state, seats=_seat(state, number, **changes))
    hand = minus(state.seats[number].hand, paid)
    return _moved_on(state, seats=_seat(state, number, hand=hand, **changes), bank=plus(state.bank, paid))


def _passed(state: State, giver: int, taker: int, cards: Counts) -> tuple[SeatState, ...]:
    """All seats after cards went from one hand to another."""
    seats = list(state.seats)
    seats[giver] = replace(seats[giver], hand=minus(seats[giver].hand, cards))
    seats[taker] = replace(seats[taker], hand=plus(seats[taker].hand, cards))
    return tuple(seats)


def _answered(state: State, seat: int, *kinds: type) -> tuple[Frame, ...]:
    """The stack after a seat has answered such a question; a frame in which nobody is asked any more is gone."""
    if not state.stack:
        return ()
    below, top = state.stack[:-1], state.stack[-1]
    asks = tuple([prompt for prompt in top.asks if not (prompt.seat == seat and isinstance(prompt, kinds))])
    if len(asks) == len(top.asks):
        return state.stack
    return (*below, replace(top, asks=asks)) if asks else below


def _knights(seat: SeatState, without: int | None = None, plus_one: Knight | None = None) -> tuple[Knight, ...]:
    """A seat's knights without the one at a corner, with another one."""
    knights = [knight for knight in seat.knights if knight.corner != without]
    if plus_one is not None:
        knights.append(plus_one)
        knights.sort(key=_corner)
    return tuple(knights)


def _corner(knight: Knight) -> int:
    return knight.corner


def _knight(seat: SeatState, corner: int, **changes: Any) -> tuple[Knight, ...]:
    """A seat's knights, the one at a corner changed."""
    return tuple([replace(knight, **changes) if knight.corner == corner else knight for knight in seat.knights])


def _under(state: State, cards: tuple[str, ...], facts: Facts) -> tuple[tuple[str, ...], ...]:
    """The decks with cards put under them, in this order."""
    decks = list(state.decks)
    for card in cards:
        deck = facts.cards[card].deck
        decks[deck] = (*decks[deck], intern(card))
    return tuple(decks)


# The deal


def _first_drawn(facts: Facts, state: State, event: FirstDrawn) -> State:
    return replace(state, first=event.seat, active=event.seat)


def _dealt(facts: Facts, state: State, event: IslandDealt) -> State:
    return replace(
        state,
        terrain=tuple(map(intern, event.terrain)),
        tokens=event.tokens,
        harbors=tuple(map(intern, event.harbors)),
        robber=event.robber,
    )


def _shuffled(facts: Facts, state: State, event: DeckShuffled) -> State:
    number = TRACK[event.deck]
    known = state.decks[number][state.fresh[number] :]
    order = tuple(map(intern, event.order))
    return replace(state, decks=_changed(state.decks, number, (*order, *known)))


def _start_placed(facts: Facts, state: State, event: StartPlaced) -> State:
    seat = state.seats[event.seat]
    corner = 1 << event.corner
    seats = _seat(
        state,
        event.seat,
        hand=plus(seat.hand, event.gained) if event.gained else seat.hand,
        roads=seat.roads | 1 << event.edge,
        settlements=seat.settlements if event.city else seat.settlements | corner,
        cities=seat.cities | corner if event.city else seat.cities,
    )
    bank = minus(state.bank, event.gained) if event.gained else state.bank
    return _asking(state, seats=seats, bank=bank, stack=_answered(state, event.seat, StartPrompt))


# The stack


def _asked(facts: Facts, state: State, event: Asked) -> State:
    return _asking(state, stack=(*state.stack, Frame(event.prompts, event.then, event.rest)))


def _resumed(facts: Facts, state: State, event: Resumed) -> State:
    return _asking(state, stack=state.stack[:-1])


# The turn and its roll


def _turn_began(facts: Facts, state: State, event: TurnBegan) -> State:
    return _asking(
        state,
        seats=tuple([_rested(seat) for seat in state.seats]),
        phase=Phase.PRE_ROLL,
        active=event.seat,
        turn=state.turn + 1,
        offers=(),
        fleet=(),
        harbor=NO_HARBOR,
        cranes=0,
    )


def _rested(seat: SeatState) -> SeatState:
    """A seat that has made no offer this turn, and promoted no knight."""
    if not seat.attempts and True not in [knight.promoted for knight in seat.knights]:
        return seat
    knights = tuple([replace(knight, promoted=False) if knight.promoted else knight for knight in seat.knights])
    return replace(seat, attempts=0, knights=knights)


def _rolled(facts: Facts, state: State, event: DiceRolled) -> State:
    dice = Dice(event.red, event.yellow, event.event)
    seats = state.seats
    # R1.7: an attack takes readiness away again; a card played during the roll (C-70) gives none by activating.
    knights = seats[state.active].knights
    if [knight.ready for knight in knights] != [knight.active for knight in knights]:
        knights = tuple([replace(knight, ready=knight.active) for knight in knights])
        seats = _seat(state, state.active, knights=knights)
    return _asking(state, phase=Phase.ROLL, rolls=state.rolls + 1, dice=dice, seats=seats)


def _ship_moved(facts: Facts, state: State, event: ShipMoved) -> State:
    return replace(state, ship=event.step)


def _landed(facts: Facts, state: State, event: BarbariansLanded) -> State:
    return state


def _defender(facts: Facts, state: State, event: DefenderNamed) -> State:
    seats = _seat(state, event.seat, defender=state.seats[event.seat].defender + 1)
    return replace(state, seats=seats, defenders=state.defenders + 1)


def _pillaged(facts: Facts, state: State, event: CityPillaged) -> State:
    seat, corner = state.seats[event.seat], 1 << event.corner
    roads = seat.roads
    for edge in event.roads:
        roads &= ~(1 << edge)
    seats = _seat(
        state,
        event.seat,
        cities=seat.cities & ~corner,
        walls=seat.walls & ~corner,
        settlements=seat.settlements | corner if event.remains is Remains.SETTLEMENT else seat.settlements,
        sideways=seat.sideways | corner if event.remains is Remains.SIDEWAYS else seat.sideways,
        roads=roads,
        knights=tuple([knight for knight in seat.knights if knight.corner not in event.knights]),
    )
    return _asking(state, seats=seats, stack=_answered(state, event.seat, PillagePrompt))


def _barbarians_left(facts: Facts, state: State, event: BarbariansLeft) -> State:
    seats = [
        replace(seat, knights=tuple([replace(knight, active=False, ready=False) for knight in seat.knights]))
        for seat in state.seats
    ]
    return replace(state, seats=tuple(seats), ship=0, attacks=state.attacks + 1, awake=True)


def _drawn(facts: Facts, state: State, event: ProgressDrawn) -> State:
    number, seat, card = TRACK[event.deck], state.seats[event.seat], intern(event.card)
    fresh = _changed(state.fresh, number, max(0, state.fresh[number] - 1))
    if facts.cards[card].vp:
        seats = _seat(state, event.seat, shown=(*seat.shown, card))
    else:
        seats = _seat(state, event.seat, progress=(*seat.progress, card))
    return _asking(
        state,
        seats=seats,
        decks=_changed(state.decks, number, state.decks[number][1:]),
        fresh=fresh,
        stack=_answered(state, event.seat, DeckPrompt),
    )


def _progress_discarded(facts: Facts, state: State, event: ProgressDiscarded) -> State:
    held = tuple([card for card in state.seats[event.seat].progress if card not in event.cards])
    return _moved_on(
        state,
        seats=_seat(state, event.seat, progress=held),
        decks=_under(state, event.cards, facts),
        stack=_answered(state, event.seat, OverflowPrompt),
    )


def _produced(facts: Facts, state: State, event: Produced) -> State:
    seats, bank = list(state.seats), state.bank
    for number, gained in enumerate(event.gained):
        if gained:
            seats[number] = replace(seats[number], hand=plus(seats[number].hand, gained))
            bank = minus(bank, gained)
    return replace(state, seats=tuple(seats), bank=bank)


def _aqueduct_used(facts: Facts, state: State, event: AqueductUsed) -> State:
    stack = _answered(state, event.seat, AqueductPrompt)
    if event.kind is None:
        return _asking(state, stack=stack)
    card = SINGLE[INDEX[event.kind]]
    seats = _seat(state, event.seat, hand=plus(state.seats[event.seat].hand, card))
    return _asking(state, seats=seats, bank=minus(state.bank, card), stack=stack)


def _discarded(facts: Facts, state: State, event: CardsDiscarded) -> State:
    seats = _seat(state, event.seat, hand=minus(state.seats[event.seat].hand, event.cards))
    bank, offers = plus(state.bank, event.cards), _lapsed(state, event.seat)
    stack = _answered(state, event.seat, DiscardPrompt)
    return _asking(state, seats=seats, bank=bank, offers=offers, stack=stack)


def _robber_moved(facts: Facts, state: State, event: RobberMoved) -> State:
    seats = state.seats
    if event.knight is not None:
        seats = _seat(
            state, event.seat, knights=_knight(state.seats[event.seat], event.knight, active=False, ready=False)
        )
    return _moved_on(state, seats=seats, robber=event.hex, stack=_answered(state, event.seat, RobberPrompt))


def _stolen(facts: Facts, state: State, event: CardStolen) -> State:
    return _moved_on(
        state,
        seats=_passed(state, event.victim, event.seat, SINGLE[INDEX[event.kind]]),
        steals=state.steals + 1,
        offers=_lapsed(state, event.victim),
        stack=_answered(state, event.seat, VictimPrompt),
    )


def _action_began(facts: Facts, state: State, event: ActionBegan) -> State:
    return _moved_on(state, phase=Phase.ACTION)


# Building


def _road_built(facts: Facts, state: State, event: RoadBuilt) -> State:
    seat = state.seats[event.seat]
    if event.paid:
        return _paid(state, event.seat, event.paid, roads=seat.roads | 1 << event.edge)
    seats = _seat(state, event.seat, roads=seat.roads | 1 << event.edge)
    return _moved_on(state, seats=seats, stack=_answered(state, event.seat, FreeRoadPrompt))


def _settlement_built(facts: Facts, state: State, event: SettlementBuilt) -> State:
    settlements = state.seats[event.seat].settlements | 1 << event.corner
    return _paid(state, event.seat, event.paid, settlements=settlements)


def _city_built(facts: Facts, state: State, event: CityBuilt) -> State:
    seat, corner = state.seats[event.seat], 1 << event.corner
    return _paid(
        state,
        event.seat,
        event.paid,
        settlements=seat.settlements & ~corner,
        sideways=seat.sideways & ~corner,
        cities=seat.cities | corner,
    )


def _wall_built(facts: Facts, state: State, event: WallBuilt) -> State:
    return _paid(state, event.seat, event.paid, walls=state.seats[event.seat].walls | 1 << event.corner)


def _level_bought(facts: Facts, state: State, event: LevelBought) -> State:
    levels = _changed(state.seats[event.seat].levels, TRACK[event.track], event.level)
    bought = _paid(state, event.seat, event.paid, levels=levels)
    return replace(bought, cranes=bought.cranes - 1) if event.crane else bought


def _metropolis_placed(facts: Facts, state: State, event: MetropolisPlaced) -> State:
    placed = _changed(state.metropolises, TRACK[event.track], Metropolis(event.seat, event.corner))
    return _moved_on(state, metropolises=placed, stack=_answered(state, event.seat, MetropolisPrompt))


# Knights


def _recruited(facts: Facts, state: State, event: KnightRecruited) -> State:
    knights = _knights(state.seats[event.seat], plus_one=Knight(event.corner))
    return _paid(state, event.seat, event.paid, knights=knights)


def _activated(facts: Facts, state: State, event: KnightActivated) -> State:
    return _paid(state, event.seat, event.paid, knights=_knight(state.seats[event.seat], event.corner, active=True))


def _roused(facts: Facts, state: State, event: KnightsRoused) -> State:
    knights = tuple([replace(knight, active=True) for knight in state.seats[event.seat].knights])
    return _moved_on(state, seats=_seat(state, event.seat, knights=knights))


def _promoted(facts: Facts, state: State, event: KnightPromoted) -> State:
    seat = state.seats[event.seat]
    level = next(knight.level for knight in seat.knights if knight.corner == event.corner)
    knights = _knight(seat, event.corner, level=level + 1, promoted=True)
    return _paid(state, event.seat, event.paid, knights=knights)


def _knight_moved(facts: Facts, state: State, event: KnightMoved) -> State:
    seat = state.seats[event.seat]
    (mover,) = [knight for knight in seat.knights if knight.corner == event.start]
    moved = replace(mover, corner=event.corner, active=False, ready=False)
    return _moved_on(state, seats=_seat(state, event.seat, knights=_knights(seat, event.start, moved)))


def _displaced(facts: Facts, state: State, event: KnightDisplaced) -> State:
    knights = _knights(state.seats[event.seat], event.corner)
    return _moved_on(state, seats=_seat(state, event.seat, knights=knights))


def _retreated(facts: Facts, state: State, event: KnightRetreated) -> State:
    knight = Knight(event.corner, event.level, event.active)
    return _moved_on(
        state,
        seats=_seat(state, event.seat, knights=_knights(state.seats[event.seat], plus_one=knight)),
        stack=_answered(state, event.seat, RetreatPrompt),
    )


def _surrendered(facts: Facts, state: State, event: KnightSurrendered) -> State:
    return _moved_on(
        state,
        seats=_seat(state, event.seat, knights=_knights(state.seats[event.seat], event.corner)),
        stack=_answered(state, event.seat, SurrenderPrompt),
    )


def _deserter_placed(facts: Facts, state: State, event: DeserterPlaced) -> State:
    seats = state.seats
    if event.corner is not None:
        knight = Knight(event.corner, event.level, event.active, event.ready)
        seats = _seat(state, event.seat, knights=_knights(state.seats[event.seat], plus_one=knight))
    return _moved_on(state, seats=seats, stack=_answered(state, event.seat, DeserterPrompt))


def _longest_passed(facts: Facts, state: State, event: LongestRoadPassed) -> State:
    return replace(state, longest=event.seat)


# Trade


def _bank_traded(facts: Facts, state: State, event: BankTraded) -> State:
    hand = plus(minus(state.seats[event.seat].hand, event.given), event.taken)
    bank = minus(plus(state.bank, event.given), event.taken)
    return _moved_on(state, seats=_seat(state, event.seat, hand=hand), bank=bank)


def _offer_made(facts: Facts, state: State, event: OfferMade) -> State:
    offer = Offer(event.number, event.seat, event.give, event.want, event.to, counter=event.counter)
    offers = tuple([_closed_to(one, event.seat) if one.number == event.counter else one for one in state.offers])
    seats = _seat(state, event.seat, attempts=state.seats[event.seat].attempts + 1)
    return _asking_for(state, event.seat, seats=seats, offered=event.number, offers=(*offers, offer))


def _closed_to(offer: Offer, seat: int) -> Offer:
    return replace(offer, open=tuple([other for other in offer.open if other != seat]))


def _offer_answered(facts: Facts, state: State, event: OfferAnswered) -> State:
    offers: list[Offer] = []
    for offer in state.offers:
        if offer.number != event.number:
            offers.append(offer)
        elif event.accepted:
            offers.append(replace(_closed_to(offer, event.seat), accepted=(*offer.accepted, event.seat)))
        elif offer.counter is None:
            offers.append(_closed_to(offer, event.seat))
    return _asking_for(state, event.seat, offers=tuple(offers))


def _offer_withdrawn(facts: Facts, state: State, event: OfferWithdrawn) -> State:
    return _asking_for(state, event.seat, offers=_without_offer(state, event.number))


def _without_offer(state: State, number: int) -> tuple[Offer, ...]:
    """The open offers without one and its counter-offers."""
    return tuple([offer for offer in state.offers if number not in (offer.number, offer.counter)])


def _lapsed(state: State, seat: int) -> tuple[Offer, ...]:
    """The open offers after a seat has lost cards: it must accept anew, and its counter-offer is gone (R15.1)."""
    return tuple([_reopened(offer, seat) for offer in state.offers if offer.counter is None or offer.seat != seat])


def _reopened(offer: Offer, seat: int) -> Offer:
    if seat not in offer.accepted:
        return offer
    accepted = tuple([other for other in offer.accepted if other != seat])
    return replace(offer, open=tuple(sorted((*offer.open, seat))), accepted=accepted)


def _asking_for(state: State, seat: int, **changes: Any) -> State:
    """Trade of other seats leaves the active one's question as it is."""
    return _moved_on(state, **changes) if seat == state.active else _asking(state, **changes)


def _traded(facts: Facts, state: State, event: Traded) -> State:
    seats = list(_passed(state, event.seat, event.partner, event.given))
    for number, cards in ((event.seat, event.taken), (event.partner, event.taken)):
        change = plus if number == event.seat else minus
        seats[number] = replace(seats[number], hand=change(seats[number].hand, cards))
    answered = next((offer.counter for offer in state.offers if offer.number == event.number), None)
    return _moved_on(state, seats=tuple(seats), offers=_without_offer(state, answered or event.number))


# Progress cards


def _played(facts: Facts, state: State, event: CardPlayed) -> State:
    held = tuple([card for card in state.seats[event.seat].progress if card != event.card])
    stack = state.stack
    if stack:  # C-70: played in place of a discard; what waits for that goes on afterwards
        asks = tuple([prompt for prompt in stack[-1].asks if prompt.seat != event.seat])
        stack = (*stack[:-1], replace(stack[-1], asks=asks))
    return _moved_on(
        state,
        seats=_seat(state, event.seat, progress=held),
        decks=_under(state, (event.card,), facts),
        stack=stack,
    )


def _gained(facts: Facts, state: State, event: CardsGained) -> State:
    seats = _seat(state, event.seat, hand=plus(state.seats[event.seat].hand, event.cards))
    return _moved_on(state, seats=seats, bank=minus(state.bank, event.cards))


def _taken(facts: Facts, state: State, event: CardsTaken) -> State:
    return _moved_on(
        state,
        seats=_passed(state, event.victim, event.seat, event.cards),
        offers=_lapsed(state, event.victim),
        stack=_answered(state, event.seat, TakePrompt),
    )


def _given(facts: Facts, state: State, event: CardsGiven) -> State:
    return _moved_on(
        state,
        seats=_passed(state, event.seat, event.to, event.cards),
        offers=_lapsed(state, event.seat),
        stack=_answered(state, event.seat, GivePrompt),
    )


def _harbor_offered(facts: Facts, state: State, event: HarborOffered) -> State:
    return _moved_on(state, harbor=replace(state.harbor, asked=(*state.harbor.asked, event.to)))


def _harbor_answered(facts: Facts, state: State, event: HarborAnswered) -> State:
    stack = _answered(state, event.seat, HarborPrompt)
    if event.given is None:
        return _moved_on(state, stack=stack)
    seats = _passed(state, event.by, event.seat, SINGLE[INDEX[event.kind]])
    seats = _passed(replace(state, seats=seats), event.seat, event.by, SINGLE[INDEX[event.given]])
    return _moved_on(state, seats=seats, offers=_lapsed(state, event.seat), stack=stack)


def _merchant_placed(facts: Facts, state: State, event: MerchantPlaced) -> State:
    return _moved_on(state, merchant=Merchant(event.seat, event.hex))


def _fleet_named(facts: Facts, state: State, event: FleetNamed) -> State:
    return _moved_on(state, fleet=(*state.fleet, INDEX[event.kind]))


def _harbor_opened(facts: Facts, state: State, event: HarborOpened) -> State:
    return _moved_on(state, harbor=replace(state.harbor, played=state.harbor.played + 1))


def _crane_ready(facts: Facts, state: State, event: CraneReady) -> State:
    return _moved_on(state, cranes=state.cranes + 1)


def _tokens_swapped(facts: Facts, state: State, event: TokensSwapped) -> State:
    one, other = event.hexes
    tokens = list(state.tokens)
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return _moved_on(state, tokens=tuple(tokens))


def _road_removed(facts: Facts, state: State, event: RoadRemoved) -> State:
    owner = state.seats[event.owner]
    roads = owner.roads & ~(1 << event.edge)
    if event.rebuilt is not None:
        roads |= 1 << event.rebuilt
    knights = tuple([knight for knight in owner.knights if knight.corner not in event.knights])
    return _moved_on(state, seats=_seat(state, event.owner, roads=roads, knights=knights))


def _free_road_declined(facts: Facts, state: State, event: FreeRoadDeclined) -> State:
    return _moved_on(state, stack=_answered(state, event.seat, FreeRoadPrompt))


def _progress_taken(facts: Facts, state: State, event: ProgressTaken) -> State:
    stack = _answered(state, event.seat, SpyPrompt)
    if event.card is None:
        return _moved_on(state, stack=stack)
    seats, card = list(state.seats), intern(event.card)
    victim, thief = seats[event.victim], seats[event.seat]
    seats[event.victim] = replace(victim, progress=tuple([held for held in victim.progress if held != card]))
    seats[event.seat] = replace(thief, progress=(*thief.progress, card))
    return _moved_on(state, seats=tuple(seats), stack=stack)


def _finished(facts: Facts, state: State, event: Finished) -> State:
    return replace(
        state, phase=Phase.OVER, stack=(), offers=(), prompts=(), outcome=Outcome(event.points, event.places)
    )


AFTER: Mapping[type, Callable[[Facts, State, Any], State]] = {
    FirstDrawn: _first_drawn,
    IslandDealt: _dealt,
    DeckShuffled: _shuffled,
    StartPlaced: _start_placed,
    Asked: _asked,
    Resumed: _resumed,
    TurnBegan: _turn_began,
    DiceRolled: _rolled,
    ShipMoved: _ship_moved,
    BarbariansLanded: _landed,
    DefenderNamed: _defender,
    CityPillaged: _pillaged,
    BarbariansLeft: _barbarians_left,
    ProgressDrawn: _drawn,
    ProgressDiscarded: _progress_discarded,
    Produced: _produced,
    AqueductUsed: _aqueduct_used,
    CardsDiscarded: _discarded,
    RobberMoved: _robber_moved,
    CardStolen: _stolen,
    ActionBegan: _action_began,
    RoadBuilt: _road_built,
    SettlementBuilt: _settlement_built,
    CityBuilt: _city_built,
    WallBuilt: _wall_built,
    LevelBought: _level_bought,
    MetropolisPlaced: _metropolis_placed,
    KnightRecruited: _recruited,
    KnightActivated: _activated,
    KnightsRoused: _roused,
    KnightPromoted: _promoted,
    KnightMoved: _knight_moved,
    KnightDisplaced: _displaced,
    KnightRetreated: _retreated,
    KnightSurrendered: _surrendered,
    DeserterPlaced: _deserter_placed,
    LongestRoadPassed: _longest_passed,
    BankTraded: _bank_traded,
    OfferMade: _offer_made,
    OfferAnswered: _offer_answered,
    OfferWithdrawn: _offer_withdrawn,
    Traded: _traded,
    CardPlayed: _played,
    CardsGained: _gained,
    CardsTaken: _taken,
    CardsGiven: _given,
    HarborOffered: _harbor_offered,
    HarborAnswered: _harbor_answered,
    MerchantPlaced: _merchant_placed,
    FleetNamed: _fleet_named,
    HarborOpened: _harbor_opened,
    CraneReady: _crane_ready,
    TokensSwapped: _tokens_swapped,
    RoadRemoved: _road_removed,
    FreeRoadDeclined: _free_road_declined,
    ProgressTaken: _progress_taken,
    Finished: _finished,
}
