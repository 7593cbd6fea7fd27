"""Lists of entrants as spreadsheets, mails and tournament programs write them: understood, or refused with a reason."""

from __future__ import annotations

import csv
import io

from hypothesis import given, settings
from hypothesis import strategies as st

from chronik.domain.tournament.exchange.name_list import Format, Reading, read_list
from chronik.domain.tournament.record.commands import MOST_LISTED
from chronik.domain.tournament.record.refusals import REFUSALS
from tests.support.cases import for_each

ID = "0123456789abcdef" * 2
REPORT = """\
012 Spring Cup
001    2      Meier, Ben                                                         0.0    2
001    1 m IM Jansen, Ada                                                        1.0    1
"""


def people(reading: Reading) -> list[tuple[str, str]]:
    assert reading.faults == ()
    return [(one.name or one.player or one.level, one.club) for one in reading.entrants]


def uses(reading: Reading) -> list[str]:
    return [column.use.value for column in reading.columns]


def faults(reading: Reading) -> list[tuple[int, str]]:
    assert {one.code for one in reading.faults} <= set(REFUSALS)
    return [(one.line, one.code) for one in reading.faults]


BOTH = [("Anna Berg", "SC Nord"), ("Bela Novak", "")]


@for_each(
    "text",
    [
        "sep=;\nName;Verein\nAnna Berg;SC Nord\nBela Novak;\n",
        '"sep=;"\r\nName;Verein\r\nAnna Berg;SC Nord\r\nBela Novak\r\n',
        "sep=\t\nName\tClub\nAnna Berg\tSC Nord\nBela Novak",
        "Nachname;Vorname;Verein\nBerg;Anna;SC Nord\nNovak;Bela;\n",
        "First name,Last name,Club\nAnna,Berg,SC Nord\nBela,Novak,\n",
        "Voornaam\tAchternaam\tVereniging\nAnna\tBerg\tSC Nord\nBela\tNovak\n",
        "Name;Vorname;Verein\nBerg;Anna;SC Nord\nNovak;Bela\n",
        "Nombre;Apellidos;Club\nAnna;Berg;SC Nord\nBela;Novak;\n",
        "\ufeff\r\rName;Club;;\rAnna Berg;SC Nord;;;\r\rBela Novak;;;\r;;;\r",
        "No;Name;Club\n1;Anna Berg;SC Nord\n2;Bela Novak;\n",
        "Nr.;;Name;FideID;Land;Elo;Verein/Ort\n1;GM;Anna Berg;123456;GER;2100;SC Nord\n2;;Bela Novak;;HUN;;\n",
        "NAME;FED;BIRTH;SEX;TITLE;RATING;ID;CLUB\nAnna Berg;GER;1990;w;;2100;17;SC Nord\nBela Novak;HUN;;;;;;\n",
        "#|Name|Club|\n1|Anna Berg|SC Nord|\n2|Bela Novak||\n",
        'name,club\n"Anna Berg","SC Nord"\n"Bela Novak",""\n',
        "group,place,entrant,name,club,BH-C1\n0,1,1,Anna Berg,SC Nord,17\n0,2,2,Bela Novak,,4.5\n",
        "Player,Club\nAnna Berg,SC Nord\nBela Novak,\n",
        "Anna Berg;SC Nord\nBela Novak\n",
        "Anna Berg\t\tSC Nord\nBela Novak\n",
        "1;Anna Berg;2100;SC Nord\n2;Bela Novak;;\n",
        "1. Anna Berg;SC Nord\n2. Bela Novak\n",
        "Anna Berg;anna@example.org;SC Nord\nBela Novak;bela@example.org;\n",
        "Anna Berg, SC Nord\nBela Novak\n",
        "Name\xa0;Club\nAnna\xa0Berg;SC\u202fNord\nBela Novak;\n",
    ],
)
def test_a_list_of_names_and_clubs_is_understood_in_each_usual_form(text: str) -> None:
    assert people(read_list(text)) == BOTH


