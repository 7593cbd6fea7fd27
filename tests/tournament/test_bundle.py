"""Bundles: what is altered in one is named, whatever it is; what is as it was held is good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from domain.engine.match.events import Cause, Disclosure
from domain.engine.proof.verification import Status
from domain.tournament.proof.bundle import (
    BundledArchive,
    BundledDeck,
    BundledFinal,
    BundledLack,
    BundledRow,
    BundledStandings,
    BundleHead,
    Lack,
    Line,
)
from domain.tournament.proof.verification import Findings, verify
from domain.tournament.record import events as rows
from domain.tournament.record.events import Role
from domain.tournament.record.plan import Decks, Method, Stage
from domain.tournament.record.seeds import Commitments, deck_commitment
from domain.tournament.rules import entrants, results, rounds, staff
from service.matches.archives import load_game
from service.matches.catalogue import Catalogue
from tests.support.tournament.held import ID, ORGANISER, SECRET, Held, bound, plan

LOAD = load_game(Catalogue({}))
Change = Callable[[list[Line]], None]


def checked(lines: Sequence[bytes]) -> Findings:
    return verify(lines, LOAD)


@pytest.fixture(scope="module")
def held() -> Held:
    """A small Swiss of five bots, over, with a penalty and a ruling that corrects a result."""
    held = Held(plan(Stage(Method.SWISS, 2, rounds=2))).bots(5).play(2)
    held.do(results.rule, 2, 2, (1, 3), (2, 1), Cause.ERROR)
    held.do(entrants.penalise, 4, 50, Cause.CONDUCT)
    return held.finish()


@pytest.fixture
def lines(held: Held) -> list[Line]:
    return list(held.lines())


def row_at(lines: list[Line], kind: type, nth: int = 0) -> int:
    """Where the n-th row of a kind stands."""
    found = [
        at for at, line in enumerate(lines) if isinstance(line, BundledRow) and isinstance(line.recorded.row, kind)
    ]
    return found[nth]


def of_kind(lines: list[Line], kind: type, nth: int = 0) -> int:
    return [at for at, line in enumerate(lines) if isinstance(line, kind)][nth]


def change_row(lines: list[Line], kind: type, nth: int = 0, by: str | None = None, **changes: Any) -> None:
    """A row says something else."""
    at = row_at(lines, kind, nth)
    line = lines[at]
    assert isinstance(line, BundledRow)
    recorded = line.recorded
    changed = replace(recorded, row=replace(recorded.row, **changes), by=recorded.by if by is None else by)
    lines[at] = BundledRow(changed)


def take_row(lines: list[Line], kind: type, nth: int = 0) -> None:
    """A row is missing, and those after it close up."""
    del lines[row_at(lines, kind, nth)]
    renumbered(lines)


def renumbered(lines: list[Line]) -> None:
    count = 0
    for at, line in enumerate(lines):
        if isinstance(line, BundledRow):
            count += 1
            lines[at] = BundledRow(replace(line.recorded, n=count))
    head = lines[0]
    assert isinstance(head, BundleHead)
    lines[0] = replace(head, rows=count)


def tables(lines: list[Line], nth: int = 0) -> tuple[rows.PairedTable, ...]:
    line = lines[row_at(lines, rows.RoundPaired, nth)]
    assert isinstance(line, BundledRow)
    assert isinstance(line.recorded.row, rows.RoundPaired)
    return line.recorded.row.tables


def swap_seats(lines: list[Line]) -> None:
    first, *others = tables(lines)
    change_row(lines, rows.RoundPaired, tables=(replace(first, entrants=first.entrants[::-1]), *others))


def swap_tables(lines: list[Line]) -> None:
    first, second, *others = tables(lines, 1)
    swapped = (replace(first, entrants=second.entrants), replace(second, entrants=first.entrants), *others)
    change_row(lines, rows.RoundPaired, 1, tables=swapped)


def another_match(lines: list[Line]) -> None:
    first, *others = tables(lines)
    change_row(lines, rows.RoundPaired, tables=(replace(first, match="f" * 32), *others))


def swap_archives(lines: list[Line]) -> None:
    one, other = of_kind(lines, BundledArchive), of_kind(lines, BundledArchive, 1)
    a, b = lines[one], lines[other]
    assert isinstance(a, BundledArchive)
    assert isinstance(b, BundledArchive)
    lines[one], lines[other] = replace(a, file=b.file), replace(b, file=a.file)


def flip_archive(lines: list[Line]) -> None:
    at = of_kind(lines, BundledArchive, 1)
    line = lines[at]
    assert isinstance(line, BundledArchive)
    lines[at] = replace(line, file=line.file[:200] + bytes([line.file[200] ^ 1]) + line.file[201:])


def lacking(why: Lack) -> Change:
    def change(lines: list[Line]) -> None:
        at = of_kind(lines, BundledArchive)
        line = lines[at]
        assert isinstance(line, BundledArchive)
        lines[at] = BundledLack(line.match, why)

    return change


def without(where: Callable[[list[Line]], int]) -> Change:
    def change(lines: list[Line]) -> None:
        del lines[where(lines)]

    return change


def take(kind: type, nth: int = 0) -> Change:
    return without(lambda lines: of_kind(lines, kind, nth))


def wrong_score(lines: list[Line]) -> None:
    at = of_kind(lines, BundledStandings)
    line = lines[at]
    assert isinstance(line, BundledStandings)
    first, *others = line.lines
    lines[at] = replace(line, lines=(replace(first, score="5/2"), *others))


def shorter_standings(lines: list[Line]) -> None:
    at = of_kind(lines, BundledStandings)
    line = lines[at]
    assert isinstance(line, BundledStandings)
    lines[at] = replace(line, lines=line.lines[:-1])


def swapped_places(lines: list[Line]) -> None:
    at = of_kind(lines, BundledFinal)
    line = lines[at]
    assert isinstance(line, BundledFinal)
    first, second, *others = line.lines
    lines[at] = replace(line, lines=(replace(first, entrant=second.entrant), second, *others))


def other_options(lines: list[Line]) -> None:
    change_row(lines, rows.Created, plan=plan(Stage(Method.SWISS, 2, rounds=2), disclosure=Disclosure.PLAYERS))
    change_row(lines, rows.SecretPublished, tables="")


def say(**changes: Any) -> Callable[[type, int], Change]:
    def of(kind: type, nth: int = 0) -> Change:
        return lambda lines: change_row(lines, kind, nth, **changes)

    return of


ALTERED: tuple[tuple[str, Change, str], ...] = (
    ("result", say(points=(1, 0))(rows.ResultArrived, 0), "has not the points of its match"),
    ("winner", say(points=(9, 9), places=(1, 1))(rows.ResultArrived, 3), "has not the points and places of"),
    ("head", say(head="0" * 64)(rows.ResultArrived, 1), "has not the head of its match"),
    ("version", say(version=7)(rows.ResultArrived, 1), "has not the version of its match"),
    ("ending", say(reason="forfeited")(rows.ResultArrived, 1), "has not the ending of its match"),
    ("result of another", say(match="f" * 32)(rows.ResultArrived, 0), "belongs to no table"),
    ("seats", swap_seats, "round 1, table 1 has not the entrants that were drawn"),
    ("tables", swap_tables, "round 2, table 1 has not the entrants that were drawn"),
    ("match of a table", another_match, "round 1, table 1 has not the match that were drawn"),
    ("bye", say(byes=())(rows.RoundPaired, 0), "has other byes than were drawn"),
    ("cost", say(cost=(0,) * 3)(rows.RoundPaired, 1), "has other reasons or costs than were drawn"),
    ("seed", say(seed="0" * 64)(rows.RoundPaired, 1), "seed that does not follow from the published secret"),
    ("attempt", say(attempt=1)(rows.RoundPaired, 0), "what needs it does not follow"),
    ("lot of a pairing", say(orders=((1, 2, 3, 4, 5),))(rows.LotDrawn, 0), "has another order than was drawn"),
    ("lot left out", lambda lines: take_row(lines, rows.LotDrawn), "the lot is missing that tells equals apart"),
    ("groups", say(groups=((1, 2, 3, 4, 5),))(rows.StageStarted, 0), "other entrants or groups than were drawn"),
    ("secret", say(draws="0" * 64)(rows.SecretPublished, 0), "not the one that row 1 committed to"),
    ("no secret", say(draws="x")(rows.SecretPublished, 0), "publishes no secret"),
    (
        "commitment",
        say(commitments=Commitments("0" * 64, "0" * 64))(rows.Created, 0),
        "not the one that row 1 committed to",
    ),
    ("plan", other_options, "of another game or disclosure than the plan"),
    ("ruling", say(points=(3, 1), places=(1, 2))(rows.ResultRuled, 0), "standings of stage 1, group 1 are not those"),
    ("who ruled", say(by="c" * 32)(rows.ResultRuled, 0), "goes against the rules (not-referee)"),
    ("corrected row", say(corrects=3)(rows.ResultRuled, 0), "says what was so already, or something else"),
    ("penalty", say(hundredths=100)(rows.Penalised, 0), "entrant 4 is wrong"),
    ("bot", say(bot="greedy")(rows.Registered, 0), "others sit at match"),
    ("entrant number", say(entrant=9)(rows.Registered, 1), "something else than was done"),
    ("row", without(lambda lines: 10), "Where row 10 should stand, there is one with the number 11"),
    ("last row", without(lambda lines: row_at(lines, rows.SecretPublished)), "but the head says"),
    ("entry", lambda lines: take_row(lines, rows.Registered, 2), "something else than was done"),
    ("start", lambda lines: take_row(lines, rows.RoundStarted), "(round-closed) says what"),
    ("close", lambda lines: take_row(lines, rows.RoundClosed), "goes against the rules (round-open)"),
    ("stage", lambda lines: take_row(lines, rows.StageStarted), "does not fit the rows before it"),
    ("creation", lambda lines: take_row(lines, rows.Created), "a record begins with the creation"),
    ("penalty left out", lambda lines: take_row(lines, rows.Penalised), "(finished): the lot is missing"),
    ("ruling left out", lambda lines: take_row(lines, rows.ResultRuled), "standings of stage 1, group 1"),
    ("result left out", lambda lines: take_row(lines, rows.ResultArrived, 3), "(round-closed) says what"),
    ("archive", flip_archive, "the archive of match"),
    ("archives of each other", swap_archives, "the archive is that of match"),
    ("archive left out", take(BundledArchive, 2), "nothing is said of its match"),
    ("archive said to run", lacking(Lack.RUNNING), "has a result, but its archive is missing"),
    ("archive withheld", lacking(Lack.WITHHELD), "withheld, though matches are open to all"),
    ("archive damaged", lacking(Lack.DAMAGED), "is damaged where it is kept"),
    ("score", wrong_score, "The standings of stage 1, group 1 are not those that follow from the results"),
    ("line of the standings", shorter_standings, "have 4 lines, not 5"),
    ("standings left out", take(BundledStandings), "The standings of stage 1, group 1 are missing"),
    ("final table", swapped_places, "The final table is not the one"),
    ("final table left out", take(BundledFinal), "The final table is not the one"),
    ("game", lambda lines: lines.__setitem__(0, replace(lines[0], game="chess")), "another game than the record"),
    ("id", lambda lines: lines.__setitem__(0, replace(lines[0], tournament="f" * 32)), "row 1 committed to"),
)


def test_what_was_held_is_good(lines: list[Line]) -> None:
    found = checked(bound(lines))
    assert found.ok, found
    assert found.sentence.startswith(
        f"Tournament {ID}: 2 rounds, 4 matches verified; all standings are equal. All {found.rows} rows are whole,"
    )
    assert found.notes == (
        "Every seed follows from the published secret and all entropy, and every round was drawn again from it.",
        "Rounds 1, 2: drawn before any entrant had added entropy, so the service could choose.",
        "The secret of each match follows from the published one, and its seats added what they had registered.",
        "4 matches at which nobody added entropy: there the service could choose.",
        "Round 2, table 2: the result was ruled (row 20).",
        "The bundle was made by the tests.",
    )


@pytest.mark.parametrize(("change", "told"), [one[1:] for one in ALTERED], ids=[one[0] for one in ALTERED])
def test_what_is_altered_is_named(lines: list[Line], change: Change, told: str) -> None:
    """Even where whoever altered it has hashed all lines again."""
    change(lines)
    found = checked(bound(lines))
    assert found.status is Status.ALTERED, found
    assert told in found.sentence
    assert found.sentence.endswith(".")


def test_what_no_rule_tells_the_hash_does(lines: list[Line]) -> None:
    good = bound(lines)
    good[1] = good[1].replace(b'"at":1790', b'"at":1791')
    found = checked(good)
    assert found.status is Status.ALTERED
    assert found.sentence.startswith("Only the hash tells")


def test_what_is_no_bundle_is_unreadable(lines: list[Line]) -> None:
    good = bound(lines)
    for bad in ([], [b""], [b"{}"], good[:-1], good[:-3], good[1:], [*good, b"\n"], [*good[:4], b"x\n", *good[4:]]):
        found = checked(bad)
        assert not found.ok
        assert found.sentence.endswith(".")
    assert checked(good[:-1]).sentence == "The bundle is cut short: its last line is missing."
    spaced = [good[0].replace(b":", b": ", 1), *good[1:]]
    assert checked(spaced).sentence == "Line 1 is not written as a bundle writes it."


def test_no_flipped_bit_goes_unnoticed(lines: list[Line]) -> None:
    whole, random = b"".join(bound(lines)), Random(5)
    for _ in range(40):
        at = random.randrange(len(whole))
        flipped = whole[:at] + bytes([whole[at] ^ (1 << random.randrange(7))]) + whole[at + 1 :]
        assert not checked(flipped.splitlines(keepends=True)).ok, at


def test_names_can_be_taken_out(held: Held) -> None:
    named = held.bundle({ORGANISER: "Ada Lovelace"})
    assert checked(named).sentence.startswith("Spring Cup: 2 rounds")
    assert b"Ada Lovelace" in named[1]
    assert not any(word in one for word in (b"Ada", b"Spring") for one in (named[0], *named[2:]))
    assert checked([named[0], *named[2:]]).ok
    assert named[-1] == held.bundle()[-1]


def test_what_goes_on_is_verified_as_far_as_it_goes() -> None:
    held = Held(plan()).bots(4).play()
    held.start()
    held.arrive(held.tournament.rounds[1].tables[0].match)
    found = checked(held.bundle())
    assert found.ok, found
    assert "2 rounds, 3 matches verified, 1 still being played" in found.sentence
    assert found.notes[0].startswith("The secret is not published yet")
    for nothing in (Held(plan()), Held(plan()).bots(2)):
        assert checked(nothing.bundle()).ok


def test_without_the_secret_a_pairing_is_drawn_again_from_its_row() -> None:
    held = Held(plan()).bots(5).play(2)
    lines = list(held.lines())
    swap_seats(lines)
    assert "has not the entrants that were drawn" in checked(bound(lines)).sentence
    lines = list(held.lines())
    change_row(lines, rows.RoundPaired, 1, round=3)
    assert "what needs it does not follow" in checked(bound(lines)).sentence
    lines = list(Held(plan(Stage(Method.ROUND_ROBIN, 2))).bots(4).play(2).lines())
    change_row(lines, rows.RoundPaired, 1, round=3)
    assert "out of order" in checked(bound(lines)).sentence
    change_row(lines, rows.RoundPaired, 1, round=2, attempt=1)
    assert "not the next attempt" in checked(bound(lines)).sentence
    lines = list(held.lines())
    change_row(lines, rows.RoundPaired, by="c" * 32)
    assert "not-organiser" in checked(bound(lines)).sentence


def test_rounds_paired_again_and_by_hand_are_told() -> None:
    held = Held(plan()).bots(6)
    held.pair()
    held.pair(again=True)
    held.pair(((1, 2),), again=True)
    found = checked(held.bundle())
    assert found.ok, found
    assert "Round 1 was paired 3 times before it started." in found.notes
    assert "Round 1: a table was set by hand, with entrants 1, 2." in found.notes


def test_matches_for_their_players_only_may_lack_their_archives() -> None:
    held = Held(plan(disclosure=Disclosure.PLAYERS)).bots(2).play()
    lines = [
        BundledLack(line.match, Lack.WITHHELD) if isinstance(line, BundledArchive) else line for line in held.lines()
    ]
    found = checked(bound(lines))
    assert found.ok, found
    assert "1 kept to its players and not checked" in found.sentence


def test_what_is_played_elsewhere_is_told() -> None:
    ada, ben = "1" * 32, "2" * 32
    held = Held(plan(Stage(Method.SWISS, 2, rounds=1), elsewhere=True)).people(ada, ben)
    held.start()
    held.do(results.report, 1, 1, (10, 8), (1, 2), by=ada)
    held.do(results.confirm, 1, 1, by=ben)
    found = checked(held.finish().bundle())
    assert found.ok, found
    assert "1 round, 0 matches verified, 1 table played elsewhere" in found.sentence
    lines = list(held.lines())
    change_row(lines, rows.ResultConfirmed, by=ada, entrant=1)
    assert "says what was so already" in checked(bound(lines)).sentence


def test_stages_groups_and_an_elimination() -> None:
    first = Stage(Method.ROUND_ROBIN, 2, groups=2)
    held = Held(plan(first, Stage(Method.ELIMINATION, 2, cut=4))).bots(6)
    held.play(3).play(2).finish()
    found = checked(held.bundle())
    assert found.ok, found
    assert "5 rounds" in found.sentence
    assert sum(isinstance(line, BundledStandings) for line in held.lines()) == 3


def test_pods_are_drawn_again() -> None:
    held = Held(plan(Stage(Method.SWISS, 4, rounds=2), scoring="wwcc-2013")).bots(7).play(2).finish()
    assert checked(held.bundle()).ok
    head, *others = held.lines()
    assert isinstance(head, BundleHead)
    assert "entrants that were drawn" in checked(bound([replace(head, sizes=(4,)), *others])).sentence


DECKS = (BundledDeck(1, "33 cards", "01" * 32), BundledDeck(2, "other 33 cards", "02" * 32))


def sealed(decks: Decks = Decks.AFTER) -> Held:
    """A tournament that is over, and for which two lists were sealed."""
    held = Held(plan(decks=decks)).bots(3)
    for one in DECKS:
        held.do(entrants.seal_deck, one.entrant, deck_commitment(ID, one.entrant, one.deck, bytes.fromhex(one.salt)))
    return held.play().finish()


def with_decks(held: Held, *decks: BundledDeck) -> list[bytes]:
    """Its bundle with these lists, after the rows."""
    lines = list(held.lines())
    at = 1 + len(held.record)
    return bound([*lines[:at], *decks, *lines[at:]])


def test_an_opened_list_is_the_sealed_one() -> None:
    held = sealed()
    found = checked(with_decks(held, *DECKS))
    assert found.ok, found
    assert "2 opened lists are as sealed before the first round." in found.notes
    one, other = DECKS
    salted = (replace(one, salt="03" * 32), replace(one, salt="no salt"), replace(one, salt=one.salt[2:]))
    for wrong in (replace(one, deck="34 cards"), replace(one, entrant=2), *salted):
        assert checked(with_decks(held, wrong)).sentence == (
            f"The list of entrant {wrong.entrant} is not one that was sealed and then opened."
        )
    for twice in ((one, one), (one, other, replace(other, entrant=3)), (replace(other, entrant=0),)):
        assert checked(with_decks(held, *twice)).status is Status.ALTERED
    assert checked(with_decks(sealed(Decks.CLOSED), one)).status is Status.ALTERED


def test_a_list_that_was_erased_is_counted_and_nothing_else_changes() -> None:
    held = sealed()
    whole, left, none = (with_decks(held, *decks) for decks in (DECKS, DECKS[:1], ()))
    assert whole[-1] == left[-1] == none[-1], "lists are in no hash, so that who must forget one takes its line out"
    found = checked(left)
    assert found.ok, found
    assert "1 opened list is as sealed before the first round." in found.notes
    assert "1 opened list was erased: only the commitment is left." in found.notes
    assert "2 opened lists were erased: only the commitment is left." in checked(none).notes
    assert not any("list" in note for note in checked(Held(plan()).bots(2).play().finish().bundle()).notes)
    assert not any(one.deck.encode() in line for one in DECKS for line in none)


def test_a_tournament_ends_when_every_list_is_open() -> None:
    lines = list(sealed().lines())
    del lines[row_at(lines, rows.DeckOpened)]
    renumbered = [
        BundledRow(replace(line.recorded, n=at)) if isinstance(line, BundledRow) else line
        for at, line in enumerate(lines)
    ]
    assert "(deck-opened) says what was so already, or something else" in checked(bound(renumbered)).sentence


def test_every_kind_of_row_is_judged_again_and_good() -> None:
    """Everything that can happen in a tournament, once."""
    ada, ben, cleo, dora, emil, fred = (digit * 32 for digit in "123456")
    held = Held(plan(Stage(Method.SWISS, 2, rounds=3), elsewhere=True, check_in=True, decks=Decks.AFTER))
    held.do(staff.appoint, fred, Role.REFEREE)
    held.people(ada, ben, cleo, dora)
    held.do(entrants.register, player="7" * 32, guest=True, club="c1")
    held.do(entrants.seal_deck, 1, deck_commitment(ID, 1, "33 cards", bytes(32)), by=ada)
    held.do(entrants.close_registration)
    held.do(entrants.forbid, 2, 1)
    held.do(entrants.withdraw, 4, by=dora)
    held.do(entrants.bring_back, 4)
    for number, by in ((1, ada), (2, ben), (5, ORGANISER)):
        held.do(entrants.check_in, number, by=by)
    held.pair()  # and Cleo is not there
    held.do(entrants.mark_absent, 5, by=fred)
    held.pair(again=True)
    held.do(rounds.start, 1)
    held.do(entrants.register, player=emil)
    for table in held.tournament.rounds[0].tables:
        players = [held.tournament.entrants[one - 1].player for one in table.entrants]
        held.do(results.report, 1, table.number, (9, 9), (1, 1), by=players[0])
        held.do(results.report, 1, table.number, (9, 8), (1, 2), by=players[0])
        held.do(results.confirm, 1, table.number, by=players[1])
    held.do(entrants.bring_back, 3)
    held.start()
    for table in held.tournament.rounds[1].tables:
        held.do(results.rule, 2, table.number, (5, 5), (1, 1), Cause.ERROR, by=fred)
    held.do(entrants.disqualify, 2, Cause.CONDUCT, by=fred)
    held.do(entrants.penalise, 1, -25, Cause.OTHER, by=fred)
    held.do(rounds.finish, SECRET.draws)
    held.publish()
    held.do(results.rule, 1, 1, (1, 2), (2, 1), Cause.ERROR)
    found = checked(held.bundle())
    assert found.ok, found
    kinds = {type(one.row) for one in held.record}
    assert set(get_args(rows.Row)) - kinds == {rows.Cancelled, rows.ResultArrived}
    called_off = Held(plan()).bots(2)
    called_off.do(rounds.cancel)
    assert checked(called_off.bundle()).ok


def test_each_row_needs_the_others(held: Held) -> None:
    """Whichever row is left out, and all others numbered anew, somebody notices; without its end an event goes on."""
    for at in range(len(held.record) - 1):
        lines = list(held.lines())
        line = lines.pop(1 + at)
        renumbered(lines)
        assert isinstance(line, BundledRow)
        assert not checked(bound(lines)).ok, line.recorded


def test_what_is_counted_in_a_way_not_known_here_is_said(lines: list[Line]) -> None:
    change_row(lines, rows.Created, plan=plan(scoring="later-preset"))
    found = checked(bound(lines))
    assert found.status is Status.UNKNOWN_FACTS
    assert "later-preset" in found.sentence


def test_rounds_that_were_drawn_together_are_drawn_again() -> None:
    stage = Stage(Method.SWISS, 4, rounds=2, together=True)
    held = Held(plan(stage, scoring="wwcc-2013")).bots(8).play(2).finish()
    assert checked(held.bundle()).ok


def test_the_progress_is_told(lines: list[Line]) -> None:
    told: list[tuple[int, int]] = []
    assert verify(bound(lines), LOAD, lambda done, of: told.append((done, of))).ok
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_game_that_is_not_loaded_is_said(lines: list[Line]) -> None:
    assert verify(bound(lines), lambda _: None).status is Status.UNKNOWN_FACTS
