"""What Chronik keeps about a person: told to them in full, or erased.

Names, contacts and words live in SQL; logs and archives know random ids only, so erasing leaves them as they are, and
they still verify. Other records that know something about people join as a `PersonalData`.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import msgspec
import structlog
from msgspec import Struct
from sqlmodel import col, or_, select, update
from structlog.typing import FilteringBoundLogger

from domain.engine.match.match import Status
from projections.match.lobby import ListedResult, ListedSeat
from service.clock import Moment, milliseconds, moment, rfc3339
from service.links import Links, links
from service.people.auth import Scope
from service.people.register import in_order, scopes_of
from service.problems.ids import Id
from service.result import Result, told
from service.sql.database import MatchRow, PlayerRow, Records, Session, TokenRow

GHOST_LETTERS = "abcdefghkmnprstvwxyz"
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds between two sweeps while somebody reads: each is twice as long as the one before."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.erasure")


class PersonalData(Struct, frozen=True):
    """A record that knows something about people: how it is told to one of them, and how their words are erased.

    Both run inside a transaction; erasing twice is erasing once.
    """

    name: str
    tell: Callable[[Session, str], Awaitable[Mapping[str, Any]]]
    erase: Callable[[Session, str], Awaitable[None]]


class PlayerKept(Struct, frozen=True):
    """The player. `erased_at` is set on a ghost."""

    id: Id
    name: str
    contact: str | None
    bot: bool
    created_at: Moment
    erased_at: Moment | None


class TokenKept(Struct, frozen=True):
    """A token, also a revoked one. Its text is not kept, only a hash that nobody is shown."""

    id: Id
    label: str
    scopes: tuple[Scope, ...]
    created_at: Moment
    expires_at: Moment | None
    used_at: Moment | None
    revoked_at: Moment | None


class MatchKept(Struct, frozen=True):
    """A match of the player: opened by them, or with them in a seat, or both. Its archive holds every command."""

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
    """Everything that is kept about a player; what other records hold stands in `holdings` under their names."""

    player: PlayerKept
    tokens: tuple[TokenKept, ...]
    matches: tuple[MatchKept, ...]
    holdings: dict[str, dict[str, Any]]


class Ghost(Struct, frozen=True):
    """What is left of a player who was erased, and whether every trace has left the files of the database already."""

    player: Id
    name: str
    erased_at: Moment
    swept: bool


async def export(records: Records, holdings: Sequence[PersonalData], player: str) -> Export | None:
    """Everything that is kept about a player, as of now."""
    async with records.reading() as session:
        row = await session.get(PlayerRow, player)
        if row is None:
            return None
        return Export(
            player=PlayerKept(row.id, row.name, row.contact, row.bot, rfc3339(row.created_at), moment(row.erased_at)),
            tokens=await _tokens(session, player),
            matches=await _matches(session, player),
            holdings={holding.name: dict(await holding.tell(session, player)) for holding in holdings},
        )


async def erase(records: Records, holdings: Sequence[PersonalData], player: str) -> Ghost | None:
    """Erases a player: a ghost keeps the results, and nobody can become that ghost again.

    A second time sweeps once more and keeps the first ghost.
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
            # In the order in which `People.write_uses` takes them, so never in a circle.
            await session.exec(select(TokenRow.id).where(mine).order_by(TokenRow.id).with_for_update())
            await session.exec(update(TokenRow).where(mine, working).values(revoked_at=erased_at))
            await session.exec(update(TokenRow).where(mine).values(label="", used_at=None))
            for holding in holdings:
                await holding.erase(session, player)
    finally:  # whoever asked may be gone by now
        records.unswept.set()
    return Ghost(player, row.name, rfc3339(erased_at), await records.scrub())


async def keep_swept(records: Records) -> None:
    """Follows up for ever what an erasure could not sweep."""
    while True:
        await records.unswept.wait()
        await asyncio.sleep(FIRST_PAUSE)
        if records.unswept.is_set():
            LOG.warning("erased words stand in the write-ahead log while somebody reads from it")
            try:
                await sweep(records)
            except Exception as error:
                LOG.warning("the sweep of erased words waits", error=type(error).__name__)
            else:
                LOG.info("erased words have left the write-ahead log")


async def sweep(records: Records) -> None:
    """Returns when no erased word stands in the files of the database."""
    pause = FIRST_PAUSE
    while not await records.scrub():
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def ghost_name() -> str:
    """A name by chance, which tells nothing of the old one."""
    return "ghost " + "".join(GHOST_LETTERS[byte % len(GHOST_LETTERS)] for byte in secrets.token_bytes(6))


async def _tokens(session: Session, player: str) -> tuple[TokenKept, ...]:
    query = select(TokenRow).where(TokenRow.player == player).order_by(col(TokenRow.created_at), col(TokenRow.id))
    return tuple(
        TokenKept(
            id=row.id,
            label=row.label,
            scopes=in_order(scopes_of(row.scopes)),
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
        result=None if row.result is None else told(msgspec.json.decode(row.result, type=ListedResult)),
        links=links(row.game, row.id),
    )
