"""`chronik arena`: bots play each other."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from chronik.service.cli.arena import seatings
from chronik.service.cli.cli import main
from chronik.service.cli.own_bot import complain


def test_every_seating_is_played_before_any_is_repeated() -> None:
    assert Counter(seatings(["a", "b", "c"], 2, 12, 5)) == dict.fromkeys(
        [("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "a"), ("c", "b")], 2
    )
    assert all(len(set(seated)) == 2 for seated in seatings(["a", "b"], 4, 28, 5))
    assert seatings(["a", "b"], 2, 3, 5) == seatings(["a", "b"], 2, 4, 5)[:3]


def test_the_better_bot_is_rated_higher_and_the_ranking_is_reproducible(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "katharina", "--bots", "random,greedy", "--matches", "12", "--seed", "3"]
    assert main([*asked, "--json"]) == 0
    told = capsys.readouterr().out
    assert main([*asked, "--json"]) == 0
    assert capsys.readouterr().out == told
    arena = msgspec.json.decode(told)
    first, second = arena["bots"]
    assert (first["bot"], second["bot"], first["played"], arena["capped"]) == ("greedy", "random", 12, 0)
    assert first["low"] <= first["strength"] <= first["high"]
    assert first["strength"] > second["strength"]
    assert main(asked) == 0
    assert f"1  greedy  {first['strength']:.0f}" in capsys.readouterr().out


BOTS = """
class First:
    def choose(self, game, view, prompt, options):
        assert {"id", "sealed", "prompt", "forms"} == set(prompt) and "seats" in view
        return options[0]

class Lost:
    def choose(self, game, view, prompt, options):
        if prompt["id"] % 2:
            raise LookupError("no idea")
        return {"t": "nothing-like-it"}
"""


@pytest.mark.parametrize("game", ["katharina", "cities_knights"])
def test_bot_classes_written_by_users_play_as_they_would_at_a_service(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "arena_bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "arena_bots", raising=False)
    complain.cache_clear()
    own = ["arena_bots:First", "arena_bots:Lost"]
    options = '{"victory_points":5}' if game == "cities_knights" else "{}"
    asked = ["arena", game, "--bots", ",".join((*own, "greedy")), "--matches", "6", "--options", options, "--json"]
    assert main(asked) == 0
    told, said = capsys.readouterr()
    bots = {line["bot"]: line for line in msgspec.json.decode(told)["bots"]}
    assert bots.keys() == {*own, "greedy"}
    assert bots["arena_bots:First"]["helped"] == 0
    assert bots["arena_bots:Lost"]["helped"] > 10
    assert said.count("arena_bots:Lost failed: LookupError: no idea (arena_bots.py:") == 1, "each sentence once"
