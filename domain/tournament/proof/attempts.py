"""Attempts at pairing a round: what changed before it was paired again, so that a reader can judge the reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronik.domain.tournament.record.state import Entrant, Presence, Tournament

ABSENCES = {
    Presence.WITHDRAWN: "left",
    Presence.NOT_SHOWN: "did not come",
    Presence.DISQUALIFIED: "disqualified",
}


def describe_changes(before: Tournament, now: Tournament, number: int) -> str:
    """Returns a sentence on what changed between two pairings of a round.

    Each state is the state right after its pairing.
    """
    first, second = before.rounds[number - 1], now.rounds[number - 1]
    named = [*_entrant_changes(before, now), *_pair_changes(before, now), *_result_changes(before, now, number)]
    if first.fixed != second.fixed:
        named.append("the tables set by hand")
    if first.algorithm != second.algorithm:
        named.append(f"the method, from {first.algorithm} to {second.algorithm}")
    changed = "; ".join(named) or "nothing"
    paired = f"Round {number}, pairing {second.attempt + 1} (entry {second.entry})"
    return f"{paired}. Changed since pairing {first.attempt + 1}: {changed}."


def _entrant_changes(before: Tournament, now: Tournament) -> Iterator[str]:
    old, new = before.entrants, now.entrants[len(before.entrants) :]
    pairs = list(zip(old, now.entrants, strict=False))
    yield from _name_entrants("registered", new)
    for presence, words in ABSENCES.items():
        yield from _name_entrants(words, [now for was, now in pairs if was.active and now.presence is presence])
    yield from _name_entrants("returned", [now for was, now in pairs if now.active and not was.active])
    yield from _name_entrants("in another club", [now for was, now in pairs if was.club != now.club])
    fined = {one.entrant for one in now.penalties[len(before.penalties) :]}
    yield from _name_entrants("penalised", [one for one in now.entrants if one.number in fined])
    struck = {one.entrant for one in {*before.struck} ^ {*now.struck}}
    yield from _name_entrants(
        "with games struck or counted again", [one for one in now.entrants if one.number in struck]
    )


def _name_entrants(words: str, entrants: Iterable[Entrant]) -> Iterator[str]:
    """Yields the numbers of entrants with what happened to them, if there are any."""
    numbers = [str(one.number) for one in entrants]
    if numbers:
        yield f"{'entrant' if len(numbers) == 1 else 'entrants'} {', '.join(numbers)} ({words})"


def _pair_changes(before: Tournament, now: Tournament) -> Iterator[str]:
    pairs = [f"{low} and {high}" for low, high in sorted(now.forbidden ^ before.forbidden)]
    if pairs:
        yield f"the forbidden pairs ({', '.join(pairs)})"


def _result_changes(before: Tournament, now: Tournament, number: int) -> Iterator[str]:
    for was, one in zip(before.rounds[: number - 1], now.rounds, strict=False):
        for old, new in zip(was.tables, one.tables, strict=True):
            ends = [table.result and (table.result.points, table.result.places) for table in (old, new)]
            if ends[0] != ends[1]:
                yield f"the result of round {one.number}, table {new.number}"
