"""Responses about tournaments, as the service sends them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct
from sqlmodel import col, select

from chronik.domain.engine.match.events import Disclosure
from chronik.domain.engine.match.match import Status
from chronik.domain.tournament.counting.results import Kind, Standing, Term, Value
from chronik.domain.tournament.methods.contenders import Reason
from chronik.domain.tournament.record.events import Role
from chronik.domain.tournament.record.log import NewerEntry
from chronik.domain.tournament.record.plan import Decks, Stage
from chronik.domain.tournament.record.seeds import Commitments
from chronik.domain.tournament.record.state import Entrant, LaterChange, Phase, Presence, Progress, Round, Tournament
from chronik.domain.tournament.record.table import Game, Outcome, Table
from chronik.domain.tournament.rules.entrants import may_add_entropy
from chronik.projections.match.clocks import PlannedClock, plan_clock
from chronik.projections.tournament.stage_names import StageName, round_name, stage_names
from chronik.service.identity.register import People, PlayerNames
from chronik.service.matches.clock_summary import format_moment
from chronik.service.matches.summary import EventLink, Object
from chronik.service.running.clock import Moment, moment, rfc3339
from chronik.service.running.links import API
from chronik.service.running.recent import RecentValues
from chronik.service.sql.database import MatchRow, Session
from chronik.service.sql.parked import find_parked
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import ClubRow, TableRow, TournamentRow
from chronik.service.web.problems.ids import Hash, Id


class PlanSummary(Struct, frozen=True):
    """The plan: stages, scoring and options. With a game and a title, it is enough to create a similar tournament."""

    stages: tuple[Stage, ...]
    scoring: str
    tie_breaks: tuple[str, ...]
    options: Object
    clock: PlannedClock | None
    disclosure: Disclosure
    decks: Decks
    check_in: bool
    elsewhere: bool
    capacity: int
    prizes: int
    bots_welcome: bool


class StaffLine(Struct, frozen=True):
    """A member of the staff."""

    player: Id
    name: str | None
    role: Role


class EntrantLine(Struct, frozen=True, omit_defaults=True):
    """An entrant.

    `deck` is the commitment of a sealed list, `entropy` (hex) the entrant's contribution to the randomness. `deck_by`
    is the player who sealed the list for the entrant. If an entrant leaves a round robin, its games can be `struck`.
    """

    number: int
    presence: Presence
    joined: int
    player: Id | None = None
    name: str | None = None
    bot: str | None = None
    guest: bool = False
    club: str = ""
    entropy: str = ""
    deck: Hash | None = None
    deck_by: Id | None = None
    deck_opened: bool = False
    bot_account: bool = False
    struck: bool = False


class NewerChange(Struct, frozen=True):
    """A change since a round was drawn: its entry in the log, the tag of its event, and the entrants it concerns.

    `round` and `table` are null unless the change concerns a table.
    """

    entry: int
    what: str
    round: int | None
    table: int | None
    entrants: tuple[int, ...]


class LateCorrection(Struct, frozen=True):
    """A result that was corrected after later `rounds` were drawn, and the entry in the log that corrected it."""

    entry: int
    round: int
    table: int
    rounds: tuple[int, ...]


class TableResult(Struct, frozen=True):
    """The result of a table: points and places by seat, the kind of result, its entry in the log, and its cause.

    The cause is how the match ended (`finished` or `forfeited`), the cause of a referee's ruling, or `reported`.
    """

    points: tuple[int, ...]
    places: tuple[int, ...]
    kind: str
    entry: int
    cause: str


class TableGame(Struct, frozen=True, omit_defaults=True):
    """One of several games of a table: its seats, its result in the order of these seats, and its match.

    The seats are swapped after each game.
    """

    game: int
    entrants: tuple[int, ...]
    match: Id | None = None
    status: Status | None = None
    version: int = 0
    page: str | None = None
    parked: bool = False
    result: TableResult | None = None
    reported: TableResult | None = None
    confirmed: tuple[int, ...] = ()


class TableSummary(Struct, frozen=True, omit_defaults=True):
    """A table: its entrants by seat, and the match that is played there, as the lobby knows it.

    A match is `parked` if its log could not be read: then its result is pending until the log can be read or a referee
    rules. If up to `best_of` games are played, `games` lists those so far, and `won` says how many each seat of the
    table has won; match and report are those of the latest game, and the result adds up the points.
    """

    table: int
    entrants: tuple[int, ...]
    group: int = 0
    match: Id | None = None
    status: Status | None = None
    version: int = 0
    page: str | None = None
    parked: bool = False
    result: TableResult | None = None
    reported: TableResult | None = None
    confirmed: tuple[int, ...] = ()
    best_of: int = 1
    won: tuple[int, ...] = ()
    games: tuple[TableGame, ...] = ()


class RoundSummary(Struct, frozen=True):
    """A round: its tables and byes, how it was drawn, and when it started (null before that).

    `cost` and `bound` have one number for each objective of the method. `newer` lists the changes since the draw.
    Before the round starts, these are all changes that the draw may depend on; if the draw would differ now, the round
    must be paired again before it starts. After it has started, they are only corrected results of earlier rounds, and
    the round continues as it was drawn. `name` is null if the number of the round says enough.
    """

    round: int
    stage: int
    name: StageName | None
    progress: Progress
    tables: tuple[TableSummary, ...]
    byes: tuple[int, ...]
    algorithm: str
    seed: Hash
    attempt: int
    fixed: tuple[tuple[int, ...], ...]
    cost: tuple[int, ...]
    bound: tuple[int, ...]
    reasons: tuple[Reason, ...]
    started_at: Moment | None
    newer: tuple[NewerChange, ...]


class Yours(Struct, frozen=True):
    """The caller's roles in a tournament, and whether the caller, as an entrant, can still add entropy."""

    organiser: bool
    referee: bool
    entrant: int | None
    may_add_entropy: bool


