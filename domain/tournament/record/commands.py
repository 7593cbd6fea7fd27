"""Commands of a tournament.

They name people only by pseudonymous ids, give reasons as codes, and refer to lists by their commitments. Names and
free text are stored beside the log, where they can be erased.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from chronik.domain.engine import tagged_structs
from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.methods.contenders import Keep
from chronik.domain.tournament.record.events import Role
from chronik.domain.tournament.record.plan import Pinned, Plan
from chronik.domain.tournament.record.seeds import Commitments

MOST_LISTED = 500
"""The maximum number of entrants that one command may register."""


class CreateTournament(tagged_structs.Command, frozen=True, omit_defaults=True, tag="create-tournament"):
    """Create a tournament. `sizes` are the numbers of seats that its game supports.

    The game is `pinned` if seats submit lists. `rules` is the version of the tournament rules under which its commands
    are decided.
    """

    plan: Plan
    commitments: Commitments
    sizes: tuple[int, ...]
    one_winner: bool = False
    pinned: Pinned | None = None
    rules: int = 1


class Appoint(tagged_structs.Command, frozen=True, tag="appoint"):
    """Add a player to the staff, or change a staff member's role."""

    player: str
    role: Role


class OpenRegistration(tagged_structs.Command, frozen=True, tag="open-registration"):
    """Open registration: from now on every player may register."""


class CloseRegistration(tagged_structs.Command, frozen=True, tag="close-registration"):
    """Close registration: from now on only the staff may register entrants."""


class Register(tagged_structs.Command, frozen=True, omit_defaults=True, tag="register"):
    """Enter a player, a guest (a player without a token) or a bot of some level. Only players may add entropy (hex)."""

    player: str = ""
    bot: str = ""
    guest: bool = False
    club: str = ""
    entropy: str = ""


class RegisterMany(tagged_structs.Command, frozen=True, tag="register-many"):
    """Enter all entrants of a list, or none if one of them is refused."""

    entrants: Annotated[tuple[Register, ...], Meta(min_length=1, max_length=MOST_LISTED)]


class RenameGuest(tagged_structs.Command, frozen=True, tag="rename-guest"):
    """Give a guest another name. Like every name, it is stored beside the log."""

    entrant: int


class AddEntropy(tagged_structs.Command, frozen=True, tag="add-entropy"):
    """Add entropy (hex) to an entrant whom another person entered.

    Only the entrant's player may do this, and only once.
    """

    entrant: int
    entropy: str


class SetClub(tagged_structs.Command, frozen=True, omit_defaults=True, tag="set-club"):
    """Change an entrant's club to the club with this random code, or remove it (empty).

    The club's name is stored beside the log.
    """

    entrant: int
    club: str = ""


class CheckIn(tagged_structs.Command, frozen=True, tag="check-in"):
    """Confirm that an entrant is present."""

    entrant: int


class Withdraw(tagged_structs.Command, frozen=True, tag="withdraw"):
    """Withdraw an entrant from the tournament."""

    entrant: int


class BringBack(tagged_structs.Command, frozen=True, tag="bring-back"):
    """Readmit an entrant who has withdrawn or was marked absent."""

    entrant: int


class MarkAbsent(tagged_structs.Command, frozen=True, tag="mark-absent"):
    """Record that an entrant did not show up."""

    entrant: int


class Disqualify(tagged_structs.Command, frozen=True, omit_defaults=True, tag="disqualify"):
    """Disqualify an entrant."""

    entrant: int
    cause: Cause = Cause.OTHER


class Penalise(tagged_structs.Command, frozen=True, omit_defaults=True, tag="penalise"):
    """Deduct hundredths of a standings point from an entrant. A negative number gives them back."""

    entrant: int
    hundredths: int
    cause: Cause = Cause.OTHER


class StrikeGames(tagged_structs.Command, frozen=True, omit_defaults=True, tag="strike-games"):
    """Strike the games of an entrant who left a round robin, or count them again (if `struck` is false)."""

    entrant: int
    struck: bool = True


class Forbid(tagged_structs.Command, frozen=True, tag="forbid"):
    """Forbid the pairing of two entrants."""

    entrants: tuple[int, int]


class SealDeck(tagged_structs.Command, frozen=True, tag="seal-deck"):
    """Hand in a list by its commitment (hex)."""

    entrant: int
    commitment: str


class SealDecks(tagged_structs.Command, frozen=True, tag="seal-decks"):
    """Hand in the lists of several entrants, such as bots. If one list is refused, all are."""

    lists: Annotated[tuple[SealDeck, ...], Meta(min_length=1)]


class PairRound(tagged_structs.Command, frozen=True, omit_defaults=True, tag="pair-round"):
    """Pair a round, or pair it `again` before it starts. `fixed` are tables set by hand, each listed by seat.

    If pods cannot have both an even distribution of table sizes and new opponents, `keep` decides between the two.
    """

    round: int
    again: bool = False
    fixed: tuple[tuple[int, ...], ...] = ()
    keep: Keep = Keep.SIZES


class StartRound(tagged_structs.Command, frozen=True, tag="start-round"):
    """Start a round with its current pairing."""

    round: int


class ImportResult(tagged_structs.Command, frozen=True, omit_defaults=True, tag="import-result"):
    """Import the result of a table's match as its log states it at `version`, with `head` (hex)."""

    match: str
    version: int
    head: str
    reason: str
    points: tuple[int, ...] = ()
    places: tuple[int, ...] = ()


class ReportResult(tagged_structs.Command, frozen=True, omit_defaults=True, tag="report-result"):
    """Report the result of a game that is played elsewhere. `game` is 0 if the table has only one game."""

    round: int
    table: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    game: int = 0


class ConfirmResult(tagged_structs.Command, frozen=True, omit_defaults=True, tag="confirm-result"):
    """Confirm the result that another entrant of the table has reported."""

    round: int
    table: int
    game: int = 0


class RuleTable(tagged_structs.Command, frozen=True, omit_defaults=True, tag="rule-table"):
    """As a referee, decide or correct the result of a game, or of the whole table (`game` 0)."""

    round: int
    table: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    cause: Cause = Cause.OTHER
    game: int = 0


class InspectMatch(tagged_structs.Command, frozen=True, tag="inspect-match"):
    """Inspect, as a referee, a match that is over but withheld."""

    player: str
    match: str


class InspectDeck(tagged_structs.Command, frozen=True, tag="inspect-deck"):
    """Inspect, as a referee, a list that stays closed."""

    player: str
    entrant: int


class Finish(tagged_structs.Command, frozen=True, tag="finish"):
    """Finish a tournament. All of its started rounds must be closed."""


class Cancel(tagged_structs.Command, frozen=True, tag="cancel"):
    """Call a tournament off."""


class PublishSecret(tagged_structs.Command, frozen=True, omit_defaults=True, tag="publish-secret"):
    """Publish the secret (hex), or the part of it that the plan discloses, once every match is closed."""

    draws: str
    tables: str = ""


TournamentCommand = (
    CreateTournament
    | Appoint
    | OpenRegistration
    | CloseRegistration
    | Register
    | RegisterMany
    | RenameGuest
    | AddEntropy
    | SetClub
    | CheckIn
    | Withdraw
    | BringBack
    | MarkAbsent
    | Disqualify
    | Penalise
    | StrikeGames
    | Forbid
    | SealDeck
    | SealDecks
    | PairRound
    | StartRound
    | ImportResult
    | ReportResult
    | ConfirmResult
    | RuleTable
    | InspectMatch
    | InspectDeck
    | Finish
    | Cancel
    | PublishSecret
)
