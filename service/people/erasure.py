"""Exports and erases the data that Chronik keeps about a player.

Names, contacts and texts are in SQL. Logs and archives contain only random ids, so an erasure does not change them, and
they still verify. Other features contribute their data as a `PersonalData`.
"""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
import structlog
from msgspec import Struct
from sqlmodel import col, or_, select, update
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.match.match import Status
from chronik.projections.match.lobby import ListedResult, ListedSeat
from chronik.service.identity.auth import Scope
from chronik.service.identity.personal_data import PersonalData
from chronik.service.identity.register import order_scopes, scopes_of
from chronik.service.running.clock import Moment, milliseconds, moment, rfc3339
from chronik.service.running.links import Links, links
from chronik.service.running.result import Result, to_result
from chronik.service.sql.analyses import drop_analyses
from chronik.service.sql.database import MatchRow, PlayerRow, Records, Session, TokenRow
from chronik.service.web.problems.ids import Id

GHOST_LETTERS = "abcdefghkmnprstvwxyz"
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds between sweeps while another process reads the database: each pause is twice as long as the one before."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.erasure")


class PlayerKept(Struct, frozen=True):
    """The player. `erased_at` is set only for a ghost, which is an erased player."""

    id: Id
    name: str
    contact: str | None
    bot: bool
    created_at: Moment
    erased_at: Moment | None


class TokenKept(Struct, frozen=True):
    """A token, which may be revoked. Its text is not stored; its hash is not exported."""

    id: Id
    label: str
    scopes: tuple[Scope, ...]
    created_at: Moment
    expires_at: Moment | None
    used_at: Moment | None
    revoked_at: Moment | None


class MatchKept(Struct, frozen=True):
    """A match that the player opened or has a seat in. Its archive has every command."""

    id: Id
    game: str
    status: Status
    seat: int | None
    opener: bool
    opened_at: Moment
    closed_at: Moment | None
    result: Result | None
    links: Links


class Export(Struct, frozen=True):
    """Everything that is kept about a player; `holdings` holds the data of the other features, by feature name."""

    player: PlayerKept
    tokens: tuple[TokenKept, ...]
    matches: tuple[MatchKept, ...]
    holdings: dict[str, dict[str, Any]]


class Ghost(Struct, frozen=True):
    """The ghost that remains of an erased player. `swept` says whether erased text has left the database's files."""

    player: Id
    name: str
    erased_at: Moment
    swept: bool


async def export(records: Records, holdings: Sequence[PersonalData], player: str) -> Export | None:
    """Returns everything that is kept about a player now; None for an unknown player."""
    async with records.reading() as session:
        row = await session.get(PlayerRow, player)
        if row is None:
            return None
        return Export(
            player=PlayerKept(row.id, row.name, row.contact, row.bot, rfc3339(row.created_at), moment(row.erased_at)),
            tokens=await _tokens(session, player),
            matches=await _matches(session, player),
            holdings={holding.name: dict(await holding.export(session, player)) for holding in holdings},
        )


async def erase(records: Records, holdings: Sequence[PersonalData], player: str) -> Ghost | None:
    """Erases a player for good: a ghost keeps their results, and can never become an account again.

    A repeated call sweeps again and returns the same ghost. Returns None for an unknown player.
    """
    try:
        async with records.session() as session:
            query = select(PlayerRow).where(PlayerRow.id == player).with_for_update()
            row = (await session.exec(query)).first()
            if row is None:
                return None
            erased_at = row.erased_at or milliseconds()
            if row.erased_at is None:
                row.name, row.contact, row.erased_at = ghost_name(), None, erased_at
                await session.flush()
            mine, working = col(TokenRow.player) == player, col(TokenRow.revoked_at).is_(None)
            # Lock in the same order as `People.write_uses`, to avoid deadlocks.
            await session.exec(select(TokenRow.id).where(mine).order_by(TokenRow.id).with_for_update())
            await session.exec(update(TokenRow).where(mine, working).values(revoked_at=erased_at))
            await session.exec(update(TokenRow).where(mine).values(label="", used_at=None))
            for holding in holdings:
                await holding.erase(session, player)
            await drop_analyses(session, player)
    finally:  # even if the caller has disconnected
        records.unswept.set()
    return Ghost(player, row.name, rfc3339(erased_at), await records.scrub())


async def run_sweeps(records: Records) -> None:
    """Repeats sweeps that erasures could not finish; never returns."""
    while True:
        await records.unswept.wait()
        await asyncio.sleep(FIRST_PAUSE)
        if records.unswept.is_set():
            LOG.warning("erased text stays in the write-ahead log while another process reads from it")
            try:
                await sweep(records)
            except Exception as error:
                LOG.warning("the sweep of erased text failed", error=type(error).__name__)
            else:
                LOG.info("erased text has left the write-ahead log")


async def sweep(records: Records) -> None:
    """Removes erased text from the database's files, and returns once they contain none."""
    pause = FIRST_PAUSE
    while not await records.scrub():
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def ghost_name() -> str:
    """Returns a random name that reveals nothing about the player's old name."""
    return "ghost " + "".join(GHOST_LETTERS[byte % len(GHOST_LETTERS)] for byte in secrets.token_bytes(6))


async def _tokens(session: Session, player: str) -> tuple[TokenKept, ...]:
    query = select(TokenRow).where(TokenRow.player == player).order_by(col(TokenRow.created_at), col(TokenRow.id))
    return tuple(
        TokenKept(
            id=row.id,
            label=row.label,
            scopes=order_scopes(scopes_of(row.scopes)),
            created_at=rfc3339(row.created_at),
            expires_at=moment(row.expires_at),
            used_at=moment(row.used_at),
            revoked_at=moment(row.revoked_at),
        )
        for row in (await session.exec(query)).all()
    )


async def _matches(session: Session, player: str) -> tuple[MatchKept, ...]:
    seated = col(MatchRow.seats).contains(f'"{player}"', autoescape=True)
    query = (
        select(MatchRow)
        .where(or_(seated, col(MatchRow.opened_by) == player))
        .order_by(col(MatchRow.opened_at), col(MatchRow.id))
    )
    return tuple(_match(row, player) for row in (await session.exec(query)).all())


def _match(row: MatchRow, player: str) -> MatchKept:
    seats = msgspec.json.decode(row.seats, type=tuple[ListedSeat, ...])
    return MatchKept(
        id=row.id,
        game=row.game,
        status=Status(row.status),
        seat=next((line.seat for line in seats if line.player == player), None),
        opener=row.opened_by == player,
        opened_at=rfc3339(row.opened_at),
        closed_at=moment(row.closed_at),
        result=None if row.result is None else to_result(msgspec.json.decode(row.result, type=ListedResult)),
        links=links(row.game, row.id),
    )
