"""The three decks of progress cards: drawing, giving up, and shuffling anew after an undo (R6.3, R13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from domain.cities_knights.commands import TRACKS, Command, DiscardProgress
from domain.cities_knights.events import DeckShuffled, Event, ProgressDiscarded, ProgressDrawn
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import ProgressOverflow
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt, OverflowPrompt
from domain.cities_knights.rules.turn import clockwise
from domain.cities_knights.state import Continuation, Question, State
from domain.engine.area import Area, answer_either, default, follow, option
from domain.engine.chance import Chance
from domain.engine.game import Rejected


def draw(batch: Batch, seat: int, deck: int) -> None:
    """A seat draws the top card of a deck, if there is one (R6.3)."""
    cards = batch.state.decks[deck]
    if cards:
        batch.happen(ProgressDrawn(seat, TRACKS[deck], cards[0]))


def by_deck(facts: Facts, cards: Iterable[str]) -> tuple[int, ...]:
    """How many of these progress cards each deck has: that much is public of hidden ones."""
    counts = [0] * len(TRACKS)
    for card in cards:
        counts[facts.cards[card].deck] += 1
    return tuple(counts)


def excess(facts: Facts, state: State, seat: int) -> int:
    """How many progress cards a seat holds beyond the limit (R13.2)."""
    return max(0, len(state.seats[seat].progress) - facts.limits.progress_hand)


def overflow(batch: Batch, then: Continuation) -> bool:
    """Asks all who hold too many progress cards which they give up; tells whether anybody is asked (R13.2, C-20).

    The active seat has time until the end of its turn, unless `progress_overflow` says otherwise. Where it may play a
    card instead, it is asked alone, when the others are done (C-70).
    """
    facts, state = batch.facts, batch.state
    if max([len(seat.progress) for seat in state.seats]) <= facts.limits.progress_hand:
        return False
    rule, active = state.options.progress_overflow, state.active
    over = [(seat, count) for seat in clockwise(state) if (count := excess(facts, state, seat))]
    at_once = rule is ProgressOverflow.DISCARD_AT_ONCE
    asked = [OverflowPrompt(seat, count) for seat, count in over if seat != active or at_once]
    if not asked and rule is ProgressOverflow.DISCARD_OR_PLAY_AT_ONCE:
        asked = [OverflowPrompt(seat, count, play=True) for seat, count in over]
    if asked:
        batch.ask(asked, then)
    return bool(asked)


def give_up(batch: Batch, prompt: OverflowPrompt | ActionPrompt, command: DiscardProgress) -> None:
    """Progress cards go under their decks (R13.2, R13.5); in the own turn down to the limit at will (R13.3, C-79)."""
    seat, cards = prompt.seat, command.cards
    most = excess(batch.facts, batch.state, seat)
    if not 0 < len(cards) <= most or (isinstance(prompt, OverflowPrompt) and len(cards) != prompt.count):
        raise Rejected("overflow", most=most)
    if len(set(cards)) < len(cards) or not set(cards) <= set(batch.seat(seat).progress):
        raise Rejected("progress-card")
    batch.happen(ProgressDiscarded(seat, cards))


def ask_again(batch: Batch, question: Question) -> None:
    """After a card was given up or played in the action phase: once more, while there are still too many (C-70)."""
    overflow(batch, Continuation.OVERFLOW)


def ways_to_give_up(facts: Facts, state: State, prompt: OverflowPrompt) -> Sequence[DiscardProgress]:
    """So many cards of the hand, in every order."""
    return [DiscardProgress(cards) for cards in permutations(state.seats[prompt.seat].progress, prompt.count)]


def last_drawn(facts: Facts, state: State, prompt: OverflowPrompt) -> DiscardProgress:
    """By default the cards drawn last (1.19)."""
    return DiscardProgress(state.seats[prompt.seat].progress[-prompt.count :])


def given_up_at_will(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """The cards beyond the limit that the active seat may give up before its turn ends (C-79)."""
    held, most = state.seats[seat].progress, excess(facts, state, seat)
    return [DiscardProgress(cards) for count in range(1, most + 1) for cards in permutations(held, count)]


def reshuffled(facts: Facts, now: State, then: State, undone: Sequence[Event], chance: Chance) -> tuple[Event, ...]:
    """After going back: what nobody has seen of a deck is shuffled anew; what was drawn lies where it lay."""
    shuffled: list[Event] = []
    for number, track in enumerate(TRACKS):
        fresh = then.decks[number][: then.fresh[number]]
        seen = len(fresh) - now.fresh[number]
        if unseen := sorted(fresh[seen:]):
            stream = chance.stream(f"deck-{track.value}", 0)
            shuffled.append(DeckShuffled(track, fresh[:seen] + stream.shuffled(unseen)))
    return tuple(shuffled)


AREA = Area(
    answers=(answer_either(DiscardProgress, OverflowPrompt, ActionPrompt, give_up),),
    follows=(follow(Continuation.OVERFLOW, ask_again),),
    options=(option(OverflowPrompt, ways_to_give_up),),
    actions=(given_up_at_will,),
    defaults=(default(OverflowPrompt, last_drawn),),
)
