"""Golden matches: a log of any released version folds to the same states and views, and is decided the same way."""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path

import pytest

from chronik.domain.engine.game import Outcome
from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.events import Ending, UndoAnswered, Undone
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import codec
from chronik.domain.engine.match.match import Match, outcome
from chronik.domain.engine.match.seating import first_head
from chronik.domain.games import CURRENT, game
from chronik.projections.games import projection
from chronik.projections.match.frames import to_plain, view
from tests.every_game.playout import decided_again
from tests.golden import record
from tests.golden.record import HERE, Golden, digest, golden_of, records, snapshot, viewers

GOLDEN = [golden for name in CURRENT for golden in golden_of(HERE / name)]

each_golden = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: f"{golden.head.game}-{golden.name}")


@each_golden
def test_a_golden_log_folds_to_the_same_states_and_views(golden: Golden) -> None:
    """The viewers take turns: at each version, the view of one of them is compared."""
    rules, read = game(golden.head.game, golden.head.rules), projection(golden.head.game)
    entries = list(codec(rules).entries(golden.batches))
    matches = [match for _, match in walk(rules, Match(id=golden.head.match), entries)]
    assert tuple(digest(to_plain(match.state)) for match in matches) == golden.expected.states
    everyone = viewers(len(matches[-1].chairs))
    for turn, (name, viewer) in enumerate(everyone.items()):
        some = slice(turn, None, len(everyone))
        seen = tuple(digest(to_plain(view(read, match, viewer))) for match in matches[some])
        assert seen == golden.expected.views[name][some]
    ended = outcome(rules, matches[-1]) or Outcome((), ())
    assert (ended.points, ended.places) == (golden.expected.points, golden.expected.places)


@each_golden
def test_deciding_the_commands_of_a_golden_log_gives_the_recorded_events(golden: Golden) -> None:
    rules, head = game(golden.head.game, golden.head.rules), golden.head
    pairs = decided_again(rules, head.match, bytes.fromhex(head.secret), golden.batches)
    assert [stored for stored, again in pairs if stored != again] == []


@each_golden
def test_the_views_of_a_golden_log_equal_the_recorded_text(golden: Golden) -> None:
    rules, read = game(golden.head.game, golden.head.rules), projection(golden.head.game)
    entries = list(codec(rules).entries(golden.batches))
    written = (HERE / golden.head.game / f"{golden.name}.txt").read_text("utf-8")
    assert snapshot(rules, read, entries) == written


@each_golden
def test_the_chain_of_a_golden_log_ends_in_the_same_head(golden: Golden) -> None:
    keys = Keys.of(golden.head.match, bytes.fromhex(golden.head.secret))
    read = [codec(game(golden.head.game)).batch(stored) for stored in golden.batches]
    head, version = first_head(keys, read[0].e[0]), 0
    for batch, stored in zip(read, golden.batches, strict=True):
        version += len(batch.e)
        head = keys.head(head, version, stored)
    assert head.hex() == golden.expected.head


@pytest.mark.parametrize("name", list(CURRENT))
def test_golden_logs_cover_every_number_of_seats_and_an_undo_across_a_barrier(name: str) -> None:
    rules = game(name)
    logs = [
        [entry.e for entry in codec(rules).entries(golden.batches)] for golden in GOLDEN if golden.head.game == name
    ]
    assert {log[0].seats for log in logs} == set(rules.seats)
    with_undo = next(log for log in logs if any(isinstance(event, Undone) for event in log))
    at = next(i for i, event in enumerate(with_undo) if isinstance(event, Undone))
    assert isinstance(with_undo[at - 1], UndoAnswered)
    assert any(rules.barrier(event) for event in with_undo[with_undo[at].to : at])


@pytest.mark.parametrize("name", list(CURRENT))
def test_golden_logs_cover_every_ending(name: str) -> None:
    batch = codec(game(name)).batch
    endings = {batch(golden.batches[-1]).e[-1].reason for golden in GOLDEN if golden.head.game == name}
    assert endings == set(Ending) - {Ending.TOO_LONG}


@pytest.mark.parametrize("name", [name for name in CURRENT if game(name).presets])
def test_golden_logs_cover_every_preset(name: str) -> None:
    rules = game(name)
    opened = [codec(rules).batch(golden.batches[0]).e[0] for golden in GOLDEN if golden.head.game == name]
    played = [json.loads(bytes(one.options)).items() for one in opened]
    assert all(any(preset.items() <= options for options in played) for preset in rules.presets.values())


def test_released_golden_logs_are_overwritten_only_with_the_force_flag(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    one = {"katharina": CURRENT["katharina"]}
    monkeypatch.setattr(record, "CURRENT", one)
    monkeypatch.setattr(record, "RELEASED", frozenset(one.items()))
    monkeypatch.setattr(record, "HERE", tmp_path)
    monkeypatch.setattr(record, "records", lambda name: islice(records(name), 1))
    monkeypatch.setattr(sys, "argv", ["record"])
    assert record.main() == 1
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(sys, "argv", ["record", "--force"])
    assert record.main() == 0
    assert {path.name for path in tmp_path.iterdir()} == set(one)
