"""Lists of entrants, as a spreadsheet, an e-mail or another tournament program writes them.

`read_list` examines the whole text before it decides on the format, the separator and the columns, and returns what it
has understood. If a text can be read in two ways, it reports a fault instead of guessing.

A list without headings contains names, and clubs only if the first column clearly contains whole names. In such a list,
columns without any letter, such as numbers, ratings and ids, are not read.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.tournament.exchange.headings import NAMES, WHO, Use, use_of
from chronik.domain.tournament.exchange.trf import LINE_ENDS, parse_players
from chronik.domain.tournament.record.commands import MOST_LISTED

SEPARATORS = ("\t", ";", "|", ",")
"""The separators of fields. If several of them split the lines of a text, the one listed first wins."""
WHOLE_LINE = "\x1f"
"""A placeholder for a missing separator: each line is one field."""
SEP_LINE = re.compile(r'"?sep=(\\t|.?)', re.IGNORECASE)
QUOTED_FIELD = re.compile(r'"[^"]*"')
REPORT_LINE = re.compile(r"001[ \d]{5}[ mwf]", re.IGNORECASE)
FOREIGN_FORMATS: tuple[tuple[str, str], ...] = (
    (r"PK\x03\x04", "XLSX, ODS or ZIP"),
    (r"ÐÏ\x11à", "XLS"),
    (r"%PDF", "PDF"),
    (r"\{\\rtf", "RTF"),
    (r"\{|\[\s*[\[{\"]", "JSON"),
    (r"\[\w+ \"", "PGN"),
    (r"<[?!a-zA-Z]", "HTML or XML"),
    (r"BEGIN:", "vCard or iCalendar"),
)
"""The beginnings of texts and files that are not lists, each with the name of its format."""
NUMBER_MARK = re.compile(r"\(?(\d{1,4})[.):]?\s+(?=\S)")
BULLET = re.compile(r"[-*•–]\s+(?=\S)")
LIST_MARK = re.compile(r"\d{1,4}[.)]\s+\S|[-*•–]\s+\S")
INVERTED_NAME = re.compile(r"[^,;|\t]+, [^,;|\t]+")
"""A name as "Surname, First name"."""
ALIGNED_BY_SPACES = re.compile(r"\S\s{2,}\S")
EMAIL = re.compile(r"\S+@\S+\.\S+")
RULER = re.compile(r"[-=_:*]{3,}")
"""A line that separates headings from entrants."""
HARD_SPACES = {ord(sign): " " for sign in "\xa0\u2007\u202f"}
LONGEST_CODE = 3
"""The maximum number of letters in a code for a country, a title or a sex. Such codes are not read as clubs."""
PLAYER = re.compile(r"(?:^|/players/)([0-9a-f]{32})(?:$|[/?#])", re.IGNORECASE)
PARTICLES = " van de der den het 't ten ter te von vom zu zum zur da do dos di del della du la le los el al bin ibn "
"""Words that may begin a surname. A surname with only such words before it is not a whole name."""


class Format(Enum):
    """The format of a list of entrants."""

    TABLE = "table"
    REPORT = "report"


class ListColumn(Struct, frozen=True):
    """A column as it was understood; its heading is empty in a list without headings."""

    heading: str
    use: Use


class ListedEntrant(Struct, frozen=True, omit_defaults=True):
    """An entrant in a list, with the line number."""

    line: int
    name: str = ""
    player: str = ""
    level: str = ""
    club: str = ""


class ListFault(Struct, frozen=True):
    """A fault in a line, as a code. `field` is empty if the fault is about the whole line."""

    line: int
    code: str
    field: str = ""
    facts: Mapping[str, object] = {}


class Reading(Struct, frozen=True):
    """A list as it was understood.

    `separator` is empty if each line is one field. `heading` is the number of the line with the headings, or 0.
    """

    format: Format = Format.TABLE
    separator: str = ""
    heading: int = 0
    columns: tuple[ListColumn, ...] = ()
    entrants: tuple[ListedEntrant, ...] = ()
    faults: tuple[ListFault, ...] = ()


class Row(Struct, frozen=True):
    """A line that is not blank: its fields, except empty fields at the end, and the number of fields as written."""

    line: int
    cells: tuple[str, ...]
    written: int

    def cell(self, at: int) -> str:
        return self.cells[at] if at < len(self.cells) else ""


class Table(Struct, frozen=True):
    """A text that was split by a separator. `broken` is the first line that is not valid CSV, or 0."""

    separator: str
    rows: tuple[Row, ...]
    broken: int

    @property
    def splits(self) -> bool:
        """Whether the separator splits a line into two non-empty fields."""
        return any(sum(map(bool, row.cells)) > 1 for row in self.rows)

    @property
    def occurs(self) -> bool:
        return any(row.written > 1 for row in self.rows)


def read_list(text: str) -> Reading:
    """Returns the entrants of a list, with a fault for each line that is not understood.

    If there are more than `MOST_LISTED` entrants, it returns at least one more than that number.
    """
    text = text.removeprefix("\ufeff")
    lines = LINE_ENDS.split(text)
    foreign = "binary" if 4 * text.count("\0") > len(text) else _foreign_format(text)
    if foreign:
        return Reading(faults=(ListFault(1, "list-format", facts={"format": foreign}),))
    if _is_report(lines):
        return _read_report(text)
    declared = SEP_LINE.match(lines[0])
    if declared is None:
        tables = [_split(text, one) for one in (*SEPARATORS, WHOLE_LINE)]
    elif (separator := declared[1].replace("\\t", "\t")) in SEPARATORS:
        tables = [_split(text[len(lines[0]) :], separator)]
    else:
        return Reading(faults=(ListFault(1, "list-separator"),))
    headed = _best_headed(tables)
    return _read_table(headed or _best_plain(tables), lines, headed=headed is not None)


def _read_table(table: Table, lines: Sequence[str], *, headed: bool) -> Reading:
    """Returns the entrants in a list with a known separator, and its faults. `headed` says whether it has headings."""
    shown = table.separator if table.separator != WHOLE_LINE and table.occurs else ""
    heading, rows = (table.rows[0], table.rows[1:]) if headed else (None, table.rows)
    reading = Reading(separator=shown, heading=heading.line if heading else 0)
    if table.broken:
        return replace(reading, faults=(ListFault(table.broken, "list-quotes"),))
    if not rows:
        return reading
    late = next((ListFault(row.line, "list-heading-late") for row in rows if _is_late(row, headed=headed)), None)
    columns = late or (_columns_by_heading(heading, rows) if heading else _columns_without_heading(rows))
    if isinstance(columns, ListFault):
        return replace(reading, faults=(columns,))
    reading = replace(reading, columns=columns)
    if heading is None:
        rows = _without_marks(rows, columns)
        aligned = [row.line for row in rows if ALIGNED_BY_SPACES.search(row.cells[0])]
        if len(columns) == 1 and 1 < len(rows) < 2 * len(aligned):
            return replace(reading, faults=(ListFault(aligned[0], "list-spaces"),))
    entrants: list[ListedEntrant] = []
    faults: list[ListFault] = []
    mixed = _find_mixed_lines(rows, columns, lines, table.separator)
    for row in rows:
        found = ListFault(row.line, "list-separator") if row.line in mixed else _read_row(row, columns, headed=headed)
        if isinstance(found, ListFault):
            faults.append(found)
        else:
            entrants.append(found)
    return replace(reading, entrants=tuple(entrants), faults=tuple(faults))


def extract_player(text: str) -> str:
    """Returns the player id in a field: the id itself, or the id in the address of the player's page."""
    found = PLAYER.search(text)
    return found[1].lower() if found else text


