"""Bots: greedy beats random, bots see only their own view, and a repeated question gets the same answer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from chronik.domain.catan_cards.commands import EndActions, FetchAction
from chronik.domain.catan_cards.state import Built
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.seats import Seat
from chronik.domain.games import game
from chronik.projections.games import projection
from chronik.projections.thinking.bot import RANDOM, Bot
from chronik.projections.thinking.bot_random import Luck
from chronik.service.bots.levels import LEVELS, bot
from chronik.service.cli.simulation import play_out, results
from tests.support.cases import for_each
from tests.support.catan_cards.table import ABOVE, card, position, principality, with_feeling

LONG = bool(os.environ.get("CHRONIK_LONG"))
MATCHES = 200 if LONG else 20
ROTATED = 10 if LONG else 5
TO_THE_END = 3 if LONG else 1
NAMED = [(name, level) for name in LEVELS for level in ("random", "greedy")]


@pytest.mark.parametrize(("bots", "greedy"), [("greedy,random", 0), ("random,greedy", 1)])
def test_greedy_beats_random_at_katharina(bots: str, greedy: int) -> None:
    won = sum(result.places[greedy] == 1 for result in results("katharina", MATCHES, 2, 1, [bots], processes=1))
    assert won >= 0.8 * MATCHES


@pytest.mark.parametrize("greedy", range(4))
def test_greedy_beats_three_random_bots_at_cities_knights(greedy: int) -> None:
    """Greedy wins from every seat; the closing note of its issue gives the result of the long run of 200."""
    bots = ",".join("greedy" if seat == greedy else "random" for seat in range(4))
    played = list(results("cities_knights", ROTATED, 4, 5, [bots], processes=1))
    assert sum(result.places[greedy] == 1 for result in played) >= 0.9 * ROTATED


def test_matches_of_greedy_bots_at_cities_knights_reach_the_victory_points() -> None:
    for seats in (2, 3, 4):
        for result in results("cities_knights", TO_THE_END, seats, 5, ["greedy"], processes=1):
            assert not result.capped
            assert max(result.points) >= 13


@pytest.mark.parametrize("mode", ["extended", "tournament"])
def test_greedy_beats_random_at_the_card_game(mode: str) -> None:
    """Greedy wins from both seats; the closing note of its issue gives the result of the long run of 400."""
    options = options_of(game("catan_cards"), {"mode": mode, "decks": "house"} if mode == "tournament" else {})
    for greedy, bots in enumerate(("greedy,random", "random,greedy")):
        played = list(results("catan_cards", 3, 2, 5, [bots], options=options, processes=1))
        assert [result.places[greedy] for result in played if not result.capped] == [1] * 3


def test_greedy_pays_no_stars_for_an_artwork_that_gives_only_as_many_back() -> None:
    """K10, K15: it would fetch and play the artwork again and again and fill the log."""
    epic, bishop, library = (card(name) for name in ("artwork_epic", "bishop", "library"))
    seat = with_feeling(principality(stored=0, cities=(1,), built=(Built(library, 1, ABOVE),)), stars=3)
    for pile, chosen in (((epic,), EndActions()), ((epic, bishop), FetchAction(bishop))):
        state = position(seat, discards=(pile,))
        offered = tuple(game("catan_cards").options(state, 0))
        assert FetchAction(epic) in offered
        seen = projection("catan_cards").view(state, Seat(0))
        assert bot("catan_cards", "greedy").answer(seen, offered, Luck("0" * 32, 0, 1)) == chosen


def asked(*levels: str, name: str = "katharina") -> list[tuple[int, Any, Sequence[Any], Any]]:
    """Returns each question of a match of bots: the seat, its view, its options, and its answer."""
    met: list[tuple[int, Any, Sequence[Any], Any]] = []

    def listening(seat: int, player: Bot) -> Bot:
        def answer(view: Any, options: Sequence[Any], luck: Luck) -> Any:
            chosen = player.answer(view, options, luck)
            met.append((seat, view, tuple(options), chosen))
            return chosen

        return Bot(player.level, answer)

    players = [listening(seat, bot(name, level)) for seat, level in enumerate(levels)]
    play_out(game(name), projection(name), "ab" * 16, b"\x07" * 32, players)
    return met


def test_a_bot_sees_only_its_own_view() -> None:
    for seat, view, options, chosen in asked("greedy", "random", "greedy"):
        assert [number for number, other in view.seats.items() if other.hand is not None] == [seat]
        assert all(other.choice is None for number, other in view.seats.items() if number != seat)
        assert view.stock_order is None
        assert chosen in options


def test_a_bot_of_cities_knights_sees_only_its_own_view() -> None:
    for seat, view, options, chosen in asked("greedy", "random", "greedy", name="cities_knights"):
        assert [number for number, other in view.seats.items() if other.hand is not UNSET] == [seat]
        assert [number for number, other in view.seats.items() if other.progress is not UNSET] == [seat]
        assert view.deck_orders is UNSET
        assert chosen in options


@for_each(("name", "level"), NAMED)
def test_the_same_prompt_gets_the_same_answer(name: str, level: str) -> None:
    player = bot(name, level)
    for seat, view, options, _ in asked("greedy", "random", name=name):
        first, second = (player.answer(view, options, Luck("ab" * 16, seat, 9)) for _ in range(2))
        assert first == second
        assert first in options


@pytest.mark.parametrize("name", LEVELS)
def test_a_bot_gives_the_same_answer_to_a_view_decoded_from_json(name: str) -> None:
    read = projection(name)
    decode = msgspec.json.Decoder[Any](read.view_type).decode
    player = bot(name, "greedy")
    for seat, view, options, _ in asked("greedy", "random", name=name):
        luck = Luck("ab" * 16, seat, 1)
        assert player.answer(decode(msgspec.json.encode(view)), options, luck) == player.answer(view, options, luck)


def test_random_numbers_of_bots_are_fair_and_differ_by_seat() -> None:
    assert RANDOM.needs_view is False
    draws = [Luck("ab" * 16, 0, prompt).below(6) for prompt in range(6000)]
    assert all(850 < draws.count(face) < 1150 for face in range(6))
    once = Luck("ab" * 16, 0, 1)
    assert len({once.below(1 << 60) for _ in range(100)}) == 100
    assert Luck("ab" * 16, 0, 1).below(1 << 60) != Luck("ab" * 16, 1, 1).below(1 << 60)
