"""Twins of a match of the card game: another history that a viewer could not tell from what it has seen.

Cards, events and regions that the viewer was never shown change places; in the tournament game the decks of others are
made of other cards. What was sealed and never shown is sealed otherwise. And where somebody else took a card out of a
stack, or put one under it, it was now and then another one, or it lay elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from domain.catan_cards.cards.ids import owner, title
from domain.catan_cards.commands import BringDeck, ChooseLayout
from domain.catan_cards.deck.copies import events_brought, first_copies, pool_of
from domain.catan_cards.events import (
    CardDrawn,
    CardPicked,
    CardsRemoved,
    CardsShed,
    CardsTaken,
    CardStolen,
    CardSwapped,
    Committed,
    Deck,
    DecksBrought,
    EventsShuffled,
    HandRemembered,
    HandShown,
    LayoutsShown,
    RegionsShuffled,
    SightKept,
    StackShuffled,
)
from domain.catan_cards.evolve.changes import place_of
from domain.catan_cards.facts.load import PRINTED, Facts, load
from domain.catan_cards.facts.printed import CardKind
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.prompts import (
    DeckPrompt,
    PickPrompt,
    RemovePrompt,
    ScoutPrompt,
    SpyPrompt,
    SwapPrompt,
    TakeCardsPrompt,
)
from domain.catan_cards.state import SeatState, State
from domain.engine.game import Game
from domain.engine.match.events import ENGINE_EVENTS, Undone
from domain.engine.match.fold import walk
from domain.engine.match.log import Entry, encode
from domain.engine.match.match import Match
from domain.engine.seats import Seat, Viewer
from tests.support.catan_cards.table import everywhere
from tests.support.every_game.exits import History

FACTS = load(PRINTED)
HOUSE = {name for one in FACTS.house_lists.values() for name in one.cards}
"""The titles in lists of the house, which are offered to everybody; those with labels are added."""

TRIES, MOST_CHANGED, LATE = 6, 3, 8

# What a viewer is shown


def shown(event: Any, state: State, viewer: Viewer) -> frozenset[str]:
    """The ids that a viewer may see by an event and after it, and their titles; its own deck by title alone."""
    found = {*_open(state), *_own(event, state, viewer)}
    titles = {title(card) for card in found}
    if isinstance(viewer, Seat):
        titles |= {title(card) for card in state.seats[viewer.number].deck}
    if any(isinstance(prompt, DeckPrompt) for prompt in state.prompts):
        titles |= HOUSE
    return frozenset(found | titles)


def _open(state: State) -> Iterator[str]:
    """What lies open for everybody."""
    for seat in state.seats:
        yield from _laid_open(seat)
    yield from state.display
    for pile in state.discards:
        yield from pile
    for one in state.playing:
        yield one.card
    yield from state.events[len(state.events) - state.told :]
    if state.revealed is not None:
        yield state.revealed
    if state.drawn_region is not None:
        yield state.drawn_region


def _laid_open(seat: SeatState) -> Iterator[str]:
    for built in seat.built:
        yield built.card
    for feeling in seat.feelings:
        yield feeling.card
    for land in seat.lands:
        yield land.region


def _own(event: Any, state: State, viewer: Viewer) -> Sequence[str]:
    """What a seat has in hand, and what it is being shown."""
    if not isinstance(viewer, Seat):
        return ()
    own = viewer.number
    cards: tuple[str, ...] = state.seats[own].hand
    sealed = state.sealed[own]
    if sealed is not None and isinstance(sealed.choice, ChooseLayout):
        cards += sealed.choice.hand
    if isinstance(event, HandShown) and event.to == own:
        cards += state.seats[event.seat].hand
    for prompt in state.prompts:
        if prompt.seat == own:
            match prompt:
                case TakeCardsPrompt() | SwapPrompt() | PickPrompt():
                    of = own if state.options.mode is Mode.TOURNAMENT else None
                    cards += state.stacks[place_of(FACTS, prompt.stack, of)]
                case RemovePrompt() | SpyPrompt():
                    cards += state.seats[prompt.victim].hand
                case ScoutPrompt():
                    cards += state.regions
                case _:
                    pass
    return cards


def _apparent(state: State, viewer: Viewer) -> Any:
    """Everything that a viewer sees but for its memory: to be the same in the twin."""
    return (
        tuple(_open(state)),
        _own(None, state, viewer),
        state.prompts,
        [(len(seat.hand), seat.stars, seat.lands, seat.drawn, seat.used) for seat in state.seats],
        [len(stack) for stack in state.stacks],
    )


# The twin


class Era(Struct, frozen=True):
    """The part of a history in which the same decks are played, from the version on that brought them.

    An undo may take back decks that were brought, and others be brought then. `state` is the last in which they were
    there, and `seen` every id that the viewer was shown.
    """

    begins: int
    state: State
    seen: frozenset[str]


class Anew(Struct, frozen=True):
    """What is otherwise in a twin: by era and by card, event and region what stands in its place, sealed choices by
    version, decks by version and seat, by version the places of the cards taken or put away, and cards that change
    places in a shuffle.
    """

    stands: Mapping[int, Mapping[str, str]]
    sealed: Mapping[int, BringDeck | ChooseLayout] = {}
    decks: Mapping[tuple[int, int], Deck] = {}
    places: Mapping[int, tuple[int, ...]] = {}
    swapped: Mapping[int, tuple[str, str]] = {}

    def at(self, n: int) -> Mapping[str, str]:
        """What stands in place of a card at a version."""
        return self.stands[max(begins for begins in self.stands if begins <= n)]


def resample_hidden(game: Game, history: History, viewer: Viewer, rng: Random) -> History:
    """The twin."""
    eras = _eras(history, viewer)
    lists, decks = _decks(history, viewer, eras, rng)
    stands = {era.begins: _stands(era, _spied(history, viewer), decks, rng) for era in eras}
    anew = Anew(stands, {**lists, **_layouts(history, viewer, rng)}, decks)
    twin = retold(game, history, viewer, anew)
    assert twin is not None
    for _ in range(TRIES):
        if len(anew.places) >= MOST_CHANGED or (tried := _otherwise(history, viewer, anew, rng)) is None:
            break
        other = retold(game, history, viewer, tried)
        if other is not None:
            anew, twin = tried, other
    return twin


def retold(game: Game, history: History, viewer: Viewer, anew: Anew) -> History | None:
    """A history with what is otherwise in it; None where it could not have happened, or would have looked different."""
    twin: History = []

    def entries() -> Iterator[Entry]:
        before: State | None = None
        for entry, match in history:
            yield _entry(entry, before, twin[-1][1].state if twin else None, anew)
            before = match.state

    checked = bool(anew.places)
    told = walk(game, Match(id="00"), entries())
    for _, match in history:
        try:
            twin.append(next(told))
        except Impossible:
            return None
        state, other = match.state, twin[-1][1].state
        if checked and state is not None and (other is None or _apparent(state, viewer) != _apparent(other, viewer)):
            return None
    return twin


class Impossible(Exception):
    """That could not have happened in the twin."""


def _entry(entry: Entry, before: State | None, there: State | None, anew: Anew) -> Entry:
    """An entry as it is in the twin, with its command."""
    event = entry.e
    if type(event) in ENGINE_EVENTS or before is None or there is None:
        return entry
    if (told := _ordered(entry.n, event, anew)) is not None:
        return replace(entry, e=told)
    if isinstance(event, Committed):
        choice = _choice(entry.n, event, anew)
        return _with(entry, replace(event, choice=choice), lambda cmd: encode(choice))
    if (moved := _moved(entry.n, event, before, there, anew)) is None:
        return entry
    told, instead = moved
    return _with(entry, told, lambda cmd: encode(_replaced(msgspec.json.decode(cmd), instead)))


def _with(entry: Entry, event: Any, command: Callable[[Raw], bytes]) -> Entry:
    """An entry with another event, and the command that brings it if it is the first of its batch."""
    return replace(entry, e=event, cmd=Raw(command(entry.cmd))) if entry.begins else replace(entry, e=event)


def _replaced(value: Any, instead: Mapping[str, str]) -> Any:
    """A command with other cards."""
    match value:
        case str():
            return instead.get(value, value)
        case list():
            return [_replaced(one, instead) for one in value]
        case dict():
            return {key: _replaced(one, instead) for key, one in value.items()}
        case _:
            return value


def _ordered(n: int, event: Any, anew: Anew) -> Any:
    """An event that lays cards out, or names what somebody has kept in mind."""

    def stand(cards: Sequence[str]) -> tuple[str, ...]:
        return tuple([stands.get(card, card) for card in cards])

    stands = anew.at(n)
    match event:
        case StackShuffled():
            order = stand(event.order)
            if n in anew.swapped:
                one, other = anew.swapped[n]
                instead = {one: other, other: one}
                order = tuple([instead.get(card, card) for card in order])
            return replace(event, order=order)
        case EventsShuffled() | RegionsShuffled():
            return replace(event, order=stand(event.order))
        case SightKept():
            return replace(event, slots=tuple([slot and stands.get(slot, slot) for slot in event.slots]))
        case HandRemembered():
            return replace(event, cards=stand(event.cards))
        case LayoutsShown():
            return replace(event, hands=tuple([stand(hand) for hand in event.hands]))
        case DecksBrought():
            return replace(
                event, decks=tuple([anew.decks.get((n, seat), deck) for seat, deck in enumerate(event.decks)])
            )
        case _:
            return None


def _choice(n: int, event: Committed, anew: Anew) -> Any:
    """What was sealed: another deck, another layout if it was never shown, other cards for the first hand."""
    choice = event.choice
    match choice:
        case BringDeck():
            return anew.sealed.get(n, choice)
        case ChooseLayout():
            stands = anew.at(n)
            return replace(anew.sealed.get(n, choice), hand=tuple([stands.get(card, card) for card in choice.hand]))
        case _:
            return choice


def _moved(  # noqa: C901  one case per event
    n: int, event: Any, before: State, there: State, anew: Anew
) -> tuple[Any, Mapping[str, str]] | None:
    """An event by which cards move face down: in the twin those that lie at the same places, or at others."""
    match event:
        case CardDrawn():
            at = place_of(FACTS, event.stack, event.of)
            if not there.stacks[at]:
                raise Impossible
            return replace(event, card=there.stacks[at][0]), {}
        case CardPicked():
            at = place_of(FACTS, event.stack, event.of)
            (card,) = _at_places(n, (event.card,), before.stacks[at], there.stacks[at], anew)
            return replace(event, card=card), {event.card: card}
        case CardsTaken():
            at = event.stack - 1
            cards = _at_places(n, event.cards, before.stacks[at], there.stacks[at], anew)
            return replace(event, cards=cards), dict(zip(event.cards, cards, strict=True))
        case CardSwapped():
            at = place_of(FACTS, event.stack, event.of)
            (took,) = _at_places(n, (event.took,), before.stacks[at], there.stacks[at], anew)
            here, hand = before.seats[event.seat].hand, there.seats[event.seat].hand
            put = took if event.put == event.took else hand[here.index(event.put)]
            return replace(event, took=took, put=put), {event.put: put, event.took: took}
        case CardsShed() | CardsRemoved():
            hands = before.seats[event.seat].hand, there.seats[event.seat].hand
            cards = _at_places(n, event.cards, *hands, anew)
            return replace(event, cards=cards), dict(zip(event.cards, cards, strict=True))
        case CardStolen(card=None):
            if any(takeable(FACTS, card) for card in there.seats[event.victim].hand):
                raise Impossible
            return None
        case CardStolen(card=str() as stolen):
            hands = before.seats[event.victim].hand, there.seats[event.victim].hand
            (card,) = _at_places(n, (stolen,), *hands, anew)
            if not takeable(FACTS, card):
                raise Impossible
            return replace(event, card=card), {stolen: card}
        case _:
            return None


def _at_places(n: int, cards: Sequence[str], here: Sequence[str], there: Sequence[str], anew: Anew) -> tuple[str, ...]:
    """The cards of the twin at the places where those cards lie, or at others that are chosen."""
    places = anew.places.get(n) or tuple([here.index(card) for card in cards])
    if len(here) != len(there) or max(places) >= len(there):
        raise Impossible
    return tuple([there[place] for place in places])


def takeable(facts: Facts, card: str) -> bool:
    """Whether a Spy may take a card (B57)."""
    printed = facts.cards[title(card)]
    return (printed.kind is CardKind.ACTION or printed.is_unit) and not printed.spy_immune


# What may differ


def _seen(history: History, viewer: Viewer) -> frozenset[str]:
    """Every id that the viewer was shown at any time, in what was undone too."""
    seen: set[str] = set()
    last: State | None = None
    for entry, match in history:
        state = match.state
        if state is not None and (state is not last or isinstance(entry.e, HandShown)):
            seen.update(_open(state))
            seen.update(_own(entry.e, state, viewer))
            last = state
    return frozenset(seen)


def _eras(history: History, viewer: Viewer) -> Sequence[Era]:
    """The parts of a history by the decks that were brought; only one where nobody brings any."""
    begins = [0, *(at for at, (entry, _) in enumerate(history) if isinstance(entry.e, DecksBrought)), len(history)]
    parts = [history[here:there] for here, there in pairwise(begins) if there > here]
    eras: list[Era] = []
    for part in parts:
        states = [match.state for _, match in part if match.state is not None]
        brought = [state for state in states if state.seats[0].deck]
        if states:
            eras.append(Era(part[0][0].n, (brought or states)[-1], _seen(part, viewer)))
    return [replace(eras[0], begins=0), *eras[1:]]


def _decks(
    history: History, viewer: Viewer, eras: Sequence[Era], rng: Random
) -> tuple[Mapping[int, BringDeck], Mapping[tuple[int, int], Deck]]:
    """Other decks of others: legal lists that hold what the viewer has seen of them, and what becomes of them.

    What was sealed once may have been brought twice, if an undo lies between.
    """
    sealed: dict[int, Committed] = {}
    brought: dict[int, dict[int, int]] = {}
    held: dict[int, int] = {}
    past: dict[int, dict[int, int]] = {}
    for entry, _ in history:
        match entry.e:
            case Undone(to=to):
                held = past[to]
            case Committed(seat=seat, choice=BringDeck()) if viewer != Seat(seat):
                held = {**held, seat: entry.n}
                sealed[entry.n] = entry.e
            case DecksBrought():
                brought[entry.n] = held
            case _:
                pass
        past[entry.n] = held
    spied = _spied(history, viewer)
    lists: dict[int, BringDeck] = {}
    for n, one in sealed.items():
        played = [era.seen for era in eras if n in brought.get(era.begins, {}).values()]
        lists[n] = _list(one, played, spied, rng)
    decks: dict[tuple[int, int], Deck] = {}
    for era in eras:
        for seat, n in brought.get(era.begins, {}).items():
            copies = [*pool_of(FACTS, seat)]
            rng.shuffle(copies)
            pool = tuple(sorted(copies, key=lambda copy: copy not in era.seen))
            decks[era.begins, seat] = Deck(lists[n].cards, lists[n].events, pool)
    return lists, decks


def _list(own: Committed, seen: Sequence[frozenset[str]], spied: bool, rng: Random) -> BringDeck:
    """A list with at least the copies of each title that were seen at once."""
    assert isinstance(own.choice, BringDeck)
    least, few = (_most_of(names, own.seat, seen) for names in (FACTS.cards, FACTS.events))
    pool = [name for name, card in FACTS.cards.items() for _ in range(card.count - least[name])]
    wanted = FACTS.constants.deck.cards - least.total()
    if spied:  # of what a Spy may take there must be as much as there was
        most = _for_a_spy(own.choice.cards) - _for_a_spy(least)
        some = [name for name in pool if takeable(FACTS, f"{name}-1")]
        rest = [name for name in pool if not takeable(FACTS, f"{name}-1")]
        more = rng.sample(some, most) + rng.sample(rest, wanted - most)
    else:
        more = rng.sample(pool, wanted)
    cards = least + Counter(more)
    few = few - Counter({name: event.mandatory or int(event.host_only) for name, event in FACTS.events.items()})
    free = [name for name, event in FACTS.events.items() for _ in range(event.free - few[name])]
    events = few + Counter(rng.sample(free, FACTS.constants.deck.events - few.total()))
    return BringDeck(_in_order(FACTS.order.cards, cards), _in_order(FACTS.order.events, events))


def _most_of(names: Container[str], seat: int, seen: Sequence[frozenset[str]]) -> Counter[str]:
    """Of each title the most copies of a seat that were seen in one era."""
    most: Counter[str] = Counter()
    for cards in seen:
        most |= Counter(title(card) for card in cards if title(card) in names and owner(card) == seat)
    return most


def _for_a_spy(cards: Mapping[str, int]) -> int:
    """How many cards of a deck a Spy may take."""
    return sum(count for name, count in cards.items() if takeable(FACTS, f"{name}-1"))


def _in_order(order: Sequence[str], counts: Mapping[str, int]) -> dict[str, int]:
    return {name: counts[name] for name in order if counts.get(name)}


def _spied(history: History, viewer: Viewer) -> bool:
    """Whether somebody was spied out whose hand the viewer did not see."""
    return not isinstance(viewer, Seat) and any(isinstance(entry.e, CardStolen) for entry, _ in history)


def _stands(era: Era, spied: bool, decks: Mapping[tuple[int, int], Deck], rng: Random) -> Mapping[str, str]:
    """By card, event and region what it is in the twin, of all that the viewer never saw while these decks were played.

    Where a Spy saw a hand that the viewer did not see, what he may take stands for what he may take.
    """
    stands: dict[str, str] = {}
    brought = {seat: deck for (n, seat), deck in decks.items() if n == era.begins}
    for group, other in _groups(era.state, brought):
        here, there = [one for one in group if one not in era.seen], [one for one in other if one not in era.seen]
        split = spied and bool(group) and title(group[0]) in FACTS.cards
        for may in (True, False) if split else (None,):
            some = [one for one in here if may is None or takeable(FACTS, one) is may]
            those = [one for one in there if may is None or takeable(FACTS, one) is may]
            stands.update(zip(some, rng.sample(those, len(those)), strict=True))
    return stands


def _groups(state: State, decks: Mapping[int, Deck]) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """What may change places: things here, and those that are there instead."""
    yield state.regions, state.regions
    if state.options.mode is not Mode.TOURNAMENT:
        yield state.events, state.events
        for of in {card.set for card in FACTS.cards.values()}:
            cards = sorted(card for card in everywhere(state) if FACTS.cards[title(card)].set is of)
            yield cards, cards
        return
    if not state.seats[0].deck:
        return
    events: list[str] = []
    others: list[str] = []
    for number, seat in enumerate(state.seats):
        deck = decks.get(number)
        yield seat.deck, seat.deck if deck is None else first_copies(deck.pool, deck.cards)
        events += seat.event_cards
        brought = None if deck is None else first_copies(deck.pool, events_brought(FACTS, number, deck.events))
        others += seat.event_cards if brought is None else brought
    yield events, others


def _layouts(history: History, viewer: Viewer, rng: Random) -> Mapping[int, ChooseLayout]:
    """Other layouts in place of those that were never shown."""
    held: dict[int, int] = {}
    past: dict[int, dict[int, int]] = {}
    revealed: set[int] = set()
    chosen: dict[int, tuple[int, ChooseLayout]] = {}
    for entry, _ in history:
        match entry.e:
            case Undone(to=to):
                held = past[to]
            case LayoutsShown():
                revealed |= set(held.values())
            case Committed(seat=seat, choice=ChooseLayout() as choice):
                held = {**held, seat: entry.n}
                chosen[entry.n] = seat, choice
            case _:
                pass
        past[entry.n] = held
    hidden = {n: choice for n, (seat, choice) in chosen.items() if n not in revealed and viewer != Seat(seat)}
    return {n: _laid_otherwise(choice, rng) for n, choice in hidden.items()}


def _laid_otherwise(choice: ChooseLayout, rng: Random) -> ChooseLayout:
    regions = tuple(rng.sample(choice.regions, len(choice.regions)))
    return replace(choice, regions=regions, feeling=choice.feeling and rng.choice(regions))


MOVES = (CardPicked, CardsTaken, CardSwapped, CardsShed, CardsRemoved)


def _otherwise(history: History, viewer: Viewer, anew: Anew, rng: Random) -> Anew | None:
    """One more card that somebody else took from or put to another place; None where nobody did."""
    since = max((at for at, (entry, _) in enumerate(history) if isinstance(entry.e, Undone)), default=0)
    moves = [
        at
        for at in range(since + 1, len(history))
        if isinstance(history[at][0].e, MOVES) and _is_foreign(history[at][0].e, viewer)
    ]
    moves = [at for at in moves if history[at][0].n not in anew.places]
    if not moves:
        return None
    at = rng.choice(moves[-LATE:] if rng.random() < 0.7 else moves)
    entry, before = history[at][0], history[at - 1][1].state
    assert before is not None
    pile, cards = _pile_of(entry.e, before)
    if len(pile) <= len(cards):
        return None
    places = tuple(rng.sample(range(len(pile)), len(cards)))
    swapped = dict(anew.swapped)
    if isinstance(entry.e, CardPicked) and rng.random() < 0.5:
        stands = anew.at(entry.n)
        one, other = (stands.get(pile[place], pile[place]) for place in (pile.index(cards[0]), places[0]))
        if one != other and (n := _laid_by(history[:at], cards[0], pile[places[0]])) is not None:
            swapped[n] = one, other
    return replace(anew, places={**anew.places, entry.n: places}, swapped=swapped)


def _is_foreign(event: Any, viewer: Viewer) -> bool:
    """Whether a viewer does not know which cards moved."""
    if isinstance(event, CardsRemoved):
        return not isinstance(viewer, Seat)
    return viewer != Seat(event.seat)


def _pile_of(event: Any, state: State) -> tuple[Sequence[str], Sequence[str]]:
    """Where the cards of an event lay before, and which they are."""
    match event:
        case CardPicked():
            return state.stacks[place_of(FACTS, event.stack, event.of)], (event.card,)
        case CardsTaken():
            return state.stacks[event.stack - 1], event.cards
        case CardSwapped():
            return state.stacks[place_of(FACTS, event.stack, event.of)], (event.took,)
        case _:
            return state.seats[event.seat].hand, event.cards


def _laid_by(history: History, one: str, other: str) -> int | None:
    """The shuffle that laid down both cards."""
    for entry, _ in reversed(history):
        if isinstance(entry.e, StackShuffled) and one in entry.e.order:
            return entry.n if other in entry.e.order else None
    return None
