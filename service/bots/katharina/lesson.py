"""The script of the opponent in the lesson of Katharina."""

from __future__ import annotations

from collections.abc import Mapping

from chronik.domain.katharina.commands import ChooseDisplay, Command, PlayCards, Resolve

SCRIPT: Mapping[int, tuple[Command, ...]] = {
    0: (ChooseDisplay(("P019", "P061", "P089")),),
    1: (PlayCards("P044", "P040", 1), Resolve(perform=True, city="moscow")),
    2: (PlayCards("P057", "P048", 4), Resolve(perform=True, city="smolensk")),
}
