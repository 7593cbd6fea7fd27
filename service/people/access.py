"""Who may look at a match, and through whose eyes."""

from __future__ import annotations

from domain.engine.match.events import Disclosure
from domain.engine.match.match import Match, Status
from domain.engine.seats import Referee, Seat, Spectator, Viewer
from projections.match.lobby import Listing
from service.people.auth import Principal, Scope, require, unauthenticated
from service.problems.kinds import MALFORMED, NOT_A_SPECTATOR, NOT_YOUR_SEAT
from service.problems.problem import Problem

SPECTATOR, REFEREE = "spectator", "referee"

Table = Match | Listing
"""A match, or as much of it as the entries that frame it tell."""


def seat_of(match: Table, principal: Principal | None) -> int | None:
    """The seat of the caller, from the token and never from what the request says."""
    if principal is None:
        return None
    return next((n for n, chair in enumerate(match.chairs) if chair.player == principal.player), None)


def own_seat(match: Match, principal: Principal | None) -> int:
    """The seat of a caller who wants to play."""
    seat = seat_of(match, require(principal, Scope.PLAY))
    if seat is None:
        raise Problem(NOT_YOUR_SEAT)
    return seat


def is_disclosed(match: Table, principal: Principal | None) -> bool:
    """Whether everything of a match is open to the caller: it is closed, and its disclosure includes them."""
    if match.status is not Status.FINISHED:
        return False
    return _disclosure(match) is Disclosure.EVERYONE or is_concerned(match, principal)


def _disclosure(match: Table) -> Disclosure:
    if isinstance(match, Listing):
        return match.disclosure
    assert match.opened is not None
    return match.opened.disclosure


def is_concerned(match: Table, principal: Principal | None) -> bool:
    """Whether the caller sits at the table or is a referee."""
    return seat_of(match, principal) is not None or (principal is not None and Scope.REFEREE in principal.scopes)


def viewer(match: Match, principal: Principal | None, wanted: str | None) -> Viewer:
    """Through whose eyes the caller looks; by default their own seat's, or a spectator's."""
    seat = seat_of(match, principal)
    if wanted is None:
        return Spectator() if seat is None else Seat(seat)
    if wanted == SPECTATOR:
        if seat is not None and match.closed is None and match.state is not None:
            raise Problem(NOT_A_SPECTATOR)
        return Spectator()
    if wanted == REFEREE:
        return _referee(match, principal, seat)
    number = next((number for number in range(len(match.chairs)) if wanted == str(number)), None)
    if number is None:
        raise Problem(MALFORMED, "Say a seat number, spectator or referee.", at="query.as")
    if number != seat and not is_disclosed(match, principal):
        raise unauthenticated("A seat's view needs its token.") if principal is None else Problem(NOT_YOUR_SEAT)
    return Seat(number)


def _referee(match: Match, principal: Principal | None, seat: int | None) -> Viewer:
    if is_disclosed(match, principal):
        return Referee()
    require(principal, Scope.REFEREE)
    if seat is not None:
        raise Problem(NOT_YOUR_SEAT, "Nobody is referee of a match they play in.")
    return Referee()
