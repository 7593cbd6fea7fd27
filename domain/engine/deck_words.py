"""Sentences for the problems of a deck list."""

from __future__ import annotations

import re
from collections.abc import Mapping

from chronik.domain.engine.game import DeckProblem

CODES = "deck"
"""The kind of name that holds the sentences by code, with the placeholders of `FIELD`."""
BESIDE = "-beside"
"""The suffix of a code whose problem counts further copies besides those of the list."""
FIELD = re.compile(r"\{(card|found|allowed|beside)\}")

Words = Mapping[str, Mapping[str, str]]
"""Names of one language by kind and id."""


def problem_sentence(words: Words, problem: DeckProblem) -> str:
    """Returns the problem as a sentence with names for ids, or the bare code without one."""
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
