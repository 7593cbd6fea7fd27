"""Decks of other seats that consist of other cards, and the parts of a history in which the decks are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from itertools import pairwise
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.catan_cards.cards.ids import owner, title
from chronik.domain.catan_cards.commands import BringDeck
from chronik.domain.catan_cards.deck.copies import pool_of
from chronik.domain.catan_cards.events import CardStolen, Committed, Deck, DecksBrought
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.match.events import Undone
from chronik.domain.engine.seats import Seat, Viewer
from tests.every_game.catan_cards_twins.rewriting import is_takeable
from tests.every_game.catan_cards_twins.visible import FACTS, ever_seen
from tests.every_game.exits import History


class Era(Struct, frozen=True):
    """A part of a history in which the same decks are played, from the version that brought them.

    An undo may take back the decks, and others may be brought then. `state` is the last state with these decks;
    `seen` are all ids that the viewer was shown.
    """

    begins: int
    state: State
    seen: frozenset[str]


def eras_of(history: History, viewer: Viewer) -> Sequence[Era]:
    """Returns the parts of a history by the decks that were brought; only one part if seats bring no decks."""
    begins = [0, *(at for at, (entry, _) in enumerate(history) if isinstance(entry.e, DecksBrought)), len(history)]
    parts = [history[here:there] for here, there in pairwise(begins) if there > here]
    eras: list[Era] = []
    for part in parts:
        states = [match.state for _, match in part if match.state is not None]
        brought = [state for state in states if state.seats[0].deck]
        if states:
            eras.append(Era(part[0][0].n, (brought or states)[-1], ever_seen(part, viewer)))
    return [replace(eras[0], begins=0), *eras[1:]]


def draw_other_decks(
    history: History, viewer: Viewer, eras: Sequence[Era], rng: Random
) -> tuple[Mapping[int, BringDeck], Mapping[tuple[int, int], Deck]]:
    """Returns other sealed lists of other seats, by version, and their decks, by version and seat.

    The lists are legal and contain all cards that the viewer has seen. A list that was sealed once may have been
    brought twice, with an undo between.
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
    spied = has_unseen_theft(history, viewer)
    lists: dict[int, BringDeck] = {}
    for n, one in sealed.items():
        played = [era.seen for era in eras if n in brought.get(era.begins, {}).values()]
        lists[n] = _draw_list(one, played, spied, rng)
    decks: dict[tuple[int, int], Deck] = {}
    for era in eras:
        for seat, n in brought.get(era.begins, {}).items():
            copies = list(pool_of(FACTS, seat))
            rng.shuffle(copies)
            pool = tuple(sorted(copies, key=lambda copy: copy not in era.seen))
            decks[era.begins, seat] = Deck(lists[n].cards, lists[n].events, pool)
    return lists, decks


def _draw_list(own: Committed, seen: Sequence[frozenset[str]], spied: bool, rng: Random) -> BringDeck:
    """Returns a random list with at least as many copies of each title as the viewer saw in one era."""
    assert isinstance(own.choice, BringDeck)
    least, few = (_most_copies(names, own.seat, seen) for names in (FACTS.cards, FACTS.events))
    pool = [name for name, card in FACTS.cards.items() for _ in range(card.count - least[name])]
    wanted = FACTS.constants.deck.cards - least.total()
    if spied:  # the number of cards that a Spy may take must stay the same
        most = _count_takeable(own.choice.cards) - _count_takeable(least)
        some = [name for name in pool if is_takeable(FACTS, f"{name}-1")]
        rest = [name for name in pool if not is_takeable(FACTS, f"{name}-1")]
        more = rng.sample(some, most) + rng.sample(rest, wanted - most)
    else:
        more = rng.sample(pool, wanted)
    cards = least + Counter(more)
    few = few - Counter({name: event.mandatory or int(event.host_only) for name, event in FACTS.events.items()})
    free = [name for name, event in FACTS.events.items() for _ in range(event.free - few[name])]
    events = few + Counter(rng.sample(free, FACTS.constants.deck.events - few.total()))
    return BringDeck(_sort_counts(FACTS.order.cards, cards), _sort_counts(FACTS.order.events, events))


def _most_copies(names: Container[str], seat: int, seen: Sequence[frozenset[str]]) -> Counter[str]:
    """Returns, by title, the most copies of a seat that were seen in one era."""
    most: Counter[str] = Counter()
    for cards in seen:
        most |= Counter(title(card) for card in cards if title(card) in names and owner(card) == seat)
    return most


def _count_takeable(cards: Mapping[str, int]) -> int:
    """Returns how many cards of a deck a Spy may take."""
    return sum(count for name, count in cards.items() if is_takeable(FACTS, f"{name}-1"))


def _sort_counts(order: Sequence[str], counts: Mapping[str, int]) -> dict[str, int]:
    return {name: counts[name] for name in order if counts.get(name)}


def has_unseen_theft(history: History, viewer: Viewer) -> bool:
    """Returns whether a Spy took a card from a hand that the viewer did not see."""
    return not isinstance(viewer, Seat) and any(isinstance(entry.e, CardStolen) for entry, _ in history)
