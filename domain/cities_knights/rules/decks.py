"""The three decks of progress cards: drawing, giving up cards, and reshuffling after an undo (R6.3, R13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.commands import TRACKS, Command, DiscardProgress
from chronik.domain.cities_knights.events import DeckShuffled, Event, ProgressDiscarded, ProgressDrawn
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import ProgressOverflow
from chronik.domain.cities_knights.prompts import ActionPrompt, OverflowPrompt
from chronik.domain.cities_knights.rules.needs import EXCESS
from chronik.domain.cities_knights.rules.turn import clockwise
from chronik.domain.cities_knights.state import Continuation, Question, State
from chronik.domain.engine.area import Area, action, answer_either, default, follow, option
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected


def draw_progress(batch: Batch, seat: int, deck: int) -> None:
    """Draws the top card of a deck for a seat, if there is one (R6.3)."""
    cards = batch.state.decks[deck]
    if cards:
        batch.add(ProgressDrawn(seat, TRACKS[deck], cards[0]))


def count_by_deck(facts: Facts, cards: Iterable[str]) -> tuple[int, ...]:
    """Returns how many of these progress cards belong to each deck. This number is public even for hidden cards."""
    counts = [0] * len(TRACKS)
    for card in cards:
        counts[facts.cards[card].deck] += 1
    return tuple(counts)


def count_excess(facts: Facts, state: State, seat: int) -> int:
    """Returns how many progress cards a seat holds beyond the limit (R13.2)."""
    return max(0, len(state.seats[seat].progress) - facts.limits.progress_hand)


def ask_to_give_up(batch: Batch, then: Continuation) -> bool:
    """Asks each seat with too many progress cards to give some up. Returns whether it asked any seat (R13.2, C-20).

    The active seat has time until the end of its turn, unless `progress_overflow` says otherwise. If it may play a card
    instead, it is asked alone, after the other seats have answered (C-70).
    """
    facts, state = batch.facts, batch.state
    if max([len(seat.progress) for seat in state.seats]) <= facts.limits.progress_hand:
        return False
    rule, active = state.options.progress_overflow, state.active
    over = [(seat, count) for seat in clockwise(state) if (count := count_excess(facts, state, seat))]
    at_once = rule is ProgressOverflow.DISCARD_AT_ONCE
    asked = [OverflowPrompt(seat, count) for seat, count in over if seat != active or at_once]
    if not asked and rule is ProgressOverflow.DISCARD_OR_PLAY_AT_ONCE:
        asked = [OverflowPrompt(seat, count, play=True) for seat, count in over]
    if asked:
        batch.ask(asked, then)
    return bool(asked)


def give_up_progress(batch: Batch, prompt: OverflowPrompt | ActionPrompt, command: DiscardProgress) -> None:
    """Puts progress cards under their decks (R13.2, R13.5), voluntarily if it is the seat's turn (R13.3, C-79)."""
    seat, cards = prompt.seat, command.cards
    most = count_excess(batch.facts, batch.state, seat)
    if not 0 < len(cards) <= most or (isinstance(prompt, OverflowPrompt) and len(cards) != prompt.count):
        raise Rejected("overflow", most=most)
    if len(set(cards)) < len(cards) or not set(cards) <= set(batch.seat(seat).progress):
        raise Rejected("progress-card")
    batch.add(ProgressDiscarded(seat, cards))


def continue_overflow(batch: Batch, question: Question) -> None:
    """Asks again if a seat still holds too many cards after one was given up or played in the action phase (C-70)."""
    ask_to_give_up(batch, Continuation.OVERFLOW)


def overflow_options(facts: Facts, state: State, prompt: OverflowPrompt) -> Sequence[DiscardProgress]:
    """Returns every choice of `count` progress cards from the hand, in every order."""
    return [DiscardProgress(cards) for cards in permutations(state.seats[prompt.seat].progress, prompt.count)]


def default_overflow(facts: Facts, state: State, prompt: OverflowPrompt) -> DiscardProgress:
    """Returns the default answer: the progress cards drawn last (1.19)."""
    return DiscardProgress(state.seats[prompt.seat].progress[-prompt.count :])


def give_up_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns the ways to give up cards beyond the limit before the turn ends (C-79)."""
    held, most = state.seats[seat].progress, count_excess(facts, state, seat)
    return [DiscardProgress(cards) for count in range(1, most + 1) for cards in permutations(held, count)]


def reshuffle(facts: Facts, now: State, then: State, undone: Sequence[Event], chance: Chance) -> tuple[Event, ...]:
    """Returns the events that reshuffle the unseen cards of each deck after an undo.

    Cards whose drawing was undone return to their old places on top of the deck.
    """
    shuffled: list[Event] = []
    for number, track in enumerate(TRACKS):
        fresh = then.decks[number][: then.fresh[number]]
        seen = len(fresh) - now.fresh[number]
        if unseen := sorted(fresh[seen:]):
            stream = chance.stream(f"deck-{track.value}", 0)
            shuffled.append(DeckShuffled(track, fresh[:seen] + stream.shuffle(unseen)))
    return tuple(shuffled)


AREA = Area(
    answers=(answer_either(DiscardProgress, OverflowPrompt, ActionPrompt, give_up_progress),),
    follows=(follow(Continuation.OVERFLOW, continue_overflow),),
    options=(option(OverflowPrompt, overflow_options),),
    actions=(action(give_up_options, EXCESS),),
    defaults=(default(OverflowPrompt, default_overflow),),
)
