"""Pictures of boards as spectators see them: SVG for the lobby, PNG for links in chats."""

import resvg_py
from msgspec import Raw

from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.match.decide import Intent, decide
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import SeatHolder, Spectator
from chronik.domain.log.canonical import encode
from chronik.service.matches.catalogue import Rules
from chronik.service.matches.live import Live

MOST = 256
"""How many pictures are kept."""
PNG_WIDTH = 800


class Boards:
    """The latest picture of each match that was drawn here."""

    def __init__(self) -> None:
        self._drawn: dict[str, tuple[int, str]] = {}

    def draw(self, live: Live) -> str:
        """Returns the board of a match that has started, as SVG."""
        match, projection = live.match, live.rules.projection
        version, drawn = self._drawn.get(match.id, (0, ""))
        if version != match.version:
            drawn = projection.picture(projection.view(match.state, Spectator()))
            if len(self._drawn) >= MOST:
                self._drawn.clear()
            self._drawn[match.id] = match.version, drawn
        return drawn


def draw_example(rules: Rules) -> str:
    """Draws the board of a game as it is set up, for links to matches that have not started."""
    opening = OpenMatch((SeatHolder(bot="random"),) * min(rules.game.seats), Raw(b"{}"))
    keys = Keys.of("0" * 32, bytes(32))
    intent = Intent(command=opening, raw=Raw(encode(opening)), at=0, by=Author.ENGINE)
    dealt = decide(rules.game, Match(id=keys.match.hex()), intent, keys).match
    return rules.projection.picture(rules.projection.view(dealt.state, Spectator()))


def render_png(drawn: str) -> bytes:
    """Converts a picture to PNG, because chat programs show no SVG. It contains no text, so no fonts are loaded."""
    return resvg_py.svg_to_bytes(svg_string=drawn, width=PNG_WIDTH, skip_system_fonts=True)
