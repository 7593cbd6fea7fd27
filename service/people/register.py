"""People and their tokens, as SQL keeps them."""

import asyncio
import secrets
from collections.abc import Callable, Collection, Iterable

import msgspec
import structlog
from sqlalchemy import ColumnElement
from sqlmodel import col, func, or_, select, update
from structlog.typing import FilteringBoundLogger

from service.clock import milliseconds
from service.people.auth import Principal, Scope, new_token, same_hash, token_hash
from service.sql.database import PlayerRow, Records, Session, TokenRow

TOKENS_LISTED = 500
MOST_TOKENS = 100
"""So many tokens of one account work at the same time."""
ASKED_AT_ONCE = 1_000
HOUR_MS = 3_600_000
"""When a token was used last is known to the hour: enough to tell one that nobody needs, and little to write."""
WRITE_SECONDS = 60.0
LOG: FilteringBoundLogger = structlog.get_logger("chronik.people")


class TooManyTokens(Exception):
    """The account has as many tokens that work as it may."""


class Issued(msgspec.Struct, frozen=True):
    """A token as it is shown, once, to whoever asked for it."""

    player: str
    id: str
    token: str
    scopes: frozenset[Scope]

    def __repr__(self) -> str:
        return f"Issued(player={self.player!r}, id={self.id!r})"


class TokenLine(msgspec.Struct, frozen=True):
    """A token as its owner sees it later: everything but the token."""

    id: str
    label: str
    scopes: frozenset[Scope]
    created_at: int
    expires_at: int | None
    used_at: int | None


class Person(msgspec.Struct, frozen=True):
    """A player as they describe themselves."""

    name: str
    contact: str | None
    bot: bool = False


class Known(msgspec.Struct, frozen=True):
    """Players as everybody may know them: what they are called, and which of them are accounts that programs play."""

    names: dict[str, str]
    bots: frozenset[str]


class People:
    """Who plays, and by which tokens they are known; `now` is the clock by which tokens expire, since 1970."""

    def __init__(self, records: Records, now: Callable[[], int] = milliseconds) -> None:
        self.records = records
        self.now = now
        self._uses: dict[str, int] = {}
        """The hours in which tokens were used, by their ids, as far as they are not written down yet."""

    async def register(self, name: str, scopes: Collection[Scope] = (Scope.PLAY,), *, bot: bool = False) -> Issued:
        """A new player with a first token; a bot is an account that a program plays, and stays one."""
        player = PlayerRow(id=secrets.token_hex(16), name=name, created_at=milliseconds(), bot=bot)
        async with self.records.session() as session:
            session.add(player)
            await session.flush()
            return await add_token(session, player.id, scopes, "")

    async def issue(
        self,
        player: str,
        scopes: Collection[Scope],
        label: str = "",
        expires_at: int | None = None,
        *,
        asking: str | None = None,
    ) -> Issued | None:
        """Another token of a player, unless there is none, or only a ghost, or the token that asks works no more.

        Raises `TooManyTokens`.
        """
        async with self.records.session() as session:
            if await living(session, player) is None:
                return None
            if asking is not None and not await held(session, player, asking, self.now()):
                return None
            working = select(func.count()).where(TokenRow.player == player, *works(self.now()))
            if (await session.exec(working)).one() >= MOST_TOKENS:
                raise TooManyTokens
            return await add_token(session, player, scopes, label, expires_at)

    async def person(self, player: str) -> Person | None:
        """A player, as they may see themselves."""
        async with self.records.reading() as session:
            row = await session.get(PlayerRow, player)
        return None if row is None else Person(row.name, row.contact, row.bot)

    async def describe(self, player: str, person: Person) -> bool:
        """Changes a player's name and contact, unless there is none, or only a ghost."""
        async with self.records.session() as session:
            row = await living(session, player)
            if row is not None:
                row.name, row.contact = person.name, person.contact
        return row is not None

    async def find(self, hashed: str) -> Principal | None:
        """The player whose token has this hash, unless it was revoked or has expired."""
        async with self.records.reading() as session:
            row = (await session.exec(select(TokenRow).where(TokenRow.hash == hashed))).first()
        if row is None or row.revoked_at is not None or not same_hash(row.hash, hashed):
            return None
        now = self.now()
        if row.expires_at is not None and row.expires_at <= now:
            return None
        hour = now - now % HOUR_MS
        if row.used_at is None or row.used_at < hour:
            self._uses[row.id] = hour
        return Principal(row.player, scopes_of(row.scopes), row.id, row.expires_at)

    async def write_uses(self) -> None:
        """Writes down in which hours tokens were used."""
        uses, self._uses = self._uses, {}
        if not uses:
            return
        try:
            async with self.records.session() as session:
                for token, hour in sorted(uses.items()):
                    earlier = or_(col(TokenRow.used_at).is_(None), col(TokenRow.used_at) < hour)
                    kept = (col(TokenRow.id) == token, col(TokenRow.revoked_at).is_(None), earlier)
                    await session.exec(update(TokenRow).where(*kept).values(used_at=hour))
        except BaseException:
            self._uses = uses | self._uses
            raise

    async def keep_uses_written(self) -> None:
        """Writes them down every minute, until it is cancelled; what is lost between is the last hour of a token."""
        while True:
            await asyncio.sleep(WRITE_SECONDS)
            try:
                await self.write_uses()
            except Exception as error:
                LOG.warning("the uses of tokens cannot be written down", error=type(error).__name__)

    async def working(self, hashes: Collection[str]) -> frozenset[str]:
        """Those of these hashes whose tokens still work, all asked at once."""
        asked, found = sorted(hashes), set[str]()
        async with self.records.reading() as session:
            for at in range(0, len(asked), ASKED_AT_ONCE):
                some = col(TokenRow.hash).in_(asked[at : at + ASKED_AT_ONCE])
                found |= set(await session.exec(select(TokenRow.hash).where(some, *works(self.now()))))
        return frozenset(found)

    async def still_works(self, token: str) -> bool:
        """Whether a token works at this moment, by its id: what lasts is not given to one that was just revoked."""
        found = select(TokenRow.id).where(TokenRow.id == token, *works(self.now()))
        async with self.records.reading() as session:
            return (await session.exec(found)).first() is not None

    async def tokens(self, player: str) -> tuple[TokenLine, ...]:
        """The tokens of a player that still work, oldest first."""
        query = (
            select(TokenRow)
            .where(TokenRow.player == player, *works(self.now()))
            .order_by(col(TokenRow.created_at), col(TokenRow.id))
            .limit(TOKENS_LISTED)
        )
        async with self.records.reading() as session:
            rows = (await session.exec(query)).all()
        return tuple(
            TokenLine(
                row.id,
                row.label,
                scopes_of(row.scopes),
                row.created_at,
                row.expires_at,
                self._uses.get(row.id, row.used_at),
            )
            for row in rows
        )

    async def revoke(self, player: str, token: str) -> bool:
        """Ends a token of a player; false when there is none to end."""
        ended = (
            update(TokenRow)
            .where(col(TokenRow.id) == token, col(TokenRow.player) == player, col(TokenRow.revoked_at).is_(None))
            .values(revoked_at=milliseconds())
            .returning(col(TokenRow.id))
        )
        async with self.records.session() as session:
            return (await session.exec(ended)).first() is not None

    async def plays(self, player: str) -> bool:
        """Whether there is such a player, and not only a ghost."""
        return player in await self.playing({player})

    async def playing(self, players: Collection[str]) -> frozenset[str]:
        """Those of them who are players, and not only ghosts."""
        found = select(PlayerRow.id).where(col(PlayerRow.id).in_(players), col(PlayerRow.erased_at).is_(None))
        async with self.records.reading() as session:
            return frozenset((await session.exec(found)).all())

    async def names(self, players: Iterable[str]) -> dict[str, str]:
        """The names of those players that are known."""
        return (await self.known(players)).names

    async def known(self, players: Iterable[str]) -> Known:
        """The names of those players that are known, and which of them are accounts that programs play."""
        wanted = set(players)
        if not wanted:
            return Known({}, frozenset())
        async with self.records.reading() as session:
            rows = (await session.exec(select(PlayerRow).where(col(PlayerRow.id).in_(wanted)))).all()
        return Known({row.id: row.name for row in rows}, frozenset(row.id for row in rows if row.bot))