@for_each(
    ("text", "expected"),
    [
        ("Anna Berg\nBela Novak;SC Nord\nCleo Kant;SC Nord\n", ["Anna Berg", "Bela Novak", "Cleo Kant"]),
        ("Nachname;Vorname\nBerg;Anna\n", ["Anna Berg"]),
        ("Vorname;Name\nAnna;Berg\n", ["Anna Berg"]),
        ("Voornaam;Tussenvoegsel;Achternaam\nAnna;van der;Berg\nJan;;Novak\n", ["Anna van der Berg", "Jan Novak"]),
        ("Nachname;Verein\nBerg;Nord\n", ["Berg"]),
        ("Teilnehmer:\nAnna\nBela\n", ["Anna", "Bela"]),
        ("Name\nBerg, Anna\nNovak, Bela\n", ["Berg, Anna", "Novak, Bela"]),
        ('"Berg, Anna"\n"Novak, Bela"\n', ["Berg, Anna", "Novak, Bela"]),
        ("Surname, First name\nBerg, Anna\nNovak, Bela\n", ["Anna Berg", "Bela Novak"]),
        ("Name, Vorname;Verein\nBerg, Anna;SC Nord\nNovak, Bela\n", ["Berg, Anna", "Novak, Bela"]),
        ("Berg, Anna;SC Nord\nNovak, Bela\n", ["Berg, Anna", "Novak, Bela"]),
        ("1) Anna Berg\n2) Bela\n", ["Anna Berg", "Bela"]),
        ("9 Anna\n10 Bela\n", ["Anna", "Bela"]),
        ("- Anna\n- Bela\n", ["Anna", "Bela"]),
        ("7 Zwerge\nAnna\n", ["7 Zwerge", "Anna"]),
        ("Anna Berg;\nBela Novak;;\n", ["Anna Berg", "Bela Novak"]),
        ("Anna Berg,\nBela Novak,\n", ["Anna Berg", "Bela Novak"]),
        (f"player\nhttps://example.org/players/{ID.upper()}?x#y\n{ID}\n", [ID, ID]),
        ("level;club\nrandom;\n", ["random"]),
        (REPORT, ["Jansen, Ada", "Meier, Ben"]),
    ],
)
def test_names_are_understood_in_each_usual_form(text: str, expected: list[str]) -> None:
    assert [name for name, _ in people(read_list(text))] == expected


@for_each(
    ("text", "fault"),
    [
        ("Berg;Anna\nNovak;Bela\n", (1, "list-unclear")),  # a club, or a first name
        ("Berg, Anna\nNovak, Bela\n", (1, "list-unclear")),
        ("Ada\tNorth\nBen\tSouth\n", (1, "list-unclear")),
        ("van der Berg;Anna\nde Vries;Jan\n", (1, "list-unclear")),
        ("SC Nord;Anna Berg\nSC Nord;Bela Novak\n", (2, "list-unclear")),
        ("Anna Berg;SC Nord\nMadonna;SC Nord\n", (2, "list-unclear")),
        ("Anna Berg, Bela Novak\n", (1, "list-unclear")),
        ("Anna Berg; Bela Novak; Cleo Kant", (1, "list-unclear")),
        ("Anna;Berg;SC Nord\nBela;Novak\n", (1, "list-unclear")),
        ("1;2\n3;4\n", (1, "list-unclear")),
        ("Anna Berg;GER\nBela Novak;HUN\n", (1, "list-unclear")),  # a club, or a country
        ("Anna Berg;SC Nord\nBela Novak,SC Nord\n", (2, "list-separator")),
        ("Name;Club\nAnna Berg,SC Nord\n", (2, "list-separator")),
        ("No;Name;Club\n1;Anna Berg,SC Nord\n2;Bela Novak;SC Nord\n", (2, "list-separator")),
        ("sep=:\nName:Club\n", (1, "list-separator")),
        ("sep=", (1, "list-separator")),
        ("Name\nAnna;SC Nord\n", (2, "list-fields")),
        ("Name\nAnna,Nord\n", (2, "list-fields")),
        ("Name,Club\nBerg, Anna,SC Nord\n", (2, "list-fields")),
        ("Name;Prénoms\nBerg;Anna\n", (1, "list-heading")),
        ("Nam;Club\nBerg;Anna\n", (1, "list-heading")),
        ("Club;Land\nNord;GER\n", (1, "list-no-names")),
        ("Name;Name\nAnna;Berg\n", (1, "list-heading-twice")),
        ("Name;Vorname\nAnna Berg;Anna\n", (1, "list-heading-twice")),
        ("Gamertag;First name;Last name\nAce;Anna;Berg\n", (1, "list-heading-twice")),
        ("Open 2026\n\nNr;Name;Verein\n1;Anna Berg;SC Nord\n", (3, "list-heading-late")),
        ("Open 2026\nName\nAnna\n", (2, "list-heading-late")),
        ("Name;Club\nAnna;Nord\nName;Club\nBela;Nord\n", (3, "list-heading-late")),
        ("1  Berg Anna   SC Nord\n2  Novak Bela  SC Nord\n", (1, "list-spaces")),
        ("1. Anna\nBela\n", (1, "list-number")),
        ("Anna\n-----\nBela\n", (2, "list-no-name")),
        ("Name;Club\n;Nord\n", (2, "list-no-name")),
        ("|Name|Club|\n|---|---|\n|Anna|Nord|\n", (2, "list-no-name")),
        ("Anna Berg <anna@example.org>\nBela Novak\n", (1, "list-email")),
        ("name,level\nAnna,random\n", (2, "list-who")),
        ("level,club\nrandom,Nord\n", (2, "list-bot-club")),
        ('Anna\n"Bela\n', (2, "list-quotes")),
        ('[{"name": "Anna"}]', (1, "list-format")),
        ("<table><tr><td>Anna", (1, "list-format")),
        ("PK\x03\x04\x14\x00", (1, "list-format")),
        ("A\0n\0n\0a\0", (1, "list-format")),
        ('[Event "Open"]\n', (1, "list-format")),
        (REPORT.replace("   2  ", "   x  "), (2, "trf-number")),
    ],
)
def test_an_ambiguous_or_unreadable_list_is_refused_at_its_line(text: str, fault: tuple[int, str]) -> None:
    assert faults(read_list(text))[0] == fault