def _foreign_format(text: str) -> str:
    """Returns the name of the format of a text that is not a list, or an empty string."""
    return next((name for beginning, name in FOREIGN_FORMATS if re.match(beginning, text.lstrip())), "")


def _is_report(lines: Sequence[str]) -> bool:
    """Returns whether a text is a FIDE report, judging by a player's line or by its other lines."""
    written = [line for line in lines if line.strip()]
    players = sum(line.startswith("001") for line in written)
    return (
        any(REPORT_LINE.match(line) for line in written)
        or players > max(1, len(written) // 2)
        or (bool(written) and written[0].startswith("012 "))
    )


def _read_report(text: str) -> Reading:
    """Returns the players of a FIDE report in the order of their starting ranks."""
    players, wrong = parse_players(text, games=False)
    ranked = sorted(players, key=lambda player: player.number)
    faults = (ListFault(one.line, one.code, "name" if one.code == "trf-name" else "", one.facts) for one in wrong)
    entrants = (ListedEntrant(one.line, one.name) for one in ranked)
    return Reading(Format.REPORT, entrants=tuple(entrants), faults=tuple(faults))


def _split(text: str, separator: str) -> Table:
    """Splits a text by a separator.

    Stops at the first line that is not CSV, or after more rows than a list may have.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    rows: list[Row] = []
    line = 1
    try:
        for fields in reader:
            cells = [field.translate(HARD_SPACES).strip() for field in fields]
            while cells and not cells[-1]:
                cells.pop()
            if cells:
                rows.append(Row(line, tuple(cells), len(fields)))
            line = reader.line_num + 1
            if len(rows) > MOST_LISTED + 1:
                break
    except csv.Error:
        return Table(separator, tuple(rows), line)
    return Table(separator, tuple(rows), 0)


def _best_headed(tables: Sequence[Table]) -> Table | None:
    """Returns the table whose first row reads best as headings, or None if every table's first row is an entrant."""
    headed = [table for table in tables if table.rows and _is_heading(table.rows[0])]
    best = [table for table in headed if _heading_score(table) == max(map(_heading_score, headed))]
    if not best or len(best[0].rows[0].cells) > 1:
        return best[0] if best else None
    # A single heading is the same for every separator, so the lines below it decide. The last table is not split.
    if all(INVERTED_NAME.fullmatch(row.cells[0]) for row in best[-1].rows[1:]):
        return best[-1]
    return next((table for table in best if table.splits and not table.broken), best[-1])


def _heading_score(table: Table) -> tuple[bool, int]:
    uses = [use_of(cell) for cell in table.rows[0].cells]
    return None not in uses, sum(use is not None and use is not Use.NONE for use in uses)


def _is_heading(row: Row) -> bool:
    """Returns whether a row contains headings: at least one for names or clubs, or several that are all known."""
    uses = [use_of(cell) for cell in row.cells]
    return any(use in WHO or use is Use.CLUB for use in uses) or (len(uses) > 1 and None not in uses)


def _best_plain(tables: Sequence[Table]) -> Table:
    """Returns the table to use for a list without headings: the first table whose separator splits a line."""
    sound = [table for table in tables if not table.broken] or tables
    blank = next((table for table in sound if not table.rows), None)
    if blank:
        return blank
    parting = [table for table in sound if table.splits] or [table for table in sound if table.occurs]
    return parting[0] if parting else sound[-1]


def _columns_by_heading(heading: Row, rows: Sequence[Row]) -> tuple[ListColumn, ...] | ListFault:
    """Returns the columns according to their headings, or the fault in a heading."""
    uses: list[Use] = []
    for at, cell in enumerate(heading.cells):
        use = use_of(cell)
        if use is None:
            if any(_has_letter(row.cell(at)) for row in rows):
                return ListFault(heading.line, "list-heading", facts={"heading": cell})
            use = Use.NONE
        uses.append(use)
    if Use.PLAYER in uses and not NAMES & set(uses):
        at = uses.index(Use.PLAYER)
        if not any(PLAYER.search(row.cell(at)) for row in rows):
            uses[at] = Use.NAME
    if contending := _complete_names(uses, rows):
        headings = [heading.cells[at] for at in contending]
        return ListFault(heading.line, "list-heading-twice", facts={"headings": headings})
    if not WHO & set(uses) or set(uses) & NAMES == {Use.INFIX}:
        return ListFault(heading.line, "list-no-names")
    return tuple(ListColumn(cell, use) for cell, use in zip(heading.cells, uses, strict=True))


def _complete_names(uses: list[Use], rows: Sequence[Row]) -> list[int]:
    """Corrects the uses of a pair of columns such as "Name;Vorname", in which "Name" is only one half of the name.

    Returns the columns whose uses conflict, if any.
    """
    for half, other in ((Use.FIRST_NAME, Use.SURNAME), (Use.SURNAME, Use.FIRST_NAME)):
        if uses.count(Use.NAME) == uses.count(half) == 1 and other not in uses:
            name, part = uses.index(Use.NAME), uses.index(half)
            if any(_contains_part(row.cell(name), row.cell(part)) for row in rows):
                return [name, part]
            uses[name] = other
    names = [at for at, one in enumerate(uses) if one in NAMES]
    if Use.NAME in uses and len(names) > 1:
        return names
    found = ([at for at, one in enumerate(uses) if one is use] for use in Use if use is not Use.NONE)
    return next((contending for contending in found if len(contending) > 1), None) or []


def _contains_part(name: str, part: str) -> bool:
    """Returns whether a name contains this part of a name and at least one more word."""
    return bool(part) and part != name and f" {part} " in f" {name} "


def _columns_without_heading(rows: Sequence[Row]) -> tuple[ListColumn, ...] | ListFault:
    """Returns the columns of a list without headings, or the fault in the first line that is not clear."""
    width = max(len(row.cells) for row in rows)
    uses = [Use.NONE] * width
    match [at for at in range(width) if width == 1 or _may_hold_names(rows, at)]:
        case [name]:
            uses[name] = Use.NAME
        case [name, club]:
            coded = all(len(row.cell(club)) <= LONGEST_CODE for row in rows)
            seen = set[str]()
            for row in rows:
                called = row.cell(name).casefold()
                if row.cell(club) and (len(rows) == 1 or coded or called in seen or not _is_whole(called)):
                    return ListFault(row.line, "list-unclear", facts={"columns": _possible_headings(width, name, club)})
                seen.add(called)
            uses[name], uses[club] = Use.NAME, Use.CLUB
        case [_, _, third, *_]:
            return ListFault(next(row.line for row in rows if row.cell(third)), "list-unclear")
        case _:
            return ListFault(rows[0].line, "list-unclear")
    return tuple(ListColumn("", use) for use in uses)


def _possible_headings(width: int, first: int, second: int) -> list[list[str]]:
    """Returns the headings for both readings of two columns: name and club, or surname and first name."""
    readings: list[list[str]] = []
    for pair in ((Use.NAME, Use.CLUB), (Use.SURNAME, Use.FIRST_NAME)):
        headings = [""] * width
        headings[first], headings[second] = (use.value for use in pair)
        readings.append(headings)
    return readings


def _may_hold_names(rows: Sequence[Row], at: int) -> bool:
    """Returns whether a column may contain names or clubs: it has letters, and not only e-mail addresses."""
    cells = [row.cell(at) for row in rows if row.cell(at)]
    return any(map(_has_letter, cells)) and not all(map(EMAIL.fullmatch, cells))


def _has_letter(cell: str) -> bool:
    return any(sign.isalpha() for sign in cell)


def _is_whole(name: str) -> bool:
    """Returns whether a field contains a whole name: two words that are not particles such as "van der"."""
    return sum(f" {word} " not in PARTICLES for word in name.split()) > 1


def _without_marks(rows: tuple[Row, ...], columns: Sequence[ListColumn]) -> tuple[Row, ...]:
    """Removes bullets or numbers before the names if all lines have them and the numbers count up by one."""
    at = next(at for at, column in enumerate(columns) if column.use is Use.NAME)
    for mark in (NUMBER_MARK, BULLET):
        found = [one for row in rows if (one := mark.match(row.cell(at)))]
        numbers = [int(one[1]) - place for place, one in enumerate(found)] if mark is NUMBER_MARK else [0]
        if len(found) == len(rows) > 1 and len(set(numbers)) == 1:
            return tuple(_with_cell(row, at, row.cell(at)[one.end() :]) for row, one in zip(rows, found, strict=True))
    return rows


def _with_cell(row: Row, at: int, cell: str) -> Row:
    return replace(row, cells=(*row.cells[:at], cell, *row.cells[at + 1 :]))


def _find_mixed_lines(
    rows: Sequence[Row], columns: Sequence[ListColumn], lines: Sequence[str], separator: str
) -> frozenset[int]:
    """Returns the lines that have too few fields and contain a separator that other lines do not use."""
    name = next((at for at, column in enumerate(columns) if column.use in NAMES), 0)
    inverted = all("," in row.cell(name) for row in rows) and any(row.written > 1 for row in rows)
    others = [one for one in SEPARATORS if one != separator and not (inverted and one == ",")]
    short = (row.line for row in rows if row.written < len(columns))
    return frozenset(line for line in short if any(one in QUOTED_FIELD.sub("", lines[line - 1]) for one in others))


def _read_row(row: Row, columns: Sequence[ListColumn], *, headed: bool) -> ListedEntrant | ListFault:
    """Returns the entrant in a line, or the fault in it."""
    if len(row.cells) > len(columns):
        return ListFault(row.line, "list-fields")
    said = {column.use: row.cell(at) for at, column in enumerate(columns)}
    parts = (Use.FIRST_NAME, Use.INFIX, Use.SURNAME)
    name = said.get(Use.NAME) or " ".join(said[part] for part in parts if said.get(part))
    player, level, club = (said.get(use, "") for use in (Use.PLAYER, Use.LEVEL, Use.CLUB))
    filled = sum(map(bool, (name, player, level)))
    if not filled or RULER.fullmatch(name) or (name and not headed and not _has_letter(name)):
        return ListFault(row.line, "list-no-name")
    if EMAIL.search(name):
        return ListFault(row.line, "list-email", "name")
    if filled > 1:
        return ListFault(row.line, "list-who")
    if level and club:
        return ListFault(row.line, "list-bot-club", "club")
    if not headed and LIST_MARK.match(name):
        return ListFault(row.line, "list-number", "name")
    return ListedEntrant(row.line, name, extract_player(player), level, club)


def _is_late(row: Row, *, headed: bool) -> bool:
    """Returns whether a row after the first contains headings."""
    uses = [use_of(cell) for cell in row.cells]
    return None not in uses and not NAMES.isdisjoint(uses) and (len({*uses}) > 1 or not headed)