class SecretSummary(Struct, frozen=True):
    """The secrets that prove every seed of a tournament (hex): one for its draws, one for its tables.

    `tables` is null if some content of the matches stays hidden.
    """

    draws: Hash
    tables: Hash | None


class TournamentSummary(Struct, frozen=True):
    """A tournament from registration to its end. `secret` appears when it is over and all its matches are closed.

    `stage_names` names all planned stages, and `stages` lists, for each stage that has begun, the entrants of its
    groups in seeding order. With `one_winner`, results in which entrants share the first place of a table are refused.
    """

    id: Id
    title: str
    description: str
    zone: str
    game: str
    phase: Phase
    version: int
    created_at: Moment
    starts_at: Moment | None
    plan: PlanSummary
    commitments: Commitments
    secret: SecretSummary | None
    staff: tuple[StaffLine, ...]
    entrants: tuple[EntrantLine, ...]
    stage_names: tuple[StageName, ...]
    stages: tuple[tuple[tuple[int, ...], ...], ...]
    rounds: tuple[RoundSummary, ...]
    one_winner: bool
    forbidden: tuple[tuple[int, int], ...]
    links: TournamentLinks
    yours: Yours


class TournamentLinks(Struct, frozen=True):
    """Addresses of a tournament: its standings, downloads and pages."""

    standings: str
    log: str
    export: str
    bundle: str
    standings_csv: str
    pairings_csv: str
    results_csv: str
    report: str
    page: str
    final_sheet: str


class TournamentLine(Struct, frozen=True):
    """A tournament in the list."""

    id: Id
    title: str
    game: str
    phase: Phase
    created_at: Moment
    starts_at: Moment | None
    organiser: Id
    page: str


class Amount(Struct, frozen=True):
    """A number in the standings, both rounded to six decimals and exact."""

    value: float
    exact: str


class TermLine(Struct, frozen=True, omit_defaults=True):
    """One term of a sum: its round and table, the match played there, the entrant it concerns, and its amount.

    If the table played several games, `won` says how many each seat has won, and `matches` lists all of them.
    """

    round: int
    table: int
    amount: Amount
    about: int | None
    match: Id | None
    note: str
    won: tuple[int, ...] = ()
    matches: tuple[Id, ...] = ()


class ValueLine(Struct, frozen=True):
    """The score, or a tie-break by its code. `terms` is present only if an explanation was requested."""

    code: str
    amount: Amount
    terms: tuple[TermLine, ...]


class StandingLine(Struct, frozen=True):
    """An entrant's place in the standings."""

    place: int
    entrant: int
    name: str | None
    played: int
    score: ValueLine
    ties: tuple[ValueLine, ...]


def amount(number: Fraction) -> Amount:
    return Amount(round(float(number), 6), str(number))


def standing_line(tournament: Tournament, line: Standing, names: Mapping[int, str | None]) -> StandingLine:
    """Returns a line of the standings with the name of its entrant."""
    score, *ties = (_value(tournament, value) for value in (line.score, *line.ties))
    return StandingLine(line.place, line.entrant, names.get(line.entrant), line.played, score, tuple(ties))


def _value(tournament: Tournament, value: Value) -> ValueLine:
    return ValueLine(value.code, amount(value.amount), tuple(_term(tournament, term) for term in value.terms))


def _term(tournament: Tournament, term: Term) -> TermLine:
    table = tournament.rounds[term.round - 1].tables[term.table - 1] if term.table else None
    several = table if table is not None and table.best_of > 1 else None
    return TermLine(
        round=term.round,
        table=term.table,
        amount=amount(term.amount),
        about=term.about or None,
        match=term.match or None,
        note=term.note,
        won=several.won if several else (),
        matches=tuple(game.match for game in several.games if game.match) if several else (),
    )


