"""What happens to a tournament.

People stand here by pseudonymous ids only, reasons by codes: names and free words live beside the log, where they can
be erased.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from domain.engine import words
from domain.engine.match.events import Cause
from domain.tournament.methods.contenders import Reason
from domain.tournament.record.plan import Pinned, Plan
from domain.tournament.record.seeds import Commitments


class Role(Enum):
    """What staff may do: organisers everything, referees rule."""

    ORGANISER = "organiser"
    REFEREE = "referee"


class Created(words.Event, frozen=True, omit_defaults=True, tag="created"):
    """A tournament was created; `commitments` bind both parts of its secret, from which all its chance comes.

    `sizes` are the numbers of seats the game is played by. With `one_winner` nobody shares the first place in it.
    Where its seats bring lists, the game is `pinned`, and so the lists are judged and played by the same rules.
    """

    plan: Plan
    commitments: Commitments
    sizes: tuple[int, ...]
    one_winner: bool = False
    pinned: Pinned | None = None


class Appointed(words.Event, frozen=True, tag="appointed"):
    """Somebody joined the staff."""

    player: str
    role: Role


class RegistrationOpened(words.Event, frozen=True, tag="registration-opened"):
    """From here on everybody may register."""


class RegistrationClosed(words.Event, frozen=True, tag="registration-closed"):
    """From here on only the staff registers."""


class Registered(words.Event, frozen=True, omit_defaults=True, tag="registered"):
    """An entrant: a player, or a bot of some level. `guest` is a player without a token, who plays elsewhere only.

    `entropy` (hex) goes into the seed of each draw from here on, and into those of the entrant's tables.
    """

    entrant: int
    player: str = ""
    bot: str = ""
    guest: bool = False
    club: str = ""
    entropy: str = ""


class GuestRenamed(words.Event, frozen=True, tag="guest-renamed"):
    """The organiser gave a guest (a player without a token) another name; the log never says which."""

    entrant: int
    player: str


class CheckedIn(words.Event, frozen=True, tag="checked-in"):
    """An entrant is there."""

    entrant: int


class Withdrawn(words.Event, frozen=True, tag="withdrawn"):
    """An entrant left; it is not paired again. Results so far stay."""

    entrant: int


class Returned(words.Event, frozen=True, tag="returned"):
    """An entrant that had left, or had not come, is paired again."""

    entrant: int


class NotShown(words.Event, frozen=True, tag="not-shown"):
    """An entrant did not come; it is not paired until it returns."""

    entrant: int


class Disqualified(words.Event, frozen=True, tag="disqualified"):
    """An entrant was put out of the tournament."""

    entrant: int
    cause: Cause


class Forbidden(words.Event, frozen=True, tag="forbidden"):
    """Two entrants shall not be paired."""

    entrants: tuple[int, int]


class DeckSealed(words.Event, frozen=True, tag="deck-sealed"):
    """An entrant handed in a list, of which only the commitment (hex) is shown; a later one replaces it."""

    entrant: int
    commitment: str


class DeckOpened(words.Event, frozen=True, tag="deck-opened"):
    """A list was opened to everybody. It stands beside the log, with its salt, until its owner is erased."""

    entrant: int


class StageStarted(words.Event, frozen=True, tag="stage-started"):
    """A stage began, with these entrants by group, each in the order of its seeding."""

    stage: int
    groups: tuple[tuple[int, ...], ...]


class Purpose(Enum):
    """What a lot is for: drawing a round, ending a stage in a group or among groups, and prizes."""

    PAIRING = "pairing"
    CUT = "cut"
    GROUPS = "groups"
    PRIZE = "prize"


class LotDrawn(words.Event, frozen=True, omit_defaults=True, tag="lot-drawn"):
    """A lot has put those in order who were equal in everything: in each of `orders`, the first one stands first.

    That of a pairing counts for this attempt at its round only. With the seed (hex) anybody can draw it again.
    """

    purpose: Purpose
    stage: int
    group: int
    orders: tuple[tuple[int, ...], ...]
    seed: str
    round: int = 0
    attempt: int = 0


class PairedTable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a round: its number, who sits where, and the match that is played there."""

    table: int
    entrants: tuple[int, ...]
    match: str = ""
    group: int = 0


