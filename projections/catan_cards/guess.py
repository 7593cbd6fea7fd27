"""A state of the card game as a viewer could imagine it: what the view shows is exact, the rest are stand-ins.

Cards that were never seen lie anywhere, those of which somebody knows the place lie there. So the rules can be asked
what a command brings, as long as nothing that is hidden has a part in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from msgspec import UNSET

from domain.catan_cards.cards.ids import instances, owner
from domain.catan_cards.deck.copies import first_copies, pool_of
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import CardSet
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.principality.axis import land_order
from domain.catan_cards.prompts import ActionPrompt, HandPrompt, RollPrompt
from domain.catan_cards.state import (
    Built,
    Dice,
    Feeling,
    HandSight,
    Land,
    Playing,
    Question,
    SeatState,
    Sight,
    State,
)
from projections.catan_cards.seen import CatanCardsStackView
from projections.catan_cards.view import CatanCardsView


def onlooker(view: CatanCardsView) -> int | None:
    """The seat that looks at a view, None for who has none or sees all."""
    seeing = [number for number, seat in view.seats.items() if seat.hand is not UNSET]
    return seeing[0] if len(seeing) == 1 else None


def imagined(facts: Facts, view: CatanCardsView) -> State:
    """The state that a view lets one imagine."""
    own = onlooker(view)
    known = set(_shown(view))
    decks = {number: _deck(facts, view, number, known) for number in view.seats}
    unseen = _Unseen(facts, view, known, decks)
    hands = {number: _hand(view, number, unseen) for number in view.seats}
    lying = [(of, stack) for of, group in _groups(view) for stack in group.values()]
    own_sights = tuple(_sight(stack, own) for _, stack in lying)
    other_sights = tuple(Sight((None,) * stack.size) for _, stack in lying)
    questions = tuple(
        prompt
        for seat in view.seats.values()
        for prompt in seat.prompts
        if not isinstance(prompt, RollPrompt | ActionPrompt | HandPrompt)
    )
    dice = view.dice
    return State(
        options=view.options,
        seats=tuple(
            _seat(view, number, hands[number], decks[number], own_sights if number == own else other_sights)
            for number in view.seats
        ),
        stacks=tuple(unseen.stack(stack, own, of) for of, stack in lying),
        discards=view.discards,
        display=view.display,
        events=_events(facts, view),
        told=len(view.event.told),
        regions=view.regions_left if view.sight is UNSET else view.sight.regions or view.regions_left,
        revealed=view.event.revealed or None,
        drawn_region=view.region or None,
        playing=tuple(
            Playing(one.seat, one.card, one.against or None, one.knight or None, _behind(view, one.seat))
            for one in view.playing
        ),
        spared=view.spared,
        winner=None if view.winner is UNSET else view.winner,
        barred=view.barred,
        unlocked=view.unlocked,
        phase=view.phase,
        first=view.first,
        active=view.active,
        turn=view.turn,
        dice=None if dice is UNSET else Dice(dice.event, dice.number, dice.named),
        stack=(Question(questions),) if questions else (),
        prompts=tuple(prompt for seat in view.seats.values() for prompt in seat.prompts),
        sealed=(None,) * len(view.seats),
    )


def _groups(view: CatanCardsView) -> list[tuple[int | None, dict[int, CatanCardsStackView]]]:
    """The stacks in the order of a state, with whose they are."""
    if view.options.mode is Mode.TOURNAMENT:
        return [(number, seat.stacks) for number, seat in view.seats.items()]
    return [(None, view.stacks)]


def _behind(view: CatanCardsView, seat: int) -> bool:
    return view.seats[seat].points < view.seats[1 - seat].points


def _seat(
    view: CatanCardsView, number: int, hand: tuple[str, ...], deck: tuple[str, ...], sights: tuple[Sight, ...]
) -> SeatState:
    seat, other = view.seats[number], view.seats[1 - number]
    known = other.known
    return SeatState(
        roads=seat.roads,
        settlements=seat.settlements,
        cities=seat.cities,
        lands=tuple(
            sorted((Land(id, one.slot, one.side, one.stored) for id, one in seat.regions.items()), key=land_order)
        ),
        built=tuple(Built(card, one.slot, None if one.side is UNSET else one.side) for card, one in seat.built.items()),
        hand=hand,
        feelings=tuple(Feeling(card, region) for card, region in seat.feelings.items()),
        stars=seat.stars,
        used=seat.used,
        fetched=seat.fetched,
        offers=seat.offers,
        drawn=seat.drawn,
        deck=deck,
        sights=sights,
        hand_sight=HandSight() if known is UNSET else HandSight(known.cards, known.gone),
    )


def _deck(facts: Facts, view: CatanCardsView, number: int, known: Set[str]) -> tuple[str, ...]:
    """The copies of a deck whose titles are shown: those that were seen, and any others; else nothing."""
    titles = view.seats[number].deck
    if titles is UNSET:
        return ()
    pool = pool_of(facts, number)
    return first_copies(sorted(pool, key=lambda copy: copy not in known), titles)


def _hand(view: CatanCardsView, number: int, unseen: _Unseen) -> tuple[str, ...]:
    seat = view.seats[number]
    if seat.hand is not UNSET:
        return seat.hand
    looked_at = unseen.shown_hand(number)
    if looked_at is not None:
        return looked_at
    known = seat.known.cards[-seat.cards :] if seat.known is not UNSET and seat.cards else ()
    return (*known, *unseen.take(seat.cards - len(known), number))


def _sight(stack: CatanCardsStackView, own: int | None) -> Sight:
    """What the onlooker knows of a stack."""
    seen = None if own is None else stack.seen.get(own)
    return Sight((None,) * stack.size) if seen is None else Sight(seen.slots, seen.gone)


def _events(facts: Facts, view: CatanCardsView) -> tuple[str, ...]:
    """Any events above those that are known to lie at the end."""
    told = view.event.told
    of = range(len(view.seats)) if view.options.mode is Mode.TOURNAMENT else (None,)
    cards = [card for seat in of for event in facts.events.values() for card in instances(event.id, event.count, seat)]
    left = [card for card in cards if card not in told and card != view.event.revealed]
    return (*left[: view.event.size - len(told)], *told)


class _Unseen:
    """The cards that a view does not show, to be dealt to where some must lie."""

    def __init__(
        self, facts: Facts, view: CatanCardsView, known: Set[str], decks: Mapping[int, tuple[str, ...]]
    ) -> None:
        self.view = view
        own = onlooker(view)
        named = [card for _, group in _groups(view) for stack in group.values() for card in _named(stack, own)]
        known = {*known, *named}
        self._of: dict[int | None, list[str]] = {}
        for card in _possible(facts, view, decks):
            if card not in known:
                self._of.setdefault(owner(card), []).append(card)

    def take(self, count: int, of: int | None) -> tuple[str, ...]:
        """So many cards that might be there, of a seat's own in the tournament game."""
        pool = self._of.get(of if of in self._of else None, [])
        taken = pool[:count]
        del pool[:count]
        return tuple(taken)

    def shown_hand(self, number: int) -> tuple[str, ...] | None:
        """A hand that the onlooker is being shown."""
        look = self.view.sight
        if look is UNSET or look.stack is not UNSET or look.regions or look.seat != number:
            return None
        return look.cards

    def stack(self, stack: CatanCardsStackView, own: int | None, of: int | None) -> tuple[str, ...]:
        """A stack in which the cards that are known lie where they are known to be."""
        kept = _kept(stack, own)
        filling = iter(self.take(kept.count(None), of))
        return tuple(card if card is not None else next(filling, "") for card in kept)


