"""Twins of a match of Cities & Knights: another history that a viewer cannot distinguish from the real one.

In each deck, the cards that the viewer never saw change places. Cards that moved between other hands unseen get other
kinds, as far as all later public events would still have been possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import (
    COMMODITIES,
    INDEX,
    KINDS,
    NOTHING,
    RESOURCES,
    Counts,
    holds,
    minus,
    one_kind,
    plus,
    to_cards,
)
from chronik.domain.cities_knights.commands import (
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
from chronik.domain.cities_knights.events import (
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
from chronik.domain.cities_knights.facts.load import PRINTED, load
from chronik.domain.cities_knights.facts.rulesets import PublicCounts
from chronik.domain.cities_knights.prompts import HarborPrompt, SpyPrompt, TakePrompt
from chronik.domain.cities_knights.rules.progress.trade import COMMODITY_SHARE, RESOURCE_SHARE
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.game import Game
from chronik.domain.engine.match.events import ENGINE_EVENTS, Undone
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Seat, Viewer
from chronik.domain.log.canonical import encode
from tests.every_game.exits import History

FACTS = load(PRINTED)
PASSED = CardStolen | CardsGiven | CardsTaken | HarborAnswered
"""Events that move cards from one hand to another; only the two seats know which."""

MOST_CHANGED = 6
TRIES = 6
Changes = Mapping[int, tuple[int, int]]
"""The real kind and the twin's kind of a hidden card, by the version of the event that hides it."""


def shown(event: Any, state: State, viewer: Viewer) -> frozenset[str]:
    """Returns the progress cards that a viewer sees in an event and after it."""
    cards = [card for seat in state.seats for card in seat.shown]
    if isinstance(viewer, Seat):
        cards += state.seats[viewer.number].progress
        for prompt in state.prompts:
            if isinstance(prompt, SpyPrompt) and prompt.seat == viewer.number:
                cards += state.seats[prompt.victim].progress
    return frozenset((*cards, event.card) if isinstance(event, CardPlayed) else cards)


def resample_hidden(game: Game, history: History, viewer: Viewer, rng: Random) -> History:
    """Returns the twin of a history."""
    stands = _exchange_cards(history, viewer, rng)
    told = _Story(history, viewer)
    changes = told.changed(rng)
    anew = told.retold(changes)
    assert anew is not None
    entries = (
        _in_the_twin(entry, told.before[at], anew[at], anew[at + 1], changes, told.offers[at], stands, rng)
        for at, (entry, _) in enumerate(history)
    )
    return list(walk(game, Match(id="00"), entries))


def _exchange_cards(history: History, viewer: Viewer, rng: Random) -> Mapping[str, str]:
    """Returns the twin's card for each card; a card held in hand is never replaced by one that would be face up."""
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
"""How many cards of each kind each seat has more or fewer in the twin."""


class _Story:
    """The hands of a history: the state before each entry, and the last harbor offer."""

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
        """Returns other kinds for some cards that moved between two other seats, so that all events stay possible."""
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
        """Returns the kind of a card that moved here, and a kind of the same hand that it might have been."""
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
        """Returns how hands differ before the first and after each entry, or None if an event would be impossible."""
        seats = len(self.history[-1][1].chairs)
        none: Hands = (NOTHING,) * seats
        now, past, told = none, {0: none}, [none]
        for at, (entry, match) in enumerate(self.history):
            event = entry.e
            if type(event) is Undone:
                now = past[event.to]
            elif changes and isinstance(event, PASSED):
                now = _pass_cards(now, event, entry.n, changes, self.offers[at])
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
        """Returns whether the hands of the twin allow the events, and what the viewer was shown."""
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
    """Returns whether the card could be played in the twin too, with the same public effect."""
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


def _pass_cards(
    hands: Hands, event: PASSED, n: int, changes: Changes, offer: tuple[int, HarborOffered] | None
) -> Hands:
    """Returns how hands differ after a transfer of cards."""
    match event:
        case CardStolen(seat=taker, victim=giver) | CardsTaken(seat=taker, victim=giver):
            return _add_difference(hands, giver, taker, changes.get(n))
        case CardsGiven(seat=giver, to=taker):
            return _add_difference(hands, giver, taker, changes.get(n))
        case HarborAnswered(seat=seat, by=by, given=given):
            if given is None or offer is None:
                return hands
            return _add_difference(_add_difference(hands, seat, by, changes.get(n)), by, seat, changes.get(offer[0]))


def _add_difference(hands: Hands, giver: int, taker: int, change: tuple[int, int] | None) -> Hands:
    if change is None:
        return hands
    was, now = map(one_kind, change)
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
    """Returns an entry as it is in the twin, with its command."""
    event, change = entry.e, changes.get(entry.n)
    if type(event) in ENGINE_EVENTS:
        return entry
    match event:
        case DeckShuffled():
            return replace(entry, e=replace(event, order=_map_cards(stands, event.order)))
        case ProgressDrawn():
            return replace(entry, e=replace(event, card=stands[event.card]))
        case ProgressDiscarded():
            named = _map_cards(stands, event.cards)
            return _with(entry, replace(event, cards=named), DiscardProgress(named))
        case ProgressTaken() if event.card is not None:
            card = stands[event.card]
            return _with(entry, replace(event, card=card), TakeProgress(card))
        case CardStolen():
            assert state is not None
            return replace(entry, e=_steal_card(event, state, before[event.victim], change, rng))
        case CardsGiven() if change:
            cards = _swap_cards(event.cards, change)
            return _with(entry, replace(event, cards=cards), GiveCards(to_cards(cards)))
        case CardsTaken() if change:
            cards = _swap_cards(event.cards, change)
            return _with(entry, replace(event, cards=cards), TakeCards(to_cards(cards)))
        case HarborOffered() if change:
            kind = KINDS[change[1]]
            return _with(entry, replace(event, kind=kind), OfferAtHarbor(event.to, kind))
        case HarborAnswered():
            given = KINDS[change[1]] if change else event.given
            return _with(entry, replace(event, kind=_offer_resource(offer, changes), given=given), GiveCommodity(given))
        case QuestionsAsked():
            prompts = tuple(
                replace(prompt, kind=_offer_resource(offer, changes)) if isinstance(prompt, HarborPrompt) else prompt
                for prompt in event.prompts
            )
            return replace(entry, e=replace(event, prompts=prompts))
        case _:
            return entry


def _with(entry: Entry, event: Any, command: Any) -> Entry:
    """Returns an entry with another event, and with its command if the entry is the first of its batch."""
    return replace(entry, e=event, cmd=Raw(encode(command))) if entry.begins else replace(entry, e=event)


def _offer_resource(offer: tuple[int, HarborOffered] | None, changes: Changes) -> Any:
    """Returns the resource that was offered at the harbor."""
    assert offer is not None
    return KINDS[changes[offer[0]][1]] if offer[0] in changes else offer[1].kind


def _steal_card(
    event: CardStolen, state: State, more: Counts, change: tuple[int, int] | None, rng: Random
) -> CardStolen:
    """Returns the theft from the twin's hand, with the index of the card there."""
    if more == NOTHING and change is None:
        return event
    hand = plus(state.seats[event.victim].hand, more)
    kind = change[1] if change else INDEX[event.kind]
    return replace(event, kind=KINDS[kind], index=sum(hand[:kind]) + rng.randrange(hand[kind]))


def _swap_cards(cards: Counts, change: tuple[int, int]) -> Counts:
    was, now = map(one_kind, change)
    return plus(minus(cards, was), now)


def _map_cards(stands: Mapping[str, str], cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(stands[card] for card in cards)
