"""A value that was read a moment ago is not read again."""

from chronik.service.running.recent import MOST, SECONDS, RecentValues


def test_a_value_is_known_for_a_moment_or_until_it_changes() -> None:
    now = [0.0]
    values = RecentValues[str, str](lambda: now[0])
    values.put("ann", "Ann")
    values.put("ben", "Ben")
    values.forget("ben")
    assert [values.get(key) for key in ("ann", "ben", "cleo")] == ["Ann", None, None]
    now[0] = SECONDS
    assert values.get("ann") is None


def test_memory_is_bounded() -> None:
    values = RecentValues[int, int](lambda: 0.0)
    for key in range(MOST + 1):
        values.put(key, key)
    assert values.get(0) is None
    assert values.get(MOST) == MOST
