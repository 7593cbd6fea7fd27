"""Commercial Harbor: a resource for a commodity, once with each opponent (R14, C-64)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.cards.kinds import COMMODITIES, INDEX, KINDS, RESOURCES
from chronik.domain.cities_knights.commands import Command, GiveCommodity, OfferAtHarbor, PlayCommercialHarbor
from chronik.domain.cities_knights.events import HarborAnswered, HarborOffered, HarborOpened
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import CommercialHarborLimit
from chronik.domain.cities_knights.prompts import ActionPrompt, HarborPrompt
from chronik.domain.cities_knights.rules.needs import OPEN_HARBOR
from chronik.domain.cities_knights.rules.progress.playing import Plays, build_action, play_card
from chronik.domain.cities_knights.rules.turn import opponents
from chronik.domain.cities_knights.state import SeatState, State
from chronik.domain.engine.area import Area, action, answer, default, option
from chronik.domain.engine.game import Rejected


def play_commercial_harbor(batch: Batch, prompt: ActionPrompt, command: PlayCommercialHarbor) -> None:
    """Opens the harbor for the rest of the turn."""
    play_card(batch, prompt.seat, command.card, "commercial_harbor")
    if not _has_effect(batch.state, prompt.seat):
        raise Rejected("no-effect")
    batch.add(HarborOpened(prompt.seat))


def commercial_harbor_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayCommercialHarbor]:
    """Yields the Commercial Harbor command if the seat has a resource to offer and an opponent left to ask (R14.3)."""
    if _has_effect(state, seat):
        yield PlayCommercialHarbor(card)


def _has_effect(state: State, seat: int) -> bool:
    return bool(resources_in_hand(state.seats[seat]) and _opponents_to_ask(state, seat, state.harbor.played + 1))


def resources_in_hand(seat: SeatState) -> list[int]:
    """Returns the indices of the resources in a hand."""
    return [index for index in RESOURCES if seat.hand[index]]


def offer_at_harbor(batch: Batch, prompt: ActionPrompt, command: OfferAtHarbor) -> None:
    """Offers a resource to an opponent, and asks it for a commodity."""
    seat, index = prompt.seat, INDEX[command.kind]
    if command.seat not in harbor_partners(batch.state, seat):
        raise Rejected("harbor-closed")
    if index not in RESOURCES:
        raise Rejected("card-kind")
    if not batch.seat(seat).hand[index]:
        raise Rejected("cards")
    batch.add(HarborOffered(seat, command.seat, command.kind))
    batch.ask((HarborPrompt(command.seat, seat, command.kind),))


def harbor_partners(state: State, seat: int) -> list[int]:
    """Returns the opponents that may still be asked."""
    return _opponents_to_ask(state, seat, state.harbor.played)


def _opponents_to_ask(state: State, seat: int, played: int) -> list[int]:
    """Returns the opponents with cards who may be asked (once per turn or per card) after `played` harbors (C-47)."""
    limit, asked = state.options.commercial_harbor_limit, state.harbor.asked
    most = played if limit is CommercialHarborLimit.ONCE_PER_OPPONENT_AND_CARD else min(1, played)
    return [other for other in opponents(state, seat) if asked.count(other) < most and any(state.seats[other].hand)]


def harbor_offer_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns every offer at the open harbor."""
    held = resources_in_hand(state.seats[seat])
    return [OfferAtHarbor(other, KINDS[index]) for other in harbor_partners(state, seat) for index in held]


def give_commodity(batch: Batch, prompt: HarborPrompt, command: GiveCommodity) -> None:
    """Swaps a commodity for the resource. A seat without commodities gives nothing and gets nothing."""
    hand = batch.seat(prompt.seat).hand
    if command.kind is None:
        if any(hand[index] for index in COMMODITIES):
            raise Rejected("commodity-due")
    elif INDEX[command.kind] not in COMMODITIES:
        raise Rejected("card-kind")
    elif not hand[INDEX[command.kind]]:
        raise Rejected("cards")
    batch.add(HarborAnswered(prompt.seat, prompt.by, prompt.kind, command.kind))


def give_commodity_options(facts: Facts, state: State, prompt: HarborPrompt) -> Sequence[GiveCommodity]:
    """Returns a command for every commodity in hand, or else the answer without a commodity."""
    hand = state.seats[prompt.seat].hand
    return [GiveCommodity(KINDS[index]) for index in COMMODITIES if hand[index]] or [GiveCommodity()]


def default_give_commodity(facts: Facts, state: State, prompt: HarborPrompt) -> GiveCommodity:
    """Returns the default answer: the most plentiful commodity in hand (1.19)."""
    hand = state.seats[prompt.seat].hand
    best = max(COMMODITIES, key=hand.__getitem__)
    return GiveCommodity(KINDS[best]) if hand[best] else GiveCommodity()


PLAYS: Mapping[str, Plays] = {"commercial_harbor": commercial_harbor_options}
"""The function that lists the ways to play each card."""

AREA = Area(
    answers=(
        answer(PlayCommercialHarbor, ActionPrompt, play_commercial_harbor),
        answer(OfferAtHarbor, ActionPrompt, offer_at_harbor),
        answer(GiveCommodity, HarborPrompt, give_commodity),
    ),
    options=(option(HarborPrompt, give_commodity_options),),
    actions=(
        build_action(PLAYS),
        action(harbor_offer_options, OPEN_HARBOR),
    ),
    defaults=(default(HarborPrompt, default_give_commodity),),
)
