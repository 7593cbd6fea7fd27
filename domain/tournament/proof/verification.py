"""Verification of a bundle: whether a tournament is what its log, its seeds and its matches make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.engine.game import Lists
from domain.engine.match.commands import First, OpenMatch
from domain.engine.match.events import Closed, Disclosure
from domain.engine.proof import verification as matches
from domain.engine.proof.archive import Archive, BadArchive, unpack
from domain.engine.proof.outline import Altered, events_of
from domain.engine.proof.receipts import NOTHING, Known, Other, against, compared
from domain.engine.proof.signature import NO_KEYS, Keyring, Signature, Signed
from domain.engine.proof.verification import LoadGame, Status
from domain.tournament.counting.scoring import presets
from domain.tournament.counting.sittings import Kind
from domain.tournament.counting.tiebreak import CODES
from domain.tournament.proof.bundle import (
    MAX_ENTRIES,
    BadBundle,
    Binder,
    BundledArchive,
    BundledDeck,
    BundledEntry,
    BundledFinal,
    BundledLack,
    BundledNames,
    BundledStandings,
    BundleEnd,
    BundleHead,
    Lack,
    Line,
    counting_lines,
    read,
)
from domain.tournament.proof.rejudge import Proof, Shown, prove
from domain.tournament.record.digest import digest, digests
from domain.tournament.record.events import Created, Purpose, ResultArrived
from domain.tournament.record.log import Entry
from domain.tournament.record.plan import Decks
from domain.tournament.record.seeds import deck_commitment, table_secret
from domain.tournament.record.state import Progress, Round, Tournament, chairs_of, opened_games
from domain.tournament.record.table import Game, Table
from domain.tournament.rules.opening import first_command

Told = Callable[[int, int], None]
"""Is told how many matches were verified, and of how many."""


class Findings(Struct, frozen=True, kw_only=True):
    """What verifying a bundle has shown: a sentence, the first bad entry if it is one, and what else is worth knowing.

    `head` is the digest of a sound log of so many `entries`, `covered` the entry up to which a head known from
    elsewhere is its own.
    """

    status: Status
    sentence: str
    entry: int | None = None
    entries: int = 0
    head: str = ""
    covered: int | None = None
    signature: Signature | None = None
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return self.status is Status.GOOD


class Counts(Struct):
    """How many matches were verified, and how many of them compared with receipts; those at which nobody added entropy,
    and those without an archive, by why. `brought` counts the seats whose list is as sealed, `unseen` those whose
    list is not in the bundle, and `asked` those that had none to bring.
    """

    verified: int = 0
    compared: int = 0
    unmixed: int = 0
    brought: int = 0
    unseen: int = 0
    asked: int = 0
    lacking: dict[Lack, int] = {}


class _Undecided(Exception):
    """Something that the bundle needs is not loaded here."""


WHOLE = (Status.GOOD, Status.UNVERIFIED)
"""How an archive in a bundle may stand: the signature of the bundle covers it."""
PROBLEMS = {Status.ALTERED: Altered, Status.OTHER: Other, Status.UNKNOWN_FACTS: _Undecided}


class _Opening(Struct):
    cmd: OpenMatch


_opening = msgspec.json.Decoder(_Opening).decode
_closing = msgspec.json.Decoder(Closed).decode


def verify(
    stored: Iterable[bytes],
    load_game: LoadGame,
    told: Told = lambda _done, _of: None,
    known: Known = NOTHING,
    keyring: Keyring = NO_KEYS,
) -> Findings:
    """Whether a bundle is sound, what heads known from elsewhere were noted of, and signed; this does not raise.

    `stored` are the lines of the file. The head of a tournament is the digest of its log.
    """
    binder = Binder()
    try:
        return _verified(read(stored, binder), binder, load_game, told, known, keyring)
    except Other as other:
        return Findings(status=Status.OTHER, sentence=str(other))
    except BadBundle as bad:
        return Findings(status=Status.UNREADABLE, sentence=str(bad))
    except Altered as wrong:
        return Findings(status=Status.ALTERED, sentence=str(wrong), entry=wrong.entry)
    except _Undecided as undecided:
        return Findings(status=Status.UNKNOWN_FACTS, sentence=str(undecided))


def _verified(
    lines: Iterator[Line], binder: Binder, load_game: LoadGame, told: Told, known: Known, keyring: Keyring
) -> Findings:
    head = next(lines, None)
    if not isinstance(head, BundleHead):
        raise BadBundle("The bundle does not begin with its head.")
    log, decks, title, line = _log(head, lines)
    _check_known(log)
    proof = prove(head.tournament, log)
    if len(log) != head.entries:
        raise Altered(f"The log has {len(log)} entries, but the head says {head.entries}.", len(log) + 1)
    if proof.tournament.planned.game != head.game:
        raise Altered("The head names another game than the log.")
    _check_decks(proof.tournament, decks)
    waiting = {place[2].match: place for place in opened_games(proof.tournament)}
    arrived = {one.e.match: one for one in log if isinstance(one.e, ResultArrived)}
    lists = {one.entrant: one.deck for one in decks}
    counts, of = Counts(), len(waiting)
    while isinstance(line, BundledArchive | BundledLack):
        place = waiting.pop(line.match, None)
        if place is None:
            raise Altered(f"Match {line.match} is played at no table of this tournament, or stands here twice.")
        _check_match(line, place, proof, arrived.get(line.match), lists, load_game, known, keyring, counts)
        told(of - len(waiting), of)
        line = _next(lines)
    if waiting:
        place = next(iter(waiting.values()))
        raise Altered(f"{_where(*place)}: nothing is said of its match {place[2].match}.")
    end = _check_counting(proof.tournament, line, lines, binder)
    signature = end.judged(keyring)
    if signature.signed is Signed.FORGED:
        raise Altered(signature.sentence)
    covered = _covered(head.tournament, log, known, counts)
    shown = f"are whole, follow the rules and follow their seeds, {against(covered, head.entries, 'entry')}"
    return Findings(
        status=Status.GOOD if keyring.accepts(signature) else Status.UNVERIFIED,
        sentence=f"{title}: {_summed(proof.tournament, counts)}. All {head.entries:,} entries {shown}.",
        entries=head.entries,
        head=digest(head.tournament, log),
        covered=covered,
        signature=signature,
        notes=(
            *_chance(proof, counts),
            *_opened_lists(proof.tournament, decks, counts),
            *_notes(proof.tournament),
            f"The bundle was made by {head.made_by}.",
        ),
    )


def _covered(tournament: str, log: Sequence[Entry], known: Known, counts: Counts) -> int | None:
    """The entry up to which the log is what a head known from elsewhere was noted of; raises `Other`."""
    if known == NOTHING or (counts.compared and not known.head):
        return None
    return compared(tournament, dict(digests(tournament, log)), Known(head=known.head))


def _log(head: BundleHead, lines: Iterator[Line]) -> tuple[tuple[Entry, ...], list[BundledDeck], str, Line]:
    """The log, the lists that were opened, what to call the tournament, and the line after them."""
    title = f"Tournament {head.tournament}"
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
                title = line.title
        if len(log) + len(decks) > MAX_ENTRIES:
            raise BadBundle(f"The log has more than {MAX_ENTRIES:,} entries.")
        line = _next(lines)
    return tuple(log), decks, title, line


def _check_decks(tournament: Tournament, decks: Sequence[BundledDeck]) -> None:
    """Every list is the one that its entrant had sealed, and was opened; one that is missing was erased."""
    opened = {one.number: one.deck.commitment for one in tournament.entrants if one.deck and one.deck.opened}
    for one in decks:
        try:
            found = deck_commitment(tournament.id, one.entrant, one.deck, bytes.fromhex(one.salt))
        except ValueError:
            found = ""
        if opened.pop(one.entrant, None) != found:
            raise Altered(f"The list of entrant {one.entrant} is not one that was sealed and then opened.")


def _check_known(log: Sequence[Entry]) -> None:
    """Whoever made the bundle may know scoring presets and tie-breaks that are not known here."""
    if log and isinstance(log[0].e, Created):
        plan = log[0].e.plan
        unknown = [code for code in plan.tie_breaks if code not in CODES]
        if plan.scoring not in presets() or unknown:
            raise _Undecided(f"The plan counts by {', '.join([plan.scoring, *unknown])}, which is not known here.")


def _next(lines: Iterator[Line]) -> Line:
    """The next line; the reader has seen to it that the last one is the end."""
    return next(lines)


def _check_match(
    line: BundledArchive | BundledLack,
    place: tuple[Round, Table, Game],
    proof: Proof,
    arrived: Entry | None,
    lists: Mapping[int, str],
    load_game: LoadGame,
    known: Known,
    keyring: Keyring,
    counts: Counts,
) -> None:
    where, tournament = _where(*place), proof.tournament
    if isinstance(line, BundledLack):
        _check_lack(line, where, tournament, arrived)
        counts.lacking[line.why] = counts.lacking.get(line.why, 0) + 1
        return
    try:
        archive = unpack(line.file)
    except BadArchive as bad:
        raise Altered(f"{where}: the archive of match {line.match} cannot be read. {bad}") from None
    if archive.manifest.match != line.match:
        raise Altered(f"{where}: the archive is that of match {archive.manifest.match}.")
    shown = matches.verify(archive, load_game, known.about(line.match), keyring)
    if shown.status not in WHOLE:
        problem = PROBLEMS[shown.status]
        raise problem(f"{where}, match {line.match}: {shown.sentence}")
    opened = _opening(archive.batches[0]).cmd
    _check_opening(archive, opened, where, place[2], tournament)
    rules = load_game(archive.manifest.header)
    _check_lists(opened, None if rules is None else rules.lists, where, place[2], tournament, lists, counts)
    _check_origin(archive, where, proof.shown)
    if arrived is not None:
        _check_result(archive, where, arrived)
    counts.verified += 1
    counts.compared += shown.covered is not None
    counts.unmixed += not any(one.entropy for one in chairs_of(tournament, place[2]))


def _check_lack(line: BundledLack, where: str, tournament: Tournament, arrived: Entry | None) -> None:
    """Why there is no archive must be true as far as the log tells."""
    match line.why:
        case Lack.DAMAGED:
            raise Altered(f"{where}: match {line.match} is damaged where it is kept, so it has no archive.")
        case Lack.WITHHELD:
            if not may_be_withheld(tournament):
                raise Altered(
                    f"{where}: the archive of match {line.match} is withheld, though matches are open to all."
                )
        case Lack.RUNNING | Lack.UNOPENED | Lack.UNLOADED:
            if arrived is not None:
                raise Altered(f"{where}: match {line.match} has a result, but its archive is missing.", arrived.n)


def may_be_withheld(tournament: Tournament) -> bool:
    """Whether a finished match may be kept from somebody: for its players only, or held."""
    plan = tournament.planned
    held = tournament.holds and (plan.decks is Decks.CLOSED or not tournament.over)
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
    """Every seat has brought the list that its entrant sealed; of one that is not shown, only that some was brought."""
    match, first = game.match, {one.seat: one for one in opened.first}
    if opened.held != tournament.holds or (first and not tournament.holds):
        raise Altered(f"{where}: match {match} is held, or lists were brought to it, otherwise than its plan wants.")
    for seat, number in enumerate(game.entrants) if tournament.holds else ():
        if number in sealed:
            expected = _as_sealed(lists, seat, sealed[number])
            if expected is None or first.get(seat) != expected:
                raise Altered(f"{where}: entrant {number} has brought another list to match {match} than was sealed.")
            counts.brought += 1
        else:
            counts.unseen += seat in first
            counts.asked += seat not in first


def _as_sealed(lists: Lists[Any] | None, seat: int, deck: str) -> First | None:
    """The command by which a seat brings a list; None where it cannot."""
    try:
        return first_command(lists, seat, deck)
    except Exception:  # whatever a list says, the answer is that nobody can have brought it
        return None


def _check_opening(archive: Archive, opened: OpenMatch, where: str, game: Game, tournament: Tournament) -> None:
    """A match was opened for the entrants of its table, by the plan."""
    plan = tournament.planned
    seated = chairs_of(tournament, game)
    if [(one.player, one.bot) for one in opened.chairs] != [(one.player, one.bot) for one in seated]:
        raise Altered(f"{where}: others sit at match {archive.manifest.match} than the entrants of the table.")
    if opened.chairs != seated:
        told = f"the seats of match {archive.manifest.match} add other entropy than their entrants have registered"
        raise Altered(f"{where}: {told}.")
    if bytes(opened.options) != bytes(plan.options) or opened.clock != plan.clock:
        raise Altered(f"{where}: match {archive.manifest.match} has other options or another clock than the plan.")
    pinned, header = tournament.pinned, archive.manifest.header
    if pinned is not None and (header.rules, header.facts) != (pinned.rules, pinned.facts):
        raise Altered(f"{where}: match {archive.manifest.match} is played by other rules than the plan is pinned to.")
    if header.game != plan.game or opened.disclosure is not plan.disclosure:
        raise Altered(f"{where}: match {archive.manifest.match} is of another game or disclosure than the plan.")


def _check_origin(archive: Archive, where: str, shown: Shown) -> None:
    """The secret of a match follows from that of its tournament, as far as that is shown."""
    match = archive.manifest.match
    if shown.tables is not None and archive.manifest.secret != table_secret(shown.tables, match).hex():
        raise Altered(f"{where}: the secret of match {match} does not follow from that of the tournament.")


def _check_result(archive: Archive, where: str, arrived: Entry) -> None:
    """The entry of a result says what the log of its match says."""
    manifest, event = archive.manifest, arrived.e
    assert isinstance(event, ResultArrived)
    ended, result = _closing(events_of(1, archive.batches[-1])[-1]), manifest.result
    said: tuple[Any, ...] = (event.points, event.places, event.reason, event.version, event.head)
    played = (*((result.points, result.places) if result else ((), ())), ended.reason.value, manifest.n, manifest.head)
    names = ("points", "places", "ending", "version", "head")
    wrong = [name for name, ours, theirs in zip(names, said, played, strict=True) if ours != theirs]
    if wrong:
        told = f"TournamentEvent {arrived.n} (result-arrived) has not the {' and '.join(wrong)} of its match"
        raise Altered(f"{where}: {told} {manifest.match}.", arrived.n)


def _check_counting(tournament: Tournament, line: Line, lines: Iterator[Line], binder: Binder) -> BundleEnd:
    """The last line, which names the hash of all before it; standings and final table are counted again."""
    before = binder.end
    for expected in counting_lines(tournament):
        _compare(expected, line)
        before = binder.end
        line = _next(lines)
    if not isinstance(line, BundleEnd):
        raise Altered("Something stands between the final table and the end of the bundle.")
    if replace(line, key_id="", signature="") != before:
        raise Altered("Only the hash tells: the last line names another hash of the lines before it.")
    next(lines, None)
    return line


def _compare(expected: BundledStandings | BundledFinal, line: Line) -> None:
    if isinstance(expected, BundledFinal):
        if not isinstance(line, BundledFinal) or line.lines != expected.lines:
            raise Altered("The final table is not the one that follows from the results.")
        return
    where = f"The standings of stage {expected.stage + 1}, group {expected.group + 1}"
    if not isinstance(line, BundledStandings) or (line.stage, line.group) != (expected.stage, expected.group):
        raise Altered(f"{where} are missing.")
    if (line.scoring, line.version) != (expected.scoring, expected.version):
        if line.scoring == expected.scoring and line.version > presets()[line.scoring].version:
            raise _Undecided(
                f"{where} were counted by version {line.version} of {line.scoring}, which is not known here."
            )
        raise Altered(f"{where} were counted by another preset than the plan's.")
    for ours, theirs in zip(expected.lines, line.lines, strict=False):
        if ours != theirs:
            raise Altered(f"{where} are not those that follow from the results: entrant {theirs.entrant} is wrong.")
    if len(line.lines) != len(expected.lines):
        raise Altered(f"{where} have {len(line.lines)} lines, not {len(expected.lines)}.")


def _where(one: Round, table: Table, game: Game | None = None) -> str:
    at = f"Round {one.number}, table {table.number}"
    return f"{at}, game {game.number}" if game is not None and table.best_of > 1 else at


def _summed(tournament: Tournament, counts: Counts) -> str:
    started = [one for one in tournament.rounds if one.progress is not Progress.PAIRED]
    elsewhere = sum(not table.match for one in started for table in one.tables)
    parts = [
        _many(len(started), "round", "rounds"),
        f"{_many(counts.verified, 'match', 'matches')} verified",
        *(f"{count} {_said(why, tournament)}" for why, count in counts.lacking.items()),
        *([f"{_many(elsewhere, 'table', 'tables')} played elsewhere"] if elsewhere else []),
    ]
    return f"{', '.join(parts)}; all standings are equal"


def _said(why: Lack, tournament: Tournament) -> str:
    return "held back because of the lists and not checked" if why is Lack.WITHHELD and tournament.holds else SAID[why]


SAID = {
    Lack.RUNNING: "still being played",
    Lack.UNOPENED: "not opened yet",
    Lack.UNLOADED: "not readable to the service",
    Lack.WITHHELD: "kept to its players and not checked",
    Lack.DAMAGED: "damaged",
}


def _chance(proof: Proof, counts: Counts) -> Iterator[str]:
    """What is proven of draws and shuffles, and what is not."""
    if proof.shown.draws is None:
        yield "The secret is not published yet: each round was drawn again from its seed, the seeds themselves later."
    else:
        yield "Every seed follows from the published secret and all entropy, and every round was drawn again from it."
    if proof.unmixed:
        rounds = f"{'Round' if len(proof.unmixed) == 1 else 'Rounds'} {', '.join(map(str, sorted(proof.unmixed)))}"
        yield f"{rounds}: drawn before any entrant had added entropy, so the service could choose."
    if proof.shown.tables is not None:
        yield "The secret of each match follows from the published one, and its seats added what they had registered."
    elif counts.verified:
        matches = _many(counts.verified, "match", "matches")
        yield f"{matches} with an unchecked origin: what the secrets of the tables follow from is not shown."
    if counts.compared:
        matches = _many(counts.compared, "match leads", "matches lead")
        yield f"{matches} to the heads on the receipts."
    if counts.unmixed:
        matches = _many(counts.unmixed, "match", "matches")
        yield f"{matches} at which nobody added entropy: there the service could choose."


def _opened_lists(tournament: Tournament, decks: Sequence[BundledDeck], counts: Counts) -> Iterator[str]:
    """How many lists were compared with what their entrants had sealed, how many are erased, and who brought them."""
    erased = sum(one.deck is not None and one.deck.opened for one in tournament.entrants) - len(decks)
    if decks:
        yield f"{_many(len(decks), 'opened list is', 'opened lists are')} as sealed before the first round."
    if erased:
        yield f"{_many(erased, 'opened list was', 'opened lists were')} erased: only the commitment is left."
    if counts.brought:
        yield f"{_many(counts.brought, 'seat has', 'seats have')} brought the very list that was sealed."
    if counts.unseen:
        yield f"{_many(counts.unseen, 'seat has', 'seats have')} brought a list that is not shown, and is unchecked."
    if counts.asked:
        yield f"{_many(counts.asked, 'seat', 'seats')} brought none, because it was erased: the game asked for one."


def _notes(tournament: Tournament) -> Iterator[str]:
    for lot in tournament.lots:
        if lot.purpose is not Purpose.PAIRING:
            told = " and ".join(", ".join(map(str, order)) for order in lot.orders)
            yield f"Stage {lot.stage + 1}, {lot.purpose.value}: a lot put entrants {told} in this order."
    for one in tournament.rounds:
        if one.attempt:
            yield f"Round {one.number} was paired {one.attempt + 1} times before it started."
        for fixed in one.fixed:
            yield f"Round {one.number}: a table was set by hand, with entrants {', '.join(map(str, fixed))}."
        for table in one.tables:
            if table.ruled is not None:
                yield f"{_where(one, table)}: the result was ruled (entry {table.ruled.entry})."
            for game in table.games:
                if game.result is not None and game.result.kind is Kind.RULED:
                    yield f"{_where(one, table, game)}: the result was ruled (entry {game.result.entry})."


def _many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"
