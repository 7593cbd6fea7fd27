"""Parsing of FIDE's Tournament Report File 2016 (handbook C.04, annex 2): players, and their games round by round.

Columns are counted from 1. Lines that the annex does not define, such as those that begin with other digits, are
ignored. `XXR` is ignored too, because a tournament may have ended early. Every fault has its line and column, so that
an organiser can fix all of them at once.
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
"""The points of the result codes. All other codes give no points."""
UNRATED = {"W": "1", "D": "=", "L": "0"}
ALONE = {"+": "F", "=": "H", "-": "Z", "0": "Z", "1": "F"}
"""The codes in older files for a round without an opponent, each with its code of 2016."""
ANSWERS = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+-"}
"""For each result code, the codes that the opponent's line may have."""


class Fault(Struct, frozen=True):
    """A fault at a place in a file, as a code. `facts` say what would be right."""

    line: int
    column: int
    code: str
    facts: Mapping[str, object] = {}


class BadReport(Exception):
    """Raised if a file cannot be parsed as a report. `faults` lists what is wrong, by line."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(faults)
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))[:MOST_FAULTS]


class PlayerRound(Struct, frozen=True):
    """A player's round: the opponent, whether the player had white, and the code of the result.

    `opponent` is 0 if there was no opponent. A round that the file does not mention has the code `Z`.
    """

    opponent: int = 0
    white: bool = False
    code: str = "Z"
    column: int = 0


class Player(Struct, frozen=True):
    """A player: the starting rank, the points as the file states them, and the rounds."""

    number: int
    name: str
    line: int
    points: Fraction | None
    rounds: tuple[PlayerRound, ...]


class Report(Struct, frozen=True):
    """The content of a file: title, place and dates, the players by starting rank, and the points of its games.

    `points` are listed by round, white and black. They are empty if the file does not state them.
    """

    title: str
    place: str
    dates: tuple[str, str]
    players: tuple[Player, ...]
    rounds: int
    points: Mapping[tuple[int, int, int], tuple[int, int]]


def parse_players(text: str, *, games: bool) -> tuple[tuple[Player, ...], tuple[Fault, ...]]:
    """Returns the players whose lines can be parsed, in the order of the file, and the faults in the other lines.

    If `games` is false, their points and rounds are not read.
    """
    players: list[Player] = []
    faults: list[Fault] = []
    for at, line in enumerate(LINE_ENDS.split(text.removeprefix("\ufeff")), 1):
        if line.startswith("001"):
            try:
                players.append(_parse_player(at, line if games else line[:47]))
            except BadReport as bad:
                faults += bad.faults
    if len(players) > MOST_PLAYERS:
        faults.append(Fault(players[MOST_PLAYERS].line, 1, "trf-too-long", {"players": MOST_PLAYERS}))
    return tuple(players[:MOST_PLAYERS]), tuple(faults)


def parse_report(text: str) -> Report:
    """Returns the report in a file. Raises `BadReport` with all its faults."""
    players, found = parse_players(text, games=True)
    faults = [*found]
    lines = LINE_ENDS.split(text.removeprefix("\ufeff"))
    faults += (Fault(at, 1, "trf-teams") for at, line in enumerate(lines, 1) if line.startswith("013"))
    rounds = max((len(player.rounds) for player in players), default=0)
    if not faults and (len(players) < 2 or not rounds):
        faults.append(Fault(players[0].line if players else 1, 1, "trf-empty"))
    known = {player.number: player for player in players}
    if not faults:
        faults += _find_contradictions(players, known)
    if not faults:
        faults += _find_empty_rounds(players, rounds)
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


def sum_results(player: Player) -> Fraction:
    """Returns the sum of a player's results."""
    return sum((WORTH.get(met.code, Fraction(0)) for met in player.rounds), Fraction(0))


def _parse_player(at: int, line: str) -> Player:
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
    met: list[PlayerRound] = []
    for start in blocks[:MOST_ROUNDS]:
        said = _parse_round(at, start + 1, line[start : start + BLOCK].ljust(BLOCK))
        if isinstance(said, Fault):
            faults.append(said)
        else:
            met.append(said)
    if faults or number is None:
        raise BadReport(faults)
    points = None if score is None else int(score[1]) + (HALF if score[2] == "5" else 0)
    return Player(int(number[1]), name, at, None if points is None else Fraction(points), tuple(met))


def _parse_round(at: int, column: int, block: str) -> PlayerRound | Fault:
    """Returns a player's round that begins at a column (opponent, colour and result), or the fault in it."""
    opponent, colour, code = block[:4].strip(), block[5].lower(), block[7].upper()
    if opponent and not (opponent.isascii() and opponent.isdigit()):
        return Fault(at, column, "trf-opponent")
    if not opponent or not int(opponent):
        code = ALONE.get(code, code)
        if code not in "HFUZ ":
            return Fault(at, column + 7, "trf-result", {"allowed": "HFUZ"})
        return PlayerRound(code=code if code.strip() else "Z", column=column)
    code = UNRATED.get(code, code)
    if code == " ":
        return Fault(at, column + 7, "trf-unfinished")
    if code not in ANSWERS:
        return Fault(at, column + 7, "trf-result", {"allowed": "10=+-WDL"})
    if colour not in "wb":
        return Fault(at, column + 5, "trf-colour")
    return PlayerRound(int(opponent), colour == "w", code, column)


def _find_contradictions(players: Sequence[Player], known: Mapping[int, Player]) -> Iterator[Fault]:
    """Yields contradictions between two lines, and points that are not the sum of the results."""
    seen: set[int] = set()
    for player in players:
        if player.number in seen:
            yield Fault(player.line, 5, "trf-number-twice")
        seen.add(player.number)
        if player.points is not None and player.points != sum_results(player):
            yield Fault(player.line, 81, "trf-points-differ", {"counted": str(float(sum_results(player)))})
        for at, met in enumerate(player.rounds):
            if met.opponent:
                yield from _compare_with_opponent(player, at, met, known.get(met.opponent))


def _compare_with_opponent(player: Player, at: int, met: PlayerRound, opponent: Player | None) -> Iterator[Fault]:
    """Yields a fault if the opponent's line disagrees about a game."""
    if opponent is None or opponent is player:
        yield Fault(player.line, met.column, "trf-opponent")
        return
    other = opponent.rounds[at] if at < len(opponent.rounds) else PlayerRound()
    if other.opponent != player.number:
        yield Fault(player.line, met.column, "trf-disagrees", {"line": opponent.line})
    elif other.white == met.white:
        yield Fault(player.line, met.column + 5, "trf-disagrees", {"line": opponent.line})
    elif other.code not in ANSWERS[met.code]:
        yield Fault(player.line, met.column + 7, "trf-disagrees", {"line": opponent.line})


def _find_empty_rounds(players: Sequence[Player], rounds: int) -> Iterator[Fault]:
    """Yields a fault for each round in which no two players met."""
    for at in range(rounds):
        there = [player for player in players if at < len(player.rounds)]
        if not any(player.rounds[at].opponent for player in there):
            yield Fault(there[0].line, FIRST + BLOCK * at, "trf-round", {"round": at + 1})
