"""The analysis of every game: what it finds, what it refuses to judge, and that it reveals nothing to a seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from chronik.domain.engine.match.events import Closed, Ending, Undone
from chronik.domain.engine.match.log import Author, Entry, codec
from chronik.domain.engine.match.options import options_of
from chronik.domain.games import CURRENT, game
from chronik.projections.analysis.analysis import Analysis, AnalysisCause
from chronik.projections.analysis.analyst import Analyst, NoDecision, NoModel
from chronik.projections.analysis.decisions import DEPTH, judge, limit_depth
from chronik.projections.games import projection
from chronik.projections.thinking.bot import Depth
from chronik.projections.thinking.bot_random import Luck
from chronik.projections.thinking.thought import Thought, World
from chronik.service.bots.levels import bot
from chronik.service.cli.simulation import play_out
from tests.service.bots.positions import play_to
from tests.service.bots.test_thinking import SEATS, twins

MATCH = "ab" * 16
SMALL = Depth(4, 3)
LENGTH = {"katharina": 40, "cities_knights": 75, "catan_cards": 60}
"""The number of commands of the short matches."""
GOLDEN = {
    "katharina": "919c23b9336f7c68",
    "cities_knights": "7c267bd00cbc51f8",
    "catan_cards": "7b06f7b41af8088d",
}
"""The start of the SHA-256 of the analysis of each short match. It changes with models, bots and depth."""
CAUSES = {
    "katharina": {AnalysisCause.CARD},
    "cities_knights": set(AnalysisCause) - {AnalysisCause.CHOICE},
    "catan_cards": {AnalysisCause.DICE},
}
every_game = pytest.mark.parametrize("name", list(CURRENT))


def make_analyst(name: str, entries: Sequence[Entry]) -> Analyst:
    return Analyst(game(name), projection(name), bot(name, "careful"), MATCH, entries)


@cache
def beginning(name: str) -> tuple[Entry, ...]:
    """Returns the first entries of a match between two greedy bots."""
    played = play_out(game(name), projection(name), MATCH, b"\x07" * 32, [bot(name, "greedy")] * 2)
    return tuple(codec(game(name)).entries(played.batches[: LENGTH[name]]))


@cache
def analysed(name: str) -> Analysis:
    return make_analyst(name, beginning(name)).analyse(SMALL)


@every_game
def test_the_analysis_of_a_log_is_always_the_same(name: str) -> None:
    assert sha256(msgspec.json.encode(analysed(name))).hexdigest()[:16] == GOLDEN[name]


@every_game
def test_the_best_command_never_loses_and_chance_takes_what_it_gives(name: str) -> None:
    found = analysed(name)
    judged = [decision for decision in found.decisions if not decision.unknown]
    assert len(judged) > 15
    for decision in judged:
        assert decision.played is not None
        assert decision.tried <= SMALL.options
        best = max((decision.played, *decision.best), key=lambda choice: choice.known)
        assert decision.loss == pytest.approx(best.known - decision.played.known, abs=0.11)
        assert not decision.mistake or decision.loss >= max(2, decision.spread)
    assert {event.cause for event in found.events} == CAUSES[name]
    for event in found.events:
        assert sum(event.luck) == pytest.approx(0, abs=0.3)
    moved = [point for point in found.turning_points if point.cause is not AnalysisCause.CHOICE]
    assert [(p.version, p.cause) for p in moved] == [
        (event.version, event.cause) for event in found.events if max(map(abs, event.luck)) >= 10
    ]


@every_game
def test_a_single_decision_shows_how_play_would_go_on(name: str) -> None:
    analyst = make_analyst(name, beginning(name))
    some = [decision for decision in analysed(name).decisions if not decision.unknown][3]
    found = analyst.analyse_decision(some.version, SMALL)
    assert found.played is not None
    assert all(choice.line for choice in (found.played, *found.best))
    assert found.loss == some.loss


@every_game
def test_a_single_decision_between_many_commands_shows_all_that_were_tried(name: str) -> None:
    """The best 12 of them, and how many there were."""
    depth = Depth(12, 3)
    wide = max([decision for decision in analysed(name).decisions if not decision.unknown], key=lambda one: one.options)
    found = make_analyst(name, beginning(name)).analyse_decision(wide.version, depth)
    assert found.options == wide.options > depth.options
    assert (found.tried, len(found.best)) == (depth.options, depth.options - 1)
    known = [choice.known for choice in found.best]
    assert known == sorted(known, reverse=True)


def test_a_set_up_in_which_hidden_things_cannot_be_dealt_has_no_values() -> None:
    unknown = [decision for decision in analysed("catan_cards").decisions if decision.unknown]
    assert {(decision.tried, decision.played, decision.loss) for decision in unknown} == {(0, None, 0)}


def test_a_version_without_a_decision_names_the_nearest() -> None:
    log = beginning("katharina")
    versions = [decision.version for decision in analysed("katharina").decisions]
    undone = (*log, append(log, Undone(versions[10] - 1)))
    for entries, version, nearest, struck in (
        (log, 0, versions[0], False),
        (log, 1, versions[0], False),
        (log, 5_000, versions[-1], False),
        (undone, versions[12], versions[9], True),
    ):
        with pytest.raises(NoDecision) as raised:
            make_analyst("katharina", entries).analyse_decision(version, SMALL)
        assert (raised.value.nearest, raised.value.undone) == (nearest, struck)


def append(log: Sequence[Entry], event: Any) -> Entry:
    return Entry(n=log[-1].n + 1, at=0, cause=log[-1].n, cmd=Raw(b"{}"), by=Author.REFEREE, e=event)


def test_a_match_that_was_not_played_to_its_end_has_a_curve_and_no_judgement() -> None:
    log = beginning("katharina")
    found = make_analyst("katharina", (*log, append(log, Closed(Ending.FORFEITED, "")))).analyse(SMALL)
    assert found.unjudged is Ending.FORFEITED
    assert len(found.curve) > 100
    assert (found.decisions, found.events, found.turning_points, found.seats) == ((), (), (), ())


def test_a_match_that_was_ended_before_it_began_has_an_empty_curve() -> None:
    opened = beginning("katharina")[:1]
    found = make_analyst("katharina", (*opened, append(opened, Closed(Ending.RULED, "")))).analyse(SMALL)
    assert (found.unjudged, found.curve) == (Ending.RULED, ())


def test_a_match_with_other_options_has_no_analysis() -> None:
    name = "cities_knights"
    rules, options = game(name), options_of(game(name), {"victory_points": 10})
    played = play_out(rules, projection(name), MATCH, b"\x07" * 32, [bot(name, "greedy")] * 2, options)
    with pytest.raises(NoModel):
        make_analyst(name, tuple(codec(rules).entries(played.batches)))


def test_the_decisions_of_a_long_match_get_fewer_worlds() -> None:
    assert [limit_depth(DEPTH, decisions).worlds for decisions in (20, 250, 320, 500, 5_000)] == [8, 8, 6, 4, 4]
    assert limit_depth(SMALL, 5_000) == SMALL


# What a seat knew


def find_differing(name: str) -> int:
    """Returns at how many decisions of a match the judgement as the seat knew it differs between twins of the state."""
    found = 0
    for state, seat in play_to(name, SEATS[name], (30, 45, 60, 75)):
        options, player = game(name).options(state, seat), bot(name, "careful")
        judged: set[Any] = set()
        for twin in twins(name, state, seat):
            thought = Thought(player, SMALL, game(name), projection(name), seat, Luck(MATCH, seat, 0))
            one = judge(thought, twin, options[0], (), options)
            judged.add(one and (one.loss, one.spread, *[rated.known for rated in one.others]))
        found += len(judged) > 1
    return found


@every_game
def test_hidden_content_does_not_change_what_a_seat_knew(name: str) -> None:
    assert find_differing(name) == 0


@every_game
def test_control_a_judgement_by_the_truth_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def look(self: Thought, state: Any, most: int, luck: Luck, steps: Any) -> list[World]:
        return [World(state, luck.chance()) for _ in range(most)]

    monkeypatch.setattr(Thought, "deal_worlds", look)
    assert find_differing(name) > 0
