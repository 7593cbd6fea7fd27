"""Random numbers for bots, independent of the random draws of the match."""

from __future__ import annotations

from hashlib import sha256

from chronik.domain.engine.chance import Chance


class Luck:
    """A stream of numbers for one match, seat and prompt, so a bot that is asked again gives the same answer.

    `of` identifies the match. Anyone who knows it can predict the bot, so the service uses a key that is as secret as
    the match's secret (`Keys.luck`, hex). Elsewhere the id of the match is enough.
    """

    __slots__ = ("_drawn", "_of")

    def __init__(self, of: str, seat: int, prompt: int) -> None:
        self._of = of, seat, prompt
        self._drawn = 0

    def branch(self, label: object) -> Luck:
        """Returns another stream for the same match and seat. The same label gives the same numbers at any prompt."""
        of, seat, _ = self._of
        return Luck(f"{of}/{label}", seat, 0)

    def chance(self) -> Chance:
        """Returns a source of random outcomes for an imagined match."""
        return Chance(self.below(1 << 256).to_bytes(32, "big"))

    def below(self, n: int) -> int:
        """Returns a number from 0 to n−1. All are equally likely, as far as 256 bits allow."""
        self._drawn += 1
        of, seat, prompt = self._of
        label = f"chronik/bot/1/{of}/{seat}/{prompt}/{self._drawn}"
        return int.from_bytes(sha256(label.encode()).digest(), "big") % n
