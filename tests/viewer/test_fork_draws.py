"""The pages draw again what a fork deals again, and all chance after it."""

from __future__ import annotations

from random import Random
from typing import Any

from chronik.domain.engine.proof.archive import pack, unpack
from chronik.domain.games import CURRENT, game
from tests.engine.test_verification import changed
from tests.every_game.forked import archive, begun, moments
from tests.viewer.said import said


def forked(name: str) -> bytes:
    """Returns a match that begins with what one seat knew of another match."""
    moment = moments(name)[0]
    return archive(begun(name, moment.match, moment.fork(game(name), 0)), Random(name))


def test_the_page_draws_the_cards_that_a_fork_dealt_again() -> None:
    files = [forked(name) for name in CURRENT]
    spoilt = [another_deal(file) for file in files]
    found = said([*files, *spoilt])
    for one in found[: len(files)]:
        assert (one.whole, one.check, one.unsure) == (True, None, 0), one
        assert "anew-0" in one.labels
    for one in found[len(files) :]:
        assert (one.whole, one.check) == (False, "draws"), one


def another_deal(file: bytes) -> bytes:
    """Swaps two cards of the first pool of a match, and recomputes the chain."""

    def swapped(event: dict[str, Any]) -> dict[str, Any]:
        pool = event["anew"][0]
        one = next(place for place, card in enumerate(pool) if card != pool[0])
        pool[0], pool[one] = pool[one], pool[0]
        return event

    return pack(changed(unpack(file), "positioned", swapped)[1])
