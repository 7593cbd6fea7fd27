"""Sealed choices: made seat by seat, replaceable a limited number of times, and absent in games that seal nothing."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.engine.sealing import (
    MAX_REPLACED,
    Sealed,
    Sealing,
    awaits_choice,
    choices,
    find_sealed_choice,
    is_final,
    seal,
)
from tests.support.engine.demo import TossOne


class Turns:
    """A state without sealed choices."""

    prompts = (TossOne(0),)

    def prompts_asked_again(self, before: Turns) -> tuple[TossOne, ...]:
        return ()


OPEN = Sealing(prompts=(TossOne(0), TossOne(2)), sealed=(None, None, None))


def test_a_choice_is_awaited_until_every_asked_seat_has_sealed_one() -> None:
    first = replace(OPEN, sealed=seal(OPEN, 2, "a"))
    both = replace(first, sealed=seal(first, 0, "b"))
    assert [awaits_choice(state) for state in (OPEN, first, both)] == [True, True, False]
    assert choices(both) == ("b", None, "a")


def test_a_choice_may_be_replaced_only_a_limited_number_of_times() -> None:
    state = replace(OPEN, sealed=seal(OPEN, 0, 0))
    for time in range(1, MAX_REPLACED + 1):
        assert not is_final(find_sealed_choice(state, 0))
        state = replace(state, sealed=seal(state, 0, time))
    assert find_sealed_choice(state, 0) == Sealed(MAX_REPLACED, MAX_REPLACED)
    assert is_final(find_sealed_choice(state, 0))


def test_a_game_without_sealed_choices_is_allowed() -> None:
    assert find_sealed_choice(Turns(), 0) is None
