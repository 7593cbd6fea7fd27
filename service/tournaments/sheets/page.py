"""Printed sheets: a round with space for points and signatures, and the final table.

Every number links to the match it came from: results directly, scores and tie-breaks through the list of their terms.
Only the print button needs a script.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path

from msgspec import Struct

from chronik.domain.tournament.counting.results import Kind, Standing, Term, Value
from chronik.domain.tournament.record.state import Phase, Round, Tournament
from chronik.domain.tournament.record.table import Table
from chronik.domain.tournament.rules.tally import final_table, rounds_of, stage_standings
from chronik.projections.tournament.names import entrant_names, format_decimal
from chronik.projections.tournament.stage_names import StageName, group_letter, round_name, stage_names
from chronik.service.running.zones import DEFAULT, local
from chronik.service.tournaments.sheets.words import SheetWords, sheet_words
from chronik.service.web.languages import Language


def _csp_hash(content: str) -> str:
    """Returns the hash by which a content security policy allows exactly this style or script."""
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


STYLE = Path(__file__).with_name("sheet.css").read_text("utf-8")
SCRIPT = Path(__file__).with_name("sheet.js").read_text("utf-8")
POLICY = (
    f"default-src 'none'; style-src {_csp_hash(STYLE)}; script-src {_csp_hash(SCRIPT)}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy of a sheet: it may use its own style and the script of its print button."""
NUMBER = ' class="number"'
"""The attribute of a cell that contains a number."""


class Print(Struct, frozen=True):
    """The data on a sheet that does not come from the log: title, digest, origin, language, names and time zone."""

    title: str
    digest: str
    origin: str
    language: Language
    names: Mapping[str, str]
    zone: str = DEFAULT


def round_sheet(tournament: Tournament, one: Round, printed: Print) -> str:
    """Returns the sheet of a round; tables without a result have blank lines to fill in."""
    words, called = sheet_words()[printed.language], entrant_names(tournament, printed.names)
    groups = len(tournament.stages[one.stage]) > 1
    best_of = tournament.planned.stages[one.stage].best_of
    games = tuple(f"{words.game} {number}" for number in range(1, best_of + 1)) if best_of > 1 else ()
    columns = (*games, words.points, words.place)
    who = (_head(words.number, NUMBER), _head(words.name))
    head = (_head(words.table), _head(words.seat, NUMBER), *who, *_heads(columns), _head(words.signature))
    bodies = "".join(
        _seats(table, called, words, groups, struck=tournament.is_struck(one, table)) for table in one.tables
    )
    content = f"<p>{words.begins}</p>{_table(head, bodies)}" if bodies else f"<p>{words.no_tables}</p>"
    if one.started:
        content = f"<p>{local(one.started, printed.zone):%Y-%m-%d %H:%M} {escape(printed.zone)}</p>{content}"
    if one.byes:
        content += f"<h2>{words.byes}</h2><p>{', '.join(_name_and_number(called, number) for number in one.byes)}</p>"
    return _page(tournament, printed, _round_title(tournament, one, words), content)


def final_sheet(tournament: Tournament, printed: Print) -> str:
    """Returns the sheet of the final table, or the current one: all rounds by entrant, then the standings of each
    stage.
    """
    words, called = sheet_words()[printed.language], entrant_names(tournament, printed.names)
    title = words.final if tournament.phase is Phase.FINISHED else words.interim
    if not tournament.stages:
        return _page(tournament, printed, title, f"<p>{words.empty}</p>")
    rounds = [one for stage in range(len(tournament.stages)) for one in rounds_of(tournament, stage)]
    clubs = any(printed.names.get(one.club) for one in tournament.entrants)
    columns = (_round_title(tournament, one, words) for one in rounds)
    club = (_head(words.club),) if clubs else ()
    head = (_head(words.place, NUMBER), _head(words.number, NUMBER), _head(words.name), *club, *_heads(columns))
    lines = "".join(
        f'<tr id="e{line.entrant}">{_number(str(line.place))}{_number(str(line.entrant))}'
        f'<th scope="row">{_isolate(called[line.entrant])}</th>'
        f"{_club(tournament, line.entrant, printed) if clubs else ''}"
        f"{''.join(_number(_result(tournament, one, line.entrant, words)) for one in rounds)}</tr>"
        for line in final_table(tournament)
    )
    content = _table(head, f"<tbody>{lines}</tbody>")
    for stage, groups in enumerate(tournament.stages):
        for group in range(len(groups)):
            content += _standings(tournament, stage, group, called, printed.language)
    return _page(tournament, printed, title, content)