class RoundPaired(words.Event, frozen=True, omit_defaults=True, tag="round-paired"):
    """A round was paired, or paired again before it started; rounds are numbered through all stages.

    With the seed (hex) and the entries before this one anybody can draw it again. `fixed` are the tables that the
    organiser set by hand.
    """

    round: int
    stage: int
    tables: tuple[PairedTable, ...]
    algorithm: str
    seed: str
    attempt: int = 0
    byes: tuple[int, ...] = ()
    fixed: tuple[tuple[int, ...], ...] = ()
    cost: tuple[int, ...] = ()
    bound: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()


class RoundStarted(words.Event, frozen=True, tag="round-started"):
    """The pairing of a round holds, and its tables are opened."""

    round: int


class RoundClosed(words.Event, frozen=True, tag="round-closed"):
    """Every table of a round has its result."""

    round: int


class GameAdded(words.Event, frozen=True, omit_defaults=True, tag="game-added"):
    """The next game of a table can begin: the ones before it have brought nobody the majority.

    It has a match of its own, unless it is played elsewhere, and its seats are those of the game before, swapped.
    """

    round: int
    table: int
    game: int
    match: str = ""


class ResultArrived(words.Event, frozen=True, omit_defaults=True, tag="result-arrived"):
    """A match of a table was closed, and its log says how; `version` and `head` (hex) say which log."""

    match: str
    version: int
    head: str
    reason: str
    points: tuple[int, ...] = ()
    places: tuple[int, ...] = ()


class ResultReported(words.Event, frozen=True, omit_defaults=True, tag="result-reported"):
    """The result of a game that is played elsewhere, as one of its entrants reported it, or the staff (entrant 0).

    `game` is 0 where the table has one game only.
    """

    round: int
    table: int
    entrant: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    game: int = 0


class ResultConfirmed(words.Event, frozen=True, omit_defaults=True, tag="result-confirmed"):
    """An entrant confirmed the reported result of its game, or the staff (entrant 0) for guests; then it counts."""

    round: int
    table: int
    entrant: int
    game: int = 0


class ResultRuled(words.Event, frozen=True, omit_defaults=True, tag="result-ruled"):
    """A referee said how a game or a table ended; `corrects` is the entry that this one stands for, 0 for none.

    `game` is 0 where it is of the table as a whole: then it stands whatever its games bring.
    """

    round: int
    table: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    cause: Cause
    corrects: int = 0
    game: int = 0


class Penalised(words.Event, frozen=True, tag="penalised"):
    """A referee took hundredths of a point of the standings from an entrant."""

    entrant: int
    hundredths: int
    cause: Cause


class MatchInspected(words.Event, frozen=True, tag="match-inspected"):
    """A referee looked at everything of a match that is over and held."""

    player: str
    match: str


class DeckInspected(words.Event, frozen=True, tag="deck-inspected"):
    """A referee looked at a list that stays closed."""

    player: str
    entrant: int


class Finished(words.Event, frozen=True, tag="finished"):
    """The tournament is over. Only corrections can follow, what the last matches say, and its secret."""


class Cancelled(words.Event, frozen=True, tag="cancelled"):
    """The tournament was called off. Only what its last matches say can follow, and its secret."""


class SecretPublished(words.Event, frozen=True, omit_defaults=True, tag="secret-published"):
    """The secret (hex) of a tournament that is over and whose matches are all closed: it proves every seed.

    `tables`, from which the secrets of the matches follow, is shown only where everything of them is.
    """

    draws: str
    tables: str = ""


TournamentEvent = (
    Created
    | Appointed
    | RegistrationOpened
    | RegistrationClosed
    | Registered
    | GuestRenamed
    | CheckedIn
    | Withdrawn
    | Returned
    | NotShown
    | Disqualified
    | Forbidden
    | DeckSealed
    | DeckOpened
    | LotDrawn
    | StageStarted
    | RoundPaired
    | RoundStarted
    | RoundClosed
    | GameAdded
    | ResultArrived
    | ResultReported
    | ResultConfirmed
    | ResultRuled
    | Penalised
    | MatchInspected
    | DeckInspected
    | Finished
    | Cancelled
    | SecretPublished
)
