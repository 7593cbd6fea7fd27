"""Faults in a card list as sentences, for checking a list and for the problem that refuses one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from chronik.domain.engine.deck_words import Words, problem_sentence
from chronik.domain.engine.game import DeckProblem
from chronik.service.web.problems.kinds import DECK_INVALID
from chronik.service.web.problems.problem import Problem

IN_DETAIL = 3
"""How many sentences the detail of a problem repeats; `problems` has all of them."""


class ToldProblem(Struct, frozen=True):
    """A fault in a list: code, rule, card, value found, value allowed, and a sentence that combines them.

    Fields that do not apply are empty.
    """

    code: str
    rule: str
    card: str
    found: str
    allowed: str
    sentence: str


def describe(words: Words, one: DeckProblem) -> ToldProblem:
    """Returns a fault in a list, with a sentence in the language of `words`."""
    return ToldProblem(one.code, one.rule, one.card, one.found, one.allowed, problem_sentence(words, one))


def refuse_list(words: Words, problems: Sequence[DeckProblem]) -> Problem:
    """Returns the problem for a list that is refused because of these faults."""
    described = [describe(words, one) for one in problems]
    detail = " ".join(one.sentence for one in described[:IN_DETAIL])
    return Problem(DECK_INVALID, detail, problems=described)
