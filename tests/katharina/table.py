"""The language of the rule tests: `given(position).when(seat, command).then(events)`, close to the rule book.

A position comes from events, or from `seat`, `playing`, `resolving` and `ending`. All 102 cards are always there:
the stock has those that no seat holds; if a test names the stock, the discard has them. Tiles follow from residences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from types import EllipsisType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from chronik.domain.katharina.commands import Command, PlayCards, Resolve
from chronik.domain.katharina.events import CardResolved, Event, Resolution
from chronik.domain.katharina.facts.load import load
from chronik.domain.katharina.game import game
from chronik.domain.katharina.prompts import PlayPrompt, Prompt, ResolvePrompt
from chronik.domain.katharina.refusals import REFUSALS
from chronik.domain.katharina.state import Options, SeatState, State

FACTS = load()
GAME = game(FACTS)
CHANCE = Chance(bytes(32))

PERFORMED, DECLINED = Resolution.PERFORMED, Resolution.DECLINED
MISMATCH, NO_RESIDENCE = Resolution.MISMATCH, Resolution.NO_RESIDENCE

TWELVE = "riga reval pskov novgorod arkhangelsk smolensk kiev kharkov kremenchug kazan orenburg tomsk"
"""Twelve cities without a crown; a seat that has built in all of them has no residence left."""


# What happens


class Moment(Struct, frozen=True):
    """A position, the events of the last command, and its refusal if it was refused."""

    state: State
    events: tuple[Event, ...] = ()
    refused: Rejected | None = None

    def when(self, seat: int, command: Command) -> Moment:
        """Gives a command of a seat."""
        assert self.refused is None, f"refused before: {self.refused}"
        try:
            events = GAME.decide(self.state, seat, command, CHANCE)
        except Rejected as refused:
            return replace(self, refused=refused)
        after = self.after(*events)
        assert every_card(after.state) == every_card(self.state), "no card is lost or created"
        return after

    def after(self, *events: Event) -> Moment:
        """Returns the moment after these events."""
        state = self.state
        for event in events:
            state = GAME.evolve(state, event)
        return Moment(state, events)

    def then(self, *expected: Event | EllipsisType) -> Moment:
        """Checks that exactly these events happened in this order; `...` stands for any others."""
        assert self.refused is None, f"refused: {self.refused}"
        assert _matches(self.events, expected), f"{self.events}"
        return self

    def then_resolved(self, seat: int, how: Resolution, **brought: Any) -> Moment:
        """Checks that the card of a seat was resolved with exactly these effects."""
        return self.then(..., CardResolved(seat, how, **brought), ...)

    def the_card(self, seat: int) -> CardResolved:
        """Returns the event that resolved the card of a seat."""
        (event,) = (event for event in self.events if isinstance(event, CardResolved) and event.seat == seat)
        return event

    def then_rejected(self, code: str, rule: str | None = None) -> Rejected:
        """Checks that the command was refused with this code and this rule."""
        assert self.refused is not None, f"not refused: {self.events}"
        assert self.refused.code == code
        assert rule is None or REFUSALS[code].rule == rule
        return self.refused

    def then_seat(self, seat: int, **expected: Any) -> Moment:
        """Checks these fields of a seat."""
        found = self.state.seats[seat]
        assert {name: getattr(found, name) for name in expected} == expected
        return self

    def the(self, kind: type) -> Any:
        """Returns the only event of a kind."""
        (event,) = self.all(kind)
        return event

    def all(self, kind: type) -> list[Any]:
        """Returns the events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]


def given(*position: State | Event, seats: int = 2) -> Moment:
    """Returns a moment: a state, or the result of events from an empty table or from that state."""
    begun = [one for one in position if isinstance(one, State)]
    events = [one for one in position if not isinstance(one, State)]
    assert begun == list(position[: len(begun)]), "a state comes first"
    moment = Moment(begun[0] if begun else GAME.opening(Options(), seats))
    return moment.after(*events) if events else moment


def dealt(seats: int = 2, chance: Chance = CHANCE) -> Moment:
    """Returns a match right after its deal."""
    table = GAME.opening(Options(), seats)
    return Moment(table).after(*GAME.deal(table, chance))


def _matches(events: Sequence[Event], expected: Sequence[Event | EllipsisType]) -> bool:
    if not expected:
        return not events
    if expected[0] is ...:
        return any(_matches(events[skipped:], expected[1:]) for skipped in range(len(events) + 1))
    return bool(events) and events[0] == expected[0] and _matches(events[1:], expected[1:])


# Positions


class Place(Struct, frozen=True):
    """Facts that a test states about a seat; the rest is filled in. `matches`: the activated cards have one colour."""

    seat: SeatState
    matches: bool = True
    shows: tuple[int, int] | None = None


def cards(ids: str) -> tuple[str, ...]:
    """Splits a text into card ids."""
    return tuple(ids.split())


def seat(hand: str = "", row: str = "", residences: str = "", **rest: Any) -> SeatState:
    """Returns a seat with nothing activated and with the tiles of its residences."""
    cities, action_row = cards(residences), cards(row)
    goods = Counter(FACTS.cities[city].feature for city in cities)
    return SeatState(
        **{"order": "O1", "activation": (None,) * len(action_row), **rest},
        hand=tuple(sorted(cards(hand))),
        action_row=action_row,
        residences=cities,
        tiles=tuple(goods[good] for good in FACTS.goods),
    )


def playing(*seats: SeatState, round: int = 1, **rest: Any) -> State:
    """Returns a position in phase B: every seat is asked for two cards."""
    asked = tuple(PlayPrompt(number) for number in range(len(seats)))
    return _laid_out(seats, asked, round=round, **rest)


def activates(card: str, hand: str = "", row: str = "", matches: bool = True, **rest: Any) -> Place:
    """Returns a revealed seat: its new card is activated, and the cards of `row` lie to the left of it."""
    return Place(seat(hand, f"{row} {card}", **rest), matches)


OTHER = Place(SeatState(tiles=(0,) * len(FACTS.goods), order="O2"), matches=False)
"""A seat that does not matter: its colours differ, so it is not asked."""


def resolving(*places: Place, round: int = 1, **rest: Any) -> State:
    """Returns a position in phase D, which asks seats with matching colours; a single place gets a second seat."""
    places = places if len(places) > 1 else (*places, OTHER)
    pool = _Pool(card for place in places for card in (*place.seat.hand, *place.seat.action_row))
    pool.drop(cards(rest.get("stock") or ""))
    seats = [_revealed(place, pool) for place in places]
    return _laid_out(
        seats,
        tuple(ResolvePrompt(n, seats[n].action_row[-1]) for n, place in enumerate(places) if place.matches),
        round=round,
        activated=tuple(len(one.action_row) - 1 for one in seats),
        **rest,
    )


def owns(cannons: int = 0, books: int = 0, **rest: Any) -> Place:
    """Returns a seat at the end of a decade whose seven cards show these cannons and books, and few goods."""
    return Place(seat(**rest), shows=(cannons, books))


def ending(*places: Place, decade: int = 1, **rest: Any) -> State:
    """Returns the fourth round of a decade: rows hold seven cards, four of them covered. Only seat 0 is still asked."""
    pool = _Pool(card for place in places for card in place.seat.hand)
    pool.drop(cards(rest.get("stock") or ""))
    rows = [pool.showing(*(place.shows or (0, 0))) for place in places]
    full = [replace(place.seat, action_row=row) for place, row in zip(places, rows, strict=True)]
    seats = [_revealed(Place(one, matches=number == 0), pool, covered=4) for number, one in enumerate(full)]
    return _laid_out(
        seats,
        (ResolvePrompt(0, seats[0].action_row[-1]),),
        round=4,
        decade=decade,
        activated=(6,) * len(seats),
        **rest,
    )


def every_card(state: State) -> tuple[str, ...]:
    """Returns all cards of a position, sorted."""
    held = [card for one in state.seats for card in (*one.hand, *one.action_row, *filter(None, one.activation))]
    return tuple(sorted((*held, *state.stock, *state.discard)))


