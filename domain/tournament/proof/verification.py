"""Verification of a bundle: checks that a tournament follows from its log, its seeds and its matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.game import Lists
from chronik.domain.engine.match.commands import First, OpenMatch
from chronik.domain.engine.match.events import Closed, Disclosure
from chronik.domain.engine.proof import verification as matches
from chronik.domain.engine.proof.archive import Archive, BadArchive, unpack
from chronik.domain.engine.proof.outline import events_of, opening_of
from chronik.domain.engine.proof.verification import LoadGame
from chronik.domain.log.receipts import NO_HEADS, HeadMismatch, KnownHeads, compare_heads, describe_coverage
from chronik.domain.log.signature import NO_KEYS, Keyring, Signed
from chronik.domain.log.verdict import FLAWS, Altered, Status, Undecided, Verdict, verdict_on
from chronik.domain.tournament.counting.results import Kind
from chronik.domain.tournament.counting.scoring import presets
from chronik.domain.tournament.counting.tiebreak import CODES
from chronik.domain.tournament.proof.bundle import (
    MAX_ENTRIES,
    BadBundle,
    BundledArchive,
    BundledDeck,
    BundledEntry,
    BundledFinal,
    BundledMissing,
    BundledNames,
    BundledStandings,
    BundleEncoder,
    BundleEnd,
    BundleHead,
    Line,
    MissingReason,
    ReportProgress,
    counting_lines,
    read_lines,
)
from chronik.domain.tournament.proof.redecide import Proof, PublishedSecret, prove
from chronik.domain.tournament.record.digest import digest, digests
from chronik.domain.tournament.record.events import Created, Purpose, ResultArrived
from chronik.domain.tournament.record.log import Entry, NewerEntry
from chronik.domain.tournament.record.plan import Decks
from chronik.domain.tournament.record.seeds import deck_commitment, table_secret
from chronik.domain.tournament.record.state import (
    Phase,
    Progress,
    Round,
    Tournament,
    list_started_matches,
    seat_holders_of,
)
from chronik.domain.tournament.record.table import Game, Table
from chronik.domain.tournament.rules.opening import build_first_command


class Counts(Struct):
    """The counts of a verification.

    `verified` counts matches, and `compared` how many of them were compared with receipts. `unmixed` counts matches
    without entropy from an entrant, and `lacking` those without an archive, by reason. `sealed_lists` counts the seats
    that submitted the sealed list, `hidden_lists` those whose list is not in the bundle, and `missing_lists` those
    whose list had been erased before. `unbound` counts the archives that neither the log nor their own signature binds.
    """

    verified: int = 0
    compared: int = 0
    unbound: int = 0
    unmixed: int = 0
    sealed_lists: int = 0
    hidden_lists: int = 0
    missing_lists: int = 0
    lacking: dict[MissingReason, int] = {}


WHOLE = (Status.GOOD, Status.UNVERIFIED)
"""The statuses that an archive in a bundle may have. Unverified is enough: the bundle's signature covers it."""
PROBLEMS = {status: flaw for flaw, status in FLAWS.items()}


class _Opening(Struct):
    cmd: OpenMatch


_decode_opening = msgspec.json.Decoder(_Opening).decode
_decode_closing = msgspec.json.Decoder(Closed).decode


def verify(
    stored: Iterable[bytes],
    load_game: LoadGame,
    report_progress: ReportProgress = lambda _done, _of: None,
    known: KnownHeads = NO_HEADS,
    keyring: Keyring = NO_KEYS,
) -> Verdict:
    """Verifies a bundle, compares it with heads known from elsewhere and checks its signature. Never raises.

    `stored` are the lines of the file. The head of a tournament is the digest of its log.
    """
    binder = BundleEncoder()
    try:
        return _verify_lines(read_lines(stored, binder), binder, load_game, report_progress, known, keyring)
    except BadBundle as bad:
        return Verdict(status=Status.DAMAGED, sentence=str(bad))
    except (Altered, HeadMismatch, Undecided) as flaw:
        return verdict_on(flaw)
    except NewerEntry as newer:
        return Verdict(status=Status.UNKNOWN_FACTS, sentence=f"{newer} Verify it with that version.")