def _kept(stack: CatanCardsStackView, own: int | None) -> list[str | None]:
    """The places of a stack, of which those that may have left from the top are taken to have left."""
    sight = _sight(stack, own)
    return list(sight.slots[sight.gone :])


def _named(stack: CatanCardsStackView, own: int | None) -> list[str]:
    return [card for card in _kept(stack, own) if card is not None]


def _shown(view: CatanCardsView) -> Iterable[str]:
    """Every card that a view names where it is."""
    for seat in view.seats.values():
        yield from seat.hand or ()
        yield from seat.built
        yield from seat.feelings
        if seat.known is not UNSET:
            yield from seat.known.cards
    yield from view.display
    for pile in view.discards:
        yield from pile
    for one in view.playing:
        yield one.card
    if view.sight is not UNSET:
        yield from view.sight.cards


def _possible(facts: Facts, view: CatanCardsView, decks: Mapping[int, tuple[str, ...]]) -> Iterable[str]:
    """Every card that may be somewhere: both boxes, or of each seat what it brought, or might have."""
    if view.options.mode is not Mode.TOURNAMENT:
        sets = (CardSet.BASE,) if view.options.mode is Mode.BASE else tuple(CardSet)
        for name, card in facts.cards.items():
            if card.set in sets:
                yield from instances(name, card.count)
        return
    for number, deck in decks.items():
        yield from deck or (copy for card in facts.cards.values() for copy in instances(card.id, card.count, number))
