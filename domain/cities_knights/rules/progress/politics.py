"""The politics cards about hands: Bishop, Saboteur, Spy and Wedding (R14); Constitution is never played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.cities_knights.cards.kinds import counted
from domain.cities_knights.cards.multisets import Choices, chosen_from, most_plentiful
from domain.cities_knights.commands import (
    GiveCards,
    PlayBishop,
    PlaySaboteur,
    PlaySpy,
    PlayWedding,
    TakeProgress,
)
from domain.cities_knights.events import CardsGiven, ProgressTaken, RobberMoved
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import SaboteurScope, WeddingChooser
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt, Cause, DiscardPrompt, GivePrompt, SpyPrompt, TakePrompt
from domain.cities_knights.rules.points import points_of
from domain.cities_knights.rules.progress.playing import Plays, different, offering, play
from domain.cities_knights.rules.progress.trade import richer
from domain.cities_knights.rules.robber import destinations, steal, victims
from domain.cities_knights.rules.turn import opponents
from domain.cities_knights.state import Continuation, Question, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected

PRESENT = 2
"""How many cards everybody gives for a wedding."""


# Bishop


def bishop(batch: Batch, prompt: ActionPrompt, command: PlayBishop) -> None:
    """The robber goes to another hex, and everybody with a building there loses a card, clockwise (C-60)."""
    seat = prompt.seat
    play(batch, seat, command.card, "bishop")
    if not batch.state.awake:
        raise Rejected("robber-asleep")
    if command.hex not in destinations(batch.facts, batch.state, seat):
        raise Rejected("hex")
    batch.happen(RobberMoved(seat, command.hex))
    for victim in victims(batch.state, seat):
        steal(batch, seat, victim)


def bishops(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayBishop]:
    """A Bishop to each hex, if the robber is awake (R8.5, C-10)."""
    if state.awake:
        for hex_ in destinations(facts, state, seat):
            yield PlayBishop(card, hex_)


# Saboteur


def saboteur(batch: Batch, prompt: ActionPrompt, command: PlaySaboteur) -> None:
    """Everybody with at least as many points gives half of the hand to the bank, rounded down (C-26)."""
    play(batch, prompt.seat, command.card, "saboteur")
    halved = sabotaged(batch.facts, batch.state, prompt.seat)
    if not halved:
        raise Rejected("no-effect")
    batch.ask(DiscardPrompt(seat, sum(batch.seat(seat).hand) // 2, Cause.SABOTEUR) for seat in halved)


def sabotaged(facts: Facts, state: State, seat: int) -> list[int]:
    """The opponents who lose cards by a Saboteur, clockwise."""
    least = points_of(facts, state, seat) + (state.options.saboteur_scope is SaboteurScope.MORE_VP)
    return [
        other
        for other in opponents(state, seat)
        if sum(state.seats[other].hand) > 1 and points_of(facts, state, other) >= least
    ]


def saboteurs(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlaySaboteur]:
    """The Saboteur, if it costs somebody a card."""
    if sabotaged(facts, state, seat):
        yield PlaySaboteur(card)


# Spy


def spy(batch: Batch, prompt: ActionPrompt, command: PlaySpy) -> None:
    """The seat sees somebody's progress cards, and is asked which it takes; those that lie open are none (R13.1)."""
    play(batch, prompt.seat, command.card, "spy")
    if command.seat not in spied_upon(batch.state, prompt.seat):
        raise Rejected("card-seat")
    batch.ask((SpyPrompt(prompt.seat, command.seat),), Continuation.OVERFLOW)


def spied_upon(state: State, seat: int) -> list[int]:
    """The opponents with a progress card in hand, clockwise."""
    return [other for other in opponents(state, seat) if state.seats[other].progress]


def spies(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlaySpy]:
    """A Spy against each of them."""
    for other in spied_upon(state, seat):
        yield PlaySpy(card, other)