def _verify_lines(
    lines: Iterator[Line],
    binder: BundleEncoder,
    load_game: LoadGame,
    report_progress: ReportProgress,
    known: KnownHeads,
    keyring: Keyring,
) -> Verdict:
    head = next(lines, None)
    if not isinstance(head, BundleHead):
        raise BadBundle("The first line of the bundle is not its head.")
    log, decks, names, line = _read_log(lines)
    _check_codes(log)
    proof = prove(head.tournament, log)
    if len(log) != head.entries:
        raise Altered(f"The log has {len(log)} entries, but the head says {head.entries}.", len(log) + 1)
    if proof.tournament.planned.game != head.game:
        raise Altered("The head and the log name different games.")
    _check_decks(proof.tournament, decks)
    waiting = {place[2].match: place for place in list_started_matches(proof.tournament)}
    arrived = {one.e.match: one for one in log if isinstance(one.e, ResultArrived)}
    lists = {one.entrant: one.deck for one in decks}
    counts, of = Counts(), len(waiting)
    while isinstance(line, BundledArchive | BundledMissing):
        place = waiting.pop(line.match, None)
        if place is None:
            raise Altered(f"Match {line.match} does not belong to a table of this tournament, or appears twice.")
        _check_match(line, place, proof, arrived.get(line.match), lists, load_game, known, keyring, counts)
        report_progress(of - len(waiting), of)
        line = _next(lines)
    if waiting:
        place = next(iter(waiting.values()))
        raise Altered(f"{_place_words(*place)}: there is no line about its match {place[2].match}.")
    end = _check_counting(proof.tournament, line, lines, binder)
    signature = end.check_signature(keyring)
    if signature.signed is Signed.FORGED:
        raise Altered(signature.sentence)
    covered = _compare_heads(head.tournament, log, known, counts)
    if covered == head.entries and not counts.unbound:
        signature = signature.as_covered()
    status = Status.UNPUBLISHED if proof.unpublished else Status.GOOD
    summed = f"Tournament {head.tournament}: {_summary_words(proof.tournament, counts)}."
    shown = f"{_coverage_words(proof)}, {describe_coverage(covered, head.entries, 'entry')}."
    return Verdict(
        status=status if keyring.accepts(signature) else Status.UNVERIFIED,
        sentence=f"{_phase_sentence(proof)} {summed} All {head.entries:,} entries {shown}{_gap_sentence(proof)}",
        seeded=proof.shown.draws is not None,
        entries=head.entries,
        head=digest(head.tournament, log),
        covered=covered,
        signature=signature,
        notes=(
            *_chance_notes(proof, counts),
            *_list_notes(proof.tournament, decks, counts),
            *_note_struck_games(proof.tournament),
            *_round_notes(proof.tournament),
            *proof.redrawn,
            f"The bundle was made by {head.made_by}.",
            *_name_notes(names),
        ),
    )


def _compare_heads(tournament: str, log: Sequence[Entry], known: KnownHeads, counts: Counts) -> int | None:
    """Returns the last entry that a known head covers, or None if no head is known.

    Raises `HeadMismatch` if a head differs.
    """
    if known == NO_HEADS or (counts.compared and not known.head):
        return None
    return compare_heads(tournament, dict(digests(tournament, log)), KnownHeads(head=known.head))


def _read_log(lines: Iterator[Line]) -> tuple[tuple[Entry, ...], list[BundledDeck], BundledNames | None, Line]:
    """Returns the log, the opened lists, the names if there are any, and the next line."""
    names: BundledNames | None = None
    log: list[Entry] = []
    decks: list[BundledDeck] = []
    line = _next(lines)
    while isinstance(line, BundledEntry | BundledDeck | BundledNames):
        match line:
            case BundledEntry():
                log.append(line.entry)
            case BundledDeck():
                decks.append(line)
            case BundledNames():
                names = line
        if len(log) + len(decks) > MAX_ENTRIES:
            raise BadBundle(f"The log has more than {MAX_ENTRIES:,} entries.")
        line = _next(lines)
    return tuple(log), decks, names, line


