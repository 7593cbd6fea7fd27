"""Built-in deck lists for bots: each bot that enters seals one, selected by its number, so that all lists are used."""

from __future__ import annotations

from chronik.domain.engine.match.match import rule_options
from chronik.domain.tournament.record.commands import SealDeck, SealDecks
from chronik.domain.tournament.record.state import Tournament
from chronik.service.matches.catalogue import Catalogue
from chronik.service.tournaments.sealed_lists import commitment_of, rules_of, seal
from chronik.service.tournaments.store import Tournaments


async def seal_for_bots(tournaments: Tournaments, catalogue: Catalogue, tournament: str, by: str) -> None:
    """Seals a built-in list for every bot that lacks one, if entrants seal lists. A repeated call changes nothing.

    `by` is an organiser. Raises what `submit` raises.
    """
    found = await tournaments.find(tournament)
    lists = list_built_in(catalogue, found) if found is not None else ()
    if found is None or not lists:
        return
    waiting = [one.number for one in found.entrants if one.bot and one.active and one.deck is None]
    if not waiting:
        return
    rows = [seal(found, number, lists[number % len(lists)]) for number in waiting]
    command = SealDecks(tuple(SealDeck(row.entrant, commitment_of(row)) for row in rows))
    await tournaments.submit(tournament, by, command, rows=rows)


def list_built_in(catalogue: Catalogue, tournament: Tournament) -> tuple[str, ...]:
    """Returns the built-in lists, which any entrant may seal; empty for a tournament without lists."""
    rules = rules_of(catalogue, tournament)
    if tournament.pinned is None or rules is None or rules.game.lists is None:
        return ()
    return rules.game.lists.built_in(rule_options(rules.game, tournament.planned.options))
