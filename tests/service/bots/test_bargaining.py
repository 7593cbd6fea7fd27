"""Offers of bots that think: they judge offers by value, make few of them, and their turns end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.commands import Decline
from chronik.domain.catan_cards.commands import OfferTrade as OfferToOther
from chronik.domain.cities_knights.cards.kinds import one_kind, to_cards
from chronik.domain.cities_knights.commands import AcceptOffer, DeclineOffer, OfferTrade
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import fold_events
from chronik.domain.games import game as game_named
from chronik.projections.games import projection as projection_of
from chronik.projections.thinking.bot_random import Luck
from chronik.projections.thinking.thought import TURNS, choose_answer, find_answering_seat
from chronik.service.bots.levels import bot
from tests.service.bots.positions import play_to

BRICK, WOOL, ORE = 0, 2, 4
CHANCE = Chance(b"\x07" * 32)
MOST_COMMANDS, MOST_OFFERS = 40, 2
DECLINES = {"cities_knights": DeclineOffer, "catan_cards": Decline}


def find_action(name: str, seats: int) -> tuple[Any, int]:
    """Returns a position in the middle of a match, in which a seat may offer a trade."""
    for state, seat in play_to(name, seats, range(40, 70)):
        if game_named(name).forms(state, seat) and state.prompts[0].seat == seat and len(state.prompts) == 1:
            return state, seat
    raise AssertionError("no seat may offer a trade")


def play(name: str, state: Any, seat: int, command: Any) -> Any:
    game = game_named(name)
    return fold_events(game, state, game.decide(state, seat, command, CHANCE))


@pytest.mark.parametrize(
    ("give", "want", "answer"), [((ORE, 4), (WOOL, 1), AcceptOffer), ((WOOL, 1), (ORE, 2), DeclineOffer)]
)
def test_a_bot_judges_an_offer_by_its_value(give: tuple[int, int], want: tuple[int, int], answer: type) -> None:
    name = "cities_knights"
    state, seat = find_action(name, 3)
    hand = (2, 2, 3, 2, 4, 0, 0, 0)
    state = replace(state, seats=tuple(replace(one, hand=hand) for one in state.seats))
    state = play(name, state, seat, OfferTrade(to_cards(one_kind(*give)), to_cards(one_kind(*want))))
    other, luck = (seat + 1) % 3, Luck("ab" * 16, (seat + 1) % 3, 7)
    command = choose_answer(bot(name, "careful"), game_named(name), projection_of(name), state, other, luck)
    assert isinstance(command, answer)


@pytest.mark.parametrize(("name", "seats"), [("cities_knights", 3), ("catan_cards", 2)])
def test_a_turn_ends_after_few_different_offers_if_all_are_declined(name: str, seats: int) -> None:
    state, _ = find_action(name, seats)
    game, projection, careful = game_named(name), projection_of(name), bot(name, "careful")
    turn, offers = TURNS[name](state), list[Any]()
    for number in range(MOST_COMMANDS):
        seat = find_answering_seat(careful, state)
        declined = [option for option in game.options(state, seat) if isinstance(option, DECLINES[name])]
        luck = Luck("ab" * 16, seat, number)
        command = declined[0] if declined else choose_answer(careful, game, projection, state, seat, luck)
        offers += [command] if isinstance(command, OfferTrade | OfferToOther) else []
        state = play(name, state, seat, command)
        if TURNS[name](state) != turn:
            break
    assert TURNS[name](state) != turn
    assert len(set(offers)) == len(offers) <= MOST_OFFERS
