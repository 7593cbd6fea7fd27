"""The pages draw again what was dealt anew where a match begins with a position, and all chance from there on."""

from __future__ import annotations

from random import Random
from typing import Any

from chronik.domain.engine.proof.archive import pack, unpack
from chronik.domain.games import CURRENT, game
from tests.engine.test_verification import changed
from tests.every_game.forked import archive, begun, moments
from tests.viewer.said import said


def forked(name: str) -> bytes:
    """A match that begins with what a seat knew of another one."""
    moment = moments(name)[0]
    return archive(begun(name, moment.match, moment.fork(game(name), 0)), Random(name))


def test_what_was_dealt_anew_is_drawn_again() -> None:
    files = [forked(name) for name in CURRENT]
    spoilt = [another_deal(file) for file in files]
    found = said([*files, *spoilt])
    for one in found[: len(files)]:
        assert (one.whole, one.check, one.unsure) == (True, None, 0), one
        assert "anew-0" in one.labels
    for one in found[len(files) :]:
        assert (one.whole, one.check) == (False, "draws"), one


def another_deal(file: bytes) -> bytes:
    """The match with two cards of the first pool in one another's place, and the chain computed anew."""

    def swapped(event: dict[str, Any]) -> dict[str, Any]:
        pool = event["anew"][0]
        one = next(place for place, card in enumerate(pool) if card != pool[0])
        pool[0], pool[one] = pool[one], pool[0]
        return event

    return pack(changed(unpack(file), "positioned", swapped)[1])
