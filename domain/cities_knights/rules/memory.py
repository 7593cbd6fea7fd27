"""The knowledge of a viewer who has followed a match and counted hands and progress cards (C-81).

A card that moved unseen from one hand to another may be any card that the giver held at the time. The known part of a
hand is therefore a lower bound: the cards that must still be in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chronik.domain.cities_knights.cards.kinds import (
    COMMODITIES,
    INDEX,
    KINDS,
    NOTHING,
    RESOURCES,
    Counts,
    Kind,
    one_kind,
)
from chronik.domain.cities_knights.events import (
    CardPlayed,
    CardsGiven,
    CardsTaken,
    CardStolen,
    Event,
    HarborAnswered,
    Positioned,
    ProgressDiscarded,
    ProgressTaken,
    QuestionsAsked,
)
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import PublicCounts, Ruleset
from chronik.domain.cities_knights.prompts import SpyPrompt, TakePrompt
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.game import Pools, Step

EVERY_KIND = range(len(KINDS))

Transfer = tuple[int, int, Counts, tuple[range, ...]]
"""A transfer of cards: giver, taker, cards, and the groups of kinds for which the number of these cards is public."""


def public_groups(options: Ruleset) -> tuple[range, ...]:
    """Returns the groups of kinds that the public size of a hand counts together."""
    return (RESOURCES, COMMODITIES) if options.public_counts is PublicCounts.SPLIT else (EVERY_KIND,)


def _secret_transfers(event: Event, kinds: tuple[range, ...]) -> list[Transfer]:
    """Returns the transfers of an event in which only the two seats know the kinds of cards."""
    match event:
        case CardStolen(seat=taker, victim=giver, kind=kind):
            return [(giver, taker, one_kind(INDEX[kind]), kinds)]
        case CardsTaken(seat=taker, victim=giver, cards=cards, openly=False):
            return [(giver, taker, cards, kinds)]
        case CardsGiven(seat=giver, to=taker, cards=cards):
            return [(giver, taker, cards, kinds)]
        case HarborAnswered(seat=seat, by=by, kind=kind, given=Kind() as given):
            return [(by, seat, one_kind(INDEX[kind]), (RESOURCES,)), (seat, by, one_kind(INDEX[given]), (COMMODITIES,))]
        case _:
            return []


class Memory:
    """The knowledge of one viewer: a seat, or a spectator if `viewer` is None.

    `hands` holds, by seat, the cards known to be in its hand. Seats with the same number in `linked` have passed each
    other cards unseen, so an unknown card of one may be in the hand of another. `cards` are progress cards with a known
    place.
    """

    def __init__(self, facts: Facts, state: State, viewer: int | None) -> None:
        self.facts, self.viewer, self.groups = facts, viewer, public_groups(state.options)
        self.hands = [seat.hand if number == viewer else NOTHING for number, seat in enumerate(state.seats)]
        self.linked = [0 if any(seat.hand) else number for number, seat in enumerate(state.seats)]
        self.cards: set[str] = set()

    def learn(self, step: Step[Event, State]) -> None:
        """Adds what the viewer learns from an event, and removes what the event makes doubtful."""
        event, before, after = step.event, step.before, step.after
        self._count_cards(event, before, after)
        match event:
            case Positioned():
                self._begin_from_position(after, event.anew)
            case CardPlayed(card=card):
                self.cards.add(card)
            case ProgressDiscarded(seat=seat, cards=cards):
                self._move_progress(before, seat, seat, cards)
            case ProgressTaken(seat=seat, victim=victim, card=card) if card is not None:
                self._move_progress(before, victim, seat, (card,))
            case QuestionsAsked(prompts=prompts):
                self._look_at_cards(after, prompts)
            case _:
                pass

    def _count_cards(self, event: Event, before: State, after: State) -> None:
        """Counts the cards that entered and left hands.

        A card that left openly is taken from the known cards if possible.
        """
        if after.seats is before.seats:
            return
        unseen = [one for one in _secret_transfers(event, self.groups) if self.viewer not in one[:2]]
        doubtful = {seat for giver, taker, _, _ in unseen for seat in (giver, taker)}
        for number, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
            if number == self.viewer:
                self.hands[number] = now.hand
            elif now.hand is not was.hand and number not in doubtful:
                counts = zip(self.hands[number], was.hand, now.hand, strict=True)
                self.hands[number] = tuple([max(0, known + has - had) for known, had, has in counts])
        for giver, taker, cards, kinds in unseen:
            for group in kinds:
                self._lose_unseen(giver, group, sum(cards[kind] for kind in group))
            self._link_seats((giver, taker))

    def _lose_unseen(self, seat: int, group: range, count: int) -> None:
        """Lowers the known counts of a hand that lost `count` unseen cards, each of any kind in a group."""
        self.hands[seat] = tuple(
            [max(0, known - count) if kind in group else known for kind, known in enumerate(self.hands[seat])]
        )

    def _link_seats(self, seats: Iterable[int]) -> None:
        numbers = {self.linked[seat] for seat in seats}
        self.linked = [min(numbers) if number in numbers else number for number in self.linked]

    def _move_progress(self, before: State, giver: int, taker: int, cards: Sequence[str]) -> None:
        """Updates the known progress cards after cards left a hand. Their decks are public, but the cards are not."""
        if self.viewer in (giver, taker):
            self.cards.update(cards)
            return
        for deck in {self.facts.cards[card].deck for card in cards}:
            held = [card for card in before.seats[giver].progress if self.facts.cards[card].deck == deck]
            if len(held) > 1:
                self.cards.difference_update(held)

    def _look_at_cards(self, after: State, prompts: Iterable[object]) -> None:
        """Learns the hand or the progress cards that the viewer is shown."""
        for prompt in prompts:
            match prompt:
                case TakePrompt(seat=seat, victim=victim) if seat == self.viewer:
                    self.hands[victim] = after.seats[victim].hand
                case SpyPrompt(seat=seat, victim=victim) if seat == self.viewer:
                    self.cards.update(after.seats[victim].progress)
                case _:
                    pass

    def _begin_from_position(self, state: State, pools: Pools) -> None:
        """Starts from a position of another match, in which the viewer knew every card outside the pools."""
        self.hands = [seat.hand for seat in state.seats]
        self.linked = list(range(len(state.seats)))
        *dealt, _, _, _, _, _, _ = pools
        for kinds, places in zip(dealt[::2], dealt[1::2], strict=True):
            for kind, place in zip(kinds, places, strict=True):
                seat = int(place)
                if seat != self.viewer:
                    known = list(self.hands[seat])
                    known[INDEX[Kind(kind)]] -= 1
                    self.hands[seat] = tuple(known)
            self._link_seats([int(place) for place in places])
        self.cards = set(self.facts.cards).difference(*pools)
