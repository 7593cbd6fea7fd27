"""A list of entrants as it is sent, in JSON, as CSV or as FIDE's report (TRF): what is wrong is kept by line.

CSV may begin with a line that names its columns: of `name`, `player` and `level` each line fills in one, `club` is
free. Without such a line it is a list of names, each with a club where a second field says one. Of a report only the
names of the players are read.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct

from domain.tournament.exchange.trf import players_of
from domain.tournament.record.commands import MOST_LISTED
from domain.tournament.record.refusals import REFUSALS
from service.http.bodies import BODY_TYPE, StrictJSON, decoded
from service.problems.kinds import MALFORMED, NOT_JSON, REJECTED
from service.problems.problem import Problem, malformed
from service.routes.tournament.newcomers import BotEntrant, Guest, NewEntrant, Somebody
from service.routes.tournament.trf_body import TEXT_TYPE, text_of

CSV_TYPE = re.compile(r'text/csv\s*(?:;\s*(?:charset\s*=\s*"?utf-8"?|header\s*=\s*present)\s*)*', re.IGNORECASE)
QUOTED = re.compile(r'"[^"]*"')
EXAMPLE = "name,club\r\nAda,North\r\nBen,South\r\n"
WHO = ("name", "player", "level")
COLUMNS = {
    "name": "name",
    "naam": "name",
    "player": "player",
    "level": "level",
    "club": "club",
    "verein": "club",
    "vereniging": "club",
}
"""What the columns are called, in the languages of the pages."""
PLAIN = ("name", "club")
"""The columns of a list that does not name them."""
SEPARATORS = ("\t", ";", ",")
"""What stands between fields: the first of these in the first line, unless a name there has it in quotation marks."""
FIELDS: dict[type, str] = {Guest: "name", Somebody: "player", BotEntrant: "level"}
"""The field that says who takes part."""


class NewEntrants(Struct, frozen=True, forbid_unknown_fields=True):
    """Entrants who are entered together, or not at all."""

    entrants: Annotated[tuple[NewEntrant, ...], Meta(min_length=1, max_length=MOST_LISTED)]


class LineFault(Struct, frozen=True):
    """What is wrong with a line, and in which field; that is empty where the line as a whole is wrong."""

    line: int
    field: str
    code: str
    detail: str
    facts: dict[str, Any] = {}


class EntrantList(Struct, frozen=True):
    """Those who could be read, each with its line, and the faults of the other lines.

    Lines count from 1: in JSON the entrants, in CSV the lines of the file with the first one, which names the columns.
    """

    entrants: tuple[tuple[int, NewEntrant], ...]
    faults: tuple[LineFault, ...]


class JSONOrCSV(StrictJSON):
    """A body that is a list of entrants, in JSON, as CSV or as a report."""

    def decode_bytes(self, value: bytes) -> EntrantList:
        media = self.connection.headers.get("content-type", "")
        if CSV_TYPE.fullmatch(media):
            return of_csv(value)
        if BODY_TYPE.fullmatch(media):
            return _of_json(value)
        if TEXT_TYPE.fullmatch(media):
            return of_report(text_of(value))
        raise Problem(NOT_JSON, "A list is read as JSON, as CSV (`text/csv`) in UTF-8, or as a report (`text/plain`).")


class _Unread(Struct, forbid_unknown_fields=True):
    entrants: Annotated[tuple[Raw, ...], Meta(min_length=1, max_length=MOST_LISTED)]


_unread = msgspec.json.Decoder(_Unread)
_entrant: msgspec.json.Decoder[NewEntrant] = msgspec.json.Decoder(NewEntrant)


def refusal(faults: Sequence[LineFault]) -> Problem:
    """The problem of a list with faults."""
    lines = sorted(faults, key=lambda fault: fault.line)
    sentence = REFUSALS["list-refused"]
    return Problem(REJECTED, sentence, code="list-refused", rule="/docs#tournaments", facts={"lines": lines})


def fault_of(line: int, problem: Problem) -> LineFault:
    """A problem with what one line says."""
    field = str(problem.members.get("at", "")).removeprefix("$").removeprefix(".")
    return LineFault(line, field, problem.code, problem.detail or problem.kind.title)


def faults_by_rules(problem: Problem, asked: Sequence[tuple[int, NewEntrant]]) -> list[LineFault]:
    """What the rules have refused of a list: they count places of the command, which stand for these lines."""
    refused: Any = problem.members["facts"]
    faults: list[LineFault] = []
    for fault in refused["lines"]:
        code: str = fault["code"]
        place: int = fault["line"]
        line, entrant = asked[place - 1]
        field = "entropy" if code == "entropy" else FIELDS.get(entrant.__class__, "")
        faults.append(LineFault(line, field, code, REFUSALS[code], fault["facts"]))
    return faults


def _of_json(body: bytes) -> EntrantList:
    entrants: list[tuple[int, NewEntrant]] = []
    faults: list[LineFault] = []
    for line, one in enumerate(decoded(_unread, body).entrants, 1):
        try:
            entrants.append((line, _entrant.decode(one)))
        except msgspec.DecodeError as error:
            faults.append(fault_of(line, malformed(error)))
    return EntrantList(tuple(entrants), tuple(faults))


def of_csv(body: bytes) -> EntrantList:
    """The entrants of a CSV, each with its line, and what is wrong with the others. Raises `Problem`."""
    try:
        rows = list(islice(_rows(body.decode("utf-8-sig")), MOST_LISTED + 2))
    except UnicodeDecodeError as error:
        raise malformed(error) from None
    columns = _columns(*rows[0]) if rows else ()
    others = rows[1:] if columns else rows
    if not others:
        raise Problem(MALFORMED, "The list is empty: nobody stands in it.", at="$")
    if len(others) > MOST_LISTED:
        raise Problem(MALFORMED, f"A list has at most {MOST_LISTED} entrants.", at="$")
    entrants: list[tuple[int, NewEntrant]] = []
    faults: list[LineFault] = []
    for line, cells in others:
        try:
            entrants.append((line, _newcomer(columns or PLAIN, cells)))
        except Problem as problem:
            faults.append(fault_of(line, problem))
    return EntrantList(tuple(entrants), tuple(faults))


def of_report(text: str) -> EntrantList:
    """The players of a report as guests, by starting rank, each with its line, and what is wrong with the others."""
    players, wrong = players_of(text, games=False)
    if not players and not wrong:
        raise Problem(MALFORMED, "The report names no players (001).", at="$")
    faults = tuple(
        LineFault(one.line, "name" if one.code == "trf-name" else "", one.code, REFUSALS[one.code], dict(one.facts))
        for one in wrong
    )
    ranked = sorted(players, key=lambda player: player.number)
    return EntrantList(tuple((one.line, Guest(one.name)) for one in ranked), faults)


def _columns(line: int, cells: Sequence[str]) -> tuple[str, ...]:
    """The columns that a first line names, or none where it names nobody's column but somebody."""
    heads = [cell.strip().casefold() for cell in cells]
    if COLUMNS.keys().isdisjoint(heads):
        return ()
    columns = tuple(COLUMNS.get(head, "") for head in heads)
    if "" in columns or len(set(columns)) < len(columns) or set(columns).isdisjoint(WHO):
        told = "The first line names each column once: `name`, `player` or `level`, and `club`."
        raise refusal((LineFault(line, "", MALFORMED.name, told),))
    return columns


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the number of its first line."""
    first = QUOTED.sub("", text.lstrip("\r\n")).partition("\n")[0]
    separator = next((one for one in SEPARATORS if one in first), ",")
    rows: Any = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    line = 1
    try:
        for row in rows:
            if any(cell.strip() for cell in row):
                yield line, row
            line = rows.line_num + 1
    except csv.Error:
        told = "This line is not CSV: a quotation mark or an end of line stands in a wrong place."
        raise refusal((LineFault(line, "", MALFORMED.name, told),)) from None


def _newcomer(columns: Sequence[str], cells: Sequence[str]) -> NewEntrant:
    """Whom a row names, or the problem with it. Names, players and levels are looked at where JSON has them too."""
    if len(cells) > len(columns):
        raise Problem(MALFORMED, "The line has more fields than the first one.", at="$")
    said = {column: cell.strip() for column, cell in zip(columns, cells, strict=False)}
    club = said.get("club", "")
    match [(column, said[column]) for column in WHO if said.get(column)]:
        case [("name", name)]:
            return Guest(name, club)
        case [("player", player)]:
            return Somebody(player.rsplit("/", 1)[-1].lower(), club)
        case [("level", _)] if club:
            raise Problem(MALFORMED, "A bot has no club.", at="$.club")
        case [("level", level)]:
            return BotEntrant(level)
        case _:
            raise Problem(MALFORMED, "A line fills in one of `name`, `player` and `level`.", at="$")
