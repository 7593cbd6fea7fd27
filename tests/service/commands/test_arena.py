"""`chronik arena`: bots who play each other."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from service.commands.arena import seatings
from service.commands.cli import main


def test_everybody_sits_everywhere_before_anybody_sits_there_twice() -> None:
    assert Counter(seatings(["a", "b", "c"], 2, 12, 5)) == dict.fromkeys(
        [("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "a"), ("c", "b")], 2
    )
    assert all(len(set(seated)) == 2 for seated in seatings(["a", "b"], 4, 28, 5))
    assert seatings(["a", "b"], 2, 3, 5) == seatings(["a", "b"], 2, 4, 5)[:3]


def test_the_better_bot_is_the_stronger_one_and_the_table_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
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
