"""Bundles: every alteration is named, and unaltered bundles verify."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from chronik.domain.engine.match.clock import Clock
from chronik.domain.engine.match.events import Cause, Disclosure
from chronik.domain.engine.proof.archive import MAX_FILE
from chronik.domain.log.verdict import Status, Verdict
from chronik.domain.tournament.proof import bundle
from chronik.domain.tournament.proof.bundle import (
    BadBundle,
    BundledArchive,
    BundledDeck,
    BundledEntry,
    BundledFinal,
    BundledMissing,
    BundledNames,
    BundledStandings,
    BundleEncoder,
    BundleHead,
    Line,
    MissingReason,
    read_lines,
)
from chronik.domain.tournament.proof.verification import verify
from chronik.domain.tournament.record import events
from chronik.domain.tournament.record.commands import (
    AddEntropy,
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
    SetClub,
    StartRound,
    StrikeGames,
    TournamentCommand,
    Withdraw,
)
from chronik.domain.tournament.record.events import Role
from chronik.domain.tournament.record.plan import RULES, Decks, Method, Stage
from chronik.domain.tournament.record.seeds import Commitments, deck_commitment
from chronik.service.matches.catalogue import Catalogue, game_loader
from tests.support.tournament.local_tournament import ID, ORGANISER, LocalTournament, encode_bundle, plan

LOAD = game_loader(Catalogue({}))
Change = Callable[[list[Line]], None]


def verify_lines(lines: Sequence[bytes]) -> Verdict:
    return verify(lines, LOAD)


@pytest.fixture(scope="module")
def cup() -> LocalTournament:
    """A finished Swiss of five bots, with a penalty and a ruling that corrects a result."""
    cup = LocalTournament(plan(Stage(Method.SWISS, 2, rounds=2))).register_bots(5).play_rounds(2)
    cup.do(RuleTable(2, 2, (1, 3), (2, 1), Cause.ERROR))
    cup.do(Penalise(4, 50, Cause.CONDUCT))
    return cup.finish()


@pytest.fixture
def lines(cup: LocalTournament) -> list[Line]:
    return list(cup.lines())


def find_entry(lines: list[Line], kind: type, nth: int = 0) -> int:
    """Returns the index of the n-th event of a kind."""
    found = [at for at, line in enumerate(lines) if isinstance(line, BundledEntry) and isinstance(line.entry.e, kind)]
    return found[nth]


def find_line(lines: list[Line], kind: type, nth: int = 0) -> int:
    return [at for at, line in enumerate(lines) if isinstance(line, kind)][nth]


def change_event(lines: list[Line], kind: type, nth: int = 0, **changes: Any) -> None:
    """Changes fields of an event, and the same fields of its command."""
    at = find_entry(lines, kind, nth)
    line = lines[at]
    assert isinstance(line, BundledEntry)
    entry = line.entry
    wanted = {name: value for name, value in changes.items() if name in getattr(entry.cmd, "__struct_fields__", ())}
    cmd = entry.cmd if entry.cmd is None else replace(entry.cmd, **wanted)
    lines[at] = BundledEntry(replace(entry, e=replace(entry.e, **changes), cmd=cmd))


def change_author(lines: list[Line], kind: type, by: str, nth: int = 0) -> None:
    """Replaces the author of a command and of all its events."""
    for at in find_batch(lines, find_entry(lines, kind, nth)):
        line = lines[at]
        assert isinstance(line, BundledEntry)
        lines[at] = BundledEntry(replace(line.entry, by=by))


def drop_event(lines: list[Line], kind: type, nth: int = 0) -> None:
    """Removes a command with all its events, or only a later event of it, and renumbers the rest."""
    at = find_entry(lines, kind, nth)
    batch = find_batch(lines, at)
    for one in reversed(batch if at == batch[0] else [at]):
        del lines[one]
    renumber(lines)


def find_batch(lines: list[Line], at: int) -> list[int]:
    """Returns the slice with the entries of a command."""
    begins = [one for one, line in enumerate(lines) if isinstance(line, BundledEntry) and line.entry.cmd is not None]
    first = max(one for one in begins if one <= at)
    following = [one for one, line in enumerate(lines) if one > first and isinstance(line, BundledEntry)]
    last = next((one for one in following if one in begins), (following or [first])[-1] + 1)
    return list(range(first, last))


def renumber(lines: list[Line]) -> None:
    count = 0
    for at, line in enumerate(lines):
        if isinstance(line, BundledEntry):
            count += 1
            lines[at] = BundledEntry(replace(line.entry, n=count))
    head = lines[0]
    assert isinstance(head, BundleHead)
    lines[0] = replace(head, entries=count)


def tables(lines: list[Line], nth: int = 0) -> tuple[events.PairedTable, ...]:
    line = lines[find_entry(lines, events.RoundPaired, nth)]
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


def change_match(lines: list[Line]) -> None:
    first, *others = tables(lines)
    change_event(lines, events.RoundPaired, tables=(replace(first, match="f" * 32), *others))


def swap_archives(lines: list[Line]) -> None:
    one, other = find_line(lines, BundledArchive), find_line(lines, BundledArchive, 1)
    a, b = lines[one], lines[other]
    assert isinstance(a, BundledArchive)
    assert isinstance(b, BundledArchive)
    lines[one], lines[other] = replace(a, file=b.file), replace(b, file=a.file)


def flip_archive(lines: list[Line]) -> None:
    at = find_line(lines, BundledArchive, 1)
    line = lines[at]
    assert isinstance(line, BundledArchive)
    lines[at] = replace(line, file=line.file[:200] + bytes([line.file[200] ^ 1]) + line.file[201:])


def replace_by_missing(why: MissingReason) -> Change:
    def change(lines: list[Line]) -> None:
        at = find_line(lines, BundledArchive)
        line = lines[at]
        assert isinstance(line, BundledArchive)
        lines[at] = BundledMissing(line.match, why)

    return change


def drop_command(where: Callable[[list[Line]], int]) -> Change:
    def change(lines: list[Line]) -> None:
        del lines[where(lines)]

    return change


def drop_line(kind: type, nth: int = 0) -> Change:
    return drop_command(lambda lines: find_line(lines, kind, nth))


def change_score(lines: list[Line]) -> None:
    at = find_line(lines, BundledStandings)
    line = lines[at]
    assert isinstance(line, BundledStandings)
    first, *others = line.lines
    lines[at] = replace(line, lines=(replace(first, score="5/2"), *others))


def shorten_standings(lines: list[Line]) -> None:
    at = find_line(lines, BundledStandings)
    line = lines[at]
    assert isinstance(line, BundledStandings)
    lines[at] = replace(line, lines=line.lines[:-1])


def swap_places(lines: list[Line]) -> None:
    at = find_line(lines, BundledFinal)
    line = lines[at]
    assert isinstance(line, BundledFinal)
    first, second, *others = line.lines
    lines[at] = replace(line, lines=(replace(first, entrant=second.entrant), second, *others))


def change_options(lines: list[Line]) -> None:
    change_event(lines, events.Created, plan=plan(Stage(Method.SWISS, 2, rounds=2), disclosure=Disclosure.PLAYERS))
    change_event(lines, events.SecretPublished, tables="")


def change_clock(lines: list[Line]) -> None:
    change_event(lines, events.Created, plan=plan(Stage(Method.SWISS, 2, rounds=2), clock=Clock(command=10)))


def change_to(**changes: Any) -> Callable[[type, int], Change]:
    def of(kind: type, nth: int = 0) -> Change:
        return lambda lines: change_event(lines, kind, nth, **changes)

    return of


ALTERED: tuple[tuple[str, Change, str], ...] = (
    ("result", change_to(points=(1, 0))(events.ResultArrived, 0), "does not have the points of its match"),
    (
        "winner",
        change_to(points=(9, 9), places=(1, 1))(events.ResultArrived, 3),
        "does not have the points and places of",
    ),
    ("head", change_to(head="0" * 64)(events.ResultArrived, 1), "does not have the head of its match"),
    ("version", change_to(version=7)(events.ResultArrived, 1), "does not have the version of its match"),
    ("ending", change_to(reason="forfeited")(events.ResultArrived, 1), "does not have the ending of its match"),
    (
        "result of another",
        change_to(match="f" * 32)(events.ResultArrived, 0),
        "(result-arrived) does not follow",
    ),
    ("seats", swap_seats, "round 1, table 1 does not have the entrants that were drawn"),
    ("tables", swap_tables, "round 2, table 1 does not have the entrants that were drawn"),
    ("match of a table", change_match, "round 1, table 1 does not have the match that was drawn"),
    ("bye", change_to(byes=())(events.RoundPaired, 0), "the byes of round 1 differ from the draw"),
    ("cost", change_to(cost=(0,) * 3)(events.RoundPaired, 1), "the reasons or costs of round 2 differ from the draw"),
    ("seed", change_to(seed="0" * 64)(events.RoundPaired, 1), "seed that does not follow from the published secret"),
    ("attempt", change_to(attempt=1)(events.RoundPaired, 0), "is not the round or the attempt that comes next"),
    (
        "lot of a pairing",
        change_to(orders=((1, 2, 3, 4, 5),))(events.LotDrawn, 0),
        "(lot-drawn) does not follow",
    ),
    (
        "lot left out",
        lambda lines: drop_event(lines, events.LotDrawn),
        "(round-paired) does not follow",
    ),
    (
        "groups",
        change_to(groups=((1, 2, 3, 4, 5),))(events.StageStarted, 0),
        "(stage-started) does not follow",
    ),
    ("secret", change_to(draws="0" * 64)(events.SecretPublished, 0), "not the one that entry 1 committed to"),
    ("no secret", change_to(draws="x")(events.SecretPublished, 0), "publishes an invalid secret"),
    (
        "commitment",
        change_to(commitments=Commitments("0" * 64, "0" * 64))(events.Created, 0),
        "not the one that entry 1 committed to",
    ),
    ("clock", change_clock, "does not have the options and the clock of the plan"),
    ("plan", change_options, "does not have the game and the disclosure of the plan"),
    (
        "ruling",
        change_to(points=(3, 1), places=(1, 2))(events.ResultRuled, 0),
        "standings of stage 1, group 1 do not follow",
    ),
    (
        "who ruled",
        lambda lines: change_author(lines, events.ResultRuled, "c" * 32),
        "entry 20 (rule-table): not-referee",
    ),
    ("corrected entry", change_to(corrects=3)(events.ResultRuled, 0), "does not follow from the command of entry 20"),
    ("penalty", change_to(hundredths=100)(events.Penalised, 0), "entrant 4 is wrong"),
    ("bot", change_to(bot="greedy")(events.Registered, 0), "are not the entrants of the table"),
    ("entrant number", change_to(entrant=9)(events.Registered, 1), "does not follow from the command of entry 3"),
    ("numbers", drop_command(lambda lines: 10), "Entry 10 is missing: the entry in its place has the number 11"),
    ("last entry", drop_command(lambda lines: find_entry(lines, events.SecretPublished)), "but the head says"),
    ("entry", lambda lines: drop_event(lines, events.Registered, 2), "does not follow from the command of entry 4"),
    (
        "start",
        lambda lines: drop_event(lines, events.RoundStarted),
        "from the command of entry 11, which has fewer",
    ),
    (
        "close",
        lambda lines: drop_event(lines, events.RoundClosed),
        "has more events than the log",
    ),
    ("stage", lambda lines: drop_event(lines, events.StageStarted), "entry 7 (start-round): no-such-round"),
    (
        "creation",
        lambda lines: drop_event(lines, events.Created),
        "the log must create the tournament once, in its first entry",
    ),
    (
        "penalty left out",
        lambda lines: drop_event(lines, events.Penalised),
        "(finished) does not follow",
    ),
    ("ruling left out", lambda lines: drop_event(lines, events.ResultRuled), "standings of stage 1, group 1"),
    (
        "result left out",
        lambda lines: drop_event(lines, events.ResultArrived, 3),
        "(result-ruled) does not follow",
    ),
    ("archive", flip_archive, "the archive of match"),
    ("archives of each other", swap_archives, "the archive contains match"),
    ("archive left out", drop_line(BundledArchive, 2), "there is no line about its match"),
    ("archive said to run", replace_by_missing(MissingReason.RUNNING), "has a result, but its archive is missing"),
    ("archive withheld", replace_by_missing(MissingReason.WITHHELD), "withheld, although matches are open to all"),
    ("archive damaged", replace_by_missing(MissingReason.DAMAGED), "is damaged in the service's store"),
    ("score", change_score, "The standings of stage 1, group 1 do not follow from the results"),
    ("line of the standings", shorten_standings, "have 4 lines, not 5"),
    ("standings left out", drop_line(BundledStandings), "The standings of stage 1, group 1 are missing"),
    ("final table", swap_places, "The final table does not follow"),
    ("final table left out", drop_line(BundledFinal), "The final table does not follow"),
    (
        "game",
        lambda lines: lines.__setitem__(0, replace(lines[0], game="chess")),
        "The head and the log name different games",
    ),
    ("id", lambda lines: lines.__setitem__(0, replace(lines[0], tournament="f" * 32)), "entry 1 committed to"),
)


def test_an_unaltered_bundle_verifies(lines: list[Line]) -> None:
    found = verify_lines(encode_bundle(lines))
    assert found.ok, found
    assert found.sentence.startswith(
        f"Finished. Tournament {ID}: 2 rounds, 4 matches verified; all standings agree. All {found.entries} entries"
    )
    assert found.notes == (
        "Every seed follows from the published secret and all entropy, and every round was drawn again from it.",
        "Rounds 1, 2: drawn before any entrant had added entropy, so the service could choose the draw.",
        "The secret of each match follows from the published one, and its entropy is that of its entrants.",
        "4 matches without entropy from an entrant, so the service could choose the shuffles.",
        "0 of 5 entrants added entropy at their own request.",
        "Round 2, table 2: the result was ruled (entry 20).",
        "The bundle was made by the tests.",
    )


@pytest.mark.parametrize(("change", "expected"), [one[1:] for one in ALTERED], ids=[one[0] for one in ALTERED])
def test_the_verdict_names_each_alteration(lines: list[Line], change: Change, expected: str) -> None:
    """This holds even if the forger has hashed all lines again."""
    change(lines)
    found = verify_lines(encode_bundle(lines))
    assert found.status is Status.ALTERED, found
    assert expected in found.sentence
    assert found.sentence.endswith(".")
    if "entry 1 committed to" in expected:
        assert found.entry == 1


def test_if_the_head_states_too_many_entries_the_missing_entry_is_named(lines: list[Line]) -> None:
    head = lines[0]
    assert isinstance(head, BundleHead)
    lines[0] = replace(head, entries=head.entries + 1)
    found = verify_lines(encode_bundle(lines))
    assert (found.status, found.entry) == (Status.ALTERED, head.entries + 1)
    assert "the head says" in found.sentence


def test_the_hash_reveals_a_change_that_breaks_no_rule(lines: list[Line]) -> None:
    good = encode_bundle(lines)
    good[1] = good[1].replace(b'"at":1790', b'"at":1791')
    found = verify_lines(good)
    assert found.status is Status.ALTERED
    assert found.sentence.startswith("Only the hash reveals a change")


def test_bytes_that_are_not_a_bundle_are_reported_as_damaged(lines: list[Line]) -> None:
    good = encode_bundle(lines)
    for bad in ([], [b""], [b"{}"], good[:-1], good[:-3], good[1:], [*good, b"\n"], [*good[:4], b"x\n", *good[4:]]):
        found = verify_lines(bad)
        assert not found.ok
        assert found.sentence.endswith(".")
    assert verify_lines(good[:-1]).sentence == "The bundle is cut short: its last line is missing."
    spaced = [good[0].replace(b":", b": ", 1), *good[1:]]
    assert verify_lines(spaced).sentence == "Line 1 is not in the canonical form of a bundle."


def test_every_flipped_bit_is_noticed(lines: list[Line]) -> None:
    whole, random = b"".join(encode_bundle(lines)), Random(5)
    for _ in range(40):
        at = random.randrange(len(whole))
        flipped = whole[:at] + bytes([whole[at] ^ (1 << random.randrange(7))]) + whole[at + 1 :]
        assert not verify_lines(flipped.splitlines(keepends=True)).ok, at


def test_names_can_be_removed_from_a_bundle(cup: LocalTournament) -> None:
    named = cup.bundle({ORGANISER: "Ada Lovelace"})
    found = verify_lines(named)
    assert found.sentence == verify_lines(cup.bundle()).sentence, "nothing of what is not signed"
    assert found.notes[-1] == "Not signed: 1 name, and the title: Spring Cup"
    assert b"Ada Lovelace" in named[1]
    assert not any(word in one for word in (b"Ada", b"Spring") for one in (named[0], *named[2:]))
    assert verify_lines([named[0], *named[2:]]).ok
    assert named[-1] == cup.bundle()[-1]


def test_a_running_tournament_verifies_up_to_its_last_entry() -> None:
    cup = LocalTournament(plan()).register_bots(4).play_rounds()
    cup.start()
    cup.play_match(cup.tournament.rounds[1].tables[0].match)
    found = verify_lines(cup.bundle())
    assert found.ok, found
    assert "2 rounds, 3 matches verified, 1 still being played" in found.sentence
    assert found.notes[0].startswith("The secret is not published yet")
    for nothing in (LocalTournament(plan()), LocalTournament(plan()).register_bots(2)):
        assert verify_lines(nothing.bundle()).ok


def test_before_the_secret_is_published_a_pairing_is_drawn_again_from_its_entry() -> None:
    cup = LocalTournament(plan()).register_bots(5).play_rounds(2)
    lines = list(cup.lines())
    swap_seats(lines)
    assert "does not have the entrants that were drawn" in verify_lines(encode_bundle(lines)).sentence
    lines = list(cup.lines())
    change_event(lines, events.RoundPaired, 1, round=3)
    assert "(pair-round) does not fit the entries before it" in verify_lines(encode_bundle(lines)).sentence
    lines = list(LocalTournament(plan(Stage(Method.ROUND_ROBIN, 2))).register_bots(4).play_rounds(2).lines())
    change_event(lines, events.RoundPaired, 1, round=3)
    assert "(pair-round): round-number" in verify_lines(encode_bundle(lines)).sentence
    change_event(lines, events.RoundPaired, 1, round=2, attempt=1)
    assert "(pair-round) does not fit the entries before it" in verify_lines(encode_bundle(lines)).sentence
    lines = list(cup.lines())
    change_author(lines, events.RoundPaired, "c" * 32)
    assert "(pair-round): not-organiser" in verify_lines(encode_bundle(lines)).sentence


def phase_of(cup: LocalTournament) -> tuple[Status, str]:
    """Returns the status of a tournament, and its phase: the words before the first full stop."""
    found = verify_lines(cup.bundle())
    seeds_checked = cup.tournament.secret is not None
    assert ("follow their seeds" in found.sentence) is seeds_checked is found.seeded, found.sentence
    return found.status, found.sentence.partition(".")[0]


def test_the_verdict_begins_with_the_phase_and_mentions_seeds_only_if_they_were_checked() -> None:
    """Without the published secret, the verdict must not claim that seeds were checked."""
    cup = LocalTournament(plan(Stage(Method.SWISS, 2, rounds=1))).register_bots(2)
    assert phase_of(cup) == (Status.GOOD, "Not started")
    cup.start()
    assert phase_of(cup) == (Status.GOOD, "Running")
    cup.play_to_end()
    cup.do(Finish())
    assert phase_of(cup) == (Status.UNPUBLISHED, "Finished, secret not published")
    cup.publish()
    assert phase_of(cup) == (Status.GOOD, "Finished")


def test_a_tournament_that_was_called_off_passes_only_once_its_secret_is_published() -> None:
    cup = LocalTournament(plan()).register_bots(2)
    cup.start()
    match = cup.tournament.rounds[0].tables[0].match
    cup.do(Cancel())
    assert phase_of(cup) == (Status.UNPUBLISHED, "Called off, secret not published"), "a match is still being played"
    cup.play_match(match)
    assert phase_of(cup.publish()) == (Status.GOOD, "Called off")


def test_a_finished_tournament_whose_last_entry_was_removed_does_not_pass(cup: LocalTournament) -> None:
    """The publication of the secret is removed, and the bundle hashed again."""
    lines = list(cup.lines())
    del lines[find_entry(lines, events.SecretPublished)]
    renumber(lines)
    found = verify_lines(encode_bundle(lines))
    assert (found.status, found.ok) == (Status.UNPUBLISHED, False)
    assert found.sentence.startswith(f"Finished, secret not published. Tournament {ID}: ")
    assert "seeds" not in found.sentence.partition("No seed was checked")[0]


def withhold(line: Line) -> Line:
    return BundledMissing(line.match, MissingReason.WITHHELD) if isinstance(line, BundledArchive) else line


@pytest.mark.parametrize("more", [{"disclosure": Disclosure.PLAYERS}, {"decks": Decks.CLOSED}])
def test_match_seeds_count_as_unchecked_if_the_tables_secret_is_not_published(
    more: dict[str, Any],
) -> None:
    cup = LocalTournament(plan(**more)).register_bots(2).play_rounds().finish()
    withheld = "disclosure" in more
    found = verify_lines(encode_bundle([withhold(line) if withheld else line for line in cup.lines()]))
    assert (found.status, found.sentence.partition(".")[0]) == (Status.GOOD, "Finished")
    assert "every draw follows from the published secret" in found.sentence
    assert "follow their seeds" not in found.sentence
    assert found.sentence.endswith("that part is not published.")


NAMES = BundledNames("Cup of somebody else", {ORGANISER: "Ada Lovelace"})


def insert_line(line: Line, before: Callable[[list[Line]], int]) -> Change:
    return lambda lines: lines.insert(before(lines), line)


def double_line(kind: type) -> Change:
    return lambda lines: lines.insert(find_line(lines, kind), lines[find_line(lines, kind)])


def move_entry_among_archives(lines: list[Line]) -> None:
    lines.insert(find_line(lines, BundledArchive, 1), lines.pop(find_line(lines, BundledEntry, -1)))


def move_final_before_standings(lines: list[Line]) -> None:
    lines.insert(find_line(lines, BundledStandings), lines.pop(find_line(lines, BundledFinal)))


OUT_OF_PLACE: tuple[tuple[str, Change, str], ...] = (
    ("names after an entry", insert_line(NAMES, lambda _: 2), "Line 3 (names) is out of place"),
    (
        "names among archives",
        insert_line(NAMES, lambda lines: find_line(lines, BundledArchive, 1)),
        "(names) is out of place",
    ),
    ("names at the end", insert_line(NAMES, len), "(names) is out of place"),
    ("names twice", lambda lines: lines.__setitem__(slice(1, 1), [NAMES, NAMES]), "Line 3 (names) is one too many"),
    ("head twice", double_line(BundleHead), "Line 2 (head) is one too many"),
    ("final table twice", double_line(BundledFinal), "(final) is one too many"),
    ("final table too early", move_final_before_standings, "The standings of stage 1, group 1 are missing"),
    ("entry among archives", move_entry_among_archives, "has 22 entries, but the head says 23"),
    ("list before the log", insert_line(BundledDeck(1, "x", "00"), lambda _: 1), "Line 3 (entry) is out of place"),
    (
        "list among archives",
        insert_line(BundledDeck(1, "x", "00"), lambda lines: find_line(lines, BundledArchive, 1)),
        "(deck)",
    ),
)


@pytest.mark.parametrize(
    ("change", "expected"), [one[1:] for one in OUT_OF_PLACE], ids=[one[0] for one in OUT_OF_PLACE]
)
def test_a_line_in_the_wrong_place_is_reported_as_an_alteration(
    lines: list[Line], change: Change, expected: str
) -> None:
    """FORMAT, section 8, defines the number and the order of the lines. Names and lists are not hashed."""
    change(lines)
    found = verify_lines(encode_bundle(lines))
    assert found.status is Status.ALTERED, found
    assert expected in found.sentence


def test_lists_must_be_in_entrant_order_with_canonical_salts() -> None:
    """No hash covers these lines, so there must be only one way to write them."""
    cup, (one, other) = seal_two_lists(), DECKS
    assert verify_lines(bundle_with_lists(cup, one, other)).ok
    for wrong in ((other, one), (one, one), (one, one, other)):
        found = verify_lines(bundle_with_lists(cup, *wrong))
        assert found.status is Status.ALTERED
        assert "(deck) is out of place" in found.sentence
    salt = "0a" * 32
    cup = LocalTournament(plan(decks=Decks.AFTER)).register_bots(3)
    cup.do(SealDeck(1, deck_commitment(ID, 1, one.deck, bytes.fromhex(salt))))
    cup.play_rounds().finish()
    assert verify_lines(bundle_with_lists(cup, replace(one, salt=salt))).ok
    for written in (salt.upper(), f" {salt}", f"{salt[:2]} {salt[2:]}"):
        assert verify_lines(bundle_with_lists(cup, replace(one, salt=written))).status is Status.ALTERED


def test_the_notes_name_rounds_that_were_paired_again_and_tables_set_by_hand() -> None:
    cup = LocalTournament(plan()).register_bots(6)
    cup.pair()
    cup.pair(again=True)
    cup.pair(((1, 2),), again=True)
    found = verify_lines(cup.bundle())
    assert found.ok, found
    assert "Round 1 was paired 3 times before it started." in found.notes
    assert "Round 1: a table was set by hand, with entrants 1, 2." in found.notes


def test_archives_may_be_missing_if_matches_are_disclosed_only_to_players() -> None:
    cup = LocalTournament(plan(disclosure=Disclosure.PLAYERS)).register_bots(2).play_rounds()
    found = verify_lines(encode_bundle(list(map(withhold, cup.lines()))))
    assert found.ok, found
    assert "1 disclosed to its players only, not checked" in found.sentence


def test_the_summary_counts_tables_played_elsewhere() -> None:
    ada, ben = "1" * 32, "2" * 32
    cup = LocalTournament(plan(Stage(Method.SWISS, 2, rounds=1), elsewhere=True)).register_players(ada, ben)
    cup.start()
    cup.do(ReportResult(1, 1, (10, 8), (1, 2)), by=ada)
    cup.do(ConfirmResult(1, 1), by=ben)
    found = verify_lines(cup.finish().bundle())
    assert found.ok, found
    assert "1 round, 0 matches verified, 1 table played elsewhere" in found.sentence
    lines = list(cup.lines())
    change_event(lines, events.ResultConfirmed, entrant=1)
    change_author(lines, events.ResultConfirmed, ada)
    assert (
        "does not follow from the command of entry 10, which has fewer" in verify_lines(encode_bundle(lines)).sentence
    )


def test_a_tournament_of_groups_and_a_knockout_verifies() -> None:
    first = Stage(Method.ROUND_ROBIN, 2, groups=2)
    cup = LocalTournament(plan(first, Stage(Method.ELIMINATION, 2, cut=4))).register_bots(6)
    cup.play_rounds(3).play_rounds(2).finish()
    found = verify_lines(cup.bundle())
    assert found.ok, found
    assert "5 rounds" in found.sentence
    assert sum(isinstance(line, BundledStandings) for line in cup.lines()) == 3


def test_verification_draws_pods_again() -> None:
    cup = (
        LocalTournament(plan(Stage(Method.SWISS, 4, rounds=2), scoring="wwcc-2013"))
        .register_bots(7)
        .play_rounds(2)
        .finish()
    )
    assert verify_lines(cup.bundle()).ok
    lines = list(cup.lines())
    change_event(lines, events.Created, sizes=(4,))
    assert "entrants that were drawn" in verify_lines(encode_bundle(lines)).sentence


DECKS = (BundledDeck(1, "33 cards", "01" * 32), BundledDeck(2, "other 33 cards", "02" * 32))


def seal_two_lists(decks: Decks = Decks.AFTER) -> LocalTournament:
    """Returns a finished tournament for which two lists were sealed."""
    cup = LocalTournament(plan(decks=decks)).register_bots(3)
    for one in DECKS:
        cup.do(SealDeck(one.entrant, deck_commitment(ID, one.entrant, one.deck, bytes.fromhex(one.salt))))
    return cup.play_rounds().finish()


def bundle_with_lists(cup: LocalTournament, *decks: BundledDeck) -> list[bytes]:
    """Returns its bundle with these lists after the entries."""
    lines = list(cup.lines())
    at = 1 + len(cup.log)
    return encode_bundle([*lines[:at], *decks, *lines[at:]])


def test_an_opened_list_must_be_the_one_that_was_sealed() -> None:
    cup = seal_two_lists()
    found = verify_lines(bundle_with_lists(cup, *DECKS))
    assert found.ok, found
    assert "2 opened lists are as sealed by the entrant." in found.notes
    one, other = DECKS
    salted = (replace(one, salt="03" * 32), replace(one, salt="no salt"), replace(one, salt=one.salt[2:]))
    for wrong in (replace(one, deck="34 cards"), replace(one, entrant=2), *salted):
        assert verify_lines(bundle_with_lists(cup, wrong)).sentence == (
            f"The list of entrant {wrong.entrant} was not sealed and then opened."
        )
    for twice in ((one, one), (one, other, replace(other, entrant=3)), (replace(other, entrant=0),)):
        assert verify_lines(bundle_with_lists(cup, *twice)).status is Status.ALTERED
    assert verify_lines(bundle_with_lists(seal_two_lists(Decks.CLOSED), one)).status is Status.ALTERED


def test_an_erased_list_is_counted_and_changes_nothing_else() -> None:
    cup = seal_two_lists()
    whole, left, none = (bundle_with_lists(cup, *decks) for decks in (DECKS, DECKS[:1], ()))
    assert whole[-1] == left[-1] == none[-1], "lists are in no hash, so that who must forget one takes its line out"
    found = verify_lines(left)
    assert found.ok, found
    assert "1 opened list is as sealed by the entrant." in found.notes
    missing = "not in the file (erased or removed): only the commitment remains."
    assert f"1 opened list is {missing}" in found.notes
    assert f"2 opened lists are {missing}" in verify_lines(none).notes
    assert not any(
        "list" in note
        for note in verify_lines(LocalTournament(plan()).register_bots(2).play_rounds().finish().bundle()).notes
    )
    assert not any(one.deck.encode() in line for one in DECKS for line in none)


def test_finishing_without_opening_every_list_is_detected() -> None:
    lines = list(seal_two_lists().lines())
    drop_event(lines, events.DeckOpened, 1)
    assert "(finished) does not follow from the command of entry" in verify_lines(encode_bundle(lines)).sentence


def test_a_tournament_with_every_kind_of_command_verifies() -> None:
    """The log contains every kind of event of a tournament once."""
    ada, ben, cleo, dora, emil, fred = (digit * 32 for digit in "123456")
    stage = Stage(Method.SWISS, 2, rounds=3, best_of=3)
    cup = LocalTournament(plan(stage, elsewhere=True, check_in=True, decks=Decks.AFTER), rules=2)
    cup.do(Appoint(fred, Role.REFEREE))
    cup.register_players(ada, ben, cleo, dora)
    cup.do(Register(player="7" * 32, guest=True, club="c1"))
    cup.do(RenameGuest(5))
    cup.do(AddEntropy(4, "d0"), by=dora)
    cup.do(SetClub(5, "c2"))
    cup.do(RegisterMany((Register(player="8" * 32, guest=True),)))
    cup.do(SealDeck(1, deck_commitment(ID, 1, "33 cards", bytes(32))), by=ada)
    cup.do(SealDecks((SealDeck(2, "c2"), SealDeck(3, "c3"))))
    cup.do(CloseRegistration())
    cup.do(Forbid((2, 1)))
    cup.do(Withdraw(4), by=dora)
    cup.do(BringBack(4))
    for number, by in ((1, ada), (2, ben), (5, ORGANISER)):
        cup.do(CheckIn(number), by=by)
    cup.pair()  # Cleo is absent
    cup.do(MarkAbsent(5), by=fred)
    cup.pair(again=True)
    cup.do(StartRound(1))
    cup.do(Register(player=emil))
    for table in cup.tournament.rounds[0].tables:
        players = [cup.tournament.entrants[one - 1].player for one in table.entrants]
        cup.do(ReportResult(1, table.number, (9, 9), (1, 1), game=1), by=players[0])
        cup.do(ReportResult(1, table.number, (9, 8), (1, 2), game=1), by=players[0])
        cup.do(ConfirmResult(1, table.number, game=1), by=players[1])
        cup.do(ReportResult(1, table.number, (8, 9), (2, 1), game=2), by=players[1])
        cup.do(ConfirmResult(1, table.number, game=2), by=players[0])
    cup.do(BringBack(3))
    cup.start()
    for table in cup.tournament.rounds[1].tables:
        cup.do(RuleTable(2, table.number, (5, 5), (1, 1), Cause.ERROR), by=fred)
    cup.do(Disqualify(2, Cause.CONDUCT), by=fred)
    cup.do(Penalise(1, -25, Cause.OTHER), by=fred)
    cup.do(Finish())
    cup.publish()
    cup.do(RuleTable(1, 1, (1, 2), (2, 1), Cause.ERROR))
    found = verify_lines(cup.bundle())
    assert found.ok, found
    kinds = {type(one.e) for one in cup.log}
    elsewhere = {
        events.Cancelled,
        events.ResultArrived,
        events.MatchInspected,
        events.DeckInspected,
        events.GamesStruck,
    }
    assert set(get_args(events.TournamentEvent)) - kinds == elsewhere
    given = {type(one.cmd) for one in cup.log if one.cmd is not None}
    assert set(get_args(TournamentCommand)) - given == {Cancel, ImportResult, InspectMatch, InspectDeck, StrikeGames}
    called_off = LocalTournament(plan()).register_bots(2)
    called_off.do(Cancel())
    assert verify_lines(called_off.publish().bundle()).ok


def test_leaving_out_any_entry_is_detected(cup: LocalTournament) -> None:
    """Any single entry is left out and the rest renumbered. Without its last entry a tournament counts as running."""
    for at in range(len(cup.log) - 1):
        lines = list(cup.lines())
        line = lines.pop(1 + at)
        renumber(lines)
        assert isinstance(line, BundledEntry)
        assert not verify_lines(encode_bundle(lines)).ok, line.entry


def test_an_unknown_scoring_preset_is_reported(lines: list[Line]) -> None:
    change_event(lines, events.Created, plan=plan(scoring="later-preset"))
    found = verify_lines(encode_bundle(lines))
    assert found.status is Status.UNKNOWN_FACTS
    assert "later-preset" in found.sentence


@pytest.mark.parametrize("unknown", [b"", b'"later":1,'])
def test_the_verdict_on_a_tournament_under_later_rules_asks_for_a_newer_version(
    lines: list[Line], unknown: bytes
) -> None:
    change_event(lines, events.Created, rules=RULES + 1)
    stored = encode_bundle(lines)
    at = next(n for n, line in enumerate(stored) if b'"t":"created"' in line)
    stored[at] = stored[at].replace(b'"t":"created",', b'"t":"created",' + unknown)
    found = verify_lines(stored)
    assert found.status is Status.UNKNOWN_FACTS
    assert found.sentence == (
        f"A newer version of Chronik ran this tournament: rules {RULES + 1}. Verify it with that version."
    )


@pytest.mark.parametrize(
    ("changes", "status", "expected"),
    [
        (
            {"version": 99},
            Status.UNKNOWN_FACTS,
            "counted by version 99 of match-points, which this version does not know",
        ),
        ({"version": 0}, Status.ALTERED, "not counted by the preset of the plan"),
        ({"scoring": "wwcc-2013", "version": 99}, Status.ALTERED, "not counted by the preset of the plan"),
    ],
)
def test_standings_by_a_later_preset_version_are_undecided_but_by_another_preset_altered(
    lines: list[Line], changes: dict[str, Any], status: Status, expected: str
) -> None:
    at = find_line(lines, BundledStandings)
    line = lines[at]
    assert isinstance(line, BundledStandings)
    lines[at] = replace(line, **changes)
    found = verify_lines(encode_bundle(lines))
    assert (found.status, expected in found.sentence) == (status, True), found


def test_the_number_of_entries_and_the_length_of_a_line_are_limited(
    lines: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bundle.MAX_ENTRIES == 200_000
    assert 63 * 1024 < bundle.MAX_LINE - len(b64encode(bytes(MAX_FILE))) <= 64 * 1024
    stored = encode_bundle(lines)
    longest = max(map(len, stored))
    monkeypatch.setattr(bundle, "MAX_LINE", longest)
    assert len(list(read_lines(stored, BundleEncoder()))) == len(lines) + 1
    monkeypatch.setattr(bundle, "MAX_LINE", longest - 1)
    with pytest.raises(BadBundle, match="has more than"):
        list(read_lines(stored, BundleEncoder()))


def test_verification_draws_joint_rounds_again() -> None:
    stage = Stage(Method.SWISS, 4, rounds=2, together=True)
    cup = LocalTournament(plan(stage, scoring="wwcc-2013")).register_bots(8).play_rounds(2).finish()
    assert verify_lines(cup.bundle()).ok


def test_verification_reports_its_progress(lines: list[Line]) -> None:
    expected: list[tuple[int, int]] = []
    assert verify(encode_bundle(lines), LOAD, lambda done, of: expected.append((done, of))).ok
    assert expected == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_game_that_is_not_loaded_is_reported(lines: list[Line]) -> None:
    assert verify(encode_bundle(lines), lambda _: None).status is Status.UNKNOWN_FACTS