def test_the_result_of_reading_a_list_shows_separator_headings_and_columns() -> None:
    reading = read_list("\nNr.;Nachname;Vorname;Elo;Verein;Foo\n1;Berg;Anna;2100;Nord;3\n")
    assert (reading.format, reading.separator, reading.heading) == (Format.TABLE, ";", 2)
    assert [column.heading for column in reading.columns] == ["Nr.", "Nachname", "Vorname", "Elo", "Verein", "Foo"]
    assert uses(reading) == ["", "surname", "first_name", "", "club", ""]
    assert [one.line for one in reading.entrants] == [3]
    plain = read_list("1;Anna Berg;2100\n2;Bela Novak;\n")
    assert (plain.heading, uses(plain)) == (0, ["", "name", ""])
    assert read_list("Anna\nBela").separator == ""
    assert read_list(REPORT).format is Format.REPORT


def test_the_refusal_of_an_ambiguous_list_offers_headings_for_both_readings() -> None:
    text = "1;Berg;Anna\n2;Novak;Bela\n"
    (fault,) = read_list(text).faults
    assert fault.facts == {"columns": [["", "name", "club"], ["", "surname", "first_name"]]}
    readings = [
        read_list(f"{';'.join(headings)}\n{text}") for headings in (["", "name", "club"], ["", "surname", "first_name"])
    ]
    assert [people(one)[0] for one in readings] == [("Berg", "Anna"), ("Anna Berg", "")]


def test_an_empty_list_has_no_entrants_and_no_faults() -> None:
    for text in ("", "\n\n", "Name;Club\n", ";;\n", "sep=;\n"):
        reading = read_list(text)
        assert (reading.entrants, reading.faults) == ((), ())


def test_a_text_that_is_much_too_long_is_not_read_to_its_end() -> None:
    assert len(read_list("Ada;\r\n" * 10_000).entrants) == MOST_LISTED + 2


cells = st.text("AbÄß דנע=+-@;,|\t\"'#7", max_size=12).map(str.strip)
names = cells.filter(bool) | st.sampled_from(('=HYPERLINK("http://x";"y")', "+49 1", "@Ben", "דנה לוי", "Meier; Anna"))


@settings(deadline=None)
@given(
    st.lists(st.tuples(names, cells), min_size=1, max_size=8),
    st.sampled_from(("\t", ";", "|", ",")),
    st.sampled_from(("\n", "\r\n", "\r")),
    st.sampled_from((("name", "club"), ("Name", "Verein"), (" NAAM ", "Vereniging"))),
)
def test_a_table_with_headings_and_quoted_fields_is_understood(
    who: list[tuple[str, str]], separator: str, end: str, heads: tuple[str, str]
) -> None:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator=end, quoting=csv.QUOTE_ALL).writerows([heads, *who])
    reading = read_list(text.getvalue())
    assert people(reading) == who
    assert reading.separator == separator


@settings(deadline=None)
@given(st.text('Name,;|\tVb"\r\n =A1.\u202e\u0000', max_size=80))
def test_each_line_of_any_text_is_an_entrant_or_a_fault(text: str) -> None:
    reading = read_list(text)
    lines = [one.line for one in reading.entrants] + [one.line for one in reading.faults]
    assert len(set(lines)) == len(lines)
    assert {one.code for one in reading.faults} <= set(REFUSALS)
