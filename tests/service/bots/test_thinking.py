"""Bots that think ahead: they know only what their seat knows, read values at the end of a turn, and never block."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import httpx
import pytest

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from chronik.domain.games import game as game_named
from chronik.projections.games import projection as projection_of
from chronik.projections.thinking import thought as thinking
from chronik.projections.thinking.bot_random import Luck
from chronik.projections.thinking.thought import Thought, World, choose_answer
from chronik.service.bots import thinkers
from chronik.service.bots.levels import LEVELS, bot
from chronik.service.bots.thinkers import Problem, Solvable, Thinkers
from chronik.service.cli.simulation import results
from tests.service.bots.positions import play_to
from tests.support.cases import for_each
from tests.support.service.apps import answer_once, card, opened, play_on, register, until

SEATS = {"katharina": 3, "cities_knights": 3, "catan_cards": 2}
OF = "ab" * 16
THINKING = ("careful", "strong")


def choose(name: str, level: str, state: Any, seat: int, prompt: int = 7) -> Any:
    return choose_answer(bot(name, level), game_named(name), projection_of(name), state, seat, Luck(OF, seat, prompt))


def twins(name: str, state: Any, seat: int) -> Iterator[Any]:
    """Yields states that differ from this one only in what the seat cannot see."""
    forks, rng = game_named(name).forks, Random(5)
    assert forks is not None
    try:
        pools = forks.hidden(state, seat, ())
    except Rejected:
        return
    for _ in range(3):
        yield forks.place(state, seat, pools, tuple(tuple(rng.sample(pool, len(pool))) for pool in pools))


def differing(name: str) -> int:
    """Returns at how many decisions of a match a bot gives an option another value in a twin of the state."""
    game, projection, careful = game_named(name), projection_of(name), bot(name, "careful")
    assert careful.depth is not None
    found = 0
    for state, seat in play_to(name, SEATS[name], (30, 45, 60, 75)):
        options = game.options(state, seat)[:4]
        values = {
            tuple(Thought(careful, careful.depth, game, projection, seat, Luck(OF, seat, 7)).weigh(twin, options))
            for twin in twins(name, state, seat)
        }
        found += len(values) > 1
    return found


@pytest.mark.parametrize("name", LEVELS)
def test_hidden_content_does_not_change_the_value_of_an_option(name: str) -> None:
    assert differing(name) == 0


@pytest.mark.parametrize("name", LEVELS)
def test_control_a_bot_that_looks_at_the_true_state_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def look(self: Thought, state: Any, most: int, luck: Luck) -> list[World]:
        return [World(state, Chance(b"\x01" * 32))]

    monkeypatch.setattr(Thought, "deal_worlds", look)
    assert differing(name) > 0


@for_each("level", THINKING)
@for_each("name", LEVELS)
def test_the_same_question_gets_the_same_legal_answer(name: str, level: str) -> None:
    for state, seat in play_to(name, SEATS[name], (40,)):
        first = choose(name, level, state, seat)
        assert game_named(name).decide(state, seat, first, Chance(b"\x01" * 32))
        assert choose(name, level, state, seat) == first


def lead() -> float:
    """Returns the lead of a careful bot over the mean of its greedy opponents in a match of Cities & Knights."""
    (result,) = results("cities_knights", 1, 3, 12, ["careful,greedy,greedy"], processes=1)
    own, *others = result.points
    return own - sum(others) / 2


def test_a_careful_bot_beats_greedy_ones_and_one_that_reads_values_too_early_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Right after an option a value misleads, because unspent cards count for little (docs/value.md)."""
    assert lead() > 0
    monkeypatch.setattr(thinking, "LONGEST_TURN", 0)
    assert lead() < 0


async def test_a_thinking_process_gives_the_same_answer_and_is_replaced_when_it_dies() -> None:
    ((state, seat),) = play_to("katharina", 3, (40,))
    problem = Problem("katharina", game_named("katharina").version, None, "careful", state, seat, Luck(OF, seat, 7))
    pool = Thinkers()
    try:
        expected = choose("katharina", "careful", state, seat)
        assert await pool.solve(problem) == expected == problem.solve()
        assert pool.pid is not None
        assert os.getpriority(os.PRIO_PROCESS, pool.pid) == os.getpriority(os.PRIO_PROCESS, 0) + thinkers.NICE
        os.kill(pool.pid, signal.SIGKILL)
        with pytest.raises((OSError, asyncio.IncompleteReadError)):
            await pool.solve(problem)
        asked = asyncio.create_task(pool.solve(problem))
        await asyncio.sleep(0.01)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert await pool.solve(problem) == expected
    finally:
        await pool.close()
    assert pool.pid is None


async def test_the_end_of_a_thinking_process_is_awaited_although_the_first_wait_was_cancelled() -> None:
    ((state, seat),) = play_to("katharina", 3, (40,))
    pool = Thinkers()
    await pool.solve(
        Problem("katharina", game_named("katharina").version, None, "greedy", state, seat, Luck(OF, seat, 7))
    )
    process = pool.pid
    assert process is not None
    closing = asyncio.create_task(pool.close())
    await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    await pool.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_a_person_plays_against_bots_that_think(client: httpx.AsyncClient) -> None:
    ann = await register(client)
    match = await opened(client, ann, "mine", *THINKING)
    rng = Random(1)

    async def third_round_has_begun() -> bool:
        await answer_once(client, match, ann, rng)
        return int((await card(client, match))["version"]) > 40

    await until(third_round_has_begun)


async def test_a_bot_whose_thinking_process_dies_answers_without_thinking(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(self: Thinkers, problem: Solvable) -> Any:
        raise asyncio.IncompleteReadError(b"", 4)

    monkeypatch.setattr(Thinkers, "solve", die)
    ann = await register(client)
    match = await opened(client, ann, "mine", "careful", "careful")
    await play_on(client, match, [ann])
    assert (await card(client, match))["status"] == "finished"


def test_a_bot_without_a_model_plays_greedily() -> None:
    ((state, seat),) = play_to("katharina", 3, (40,))
    game = game_named("katharina", 1)
    player = bot("katharina", "strong")
    assert game.valuing is None
    assert player.depth is not None
    choice = partial(choose_answer, game=game, projection=projection_of("katharina"), state=state, seat=seat)
    luck = Luck(OF, seat, 7)
    assert choice(player, luck=luck) == choice(bot("katharina", "greedy"), luck=luck)
