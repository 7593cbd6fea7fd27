"""What is wrong with a list in words: the sentence of its code, with the names of what it tells."""

from __future__ import annotations

from collections.abc import Mapping

from domain.engine.game import DeckProblem

CODES = "deck"
"""The kind of name that says what a code means; `{card}`, `{found}`, `{allowed}` stand for what the problem tells."""

Words = Mapping[str, Mapping[str, str]]
"""Names of one language by kind and id."""


def sentence(words: Words, problem: DeckProblem) -> str:
    """The problem as a sentence; ids are told by their names, and a code without words as it is."""
    told = words.get(CODES, {}).get(problem.code, problem.code)
    for place, value in (("card", problem.card), ("found", problem.found), ("allowed", problem.allowed)):
        told = told.replace(f"{{{place}}}", value if place == "found" else _named(words, value))
    return told


def _named(words: Words, id: str) -> str:
    """What an id is called by the first kind that has texts and knows it: a card, an event, anything printed."""
    return next((names[id] for kind, names in words.items() if f"{kind}_texts" in words and id in names), id)
