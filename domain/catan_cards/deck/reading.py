"""A list read in whichever of its four spellings it is written; never an exception, always words (T13)."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from domain.catan_cards.deck import code
from domain.catan_cards.deck.code import BadCode, read_code
from domain.catan_cards.deck.deck_list import MOST, DeckList, ordered
from domain.catan_cards.deck.entries import Entry, Section, Written, hidden, problem
from domain.catan_cards.deck.lines import read_lines
from domain.catan_cards.deck.tables import TOML, read_json, read_toml
from domain.catan_cards.deck.titles import Sort, Title, nearest, title
from domain.catan_cards.facts.load import Facts
from domain.engine.game import DeckProblem

LONGEST = 20_000
"""How many characters a list may have."""
MOST_TOLD = 100
"""How many things wrong with what is written are told, before the rest is counted."""


class Reading(Struct, frozen=True):
    """A list as far as it could be understood, and what could not.

    `cards` and `events` are the totals that the list names, with what is unknown; None where a count is no number.
    """

    deck: DeckList
    problems: tuple[DeckProblem, ...] = ()
    cards: int | None = 0
    events: int | None = 0
    whole: bool = True
    """Whether there is a list at all, so that its totals mean something."""


def read(facts: Facts, text: str) -> Reading:
    """The list that a text spells as JSON, TOML, lines or code."""
    if len(text) > LONGEST:
        return _nothing(problem("too-long", found=len(text), allowed=LONGEST))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if unseen := hidden(text):
        return _nothing(unseen)
    start = text.lstrip()
    if not start:
        return _nothing(problem("no-list"))
    if found := code.CODE.fullmatch(text):
        return _of_code(facts, *found.groups())
    if start[0] == "{":
        return _of(facts, read_json(text))
    return _of(facts, read_toml(text) if TOML.search(text) else read_lines(text))


def _nothing(wrong: DeckProblem) -> Reading:
    return Reading(DeckList(cards={}, events={}), (wrong,), whole=False)


def _of_code(facts: Facts, prefix: str, version: str, letters: str) -> Reading:
    if prefix.upper() != code.PREFIX:
        return _nothing(problem("code-wrong"))
    if int(version) != code.VERSION:
        return _nothing(problem("version", found=int(version), allowed=code.VERSION))
    try:
        deck = read_code(facts, letters)
    except BadCode as bad:
        return _nothing(problem("code-letter", found=bad.letter) if bad.letter else problem("code-wrong"))
    return Reading(deck, cards=sum(deck.cards.values()), events=sum(deck.events.values()))


def _of(facts: Facts, written: Written) -> Reading:
    """The list of what is written: each entry found by its name, counted once."""
    if written.problems and not written.entries:
        return Reading(DeckList(name=written.name, cards={}, events={}), _told(written.problems), whole=False)
    problems = list(written.problems)
    counts: dict[Sort, Counter[str]] = {Sort.CARD: Counter(), Sort.EVENT: Counter()}
    totals: dict[Sort, int | None] = {Sort.CARD: 0, Sort.EVENT: 0}
    listed = Counter[tuple[Sort, str]]()
    for entry in written.entries:
        if unseen := hidden(entry.written):
            problems.append(unseen)
            continue
        found = title(facts, entry.written)
        place = _place(entry, found)
        card = found.id if found else entry.written
        listed[place, card] += 1
        if listed[place, card] == 2:
            problems.append(problem("duplicate", card=card))
        wrong = _misplaced(facts, entry, found, place, len(problems) < MOST_TOLD)
        problems += wrong
        if entry.count is None or not 0 <= entry.count <= MOST:
            problems.append(problem("count", card=card, found=entry.found, allowed=f"0–{MOST}"))
            totals[place] = None
            continue
        total = totals[place]
        totals[place] = None if total is None else total + entry.count
        if found and not wrong and entry.count:
            counts[place][card] += entry.count
    deck = DeckList(name=written.name, cards=counts[Sort.CARD], events=counts[Sort.EVENT])
    return Reading(ordered(facts, deck), _told(tuple(problems)), totals[Sort.CARD], totals[Sort.EVENT])


def _place(entry: Entry, found: Title | None) -> Sort:
    """Whether an entry counts among the cards or among the events."""
    if entry.section is Section.EITHER:
        return Sort.EVENT if found and found.sort is Sort.EVENT else Sort.CARD
    return Sort.EVENT if entry.section is Section.EVENTS else Sort.CARD


def _misplaced(facts: Facts, entry: Entry, found: Title | None, place: Sort, told: bool) -> tuple[DeckProblem, ...]:
    """What is wrong with an entry that is unknown (the nearest one is looked for if told), or does not belong there."""
    if found is None:
        sorts = (Sort.CARD, Sort.EVENT) if entry.section is Section.EITHER else (place,)
        like = nearest(facts, entry.written, sorts) if told else ""
        return (problem("unknown-card" if place is Sort.CARD else "unknown-event", card=entry.written, allowed=like),)
    if found.sort is place:
        return ()
    return (problem("not-in-deck" if place is Sort.CARD else "not-an-event", card=found.id),)


def _told(problems: tuple[DeckProblem, ...]) -> tuple[DeckProblem, ...]:
    if len(problems) <= MOST_TOLD:
        return problems
    return (*problems[:MOST_TOLD], problem("too-many", found=len(problems) - MOST_TOLD))
