"""Reads a list in any of its four formats; problems are returned rather than raised (T13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from chronik.domain.catan_cards.deck import code
from chronik.domain.catan_cards.deck.code import BadCode, read_code
from chronik.domain.catan_cards.deck.deck_list import MOST, DeckList, normalize
from chronik.domain.catan_cards.deck.entries import Entry, ParsedList, Section, deck_problem, find_invisible
from chronik.domain.catan_cards.deck.lines import read_lines
from chronik.domain.catan_cards.deck.tables import TOML, read_json, read_toml
from chronik.domain.catan_cards.deck.titles import Sort, Title, find_nearest, find_title
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.engine.game import DeckProblem

LONGEST = 20_000
"""The maximum number of characters in a list."""
NO_NAME = '""'
"""A placeholder for a card without a name."""
MOST_PROBLEMS = 100
"""The maximum number of problems with a list's form that are reported; further ones are only counted."""


class Reading(Struct, frozen=True):
    """A list as far as it could be read, and its problems.

    `cards` and `events` are the numbers of cards and events, including unknown entries; each is None if one of its
    counts is not a valid number. `counts` holds the same totals without invalid counts; it is empty if the text is not
    a list.
    """

    deck: DeckList
    problems: tuple[DeckProblem, ...] = ()
    cards: int | None = 0
    events: int | None = 0
    counts: Mapping[str, int] = {}
    whole: bool = True
    """True if the text contains a list at all, so that its totals are meaningful."""


def read(facts: Facts, text: str) -> Reading:
    """Reads a deck list from text: JSON, TOML, plain lines or a code."""
    if len(text) > LONGEST:
        return _reject(deck_problem("too-long", found=len(text), allowed=LONGEST))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if unseen := find_invisible(text):
        return _reject(unseen)
    start = text.lstrip()
    if not start:
        return _reject(deck_problem("no-list"))
    if found := code.CODE.fullmatch(text):
        return _decode(facts, *found.groups())
    if start[0] == "{":
        return _resolve(facts, read_json(text))
    return _resolve(facts, read_toml(text) if TOML.search(text) else read_lines(text))


def _reject(wrong: DeckProblem) -> Reading:
    return Reading(DeckList(cards={}, events={}), (wrong,), whole=False)


def _decode(facts: Facts, prefix: str, version: str, letters: str) -> Reading:
    if prefix.upper() != code.PREFIX:
        return _reject(deck_problem("code-wrong"))
    if int(version) != code.VERSION:
        return _reject(deck_problem("version", found=int(version), allowed=code.VERSION))
    try:
        deck = read_code(facts, letters)
    except BadCode as bad:
        return _reject(deck_problem("code-letter", found=bad.letter) if bad.letter else deck_problem("code-wrong"))
    cards, events = sum(deck.cards.values()), sum(deck.events.values())
    return Reading(deck, cards=cards, events=events, counts={"cards": cards, "events": events})


def _resolve(facts: Facts, written: ParsedList) -> Reading:
    """Builds the list from its entries: finds each title by its name and checks each count."""
    if written.problems and not written.entries:
        return Reading(DeckList(name=written.name, cards={}, events={}), _limit_problems(written.problems), whole=False)
    problems = list(written.problems)
    counts: dict[Sort, Counter[str]] = {Sort.CARD: Counter(), Sort.EVENT: Counter()}
    totals = {Sort.CARD: 0, Sort.EVENT: 0}
    uncertain = set[Sort]()
    listed = Counter[tuple[Sort, str]]()
    for entry in written.entries:
        if unseen := find_invisible(entry.written):
            problems.append(unseen)
            continue
        found = find_title(facts, entry.written)
        place = _sort_of_entry(entry, found)
        card = found.id if found else entry.written.strip() or NO_NAME
        listed[place, card] += 1
        if listed[place, card] == 2:
            problems.append(deck_problem("duplicate", card=card))
        wrong = _check_entry(facts, entry, found, place, len(problems) < MOST_PROBLEMS)
        problems += wrong
        if entry.count is None or not 0 <= entry.count <= MOST:
            problems.append(deck_problem("count", card=card, found=entry.found, allowed=f"0–{MOST}"))
            uncertain.add(place)
            continue
        totals[place] += entry.count
        if found and not wrong and entry.count:
            counts[place][card] += entry.count
    deck = DeckList(name=written.name, cards=counts[Sort.CARD], events=counts[Sort.EVENT])
    cards, events = (None if place in uncertain else totals[place] for place in (Sort.CARD, Sort.EVENT))
    known = {"cards": totals[Sort.CARD], "events": totals[Sort.EVENT]}
    return Reading(normalize(facts, deck), _limit_problems(tuple(problems)), cards, events, known)


def _sort_of_entry(entry: Entry, found: Title | None) -> Sort:
    """Returns whether an entry belongs to the cards or to the events."""
    if entry.section is Section.EITHER:
        return Sort.EVENT if found and found.sort is Sort.EVENT else Sort.CARD
    return Sort.EVENT if entry.section is Section.EVENTS else Sort.CARD


def _check_entry(
    facts: Facts, entry: Entry, found: Title | None, place: Sort, suggest: bool
) -> tuple[DeckProblem, ...]:
    """Returns the problem with an unknown or misplaced entry; `suggest` adds the title with the most similar name."""
    if found is None:
        sorts = (Sort.CARD, Sort.EVENT) if entry.section is Section.EITHER else (place,)
        like = find_nearest(facts, entry.written, sorts) if suggest else ""
        card = entry.written.strip() or NO_NAME
        return (deck_problem("unknown-card" if place is Sort.CARD else "unknown-event", card=card, allowed=like),)
    if found.sort is place:
        return ()
    return (deck_problem("not-in-deck" if place is Sort.CARD else "not-an-event", card=found.id),)


def _limit_problems(problems: tuple[DeckProblem, ...]) -> tuple[DeckProblem, ...]:
    if len(problems) <= MOST_PROBLEMS:
        return problems
    return (*problems[:MOST_PROBLEMS], deck_problem("too-many", found=len(problems) - MOST_PROBLEMS))
