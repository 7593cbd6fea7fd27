"""Entries, batches, codec; prompt ids; chance."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest
from msgspec import Raw

from domain.engine.chance import Chance, Stream
from domain.engine.match.log import EntryOf, batches, codec, encode
from domain.engine.prompts import Asked, renumbered
from tests.support.engine.demo import DEMO, Draw, End, Step, TossOne, Turn
from tests.support.every_game.playout import opened, played


def test_a_batch_begins_where_a_command_stands() -> None:
    match = played(DEMO, 3, "batches", steps=40)
    runs = list(batches(match.log))
    assert [entry for run in runs for entry in run] == match.log
    assert all(run[0].begins and not any(entry.begins for entry in run[1:]) for run in runs)
    assert [run[-1].n for run in runs] == list(match.heads)
    assert list(batches([])) == []
    assert not EntryOf(n=2, at=0, cause=1, cmd=Raw(b""), e=match.log[1].e).begins


def test_an_entry_leaves_out_what_is_as_usual() -> None:
    match = opened(DEMO, 2, Random(1))
    match.do(Step(1), 0)
    assert match.stored[-1] == (
        b'{"n":%d,"at":%d,"seat":0,"cause":%d,"cmd":{"t":"step","by":1},"e":{"t":"stepped","seat":0,"by":1}}'
        % (match.log[-1].n, match.log[-1].at, match.log[-1].cause)
    )
    assert encode(codec(DEMO).entry(match.stored[-1])) == match.stored[-1]


@pytest.mark.parametrize(
    "altered",
    [
        (b'"t":"stepped"', b'"t":"jumped"'),
        (b'"by":1}}', b'"by":1,"far":true}}'),
        (b'"cause"', b'"because"'),
        (b'"by":1}}', b'"by":"1"}}'),
        (b'"n":', b'"m":'),
        (b'"seat":0,"cause"', b'"seat":0,"by":"nobody","cause"'),
    ],
)
def test_what_is_unknown_in_an_entry_is_refused(altered: tuple[bytes, bytes]) -> None:
    match = opened(DEMO, 2, Random(1))
    match.do(Step(1), 0)
    changed = match.stored[-1].replace(*altered)
    assert changed != match.stored[-1]
    with pytest.raises(msgspec.ValidationError):
        codec(DEMO).entry(changed)


def test_a_command_is_read_by_its_tag() -> None:
    decode = codec(DEMO).command
    assert [decode(b'{"t":"draw"}'), decode(b'{"t":"end"}')] == [Draw(), End()]
    with pytest.raises(msgspec.ValidationError):
        decode(b'{"t":"draw","twice":true}')


def test_a_prompt_keeps_its_id_and_a_new_one_has_the_version() -> None:
    before = (Asked(3, Turn(0)), Asked(5, TossOne(1)))
    assert renumbered(before, (TossOne(1), TossOne(2)), 9) == (Asked(5, TossOne(1)), Asked(9, TossOne(2)))
    assert renumbered(before, (), 9) == ()


def test_a_prompt_asked_a_second_time_beside_the_first_is_one_of_its_own() -> None:
    once = (Asked(3, Turn(0)),)
    twice = renumbered(once, (Turn(0), Turn(0)), 9)
    assert twice == (Asked(3, Turn(0)), Asked(9, Turn(0)))
    assert renumbered(twice, (Turn(0),), 12) == once


def test_a_prompt_asked_anew_has_the_version_though_it_reads_as_before() -> None:
    before = (Asked(3, Turn(0)), Asked(5, TossOne(1)))
    open_now = (Turn(0), TossOne(1))
    assert renumbered(before, open_now, 9, anew=(Turn(0),)) == (Asked(9, Turn(0)), Asked(5, TossOne(1)))


def test_words_that_would_favour_small_numbers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    n = 3 * 2**62  # a quarter of all words is beyond the last multiple
    words = iter([2**64 - 1, n, n - 1])
    monkeypatch.setattr(Stream, "word", lambda self: next(words))
    assert Stream(b"", "x").below(n) == n - 1
    assert next(words, None) is None


def test_numbers_below_n_are_equally_likely() -> None:
    stream = Chance(b"seed" * 8).stream("dice", 1)
    thrown = Counter(stream.below(6) for _ in range(60_000))
    assert sorted(thrown) == list(range(6))
    # Chi-square with 5 degrees of freedom: above 20.5 once in a thousand seeds, and this seed is fixed.
    assert sum((count - 10_000) ** 2 / 10_000 for count in thrown.values()) < 20.5


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    chance = Chance(b"seed" * 8)
    orders = Counter(chance.stream("deck", n).shuffled("abcd") for n in range(24_000))
    assert len(orders) == 24
    # 23 degrees of freedom: above 49.7 once in a thousand seeds.
    assert sum((count - 1_000) ** 2 / 1_000 for count in orders.values()) < 49.7


def test_streams_of_different_labels_are_independent() -> None:
    chance = Chance(b"seed" * 8)
    first, second = chance.stream("dice", 0), chance.stream("dice", 1)
    alone = [chance.stream("dice", 1).word() for _ in range(1)]
    assert [first.word() for _ in range(100)] != [second.word() for _ in range(100)]
    assert chance.stream("dice", 1).word() == alone[0]
    labels = [("dice", 0), ("dice", 1), ("deck", 0), ("dice/0", 1)]
    assert len({Chance(b"s", epoch).stream(*label).word() for label in labels for epoch in (0, 1, 2)}) == 12
