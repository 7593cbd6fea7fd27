"""Rounding the path of a drawing moves no point by more than half a unit."""

import pytest

from tests.viewer.svg_path import round_path


@pytest.mark.parametrize(
    ("path", "short"),
    [
        ("M1.4 2.6L3.4 2.6", "m1 3 2 0"),
        ("m1.4 2.6 2 0 0-1.2z", "m1 3 2 0 0-2z"),
        ("M0 0h.4h.4h.4", "m0 0h0 1 0"),
        ("M10 10v-3.6V2", "m10 10v-4-4"),
        ("M0 0c1.2.4 2.6.6 3.6 3.6s1 1 1 1", "m0 0c1 0 3 1 4 4s1 1 1 1"),
        ("M0 0a5.2 5.2 0 011 1.4", "m0 0a5 5 0 0 1 1 1"),
        ("M5 5l1 1zm1 1l2 2", "m5 5 1 1zm1 1 2 2"),
    ],
)
def test_a_rounded_path_is_relative_and_does_not_drift(path: str, short: str) -> None:
    assert round_path(path) == short