def _round_title(tournament: Tournament, one: Round, words: SheetWords) -> str:
    name, title = round_name(tournament, one), f"{words.round} {one.number}"
    return f"{title}: {_stage_title(name, words)}" if name else title


def _stage_title(name: StageName, words: SheetWords) -> str:
    return f"{words.stages[name.code.value]} {name.number or ''}".rstrip()


def _seats(table: Table, called: Mapping[int, str], words: SheetWords, groups: bool, *, struck: bool) -> str:
    label = f"{table.number}" + (f"<br><small>{words.group} {group_letter(table.group)}</small>" if groups else "")
    if table.match and table.best_of == 1:
        label += f'<br><a href="/matches/{table.match}">{words.match}</a>'
    rows: list[str] = []
    for seat, number in enumerate(table.entrants):
        first = f'<th scope="rowgroup" rowspan="{len(table.entrants)}">{label}</th>' if seat == 0 else ""
        result, cells = table.result, _games(table, number)
        if result is None:
            cells += '<td class="blank number"></td><td class="blank number"></td><td class="blank signature"></td>'
        else:
            note = words.struck if struck else words.ruled if result.kind is Kind.RULED else ""
            points, place = (_link(str(one[seat]), table.match) for one in (result.points, result.places))
            cells += f'{_number(points)}{_number(place)}<td class="signature">{note}</td>'
        who = f'{_number(str(seat + 1))}{_number(str(number))}<td class="who">{_isolate(called[number])}</td>'
        rows.append(f"<tr>{first}{who}{cells}</tr>")
    return f'<tbody class="table">{"".join(rows)}</tbody>'


def _games(table: Table, entrant: int) -> str:
    """Returns the cells of an entrant's points in each of several games; empty cells for games without a result."""
    cells = ""
    for number in range(1, table.best_of + 1) if table.best_of > 1 else ():
        game = table.game(number)
        if game is None or game.result is None:
            cells += '<td class="blank number"></td>' if table.result is None else _number("–")
        else:
            cells += _number(_link(str(game.result.points[game.entrants.index(entrant)]), game.match))
    return cells


def _result(tournament: Tournament, one: Round, number: int, words: SheetWords) -> str:
    """Returns the points and place of an entrant in a round, marked if the game was struck."""
    table = one.table_of(number)
    if table is None:
        return words.bye if number in one.byes else "–"
    if table.result is None:
        return _link("…", table.match, "matches")
    seat = table.entrants.index(number)
    note = f"<br>{words.struck}" if tournament.is_struck(one, table) else ""
    if table.best_of == 1:
        return _link(f"{table.result.points[seat]} ({table.result.places[seat]}.)", table.match) + note
    score = f"{table.won[seat]}:{table.won[1 - seat]}\u00a0({table.result.places[seat]}.)"
    return " ".join((score, *(_link(str(game.number), game.match) for game in table.games if game.match))) + note


def _club(tournament: Tournament, number: int, printed: Print) -> str:
    club = printed.names.get(tournament.entrants[number - 1].club, "")
    return f"<td>{_isolate(club) if club else ''}</td>"


