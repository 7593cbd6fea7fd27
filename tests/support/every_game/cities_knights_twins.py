"""Twins of a match of Cities & Knights: another history that a viewer could not tell from what it has seen.

Of each deck the cards that the viewer was never shown change places. And cards that went from one hand to another
without its knowledge are of other kinds, as far as all that happened openly afterwards would have been possible too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from domain.cities_knights.cards.kinds import (
    COMMODITIES,
    INDEX,
    KINDS,
    NOTHING,
    RESOURCES,
    Counts,
    holds,
    minus,
    of,
    plus,
    single,
)
from domain.cities_knights.commands import (
    Command,
    DiscardProgress,
    GiveCards,
    GiveCommodity,
    OfferAtHarbor,
    PlayCrane,
    PlayResourceMonopoly,
    PlayTradeMonopoly,
    SpendCard,
    TakeCards,
    TakeProgress,
)
from domain.cities_knights.events import (
    CardPlayed,
    CardsGiven,
    CardsTaken,
    CardStolen,
    DeckShuffled,
    HarborAnswered,
    HarborOffered,
    OfferAnswered,
    OfferMade,
    ProgressDiscarded,
    ProgressDrawn,
    ProgressTaken,
    QuestionsAsked,
)
from domain.cities_knights.facts.load import PRINTED, load
from domain.cities_knights.facts.rulesets import PublicCounts
from domain.cities_knights.prompts import HarborPrompt, SpyPrompt, TakePrompt
from domain.cities_knights.rules.progress.trade import COMMODITY_SHARE, RESOURCE_SHARE
from domain.cities_knights.state import State
from domain.engine.game import Game
from domain.engine.match.events import ENGINE_EVENTS, Undone
from domain.engine.match.fold import walk
from domain.engine.match.log import Entry, encode
from domain.engine.match.match import Match
from domain.engine.seats import Seat, Viewer
from tests.support.every_game.exits import History

FACTS = load(PRINTED)
PASSED = CardStolen | CardsGiven | CardsTaken | HarborAnswered
"""Events by which cards go from one hand to another, and only the two know which."""

MOST_CHANGED = 6
TRIES = 6
Changes = Mapping[int, tuple[int, int]]
"""By version of an event that hides the kind of a card: which kind it was, and which it is in the twin."""


def shown(event: Any, state: State, viewer: Viewer) -> frozenset[str]:
    """The progress cards that a viewer may see by an event and after it."""
    cards = [card for seat in state.seats for card in seat.shown]
    if isinstance(viewer, Seat):
        cards += state.seats[viewer.number].progress
        for prompt in state.prompts:
            if isinstance(prompt, SpyPrompt) and prompt.seat == viewer.number:
                cards += state.seats[prompt.victim].progress
    return frozenset((*cards, event.card) if isinstance(event, CardPlayed) else cards)


def resample_hidden(game: Game, history: History, viewer: Viewer, rng: Random) -> History:
    """The twin."""
    stands = _exchanged(history, viewer, rng)
    told = _Story(history, viewer)
    changes = told.changed(rng)
    anew = told.retold(changes)
    assert anew is not None
    entries = (
        _in_the_twin(entry, told.before[at], anew[at], anew[at + 1], changes, told.offers[at], stands, rng)
        for at, (entry, _) in enumerate(history)
    )
    return list(walk(game, Match(id="00"), entries))


def _exchanged(history: History, viewer: Viewer, rng: Random) -> Mapping[str, str]:
    """By card the one that it is in the twin; who has held a card has not held one that would have lain open."""
    seen: set[str] = set()
    held: set[str] = set()
    seats = None
    for entry, match in history:
        state = match.state
        if state is not None and (state.seats is not seats or type(entry.e) is QuestionsAsked):
            seats = state.seats
            seen |= shown(entry.e, state, viewer)
            held.update(card for seat in seats for card in seat.progress)
    stands = {card: card for card in FACTS.cards}
    for deck in FACTS.decks:
        unseen = [card for card in deck if card not in seen]
        for _ in range(50):
            anew = rng.sample(unseen, len(unseen))
            if not any(FACTS.cards[to].vp for card, to in zip(unseen, anew, strict=True) if card in held):
                stands.update(zip(unseen, anew, strict=True))
                break
    return stands


Hands = tuple[Counts, ...]
"""By seat how many cards of each kind it has more or less in the twin."""


class _Story:
    """A history as far as hands go: what was before each entry, and which harbor offer was the last one."""

    def __init__(self, history: History, viewer: Viewer) -> None:
        self.history = history
        self.own = viewer.number if isinstance(viewer, Seat) else None
        self.before: list[State | None] = []
        self.offers: list[tuple[int, HarborOffered] | None] = []
        before: State | None = None
        offer: tuple[int, HarborOffered] | None = None
        past: dict[int, tuple[int, HarborOffered] | None] = {}
        for entry, match in history:
            self.before.append(before)
            if type(entry.e) is Undone:
                offer = past[entry.e.to]
            elif type(entry.e) is HarborOffered:
                offer = (entry.n, entry.e)
            self.offers.append(offer)
            past[entry.n] = offer
            before = match.state
        self.split = before is not None and before.options.public_counts is PublicCounts.SPLIT

    def changed(self, rng: Random) -> Changes:
        """Some cards that went between two others, made other ones, while everything else stays possible."""
        places = [at for at, (entry, _) in enumerate(self.history) if self._hides(entry.e)]
        rest, chosen = places[: -MOST_CHANGED // 2], places[-MOST_CHANGED // 2 :]
        chosen += rng.sample(rest, min(len(rest), MOST_CHANGED // 2))
        changes: Changes = {}
        for at in sorted(chosen, reverse=True):
            for _ in range(TRIES):
                was, might = self._might(at, rng)
                tried = {**changes, self.history[at][0].n: (was, might)}
                if was != might and self.retold(tried) is not None:
                    changes = tried
                    break
        return changes

    def _hides(self, event: Any) -> bool:
        match event:
            case CardStolen(seat=one, victim=other) | CardsTaken(seat=one, victim=other, openly=False):
                return self.own not in (one, other)
            case CardsGiven(seat=one, to=other) | HarborOffered(seat=one, to=other):
                return self.own not in (one, other)
            case HarborAnswered(seat=one, by=other, given=given):
                return given is not None and self.own not in (one, other)
            case _:
                return False

    def _might(self, at: int, rng: Random) -> tuple[int, int]:
        """A kind of card that changed hands here, and one of the same hand that it might have been."""
        event, state = self.history[at][0].e, self.before[at]
        assert state is not None
        match event:
            case CardStolen() | CardsTaken():
                giver = event.victim
            case _:
                giver = event.seat
        kinds = [kind for kind, count in enumerate(state.seats[giver].hand) if count]
        match event:
            case CardStolen():
                was = INDEX[event.kind]
            case HarborOffered():
                was = INDEX[event.kind]
                kinds = [kind for kind in kinds if kind in RESOURCES]
            case HarborAnswered():
                assert event.given is not None
                was = INDEX[event.given]
                kinds = [kind for kind in kinds if kind in COMMODITIES]
            case _:
                was = rng.choice([kind for kind, count in enumerate(event.cards) if count])
        if self.split:
            kinds = [kind for kind in kinds if (kind in RESOURCES) == (was in RESOURCES)]
        return was, rng.choice(kinds)

    def retold(self, changes: Changes) -> list[Hands] | None:
        """How hands differ before the first and after each entry; None where something could not have happened."""
        seats = len(self.history[-1][1].chairs)
        none: Hands = (NOTHING,) * seats
        now, past, told = none, {0: none}, [none]
        for at, (entry, match) in enumerate(self.history):
            event = entry.e
            if type(event) is Undone:
                now = past[event.to]
            elif changes and isinstance(event, PASSED):
                now = _passed(now, event, entry.n, changes, self.offers[at])
            past[entry.n] = now
            told.append(now)
            if now is not none and now != none:
                state = match.state
                assert state is not None
                if not self._possible(entry, state, now):
                    return None
            if type(event) is HarborOffered:
                state = match.state
                assert state is not None
                offered = changes[entry.n][1] if entry.n in changes else INDEX[event.kind]
                if not plus(state.seats[event.seat].hand, now[event.seat])[offered]:
                    return None
        return told

    def _possible(self, entry: Entry, state: State, hands: Hands) -> bool:  # noqa: C901  one case per event
        """Whether the hands of the twin allow what has happened, and what the viewer was shown."""
        for seat, more in enumerate(hands):
            if more is NOTHING:
                continue
            if min(plus(state.seats[seat].hand, more)) < 0:
                return False
            if self.split and sum(more[kind] for kind in RESOURCES) != 0:
                return False
        for prompt in state.prompts:
            if isinstance(prompt, TakePrompt) and prompt.seat == self.own and hands[prompt.victim] != NOTHING:
                return False
        match entry.e:
            case OfferMade(seat=seat, give=give):
                return holds(plus(state.seats[seat].hand, hands[seat]), give)
            case OfferAnswered(seat=seat, number=number, accepted=True):
                want = next(offer.want for offer in state.offers if offer.number == number)
                return holds(plus(state.seats[seat].hand, hands[seat]), want)
            case HarborAnswered(seat=seat, given=None):
                hand = plus(state.seats[seat].hand, hands[seat])
                return not any(hand[kind] for kind in COMMODITIES)
            case CardPlayed(seat=seat):
                return _could_play(entry, state, hands)
            case _:
                return True


def _could_play(entry: Entry, state: State, hands: Hands) -> bool:
    """Whether a card would have been played as well, with the same effect on all that is open."""
    seat, command = entry.e.seat, msgspec.json.decode(entry.cmd, type=Command)
    match command:
        case PlayResourceMonopoly() | PlayTradeMonopoly():
            kind = INDEX[command.kind]
            share = RESOURCE_SHARE if isinstance(command, PlayResourceMonopoly) else COMMODITY_SHARE
            return all(
                min(share, one.hand[kind]) == min(share, one.hand[kind] + hands[number][kind])
                for number, one in enumerate(state.seats)
                if number != seat
            )
        case SpendCard() | PlayCrane(track=None):
            return hands[seat] == NOTHING
        case _:
            hand = plus(state.seats[seat].hand, hands[seat])
            return FACTS.cards[entry.e.card].name != "commercial_harbor" or any(hand[kind] for kind in RESOURCES)


def _passed(hands: Hands, event: PASSED, n: int, changes: Changes, offer: tuple[int, HarborOffered] | None) -> Hands:
    """How hands differ after cards have changed hands."""
    match event:
        case CardStolen(seat=taker, victim=giver) | CardsTaken(seat=taker, victim=giver):
            return _differing(hands, giver, taker, changes.get(n))
        case CardsGiven(seat=giver, to=taker):
            return _differing(hands, giver, taker, changes.get(n))
        case HarborAnswered(seat=seat, by=by, given=given):
            if given is None or offer is None:
                return hands
            return _differing(_differing(hands, seat, by, changes.get(n)), by, seat, changes.get(offer[0]))


def _differing(hands: Hands, giver: int, taker: int, change: tuple[int, int] | None) -> Hands:
    if change is None:
        return hands
    was, now = map(single, change)
    anew = list(hands)
    anew[giver] = minus(plus(hands[giver], was), now)
    anew[taker] = minus(plus(hands[taker], now), was)
    return tuple(NOTHING if more == NOTHING else more for more in anew)


def _in_the_twin(  # noqa: C901  one case per event
    entry: Entry,
    state: State | None,
    before: Hands,
    after: Hands,
    changes: Changes,
    offer: tuple[int, HarborOffered] | None,
    stands: Mapping[str, str],
    rng: Random,
) -> Entry:
    """An entry as it is in the twin, with its command."""
    event, change = entry.e, changes.get(entry.n)
    if type(event) in ENGINE_EVENTS:
        return entry
    match event:
        case DeckShuffled():
            return replace(entry, e=replace(event, order=_mapped(stands, event.order)))
        case ProgressDrawn():
            return replace(entry, e=replace(event, card=stands[event.card]))
        case ProgressDiscarded():
            named = _mapped(stands, event.cards)
            return _with(entry, replace(event, cards=named), DiscardProgress(named))
        case ProgressTaken() if event.card is not None:
            card = stands[event.card]
            return _with(entry, replace(event, card=card), TakeProgress(card))
        case CardStolen():
            assert state is not None
            return replace(entry, e=_stolen(event, state, before[event.victim], change, rng))
        case CardsGiven() if change:
            cards = _swapped(event.cards, change)
            return _with(entry, replace(event, cards=cards), GiveCards(of(cards)))
        case CardsTaken() if change:
            cards = _swapped(event.cards, change)
            return _with(entry, replace(event, cards=cards), TakeCards(of(cards)))
        case HarborOffered() if change:
            kind = KINDS[change[1]]
            return _with(entry, replace(event, kind=kind), OfferAtHarbor(event.to, kind))
        case HarborAnswered():
            given = KINDS[change[1]] if change else event.given
            return _with(entry, replace(event, kind=_offered(offer, changes), given=given), GiveCommodity(given))
        case QuestionsAsked():
            prompts = tuple(
                replace(prompt, kind=_offered(offer, changes)) if isinstance(prompt, HarborPrompt) else prompt
                for prompt in event.prompts
            )
            return replace(entry, e=replace(event, prompts=prompts))
        case _:
            return entry


def _with(entry: Entry, event: Any, command: Any) -> Entry:
    """An entry with another event, and the command that brings it if it is the first of its batch."""
    return replace(entry, e=event, cmd=Raw(encode(command))) if entry.begins else replace(entry, e=event)


def _offered(offer: tuple[int, HarborOffered] | None, changes: Changes) -> Any:
    """The resource that was offered at the harbor."""
    assert offer is not None
    return KINDS[changes[offer[0]][1]] if offer[0] in changes else offer[1].kind


def _stolen(event: CardStolen, state: State, more: Counts, change: tuple[int, int] | None, rng: Random) -> CardStolen:
    """A card stolen from the hand of the twin, at the place where it lies there."""
    if more == NOTHING and change is None:
        return event
    hand = plus(state.seats[event.victim].hand, more)
    kind = change[1] if change else INDEX[event.kind]
    return replace(event, kind=KINDS[kind], index=sum(hand[:kind]) + rng.randrange(hand[kind]))


def _swapped(cards: Counts, change: tuple[int, int]) -> Counts:
    was, now = map(single, change)
    return plus(minus(cards, was), now)


def _mapped(stands: Mapping[str, str], cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(stands[card] for card in cards)
