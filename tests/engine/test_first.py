"""First commands: what a seat submits with the opening is judged like any command, in the same batch."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.commands import First, OpenMatch, Resign, TakeBack
from chronik.domain.engine.match.events import Opened
from chronik.domain.engine.match.fold import fold, walk
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.proof.archive import Archive, unpack
from chronik.domain.engine.proof.verification import verify
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.log.canonical import encode
from chronik.domain.log.verdict import Status
from tests.support.cases import for_each
from tests.support.engine.lists import LISTS, Bring, Play
from tests.support.engine.sittings import Loaded, Sitting

ANN, BEN = SeatHolder(player="a" * 32, entropy="0a"), SeatHolder(player="b" * 32)
LOADED = Loaded((LISTS,))


def brought(seat: int, *numbers: int) -> First:
    return First(seat, Raw(encode(Bring(numbers))))


BOTH = (brought(0, 1, 5, 9), brought(1, 2, 4, 6))


def opened(*first: First, **more: Any) -> Sitting:
    sitting = Sitting(7, 2, LISTS)
    sitting.do(OpenMatch((ANN, BEN), Raw(b"{}"), first=first, **more), by=Author.ENGINE)
    return sitting


def names(sitting: Sitting) -> list[str]:
    return [type(entry.e).__name__ for entry in sitting.entries]


def finished(sitting: Sitting) -> Sitting:
    while sitting.match.closed is None:
        (seat,) = sitting.match.waiting
        sitting.do(LISTS.options(sitting.match.state, seat)[0], seat)
    return sitting


def test_first_commands_are_judged_after_the_deal_and_stored_with_the_opening() -> None:
    sitting = opened(*BOTH)
    dealt = ["Opened", "SeatTaken", "SeatTaken", "Started", "ListsAsked", "ListSealed", "ListSealed", "ListsBrought"]
    assert names(sitting) == dealt
    assert len(sitting.stored) == 1
    assert sitting.match.state.lists == ((1, 5, 9), (2, 4, 6))
    assert {(entry.by, entry.seat) for entry in sitting.entries} == {(Author.ENGINE, None)}


def test_a_seat_that_sends_no_list_with_the_opening_is_asked_for_one() -> None:
    sitting = opened(brought(1, 2, 4, 6))
    assert names(sitting)[-2:] == ["ListsAsked", "ListSealed"]
    assert sitting.match.waiting == (0,)
    sitting.do(Bring((1, 5, 9)), 0)
    assert sitting.match.state.lists == ((1, 5, 9), (2, 4, 6))


def test_no_undo_goes_back_before_first_commands() -> None:
    sitting = opened(*BOTH)
    assert sitting.match.began == sitting.match.version == 8
    *_, (_, walked) = walk(LISTS, Match(id=sitting.match.id), sitting.entries)
    assert walked == fold(LISTS, Match(id=sitting.match.id), sitting.entries) == sitting.match
    with pytest.raises(Rejected, match="no-such-moment"):
        sitting.do(TakeBack(4), 0)


def test_no_seat_can_submit_another_list_later() -> None:
    sitting = opened(*BOTH)
    for seat in (0, 1):
        with pytest.raises(Rejected):
            sitting.do(Bring((7, 8, 9)), seat)


@for_each(
    ("first", "code"),
    [
        ((brought(0, 1, 5),), "list-size"),
        ((brought(0, 1, 5, 9), brought(1, 2, 4, 4)), "list-numbers"),
        ((First(0, Raw(encode(Play(1)))),), "impossible"),
        ((BOTH[1], BOTH[0]), "first-commands"),
        ((BOTH[0], BOTH[0]), "first-commands"),
        ((brought(2, 1, 5, 9),), "first-commands"),
        ((brought(-1, 1, 5, 9),), "first-commands"),
        ((First(0, Raw(encode(Resign()))),), "first-commands"),
        ((First(0, Raw(b'{"t":"never"}')),), "first-commands"),
        ((First(0, Raw(b'{"numbers":[1,5,9],"t":"bring"}')),), "first-commands"),
        ((First(0, Raw(b'{"t":"bring","numbers":[1, 5, 9]}')),), "first-commands"),
    ],
)
def test_an_invalid_first_command_refuses_the_opening(first: tuple[First, ...], code: str) -> None:
    with pytest.raises(Rejected) as refusal:
        opened(*first)
    assert refusal.value.code == code


def test_first_commands_are_refused_while_a_seat_is_open() -> None:
    sitting = Sitting(7, 2, LISTS)
    with pytest.raises(Rejected, match="first-commands"):
        sitting.do(OpenMatch((ANN, SeatHolder()), Raw(b"{}"), first=BOTH[:1]), by=Author.ENGINE)


def test_an_opening_without_first_commands_has_the_same_bytes_as_before() -> None:
    (stored,) = opened().stored
    assert b'"first"' not in stored
    assert b'"held"' not in stored
    assert encode(Opened("lists", 1, "", 2, Raw(b"{}"), held=True)).endswith(b'"options":{},"held":true}')


def test_an_archive_with_first_commands_passes_verification() -> None:
    archive = unpack(finished(opened(*BOTH, held=True)).archive())
    assert archive.manifest.header.held
    assert verify(archive, LOADED).status is Status.GOOD


@for_each(
    ("was", "becomes"),
    [
        (b'"cmd":{"t":"bring","numbers":[1,5,9]}', b'"cmd":{"t":"bring","numbers":[1,6,9]}'),
        (b'"choice":{"t":"bring","numbers":[1,5,9]}', b'"choice":{"t":"bring","numbers":[1,6,9]}'),
        (b'"lists":[[1,5,9]', b'"lists":[[1,6,9]'),
        (b'"seat":1,"cmd"', b'"seat":3,"cmd"'),
        (b'"numbers":[1,5,9]}},{"seat":1', b'"numbers":[1,5]}},{"seat":1'),
    ],
)
def test_an_archive_with_edited_first_commands_is_found_altered(was: bytes, becomes: bytes) -> None:
    archive = unpack(finished(opened(*BOTH)).archive())
    first = archive.batches[0]
    assert first.count(was) == 1
    altered = Archive(archive.manifest, archive.signature, (first.replace(was, becomes), *archive.batches[1:]))
    found = verify(altered, LOADED)
    assert found.status is Status.ALTERED
    assert found.entry is not None, "the rules find it, not only the chain"
