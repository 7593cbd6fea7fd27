"""A bot's own random numbers; they have nothing to do with the chance of a match."""

from __future__ import annotations

from hashlib import sha256


class Luck:
    """A stream of numbers for one match, seat and prompt: asked a second time, a bot answers as before.

    `of` stands for the match. Whoever knows it foretells the bot: in the service it is a key that is as secret as the
    match's secret (`Keys.luck`, hex), elsewhere the id of the match will do.
    """

    __slots__ = ("_drawn", "_of")

    def __init__(self, of: str, seat: int, prompt: int) -> None:
        self._of = of, seat, prompt
        self._drawn = 0

    def below(self, n: int) -> int:
        """A number 0 … n−1, each as likely as 256 bits can make it."""
        self._drawn += 1
        of, seat, prompt = self._of
        label = f"chronik/bot/1/{of}/{seat}/{prompt}/{self._drawn}"
        return int.from_bytes(sha256(label.encode()).digest(), "big") % n