def _check_decks(tournament: Tournament, decks: Sequence[BundledDeck]) -> None:
    """Checks that each list was sealed by its entrant and then opened. A missing list is taken to have been erased."""
    opened = {one.number: one.deck.commitment for one in tournament.entrants if one.deck and one.deck.opened}
    for one in decks:
        try:
            salt = bytes.fromhex(one.salt)
            found = deck_commitment(tournament.id, one.entrant, one.deck, salt) if salt.hex() == one.salt else ""
        except ValueError:
            found = ""
        if opened.pop(one.entrant, None) != found:
            raise Altered(f"The list of entrant {one.entrant} was not sealed and then opened.")


def _check_codes(log: Sequence[Entry]) -> None:
    """Raises `Undecided` if the plan names a scoring preset or tie-break that this version does not know."""
    if log and isinstance(log[0].e, Created):
        plan = log[0].e.plan
        unknown = [code for code in plan.tie_breaks if code not in CODES]
        if plan.scoring not in presets() or unknown:
            raise Undecided(
                f"The plan counts by {', '.join([plan.scoring, *unknown])}, which this version does not know."
            )


def _next(lines: Iterator[Line]) -> Line:
    """Returns the next line; `read_lines` guarantees that the last line is the end."""
    return next(lines)


def _check_match(
    line: BundledArchive | BundledMissing,
    place: tuple[Round, Table, Game],
    proof: Proof,
    arrived: Entry | None,
    lists: Mapping[int, str],
    load_game: LoadGame,
    known: KnownHeads,
    keyring: Keyring,
    counts: Counts,
) -> None:
    where, tournament = _place_words(*place), proof.tournament
    if isinstance(line, BundledMissing):
        _check_missing(line, where, tournament, arrived)
        counts.lacking[line.why] = counts.lacking.get(line.why, 0) + 1
        return
    try:
        archive = unpack(line.file)
    except BadArchive as bad:
        if bad.pinned is not None:
            load_game(opening_of(bad.pinned))
        raise Altered(f"{where}: the archive of match {line.match} cannot be read. {bad}") from None
    if archive.manifest.match != line.match:
        raise Altered(f"{where}: the archive contains match {archive.manifest.match} instead.")
    shown = matches.verify(archive, load_game, known.about(line.match), keyring)
    if shown.status not in WHOLE:
        problem = PROBLEMS[shown.status]
        raise problem(f"{where}, match {line.match}: {shown.sentence}")
    opened = _decode_opening(archive.batches[0]).cmd
    _check_opening(archive, opened, where, place[2], tournament)
    rules = load_game(archive.manifest.header)
    _check_lists(opened, None if rules is None else rules.lists, where, place[2], tournament, lists, counts)
    _check_origin(archive, where, proof.shown)
    if arrived is not None:
        _check_result(archive, where, arrived)
    counts.verified += 1
    counts.compared += shown.covered is not None
    counts.unbound += arrived is None and shown.status is not Status.GOOD
    counts.unmixed += proof.added.isdisjoint(place[2].entrants)


def _check_missing(line: BundledMissing, where: str, tournament: Tournament, arrived: Entry | None) -> None:
    """Checks that the reason for a missing archive agrees with the log."""
    match line.why:
        case MissingReason.DAMAGED:
            raise Altered(f"{where}: match {line.match} is damaged in the service's store, so it has no archive.")
        case MissingReason.WITHHELD:
            if not may_be_withheld(tournament):
                raise Altered(
                    f"{where}: the archive of match {line.match} is withheld, although matches are open to all."
                )
        case MissingReason.RUNNING | MissingReason.UNOPENED | MissingReason.UNLOADED:
            if arrived is not None:
                raise Altered(f"{where}: match {line.match} has a result, but its archive is missing.", arrived.n)


def may_be_withheld(tournament: Tournament) -> bool:
    """Returns whether a finished match may be withheld from a reader.

    That is possible if matches are disclosed only to their players, or if lists are sealed.
    """
    plan = tournament.planned
    held = tournament.withholds_matches and (plan.decks is Decks.CLOSED or not tournament.over)
    return held or plan.disclosure is Disclosure.PLAYERS


