"""Moments in a time zone, as tables have them."""

from chronik.service.running.zones import cell, is_zone, local


def test_a_moment_is_shown_in_the_requested_time_zone() -> None:
    summer = 1_782_907_200_000
    assert cell(summer, "UTC", spreadsheet=False) == "2026-07-01T12:00:00Z"
    assert cell(summer, "Europe/Amsterdam", spreadsheet=False) == "2026-07-01T14:00:00+02:00"
    assert cell(summer, "Europe/Amsterdam", spreadsheet=True) == "2026-07-01 14:00:00"
    assert cell(summer, "Asia/Kolkata", spreadsheet=False) == "2026-07-01T17:30:00+05:30"
    assert local(summer, "Nowhere/Here").isoformat() == "2026-07-01T12:00:00+00:00", "as far as this machine knows"


def test_time_zones_have_iana_names() -> None:
    assert is_zone("UTC")
    assert is_zone("Europe/Amsterdam")
    assert not any(map(is_zone, ("", "Amsterdam", "../etc/passwd", "europe/amsterdam", "UTC\x00")))
