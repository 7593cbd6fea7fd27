"""Sealed deck lists: submitted by entrants, stored outside the log, and shown as the tournament's plan says."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from msgspec import Struct
from sqlmodel import col, select

from chronik.domain.engine.game import DeckProblem
from chronik.domain.engine.match.match import rule_options
from chronik.domain.tournament.record.commands import InspectDeck
from chronik.domain.tournament.record.plan import Decks
from chronik.domain.tournament.record.seeds import deck_commitment
from chronik.domain.tournament.record.state import Progress, Tournament
from chronik.service.identity.auth import Principal
from chronik.service.matches.catalogue import Catalogue, Rules
from chronik.service.running.clock import milliseconds
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import DeckRow
from chronik.service.tournaments.withheld import withholding_of

SALT_BYTES = 32


class VisibleList(Struct, frozen=True):
    """A list with its commitment and salt (hex); with `as_referee` the caller sees it only as a referee."""

    commitment: str
    deck: str
    salt: str
    as_referee: bool


def seal(tournament: Tournament, number: int, deck: str) -> DeckRow:
    """Returns the row of a list with a new salt, so that its commitment reveals nothing about the list."""
    entrant, salt = tournament.entrant(number), secrets.token_bytes(SALT_BYTES)
    owner = entrant.player if entrant else ""
    return DeckRow(tournament=tournament.id, entrant=number, player=owner, deck=deck, salt=salt.hex())


def commitment_of(row: DeckRow) -> str:
    """Returns the commitment to a sealed list, as hex."""
    return deck_commitment(row.tournament, row.entrant, row.deck, bytes.fromhex(row.salt))


def rules_of(catalogue: Catalogue, tournament: Tournament) -> Rules | None:
    """Returns the rules of a tournament's tables: the edition to which it is pinned, or the latest of its game.

    Returns None if that edition is not loaded here.
    """
    name, pinned = tournament.planned.game, tournament.pinned
    return catalogue.current(name) if pinned is None else catalogue.edition(name, pinned.rules, pinned.facts)


def problems_of(catalogue: Catalogue, tournament: Tournament, deck: str) -> tuple[DeckProblem, ...]:
    """Returns all reasons to refuse a list under the rules and options of the tournament."""
    rules, plan = rules_of(catalogue, tournament), tournament.planned
    if rules is None or rules.game.lists is None:
        return ()
    options = rule_options(rules.game, plan.options)
    if not rules.game.lists.expects(options):
        return ()
    return tuple(one for one in rules.game.lists.problems(options, deck) if not one.advice)


def cards_of(catalogue: Catalogue, tournament: Tournament, deck: str) -> Mapping[str, int]:
    """Returns how often a list names each card; an empty mapping if the rules are not loaded here."""
    rules = rules_of(catalogue, tournament)
    return {} if rules is None or rules.game.lists is None else rules.game.lists.count_cards(deck)


def is_sealed_list(tournament: Tournament, number: int, deck: str, salt: str) -> bool:
    """Returns whether this is the list to which an entrant has committed."""
    entrant = tournament.entrant(number)
    sealed = entrant.deck if entrant else None
    return sealed is not None and deck_commitment(tournament.id, number, deck, bytes.fromhex(salt)) == sealed.commitment


async def deck_of(
    tournaments: Tournaments, tournament: Tournament, number: int, principal: Principal | None
) -> VisibleList | None:
    """Returns an entrant's list; None if the caller may not see it now or its owner was erased."""
    entrant = tournament.entrant(number)
    if entrant is None or entrant.deck is None:
        return None
    as_referee = not entrant.deck.opened and principal is not None and _may_inspect(tournament, principal)
    if not (entrant.deck.opened or as_referee or (principal and _is_visible_to(tournament, number, principal))):
        return None
    query = select(DeckRow).where(DeckRow.tournament == tournament.id, DeckRow.entrant == number)
    async with tournaments.records.reading() as session:
        row = (await session.exec(query)).first()
    return None if row is None else VisibleList(entrant.deck.commitment, row.deck, row.salt, as_referee)


async def record_list_inspection(tournaments: Tournaments, tournament: Tournament, number: int, player: str) -> None:
    """Logs a referee's inspection of a list in the tournament, at most once an hour. Raises what `submit` raises."""
    if not tournament.has_inspected(player, number, milliseconds()):
        await tournaments.submit(tournament.id, "", InspectDeck(player, number))


async def find_opened_lists(tournaments: Tournaments, tournament: Tournament) -> dict[int, str]:
    """Returns the opened lists by entrant, without the lists of erased owners."""
    opened = {one.number for one in tournament.entrants if one.deck is not None and one.deck.opened}
    query = select(DeckRow).where(DeckRow.tournament == tournament.id).order_by(col(DeckRow.entrant))
    async with tournaments.records.reading() as session:
        rows = (await session.exec(query)).all() if opened else ()
    return {row.entrant: row.deck for row in rows if row.entrant in opened}


def _is_visible_to(tournament: Tournament, number: int, principal: Principal) -> bool:
    """Returns whether the caller may see an unopened list, as its owner or as a player at the owner's table."""
    entrant = tournament.entrant(number)
    owns = entrant is not None and entrant.player == principal.player
    return owns or _have_met(tournament, number, principal.player)


def _may_inspect(tournament: Tournament, principal: Principal) -> bool:
    """Returns whether the caller may, as a referee after the tournament, inspect a list that stays closed."""
    withholding = withholding_of(tournament)
    if not (tournament.withholds_matches and withholding.over and withholding.active):
        return False
    return withholding.admits_referee(principal)


def _have_met(tournament: Tournament, number: int, caller: str) -> bool:
    """Returns whether the caller has shared a table with an entrant and the plan opens lists at the table."""
    own = tournament.entrant_of(caller)
    if own is None or tournament.planned.decks is not Decks.TABLE:
        return False
    return any(
        number in table.entrants and own.number in table.entrants
        for one in tournament.rounds
        if one.progress is not Progress.PAIRED
        for table in one.tables
    )