def _check_lists(
    opened: OpenMatch,
    lists: Lists[Any] | None,
    where: str,
    game: Game,
    tournament: Tournament,
    sealed: Mapping[int, str],
    counts: Counts,
) -> None:
    """Checks that each seat submitted the list that its entrant sealed, and counts hidden and missing lists."""
    match, first = game.match, {one.seat: one for one in opened.first}
    if opened.held != tournament.withholds_matches or (first and not tournament.withholds_matches):
        raise Altered(f"{where}: match {match} is withheld, or has lists, in a way that the plan does not allow.")
    for seat, number in enumerate(game.entrants) if tournament.withholds_matches else ():
        if number in sealed:
            expected = _list_command(lists, seat, sealed[number])
            if expected is None or first.get(seat) != expected:
                raise Altered(f"{where}: entrant {number} brought a list to match {match} that is not the sealed one.")
            counts.sealed_lists += 1
        else:
            counts.hidden_lists += seat in first
            counts.missing_lists += seat not in first


def _list_command(lists: Lists[Any] | None, seat: int, deck: str) -> First | None:
    """Returns the command with which a seat submits a list, or None if the list is invalid."""
    try:
        return build_first_command(lists, seat, deck)
    except Exception:  # a list may contain anything and fail in any way; no seat can have submitted it
        return None


def _check_opening(archive: Archive, opened: OpenMatch, where: str, game: Game, tournament: Tournament) -> None:
    """Checks that a match was opened for the entrants of its table, according to the plan."""
    plan = tournament.planned
    seated = seat_holders_of(tournament, game)
    if [(one.player, one.bot) for one in opened.chairs] != [(one.player, one.bot) for one in seated]:
        raise Altered(f"{where}: the players of match {archive.manifest.match} are not the entrants of the table.")
    if opened.chairs != seated:
        fault = f"the entropy in match {archive.manifest.match} is not what its entrants registered"
        raise Altered(f"{where}: {fault}.")
    if bytes(opened.options) != bytes(plan.options) or opened.clock != plan.clock:
        raise Altered(f"{where}: match {archive.manifest.match} does not have the options and the clock of the plan.")
    pinned, header = tournament.pinned, archive.manifest.header
    if pinned is not None and (header.rules, header.facts) != (pinned.rules, pinned.facts):
        raise Altered(
            f"{where}: match {archive.manifest.match} was not played under the rules to which the plan is pinned."
        )
    if header.game != plan.game or opened.disclosure is not plan.disclosure:
        raise Altered(f"{where}: match {archive.manifest.match} does not have the game and the disclosure of the plan.")


def _check_origin(archive: Archive, where: str, shown: PublishedSecret) -> None:
    """Checks that the secret of a match follows from the tournament's secret, if that part is published."""
    match = archive.manifest.match
    if shown.tables is not None and archive.manifest.secret != table_secret(shown.tables, match).hex():
        raise Altered(f"{where}: the secret of match {match} does not follow from the tournament's secret.")


def _check_result(archive: Archive, where: str, arrived: Entry) -> None:
    """Checks that the imported result is the one in the log of the match."""
    manifest, event = archive.manifest, arrived.e
    assert isinstance(event, ResultArrived)
    ended, result = _decode_closing(events_of(1, archive.batches[-1])[-1]), manifest.result
    said: tuple[Any, ...] = (event.points, event.places, event.reason, event.version, event.head)
    played = (*((result.points, result.places) if result else ((), ())), ended.reason.value, manifest.n, manifest.head)
    names = ("points", "places", "ending", "version", "head")
    wrong = [name for name, ours, theirs in zip(names, said, played, strict=True) if ours != theirs]
    if wrong:
        fault = f"entry {arrived.n} (result-arrived) does not have the {' and '.join(wrong)} of its match"
        raise Altered(f"{where}: {fault} {manifest.match}.", arrived.n)


def _check_counting(tournament: Tournament, line: Line, lines: Iterator[Line], binder: BundleEncoder) -> BundleEnd:
    """Recalculates the standings and the final table, checks the hash, and returns the last line of the bundle."""
    before = binder.end
    for expected in counting_lines(tournament):
        _compare(expected, line)
        before = binder.end
        line = _next(lines)
    if not isinstance(line, BundleEnd):
        raise Altered("There are lines between the final table and the end of the bundle.")
    if replace(line, key_id="", signature="") != before:
        raise Altered("Only the hash reveals a change: the hash in the last line is not that of the lines before it.")
    next(lines, None)
    return line


