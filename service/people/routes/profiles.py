"""The routes of players' public profiles, with their tournaments and results, and of the rating lists."""

from collections.abc import Collection, Sequence
from typing import Annotated

from litestar import get
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct
from sqlmodel import col, select

from chronik.domain.tournament.ratings.ratings import BOT, Pool, RatedPlayer
from chronik.domain.tournament.record.state import Entrant, Phase, Presence, Tournament
from chronik.domain.tournament.rules.tally import final_table
from chronik.projections.tournament.stage_names import StageName, round_name
from chronik.service.identity.register import PlayerNames
from chronik.service.running.clock import Moment, rfc3339
from chronik.service.sql.database import PlayerRow
from chronik.service.tournaments.ratings import Ratings
from chronik.service.tournaments.routes.recording import TournamentServices
from chronik.service.tournaments.summary import page
from chronik.service.tournaments.tables import TournamentRow
from chronik.service.web.openapi.contract import promises
from chronik.service.web.problems.ids import ID, Id, is_id
from chronik.service.web.problems.kinds import NOT_FOUND
from chronik.service.web.problems.problem import Problem
from chronik.service.web.router import Router

SHOWN = 200
PlayerId = Annotated[str, PathParameter(description="The id of the player.", schema_extra={"pattern": ID})]
Game = Annotated[str | None, QueryParameter(max_length=40, pattern="^[a-z_]+$", description="Only this game.")]


class RatingPoint(Struct, frozen=True):
    """A rating after a table: the mean and deviation of the estimate, and the conservative value that is shown."""

    at: Moment
    tournament: Id
    round: int
    table: int
    match: Id | None
    middle: float
    deviation: float
    shown: float


class RatingLine(Struct, frozen=True):
    """A player's rating in a pool: one game, one number of seats, and tables either with or without bots."""

    game: str
    seats: int
    bots: bool
    formula: str
    place: int
    contests: int
    wins: int
    provisional: bool
    shown: float
    interval: tuple[float, float]
    history: tuple[RatingPoint, ...]


class Entry(Struct, frozen=True):
    """A tournament that a player takes part in, with the player's current place."""

    tournament: Id
    title: str
    game: str
    phase: Phase
    created_at: Moment
    entrant: int
    presence: Presence
    place: int | None
    page: str


class SatWith(Struct, frozen=True):
    """An entrant at the same table, with points and place."""

    entrant: int
    player: Id | None
    name: str | None
    bot: str | None
    bot_account: bool
    points: int
    place: int


class SeriesGame(Struct, frozen=True):
    """One of several games of a table, and its match."""

    game: int
    match: Id | None
    page: str | None


class TableLine(Struct, frozen=True, omit_defaults=True):
    """A table that a player sat at, with its result.

    If the table played several games, `won` says how many each of `seats` has won, and `match` is the latest match.
    `name` is missing if the number of the round says enough.
    """

    tournament: Id
    round: int
    table: int
    match: Id | None
    page: str | None
    seats: tuple[SatWith, ...]
    name: StageName | None = None
    won: tuple[int, ...] = ()
    games: tuple[SeriesGame, ...] = ()


class PlayerProfile(Struct, frozen=True):
    """A player's public profile; the newest tournament comes first. A ghost is a player who was erased."""

    player: Id
    name: str
    bot: bool
    ghost: bool
    entries: tuple[Entry, ...]
    tables: tuple[TableLine, ...]
    ratings: tuple[RatingLine, ...]


class PoolLine(Struct, frozen=True):
    """A line of a rating list; a bot has a level instead of a player."""

    place: int
    player: Id | None
    name: str | None
    bot: str | None
    bot_account: bool
    contests: int
    wins: int
    provisional: bool
    shown: float
    interval: tuple[float, float]


class PoolSummary(Struct, frozen=True):
    """The players of a pool, best first."""

    game: str
    seats: int
    bots: bool
    formula: str
    players: tuple[PoolLine, ...]


class RatingLists(Struct, frozen=True):
    """The best players of each pool."""

    pools: tuple[PoolSummary, ...]


def profiles_router(services: TournamentServices, ratings: Ratings) -> Router:
    """Returns the routes of this module, under `/api/v1`."""

    @get("/players/{player:str}", operation_id="player", opt=promises(problems=(NOT_FOUND,)))
    async def profile(player: PlayerId) -> PlayerProfile:
        """Returns a player's tournaments, tables with results, and ratings with their history."""
        person = await _load_player(services, player) if is_id(player) else None
        if person is None:
            raise Problem(NOT_FOUND)
        pools = await ratings.pools()
        entered = await _load_tournaments(services, ratings.tournaments_of(player))
        known = [one for _, one in entered]
        others = await services.people.find_names(
            {one.player for event in known for one in event.entrants if one.player}
        )
        return PlayerProfile(
            player=player,
            name=person.name,
            bot=person.bot,
            ghost=person.erased_at is not None,
            entries=tuple(entry for row, one in entered for entry in _entries(row, one, player)),
            tables=tuple(line for one in known for line in _tables(one, player, others))[:SHOWN],
            ratings=tuple(_lines(pools, player)),
        )

    @get("/ratings", operation_id="ratings", opt=promises())
    async def lists(game: Game = None) -> RatingLists:
        """Returns the ratings of each pool: one game and number of seats, with separate pools for tables with bots."""
        pools = [pool for pool in await ratings.pools() if game in (None, pool.game)]
        people = {one.player for pool in pools for one in pool.players[:SHOWN]}
        known = await services.people.find_names({one for one in people if not one.startswith(BOT)})
        return RatingLists(tuple(_pool(pool, known) for pool in pools))

    return Router("/", route_handlers=[profile, lists], tags=["players"])


