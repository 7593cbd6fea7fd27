"""Lists of entrants, as JSON or as text from a spreadsheet or another program. Each fault names its line."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, assert_never

import msgspec
from msgspec import Meta, Raw, Struct

from chronik.domain.tournament.exchange.name_list import Format, ListColumn, ListedEntrant, Reading, read_list
from chronik.domain.tournament.record.commands import MOST_LISTED
from chronik.domain.tournament.record.refusals import REFUSALS
from chronik.service.tournaments.routes.newcomers import BotEntrant, Guest, Myself, NewEntrant, Somebody
from chronik.service.tournaments.routes.trf_body import text_of
from chronik.service.web.bodies import BODY_TYPE, StrictJSON, decode_body
from chronik.service.web.problems.kinds import MALFORMED, NOT_JSON, REJECTED
from chronik.service.web.problems.problem import Problem, decoding_problem

LIST_TYPE = re.compile(
    r'text/(?:csv|plain)\s*(?:;\s*(?:charset\s*=\s*"?(?P<charset>[\w-]+)"?|header\s*=\s*\w+)\s*)*', re.IGNORECASE
)
CHARSETS = {
    "utf-8": "utf-8-sig",
    "us-ascii": "utf-8-sig",
    "utf-16": "utf-16",
    "utf-16le": "utf-16le",
    "utf-16be": "utf-16be",
    "windows-1250": "cp1250",
    "windows-1252": "cp1252",
    "iso-8859-1": "cp1252",
    "iso-8859-15": "iso-8859-15",
}
"""The encodings that spreadsheets use, by the name that a caller gives."""
EXAMPLE = "name,club\r\nAda,North\r\nBen,South\r\n"
FIRST = 10
"""The number of entrants that a reading of a list shows."""
FIELDS: dict[type, str] = {Guest: "name", Somebody: "player", BotEntrant: "level"}
"""The field that identifies an entrant of each kind."""


class NewEntrants(Struct, frozen=True, forbid_unknown_fields=True):
    """Entrants who are registered all together, or not at all."""

    entrants: Annotated[tuple[NewEntrant, ...], Meta(min_length=1, max_length=MOST_LISTED)]


class LineFault(Struct, frozen=True):
    """A fault in a line, and the field with the fault; `field` is empty if the line as a whole is wrong."""

    line: int
    field: str
    code: str
    detail: str
    facts: dict[str, Any] = {}


class ListReading(Struct, frozen=True):
    """A list as the service understood it; nothing is recorded."""

    format: str
    separator: str
    heading: int
    columns: tuple[ListColumn, ...]
    count: int
    first: tuple[ListedEntrant, ...]


class EntrantList(Struct, frozen=True):
    """The entrants that could be read, each with its line, the faults in other lines, and how the list was understood.

    Lines are numbered from 1: entrants of a JSON array, or lines of a text including its heading line.
    """

    entrants: tuple[tuple[int, NewEntrant], ...]
    faults: tuple[LineFault, ...]
    reading: ListReading

    @property
    def asked(self) -> Any:
        """The content that a request with the same key must repeat."""
        return {"entrants": self.entrants, "faults": self.faults}


class ListBody(StrictJSON):
    """A request body with a list of entrants, as JSON or as text."""

    def decode_bytes(self, value: bytes) -> EntrantList:
        media = self.connection.headers.get("content-type", "")
        if found := LIST_TYPE.fullmatch(media):
            return read_body(value, found["charset"] or "")
        if BODY_TYPE.fullmatch(media):
            return _of_json(value)
        raise Problem(NOT_JSON, "Send the list as JSON, as CSV (`text/csv`), or as another text (`text/plain`).")


class _Unread(Struct, forbid_unknown_fields=True):
    entrants: Annotated[tuple[Raw, ...], Meta(min_length=1, max_length=MOST_LISTED)]


_unread = msgspec.json.Decoder(_Unread)
_entrant: msgspec.json.Decoder[NewEntrant] = msgspec.json.Decoder(NewEntrant)


def refusal(faults: Sequence[LineFault], reading: ListReading) -> Problem:
    """Returns the problem for a list with faults; it includes the list as it was understood."""
    facts = {"lines": sorted(faults, key=lambda fault: fault.line), "reading": reading}
    return Problem(REJECTED, REFUSALS["list-refused"], code="list-refused", rule="/docs#tournaments", facts=facts)


def fault_of(line: int, problem: Problem) -> LineFault:
    """Converts the problem of one line to a fault."""
    field = str(problem.members.get("at", "")).removeprefix("$").removeprefix(".")
    return LineFault(line, field, problem.code, problem.detail or problem.kind.title)


def faults_by_rules(problem: Problem, asked: Sequence[tuple[int, NewEntrant]]) -> list[LineFault]:
    """Returns the faults that the rules found in a list, with line numbers in place of positions in the command."""
    refused: Any = problem.members["facts"]
    faults: list[LineFault] = []
    for fault in refused["lines"]:
        code: str = fault["code"]
        place: int = fault["line"]
        line, entrant = asked[place - 1]
        field = "entropy" if "entropy" in code else FIELDS.get(entrant.__class__, "")
        faults.append(LineFault(line, field, code, REFUSALS[code], fault["facts"]))
    return faults


def _of_json(body: bytes) -> EntrantList:
    entrants: list[tuple[int, NewEntrant]] = []
    faults: list[LineFault] = []
    for line, one in enumerate(decode_body(_unread, body).entrants, 1):
        try:
            entrants.append((line, _entrant.decode(one)))
        except msgspec.DecodeError as error:
            faults.append(fault_of(line, decoding_problem(error)))
    lines = tuple(_reading_line(line, one) for line, one in entrants[:FIRST])
    reading = ListReading("json", "", 0, (), len(entrants), lines)
    return EntrantList(tuple(entrants), tuple(faults), reading)


def read_body(body: bytes, charset: str = "") -> EntrantList:
    """Reads the entrants from text in a charset: by default UTF-8, or UTF-16 if it has its mark. Raises `Problem`."""
    marked = "utf-16" if body.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    coding = CHARSETS.get(charset.lower() or marked)
    if coding is None:
        raise Problem(NOT_JSON, f"Send the list in one of these charsets: {', '.join(CHARSETS)}.")
    try:
        return of_text(body.decode(coding))
    except UnicodeDecodeError:
        pass
    read = read_list(text_of(body))
    if read.format is Format.REPORT:  # older programs write Windows-1252
        return _reading_of(read)
    detail = "The text is not in the charset of its `Content-Type`, which is UTF-8 by default."
    raise Problem(MALFORMED, detail, at="$")


def of_text(text: str) -> EntrantList:
    """Reads the entrants from a text, each with its line, and the faults of the other lines. Raises `Problem`."""
    return _reading_of(read_list(text))


def _reading_of(read: Reading) -> EntrantList:
    if not read.entrants and not read.faults:
        raise Problem(MALFORMED, "The list is empty: it names no entrants.", at="$")
    if len(read.entrants) + len(read.faults) > MOST_LISTED:
        raise Problem(MALFORMED, f"A list has at most {MOST_LISTED} entrants.", at="$")
    faults = (LineFault(one.line, one.field, one.code, REFUSALS[one.code], dict(one.facts)) for one in read.faults)
    shown = read.entrants[:FIRST]
    reading = ListReading(read.format.value, read.separator, read.heading, read.columns, len(read.entrants), shown)
    return EntrantList(tuple((one.line, _newcomer(one)) for one in read.entrants), tuple(faults), reading)


def _newcomer(listed: ListedEntrant) -> NewEntrant:
    """Returns the entrant in a line. Names, players and levels are checked later, like those in JSON."""
    if listed.level:
        return BotEntrant(listed.level)
    return Somebody(listed.player, listed.club) if listed.player else Guest(listed.name, listed.club)


def _reading_line(line: int, entrant: NewEntrant) -> ListedEntrant:
    match entrant:
        case Guest():
            return ListedEntrant(line, name=entrant.name, club=entrant.club)
        case Somebody():
            return ListedEntrant(line, player=entrant.player, club=entrant.club)
        case BotEntrant():
            return ListedEntrant(line, level=entrant.level)
        case Myself():
            return ListedEntrant(line, club=entrant.club)
        case _:
            assert_never(entrant)