def _standings(tournament: Tournament, stage: int, group: int, called: Mapping[int, str], language: Language) -> str:
    words = sheet_words()[language]
    lines = stage_standings(tournament, stage, group, explain=True)
    several = len(tournament.stages[stage]) > 1
    title = _stage_title(stage_names(tournament)[stage], words)
    title += f", {words.group} {group_letter(group)}" if several else ""
    codes = [value.code for value in lines[0].ties] if lines else []
    where = f"s{stage + 1}g{group + 1}"

    def value(line: Standing, one: Value, code: str) -> str:
        return _number(f'<a href="#{where}-{line.entrant}-{code}">{_digits(one, language)}</a>')

    rows = "".join(
        f"<tr>{_number(str(line.place))}{_number(str(line.entrant))}"
        f'<th scope="row"><a href="#e{line.entrant}">{_isolate(called[line.entrant])}</a></th>'
        f"{_number(str(line.played))}{value(line, line.score, 'score')}"
        f"{''.join(value(line, one, one.code) for one in line.ties)}</tr>"
        for line in lines
    )
    who = (_head(words.place, NUMBER), _head(words.number, NUMBER), _head(words.name))
    head = (*who, *_heads((words.played, words.score, *codes)))
    table = _table(head, f"<tbody>{rows}</tbody>")
    sources = "".join(
        f'<tr><th scope="row">{_name_and_number(called, line.entrant)}</th>'
        f"{''.join(_terms(f'{where}-{line.entrant}-{code}', one, words, language) for code, one in _values(line))}</tr>"
        for line in lines
    )
    told = _table([_head(name) for name in (words.name, words.score, *codes)], f"<tbody>{sources}</tbody>")
    return f'<h2>{title}</h2>{table}<section class="sources screen"><h2>{words.sources}: {title}</h2>{told}</section>'


def _values(line: Standing) -> Iterable[tuple[str, Value]]:
    return (("score", line.score), *((one.code, one) for one in line.ties))


def _terms(anchor: str, value: Value, words: SheetWords, language: Language) -> str:
    """Returns a cell with a value as the sum of its terms, each with its round and table."""
    parts = [
        f"{_comma(format_decimal(term.amount), language)}\u00a0"
        + f"({_link(_short(term), term.match) if term.round else words.lot if term.note == 'lot' else words.penalty})"
        for term in value.terms
        if term.amount
    ]
    return f'<td id="{anchor}">{" + ".join(parts) or _digits(value, language)}</td>'


def _short(term: Term) -> str:
    """Returns an abbreviation for a round and a table; it is the same in all languages of the sheets."""
    return f"R{term.round}\u00a0T{term.table}" if term.table else f"R{term.round}"


def _digits(value: Value, language: Language) -> str:
    return _comma(format_decimal(value.amount), language)


def _comma(digits: str, language: Language) -> str:
    return digits if language is Language.EN else digits.replace(".", ",")


def _name_and_number(called: Mapping[int, str], entrant: int) -> str:
    """Returns a name with the entrant's number, which distinguishes equal names."""
    return f"{_isolate(called[entrant])}\u00a0·\u00a0{entrant}"


def _isolate(words: str) -> str:
    """Returns a person's text in `<bdi>`, so that right-to-left text does not affect its surroundings."""
    return f"<bdi>{escape(words)}</bdi>"


def _link(content: str, match: str, page: str = "replay") -> str:
    return f'<a href="/{page}/{match}">{content}</a>' if match else content


def _number(content: str) -> str:
    return f"<td{NUMBER}>{content}</td>"


def _head(name: str, kind: str = "") -> str:
    return f'<th scope="col"{kind}>{escape(name)}</th>'


def _heads(names: Iterable[str]) -> Iterable[str]:
    return (_head(name, NUMBER) for name in names)


def _table(head: Sequence[str], bodies: str) -> str:
    return f'<div class="scroll"><table><thead><tr>{"".join(head)}</tr></thead>{bodies}</table></div>'


def _page(tournament: Tournament, printed: Print, heading: str, content: str) -> str:
    words, title = sheet_words()[printed.language], escape(printed.title)
    event = f"/tournaments/{tournament.id}"
    bundle = escape(f"{printed.origin}/api/v1{event}/bundle")
    log = words.log.format(entries=tournament.version, address=bundle)
    head = f"{words.head}: <code>{printed.digest}</code>"
    return (
        f'<!doctype html>\n<html lang="{printed.language.value}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading} – {title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<nav class="screen"><a href="{event}">← {words.back}</a>'
        f'<button type="button" hidden>{words.print}</button></nav>\n'
        f"<header><h1><bdi>{title}</bdi></h1><p>{heading}</p></header>\n"
        f"<main>{content}</main>\n<footer><p>{log}</p><p>{head}</p></footer>\n"
        f"<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )
