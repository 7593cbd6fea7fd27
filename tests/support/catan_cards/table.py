"""Positions of the card game, and the steps of a test: `given(...).when(seat, command).then(...)`.

Unless a test states otherwise, a principality is the start of its crest, laid out in data order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import EllipsisType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.catan_cards import sight
from chronik.domain.catan_cards.cards.ids import instances, title
from chronik.domain.catan_cards.commands import Command, Side
from chronik.domain.catan_cards.decide import TABLES, decide
from chronik.domain.catan_cards.events import Event
from chronik.domain.catan_cards.evolve import evolve, opening, turn_prompts
from chronik.domain.catan_cards.facts.load import DISPLAY, PRINTED, PUBLIC_FEELING, CardSet, load
from chronik.domain.catan_cards.facts.rulesets import Mode, Ruleset
from chronik.domain.catan_cards.options import options
from chronik.domain.catan_cards.principality.axis import START_SLOTS, land_order
from chronik.domain.catan_cards.refusals import REFUSALS
from chronik.domain.catan_cards.state import Built, Feeling, Land, Phase, Question, SeatState, State
from chronik.domain.engine.chance import Chance, Stream
from chronik.domain.engine.game import Rejected

FACTS = load(PRINTED)
CHANCE = Chance(b"\x2a" * 32)
BASE, EXTENDED, TOURNAMENT = (Ruleset(mode=mode) for mode in Mode)
ABOVE, BELOW = Side.ABOVE, Side.BELOW


class Moment(Struct, frozen=True):
    """A position after a command: its events or its refusal, and the position before."""

    state: State
    events: tuple[Event, ...] = ()
    refused: Rejected | None = None
    before: State | None = None

    def when(self, seat: int, command: Command, chance: Chance = CHANCE) -> Moment:
        """Returns the moment after a seat's command, with its events or its refusal."""
        assert self.refused is None, f"refused before: {self.refused.code}"
        try:
            events = decide(FACTS, self.state, seat, command, chance)
        except Rejected as refused:
            return replace(self, refused=refused)
        after = self.after(*events)
        assert_conserved(after.state)
        return after

    def after(self, *events: Event) -> Moment:
        """Returns the moment after these events."""
        state = self.state
        for event in events:
            state = evolve(FACTS, state, event)
        return Moment(state, events, before=self.state)

    def then(self, *expected: Event | EllipsisType) -> Moment:
        """Asserts that exactly these events happened in this order; `...` matches any number of events."""
        assert self.refused is None, f"refused: {self.refused.code} {self.refused.facts}"
        assert _matches(self.events, expected), "\n".join(map(str, self.events))
        return self

    def then_rejected(self, code: str, rule: str | None = None) -> Rejected:
        """Asserts that the command was refused with this code, which cites this rule."""
        assert self.refused is not None, f"not refused: {self.events}"
        assert self.refused.code == code, self.refused.code
        assert rule is None or REFUSALS[code].rule == rule
        return self.refused

    def then_seat(self, seat: int, **expected: Any) -> Moment:
        """Asserts the values of these fields of a seat."""
        found = self.state.seats[seat]
        assert {name: getattr(found, name) for name in expected} == expected
        return self

    def then_stored(self, seat: int, **expected: int) -> Moment:
        """Asserts the totals that a seat stores of these resources: `then_stored(0, ore=2)`."""
        found = stored_by_kind(self.state, seat)
        assert {kind: found[kind] for kind in expected} == expected
        return self

    def then_asked(self, *prompts: Any) -> Moment:
        """Asserts that exactly these prompts are open."""
        assert self.state.prompts == prompts, self.state.prompts
        return self

    def the(self, kind: type) -> Any:
        """Returns the only event of a class."""
        (event,) = self.all(kind)
        return event

    def all(self, kind: type) -> list[Any]:
        """Returns the events of a class."""
        return [event for event in self.events if isinstance(event, kind)]

    def options(self, seat: int, kind: type | None = None) -> list[Any]:
        """Returns the commands that a seat is offered, all or those of one class."""
        listed = options(FACTS, self.state, seat)
        return [command for command in listed if kind is None or isinstance(command, kind)]

    def default(self, seat: int) -> Any:
        """Returns the default command of a seat."""
        (prompt,) = [one for one in self.state.prompts if one.seat == seat]
        return TABLES.defaults[type(prompt)](FACTS, self.state, prompt)


def given(state: State) -> Moment:
    """Returns the moment of a state."""
    assert_conserved(state)
    return Moment(state)


def card(name: str, copy: int = 1, owner: int | None = None) -> str:
    """Returns the id of a copy of a card (R96)."""
    return instances(name, copy, owner)[copy - 1]


def principality(
    crest: int = 0,
    *,
    stored: Mapping[str, int] | int = 1,
    built: Sequence[Built] = (),
    cities: Sequence[int] = (),
    more: Sequence[Land] = (),
    **changes: Any,
) -> SeatState:
    """Returns the start of a crest: a road between two settlements, some of them cities, and six regions.

    `stored` is the amount in each region, or by resource; `more` are further regions.
    """
    lands = [
        Land(region.id, slot, side, stored if isinstance(stored, int) else stored.get(region.kind.value, 0))
        for region, (slot, side) in zip(FACTS.crests[crest], START_SLOTS, strict=True)
    ]
    settlements = tuple(slot for slot in (-1, 1) if slot not in cities)
    laid: dict[str, Any] = {
        "roads": (0,),
        "settlements": settlements,
        "cities": tuple(sorted(cities)),
        "lands": tuple(sorted([*lands, *more], key=land_order)),
        "built": tuple(built),
        **changes,
    }
    return replace(SeatState(), **laid)


def wide_principality(crest: int = 0, *, stored: int = 1, **changes: Any) -> SeatState:
    """Returns a principality of four cities, with roads at -2, 0 and 2 and four more regions at its ends."""
    regions = FACTS.regions[:4] if crest == 0 else FACTS.regions[4:8]
    places = ((-4, ABOVE), (-4, BELOW), (4, ABOVE), (4, BELOW))
    more = [Land(region.id, slot, side, stored) for region, (slot, side) in zip(regions, places, strict=True)]
    laid: dict[str, Any] = {"roads": (-2, 0, 2), "settlements": (), "cities": (-3, -1, 1, 3), **changes}
    return principality(crest, stored=stored, more=more, **laid)


def with_feeling(seat: SeatState, number: int = 0, stars: int = 1, owner: int | None = None) -> SeatState:
    """Returns a principality with Public Feeling beside its first region, and `stars` stars."""
    return replace(
        seat, feelings=(Feeling(card(PUBLIC_FEELING, number + 1, owner), seat.lands[0].region),), stars=stars
    )


def position(
    *seats: SeatState,
    options: Ruleset = EXTENDED,
    phase: Phase = Phase.ACTIONS,
    stack: tuple[Question, ...] = (),
    **changes: Any,
) -> State:
    """Returns a match in mid-game: these principalities, seat 0 in its action phase, stacks in data order.

    Cards that seats hold or have built are taken out of the stacks. In the extended game a Public Feeling is in
    play, and the others are in no stack. The 7-VP lock is open unless `unlocked=False`.
    """
    seats = seats or (principality(0), principality(1))
    if len(seats) == 1:
        seats = (*seats, principality(1))
    if options.mode is Mode.EXTENDED:
        seats = tuple(one if one.feelings else with_feeling(one, number) for number, one in enumerate(seats))
    gone = {
        *(one for seat in seats for one in seat.hand),
        *(one.card for seat in seats for one in seat.built),
        *(one.card for seat in seats for one in seat.feelings),
        *(one for pile in changes.get("discards", ()) for one in pile),
        *(one.card for one in changes.get("playing", ())),
    }
    stacks = changes.pop("stacks", None) or _stacks(options.mode, gone)
    taken = {land.region for seat in seats for land in seat.lands}
    display = [one for name in DISPLAY for one in instances(name, FACTS.cards[name].count) if one not in gone]
    state = opening(FACTS, options, len(seats))
    laid: dict[str, Any] = {
        "stacks": stacks,
        "display": tuple(display) if options.mode is Mode.EXTENDED else (),
        "events": tuple(one for name, event in FACTS.events.items() for one in instances(name, event.count)),
        "regions": tuple(region.id for region in FACTS.regions if region.id not in taken),
        "phase": phase,
        "turn": 7,
        "stack": stack,
        "unlocked": True,
        **changes,
    }
    if options.mode is Mode.BASE:
        laid["events"] = tuple(one for one in laid["events"] if FACTS.events[title(one)].set is CardSet.BASE)
    sights = tuple(sight.unknown_stack(len(pile)) for pile in stacks)
    seats = tuple(one if one.sights else replace(one, sights=sights) for one in seats)
    state = replace(state, seats=seats, **laid)
    return replace(state, prompts=stack[-1].asks if stack else turn_prompts(FACTS, state))


def _stacks(mode: Mode, gone: set[str]) -> tuple[tuple[str, ...], ...]:
    """Returns the stacks in data order, without cards that are elsewhere (R77)."""
    sizes = FACTS.constants.stacks
    if mode is Mode.TOURNAMENT:
        decks = [_cards((CardSet.BASE,), gone, owner)[: sum(sizes.tournament)] for owner in (0, 1)]
        return tuple(pile for deck in decks for pile in _split(deck, sizes.tournament))
    if mode is Mode.BASE:
        return _split(_cards((CardSet.BASE,), gone), sizes.base)
    open_ = {one for name in (*DISPLAY, PUBLIC_FEELING) for one in instances(name, FACTS.cards[name].count)}
    base = _split(_cards((CardSet.BASE,), gone | open_), sizes.extended_base)
    return (*base, *_split(_cards((CardSet.KW,), gone | open_), sizes.extended_kw))


def _cards(sets: Sequence[CardSet], gone: set[str], owner: int | None = None) -> list[str]:
    return [
        one
        for name, printed in FACTS.cards.items()
        if printed.set in sets
        for one in instances(name, printed.count, owner)
        if one not in gone
    ]


def _split(cards: Sequence[str], sizes: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    left = iter(cards)
    return tuple(tuple(islice(left, size)) for size in sizes)


def stored_by_kind(state: State, seat: int) -> Counter[str]:
    """Returns the resources that a seat stores, by kind."""
    held: Counter[str] = Counter()
    for land in state.seats[seat].lands:
        held[FACTS.lands[land.region].kind.value] += land.stored
    return held


def region(state: State, seat: int, kind: str, nth: int = 0) -> str:
    """Returns the id of a seat's nth region of a resource, by slot."""
    return [land.region for land in state.seats[seat].lands if FACTS.lands[land.region].kind.value == kind][nth]


def rig_chance(**words: Sequence[int]) -> Chance:
    """Returns a chance whose streams give these numbers from 0, by purpose, with `_` for `-`."""
    return _RiggedChance(b"", words={purpose.replace("_", "-"): iter(numbers) for purpose, numbers in words.items()})


class _RiggedChance(Chance, frozen=True, kw_only=True):
    words: Mapping[str, Iterator[int]]

    def stream(self, purpose: str, n: int) -> Stream:
        return _RiggedStream(self.words[purpose])


class _RiggedStream(Stream):
    def __init__(self, words: Iterator[int]) -> None:
        self._numbers = words

    def below(self, n: int) -> int:
        word = next(self._numbers)
        assert 0 <= word < n
        return word


def all_cards(state: State) -> Iterator[str]:
    """Yields every development card, wherever it is (E8)."""
    for pile in (*state.stacks, *state.discards, state.display):
        yield from pile
    yield from (one.card for one in state.playing)
    for seat in state.seats:
        yield from seat.hand
        yield from (one.card for one in seat.built)
        yield from (one.card for one in seat.feelings)


def assert_conserved(state: State) -> None:
    """Asserts that each card is in exactly one place, and that all stores are within their limits (E8)."""
    cards = Counter(all_cards(state))
    assert set(cards.values()) <= {1}, [one for one, count in cards.items() if count > 1]
    regions = [land.region for seat in state.seats for land in seat.lands]
    regions += [*state.regions, *([state.drawn_region] if state.drawn_region else [])]
    assert len(set(regions)) == len(regions)
    for seat in state.seats:
        assert all(0 <= land.stored <= FACTS.constants.max_stored for land in seat.lands)
        most = sum(FACTS.cards[title(one.card)].numbers.max_stars for one in seat.feelings)
        assert 0 <= seat.stars <= most
        for pile, known in zip(state.stacks, seat.sights, strict=True):
            assert len(pile) == len(known.slots) - known.gone


def _matches(events: Sequence[Event], expected: Sequence[Event | EllipsisType]) -> bool:
    if not expected:
        return not events
    if expected[0] is ...:
        return any(_matches(events[skipped:], expected[1:]) for skipped in range(len(events) + 1))
    return bool(events) and events[0] == expected[0] and _matches(events[1:], expected[1:])
