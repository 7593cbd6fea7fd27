"""The options of a match: written in full in the log, and chosen one by one or by a preset."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Raw

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.match.options import BadOptions, options_of
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.games import game
from tests.every_game.playout import Table
from tests.support.cases import for_each

CITIES_KNIGHTS, KATHARINA = game("cities_knights"), game("katharina")


def chosen(**wanted: Any) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.json.decode(options_of(CITIES_KNIGHTS, wanted))
    return told


def test_options_that_are_not_given_are_written_out_with_their_defaults() -> None:
    assert len(chosen()) == 27
    assert chosen()["victory_points"] == 13
    assert bytes(options_of(KATHARINA, {})) == b"{}"


def test_a_preset_sets_the_options_that_are_not_named() -> None:
    told = chosen(preset="short_de_literal", progress_overflow="until_end_of_own_turn")
    assert told["robber_before_first_attack"] == "active"
    assert told["progress_overflow"] == "until_end_of_own_turn"
    assert "preset" not in told


@for_each(
    ("wanted", "at"),
    [
        ({"preset": "mine"}, "$.preset"),
        ({"victory_points": 4}, "$"),
        ({"robber": "asleep"}, "$"),
        ({"preset": 1}, "$.preset"),
        ({"preset": {}}, "$.preset"),
        ({"preset": ["a"]}, "$.preset"),
    ],
)
def test_the_refusal_of_an_unknown_preset_or_invalid_option_says_where_it_is(wanted: dict[str, Any], at: str) -> None:
    with pytest.raises(BadOptions) as bad:
        options_of(CITIES_KNIGHTS, wanted)
    assert bad.value.at == at


def test_a_game_without_presets_does_not_accept_a_preset() -> None:
    with pytest.raises(BadOptions):
        options_of(KATHARINA, {"preset": "standard"})


def test_a_mode_that_cannot_be_played_yet_is_refused_at_the_opening() -> None:
    """C-76."""
    table = Table(CITIES_KNIGHTS, "00" * 16, b"\x01" * 32)
    options = options_of(CITIES_KNIGHTS, {"two_player_mode": "neutral_colors"})
    with pytest.raises(Rejected) as refused:
        table.do(OpenMatch((SeatHolder(bot="random"), SeatHolder(bot="random")), Raw(options)))
    assert refused.value.code == "neutral-colors"
