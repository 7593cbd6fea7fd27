"""Commercial Harbor: a resource for a commodity, once with each opponent (R14, C-64)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.cities_knights.cards.kinds import COMMODITIES, INDEX, KINDS, RESOURCES
from domain.cities_knights.commands import Command, GiveCommodity, OfferAtHarbor, PlayCommercialHarbor
from domain.cities_knights.events import HarborAnswered, HarborOffered, HarborOpened
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import CommercialHarborLimit
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt, HarborPrompt
from domain.cities_knights.rules.progress.playing import Plays, offering, play
from domain.cities_knights.rules.turn import opponents
from domain.cities_knights.state import SeatState, State
from domain.engine.area import Area, answer, default, option
from domain.engine.game import Rejected


def commercial_harbor(batch: Batch, prompt: ActionPrompt, command: PlayCommercialHarbor) -> None:
    """The harbor is open for the rest of the turn."""
    play(batch, prompt.seat, command.card, "commercial_harbor")
    if not _promising(batch.state, prompt.seat):
        raise Rejected("no-effect")
    batch.happen(HarborOpened(prompt.seat))


def commercial_harbors(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayCommercialHarbor]:
    """Commercial Harbor, if there is a resource to offer and somebody left to ask; a second one too (R14.3)."""
    if _promising(state, seat):
        yield PlayCommercialHarbor(card)


def _promising(state: State, seat: int) -> bool:
    return bool(resources(state.seats[seat]) and _left_to_ask(state, seat, state.harbor.played + 1))


def resources(seat: SeatState) -> list[int]:
    """The resources in a hand."""
    return [index for index in RESOURCES if seat.hand[index]]


def offer(batch: Batch, prompt: ActionPrompt, command: OfferAtHarbor) -> None:
    """A resource is offered to an opponent, who is asked for a commodity."""
    seat, index = prompt.seat, INDEX[command.kind]
    if command.seat not in partners(batch.state, seat):
        raise Rejected("harbor-closed")
    if index not in RESOURCES:
        raise Rejected("card-kind")
    if not batch.seat(seat).hand[index]:
        raise Rejected("cards")
    batch.happen(HarborOffered(seat, command.seat, command.kind))
    batch.ask((HarborPrompt(command.seat, seat, command.kind),))


def partners(state: State, seat: int) -> list[int]:
    """The opponents who may be asked still."""
    return _left_to_ask(state, seat, state.harbor.played)


def _left_to_ask(state: State, seat: int, played: int) -> list[int]:
    """Who holds a card and may be asked, after so many cards: once in a turn, or once for each of them (C-47)."""
    limit, asked = state.options.commercial_harbor_limit, state.harbor.asked
    most = played if limit is CommercialHarborLimit.ONCE_PER_OPPONENT_AND_CARD else min(1, played)
    return [other for other in opponents(state, seat) if asked.count(other) < most and any(state.seats[other].hand)]


def harbor_offers(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Every offer at the harbor, while it is open."""
    if not state.harbor.played:
        return ()
    held = resources(state.seats[seat])
    return [OfferAtHarbor(other, KINDS[index]) for other in partners(state, seat) for index in held]


def give(batch: Batch, prompt: HarborPrompt, command: GiveCommodity) -> None:
    """A commodity for the resource; who has none keeps nothing either."""
    hand = batch.seat(prompt.seat).hand
    if command.kind is None:
        if any(hand[index] for index in COMMODITIES):
            raise Rejected("commodity-due")
    elif INDEX[command.kind] not in COMMODITIES:
        raise Rejected("card-kind")
    elif not hand[INDEX[command.kind]]:
        raise Rejected("cards")
    batch.happen(HarborAnswered(prompt.seat, prompt.by, prompt.kind, command.kind))


def commodities(facts: Facts, state: State, prompt: HarborPrompt) -> Sequence[GiveCommodity]:
    """Every commodity in hand, or none."""
    hand = state.seats[prompt.seat].hand
    return [GiveCommodity(KINDS[index]) for index in COMMODITIES if hand[index]] or [GiveCommodity()]


def most_plentiful(facts: Facts, state: State, prompt: HarborPrompt) -> GiveCommodity:
    """By default the commodity of which one has most (1.19)."""
    hand = state.seats[prompt.seat].hand
    best = max(COMMODITIES, key=hand.__getitem__)
    return GiveCommodity(KINDS[best]) if hand[best] else GiveCommodity()


PLAYS: Mapping[str, Plays] = {"commercial_harbor": commercial_harbors}
"""By card every way to play it."""

AREA = Area(
    answers=(
        answer(PlayCommercialHarbor, ActionPrompt, commercial_harbor),
        answer(OfferAtHarbor, ActionPrompt, offer),
        answer(GiveCommodity, HarborPrompt, give),
    ),
    options=(option(HarborPrompt, commodities),),
    actions=(
        offering(PLAYS),
        harbor_offers,
    ),
    defaults=(default(HarborPrompt, most_plentiful),),
)