async def _load_player(services: TournamentServices, player: str) -> PlayerRow | None:
    async with services.tournaments.records.reading() as session:
        return await session.get(PlayerRow, player)


async def _load_tournaments(
    services: TournamentServices, ids: Collection[str]
) -> list[tuple[TournamentRow, Tournament]]:
    """Returns these tournaments, newest first."""
    query = select(TournamentRow).where(col(TournamentRow.id).in_(ids)).order_by(col(TournamentRow.created_at).desc())
    async with services.tournaments.records.reading() as session:
        rows = (await session.exec(query.limit(SHOWN))).all()
    found = [(row, await services.tournaments.find(row.id)) for row in rows]
    return [(row, one) for row, one in found if one is not None]


def _entries(row: TournamentRow, tournament: Tournament, player: str) -> Sequence[Entry]:
    own = tournament.entrant_of(player)
    if own is None:
        return ()
    places = {one.entrant: one.place for one in final_table(tournament)} if tournament.stages else {}
    return (
        Entry(
            tournament=row.id,
            title=row.title,
            game=row.game,
            phase=tournament.phase,
            created_at=rfc3339(row.created_at),
            entrant=own.number,
            presence=own.presence,
            place=places.get(own.number),
            page=page(row.id),
        ),
    )


def _tables(tournament: Tournament, player: str, known: PlayerNames) -> list[TableLine]:
    """Returns a player's tables in a tournament, the latest first."""
    own = tournament.entrant_of(player)
    lines: list[TableLine] = []
    for one in reversed(tournament.rounds):
        table = one.table_of(own.number) if own else None
        if table is None or table.result is None:
            continue
        results = zip(table.entrants, table.result.points, table.result.places, strict=True)
        seats = tuple(
            _seat_result(tournament.entrants[number - 1], known, points, place) for number, points, place in results
        )
        games = tuple(SeriesGame(game.number, game.match or None, _replay(game.match)) for game in table.games)
        several = table.best_of > 1
        lines.append(
            TableLine(
                tournament=tournament.id,
                round=one.number,
                table=table.number,
                match=table.match or None,
                page=_replay(table.match),
                seats=seats,
                name=round_name(tournament, one),
                won=table.won if several else (),
                games=games if several else (),
            )
        )
    return lines


def _replay(match: str) -> str | None:
    return f"/replay/{match}" if match else None


def _seat_result(entrant: Entrant, known: PlayerNames, points: int, place: int) -> SatWith:
    return SatWith(
        entrant=entrant.number,
        player=entrant.player or None,
        name=known.names.get(entrant.player),
        bot=entrant.bot or None,
        bot_account=entrant.player in known.bots,
        points=points,
        place=place,
    )


def _lines(pools: Sequence[Pool], player: str) -> Sequence[RatingLine]:
    return [
        RatingLine(
            game=pool.game,
            seats=pool.seats,
            bots=pool.bots,
            formula=pool.formula,
            place=place,
            contests=one.contests,
            wins=one.wins,
            provisional=one.provisional,
            shown=round(one.now.shown, 3),
            interval=_interval(one),
            history=tuple(
                RatingPoint(
                    rfc3339(point.at),
                    point.tournament,
                    point.round,
                    point.table,
                    point.match or None,
                    round(point.middle, 3),
                    round(point.deviation, 3),
                    round(point.shown, 3),
                )
                for point in one.history[-SHOWN:]
            ),
        )
        for pool in pools
        for place, one in enumerate(pool.players, 1)
        if one.player == player
    ]


def _pool(pool: Pool, known: PlayerNames) -> PoolSummary:
    lines = tuple(
        PoolLine(
            place=place,
            player=None if one.player.startswith(BOT) else one.player,
            name=known.names.get(one.player),
            bot_account=one.player in known.bots,
            bot=one.player.removeprefix(BOT) if one.player.startswith(BOT) else None,
            contests=one.contests,
            wins=one.wins,
            provisional=one.provisional,
            shown=round(one.now.shown, 3),
            interval=_interval(one),
        )
        for place, one in enumerate(pool.players[:SHOWN], 1)
    )
    return PoolSummary(pool.game, pool.seats, pool.bots, pool.formula, lines)


def _interval(one: RatedPlayer) -> tuple[float, float]:
    low, high = one.now.interval
    return round(low, 3), round(high, 3)
