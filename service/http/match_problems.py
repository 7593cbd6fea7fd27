"""The problems of matches: what each failure of reading or writing one is called in an answer."""

from __future__ import annotations

from typing import Any

import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.game import Game, Refusal, Rejected
from domain.engine.match.match import Match
from domain.engine.match.refusals import REFUSALS
from service.cold.objects import Unreachable
from service.links import links, rule_url
from service.log.outcomes import Damaged, KeyReused, NoRoom, OutcomeUnknown, ReadOnly, Unavailable
from service.matches.catalogue import Rules
from service.matches.live import NotLoaded
from service.matches.play import Contended, NotSeated, PromptClosed, Stale
from service.matches.referee import TooFar
from service.problems.kinds import (
    DATA_SET_MISSING,
    KEY_REUSED,
    MALFORMED,
    MATCH_CLOSED,
    MATCH_DAMAGED,
    NO_NEW_MATCHES,
    NOT_READY,
    NOT_YOUR_SEAT,
    OUTCOME_UNKNOWN,
    PROMPT_CLOSED,
    READ_ONLY,
    REJECTED,
    SEAT_TAKEN,
    STALE_VIEW,
    UNDO_BLOCKED,
)
from service.problems.problem import Problem

LOG: FilteringBoundLogger = structlog.get_logger("chronik.matches")

OVERTAKEN = "Others were faster, again and again; this request recorded nothing. Send it again."
UNKNOWN = "Send it again with the same `Idempotency-Key`: it counts once. Without a key, read the match first."
COLD = "The archives of finished matches do not answer. Whatever is still being played is not among them."
AWAY = "The log does not answer. This request recorded nothing; an earlier one with its key may have."


def match_problem(  # noqa: C901  one case per failure
    error: Exception, rules: Rules | None, match: Match | None
) -> Problem:
    """The problem that a failure of the write path becomes; other exceptions are raised again."""
    match error:
        case Rejected():
            return _rejected(error, rules, match)
        case Stale():
            where = links(rules.game.name, match.id) if rules and match else None
            members: dict[str, Any] = {"view": where.view, "replay": where.replay} if where else {}
            return Problem(STALE_VIEW, version=error.version, **members)
        case PromptClosed():
            return Problem(PROMPT_CLOSED, version=match.version if match else None)
        case NotSeated():
            return Problem(NOT_YOUR_SEAT)
        case TooFar():
            return Problem(MALFORMED, "No clock runs out more than ten years from now.", at="$.seconds")
        case KeyReused():
            return Problem(KEY_REUSED)
        case Contended():
            return Problem(OUTCOME_UNKNOWN, OVERTAKEN, headers={"Retry-After": "1"})
        case OutcomeUnknown():
            return Problem(OUTCOME_UNKNOWN, UNKNOWN, headers={"Retry-After": "1"})
        case NoRoom():
            return Problem(NO_NEW_MATCHES, headers={"Retry-After": "60"})
        case ReadOnly():
            return Problem(READ_ONLY, headers={"Retry-After": "5"})
        case Unreachable():
            return Problem(NOT_READY, COLD, headers={"Retry-After": "5"})
        case Unavailable():
            return Problem(NOT_READY, AWAY, headers={"Retry-After": "2"})
        case Damaged():
            LOG.error("match damaged", match=error.match, problem=str(error))
            return Problem(MATCH_DAMAGED)
        case NotLoaded():
            opened = error.opened
            return Problem(DATA_SET_MISSING, game=opened.game, rules=opened.rules, facts=opened.facts)
        case _:
            raise error


def _rejected(error: Rejected, rules: Rules | None, match: Match | None) -> Problem:
    game = rules.game if rules else None
    refusal: Refusal = (game.refusals.get(error.code) if game else None) or REFUSALS[error.code]
    if error.code == "match-closed":
        return Problem(MATCH_CLOSED)
    if error.code == "seat-taken":
        return Problem(SEAT_TAKEN, **error.facts)
    if error.code == "undo-blocked":
        return Problem(UNDO_BLOCKED, refusal.sentence, **_cited(refusal, game), entries=error.facts["blocking"])
    members: dict[str, Any] = {"facts": error.facts} if error.facts else {}
    if game and match:
        members |= {"options": links(game.name, match.id).options, "version": match.version}
    return Problem(REJECTED, refusal.sentence, code=error.code, **_cited(refusal, game), **members)


def _cited(refusal: Refusal, game: Game | None) -> dict[str, Any]:
    """The rule that a refusal cites, and where it can be read."""
    return {"rule": refusal.rule, "rule_url": rule_url(game.name if game else "", refusal.rule)}
