"""The problems of matches: the response to each failure to read or write a match."""

from __future__ import annotations

from typing import Any

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.game import Game, Refusal
from chronik.domain.engine.match.refusals import REFUSALS
from chronik.service.cold.objects import Unreachable
from chronik.service.log.outcomes import (
    Contended,
    Damaged,
    KeyReused,
    NotLoaded,
    OtherLog,
    OutcomeUnknown,
    ReadOnly,
    ScarceSpace,
    Unavailable,
)
from chronik.service.matches.catalogue import Rules
from chronik.service.matches.play import CommandRejected, NotSeated, PromptClosed, Stale
from chronik.service.matches.referee import TooFar
from chronik.service.running.links import links, rule_url
from chronik.service.web.problems.deck_problems import describe
from chronik.service.web.problems.kinds import (
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
from chronik.service.web.problems.problem import Problem

LOG: FilteringBoundLogger = structlog.get_logger("chronik.matches")

OVERTAKEN = "Other requests kept changing the match first, so this one recorded nothing. Send it again."
UNKNOWN = "Send it again with the same `Idempotency-Key`: it counts once. Without a key, read the match first."
COLD = "The archives of finished matches do not answer. Running matches are not affected. Try again."
NEWER = "A newer version of Chronik opened this match. Send the request to a process of that version."
AWAY = (
    "The log does not answer. This request recorded nothing, but an earlier one with its key may have. Send it again."
)


def match_problem(error: Exception) -> Problem:  # noqa: C901  one case per failure
    """Returns the problem that reports a failure to read or write a match; re-raises any other exception."""
    match error:
        case Problem():
            return error
        case CommandRejected():
            return _rejection_problem(error)
        case Stale():
            where = links(error.rules.game.name, error.match.id)
            return Problem(STALE_VIEW, version=error.match.version, view=where.view, replay=where.replay)
        case PromptClosed():
            return Problem(PROMPT_CLOSED, version=error.version)
        case NotSeated():
            return Problem(NOT_YOUR_SEAT)
        case TooFar():
            return Problem(
                MALFORMED, "No clock may run out more than ten years from now. Give fewer seconds.", at="$.seconds"
            )
        case KeyReused():
            return Problem(KEY_REUSED)
        case Contended():
            return Problem(OUTCOME_UNKNOWN, OVERTAKEN, headers={"Retry-After": "1"})
        case OutcomeUnknown() | OtherLog():
            return Problem(OUTCOME_UNKNOWN, UNKNOWN, headers={"Retry-After": "1"})
        case ScarceSpace():
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
        case NotLoaded() if error.newer:
            return Problem(NOT_READY, NEWER, headers={"Retry-After": "5"})
        case NotLoaded():
            return Problem(DATA_SET_MISSING, game=error.game, rules=error.rules, facts=error.facts)
        case _:
            raise error


def _rejection_problem(error: CommandRejected) -> Problem:
    game, match = error.rules.game, error.match
    refusal: Refusal = game.refusals.get(error.code) or REFUSALS[error.code]
    if error.code == "match-closed":
        return Problem(MATCH_CLOSED)
    if error.code == "seat-taken":
        return Problem(SEAT_TAKEN, **error.facts)
    if error.code == "undo-blocked":
        return Problem(UNDO_BLOCKED, refusal.sentence, **_cite_rule(refusal, game), entries=error.facts["blocking"])
    members: dict[str, Any] = {"facts": _describe_facts(error.facts, error.rules)} if error.facts else {}
    if match:
        members |= {"options": links(game.name, match.id).options, "version": match.version}
    return Problem(REJECTED, refusal.sentence, code=error.code, **_cite_rule(refusal, game), **members)


def _describe_facts(facts: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """Returns the facts of a refusal, with a sentence for each problem of a refused deck (T13)."""
    if "problems" not in facts:
        return facts
    return {**facts, "problems": [describe(rules.words(), one) for one in facts["problems"]]}


def _cite_rule(refusal: Refusal, game: Game) -> dict[str, Any]:
    """Returns the rule that a refusal cites, and the address of that rule."""
    return {"rule": refusal.rule, "rule_url": rule_url(game.name, refusal.rule)}
