"""The script of the opponent in the lesson of the Catan card game."""

from __future__ import annotations

from collections.abc import Mapping

from chronik.domain.catan_cards.commands import BuildRoad, BuildSettlement, ChooseStack, Command, TakeCards

SCRIPT: Mapping[int, tuple[Command, ...]] = {
    0: (ChooseStack(2), TakeCards(("merchant-1", "bath_house-2", "knight_karl-1"))),
    1: (BuildRoad(-2), BuildSettlement(-3)),
}
