"""The proof of a record: every row is judged again, every seed derived, every round drawn again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from msgspec import Struct

from domain.engine.game import Rejected
from domain.engine.proof.outline import Altered
from domain.tournament.record import events
from domain.tournament.record.events import LotDrawn, Purpose, Recorded, RoundPaired, Row, SecretPublished, StageStarted
from domain.tournament.record.seeds import Secret, draws_commitment, lot_seed, round_seed, tables_commitment
from domain.tournament.record.state import Tournament, fold
from domain.tournament.rules import entrants, results, rounds, staff
from domain.tournament.rules.lots import Due, for_cut, for_pairing, for_prizes, lot_of
from domain.tournament.rules.pairing import Pairing, next_stage, paired
from domain.tournament.rules.planning import judge


class Shown(Struct, frozen=True):
    """The parts of a tournament's secret that its record publishes."""

    draws: bytes | None = None
    tables: bytes | None = None


class Proof(Struct, frozen=True):
    """What a record has shown: the tournament it leads to, and what was published of its secret.

    `unmixed` are the rounds that were drawn before any entrant had added entropy.
    """

    tournament: Tournament
    shown: Shown
    unmixed: frozenset[int]


def prove(tournament: str, record: Sequence[Recorded], sizes: tuple[int, ...]) -> Proof:
    """Proves a record; raises `Altered` with the first row that is not as it was recorded.

    `sizes` are the numbers of seats that the game is played by.
    """
    shown = _published(record)
    after = Tournament(tournament)
    arrived: set[str] = set()
    mixed: set[int] = set()
    for at, recorded in enumerate(record):
        if recorded.n != at + 1:
            raise Altered(f"Where row {at + 1} should stand, there is one with the number {recorded.n}.", at + 1)
        ahead = (record[later].row for later in range(at + 1, len(record)))
        try:
            _check(after, recorded, ahead, shown, sizes, arrived)
            if isinstance(recorded.row, RoundPaired) and any(after.entropies):
                mixed.add(recorded.row.round)
            after = fold(after, (recorded,))
        except Rejected as error:
            raise Altered(f"{_named(recorded)} goes against the rules ({error.code}).", recorded.n) from None
        except (LookupError, ValueError, TypeError, AssertionError, ArithmeticError):
            raise Altered(f"{_named(recorded)} does not fit the rows before it.", recorded.n) from None
    return Proof(after, shown, frozenset(one.number for one in after.rounds) - mixed)


def _published(record: Sequence[Recorded]) -> Shown:
    """The parts of the secret that a row has published."""
    for recorded in record:
        if isinstance(recorded.row, SecretPublished):
            try:
                draws, tables = bytes.fromhex(recorded.row.draws), bytes.fromhex(recorded.row.tables)
            except ValueError:
                raise Altered(f"{_named(recorded)} publishes no secret.", recorded.n) from None
            return Shown(draws, tables or None)
    return Shown()


def _check(
    before: Tournament,
    recorded: Recorded,
    ahead: Iterator[Row],
    shown: Shown,
    sizes: tuple[int, ...],
    arrived: set[str],
) -> None:
    row = recorded.row
    if (before.plan is None) != isinstance(row, events.Created):
        raise Altered(f"{_named(recorded)}: a record begins with the creation, and only once.", recorded.n)
    match row:
        case events.Created():
            judge(row.plan, sizes)
            _bound(before, recorded, row, shown)
        case LotDrawn():
            _lotted(before, recorded, row, next(ahead, None), shown.draws)
        case events.StageStarted():
            _settled(recorded, for_cut(before))
            _staged(before, recorded, row, next((one for one in ahead if not isinstance(one, LotDrawn)), None), sizes)
        case events.RoundPaired():
            _settled(recorded, for_pairing(before, row.round, row.attempt))
            _drawn(before, recorded, row, shown.draws, sizes)
        case events.Finished():
            _settled(recorded, for_prizes(before))
            _wanted(before, recorded)
        case SecretPublished():
            _ended(before, recorded, row)
        case events.ResultArrived():
            if row not in results.arrive(before, row, row.match in arrived):
                raise Altered(f"{_named(recorded)} belongs to no table, or came before.", recorded.n)
            arrived.add(row.match)
        case _:
            _wanted(before, recorded)


