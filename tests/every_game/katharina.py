"""Katharina's part of the tests for every game: invariants, hidden parts, twins, and planted leaks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Raw
from msgspec.structs import replace

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.commands import AnswerUndo, LeaveSeat, TakeBack, TakeSeat
from chronik.domain.engine.match.events import ENGINE_EVENTS, Undone
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Seat, Viewer
from chronik.domain.katharina import game as katharina
from chronik.domain.katharina.commands import BuildOrPass, ChooseDisplay, PlayCards, Resolve
from chronik.domain.katharina.events import (
    BookResidence,
    CardResolved,
    CardsDrawn,
    Committed,
    DiscardShuffled,
    StockShuffled,
)
from chronik.domain.katharina.facts.load import PRINTED, Facts, load
from chronik.domain.katharina.state import JOKERS, RESIDENCES, State
from chronik.domain.log.canonical import encode
from chronik.projections.games import projection
from chronik.projections.katharina import preview as previews
from chronik.projections.katharina import view as views
from tests.every_game.exits import Exits, History
from tests.every_game.katharina_mutants import FACTS, MUTANTS
from tests.every_game.playout import NO_OPTIONS, Table, chosen
from tests.every_game.supplies import Supplies

CARDS = sorted(FACTS.cards)
CITIES = sorted(FACTS.cities)


def conserved(event: Any, state: State) -> None:
    """Checks 102 cards, each in one place; one tile for each residence in a city with a good; the joker tiles."""
    cards = sorted((*state.stock, *state.discard, *(card for seat in state.seats for card in seat.hand), *_open(state)))
    assert cards in ([], CARDS)
    jokers = sum(seat.jokers for seat in state.seats) + state.jokers
    assert jokers == (JOKERS if len(state.seats) > 2 else 0)
    for seat in state.seats:
        assert len(set(seat.residences)) == len(seat.residences) <= RESIDENCES
        assert sum(seat.tiles) == sum(city in FACTS.good_of for city in seat.residences)
        assert len(seat.action_row) == len(seat.activation)
        assert 0 <= seat.favour < len(FACTS.track)
        assert seat.hand == tuple(sorted(seat.hand))


def hidden_order(state: State) -> tuple[str, ...]:
    return state.stock


def shuffled_anew(then: State, before: State, now: State) -> bool:
    """Checks that an undo keeps drawn cards in place; returns whether it reshuffled the others, still unseen."""
    drawn = len(then.stock) - len(before.stock) if before.shuffles == then.shuffles else 0
    assert sorted(now.stock) == sorted(then.stock)
    assert now.stock[:drawn] == then.stock[:drawn]
    assert now.seats == then.seats
    if now.shuffles == then.shuffles:
        assert before.shuffles == then.shuffles
        assert drawn == 0, "a barrier was crossed and nothing shuffled"
        return False
    assert now.stock != then.stock or len(then.stock) - drawn < 4
    return True


def _open(state: State) -> Iterator[str]:
    for seat in state.seats:
        yield from seat.action_row
        yield from (card for card in seat.activation if card is not None)


def shown(event: Any, state: State, viewer: Viewer) -> frozenset[str]:
    """Returns the cards that a viewer may see: everything face up, and the viewer's hand (Q22)."""
    own = state.seats[viewer.number].hand if isinstance(viewer, Seat) else ()
    return frozenset((*_open(state), *state.discard, *own))


def hidden(state: State, viewer: Viewer) -> Mapping[str, Any]:
    """Returns the parts of the state that a viewer may not know."""
    own = viewer.number if isinstance(viewer, Seat) else None
    return {
        "hands": tuple(seat.hand for number, seat in enumerate(state.seats) if number != own),
        "stock": state.stock,
        "sealed": tuple(sealed and sealed.choice for number, sealed in enumerate(state.sealed) if number != own),
    }


class _Knowledge:
    """What a viewer has learned from a log about cards and sealed choices.

    A shuffle hides cards again that were known: each card belongs to the last shuffle that has hidden it, and
    `mapping[n]` gives, for the entry n, the card that takes each card's place in the twin. Within a shuffle only cards
    that the viewer has not seen since, not even in undone entries, are exchanged. `revealed` has the revealed commits.
    """

    def __init__(self, history: History, viewer: Viewer, rng: Random) -> None:
        self.revealed: set[int] = set()
        of: dict[str, int] = {}
        holders: dict[int, int] = {}
        past: dict[int, tuple[dict[str, int], dict[int, int]]] = {}
        seen: set[tuple[str, int]] = set()
        groups: dict[int, dict[str, int]] = {}
        before: State | None = None
        for entry, match in history:
            event, state = entry.e, match.state
            if isinstance(event, Undone):
                of, holders = past[event.to]
            elif isinstance(event, DiscardShuffled) or (isinstance(event, StockShuffled) and not of):
                of = {**of, **dict.fromkeys(event.order, entry.n)}
            elif type(event) not in ENGINE_EVENTS:
                assert before is not None
                assert state is not None
                for seat, sealed in enumerate(before.sealed):
                    if sealed is not None and state.sealed[seat] is None:
                        self.revealed.add(holders[seat])
                if isinstance(event, Committed):
                    holders = {**holders, event.seat: entry.n}
            past[entry.n], groups[entry.n] = (of, holders), of
            if state is not None and state is not before and of:
                seen.update((card, of[card]) for card in shown(event, state, viewer))
            before = state
        self.mapping = self._exchanged(groups, seen, rng)

    @staticmethod
    def _exchanged(
        groups: dict[int, dict[str, int]], seen: set[tuple[str, int]], rng: Random
    ) -> dict[int, dict[str, str]]:
        members: dict[int, set[str]] = {}
        distinct = {id(of): of for of in groups.values()}
        for of in distinct.values():
            for card, shuffle in of.items():
                members.setdefault(shuffle, set()).add(card)
        stands_for: dict[int, dict[str, str]] = {}
        for shuffle, cards in sorted(members.items()):
            unseen = sorted(card for card in cards if (card, shuffle) not in seen)
            stands_for[shuffle] = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
        mapped = {
            key: {card: stands_for[shuffle].get(card, card) for card, shuffle in of.items()}
            for key, of in distinct.items()
        }
        return {n: mapped[id(of)] for n, of in groups.items()}


