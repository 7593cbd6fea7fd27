"""The politics cards about hands: Bishop, Saboteur, Spy and Wedding (R14); Constitution is never played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.cards.kinds import count_cards
from chronik.domain.cities_knights.cards.multisets import Choices, is_choice, pick_most_plentiful
from chronik.domain.cities_knights.commands import (
    GiveCards,
    PlayBishop,
    PlaySaboteur,
    PlaySpy,
    PlayWedding,
    TakeProgress,
)
from chronik.domain.cities_knights.events import CardsGiven, ProgressTaken, RobberMoved
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import SaboteurScope, WeddingChooser
from chronik.domain.cities_knights.prompts import ActionPrompt, Cause, DiscardPrompt, GivePrompt, SpyPrompt, TakePrompt
from chronik.domain.cities_knights.rules.points import points_of
from chronik.domain.cities_knights.rules.progress.playing import Plays, build_action, distinct_cards, play_card
from chronik.domain.cities_knights.rules.progress.trade import richer_opponents
from chronik.domain.cities_knights.rules.robber import robber_destinations, robber_victims, steal_card
from chronik.domain.cities_knights.rules.turn import opponents
from chronik.domain.cities_knights.state import Continuation, Question, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected

PRESENT = 2
"""The number of cards that each opponent gives for a Wedding."""


# Bishop


def play_bishop(batch: Batch, prompt: ActionPrompt, command: PlayBishop) -> None:
    """Moves the robber, and steals a card from each opponent with a building at its hex, clockwise (C-60)."""
    seat = prompt.seat
    play_card(batch, seat, command.card, "bishop")
    if not batch.state.awake:
        raise Rejected("robber-asleep")
    if command.hex not in robber_destinations(batch.facts, batch.state, seat):
        raise Rejected("hex")
    batch.add(RobberMoved(seat, command.hex))
    for victim in robber_victims(batch.state, seat):
        steal_card(batch, seat, victim)


def bishop_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayBishop]:
    """Yields a Bishop command for each hex that the robber may move to, if the robber is awake (R8.5, C-10)."""
    if state.awake:
        for hex_ in robber_destinations(facts, state, seat):
            yield PlayBishop(card, hex_)


# Saboteur


def play_saboteur(batch: Batch, prompt: ActionPrompt, command: PlaySaboteur) -> None:
    """Asks each opponent with enough points to discard half of its hand, rounded down (C-26)."""
    play_card(batch, prompt.seat, command.card, "saboteur")
    halved = saboteur_victims(batch.facts, batch.state, prompt.seat)
    if not halved:
        raise Rejected("no-effect")
    batch.ask(DiscardPrompt(seat, sum(batch.seat(seat).hand) // 2, Cause.SABOTEUR) for seat in halved)


def saboteur_victims(facts: Facts, state: State, seat: int) -> list[int]:
    """Returns the opponents that lose cards to a Saboteur, clockwise."""
    least = points_of(facts, state, seat) + (state.options.saboteur_scope is SaboteurScope.MORE_VP)
    return [
        other
        for other in opponents(state, seat)
        if sum(state.seats[other].hand) > 1 and points_of(facts, state, other) >= least
    ]


def saboteur_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlaySaboteur]:
    """Yields the Saboteur command, if any opponent would lose a card."""
    if saboteur_victims(facts, state, seat):
        yield PlaySaboteur(card)


# Spy


def play_spy(batch: Batch, prompt: ActionPrompt, command: PlaySpy) -> None:
    """Shows the seat an opponent's progress cards in hand, and asks which one it takes (R13.1)."""
    play_card(batch, prompt.seat, command.card, "spy")
    if command.seat not in spy_victims(batch.state, prompt.seat):
        raise Rejected("card-seat")
    batch.ask((SpyPrompt(prompt.seat, command.seat),), Continuation.OVERFLOW)


def spy_victims(state: State, seat: int) -> list[int]:
    """Returns the opponents with a progress card in hand, clockwise."""
    return [other for other in opponents(state, seat) if state.seats[other].progress]


def spy_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlaySpy]:
    """Yields a Spy command against each opponent with a progress card in hand."""
    for other in spy_victims(state, seat):
        yield PlaySpy(card, other)


