"""Access to matches: who may see a match, and as which viewer."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from chronik.domain.engine.match.events import Disclosure
from chronik.domain.engine.match.match import Match, Status
from chronik.domain.engine.seats import Referee, Seat, Spectator, Viewer
from chronik.projections.match.lobby import Listing
from chronik.service.identity.auth import Principal, Scope, authentication_problem, require
from chronik.service.web.problems.kinds import MALFORMED, NOT_A_SPECTATOR, NOT_YOUR_SEAT
from chronik.service.web.problems.problem import Problem

SPECTATOR, REFEREE = "spectator", "referee"

Table = Match | Listing
"""A match, or only its listing: the part that is derived from its framing entries."""


def seat_of(match: Table, principal: Principal | None) -> int | None:
    """Returns the caller's seat, taken from the token and never from the request; None for a caller without a seat."""
    if principal is None:
        return None
    return next((n for n, chair in enumerate(match.chairs) if chair.player == principal.player), None)


def own_seat(match: Match, principal: Principal | None) -> int:
    """Returns the seat of a caller who wants to play; raises a problem if the scope `play` or the seat is missing."""
    seat = seat_of(match, require(principal, Scope.PLAY))
    if seat is None:
        raise Problem(NOT_YOUR_SEAT)
    return seat


class Until(Enum):
    """The end of withholding: the end of the tournament, or never (`ever`) if its lists stay closed."""

    END = "end"
    EVER = "ever"


class Withholding(Struct, frozen=True):
    """The state of the tournament that withholds a match: until when, whether it is over, its entrants and staff."""

    until: Until
    over: bool
    entrants: frozenset[str]
    staff: frozenset[str]

    @property
    def active(self) -> bool:
        """Whether the tournament still withholds its matches."""
        return self.until is Until.EVER or not self.over

    def admits_referee(self, principal: Principal | None) -> bool:
        """Returns whether the caller may see the match as a referee.

        The caller needs the scope `referee`, or must be on the staff and have the scope `organise`. Entrants never may.
        """
        if principal is None or principal.player in self.entrants:
            return False
        staff = principal.player in self.staff and Scope.ORGANISE in principal.scopes
        return staff or Scope.REFEREE in principal.scopes


def is_disclosed(match: Table, principal: Principal | None, withholding: Withholding | None = None) -> bool:
    """Returns whether the caller may see everything in a match: it is closed, and its disclosure includes the caller.

    A withheld match is disclosed when its tournament is over; if the lists stay closed, to referees only. Without the
    tournament's `withholding` it is not disclosed.
    """
    if match.status is not Status.FINISHED:
        return False
    if is_withheld(match):
        if withholding is None or not withholding.over:
            return False
        if withholding.active:
            return withholding.admits_referee(principal)
    return _disclosure(match) is Disclosure.EVERYONE or is_seated_or_referee(match, principal)


def is_withheld(match: Table) -> bool:
    """Returns whether a match was opened as a withheld match."""
    return match.held if isinstance(match, Listing) else match.opened is not None and match.opened.held


def withheld_until(match: Table, withholding: Withholding | None) -> Until | None:
    """Returns until when a match is withheld; None if it is not withheld, or is no longer withheld."""
    if not is_withheld(match) or (withholding is not None and not withholding.active):
        return None
    return Until.END if withholding is None else withholding.until


def is_inspection(match: Table, eyes: Viewer, principal: Principal | None, withholding: Withholding | None) -> bool:
    """Returns whether the caller looks at a closed match as a referee and sees what is withheld from others."""
    if match.status is not Status.FINISHED or withholding is None or not withholding.active:
        return False
    seat = seat_of(match, principal)
    return isinstance(eyes, Referee) or (isinstance(eyes, Seat) and eyes.number != seat)


def _disclosure(match: Table) -> Disclosure:
    if isinstance(match, Listing):
        return match.disclosure
    assert match.opened is not None
    return match.opened.disclosure


def is_seated_or_referee(match: Table, principal: Principal | None) -> bool:
    """Returns whether the caller has a seat at the match or the scope `referee`."""
    return seat_of(match, principal) is not None or (principal is not None and Scope.REFEREE in principal.scopes)


def viewer(
    match: Match, principal: Principal | None, wanted: str | None, withholding: Withholding | None = None
) -> Viewer:
    """Returns the viewer that the caller asked for; by default the caller's seat, or a spectator.

    `withholding` is the state of the tournament of a withheld match. Raises a problem if the caller may not be that
    viewer.
    """
    seat = seat_of(match, principal)
    if wanted == SPECTATOR or (wanted is None and seat is None):
        if seat is not None and match.closed is None and match.state is not None:
            raise Problem(NOT_A_SPECTATOR)
        return Spectator()
    if wanted == REFEREE:
        return _referee(match, principal, seat, withholding)
    number = seat if wanted is None else next((n for n in range(len(match.chairs)) if wanted == str(n)), None)
    if number is None:
        raise Problem(MALFORMED, "Give a seat number, `spectator` or `referee`.", at="query.as")
    if not is_disclosed(match, principal, withholding):
        if number != seat:
            raise (
                authentication_problem("A seat's view needs the token of its player.")
                if principal is None
                else Problem(NOT_YOUR_SEAT)
            )
        require(principal, Scope.PLAY)
    return Seat(number)


def _referee(match: Match, principal: Principal | None, seat: int | None, withholding: Withholding | None) -> Viewer:
    if is_disclosed(match, principal, withholding):
        return Referee()
    judges = withholding is not None and withholding.admits_referee(principal)
    if not (judges and withholding is not None and withholding.active and match.closed is not None):
        require(principal, Scope.REFEREE)
    if seat is not None:
        raise Problem(NOT_YOUR_SEAT, "You play in this match, so you cannot be its referee.")
    if is_withheld(match) and not judges:
        raise Problem(NOT_YOUR_SEAT, "You take part in this tournament, so you cannot referee its matches.")
    return Referee()
