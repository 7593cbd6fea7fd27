"""The kinds of command that are not offered to a seat, each with the reason in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.refusals import REFUSALS
from chronik.domain.engine.match.refused_commands import list_refused
from chronik.service.running.links import rule_url


class RefusedCommand(Struct, frozen=True, omit_defaults=True):
    """A kind of command that is not offered now: its tag, the code and sentence of the refusal, and the rule it cites.

    If `of` names a track or a card in hand, only commands that use it are refused; others of the kind may be offered.
    `facts` are the facts of the refusal: `missing` counts, by kind, the cards that the seat lacks to pay for it.
    """

    kind: str
    code: str
    sentence: str
    rule: str
    rule_url: str
    of: str = ""
    facts: Mapping[str, Any] = {}


def list_refused_commands(game: Game, match: Match, seat: int, at: int) -> tuple[RefusedCommand, ...]:
    """Returns each kind of command that is not offered to a seat at a moment, in the game's order of commands."""
    return tuple(
        RefusedCommand(
            one.kind, one.code, meaning.sentence, meaning.rule, rule_url(game.name, meaning.rule), one.of, one.facts
        )
        for one in list_refused(game, match, seat, at)
        for meaning in (game.refusals.get(one.code) or REFUSALS[one.code],)
    )
