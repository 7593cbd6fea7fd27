"""Sealed lists: handed in, kept beside the log, and shown to whom the plan says."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from msgspec import Struct
from sqlmodel import col, select

from domain.engine.game import DeckProblem
from domain.engine.match.match import rule_options
from domain.tournament.record.commands import InspectDeck
from domain.tournament.record.plan import Decks
from domain.tournament.record.seeds import deck_commitment
from domain.tournament.record.state import Progress, Tournament
from service.clock import milliseconds
from service.matches.catalogue import Catalogue, Rules
from service.people.auth import Principal
from service.tournaments.holds import hold_of
from service.tournaments.store import Tournaments
from service.tournaments.tables import DeckRow

SALT_BYTES = 32


class Shown(Struct, frozen=True):
    """A list with its commitment and salt (hex); `looked_into` where the caller sees it as a referee only."""

    commitment: str
    deck: str
    salt: str
    looked_into: bool


def seal(tournament: Tournament, number: int, deck: str) -> DeckRow:
    """A list with a new salt, under which its commitment tells nothing of it."""
    entrant, salt = tournament.entrant(number), secrets.token_bytes(SALT_BYTES)
    owner = entrant.player if entrant else ""
    return DeckRow(tournament=tournament.id, entrant=number, player=owner, deck=deck, salt=salt.hex())


def commitment_of(row: DeckRow) -> str:
    """What binds a sealed list, as hex."""
    return deck_commitment(row.tournament, row.entrant, row.deck, bytes.fromhex(row.salt))


def rules_of(catalogue: Catalogue, tournament: Tournament) -> Rules | None:
    """What the tables of a tournament are played by: what it is pinned to, or the latest rules of its game.

    None where that is not loaded here.
    """
    name, pinned = tournament.planned.game, tournament.pinned
    return catalogue.current(name) if pinned is None else catalogue.edition(name, pinned.rules, pinned.facts)


def problems_of(catalogue: Catalogue, tournament: Tournament, deck: str) -> tuple[DeckProblem, ...]:
    """Everything for which a list is refused, by the rules and the options that the tournament is played by."""
    rules, plan = rules_of(catalogue, tournament), tournament.planned
    if rules is None or rules.game.lists is None:
        return ()
    options = rule_options(rules.game, plan.options)
    if not rules.game.lists.wanted(options):
        return ()
    return tuple(one for one in rules.game.lists.problems(options, deck) if not one.advice)


def cards_of(catalogue: Catalogue, tournament: Tournament, deck: str) -> Mapping[str, int]:
    """How often a list names each card; nothing where the rules that it is read by are not loaded here."""
    rules = rules_of(catalogue, tournament)
    return {} if rules is None or rules.game.lists is None else rules.game.lists.named(deck)


def as_sealed(tournament: Tournament, number: int, deck: str, salt: str) -> bool:
    """Whether a list is the one to which an entrant has committed."""
    entrant = tournament.entrant(number)
    sealed = entrant.deck if entrant else None
    return sealed is not None and deck_commitment(tournament.id, number, deck, bytes.fromhex(salt)) == sealed.commitment


async def deck_of(
    tournaments: Tournaments, tournament: Tournament, number: int, principal: Principal | None
) -> Shown | None:
    """An entrant's list, if the caller may see it now, and its owner was not erased."""
    entrant = tournament.entrant(number)
    if entrant is None or entrant.deck is None:
        return None
    looked_into = not entrant.deck.opened and principal is not None and _judges(tournament, principal)
    if not (entrant.deck.opened or looked_into or (principal and _shown_to(tournament, number, principal))):
        return None
    query = select(DeckRow).where(DeckRow.tournament == tournament.id, DeckRow.entrant == number)
    async with tournaments.records.reading() as session:
        row = (await session.exec(query)).first()
    return None if row is None else Shown(entrant.deck.commitment, row.deck, row.salt, looked_into)


async def note_look(tournaments: Tournaments, tournament: Tournament, number: int, player: str) -> None:
    """Has a referee's look at a list stand in the log of the tournament, once an hour. Raises what `submit` raises."""
    if not tournament.has_looked(player, number, milliseconds()):
        await tournaments.submit(tournament.id, "", InspectDeck(player, number))


async def opened_lists(tournaments: Tournaments, tournament: Tournament) -> dict[int, str]:
    """The lists that are open to all, by entrant, without those that were erased with their owners."""
    opened = {one.number for one in tournament.entrants if one.deck is not None and one.deck.opened}
    query = select(DeckRow).where(DeckRow.tournament == tournament.id).order_by(col(DeckRow.entrant))
    async with tournaments.records.reading() as session:
        rows = (await session.exec(query)).all() if opened else ()
    return {row.entrant: row.deck for row in rows if row.entrant in opened}


def _shown_to(tournament: Tournament, number: int, principal: Principal) -> bool:
    """Whether a list that is not open is shown to its owner, or at its table."""
    entrant = tournament.entrant(number)
    owns = entrant is not None and entrant.player == principal.player
    return owns or _at_a_table(tournament, number, principal.player)


def _judges(tournament: Tournament, principal: Principal) -> bool:
    """Whether a list that stays closed is shown to a referee: when all is over."""
    hold = hold_of(tournament)
    return tournament.holds and hold.over and hold.lasts and hold.referees(principal)


def _at_a_table(tournament: Tournament, number: int, caller: str) -> bool:
    """Whether the caller has met an entrant, where lists are open at the table."""
    own = tournament.entrant_of(caller)
    if own is None or tournament.planned.decks is not Decks.TABLE:
        return False
    return any(
        number in table.entrants and own.number in table.entrants
        for one in tournament.rounds
        if one.progress is not Progress.PAIRED
        for table in one.tables
    )
