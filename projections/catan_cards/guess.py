"""A state of the card game as a viewer can imagine it: exact where the view shows something, filled in elsewhere.

Cards whose places the viewer knows are put there; unseen cards are put anywhere. The rules can then compute the result
of a command, as long as nothing hidden plays a part in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from msgspec import UNSET

from chronik.domain.catan_cards.cards.ids import instances, owner
from chronik.domain.catan_cards.deck.copies import first_copies, pool_of
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import CardSet
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.principality.axis import land_order
from chronik.domain.catan_cards.prompts import ActionPrompt, HandPrompt, RollPrompt
from chronik.domain.catan_cards.state import (
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
from chronik.projections.catan_cards.seen import CatanCardsStackView
from chronik.projections.catan_cards.view import CatanCardsView


def viewer_seat(view: CatanCardsView) -> int | None:
    """Returns the seat to which a view belongs, or None for spectators and for views that show all hands."""
    seeing = [number for number, seat in view.seats.items() if seat.hand is not UNSET]
    return seeing[0] if len(seeing) == 1 else None


def imagine_state(facts: Facts, view: CatanCardsView) -> State:
    """Returns a state that fits a view."""
    own = viewer_seat(view)
    known = set(_visible_cards(view))
    decks = {number: _imagine_deck(facts, view, number, known) for number in view.seats}
    unseen = _UnseenCards(facts, view, known, decks)
    hands = {number: _imagine_hand(view, number, unseen) for number in view.seats}
    lying = [(of, stack) for of, group in _stack_groups(view) for stack in group.values()]
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
            _imagine_seat(view, number, hands[number], decks[number], own_sights if number == own else other_sights)
            for number in view.seats
        ),
        stacks=tuple(unseen.fill_stack(stack, own, of) for of, stack in lying),
        discards=view.discards,
        display=view.display,
        events=_imagine_events(facts, view),
        told=len(view.event.told),
        regions=view.regions_left if view.sight is UNSET else view.sight.regions or view.regions_left,
        revealed=view.event.revealed or None,
        drawn_region=view.region or None,
        playing=tuple(
            Playing(one.seat, one.card, one.against or None, one.knight or None, _is_behind(view, one.seat))
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


def _stack_groups(view: CatanCardsView) -> list[tuple[int | None, dict[int, CatanCardsStackView]]]:
    """Returns the stacks in the order of a state, with their owners."""
    if view.options.mode is Mode.TOURNAMENT:
        return [(number, seat.stacks) for number, seat in view.seats.items()]
    return [(None, view.stacks)]


def _is_behind(view: CatanCardsView, seat: int) -> bool:
    return view.seats[seat].points < view.seats[1 - seat].points


def _imagine_seat(
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


def _imagine_deck(facts: Facts, view: CatanCardsView, number: int, known: Set[str]) -> tuple[str, ...]:
    """Returns copies for a deck whose titles are shown, with seen copies first, or none if the titles are not shown."""
    titles = view.seats[number].deck
    if titles is UNSET:
        return ()
    pool = pool_of(facts, number)
    return first_copies(sorted(pool, key=lambda copy: copy not in known), titles)


def _imagine_hand(view: CatanCardsView, number: int, unseen: _UnseenCards) -> tuple[str, ...]:
    seat = view.seats[number]
    if seat.hand is not UNSET:
        return seat.hand
    looked_at = unseen.hand_in_sight(number)
    if looked_at is not None:
        return looked_at
    known = seat.known.cards[-seat.cards :] if seat.known is not UNSET and seat.cards else ()
    return (*known, *unseen.take(seat.cards - len(known), number))


def _sight(stack: CatanCardsStackView, own: int | None) -> Sight:
    """Returns the viewer's memory of a stack."""
    seen = None if own is None else stack.seen.get(own)
    return Sight((None,) * stack.size) if seen is None else Sight(seen.slots, seen.gone)


def _imagine_events(facts: Facts, view: CatanCardsView) -> tuple[str, ...]:
    """Returns events in an arbitrary order, followed by those known to be at the end."""
    told = view.event.told
    of = range(len(view.seats)) if view.options.mode is Mode.TOURNAMENT else (None,)
    cards = [card for seat in of for event in facts.events.values() for card in instances(event.id, event.count, seat)]
    left = [card for card in cards if card not in told and card != view.event.revealed]
    return (*left[: view.event.size - len(told)], *told)


class _UnseenCards:
    """The cards that a view does not show, which are dealt to unknown places."""

    def __init__(
        self, facts: Facts, view: CatanCardsView, known: Set[str], decks: Mapping[int, tuple[str, ...]]
    ) -> None:
        self.view = view
        own = viewer_seat(view)
        named = [
            card
            for _, group in _stack_groups(view)
            for stack in group.values()
            for card in _cards_in_memory(stack, own)
        ]
        known = {*known, *named}
        self._of: dict[int | None, list[str]] = {}
        for card in _possible_cards(facts, view, decks):
            if card not in known:
                self._of.setdefault(owner(card), []).append(card)

    def take(self, count: int, of: int | None) -> tuple[str, ...]:
        """Removes and returns `count` cards that might be there. In the tournament game these are cards of the seat."""
        pool = self._of.get(of if of in self._of else None, [])
        taken = pool[:count]
        del pool[:count]
        return tuple(taken)

    def hand_in_sight(self, number: int) -> tuple[str, ...] | None:
        """Returns a hand that the viewer is being shown, or None if it is not shown."""
        look = self.view.sight
        if look is UNSET or look.stack is not UNSET or look.regions or look.seat != number:
            return None
        return look.cards

    def fill_stack(self, stack: CatanCardsStackView, own: int | None, of: int | None) -> tuple[str, ...]:
        """Returns a stack with known cards in their places and unseen cards in the other places."""
        kept = _remaining_places(stack, own)
        filling = iter(self.take(kept.count(None), of))
        return tuple(card if card is not None else next(filling, "") for card in kept)


def _remaining_places(stack: CatanCardsStackView, own: int | None) -> list[str | None]:
    """Returns the remembered places of a stack, without the top places whose cards may have left."""
    sight = _sight(stack, own)
    return list(sight.slots[sight.gone :])


def _cards_in_memory(stack: CatanCardsStackView, own: int | None) -> list[str]:
    return [card for card in _remaining_places(stack, own) if card is not None]


def _visible_cards(view: CatanCardsView) -> Iterable[str]:
    """Yields every card that a view shows in a place."""
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


def _possible_cards(facts: Facts, view: CatanCardsView, decks: Mapping[int, tuple[str, ...]]) -> Iterable[str]:
    """Yields every card that may be in the match: cards of the sets in use, or cards that a seat may have brought."""
    if view.options.mode is not Mode.TOURNAMENT:
        sets = (CardSet.BASE,) if view.options.mode is Mode.BASE else tuple(CardSet)
        for name, card in facts.cards.items():
            if card.set in sets:
                yield from instances(name, card.count)
        return
    for number, deck in decks.items():
        yield from deck or (copy for card in facts.cards.values() for copy in instances(card.id, card.count, number))