async def names_of(people: People, tournament: Tournament) -> dict[int, str | None]:
    """Returns the names of the entrants by number; None for bots."""
    names = await people.names({one.player for one in tournament.entrants if one.player})
    return {one.number: names.get(one.player) for one in tournament.entrants}


def people_of(tournament: Tournament) -> set[str]:
    """Returns the players who take part in a tournament or run it."""
    return ({one.player for one in tournament.entrants} | {one.player for one in tournament.staff}) - {""}


async def tournament_summary(
    session: Session, known: PlayerNames, tournament: Tournament, row: TournamentRow, caller: str
) -> TournamentSummary:
    """Returns the current state of a tournament, with the names of its people and the lobby's data on its tables."""
    names = dict(known.names)
    clubs = await session.exec(select(ClubRow).where(ClubRow.tournament == tournament.id))
    names |= {club.code: club.name for club in clubs.all()}
    every = (game.match for one in tournament.rounds for table in one.tables for game in table.games)
    ids = [match for match in every if match]
    matches, unread = await _matches(session, ids), await find_parked(session, ids)
    plan = tournament.planned
    own = tournament.entrant_of(caller)
    roles = [one.role for one in tournament.staff if one.player == caller]
    return TournamentSummary(
        id=tournament.id,
        title=row.title,
        description=row.description,
        zone=row.zone,
        game=plan.game,
        phase=tournament.phase,
        version=tournament.version,
        created_at=rfc3339(row.created_at),
        starts_at=moment(row.starts_at),
        plan=PlanSummary(
            plan.stages,
            plan.scoring,
            plan.tie_breaks,
            plan.options,
            plan_clock(plan.clock, format_moment),
            plan.disclosure,
            plan.decks,
            plan.check_in,
            plan.elsewhere,
            plan.capacity,
            plan.prizes,
            plan.bots_welcome,
        ),
        commitments=tournament.committed,
        secret=_secret(tournament),
        staff=tuple(StaffLine(one.player, names.get(one.player), one.role) for one in tournament.staff),
        entrants=tuple(_entrant(tournament, one, names, known.bots) for one in tournament.entrants),
        stage_names=stage_names(tournament),
        stages=tournament.stages,
        rounds=tuple(round_summary(tournament, one, matches, unread) for one in tournament.rounds),
        one_winner=tournament.one_winner,
        forbidden=tuple(sorted(tournament.forbidden)),
        links=links(tournament.id),
        yours=Yours(
            Role.ORGANISER in roles, bool(roles), own.number if own else None, may_add_entropy(tournament, caller)
        ),
    )


def _secret(tournament: Tournament) -> SecretSummary | None:
    shown = tournament.secret
    return None if shown is None else SecretSummary(shown.draws, shown.tables or None)


def round_summary(
    tournament: Tournament, one: Round, matches: Mapping[str, MatchRow], unread: Container[str] = ()
) -> RoundSummary:
    """Returns a round, with its tables, and their matches as the lobby knows them."""
    return RoundSummary(
        round=one.number,
        stage=one.stage,
        name=round_name(tournament, one),
        progress=one.progress,
        tables=tuple(_table(table, matches, unread, struck=tournament.is_struck(one, table)) for table in one.tables),
        byes=one.byes,
        algorithm=one.algorithm,
        seed=one.seed,
        attempt=one.attempt,
        fixed=one.fixed,
        cost=one.cost,
        bound=one.bound,
        reasons=one.reasons,
        started_at=rfc3339(one.started) if one.started else None,
        newer=tuple(
            NewerChange(newer.entry, newer.what, newer.round or None, newer.table or None, newer.entrants)
            for newer in one.newer
            if one.progress is Progress.PAIRED or newer.round
        ),
    )


def late_corrections(tournament: Tournament) -> tuple[LateCorrection, ...]:
    """Returns the results that were corrected after a later round was drawn, in the order of the corrections."""
    found: dict[int, tuple[LaterChange, list[int]]] = {}
    for one in tournament.rounds:
        for newer in one.newer:
            if newer.round:
                found.setdefault(newer.entry, (newer, []))[1].append(one.number)
    return tuple(
        LateCorrection(entry, newer.round, newer.table, tuple(rounds))
        for entry, (newer, rounds) in sorted(found.items())
    )


