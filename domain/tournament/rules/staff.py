"""Staff: who may do what in a tournament."""

from __future__ import annotations

from chronik.domain.engine.game import Rejected
from chronik.domain.tournament.record.commands import Appoint, InspectDeck, InspectMatch
from chronik.domain.tournament.record.events import Appointed, DeckInspected, MatchInspected, Role, TournamentEvent
from chronik.domain.tournament.record.state import Tournament


def is_organiser(tournament: Tournament, player: str) -> bool:
    """Returns whether a player is an organiser of the tournament."""
    return any(one.player == player and one.role is Role.ORGANISER for one in tournament.staff)


def is_staff(tournament: Tournament, player: str) -> bool:
    """Returns whether a player may rule at the tournament's tables."""
    return any(one.player == player for one in tournament.staff)


def require_organiser(tournament: Tournament, player: str) -> None:
    """Refuses a player who is not an organiser."""
    if not is_organiser(tournament, player):
        raise Rejected("not-organiser")


def require_staff(tournament: Tournament, player: str) -> None:
    """Refuses a player who is not on the staff."""
    if not is_staff(tournament, player):
        raise Rejected("not-referee")


def _require_outsider(tournament: Tournament, player: str) -> None:
    """Refuses an inspection of withheld content to a player who takes part."""
    if tournament.entrant_of(player) is not None:
        raise Rejected("takes-part")


def inspect(tournament: Tournament, by: str, wanted: InspectMatch) -> tuple[TournamentEvent, ...]:
    """Records a referee's inspection of a withheld match.

    The service checks referees who are not on the staff, and how often an inspection is recorded.
    """
    require_service(by)
    if not tournament.withholds_matches or tournament.game_of_match(wanted.match) is None:
        raise Rejected("no-such-table")
    _require_outsider(tournament, wanted.player)
    return (MatchInspected(wanted.player, wanted.match),)


def inspect_deck(tournament: Tournament, by: str, wanted: InspectDeck) -> tuple[TournamentEvent, ...]:
    """Records a referee's inspection of a list. The service checks whether the list may be shown at the time."""
    require_service(by)
    entrant = tournament.entrant(wanted.entrant)
    if entrant is None:
        raise Rejected("no-such-entrant")
    if not tournament.withholds_matches or entrant.deck is None:
        raise Rejected("no-decks")
    _require_outsider(tournament, wanted.player)
    return (DeckInspected(wanted.player, wanted.entrant),)


def require_running(tournament: Tournament) -> None:
    """Refuses a command after the end of the tournament."""
    if tournament.over:
        raise Rejected("tournament-over")


def require_service(player: str) -> None:
    """Refuses a command that only Chronik itself may give."""
    if player:
        raise Rejected("by-itself")


def appoint(tournament: Tournament, by: str, wanted: Appoint) -> tuple[TournamentEvent, ...]:
    """Adds a player to the staff or changes a role. The last organiser must remain an organiser."""
    require_organiser(tournament, by)
    require_running(tournament)
    others = [one for one in tournament.staff if one.role is Role.ORGANISER and one.player != wanted.player]
    if wanted.role is not Role.ORGANISER and not others:
        raise Rejected("last-organiser")
    if any(one.player == wanted.player and one.role is wanted.role for one in tournament.staff):
        return ()
    return (Appointed(wanted.player, wanted.role),)