async def rename(session: Session, player: str, name: str) -> None:
    """Gives a player another name; a ghost keeps none."""
    of = (col(PlayerRow.id) == player, col(PlayerRow.erased_at).is_(None))
    await session.exec(update(PlayerRow).where(*of).values(name=name))


async def living(session: Session, player: str) -> PlayerRow | None:
    """A player who is not erased, held so until the transaction ends: whoever writes about people asks this first.

    For some seconds another process honours the token of a ghost.
    """
    query = select(PlayerRow).where(PlayerRow.id == player, col(PlayerRow.erased_at).is_(None)).with_for_update()
    return (await session.exec(query)).first()


async def held(session: Session, player: str, token: str, now: int) -> bool:
    """Whether a token of a player works now, by its id; if so, nobody ends it before the transaction is over.

    For some seconds another process honours a token that was revoked: whoever makes of one what lasts asks this.
    """
    query = select(TokenRow.id).where(TokenRow.id == token, TokenRow.player == player, *works(now)).with_for_update()
    return (await session.exec(query)).first() is not None


async def all_living(session: Session, players: Collection[str]) -> frozenset[str]:
    """The same of several, asked at once: those of them who are not erased, taken in one order everywhere."""
    of = (col(PlayerRow.id).in_(players), col(PlayerRow.erased_at).is_(None))
    query = select(PlayerRow.id).where(*of).order_by(PlayerRow.id).with_for_update()
    return frozenset((await session.exec(query)).all())


def works(now: int) -> tuple[ColumnElement[bool], ...]:
    """What is true of a token that still works."""
    lasts = or_(col(TokenRow.expires_at).is_(None), col(TokenRow.expires_at) > now)
    return (col(TokenRow.revoked_at).is_(None), lasts)


async def add_token(
    session: Session, player: str, scopes: Collection[Scope], label: str, expires_at: int | None = None
) -> Issued:
    token = new_token()
    row = TokenRow(
        id=secrets.token_hex(16),
        hash=token_hash(token),
        player=player,
        scopes=" ".join(scope.value for scope in Scope if scope in scopes),
        label=label,
        created_at=milliseconds(),
        expires_at=expires_at,
    )
    session.add(row)
    await session.flush()
    return Issued(player, row.id, token, frozenset(scopes))


def scopes_of(text: str) -> frozenset[Scope]:
    return frozenset(Scope(word) for word in text.split())


def in_order(scopes: Collection[Scope]) -> tuple[Scope, ...]:
    return tuple(scope for scope in Scope if scope in scopes)
