"""Frames: for every viewer, the patches applied in order give the view at every version."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec

from chronik.domain.engine.match.fold import fold, walk
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Referee, Spectator, Viewer
from chronik.projections.match.audit import audit
from chronik.projections.match.frames import encode_frame, frames, to_plain, view
from chronik.projections.match.scores import scores
from tests.every_game.games import EachTable, each_game
from tests.every_game.viewers import viewers


@each_game
def test_applying_patches_gives_the_view_at_every_version(table: EachTable) -> None:
    """The viewers take turns: the view of each is compared at every few versions, and its patches are all applied."""
    match, everyone = table.matches[0], everybody(table)
    for number, viewer in enumerate(everyone):
        seen: Any = None
        steps = frames(table.game, table.projection, Match(id="00"), match.log, viewer)
        for frame, (entry, after) in zip(steps, walk(table.game, Match(id="00"), match.log), strict=True):
            seen = patched(seen, json.loads(bytes(encode_frame(frame)))["patch"])
            assert frame.version == entry.n
            if entry.n % len(everyone) == number or entry.n == len(match.log):
                now = to_plain(view(table.projection, after, viewer))
                assert (seen or None) == json.loads(msgspec.json.encode(now))


@each_game
def test_without_undos_frames_of_a_tail_equal_those_of_the_whole_log(table: EachTable) -> None:
    match = next(one for one in table.matches if not one.match.undos)
    rng = Random(f"frames/{table}")
    for viewer in everybody(table):
        whole = list(frames(table.game, table.projection, Match(id="00"), match.log, viewer))
        at = rng.randrange(match.match.began, len(match.log))
        base = fold(table.game, Match(id="00"), match.log[:at])
        assert list(frames(table.game, table.projection, base, match.log[at:], viewer)) == whole[at:]


@each_game
def test_no_field_in_a_view_is_null(table: EachTable) -> None:
    """In a merge patch null removes a field, so a null field could not be distinguished from an absent one."""
    for viewer in everybody(table):
        for _, after in walk(table.game, Match(id="00"), table.matches[0].log):
            assert not has_null_field(to_plain(view(table.projection, after, viewer)) or {})


@each_game
def test_every_entry_has_a_line_a_score_and_a_row_in_the_audit(table: EachTable) -> None:
    match = table.matches[1]
    lines = [frame.line for frame in frames(table.game, table.projection, Match(id="00"), match.log, Spectator())]
    rows = audit(table.projection, match.log, opened=False, dated=str)
    assert [row.version for row in rows] == [entry.n for entry in match.log]
    assert [row.line for row in rows] == lines
    assert b'"command"' not in msgspec.json.encode(rows)
    points = scores(table.game, table.projection, "00", match.log)
    assert [score.version for score in points] == list(range(points[0].version, len(match.log) + 1))
    ended = table.game.outcome(match.state)
    assert ended is not None
    assert points[-1].points == ended.points


@each_game
def test_the_audit_of_a_closed_match_contains_the_stored_events_and_commands(table: EachTable) -> None:
    match = table.matches[1]
    rows = json.loads(msgspec.json.encode(audit(table.projection, match.log, opened=True, dated=str)))
    batches = [json.loads(stored) for stored in match.stored]
    assert [row["event"] for row in rows] == [event for batch in batches for event in batch["e"]]
    assert [row.get("command") for row in rows] == [
        batch.get("cmd") if place == 0 else None for batch in batches for place in range(len(batch["e"]))
    ]


def everybody(table: EachTable) -> tuple[Viewer, ...]:
    return (*viewers(table.seats), Referee())


def patched(target: Any, patch: Any) -> Any:
    """Applies a merge patch, exactly as RFC 7396 defines it."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = patched(result.get(name), value)
    return result


def has_null_field(value: Any) -> bool:
    if isinstance(value, dict):
        return any(inner is None or has_null_field(inner) for inner in value.values())
    return isinstance(value, list | tuple) and any(has_null_field(inner) for inner in value if inner is not None)