def resample_hidden(game: Game, history: History, viewer: Viewer, rng: Random) -> History:
    """Returns a twin: cards that the viewer never saw are swapped, and sealed choices of others are different."""
    knowledge = _Knowledge(history, viewer, rng)
    now: Match = Match(id="00")

    def entries() -> Iterator[Entry]:
        for entry, _ in history:
            yield _in_the_twin(game, knowledge, now, entry, viewer, rng)

    twin: History = []
    for entry, match in walk(game, now, entries()):
        now = match
        twin.append((entry, match))
    return twin


def _in_the_twin(game: Game, knowledge: _Knowledge, now: Match, entry: Entry, viewer: Viewer, rng: Random) -> Entry:
    stands = knowledge.mapping[entry.n]
    match entry.e:
        case StockShuffled() | DiscardShuffled():
            return replace(entry, e=replace(entry.e, order=_mapped(stands, entry.e.order)))
        case CardsDrawn():
            return replace(entry, e=replace(entry.e, cards=tuple(_mapped(stands, cards) for cards in entry.e.cards)))
        case CardResolved() | BookResidence():
            return replace(entry, e=replace(entry.e, drawn=_mapped(stands, entry.e.drawn)))
        case Committed(seat=seat) if seat != getattr(viewer, "number", None) and entry.n not in knowledge.revealed:
            options = game.options(now.state, seat)
            choice = options[rng.randrange(len(options))]
            return replace(entry, e=Committed(seat, choice), cmd=Raw(encode(choice)))
        case _:
            return entry


def _mapped(stands: Mapping[str, str], cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(stands[card] for card in cards)


def probes(view: views.KatharinaView, rng: Random) -> list[Any]:
    """Returns thirty commands, most of them invalid: foreign cards, wrong slots, prompts and cities, too many cards."""
    hand = next((seat.hand for seat in view.seats.values() if seat.hand), ()) or (CARDS[0],)
    some = rng.sample(CARDS, 12)
    own, other = hand[0], hand[-1]
    return [
        ChooseDisplay(tuple(some[:3])),
        ChooseDisplay((own, own, own)),
        ChooseDisplay((*hand[:2], some[0])),
        *(PlayCards(own, card, 0) for card in some[:3]),
        *(PlayCards(card, own, 1) for card in some[3:6]),
        *(PlayCards(own, other, slot) for slot in (0, 1, 2, 7, 99)),
        PlayCards(own, own, 0),
        PlayCards("nothing", own, 0),
        *(Resolve(True, tuple(some[:count])) for count in (1, 2, 3)),
        Resolve(True, (own, some[0])),
        Resolve(True, hand),
        Resolve(True, (own,), rng.choice(CITIES)),
        Resolve(True, (), None, True, (some[1],)),
        Resolve(False, (own,)),
        BuildOrPass(rng.choice(CITIES)),
        BuildOrPass("atlantis"),
        TakeBack(1),
        TakeBack(rng.randrange(1, 60)),
        TakeBack(10_000, ask=True),
        AnswerUndo(rng.randrange(60), True),
        TakeSeat(0, "somebody"),
        LeaveSeat(0),
    ]


def exits(facts: Facts) -> Exits:
    """Returns the ways out of a match for other facts than the printed ones."""
    printed = projection("katharina")
    projected = replace(printed, view=partial(views.view, facts), preview=partial(previews.preview, facts))
    return Exits(game=katharina.game(facts), projection=projected, honest=projected)


def labelled(rng: Random) -> tuple[Exits, frozenset[str]]:
    """Returns the game with a random 128-bit label on every card, and all labels."""
    labels = {card: rng.randbytes(16).hex() for card in CARDS}
    with TemporaryDirectory() as directory:
        for file in PRINTED.glob("*.toml"):
            text = re.sub(r"\bP\d{3}\b", lambda card: labels[card[0]], file.read_text("utf-8"))
            (Path(directory) / file.name).write_text(text, "utf-8")
        return exits(load(Path(directory))), frozenset(labels.values())


def tiny() -> tuple[Exits, Raw]:
    """Returns a game of thirteen cards and three orders, in which only the choice of displays can be played."""
    return exits(replace(FACTS, deck=FACTS.deck[:13], orders=dict(list(FACTS.orders.items())[:3]))), NO_OPTIONS


def begun(table: Table, rng: Random) -> None:
    """Answers some of the first prompts."""
    for seat in range(rng.randrange(len(table.match.waiting))):
        table.do(chosen(table, seat, rng), seat)


SUPPLIES = Supplies(
    lengths=(8, 30, 100, 400),
    options=lambda rng: NO_OPTIONS,
    tables=(NO_OPTIONS, NO_OPTIONS, NO_OPTIONS),
    variants=(NO_OPTIONS,),
    conserved=conserved,
    settled=lambda state: None,
    is_chance=lambda event: isinstance(event, StockShuffled | DiscardShuffled),
    hidden_order=hidden_order,
    shuffled_anew=shuffled_anew,
    resample_hidden=resample_hidden,
    hidden=hidden,
    alike=lambda options, command, rng: options[rng.randrange(len(options))],
    probes=probes,
    labelled=labelled,
    shown=shown,
    tiny=tiny,
    begun=begun,
    mutants=MUTANTS,
)
