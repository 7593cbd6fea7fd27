"""FIDE's Tournament Report File 2016 as it is read (handbook C.04, annex 2): players, and their games round by round.

Columns are counted from 1. What the annex does not know, such as lines that begin with other digits, is passed over;
`XXR` as well, as a tournament may have ended early. Every fault is told with its line and column, so that all of them
can be mended at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

LINE_ENDS = re.compile(r"\r\n|\r|\n")
NUMBER = re.compile(r" *(\d{1,4}) *")
SCORE = re.compile(r" *(\d{1,3})(?:[.,]([05]))? *")
GAMES_POINTS = re.compile(r"### Round (\d{1,3}), points (\d{1,4}) - (\d{1,4}): (\d{1,5}):(\d{1,5})")
FIRST, BLOCK = 92, 10
MOST_PLAYERS = 500
MOST_ROUNDS = 30
MOST_FAULTS = 100
HALF = Fraction(1, 2)
WORTH: Mapping[str, Fraction] = {
    "1": Fraction(1),
    "+": Fraction(1),
    "U": Fraction(1),
    "F": Fraction(1),
    "=": HALF,
    "H": HALF,
}
"""What the codes count; all others are nothing."""
UNRATED = {"W": "1", "D": "=", "L": "0"}
ALONE = {"+": "F", "=": "H", "-": "Z", "0": "Z", "1": "F"}
"""What older files write where nobody was met."""
ANSWERS = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+-"}
"""With what the opponent's line answers a result."""


class Fault(Struct, frozen=True):
    """What is wrong at a place of a file, by its code; `facts` say what would be right."""

    line: int
    column: int
    code: str
    facts: Mapping[str, object] = {}