def _compare(expected: BundledStandings | BundledFinal, line: Line) -> None:
    if isinstance(expected, BundledFinal):
        if not isinstance(line, BundledFinal) or line.lines != expected.lines:
            raise Altered("The final table does not follow from the results.")
        return
    where = f"The standings of stage {expected.stage + 1}, group {expected.group + 1}"
    if not isinstance(line, BundledStandings) or (line.stage, line.group) != (expected.stage, expected.group):
        raise Altered(f"{where} are missing.")
    if (line.scoring, line.version) != (expected.scoring, expected.version):
        if line.scoring == expected.scoring and line.version > presets()[line.scoring].version:
            raise Undecided(
                f"{where} were counted by version {line.version} of {line.scoring}, which this version does not know."
            )
        raise Altered(f"{where} were not counted by the preset of the plan.")
    for ours, theirs in zip(expected.lines, line.lines, strict=False):
        if ours != theirs:
            raise Altered(f"{where} do not follow from the results: entrant {theirs.entrant} is wrong.")
    if len(line.lines) != len(expected.lines):
        raise Altered(f"{where} have {len(line.lines)} lines, not {len(expected.lines)}.")


def _phase_sentence(proof: Proof) -> str:
    """Returns the phase of the tournament, and whether its secret is missing although it is over."""
    said = PHASES[proof.tournament.phase]
    return f"{said}, secret not published." if proof.unpublished else f"{said}."


PHASES = {
    Phase.ANNOUNCED: "Not started",
    Phase.REGISTRATION: "Not started",
    Phase.READY: "Not started",
    Phase.RUNNING: "Running",
    Phase.FINISHED: "Finished",
    Phase.CANCELLED: "Called off",
}


def _coverage_words(proof: Proof) -> str:
    """Returns what was checked for every entry. Mentions seeds only if they derive from the published secret."""
    if proof.shown.tables is not None:
        return "are complete, follow the rules and follow their seeds"
    draws = " and every draw follows from the published secret" if proof.shown.draws is not None else ""
    return f"are complete and follow the rules{draws}"


def _gap_sentence(proof: Proof) -> str:
    """Returns what was not checked because the secret, or a part of it, is not published."""
    if proof.shown.draws is None:
        return " No seed was checked: the secret is not published."
    if proof.shown.tables is None:
        return " The seeds of the matches were not checked against the tournament's secret: that part is not published."
    return ""


def _name_notes(names: BundledNames | None) -> Iterator[str]:
    """Yields a note on the title and the number of names: no hash and no signature covers them."""
    if names is not None:
        count = f"{_count(len(names.names), 'name', 'names')}, and " if names.names else ""
        yield f"Not signed: {count}the title: {names.title[:200]}"


def _place_words(one: Round, table: Table, game: Game | None = None) -> str:
    at = f"Round {one.number}, table {table.number}"
    return f"{at}, game {game.number}" if game is not None and table.best_of > 1 else at


def _summary_words(tournament: Tournament, counts: Counts) -> str:
    started = [one for one in tournament.rounds if one.progress is not Progress.PAIRED]
    elsewhere = sum(not table.match for one in started for table in one.tables)
    parts = [
        _count(len(started), "round", "rounds"),
        f"{_count(counts.verified, 'match', 'matches')} verified",
        *(f"{count} {_missing_words(why, tournament)}" for why, count in counts.lacking.items()),
        *([f"{_count(elsewhere, 'table', 'tables')} played elsewhere"] if elsewhere else []),
    ]
    return f"{', '.join(parts)}; all standings agree"


def _missing_words(why: MissingReason, tournament: Tournament) -> str:
    return (
        "withheld because of the sealed lists, not checked"
        if why is MissingReason.WITHHELD and tournament.withholds_matches
        else MISSING_WORDS[why]
    )


MISSING_WORDS = {
    MissingReason.RUNNING: "still being played",
    MissingReason.UNOPENED: "not opened yet",
    MissingReason.UNLOADED: "not readable by the service",
    MissingReason.WITHHELD: "disclosed to its players only, not checked",
    MissingReason.DAMAGED: "damaged",
}