def links(tournament: str) -> TournamentLinks:
    """Returns the addresses of a tournament."""
    at = f"{API}/tournaments/{tournament}"
    return TournamentLinks(
        standings=f"{at}/standings",
        log=f"{at}/log.ndjson",
        export=f"{at}/export.json",
        bundle=f"{at}/bundle",
        standings_csv=f"{at}/standings.csv",
        pairings_csv=f"{at}/pairings.csv",
        results_csv=f"{at}/results.csv",
        report=f"{at}/report.trf",
        page=page(tournament),
        final_sheet=f"{page(tournament)}/print/final",
    )


def page(tournament: str) -> str:
    return f"/tournaments/{tournament}"


def tournament_line(row: TournamentRow) -> TournamentLine:
    """Returns a tournament as the list shows it."""
    return TournamentLine(
        row.id,
        row.title,
        row.game,
        Phase(row.phase),
        rfc3339(row.created_at),
        moment(row.starts_at),
        row.organiser,
        page(row.id),
    )


def _entrant(tournament: Tournament, one: Entrant, names: Mapping[str, str], bots: Container[str]) -> EntrantLine:
    return EntrantLine(
        number=one.number,
        presence=one.presence,
        joined=one.joined,
        player=one.player or None,
        name=names.get(one.player),
        bot=one.bot or None,
        guest=one.guest,
        club=names.get(one.club, ""),
        entropy=one.entropy,
        deck=one.deck.commitment if one.deck else None,
        deck_by=one.deck.by if one.deck and not one.bot and one.deck.by != one.player else None,
        deck_opened=bool(one.deck and one.deck.opened),
        bot_account=one.player in bots,
        struck=any(struck.entrant == one.number for struck in tournament.struck),
    )


def _table(table: Table, matches: Mapping[str, MatchRow], unread: Container[str], *, struck: bool) -> TableSummary:
    several = table.best_of > 1
    games = tuple(_game(game, matches.get(game.match), game.match in unread) for game in table.games)
    latest = games[-1]
    return TableSummary(
        table=table.number,
        entrants=table.entrants,
        group=table.group,
        match=latest.match,
        status=latest.status,
        version=latest.version,
        page=latest.page,
        parked=latest.parked,
        result=_result(table.result, struck=struck),
        reported=latest.reported,
        confirmed=latest.confirmed,
        best_of=table.best_of,
        won=table.won if several else (),
        games=games if several else (),
    )


def _game(game: Game, match: MatchRow | None, unread: bool) -> TableGame:
    return TableGame(
        game=game.number,
        entrants=game.entrants,
        match=game.match or None,
        status=Status(match.status) if match else None,
        version=match.version if match else 0,
        page=f"/replay/{game.match}" if match else None,
        parked=unread,
        result=_result(game.result),
        reported=_result(game.reported),
        confirmed=game.confirmed,
    )


def _result(outcome: Outcome | None, *, struck: bool = False) -> TableResult | None:
    if outcome is None:
        return None
    kind = Kind.STRUCK if struck else outcome.kind
    return TableResult(outcome.points, outcome.places, kind.value, outcome.entry, outcome.cause)


class EventLinks:
    """The tournaments that matches belong to, as they were at most a second ago."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._recent = RecentValues[str, tuple[EventLink | None]]()

    async def of(self, match: str) -> EventLink | None:
        """Returns the tournament and table that a match belongs to; None for a match outside tournaments."""
        found = self._recent.get(match)
        if found is None:
            async with self._tournaments.records.reading() as session:
                found = (await event_of(session, self._tournaments, match),)
            self._recent.put(match, found)
        return found[0]


async def event_of(session: Session, tournaments: Tournaments, match: str) -> EventLink | None:
    """Returns the tournament and table that a match belongs to; None for a match outside tournaments.

    Numbers of entrants are missing if a newer version of Chronik wrote the log.
    """
    query = select(TableRow, TournamentRow.title).where(
        TableRow.match == match, col(TournamentRow.id) == col(TableRow.tournament)
    )
    found = (await session.exec(query)).first()
    if found is None:
        return None
    table, title = found
    entrants: tuple[int, ...] = ()
    with suppress(NewerEntry):
        folded = await tournaments.read(session, table.tournament)
        seated = folded.tournament.game_of_match(match) if folded else None
        entrants = seated[2].entrants if seated else ()
    return EventLink(
        table.tournament, title, table.round, table.number, page(table.tournament), table.game, table.best_of, entrants
    )


async def _matches(session: Session, ids: Sequence[str]) -> dict[str, MatchRow]:
    found: dict[str, MatchRow] = {}
    for at in range(0, len(ids), 500):
        rows = await session.exec(select(MatchRow).where(col(MatchRow.id).in_(ids[at : at + 500])))
        found |= {row.id: row for row in rows.all()}
    return found


Title = Annotated[str, Meta(min_length=1, max_length=80, description="1 to 80 visible characters.")]
Description = Annotated[str, Meta(max_length=4000)]
