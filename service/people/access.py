"""Who may look at a match, and through whose eyes."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

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


class Until(Enum):
    """How long a match is held: until its tournament is over, or for good, where the lists stay closed."""

    END = "end"
    EVER = "ever"


class Hold(Struct, frozen=True):
    """What the tournament of a held match says of it: who takes part, who is of its staff, whether it is over."""

    until: Until
    over: bool
    entrants: frozenset[str]
    staff: frozenset[str]

    @property
    def lasts(self) -> bool:
        """Whether the match is held still."""
        return self.until is Until.EVER or not self.over

    def referees(self, principal: Principal | None) -> bool:
        """Whether the caller may look as a referee: by their token, or as one of the staff; nobody who takes part."""
        if principal is None or principal.player in self.entrants:
            return False
        return Scope.REFEREE in principal.scopes or principal.player in self.staff


def is_disclosed(match: Table, principal: Principal | None, hold: Hold | None = None) -> bool:
    """Whether everything of a match is open to the caller: it is closed, and its disclosure includes them.

    A held match opens when its tournament is over; where the lists stay closed, to referees only. Without a word of its
    tournament (`hold`) it is open to nobody.
    """
    if match.status is not Status.FINISHED:
        return False
    if is_held(match):
        if hold is None or not hold.over:
            return False
        if hold.lasts:
            return hold.referees(principal)
    return _disclosure(match) is Disclosure.EVERYONE or is_concerned(match, principal)


def is_held(match: Table) -> bool:
    """Whether a match was opened as a held one."""
    return match.held if isinstance(match, Listing) else match.opened is not None and match.opened.held


def held_until(match: Table, hold: Hold | None) -> Until | None:
    """Until when a match is held back; None where it is not, or no longer."""
    if not is_held(match) or (hold is not None and not hold.lasts):
        return None
    return Until.END if hold is None else hold.until


def is_looked_into(match: Table, eyes: Viewer, principal: Principal | None, hold: Hold | None) -> bool:
    """Whether somebody looks at a closed match as a referee, at what is held back from others."""
    if match.status is not Status.FINISHED or hold is None or not hold.lasts:
        return False
    seat = seat_of(match, principal)
    return isinstance(eyes, Referee) or (isinstance(eyes, Seat) and eyes.number != seat)


def _disclosure(match: Table) -> Disclosure:
    if isinstance(match, Listing):
        return match.disclosure
    assert match.opened is not None
    return match.opened.disclosure


def is_concerned(match: Table, principal: Principal | None) -> bool:
    """Whether the caller sits at the table or is a referee."""
    return seat_of(match, principal) is not None or (principal is not None and Scope.REFEREE in principal.scopes)


def viewer(match: Match, principal: Principal | None, wanted: str | None, hold: Hold | None = None) -> Viewer:
    """Through whose eyes the caller looks; by default their own seat's, or a spectator's.

    `hold` is what the tournament of a held match says.
    """
    seat = seat_of(match, principal)
    if wanted == SPECTATOR or (wanted is None and seat is None):
        if seat is not None and match.closed is None and match.state is not None:
            raise Problem(NOT_A_SPECTATOR)
        return Spectator()
    if wanted == REFEREE:
        return _referee(match, principal, seat, hold)
    number = seat if wanted is None else next((one for one in range(len(match.chairs)) if wanted == str(one)), None)
    if number is None:
        raise Problem(MALFORMED, "Say a seat number, spectator or referee.", at="query.as")
    if not is_disclosed(match, principal, hold):
        if number != seat:
            raise unauthenticated("A seat's view needs its token.") if principal is None else Problem(NOT_YOUR_SEAT)
        require(principal, Scope.PLAY)
    return Seat(number)


def _referee(match: Match, principal: Principal | None, seat: int | None, hold: Hold | None) -> Viewer:
    if is_disclosed(match, principal, hold):
        return Referee()
    judges = hold is not None and hold.referees(principal)
    if not (judges and hold is not None and hold.lasts and match.closed is not None):
        require(principal, Scope.REFEREE)
    if seat is not None:
        raise Problem(NOT_YOUR_SEAT, "Nobody is referee of a match they play in.")
    if is_held(match) and not judges:
        raise Problem(NOT_YOUR_SEAT, "Nobody is referee of a tournament with lists that they take part in.")
    return Referee()
