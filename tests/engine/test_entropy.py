"""Entropy: which seats added theirs before the service committed to the match's secret, and which after."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.commands import LeaveSeat, OpenMatch, TakeSeat
from chronik.domain.engine.match.entropy import Added, entropy_sentences, read_entropy
from chronik.domain.engine.proof.archive import unpack
from chronik.domain.engine.proof.verification import verify
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.games import CURRENT, game
from chronik.domain.log.canonical import encode
from tests.support.cases import for_each
from tests.support.engine.sittings import KATHARINA, LOADED, Sitting, seated_by

ANN, BEN = SeatHolder("a" * 32, entropy="aa"), SeatHolder("b" * 32, entropy="bb")
NOBODY, BOT = SeatHolder(), SeatHolder(bot="random")
OPTIONS = Raw(b"{}")
CHALLENGE = (OpenMatch((ANN, BEN), OPTIONS),)


@for_each(
    ("commands", "expected"),
    [
        (CHALLENGE, (Added.BEFORE, Added.BEFORE)),
        ((OpenMatch((ANN, BEN), OPTIONS, bound=True),), (Added.REGISTERED, Added.REGISTERED)),
        ((OpenMatch((ANN, NOBODY), OPTIONS), TakeSeat(1, BEN.player, "bb")), (Added.BEFORE, Added.AFTER)),
        ((OpenMatch((BOT, NOBODY), OPTIONS), TakeSeat(1, BEN.player)), (Added.NOTHING, Added.NOTHING)),
        (
            (
                OpenMatch((NOBODY, NOBODY), OPTIONS),
                TakeSeat(1, ANN.player, "aa", sought=True),
                TakeSeat(0, BEN.player, "bb", sought=True),
            ),
            (Added.BEFORE, Added.BEFORE),
        ),
    ],
)
def test_a_log_says_when_each_seat_added_its_entropy(commands: tuple[Any, ...], expected: tuple[Added, ...]) -> None:
    """Challenge, tournament, open table, no entropy, and seek."""
    sitting = seated_by(*commands)
    assert read_entropy(KATHARINA, sitting.stored) == expected
    assert verify(unpack(sitting.archive()), LOADED).notes == tuple(entropy_sentences(expected))


def test_only_the_entropy_of_the_last_player_to_take_a_seat_counts() -> None:
    sitting = Sitting(6, 2)
    sitting.do(OpenMatch((ANN, NOBODY), OPTIONS))
    sitting.do(LeaveSeat(0), seat=0)
    assert read_entropy(KATHARINA, sitting.stored) == (Added.NOTHING, Added.NOTHING)
    sitting.do(TakeSeat(0, ANN.player, "aa"))
    sitting.do(TakeSeat(1, BEN.player))
    assert read_entropy(KATHARINA, sitting.stored) == (Added.AFTER, Added.NOTHING)


@pytest.mark.parametrize("rules", [game(name, 1) for name in CURRENT], ids=lambda rules: str(rules.name))
def test_an_older_log_does_not_say_when_entropy_was_added(rules: Game) -> None:
    """0.2.0 rc 1 did not record it."""
    sitting = Sitting(5, 2, rules)
    for command in CHALLENGE:
        sitting.do(command)
    assert read_entropy(rules, sitting.stored) == (Added.UNKNOWN, Added.UNKNOWN)


def test_ordinary_commands_are_stored_as_the_same_bytes_as_before() -> None:
    """A 0.2.0 rc 1 process reads the events of newer matches, and their commands as bytes."""
    assert encode(CHALLENGE[0]) == (
        b'{"t":"open-match","chairs":[{"player":"%s","entropy":"aa"},{"player":"%s","entropy":"bb"}],"options":{}}'
        % (ANN.player.encode(), BEN.player.encode())
    )
    assert encode(TakeSeat(1, BEN.player, "bb")) == b'{"t":"take-seat","seat":1,"player":"%s","entropy":"bb"}' % (
        BEN.player.encode()
    )


def test_every_seat_appears_in_exactly_one_sentence_about_entropy() -> None:
    said = list(entropy_sentences((Added.BEFORE, Added.AFTER, Added.NOTHING, Added.AFTER)))
    assert said == [
        "Seat 0 added entropy before the service committed to its secret, so it could still choose the seed.",
        "Seats 1 and 3 added entropy after the service committed to its secret, so it could not choose the seed alone.",
        "Seat 2 added no entropy.",
    ]
    assert list(entropy_sentences((Added.NOTHING,) * 2)) == [
        "No seat added entropy, so the service could choose the seed."
    ]
    assert "does not record whether" in next(entropy_sentences((Added.UNKNOWN, Added.UNKNOWN)))
    assert "only the file of the tournament proves that" in next(entropy_sentences((Added.REGISTERED,)))
    assert list(entropy_sentences(())) == []
