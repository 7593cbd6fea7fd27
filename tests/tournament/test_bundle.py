"""Bundles: what is altered in one is named, whatever it is; what is as it was held is good."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from domain.engine.match.clock import Clock
from domain.engine.match.events import Cause, Disclosure
from domain.engine.proof.archive import MAX_FILE
from domain.engine.proof.verification import Status
from domain.tournament.proof import bundle
from domain.tournament.proof.bundle import (
    BadBundle,
    Binder,
    BundledArchive,
    BundledDeck,
    BundledEntry,
    BundledFinal,
    BundledLack,
    BundledStandings,
    BundleHead,
    Lack,
    Line,
    read,
)
from domain.tournament.proof.verification import Findings, verify
from domain.tournament.record import events
from domain.tournament.record.commands import (
    Appoint,
    BringBack,
    Cancel,
    CheckIn,
    CloseRegistration,
    ConfirmResult,
    Disqualify,
    Finish,
    Forbid,
    ImportResult,
    InspectDeck,
    InspectMatch,
    MarkAbsent,
    Penalise,
    Register,
    RegisterMany,
    RenameGuest,
    ReportResult,
    RuleTable,
    SealDeck,
    SealDecks,
    StartRound,
    TournamentCommand,
    Withdraw,
)
from domain.tournament.record.events import Role
from domain.tournament.record.plan import Decks, Method, Stage
from domain.tournament.record.seeds import Commitments, deck_commitment
from service.matches.archives import load_game
from service.matches.catalogue import Catalogue
from tests.support.tournament.held import ID, ORGANISER, Held, bound, plan

LOAD = load_game(Catalogue({}))
Change = Callable[[list[Line]], None]


def checked(lines: Sequence[bytes]) -> Findings:
    return verify(lines, LOAD)


@pytest.fixture(scope="module")
def held() -> Held:
    """A small Swiss of five bots, over, with a penalty and a ruling that corrects a result."""
    held = Held(plan(Stage(Method.SWISS, 2, rounds=2))).bots(5).play(2)
    held.do(RuleTable(2, 2, (1, 3), (2, 1), Cause.ERROR))
    held.do(Penalise(4, 50, Cause.CONDUCT))
    return held.finish()


@pytest.fixture
def lines(held: Held) -> list[Line]:
    return list(held.lines())


def entry_at(lines: list[Line], kind: type, nth: int = 0) -> int:
    """Where the n-th event of a kind stands."""
    found = [at for at, line in enumerate(lines) if isinstance(line, BundledEntry) and isinstance(line.entry.e, kind)]
    return found[nth]


def of_kind(lines: list[Line], kind: type, nth: int = 0) -> int:
    return [at for at, line in enumerate(lines) if isinstance(line, kind)][nth]


def change_event(lines: list[Line], kind: type, nth: int = 0, **changes: Any) -> None:
    """An event says something else, and its command too, as far as it says the same."""
    at = entry_at(lines, kind, nth)
    line = lines[at]
    assert isinstance(line, BundledEntry)
    entry = line.entry
    wanted = {name: value for name, value in changes.items() if name in getattr(entry.cmd, "__struct_fields__", ())}
    cmd = entry.cmd if entry.cmd is None else replace(entry.cmd, **wanted)
    lines[at] = BundledEntry(replace(entry, e=replace(entry.e, **changes), cmd=cmd))


def change_author(lines: list[Line], kind: type, by: str, nth: int = 0) -> None:
    """Somebody else has given a command, with all that it brings."""
    for at in batch_at(lines, entry_at(lines, kind, nth)):
        line = lines[at]
        assert isinstance(line, BundledEntry)
        lines[at] = BundledEntry(replace(line.entry, by=by))


def take_event(lines: list[Line], kind: type, nth: int = 0) -> None:
    """A command is missing with all that it brings, or one of its later events; those after it close up."""
    at = entry_at(lines, kind, nth)
    batch = batch_at(lines, at)
    for one in reversed(batch if at == batch[0] else [at]):
        del lines[one]
    renumbered(lines)


def batch_at(lines: list[Line], at: int) -> list[int]:
    """Where the entries stand that belong to the command of an entry."""
    begins = [one for one, line in enumerate(lines) if isinstance(line, BundledEntry) and line.entry.cmd is not None]
    first = max(one for one in begins if one <= at)
    following = [one for one, line in enumerate(lines) if one > first and isinstance(line, BundledEntry)]
    last = next((one for one in following if one in begins), (following or [first])[-1] + 1)
    return list(range(first, last))


def renumbered(lines: list[Line]) -> None:
    count = 0
    for at, line in enumerate(lines):
        if isinstance(line, BundledEntry):
            count += 1
            lines[at] = BundledEntry(replace(line.entry, n=count))
    head = lines[0]
    assert isinstance(head, BundleHead)
    lines[0] = replace(head, entries=count)


def tables(lines: list[Line], nth: int = 0) -> tuple[events.PairedTable, ...]:
    line = lines[entry_at(lines, events.RoundPaired, nth)]
    assert isinstance(line, BundledEntry)
    assert isinstance(line.entry.e, events.RoundPaired)
    return line.entry.e.tables


def swap_seats(lines: list[Line]) -> None:
    first, *others = tables(lines)
    change_event(lines, events.RoundPaired, tables=(replace(first, entrants=first.entrants[::-1]), *others))


def swap_tables(lines: list[Line]) -> None:
    first, second, *others = tables(lines, 1)
    swapped = (replace(first, entrants=second.entrants), replace(second, entrants=first.entrants), *others)
    change_event(lines, events.RoundPaired, 1, tables=swapped)


def another_match(lines: list[Line]) -> None:
    first, *others = tables(lines)
    change_event(lines, events.RoundPaired, tables=(replace(first, match="f" * 32), *others))


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
    change_event(lines, events.Created, plan=plan(Stage(Method.SWISS, 2, rounds=2), disclosure=Disclosure.PLAYERS))
    change_event(lines, events.SecretPublished, tables="")


def another_clock(lines: list[Line]) -> None:
    change_event(lines, events.Created, plan=plan(Stage(Method.SWISS, 2, rounds=2), clock=Clock(command=10)))


def say(**changes: Any) -> Callable[[type, int], Change]:
    def of(kind: type, nth: int = 0) -> Change:
        return lambda lines: change_event(lines, kind, nth, **changes)

    return of


ALTERED: tuple[tuple[str, Change, str], ...] = (
    ("result", say(points=(1, 0))(events.ResultArrived, 0), "has not the points of its match"),
    ("winner", say(points=(9, 9), places=(1, 1))(events.ResultArrived, 3), "has not the points and places of"),
    ("head", say(head="0" * 64)(events.ResultArrived, 1), "has not the head of its match"),
    ("version", say(version=7)(events.ResultArrived, 1), "has not the version of its match"),
    ("ending", say(reason="forfeited")(events.ResultArrived, 1), "has not the ending of its match"),
    (
        "result of another",
        say(match="f" * 32)(events.ResultArrived, 0),
        "(result-arrived) is more than",
    ),
    ("seats", swap_seats, "round 1, table 1 has not the entrants that were drawn"),
    ("tables", swap_tables, "round 2, table 1 has not the entrants that were drawn"),
    ("match of a table", another_match, "round 1, table 1 has not the match that were drawn"),
    ("bye", say(byes=())(events.RoundPaired, 0), "has other byes than were drawn"),
    ("cost", say(cost=(0,) * 3)(events.RoundPaired, 1), "has other reasons or costs than were drawn"),
    ("seed", say(seed="0" * 64)(events.RoundPaired, 1), "seed that does not follow from the published secret"),
    ("attempt", say(attempt=1)(events.RoundPaired, 0), "another round, or attempt at it, than comes next"),
    (
        "lot of a pairing",
        say(orders=((1, 2, 3, 4, 5),))(events.LotDrawn, 0),
        "(lot-drawn) is not what",
    ),
    (
        "lot left out",
        lambda lines: take_event(lines, events.LotDrawn),
        "(round-paired) is not what",
    ),
    (
        "groups",
        say(groups=((1, 2, 3, 4, 5),))(events.StageStarted, 0),
        "(stage-started) is not what",
    ),
    ("secret", say(draws="0" * 64)(events.SecretPublished, 0), "not the one that entry 1 committed to"),
    ("no secret", say(draws="x")(events.SecretPublished, 0), "publishes no secret"),
    (
        "commitment",
        say(commitments=Commitments("0" * 64, "0" * 64))(events.Created, 0),
        "not the one that entry 1 committed to",
    ),
    ("clock", another_clock, "has other options or another clock than the plan"),
    ("plan", other_options, "of another game or disclosure than the plan"),
    ("ruling", say(points=(3, 1), places=(1, 2))(events.ResultRuled, 0), "standings of stage 1, group 1 are not those"),
    (
        "who ruled",
        lambda lines: change_author(lines, events.ResultRuled, "c" * 32),
        "entry 20 (rule-table): not-referee",
    ),
    ("corrected entry", say(corrects=3)(events.ResultRuled, 0), "is not what the command of entry 20 brings"),
    ("penalty", say(hundredths=100)(events.Penalised, 0), "entrant 4 is wrong"),
    ("bot", say(bot="greedy")(events.Registered, 0), "others sit at match"),
    ("entrant number", say(entrant=9)(events.Registered, 1), "is not what the command of entry 3 brings"),
    ("numbers", without(lambda lines: 10), "Where entry 10 should stand, there is one with the number 11"),
    ("last entry", without(lambda lines: entry_at(lines, events.SecretPublished)), "but the head says"),
    ("entry", lambda lines: take_event(lines, events.Registered, 2), "is not what the command of entry 4 brings"),
    ("start", lambda lines: take_event(lines, events.RoundStarted), "is more than the command of entry 11 brings"),
    (
        "close",
        lambda lines: take_event(lines, events.RoundClosed),
        "brings more than is there",
    ),
    ("stage", lambda lines: take_event(lines, events.StageStarted), "entry 7 (start-round): no-such-round"),
    ("creation", lambda lines: take_event(lines, events.Created), "a log begins with the creation"),
    (
        "penalty left out",
        lambda lines: take_event(lines, events.Penalised),
        "(finished) is not what",
    ),
    ("ruling left out", lambda lines: take_event(lines, events.ResultRuled), "standings of stage 1, group 1"),
    (
        "result left out",
        lambda lines: take_event(lines, events.ResultArrived, 3),
        "(result-ruled) is not",
    ),
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
    ("game", lambda lines: lines.__setitem__(0, replace(lines[0], game="chess")), "another game than the log"),
    ("id", lambda lines: lines.__setitem__(0, replace(lines[0], tournament="f" * 32)), "entry 1 committed to"),
)


def test_what_was_held_is_good(lines: list[Line]) -> None:
    found = checked(bound(lines))
    assert found.ok, found
    assert found.sentence.startswith(
        f"Tournament {ID}: 2 rounds, 4 matches verified; all standings are equal. All {found.entries} entries are "
    )
    assert found.notes == (
        "Every seed follows from the published secret and all entropy, and every round was drawn again from it.",
        "Rounds 1, 2: drawn before any entrant had added entropy, so the service could choose.",
        "The secret of each match follows from the published one, and its seats added what they had registered.",
        "4 matches at which nobody added entropy: there the service could choose.",
        "Round 2, table 2: the result was ruled (entry 20).",
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
    if "entry 1 committed to" in told:
        assert found.entry == 1


def test_a_head_that_counts_otherwise_is_named_with_the_entry_that_is_missing(lines: list[Line]) -> None:
    head = lines[0]
    assert isinstance(head, BundleHead)
    lines[0] = replace(head, entries=head.entries + 1)
    found = checked(bound(lines))
    assert (found.status, found.entry) == (Status.ALTERED, head.entries + 1)
    assert "the head says" in found.sentence


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


def test_without_the_secret_a_pairing_is_drawn_again_from_its_entry() -> None:
    held = Held(plan()).bots(5).play(2)
    lines = list(held.lines())
    swap_seats(lines)
    assert "has not the entrants that were drawn" in checked(bound(lines)).sentence
    lines = list(held.lines())
    change_event(lines, events.RoundPaired, 1, round=3)
    assert "(pair-round) does not fit the entries before it" in checked(bound(lines)).sentence
    lines = list(Held(plan(Stage(Method.ROUND_ROBIN, 2))).bots(4).play(2).lines())
    change_event(lines, events.RoundPaired, 1, round=3)
    assert "(pair-round): round-number" in checked(bound(lines)).sentence
    change_event(lines, events.RoundPaired, 1, round=2, attempt=1)
    assert "(pair-round) does not fit the entries before it" in checked(bound(lines)).sentence
    lines = list(held.lines())
    change_author(lines, events.RoundPaired, "c" * 32)
    assert "(pair-round): not-organiser" in checked(bound(lines)).sentence


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
    held.do(ReportResult(1, 1, (10, 8), (1, 2)), by=ada)
    held.do(ConfirmResult(1, 1), by=ben)
    found = checked(held.finish().bundle())
    assert found.ok, found
    assert "1 round, 0 matches verified, 1 table played elsewhere" in found.sentence
    lines = list(held.lines())
    change_event(lines, events.ResultConfirmed, entrant=1)
    change_author(lines, events.ResultConfirmed, ada)
    assert "is more than the command of entry 10 brings" in checked(bound(lines)).sentence


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
    lines = list(held.lines())
    change_event(lines, events.Created, sizes=(4,))
    assert "entrants that were drawn" in checked(bound(lines)).sentence


DECKS = (BundledDeck(1, "33 cards", "01" * 32), BundledDeck(2, "other 33 cards", "02" * 32))


def sealed(decks: Decks = Decks.AFTER) -> Held:
    """A tournament that is over, and for which two lists were sealed."""
    held = Held(plan(decks=decks)).bots(3)
    for one in DECKS:
        held.do(SealDeck(one.entrant, deck_commitment(ID, one.entrant, one.deck, bytes.fromhex(one.salt))))
    return held.play().finish()


def with_decks(held: Held, *decks: BundledDeck) -> list[bytes]:
    """Its bundle with these lists, after the events."""
    lines = list(held.lines())
    at = 1 + len(held.log)
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
    take_event(lines, events.DeckOpened, 1)
    assert "(finished) is not what the command of entry" in checked(bound(lines)).sentence


def test_every_kind_of_command_is_decided_again_and_good() -> None:
    """Everything that can happen in a tournament, once."""
    ada, ben, cleo, dora, emil, fred = (digit * 32 for digit in "123456")
    stage = Stage(Method.SWISS, 2, rounds=3, best_of=3)
    held = Held(plan(stage, elsewhere=True, check_in=True, decks=Decks.AFTER))
    held.do(Appoint(fred, Role.REFEREE))
    held.people(ada, ben, cleo, dora)
    held.do(Register(player="7" * 32, guest=True, club="c1"))
    held.do(RenameGuest(5))
    held.do(RegisterMany((Register(player="8" * 32, guest=True),)))
    held.do(SealDeck(1, deck_commitment(ID, 1, "33 cards", bytes(32))), by=ada)
    held.do(SealDecks((SealDeck(2, "c2"), SealDeck(3, "c3"))))
    held.do(CloseRegistration())
    held.do(Forbid((2, 1)))
    held.do(Withdraw(4), by=dora)
    held.do(BringBack(4))
    for number, by in ((1, ada), (2, ben), (5, ORGANISER)):
        held.do(CheckIn(number), by=by)
    held.pair()  # and Cleo is not there
    held.do(MarkAbsent(5), by=fred)
    held.pair(again=True)
    held.do(StartRound(1))
    held.do(Register(player=emil))
    for table in held.tournament.rounds[0].tables:
        players = [held.tournament.entrants[one - 1].player for one in table.entrants]
        held.do(ReportResult(1, table.number, (9, 9), (1, 1), game=1), by=players[0])
        held.do(ReportResult(1, table.number, (9, 8), (1, 2), game=1), by=players[0])
        held.do(ConfirmResult(1, table.number, game=1), by=players[1])
        held.do(ReportResult(1, table.number, (8, 9), (2, 1), game=2), by=players[1])
        held.do(ConfirmResult(1, table.number, game=2), by=players[0])
    held.do(BringBack(3))
    held.start()
    for table in held.tournament.rounds[1].tables:
        held.do(RuleTable(2, table.number, (5, 5), (1, 1), Cause.ERROR), by=fred)
    held.do(Disqualify(2, Cause.CONDUCT), by=fred)
    held.do(Penalise(1, -25, Cause.OTHER), by=fred)
    held.do(Finish())
    held.publish()
    held.do(RuleTable(1, 1, (1, 2), (2, 1), Cause.ERROR))
    found = checked(held.bundle())
    assert found.ok, found
    kinds = {type(one.e) for one in held.log}
    elsewhere = {events.Cancelled, events.ResultArrived, events.MatchInspected, events.DeckInspected}
    assert set(get_args(events.TournamentEvent)) - kinds == elsewhere
    given = {type(one.cmd) for one in held.log if one.cmd is not None}
    assert set(get_args(TournamentCommand)) - given == {Cancel, ImportResult, InspectMatch, InspectDeck}
    called_off = Held(plan()).bots(2)
    called_off.do(Cancel())
    assert checked(called_off.bundle()).ok


def test_each_entry_needs_the_others(held: Held) -> None:
    """Whichever entry is left out, and all others numbered anew, somebody notices; without its end an event goes on."""
    for at in range(len(held.log) - 1):
        lines = list(held.lines())
        line = lines.pop(1 + at)
        renumbered(lines)
        assert isinstance(line, BundledEntry)
        assert not checked(bound(lines)).ok, line.entry


def test_what_is_counted_in_a_way_not_known_here_is_said(lines: list[Line]) -> None:
    change_event(lines, events.Created, plan=plan(scoring="later-preset"))
    found = checked(bound(lines))
    assert found.status is Status.UNKNOWN_FACTS
    assert "later-preset" in found.sentence


@pytest.mark.parametrize(
    ("changes", "status", "told"),
    [
        ({"version": 99}, Status.UNKNOWN_FACTS, "counted by version 99 of match-points, which is not known here"),
        ({"version": 0}, Status.ALTERED, "counted by another preset"),
        ({"scoring": "wwcc-2013", "version": 99}, Status.ALTERED, "counted by another preset"),
    ],
)
def test_standings_of_a_later_version_are_left_open_and_of_another_preset_wrong(
    lines: list[Line], changes: dict[str, Any], status: Status, told: str
) -> None:
    at = of_kind(lines, BundledStandings)
    line = lines[at]
    assert isinstance(line, BundledStandings)
    lines[at] = replace(line, **changes)
    found = checked(bound(lines))
    assert (found.status, told in found.sentence) == (status, True), found


def test_a_bundle_holds_so_many_entries_and_a_line_an_archive_in_base64(
    lines: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bundle.MAX_ENTRIES == 200_000
    assert 63 * 1024 < bundle.MAX_LINE - len(b64encode(bytes(MAX_FILE))) <= 64 * 1024
    stored = bound(lines)
    longest = max(map(len, stored))
    monkeypatch.setattr(bundle, "MAX_LINE", longest)
    assert len(list(read(stored, Binder()))) == len(lines) + 1
    monkeypatch.setattr(bundle, "MAX_LINE", longest - 1)
    with pytest.raises(BadBundle, match="longer"):
        list(read(stored, Binder()))


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
