"""A log always gives the same result, however and wherever it is read."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise

import pytest

from chronik.domain.engine.match.chain import Keys, commitment
from chronik.domain.engine.match.events import Closed, Opened
from chronik.domain.engine.match.fold import fold, fold_batches, walk
from chronik.domain.engine.match.log import codec
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.seating import first_head
from chronik.domain.log.entries import batches
from tests.every_game.games import TABLES, EachTable, each_game
from tests.every_game.playout import Table, decided_again, digest, played

LONG = bool(os.environ.get("CHRONIK_LONG"))
CUTS = 400 if LONG else 40
"""A log is cut in at most this many places."""
PROCESSES = 64 if LONG else 1
ELSEWHERE = TABLES if LONG else list({name: (name, seats) for name, seats in TABLES}.values())
"""The tables that other processes play too; in a short run, one number of seats per game."""
SEED = "hash seeds"
PLAYED = "import sys; from tests.every_game import playout; "
SAID = "print(playout.digest(sys.argv[1], int(sys.argv[2]), sys.argv[3]))"
UNSORTED = "choose = playout.choose; playout.choose = lambda name, options, rng: choose(name, [*set(options)], rng); "


@each_game
def test_the_same_seed_gives_the_same_log_and_heads(table: EachTable) -> None:
    again = played(table.game, table.seats, 0, table.supplies.habits[0], options=table.supplies.tables[0])
    assert again.stored == table.matches[0].stored
    assert again.heads == table.matches[0].heads
    assert again.head not in {other.head for other in table.matches[1:]}


@each_game
def test_folding_the_stored_log_gives_the_match_that_was_played(table: EachTable) -> None:
    decode = codec(table.game)
    for match in table.matches:
        whole = fold(table.game, Match(id=match.match.id), decode.entries(match.stored))
        assert whole == match.match
        assert fold_batches(table.game, Match(id=match.match.id), list(map(decode.batch, match.stored))) == whole
        stepwise: Match = Match(id=match.match.id)
        for batch in batches(decode.entries(match.stored)):
            if any(type(entry.e).__name__ == "Undone" for entry in batch):
                stepwise = fold(table.game, Match(id=match.match.id), match.log[: batch[-1].n])
            else:
                stepwise = fold(table.game, stepwise, batch)
        assert stepwise == match.match


@each_game
def test_a_log_can_be_folded_in_two_parts_wherever_it_is_cut(table: EachTable) -> None:
    for match in table.matches:
        for cut in range(1, len(match.log), max(7, len(match.log) // CUTS)):
            first, rest = match.log[:cut], match.log[cut:]
            if all(type(entry.e).__name__ != "Undone" for entry in rest):
                before = fold(table.game, Match(id=match.match.id), first)
                assert fold(table.game, before, rest) == match.match


@each_game
def test_a_match_keeps_no_reference_to_the_bytes_it_was_read_from(table: EachTable) -> None:
    (first, *_) = table.matches
    stored = [bytes(bytearray(batch)) for batch in first.stored]
    before = list(map(sys.getrefcount, stored))
    match = fold_batches(table.game, Match(id=first.match.id), list(map(codec(table.game).batch, stored)))
    assert match == first.match
    assert list(map(sys.getrefcount, stored)) == before


@each_game
def test_deciding_every_command_again_gives_the_stored_events(table: EachTable) -> None:
    for match in table.matches[1:]:
        pairs = list(decided_again(table.game, match.match.id, match.keys.secret, match.stored))
        assert len(pairs) == len(match.stored)
        assert [stored for stored, again in pairs if stored != again] == []


@each_game
def test_control_another_secret_does_not_give_the_stored_events(table: EachTable) -> None:
    match = table.matches[0]
    pairs = decided_again(table.game, match.match.id, b"another secret, of 32 bytes, too", match.stored)
    assert any(stored != again for stored, again in pairs)


@each_game
def test_the_commitment_and_the_chain_follow_from_the_published_secret(table: EachTable) -> None:
    for match in table.matches:
        opened, closed = match.log[0].e, match.log[-1].e
        assert isinstance(opened, Opened)
        assert isinstance(closed, Closed)
        keys = Keys.of(match.match.id, bytes.fromhex(closed.secret))
        assert opened.commitment == commitment(keys.match, keys.secret).hex()
        assert heads(keys, match, match.stored) == match.heads


@each_game
def test_one_changed_byte_changes_every_later_head(table: EachTable) -> None:
    match = table.matches[0]
    at = len(match.stored) // 2
    altered = [*match.stored]
    altered[at] = altered[at].replace(b'"at":1', b'"at":2')
    changed = heads(match.keys, match, altered)
    assert [n for n in changed if changed[n] != match.heads[n]] == list(changed)[at:]


@each_game
def test_later_entries_change_no_earlier_state(table: EachTable) -> None:
    match = table.matches[0]
    entries = codec(table.game).entries(match.stored)
    states = [(after.state, hash(after.state)) for _, after in walk(table.game, Match(id="00"), entries)]
    assert [hash(state) for state, _ in states] == [before for _, before in states]
    assert len({before for _, before in states}) > len(states) // 2


@each_game
def test_versions_count_up_and_each_cause_is_the_last_version_of_the_previous_batch(table: EachTable) -> None:
    for match in table.matches:
        assert [entry.n for entry in match.log] == list(range(1, len(match.log) + 1))
        runs = list(batches(match.log))
        assert all(entry.cause == before[-1].n for before, batch in pairwise(runs) for entry in batch)
        assert [batch[-1].n for batch in runs] == sorted(match.heads)


@each_game
def test_the_match_and_its_state_have_the_same_open_prompts(table: EachTable) -> None:
    for walked in table.walks:
        for entry, after in walked:
            prompts = after.state.prompts if after.state is not None else ()
            assert tuple(asked.prompt for asked in after.asked) == prompts
            assert all(asked.id <= entry.n for asked in after.asked)


@pytest.mark.parametrize(("name", "seats"), ELSEWHERE)
def test_a_seed_gives_the_same_digest_in_every_process(name: str, seats: int) -> None:
    assert digests(name, seats, PROCESSES) == {digest(name, seats, SEED)}


def test_control_iterating_an_unsorted_set_gives_different_digests() -> None:
    assert len(digests("katharina", 2, 2, UNSORTED)) == 2


def digests(name: str, seats: int, processes: int, otherwise: str = "") -> set[str]:
    """Plays a match in several processes, two at a time, each with another hash seed; returns the digests."""
    command = [sys.executable, "-c", PLAYED + otherwise + SAID, name, str(seats), SEED]
    found = set()
    for first in range(0, processes, 2):
        running = [
            subprocess.Popen(
                command, env={**os.environ, "PYTHONHASHSEED": str(seed)}, stdout=subprocess.PIPE, text=True
            )
            for seed in range(first, min(first + 2, processes))
        ]
        found |= {process.communicate(timeout=60)[0].strip() for process in running}
    return found


def heads(keys: Keys, match: Table, stored: list[bytes]) -> dict[int, bytes]:
    """Returns the head after each batch, computed from stored bytes."""
    opened = match.log[0].e
    head, found = first_head(keys, opened), {}
    for version, batch in zip(match.heads, stored, strict=True):
        found[version] = head = keys.head(head, version, batch)
    return found
