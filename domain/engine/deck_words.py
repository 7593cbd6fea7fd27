"""Sentences for the problems of a deck list."""

from __future__ import annotations

import re
from collections.abc import Mapping

from chronik.domain.engine.game import DeckProblem

CODES = "deck"
"""The kind of name under which the sentences are stored by code, with placeholders that `FIELD` matches."""
BESIDE = "-beside"
"""The suffix of a code for a problem that counts copies in addition to those in the list."""
FIELD = re.compile(r"\{(card|found|allowed|beside)\}")

Words = Mapping[str, Mapping[str, str]]
"""The names in one language, by kind and id."""


def problem_sentence(words: Words, problem: DeckProblem) -> str:
    """Returns the sentence for a problem, with names in place of ids, or the code alone if a sentence is missing."""
    code = problem.code + BESIDE * bool(problem.beside)
    fields = {
        "card": _name_of(words, problem.card),
        "found": problem.found,
        "allowed": _name_of(words, problem.allowed),
        "beside": problem.beside,
    }
    return FIELD.sub(lambda field: fields[field[1]], words.get(CODES, {}).get(code, problem.code))


def _name_of(words: Words, id: str) -> str:
    """Returns the name of an id in the first printed kind that contains it, or the id itself."""
    return next((names[id] for kind, names in words.items() if f"{kind}_texts" in words and id in names), id)
