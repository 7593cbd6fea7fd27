"""A dry run tells what a command would bring: it fails for nothing that a seat may do, at no moment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from domain.engine.match.fold import walk
from domain.engine.match.match import Match
from domain.engine.seats import Seat
from tests.support.every_game.forms import filled
from tests.support.every_game.games import EachTable, each_table
from tests.support.every_game.playout import STEADY, opened, step

MOST_TRIED, LEAST_TRIED = 400, 1_500
LENGTH = 250
MOMENTS = 2_000 if os.environ.get("CHRONIK_LONG") else 200
"""A whole match is tried at about so many moments, or up to twice."""


@each_table
def test_whatever_a_seat_may_do_can_be_tried_at_every_moment(table: EachTable) -> None:
    rng = Random(f"dry runs/{table}")
    assert sum(tried(table, state, rng) for state in moments(table, rng)) >= LEAST_TRIED


def moments(table: EachTable, rng: Random) -> Iterator[Any]:
    """The states between two commands: of a whole match, and of the beginning of one by random rule options."""
    whole = table.matches[0]
    each = 1 + len(whole.heads) // MOMENTS
    for entry, after in walk(table.game, Match(id="00"), whole.log):
        if entry.n in whole.heads and entry.n % each == 0 and after.state is not None:
            yield after.state
    begun = opened(table.game, table.seats, rng, table.supplies.options(rng))
    for _ in range(LENGTH):
        if begun.match.closed is None:
            yield begun.match.state
            step(begun, rng, STEADY)


def tried(table: EachTable, state: Any, rng: Random) -> int:
    """How many commands of all seats have a preview that a client can read: those listed, and those of a form."""
    count = 0
    for seat in range(table.seats):
        listed, seen = table.game.options(state, seat), table.projection.view(state, Seat(seat))
        some = listed if len(listed) <= MOST_TRIED else rng.sample(listed, MOST_TRIED)
        for command in (*some, *[filled(form, rng) for form in table.game.forms(state, seat)]):
            told = msgspec.json.encode(table.projection.preview(seen, command))
            msgspec.json.decode(told, type=table.projection.preview_type)
            count += 1
    return count
