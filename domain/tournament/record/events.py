"""Events of a tournament.

They name people only by pseudonymous ids, and give reasons as codes. Names and free text are stored beside the log,
where they can be erased.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from chronik.domain.engine import tagged_structs
from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.methods.contenders import Keep, Reason
from chronik.domain.tournament.record.plan import Pinned, Plan
from chronik.domain.tournament.record.seeds import Commitments


class Role(Enum):
    """The role of a staff member: an organiser may do everything, and a referee may rule."""

    ORGANISER = "organiser"
    REFEREE = "referee"


class Created(tagged_structs.Event, frozen=True, omit_defaults=True, tag="created"):
    """A tournament was created. `commitments` bind both parts of its secret, the source of all randomness.

    `sizes` are the numbers of seats that the game supports. If `one_winner` is true, a game has exactly one first
    place. The game is `pinned` if seats submit lists, so that the lists are checked and played under the same rules.
    `rules` is the version of the tournament rules. Release 0.2.0 rc 1 did not write it, so its absence means version 1.
    """

    plan: Plan
    commitments: Commitments
    sizes: tuple[int, ...]
    one_winner: bool = False
    pinned: Pinned | None = None
    rules: int = 1


class Appointed(tagged_structs.Event, frozen=True, tag="appointed"):
    """A player joined the staff, or a staff member's role changed."""

    player: str
    role: Role


class RegistrationOpened(tagged_structs.Event, frozen=True, tag="registration-opened"):
    """Registration opened: every player may register."""


class RegistrationClosed(tagged_structs.Event, frozen=True, tag="registration-closed"):
    """Registration closed: only the staff may register entrants."""


class Registered(tagged_structs.Event, frozen=True, omit_defaults=True, tag="registered"):
    """A player or a bot of some level was registered.

    A `guest` is a player without a token. Guests play only elsewhere. `entropy` (hex) goes into the seed of each later
    draw, and into the seeds of the entrant's tables.
    """

    entrant: int
    player: str = ""
    bot: str = ""
    guest: bool = False
    club: str = ""
    entropy: str = ""


class GuestRenamed(tagged_structs.Event, frozen=True, tag="guest-renamed"):
    """The organiser gave a guest (a player without a token) another name. The log does not contain the name."""

    entrant: int
    player: str


class EntropyAdded(tagged_structs.Event, frozen=True, tag="entropy-added"):
    """An entrant's player added entropy (hex) after registering. This event exists from rules version 2 on."""

    entrant: int
    entropy: str


class ClubSet(tagged_structs.Event, frozen=True, omit_defaults=True, tag="club-set"):
    """An entrant's club was changed or removed. `player` is the entrant's player. Later draws use the new club."""

    entrant: int
    player: str
    club: str = ""


class CheckedIn(tagged_structs.Event, frozen=True, tag="checked-in"):
    """An entrant checked in."""

    entrant: int


class Withdrawn(tagged_structs.Event, frozen=True, tag="withdrawn"):
    """An entrant withdrew and is no longer paired. Earlier results stay."""

    entrant: int


class Returned(tagged_structs.Event, frozen=True, tag="returned"):
    """An entrant who had withdrawn or was marked absent was readmitted, and is paired again."""

    entrant: int


class NotShown(tagged_structs.Event, frozen=True, tag="not-shown"):
    """An entrant did not show up, and is not paired until readmitted."""

    entrant: int


class Disqualified(tagged_structs.Event, frozen=True, tag="disqualified"):
    """An entrant was disqualified."""

    entrant: int
    cause: Cause


class Forbidden(tagged_structs.Event, frozen=True, tag="forbidden"):
    """The pairing of two entrants was forbidden."""

    entrants: tuple[int, int]


class DeckSealed(tagged_structs.Event, frozen=True, tag="deck-sealed"):
    """An entrant handed in a list. Only its commitment (hex) is public. A later list replaces it."""

    entrant: int
    commitment: str


class DeckOpened(tagged_structs.Event, frozen=True, tag="deck-opened"):
    """A list was opened to everyone. It is stored beside the log, with its salt, until its owner is erased."""

    entrant: int


class StageStarted(tagged_structs.Event, frozen=True, tag="stage-started"):
    """A stage began with these entrants, listed by group, each group in seeding order.

    If its first round is paired again, another event of this kind replaces this one.
    """

    stage: int
    groups: tuple[tuple[int, ...], ...]


class Purpose(Enum):
    """The purpose of a lot: to draw a round, to end a stage within a group or across groups, or to award prizes."""

    PAIRING = "pairing"
    CUT = "cut"
    GROUPS = "groups"
    PRIZE = "prize"