def _bound(before: Tournament, recorded: Recorded, row: events.Created, shown: Shown) -> None:
    """What is published later is what the first row has committed to."""
    if shown.draws is not None and draws_commitment(before.id, shown.draws) != row.commitments.draws:
        raise Altered("The published secret is not the one that row 1 committed to.", recorded.n)
    if shown.tables is not None and tables_commitment(before.id, shown.tables) != row.commitments.tables:
        raise Altered("The published secret of the tables is not the one that row 1 committed to.", recorded.n)


def _wanted(before: Tournament, recorded: Recorded) -> None:
    """Somebody wanted just this, and it was theirs to want."""
    if recorded.row not in _judged(before, recorded.by, recorded.row):
        raise Altered(f"{_named(recorded)} says what was so already, or something else than was done.", recorded.n)


def _judged(before: Tournament, by: str, row: Row) -> Iterable[Row]:  # noqa: C901  one case per row
    """What comes out where somebody wants just this; raises `Rejected` where it was not theirs to want."""
    match row:
        case events.Appointed():
            return staff.appoint(before, by, row.player, row.role)
        case events.RegistrationOpened():
            return entrants.open_registration(before, by)
        case events.RegistrationClosed():
            return entrants.close_registration(before, by)
        case events.Registered():
            who = {"player": row.player, "bot": row.bot, "club": row.club, "entropy": row.entropy}
            return entrants.register(before, by, guest=row.guest, **who)
        case events.CheckedIn():
            return entrants.check_in(before, by, row.entrant)
        case events.Withdrawn():
            return entrants.withdraw(before, by, row.entrant)
        case events.Returned():
            return entrants.bring_back(before, by, row.entrant)
        case events.NotShown():
            return entrants.mark_absent(before, by, row.entrant)
        case events.Disqualified():
            return entrants.disqualify(before, by, row.entrant, row.cause)
        case events.Forbidden():
            return entrants.forbid(before, by, *row.entrants)
        case events.DeckSealed():
            return entrants.seal_deck(before, by, row.entrant, row.commitment)
        case events.RoundStarted():
            return rounds.start(before, by, row.round)
        case events.RoundClosed():
            return rounds.consequences(before)
        case events.ResultReported():
            return results.report(before, by, row.round, row.table, row.points, row.places)
        case events.ResultConfirmed():
            return results.confirm(before, by, row.round, row.table)
        case events.ResultRuled():
            return results.rule(before, by, row.round, row.table, row.points, row.places, row.cause)
        case events.Penalised():
            return entrants.penalise(before, by, row.entrant, row.hundredths, row.cause)
        case events.DeckOpened() | events.Finished():
            return rounds.finish(before, by, b"")[:1]
        case events.Cancelled():
            return rounds.cancel(before, by)
        case (
            events.Created()
            | LotDrawn()
            | events.StageStarted()
            | events.RoundPaired()
            | SecretPublished()
            | events.ResultArrived()
        ):
            return ()
        case _:
            assert_never(row)


def _lotted(before: Tournament, recorded: Recorded, row: LotDrawn, following: Row | None, draws: bytes | None) -> None:
    """A lot was due, puts those in order who were equal, as its seed does, and what it was drawn for follows."""
    due = next(iter(_due(before, row)), None)
    if due is None or [set(order) for order in row.orders] != [set(tied) for tied in due.tied]:
        raise Altered(f"{_named(recorded)} draws a lot that was not due.", recorded.n)
    if draws is not None and row.seed != lot_seed(draws, due.what, before.entropies).hex():
        raise Altered(f"{_named(recorded)} has a seed that does not follow from the published secret.", recorded.n)
    if lot_of(due, bytes.fromhex(row.seed)) != row:
        raise Altered(f"{_named(recorded)} has another order than was drawn.", recorded.n)
    if not _leads_to(row, following):
        raise Altered(f"{_named(recorded)} draws a lot, but what needs it does not follow.", recorded.n)