def _chance_notes(proof: Proof, counts: Counts) -> Iterator[str]:
    """Yields notes on what is proven about draws and shuffles, and what is not."""
    if proof.shown.draws is None:
        yield "The secret is not published yet: each round was drawn again from its seed, but no seed was checked."
    else:
        yield "Every seed follows from the published secret and all entropy, and every round was drawn again from it."
    if proof.unmixed:
        rounds = f"{'Round' if len(proof.unmixed) == 1 else 'Rounds'} {', '.join(map(str, sorted(proof.unmixed)))}"
        yield f"{rounds}: drawn before any entrant had added entropy, so the service could choose the draw."
    if proof.shown.tables is not None:
        yield "The secret of each match follows from the published one, and its entropy is that of its entrants."
    elif counts.verified:
        matches = _count(counts.verified, "match", "matches")
        yield f"{matches} with an unchecked origin: the part of the secret for the tables is not published."
    if counts.compared:
        matches = _count(counts.compared, "match leads", "matches lead")
        yield f"{matches} to the heads on the receipts."
    if counts.unmixed:
        matches = _count(counts.unmixed, "match", "matches")
        yield f"{matches} without entropy from an entrant, so the service could choose the shuffles."
    yield _entropy_note(proof)


def _entropy_note(proof: Proof) -> str:
    """Returns a note on how many entrants added entropy at their own request, and for which entrants others set it."""
    entrants = proof.tournament.entrants
    others = [str(one.number) for one in entrants if one.entropy and one.number not in proof.added]
    own = f"{len(proof.added)} of {_count(len(entrants), 'entrant', 'entrants')} added entropy at their own request"
    return f"{own}; others set the entropy of {', '.join(others)}, and could choose it." if others else f"{own}."


def _list_notes(tournament: Tournament, decks: Sequence[BundledDeck], counts: Counts) -> Iterator[str]:
    """Yields notes on how many opened lists are as sealed, how many were erased, and how many seats brought theirs."""
    erased = sum(one.deck is not None and one.deck.opened for one in tournament.entrants) - len(decks)
    if decks:
        yield f"{_count(len(decks), 'opened list is as', 'opened lists are as')} sealed by the entrant."
    if erased:
        missing = _count(erased, "opened list is", "opened lists are")
        yield f"{missing} not in the file (erased or removed): only the commitment remains."
    if counts.sealed_lists:
        yield f"{_count(counts.sealed_lists, 'seat', 'seats')} brought exactly the list that was sealed."
    if counts.hidden_lists:
        seats = _count(counts.hidden_lists, "seat", "seats")
        yield f"{seats} brought a list that is not in the file, so it was not checked."
    if counts.missing_lists:
        seats = _count(counts.missing_lists, "seat", "seats")
        yield f"{seats} brought no list, because it was erased: the game asked for one."


def _note_struck_games(tournament: Tournament) -> Iterator[str]:
    """Yields a note for each entrant whose games do not count."""
    for one in tournament.struck:
        reason = f"the games of entrant {one.entrant} do not count, because the organiser struck them"
        yield f"Stage {one.stage + 1}: {reason} (entry {one.entry})."


def _round_notes(tournament: Tournament) -> Iterator[str]:
    for lot in tournament.lots:
        if lot.purpose is not Purpose.PAIRING:
            orders = " and ".join(", ".join(map(str, order)) for order in lot.orders)
            yield f"Stage {lot.stage + 1}, {lot.purpose.value}: a lot put entrants {orders} in this order."
    for one in tournament.rounds:
        if one.attempt:
            yield f"Round {one.number} was paired {one.attempt + 1} times before it started."
        for fixed in one.fixed:
            yield f"Round {one.number}: a table was set by hand, with entrants {', '.join(map(str, fixed))}."
        for table in one.tables:
            if table.ruled is not None:
                yield f"{_place_words(one, table)}: the result was ruled (entry {table.ruled.entry})."
            for game in table.games:
                if game.result is not None and game.result.kind is Kind.RULED:
                    yield f"{_place_words(one, table, game)}: the result was ruled (entry {game.result.entry})."


def _count(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"
