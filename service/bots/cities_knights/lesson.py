"""The script of the opponent in the lesson of Cities & Knights."""

from __future__ import annotations

from collections.abc import Mapping

from chronik.domain.cities_knights.commands import ActivateKnight, Command, EndTurn, PlaceStart, RecruitKnight

SCRIPT: Mapping[int, tuple[Command, ...]] = {
    0: (PlaceStart(28, 21), PlaceStart(43, 45)),
    1: (RecruitKnight(10), ActivateKnight(10), EndTurn()),
}
