"""A bot's own random numbers; they have nothing to do with the chance of a match."""

from __future__ import annotations

from hashlib import sha256

_TWO_64 = 1 << 64


class Luck:
    """A stream of numbers for one match, seat and prompt: asked a second time, a bot answers as before."""

    __slots__ = ("_block", "_label")

    def __init__(self, match: str, seat: int, prompt: int) -> None:
        self._label = b"chronik/bot/1/%b/%d/%d/" % (match.encode(), seat, prompt)
        self._block = 0

    def below(self, n: int) -> int:
        """A number 0 … n−1, each equally likely."""
        limit = _TWO_64 - _TWO_64 % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def _word(self) -> int:
        block = sha256(self._label + b"%d" % self._block).digest()
        self._block += 1
        return int.from_bytes(block[:8], "big")
