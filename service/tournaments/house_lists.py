"""House lists for bots: sealed when they are entered, each by its number, so that every list of the house is played."""

from __future__ import annotations

from domain.engine.match.match import rule_options
from domain.tournament.record.commands import SealDeck, SealDecks
from domain.tournament.record.state import Tournament
from service.matches.catalogue import Catalogue
from service.tournaments.sealed_lists import commitment_of, rules_of, seal
from service.tournaments.store import Tournaments


async def seal_for_bots(tournaments: Tournaments, catalogue: Catalogue, tournament: str, by: str) -> None:
    """Seals a house list for every bot that has none, where seats bring lists; done twice, it is done once.

    `by` is an organiser. Raises what `submit` raises.
    """
    found = await tournaments.find(tournament)
    lists = house_lists(catalogue, found) if found is not None else ()
    if found is None or not lists:
        return
    waiting = [one.number for one in found.entrants if one.bot and one.active and one.deck is None]
    if not waiting:
        return
    rows = [seal(found, number, lists[number % len(lists)]) for number in waiting]
    command = SealDecks(tuple(SealDeck(row.entrant, commitment_of(row)) for row in rows))
    await tournaments.submit(tournament, by, command, beside=rows)


def house_lists(catalogue: Catalogue, tournament: Tournament) -> tuple[str, ...]:
    """The lists that anybody may bring to the tables of a tournament; none where no lists are brought."""
    rules = rules_of(catalogue, tournament)
    if tournament.pinned is None or rules is None or rules.game.lists is None:
        return ()
    return rules.game.lists.house(rule_options(rules.game, tournament.planned.options))
