"""The kinds of commands that a seat is not offered, with the reason as a person reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from domain.engine.game import Game
from domain.engine.match.match import Match
from domain.engine.match.refusals import REFUSALS
from domain.engine.match.refused import refused
from service.links import rule_url


class RefusedCommand(Struct, frozen=True, omit_defaults=True):
    """A kind of command that is not offered now: its tag, the code of the refusal, its sentence, the rule it cites.

    With `of`, a track or a card of the hand, it speaks of such commands of the kind only; others may be offered.
    `facts` are those of the refusal: `missing`, by kind, are the cards that its cost lacks.
    """

    kind: str
    code: str
    sentence: str
    rule: str
    rule_url: str
    of: str = ""
    facts: Mapping[str, Any] = {}


def refused_commands(game: Game, match: Match, seat: int, at: int) -> tuple[RefusedCommand, ...]:
    """Every kind that a seat is not offered at a moment, in the order of the game's commands."""
    return tuple(
        RefusedCommand(
            one.kind, one.code, meaning.sentence, meaning.rule, rule_url(game.name, meaning.rule), one.of, one.facts
        )
        for one in refused(game, match, seat, at)
        for meaning in (game.refusals.get(one.code) or REFUSALS[one.code],)
    )