def of(rule: str) -> tuple[str, ...]:
    """Returns the cards of an action type, of all colours."""
    return tuple(card.id for card in FACTS.cards.values() if card.action.rule == rule)


def cities_of(feature: str) -> tuple[str, ...]:
    """Returns the cities with a feature."""
    return tuple(city.id for city in FACTS.cities.values() if city.feature == feature)


def plays(moment: Moment, seat: int, matching: bool) -> PlayCards:
    """Returns a play of a seat to the slot of its new card, with colours that match or differ."""
    hand = moment.state.seats[seat].hand
    slot = len(moment.state.seats[seat].action_row)
    colour = {card: FACTS.cards[card].colour for card in hand}
    upper, lower = next((a, b) for a, b in combinations(hand, 2) if (colour[a] == colour[b]) == matching)
    return PlayCards(upper, lower, slot)


def perform(discards: str = "", city: str | None = None, bonus: str | None = None) -> Resolve:
    """Returns the command to perform with these costs; `bonus` pays for the bonus, None if it is not wanted."""
    return Resolve(True, cards(discards), city, bonus is not None, cards(bonus or ""))


class _Pool:
    """The cards that a test has not named, handed out where any card will do."""

    def __init__(self, named: Iterable[str]) -> None:
        self.left = dict.fromkeys(FACTS.cards)
        self.drop(named)

    def drop(self, named: Iterable[str]) -> None:
        for card in named:
            self.left.pop(card, None)

    def take(self, colour: str, but_not: bool = False) -> str:
        """Takes a card of a colour, or of any other colour; cards with cities come last."""
        fitting = (card for card in self._symbols_first() if (FACTS.cards[card].colour == colour) != but_not)
        card = next(fitting)
        self.drop((card,))
        return card

    def showing(self, cannons: int, books: int, count: int = 7) -> tuple[str, ...]:
        """Takes seven cards that show exactly these cannons and books; cards with cities show neither and fill up."""
        wanted = (cannons, books)
        fitting = [card for card in self.left if any(_martial(card)) and all(map(int.__le__, _martial(card), wanted))]
        for size in range(count + 1):
            for some in combinations(fitting, size):
                if tuple(map(sum, zip((0, 0), *map(_martial, some), strict=True))) == wanted:
                    blank = [card for card in self.left if FACTS.cards[card].cities][: count - size]
                    self.drop((*some, *blank))
                    return (*some, *blank)
        raise LookupError(wanted)

    def _symbols_first(self) -> Iterator[str]:
        return iter(sorted(self.left, key=lambda card: (bool(FACTS.cards[card].cities), card)))


def _martial(card: str) -> tuple[int, int]:
    symbols = FACTS.cards[card].symbols
    return symbols[FACTS.cannon], symbols[FACTS.book]


def _revealed(place: Place, pool: _Pool, covered: int = 1) -> SeatState:
    one = place.seat
    row = one.action_row or (pool.take("green"),)
    below: list[str | None] = [None] * (len(row) - covered)
    for at in range(len(row) - covered, len(row)):
        last = at == len(row) - 1
        below.append(pool.take(FACTS.cards[row[at]].colour, but_not=last and not place.matches))
    return replace(one, action_row=row, activation=tuple(below))


def _laid_out(
    seats: Sequence[SeatState],
    asked: tuple[Prompt, ...],
    stock: str | None = None,
    decade: int = 1,
    **rest: Any,
) -> State:
    jokers = 6 - sum(one.jokers for one in seats) if len(seats) > 2 else 0
    state = State(
        seats=tuple(seats), prompts=asked, sealed=(None,) * len(seats), decade=decade, jokers=jokers, shuffles=1, **rest
    )
    left = [card for card in FACTS.cards if card not in set(every_card(state))]
    if stock is None:
        state = replace(state, stock=tuple(left))
    else:
        named = cards(stock)
        state = replace(state, stock=named, discard=tuple(card for card in left if card not in named))
    assert every_card(state) == tuple(FACTS.cards), "each card is in one place"
    return state
