"""The staff: who may do what in a tournament."""

from __future__ import annotations

from domain.engine.game import Rejected
from domain.tournament.record.commands import Appoint, InspectDeck, InspectMatch
from domain.tournament.record.events import Appointed, DeckInspected, MatchInspected, Role, TournamentEvent
from domain.tournament.record.state import Tournament


def organises(tournament: Tournament, player: str) -> bool:
    """Whether a player runs the tournament."""
    return any(one.player == player and one.role is Role.ORGANISER for one in tournament.staff)


def rules(tournament: Tournament, player: str) -> bool:
    """Whether a player may rule at its tables."""
    return any(one.player == player for one in tournament.staff)


def organiser(tournament: Tournament, player: str) -> None:
    """Refuses whoever does not run the tournament."""
    if not organises(tournament, player):
        raise Rejected("not-organiser")


def referee(tournament: Tournament, player: str) -> None:
    """Refuses whoever is not of the staff."""
    if not rules(tournament, player):
        raise Rejected("not-referee")


def _looks(tournament: Tournament, player: str) -> None:
    """Refuses a look at what is held to whoever takes part."""
    if tournament.entrant_of(player) is not None:
        raise Rejected("takes-part")


def inspect(tournament: Tournament, by: str, wanted: InspectMatch) -> tuple[TournamentEvent, ...]:
    """A referee looks at a match that is held. Who is one besides the staff, and how often it is noted, is not judged
    here.
    """
    by_itself(by)
    if not tournament.holds or tournament.game_of_match(wanted.match) is None:
        raise Rejected("no-such-table")
    _looks(tournament, wanted.player)
    return (MatchInspected(wanted.player, wanted.match),)


def inspect_deck(tournament: Tournament, by: str, wanted: InspectDeck) -> tuple[TournamentEvent, ...]:
    """A referee looks at a list; whether it is shown at this moment is not judged here either."""
    by_itself(by)
    entrant = tournament.entrant(wanted.entrant)
    if entrant is None:
        raise Rejected("no-such-entrant")
    if not tournament.holds or entrant.deck is None:
        raise Rejected("no-decks")
    _looks(tournament, wanted.player)
    return (DeckInspected(wanted.player, wanted.entrant),)


def going_on(tournament: Tournament) -> None:
    """Refuses what comes after the end."""
    if tournament.over:
        raise Rejected("tournament-over")


def by_itself(player: str) -> None:
    """Refuses whoever wants what only Chronik does."""
    if player:
        raise Rejected("by-itself")


def appoint(tournament: Tournament, by: str, wanted: Appoint) -> tuple[TournamentEvent, ...]:
    """Somebody joins the staff, or gets another part in it; the last organiser stays one."""
    organiser(tournament, by)
    going_on(tournament)
    others = [one for one in tournament.staff if one.role is Role.ORGANISER and one.player != wanted.player]
    if wanted.role is not Role.ORGANISER and not others:
        raise Rejected("last-organiser")
    if any(one.player == wanted.player and one.role is wanted.role for one in tournament.staff):
        return ()
    return (Appointed(wanted.player, wanted.role),)