def take_progress(batch: Batch, prompt: SpyPrompt, command: TakeProgress) -> None:
    """Takes the chosen card, which may be another Spy, and which may be played at once (R13.4)."""
    if command.card is not None and command.card not in batch.seat(prompt.victim).progress:
        raise Rejected("spied-card")
    batch.add(ProgressTaken(prompt.seat, prompt.victim, command.card))


def take_progress_options(facts: Facts, state: State, prompt: SpyPrompt) -> Sequence[TakeProgress]:
    """Returns a command for each different progress card of the victim, and one to take none."""
    hand = state.seats[prompt.victim].progress
    return [*[TakeProgress(card) for _, card in distinct_cards(facts, hand)], TakeProgress()]


def default_take_progress(facts: Facts, state: State, prompt: SpyPrompt) -> TakeProgress:
    """Returns the default answer: take nothing (1.19)."""
    return TakeProgress()


# Wedding


def play_wedding(batch: Batch, prompt: ActionPrompt, command: PlayWedding) -> None:
    """Asks each opponent with more points for two cards, or lets the player take two from each (C-25, C-75)."""
    seat = prompt.seat
    play_card(batch, seat, command.card, "wedding")
    guests = richer_opponents(batch.facts, batch.state, seat)
    if not guests:
        raise Rejected("no-effect")
    if batch.state.options.wedding_chooser is WeddingChooser.PLAYER:
        _ask_for_present(batch, seat, tuple(guests))
    else:
        batch.ask(GivePrompt(guest, seat, _present_size(batch.state, guest)) for guest in guests)


def _present_size(state: State, guest: int) -> int:
    return min(PRESENT, sum(state.seats[guest].hand))


def _ask_for_present(batch: Batch, seat: int, guests: tuple[int, ...]) -> None:
    guest = guests[0]
    batch.ask((TakePrompt(seat, guest, _present_size(batch.state, guest)),), Continuation.WEDDING, guests[1:])


def continue_wedding(batch: Batch, question: Question) -> None:
    """Shows the player the hand of the next guest (C-75)."""
    if question.rest:
        _ask_for_present(batch, batch.state.active, question.rest)


def wedding_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayWedding]:
    """Yields the Wedding command, if any opponent would give cards."""
    if richer_opponents(facts, state, seat):
        yield PlayWedding(card)


def give_cards(batch: Batch, prompt: GivePrompt, command: GiveCards) -> None:
    """Gives the cards that a guest chose."""
    if not is_choice(batch.seat(prompt.seat).hand, prompt.count, command.cards):
        raise Rejected("cards")
    batch.add(CardsGiven(prompt.seat, prompt.to, count_cards(command.cards)))


def give_options(facts: Facts, state: State, prompt: GivePrompt) -> Sequence[GiveCards]:
    """Returns every choice of `count` cards from the hand."""
    return Choices(state.seats[prompt.seat].hand, prompt.count, GiveCards)


def default_give(facts: Facts, state: State, prompt: GivePrompt) -> GiveCards:
    """Returns the default answer: give the most plentiful kinds (1.19)."""
    return GiveCards(pick_most_plentiful(state.seats[prompt.seat].hand, prompt.count))


PLAYS: Mapping[str, Plays] = {
    "bishop": bishop_options,
    "saboteur": saboteur_options,
    "spy": spy_options,
    "wedding": wedding_options,
}
"""The function that lists the ways to play each card."""

AREA = Area(
    answers=(
        answer(PlayBishop, ActionPrompt, play_bishop),
        answer(PlaySaboteur, ActionPrompt, play_saboteur),
        answer(PlaySpy, ActionPrompt, play_spy),
        answer(TakeProgress, SpyPrompt, take_progress),
        answer(PlayWedding, ActionPrompt, play_wedding),
        answer(GiveCards, GivePrompt, give_cards),
    ),
    follows=(follow(Continuation.WEDDING, continue_wedding),),
    options=(
        option(SpyPrompt, take_progress_options),
        option(GivePrompt, give_options),
    ),
    actions=(build_action(PLAYS),),
    defaults=(
        default(SpyPrompt, default_take_progress),
        default(GivePrompt, default_give),
    ),
)