def take_progress(batch: Batch, prompt: SpyPrompt, command: TakeProgress) -> None:
    """The card changes hands, another Spy too; it may be played at once (R13.4)."""
    if command.card is not None and command.card not in batch.seat(prompt.victim).progress:
        raise Rejected("spied-card")
    batch.happen(ProgressTaken(prompt.seat, prompt.victim, command.card))


def finds(facts: Facts, state: State, prompt: SpyPrompt) -> Sequence[TakeProgress]:
    """Each different card of the hand that is seen, and none."""
    hand = state.seats[prompt.victim].progress
    return [*[TakeProgress(card) for _, card in different(facts, hand)], TakeProgress()]


def nothing_found(facts: Facts, state: State, prompt: SpyPrompt) -> TakeProgress:
    """The Spy by default: takes nothing (1.19)."""
    return TakeProgress()


# Wedding


def wedding(batch: Batch, prompt: ActionPrompt, command: PlayWedding) -> None:
    """Everybody with more points gives two cards, or the player takes them one after the other (C-25, C-75)."""
    seat = prompt.seat
    play(batch, seat, command.card, "wedding")
    guests = richer(batch.facts, batch.state, seat)
    if not guests:
        raise Rejected("no-effect")
    if batch.state.options.wedding_chooser is WeddingChooser.PLAYER:
        _take_present(batch, seat, tuple(guests))
    else:
        batch.ask(GivePrompt(guest, seat, _present(batch.state, guest)) for guest in guests)


def _present(state: State, guest: int) -> int:
    return min(PRESENT, sum(state.seats[guest].hand))


def _take_present(batch: Batch, seat: int, guests: tuple[int, ...]) -> None:
    guest = guests[0]
    batch.ask((TakePrompt(seat, guest, _present(batch.state, guest)),), Continuation.WEDDING, guests[1:])


def next_guest(batch: Batch, question: Question) -> None:
    """The player sees the hand of the next guest (C-75)."""
    if question.rest:
        _take_present(batch, batch.state.active, question.rest)


def weddings(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayWedding]:
    """The Wedding, if anybody comes."""
    if richer(facts, state, seat):
        yield PlayWedding(card)


def give_cards(batch: Batch, prompt: GivePrompt, command: GiveCards) -> None:
    """A guest gives so many cards of its choice."""
    if not chosen_from(batch.seat(prompt.seat).hand, prompt.count, command.cards):
        raise Rejected("cards")
    batch.happen(CardsGiven(prompt.seat, prompt.to, counted(command.cards)))


def presents(facts: Facts, state: State, prompt: GivePrompt) -> Sequence[GiveCards]:
    """Every so many cards of the hand."""
    return Choices(state.seats[prompt.seat].hand, prompt.count, GiveCards)


def plentiful_present(facts: Facts, state: State, prompt: GivePrompt) -> GiveCards:
    """By default the most plentiful kinds are given (1.19)."""
    return GiveCards(most_plentiful(state.seats[prompt.seat].hand, prompt.count))


PLAYS: Mapping[str, Plays] = {
    "bishop": bishops,
    "saboteur": saboteurs,
    "spy": spies,
    "wedding": weddings,
}
"""By card every way to play it."""

AREA = Area(
    answers=(
        answer(PlayBishop, ActionPrompt, bishop),
        answer(PlaySaboteur, ActionPrompt, saboteur),
        answer(PlaySpy, ActionPrompt, spy),
        answer(TakeProgress, SpyPrompt, take_progress),
        answer(PlayWedding, ActionPrompt, wedding),
        answer(GiveCards, GivePrompt, give_cards),
    ),
    follows=(follow(Continuation.WEDDING, next_guest),),
    options=(
        option(SpyPrompt, finds),
        option(GivePrompt, presents),
    ),
    actions=(offering(PLAYS),),
    defaults=(
        default(SpyPrompt, nothing_found),
        default(GivePrompt, plentiful_present),
    ),
)