class LotDrawn(tagged_structs.Event, frozen=True, omit_defaults=True, tag="lot-drawn"):
    """Tied entrants were ordered by lot: each of `orders` is a set of them in the order drawn.

    A lot for a pairing counts only for this attempt at its round. With the seed (hex), anyone can draw the lot again.
    From rules version 2 on, a lot that ends a stage also names the round and the attempt that it was drawn for.
    """

    purpose: Purpose
    stage: int
    group: int
    orders: tuple[tuple[int, ...], ...]
    seed: str
    round: int = 0
    attempt: int = 0


class PairedTable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a round: its number, its entrants by seat, and the match that is played there."""

    table: int
    entrants: tuple[int, ...]
    match: str = ""
    group: int = 0


class RoundPaired(tagged_structs.Event, frozen=True, omit_defaults=True, tag="round-paired"):
    """A round was paired, or paired again before it started. Rounds are numbered across all stages.

    With the seed (hex) and the earlier entries, anyone can draw the round again. `fixed` are the tables that the
    organiser set by hand. `keep` is the goal that takes precedence if pods cannot reach both; rules version 1 omits it.
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
    keep: Keep = Keep.SIZES


class RoundStarted(tagged_structs.Event, frozen=True, tag="round-started"):
    """A round started. Its pairing is final, and its tables are opened."""

    round: int


class RoundClosed(tagged_structs.Event, frozen=True, tag="round-closed"):
    """A round closed. Every table has its result."""

    round: int


class GameAdded(tagged_structs.Event, frozen=True, omit_defaults=True, tag="game-added"):
    """The next game of a table can begin, because no entrant has won the majority yet.

    The game has its own match, unless it is played elsewhere. The seats of the previous game are swapped.
    """

    round: int
    table: int
    game: int
    match: str = ""


class ResultArrived(tagged_structs.Event, frozen=True, omit_defaults=True, tag="result-arrived"):
    """A table's match was closed, and its result was imported from its log as of `version` and `head` (hex)."""

    match: str
    version: int
    head: str
    reason: str
    points: tuple[int, ...] = ()
    places: tuple[int, ...] = ()


class ResultReported(tagged_structs.Event, frozen=True, omit_defaults=True, tag="result-reported"):
    """The result of a game that is played elsewhere was reported by one of its entrants, or by the staff (entrant 0).

    `game` is 0 if the table has only one game.
    """

    round: int
    table: int
    entrant: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    game: int = 0


class ResultConfirmed(tagged_structs.Event, frozen=True, omit_defaults=True, tag="result-confirmed"):
    """An entrant, or the staff (entrant 0) for guests, confirmed the reported result of a game.

    The result counts once all required confirmations are there.
    """

    round: int
    table: int
    entrant: int
    game: int = 0


class ResultRuled(tagged_structs.Event, frozen=True, omit_defaults=True, tag="result-ruled"):
    """A referee decided the result of a game or a table. `corrects` is the entry that it replaces, or 0.

    `game` is 0 if the ruling is for the whole table. It then stays in force whatever the results of the games are.
    """

    round: int
    table: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    cause: Cause
    corrects: int = 0
    game: int = 0


class Penalised(tagged_structs.Event, frozen=True, tag="penalised"):
    """A referee deducted hundredths of a standings point from an entrant."""

    entrant: int
    hundredths: int
    cause: Cause


class GamesStruck(tagged_structs.Event, frozen=True, omit_defaults=True, tag="games-struck"):
    """The organiser struck the games of an entrant who left a round robin, or counted them again if not `struck`.

    By then the entrant had played `played` of its `games` in the stage.
    """

    entrant: int
    stage: int
    played: int
    games: int
    struck: bool = True


class MatchInspected(tagged_structs.Event, frozen=True, tag="match-inspected"):
    """A referee inspected all contents of a match that is over but withheld."""

    player: str
    match: str


class DeckInspected(tagged_structs.Event, frozen=True, tag="deck-inspected"):
    """A referee inspected a list that stays closed."""

    player: str
    entrant: int


class Finished(tagged_structs.Event, frozen=True, tag="finished"):
    """The tournament was finished. Only corrections, the results of the last matches and the secret can follow."""


class Cancelled(tagged_structs.Event, frozen=True, tag="cancelled"):
    """The tournament was called off. Only the results of the last matches and the secret can follow."""


class SecretPublished(tagged_structs.Event, frozen=True, omit_defaults=True, tag="secret-published"):
    """The secret (hex) was published after the end of the tournament and all its matches. It proves every seed.

    `tables`, from which the secrets of the matches follow, is present only if the plan discloses the matches in full.
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
    | EntropyAdded
    | ClubSet
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
    | GamesStruck
    | MatchInspected
    | DeckInspected
    | Finished
    | Cancelled
    | SecretPublished
)