class BadReport(Exception):
    """The file cannot be read as a report; it names what is wrong with it, line by line."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(faults)
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))[:MOST_FAULTS]


class Met(Struct, frozen=True):
    """A round of a player: whom they met, whether they had white, and how it ended, by its code.

    `opponent` is 0 where nobody was met. A round of which the file says nothing has the code `Z`.
    """

    opponent: int = 0
    white: bool = False
    code: str = "Z"
    column: int = 0


class Player(Struct, frozen=True):
    """A player by starting rank, with the points that the file tells, and the rounds."""

    number: int
    name: str
    line: int
    points: Fraction | None
    met: tuple[Met, ...]


class Report(Struct, frozen=True):
    """What a file says: title and place, the players by starting rank, and the points of games where it tells them.

    `points` are by round, white and black.
    """

    title: str
    place: str
    dates: tuple[str, str]
    players: tuple[Player, ...]
    rounds: int
    points: Mapping[tuple[int, int, int], tuple[int, int]]


def players_of(text: str, *, games: bool) -> tuple[tuple[Player, ...], tuple[Fault, ...]]:
    """The players of a file whose line could be read, in its order, and what is wrong with the others.

    Without `games` their points and rounds are not looked at.
    """
    players: list[Player] = []
    faults: list[Fault] = []
    for at, line in enumerate(LINE_ENDS.split(text.removeprefix("\ufeff")), 1):
        if line.startswith("001"):
            try:
                players.append(_player(at, line if games else line[:47]))
            except BadReport as bad:
                faults += bad.faults
    if len(players) > MOST_PLAYERS:
        faults.append(Fault(players[MOST_PLAYERS].line, 1, "trf-too-long", {"players": MOST_PLAYERS}))
    return tuple(players[:MOST_PLAYERS]), tuple(faults)


def read(text: str) -> Report:
    """The report in a file. Raises `BadReport` with all that is wrong."""
    players, found = players_of(text, games=True)
    faults = [*found]
    lines = LINE_ENDS.split(text.removeprefix("\ufeff"))
    faults += (Fault(at, 1, "trf-teams") for at, line in enumerate(lines, 1) if line.startswith("013"))
    rounds = max((len(player.met) for player in players), default=0)
    if not faults and (len(players) < 2 or not rounds):
        faults.append(Fault(players[0].line if players else 1, 1, "trf-empty"))
    known = {player.number: player for player in players}
    if not faults:
        faults += _at_odds(players, known)
    if not faults:
        faults += _without_a_game(players, rounds)
    if faults:
        raise BadReport(faults)
    head = {line[:3]: line[4:].strip() for line in reversed(lines) if not line.startswith("001")}
    return Report(
        title=head.get("012", ""),
        place=head.get("022", ""),
        dates=(head.get("042", ""), head.get("052", "")),
        players=tuple(sorted(players, key=lambda player: player.number)),
        rounds=rounds,
        points={
            (int(said[1]), int(said[2]), int(said[3])): (int(said[4]), int(said[5]))
            for line in lines
            if (said := GAMES_POINTS.fullmatch(line.rstrip()))
        },
    )


def counted(player: Player) -> Fraction:
    """What the results of a player add up to."""
    return sum((WORTH.get(met.code, Fraction(0)) for met in player.met), Fraction(0))


def _player(at: int, line: str) -> Player:
    faults: list[Fault] = []
    number = NUMBER.fullmatch(line[3:8])
    if number is None or not int(number[1]):
        faults.append(Fault(at, 5, "trf-number"))
    name = line[14:47].strip()
    if not name:
        faults.append(Fault(at, 15, "trf-name"))
    score = SCORE.fullmatch(line[80:84])
    if score is None and line[80:84].strip():
        faults.append(Fault(at, 81, "trf-points"))
    blocks = range(FIRST - 1, len(line.rstrip()), BLOCK)
    if len(blocks) > MOST_ROUNDS:
        faults.append(Fault(at, blocks[MOST_ROUNDS] + 1, "trf-too-long", {"rounds": MOST_ROUNDS}))
    met: list[Met] = []
    for start in blocks[:MOST_ROUNDS]:
        said = _met(at, start + 1, line[start : start + BLOCK].ljust(BLOCK))
        if isinstance(said, Fault):
            faults.append(said)
        else:
            met.append(said)
    if faults or number is None:
        raise BadReport(faults)
    points = None if score is None else int(score[1]) + (HALF if score[2] == "5" else 0)
    return Player(int(number[1]), name, at, None if points is None else Fraction(points), tuple(met))


def _met(at: int, column: int, block: str) -> Met | Fault:
    """A round of a player, which begins at a column: opponent, colour and result."""
    opponent, colour, code = block[:4].strip(), block[5].lower(), block[7].upper()
    if opponent and not (opponent.isascii() and opponent.isdigit()):
        return Fault(at, column, "trf-opponent")
    if not opponent or not int(opponent):
        code = ALONE.get(code, code)
        if code not in "HFUZ ":
            return Fault(at, column + 7, "trf-result", {"allowed": "HFUZ"})
        return Met(code=code if code.strip() else "Z", column=column)
    code = UNRATED.get(code, code)
    if code == " ":
        return Fault(at, column + 7, "trf-unfinished")
    if code not in ANSWERS:
        return Fault(at, column + 7, "trf-result", {"allowed": "10=+-WDL"})
    if colour not in "wb":
        return Fault(at, column + 5, "trf-colour")
    return Met(int(opponent), colour == "w", code, column)


def _at_odds(players: Sequence[Player], known: Mapping[int, Player]) -> Iterator[Fault]:
    """What two lines say of the same, and not alike; and points that are not those of the results."""
    seen: set[int] = set()
    for player in players:
        if player.number in seen:
            yield Fault(player.line, 5, "trf-number-twice")
        seen.add(player.number)
        if player.points is not None and player.points != counted(player):
            yield Fault(player.line, 81, "trf-points-differ", {"counted": str(float(counted(player)))})
        for at, met in enumerate(player.met):
            if met.opponent:
                yield from _answered(player, at, met, known.get(met.opponent))


def _answered(player: Player, at: int, met: Met, opponent: Player | None) -> Iterator[Fault]:
    """Whether the opponent's line says the same of a game."""
    if opponent is None or opponent is player:
        yield Fault(player.line, met.column, "trf-opponent")
        return
    other = opponent.met[at] if at < len(opponent.met) else Met()
    if other.opponent != player.number:
        yield Fault(player.line, met.column, "trf-disagrees", {"line": opponent.line})
    elif other.white == met.white:
        yield Fault(player.line, met.column + 5, "trf-disagrees", {"line": opponent.line})
    elif other.code not in ANSWERS[met.code]:
        yield Fault(player.line, met.column + 7, "trf-disagrees", {"line": opponent.line})


def _without_a_game(players: Sequence[Player], rounds: int) -> Iterator[Fault]:
    """Rounds in which nobody has met anybody."""
    for at in range(rounds):
        there = [player for player in players if at < len(player.met)]
        if not any(player.met[at].opponent for player in there):
            yield Fault(there[0].line, FIRST + BLOCK * at, "trf-round", {"round": at + 1})