def _due(before: Tournament, row: LotDrawn) -> tuple[Due, ...]:
    match row.purpose:
        case Purpose.CUT | Purpose.GROUPS:
            return for_cut(before)
        case Purpose.PAIRING:
            return for_pairing(before, row.round, row.attempt)
        case Purpose.PRIZE:
            return for_prizes(before)
        case _:
            assert_never(row.purpose)


def _leads_to(row: LotDrawn, following: Row | None) -> bool:
    """Whether a row is what a lot was drawn for, or another lot for the same."""
    if isinstance(following, LotDrawn):
        same = (row.round, row.attempt) == (following.round, following.attempt)
        return same and (row.purpose is Purpose.PRIZE) == (following.purpose is Purpose.PRIZE)
    if isinstance(following, RoundPaired):
        return (row.round, row.attempt) == (following.round, following.attempt)
    if row.purpose is Purpose.PRIZE:
        return isinstance(following, events.DeckOpened | events.Finished)
    return row.purpose is not Purpose.PAIRING and isinstance(following, StageStarted)


def _settled(recorded: Recorded, dues: tuple[Due, ...]) -> None:
    """Nobody is equal any more where the order decides."""
    for due in dues:
        raise Altered(f"{_named(recorded)}: the lot is missing that tells equals apart ({due.what}).", recorded.n)


def _staged(
    before: Tournament, recorded: Recorded, row: StageStarted, following: Row | None, sizes: tuple[int, ...]
) -> None:
    """A stage is seeded from the seed of its first round, whose row follows, perhaps after lots for it."""
    if not isinstance(following, RoundPaired):
        raise Altered(f"{_named(recorded)} begins a stage, but no round follows.", recorded.n)
    if next_stage(before, _pairing(following, sizes)) != row:
        raise Altered(f"{_named(recorded)} has other entrants or groups than were drawn.", recorded.n)


def _drawn(
    before: Tournament, recorded: Recorded, row: RoundPaired, draws: bytes | None, sizes: tuple[int, ...]
) -> None:
    known = before.round(row.round)
    if row.attempt != (0 if known is None else known.attempt + 1):
        raise Altered(f"{_named(recorded)} is not the next attempt at round {row.round}.", recorded.n)
    if draws is None:
        staff.organiser(before, recorded.by)
        if row.round != (len(before.rounds) if known else len(before.rounds) + 1):
            raise Altered(f"{_named(recorded)} pairs round {row.round} out of order.", recorded.n)
        drawn = paired(before, _pairing(row, sizes))
    else:
        if row.seed != round_seed(draws, row.round, row.attempt, before.entropies).hex():
            raise Altered(f"{_named(recorded)} has a seed that does not follow from the published secret.", recorded.n)
        (wanted,) = rounds.pair(before, recorded.by, row.round, draws, sizes, row.fixed, again=known is not None)
        assert isinstance(wanted, RoundPaired)
        drawn = wanted
    if drawn == row:
        return
    for ours, theirs in zip(drawn.tables, row.tables, strict=False):
        if ours != theirs:
            what = "the match" if ours.entrants == theirs.entrants else "the entrants"
            raise Altered(
                f"{_named(recorded)}: round {row.round}, table {theirs.table} has not {what} that were drawn.",
                recorded.n,
            )
    what = (
        "tables" if len(drawn.tables) != len(row.tables) else "byes" if drawn.byes != row.byes else "reasons or costs"
    )
    raise Altered(f"{_named(recorded)}: round {row.round} has other {what} than were drawn.", recorded.n)


def _pairing(row: RoundPaired, sizes: tuple[int, ...]) -> Pairing:
    return Pairing(row.round, row.attempt, bytes.fromhex(row.seed), sizes, row.fixed)


def _ended(before: Tournament, recorded: Recorded, row: SecretPublished) -> None:
    """The secret is shown once, after every match was closed, and as far as the plan opens it."""
    secret = Secret(bytes.fromhex(row.draws), bytes.fromhex(row.tables))
    if row not in rounds.publish(before, secret) or bool(row.tables) != rounds.opens(before.planned):
        told = "publishes the secret twice, before every match was closed, or other parts of it than the plan says"
        raise Altered(f"{_named(recorded)} {told}.", recorded.n)


def _named(recorded: Recorded) -> str:
    return f"Row {recorded.n} ({type(recorded.row).__struct_config__.tag})"
