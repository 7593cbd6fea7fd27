"""Entries, batches and the codec; prompt ids; chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from msgspec import Raw, Struct
from msgspec.structs import replace

from chronik.domain.engine.chance import Chance, Stream
from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.events import Closed, Ending
from chronik.domain.engine.match.fold import number_prompts
from chronik.domain.engine.match.log import Entry, codec, encode_batch, join_entries
from chronik.domain.engine.prompts import NumberedPrompt
from chronik.domain.log.canonical import MAX_PART, encode
from chronik.domain.log.entries import batches
from tests.every_game.playout import opened, played
from tests.support.cases import for_each
from tests.support.engine.demo import DEMO, Draw, End, Step, TossOne, Turn


def test_a_batch_begins_at_each_command() -> None:
    match = played(DEMO, 3, "batches", steps=40)
    runs = list(batches(match.log))
    assert [entry for run in runs for entry in run] == match.log
    assert all(run[0].begins and not any(entry.begins for entry in run[1:]) for run in runs)
    assert [run[-1].n for run in runs] == list(match.heads)
    assert list(batches([])) == []
    assert not Entry(n=2, at=0, cause=1, cmd=Raw(b""), e=match.log[1].e).begins


def test_a_batch_leaves_out_default_values() -> None:
    match = opened(DEMO, 2, Random(1))
    match.do(Step(1), 0)
    assert match.stored[-1] == (
        b'{"at":%d,"seat":0,"cmd":{"t":"step","by":1},"e":[{"t":"stepped","seat":0,"by":1}]}' % match.log[-1].at
    )
    assert encode(codec(DEMO).batch(match.stored[-1])) == match.stored[-1]


def test_the_entries_of_a_log_are_its_events_in_order() -> None:
    match = played(DEMO, 3, "entries", steps=40)
    assert list(codec(DEMO).entries(match.stored)) == match.log
    assert [encode_batch(join_entries(run)) for run in batches(match.log)] == match.stored


@for_each(
    "altered",
    [
        (b'"t":"stepped"', b'"t":"jumped"'),
        (b'"by":1}]', b'"by":1,"far":true}]'),
        (b'"cmd"', b'"command"'),
        (b'"by":1}]', b'"by":"1"}]'),
        (b'"at":', b'"n":1,"at":'),
        (b'"seat":0,"cmd"', b'"seat":0,"by":"nobody","cmd"'),
        (b'[{"t":"stepped","seat":0,"by":1}]', b"[]"),
    ],
)
def test_a_batch_that_contains_unknown_or_malformed_parts_is_refused(altered: tuple[bytes, bytes]) -> None:
    match = opened(DEMO, 2, Random(1))
    match.do(Step(1), 0)
    changed = match.stored[-1].replace(*altered)
    assert changed != match.stored[-1]
    with pytest.raises(msgspec.ValidationError):
        codec(DEMO).batch(changed)


def test_commands_events_and_batches_are_refused_only_above_their_maximum_length() -> None:
    match = opened(DEMO, 2, Random(1))
    (entry,) = match.do(Step(1), 0)
    room = MAX_PART - len(b'{"t":"","by":1}')
    for length, fits in ((room, True), (room + 1, False)):
        command = Raw(b'{"t":"%b","by":1}' % (b"x" * length))
        assert is_refused([replace(entry, cmd=command)]) is not fits
    event = replace(entry, e=Closed(Ending.FINISHED, "0" * (MAX_PART - 100)))
    assert not is_refused([event])
    assert is_refused([replace(entry, e=Closed(Ending.FINISHED, "0" * MAX_PART))])
    assert not is_refused([event] * 15)
    assert is_refused([event] * 17)


def is_refused(entries: Sequence[Entry]) -> bool:
    try:
        encode_batch(join_entries(entries))
    except Rejected as refused:
        return refused.code == "size"
    return False


def test_a_command_is_read_by_its_tag() -> None:
    decode = codec(DEMO).command
    assert [decode(b'{"t":"draw"}'), decode(b'{"t":"end"}')] == [Draw(), End()]
    with pytest.raises(msgspec.ValidationError):
        decode(b'{"t":"draw","twice":true}')


class Asks(Struct, frozen=True):
    """A state with prompts that counts how often it has asked its first prompt again."""

    prompts: tuple[Turn | TossOne, ...] = ()
    times: int = 0

    def prompts_asked_again(self, before: Asks) -> tuple[Turn | TossOne, ...]:
        return self.prompts[:1] if self.times > before.times else ()


BEFORE = (NumberedPrompt(3, Turn(0)), NumberedPrompt(5, TossOne(1)))


def test_an_open_prompt_keeps_its_id_and_a_new_one_is_numbered_by_its_version() -> None:
    first, then = Asks((Turn(0), TossOne(1))), Asks((TossOne(1), TossOne(2)))
    assert number_prompts(BEFORE, (first, then), 9) == (NumberedPrompt(5, TossOne(1)), NumberedPrompt(9, TossOne(2)))
    assert number_prompts(BEFORE, (first, Asks()), 9) == ()
    assert number_prompts(BEFORE, (first, first), 9) == BEFORE


def test_a_prompt_is_numbered_by_the_version_that_opened_it_even_if_more_entries_follow() -> None:
    one, both = Asks((Turn(0),)), Asks((Turn(0), TossOne(1)))
    assert number_prompts((), (Asks(), one, both, both), 9) == (
        NumberedPrompt(7, Turn(0)),
        NumberedPrompt(8, TossOne(1)),
    )
    assert number_prompts(BEFORE, (both, one, both), 9) == (NumberedPrompt(3, Turn(0)), NumberedPrompt(9, TossOne(1)))
    assert number_prompts(BEFORE, (both, Asks(), both), 9) == (
        NumberedPrompt(9, Turn(0)),
        NumberedPrompt(9, TossOne(1)),
    )


def test_a_second_prompt_gets_a_new_id_even_if_it_equals_the_first() -> None:
    once, twice = Asks((Turn(0),)), Asks((Turn(0), Turn(0)))
    asked = number_prompts((NumberedPrompt(3, Turn(0)),), (once, twice), 9)
    assert asked == (NumberedPrompt(3, Turn(0)), NumberedPrompt(9, Turn(0)))
    assert number_prompts(asked, (twice, once), 12) == (NumberedPrompt(3, Turn(0)),)


def test_a_question_that_is_asked_again_later_gets_a_new_prompt_id() -> None:
    first = Asks((Turn(0), TossOne(1)))
    again = replace(first, times=1)
    assert number_prompts(BEFORE, (first, again), 9) == (NumberedPrompt(9, Turn(0)), NumberedPrompt(5, TossOne(1)))
    assert number_prompts(BEFORE, (first, again, again), 9) == (
        NumberedPrompt(8, Turn(0)),
        NumberedPrompt(5, TossOne(1)),
    )
    alone = Asks((Turn(0),))
    assert number_prompts(BEFORE[:1], (alone, replace(alone, times=1)), 9) == (NumberedPrompt(9, Turn(0)),)


def test_random_words_that_would_make_small_numbers_more_likely_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_shuffle_gives_every_order_with_equal_probability() -> None:
    chance = Chance(b"seed" * 8)
    orders = Counter(chance.stream("deck", n).shuffle("abcd") for n in range(24_000))
    assert len(orders) == 24
    # 23 degrees of freedom: above 49.7 once in a thousand seeds.
    assert sum((count - 1_000) ** 2 / 1_000 for count in orders.values()) < 49.7


def test_streams_with_different_labels_are_independent() -> None:
    chance = Chance(b"seed" * 8)
    first, second = chance.stream("dice", 0), chance.stream("dice", 1)
    alone = [chance.stream("dice", 1).word() for _ in range(1)]
    assert [first.word() for _ in range(100)] != [second.word() for _ in range(100)]
    assert chance.stream("dice", 1).word() == alone[0]
    labels = [("dice", 0), ("dice", 1), ("deck", 0), ("dice/0", 1)]
    assert len({Chance(b"s", epoch).stream(*label).word() for label in labels for epoch in (0, 1, 2)}) == 12
