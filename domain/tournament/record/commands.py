"""What somebody may want of a tournament.

People stand here by pseudonymous ids only, reasons by codes, lists by their commitments: names and free words live
beside the log, where they can be erased.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.engine import words
from domain.engine.match.events import Cause
from domain.tournament.methods.contenders import Keep
from domain.tournament.record.events import Role
from domain.tournament.record.plan import Pinned, Plan
from domain.tournament.record.seeds import Commitments

MOST_LISTED = 500
"""How many entrants are registered at once."""


class CreateTournament(words.Command, frozen=True, omit_defaults=True, tag="create-tournament"):
    """Create a tournament. `sizes` are the numbers of seats its game is played by.

    The game is `pinned` where its seats bring lists.
    """

    plan: Plan
    commitments: Commitments
    sizes: tuple[int, ...]
    one_winner: bool = False
    pinned: Pinned | None = None


class Appoint(words.Command, frozen=True, tag="appoint"):
    """Take somebody into the staff, or give them another part in it."""

    player: str
    role: Role


class OpenRegistration(words.Command, frozen=True, tag="open-registration"):
    """Let everybody register from here on."""


class CloseRegistration(words.Command, frozen=True, tag="close-registration"):
    """Let only the staff register from here on."""


class Register(words.Command, frozen=True, omit_defaults=True, tag="register"):
    """Enter a player, a guest (a player without a token) or a bot of some level. Entropy (hex) comes with players."""

    player: str = ""
    bot: str = ""
    guest: bool = False
    club: str = ""
    entropy: str = ""


class RegisterMany(words.Command, frozen=True, tag="register-many"):
    """Enter all of a list, or nobody."""

    entrants: Annotated[tuple[Register, ...], Meta(min_length=1, max_length=MOST_LISTED)]


class RenameGuest(words.Command, frozen=True, tag="rename-guest"):
    """Give a guest another name. It stands beside the log, as every name does."""

    entrant: int


class CheckIn(words.Command, frozen=True, tag="check-in"):
    """Say that an entrant is there."""

    entrant: int


class Withdraw(words.Command, frozen=True, tag="withdraw"):
    """Leave the tournament."""

    entrant: int


class BringBack(words.Command, frozen=True, tag="bring-back"):
    """Let an entrant in again that had left, or had not come."""

    entrant: int


class MarkAbsent(words.Command, frozen=True, tag="mark-absent"):
    """Note that an entrant did not come."""

    entrant: int


class Disqualify(words.Command, frozen=True, omit_defaults=True, tag="disqualify"):
    """Put an entrant out of the tournament."""

    entrant: int
    cause: Cause = Cause.OTHER


class Penalise(words.Command, frozen=True, omit_defaults=True, tag="penalise"):
    """Take hundredths of a point of the standings from an entrant; a negative number gives them back."""

    entrant: int
    hundredths: int
    cause: Cause = Cause.OTHER


class Forbid(words.Command, frozen=True, tag="forbid"):
    """Keep two entrants from being paired."""

    entrants: tuple[int, int]


class SealDeck(words.Command, frozen=True, tag="seal-deck"):
    """Hand in a list, by its commitment (hex)."""

    entrant: int
    commitment: str


class SealDecks(words.Command, frozen=True, tag="seal-decks"):
    """Hand in the lists of several entrants, as for bots: all of them, or none."""

    lists: Annotated[tuple[SealDeck, ...], Meta(min_length=1)]


class PairRound(words.Command, frozen=True, omit_defaults=True, tag="pair-round"):
    """Pair a round, or with `again` anew before it starts. `fixed` are tables set by hand, each by seat.

    Where pods cannot have both even sizes and new company, `keep` says which of them.
    """

    round: int
    again: bool = False
    fixed: tuple[tuple[int, ...], ...] = ()
    keep: Keep = Keep.SIZES


class StartRound(words.Command, frozen=True, tag="start-round"):
    """Let the pairing of a round hold."""

    round: int


class ImportResult(words.Command, frozen=True, omit_defaults=True, tag="import-result"):
    """Take in how a match of a table has ended, as its log says up to `version` with `head` (hex)."""

    match: str
    version: int
    head: str
    reason: str
    points: tuple[int, ...] = ()
    places: tuple[int, ...] = ()


class ReportResult(words.Command, frozen=True, omit_defaults=True, tag="report-result"):
    """Report how a game that is played elsewhere has ended; `game` is 0 where the table has one only."""

    round: int
    table: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    game: int = 0


class ConfirmResult(words.Command, frozen=True, omit_defaults=True, tag="confirm-result"):
    """Confirm the result that another entrant of the table has reported."""

    round: int
    table: int
    game: int = 0


class RuleTable(words.Command, frozen=True, omit_defaults=True, tag="rule-table"):
    """Say as a referee how a game ends, or with `game` 0 the table as a whole, or correct its result."""

    round: int
    table: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    cause: Cause = Cause.OTHER
    game: int = 0


class InspectMatch(words.Command, frozen=True, tag="inspect-match"):
    """Look as a referee at a match that is over and held."""

    player: str
    match: str


class InspectDeck(words.Command, frozen=True, tag="inspect-deck"):
    """Look as a referee at a list that stays closed."""

    player: str
    entrant: int


class Finish(words.Command, frozen=True, tag="finish"):
    """End a tournament whose rounds are closed."""


class Cancel(words.Command, frozen=True, tag="cancel"):
    """Call a tournament off."""


class PublishSecret(words.Command, frozen=True, omit_defaults=True, tag="publish-secret"):
    """Publish the secret (hex), as far as it is shown, once every match is closed."""

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
    | CheckIn
    | Withdraw
    | BringBack
    | MarkAbsent
    | Disqualify
    | Penalise
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
