"""Decks of others that are made of other cards, and the parts of a history in which the same decks are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from itertools import pairwise
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from domain.catan_cards.cards.ids import owner, title
from domain.catan_cards.commands import BringDeck
from domain.catan_cards.deck.copies import pool_of
from domain.catan_cards.events import CardStolen, Committed, Deck, DecksBrought
from domain.catan_cards.state import State
from domain.engine.match.events import Undone
from domain.engine.seats import Seat, Viewer
from tests.support.every_game.catan_cards_twins.retelling import takeable
from tests.support.every_game.catan_cards_twins.shown import FACTS, ever_seen
from tests.support.every_game.exits import History


class Era(Struct, frozen=True):
    """The part of a history in which the same decks are played, from the version on that brought them.

    An undo may take back decks that were brought, and others be brought then. `state` is the last in which they were
    there, and `seen` every id that the viewer was shown.
    """

    begins: int
    state: State
    seen: frozenset[str]


def eras_of(history: History, viewer: Viewer) -> Sequence[Era]:
    """The parts of a history by the decks that were brought; only one where nobody brings any."""
    begins = [0, *(at for at, (entry, _) in enumerate(history) if isinstance(entry.e, DecksBrought)), len(history)]
    parts = [history[here:there] for here, there in pairwise(begins) if there > here]
    eras: list[Era] = []
    for part in parts:
        states = [match.state for _, match in part if match.state is not None]
        brought = [state for state in states if state.seats[0].deck]
        if states:
            eras.append(Era(part[0][0].n, (brought or states)[-1], ever_seen(part, viewer)))
    return [replace(eras[0], begins=0), *eras[1:]]


def other_decks(
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
    spied = spied_out(history, viewer)
    lists: dict[int, BringDeck] = {}
    for n, one in sealed.items():
        played = [era.seen for era in eras if n in brought.get(era.begins, {}).values()]
        lists[n] = _list(one, played, spied, rng)
    decks: dict[tuple[int, int], Deck] = {}
    for era in eras:
        for seat, n in brought.get(era.begins, {}).items():
            copies = list(pool_of(FACTS, seat))
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


def spied_out(history: History, viewer: Viewer) -> bool:
    """Whether somebody was spied out whose hand the viewer did not see."""
    return not isinstance(viewer, Seat) and any(isinstance(entry.e, CardStolen) for entry, _ in history)
