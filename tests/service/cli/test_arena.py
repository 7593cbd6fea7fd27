"""`chronik arena`: bots play each other."""

from __future__ import annotations

import re
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


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_the_better_bot_is_rated_higher_and_the_ranking_is_reproducible(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "katharina", "--bots", "random,greedy", "--matches", "12", "--seed", "3"]
    assert main([*asked, "--json"]) == 0
    told = capsys.readouterr().out
    assert main([*asked, "--json"]) == 0
    arena, again = msgspec.json.decode(told), msgspec.json.decode(capsys.readouterr().out)
    for line in (*arena["bots"], *again["bots"]):
        assert 0 < line.pop("median_ms") <= line.pop("p95_ms")
    assert again == arena
    first, second = arena["bots"]
    assert (first["bot"], second["bot"], first["played"], arena["capped"]) == ("greedy", "random", 12, 0)
    assert first["low"] <= first["strength"] <= first["high"]
    assert first["strength"] > second["strength"]
    assert main(asked) == 0
    assert re.search(rf"1  greedy  {first['strength']:.0f} .*, decides in [\d.]+ ms \(95 %: [\d.]+ ms\)", said(capsys))


BOTS = """
class First:
    def ended(self, result):
        with open("ended", "a") as file:
            print(result["game"], result["seat"], result["result"]["places"], file=file)

    def choose(self, game, view, prompt, options):
        assert {"id", "sealed", "prompt", "forms"} == set(prompt) and "seats" in view
        return options[0]

class Lost:
    def ended(self, result):
        raise ValueError("bad loser")

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
    assert main([*asked, "--out", "kept/here"]) == 0
    told, said = capsys.readouterr()
    bots = {line["bot"]: line for line in msgspec.json.decode(told)["bots"]}
    assert bots.keys() == {*own, "greedy"}
    assert bots["arena_bots:First"]["helped"] == 0
    assert bots["arena_bots:Lost"]["helped"] > 10
    assert said.count("arena_bots:Lost failed: LookupError: no idea (arena_bots.py:") == 1, "each sentence once"
    assert said.count("arena_bots:Lost failed after a match: ValueError: bad loser (arena_bots.py:") == 1
    ended = (tmp_path / "ended").read_text().splitlines()
    assert len(ended) == bots["arena_bots:First"]["played"] == 4
    assert all(re.fullmatch(rf"{game} [01] \[[12], [12]\]", line) for line in ended)
    kept = sorted(str(file) for file in Path("kept/here").iterdir())
    assert len(kept) == 6
    assert main(["verify", *kept]) == 0
