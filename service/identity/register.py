"""Players and their tokens in SQL."""

import asyncio
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping

import msgspec
import structlog
from sqlalchemy import ColumnElement
from sqlmodel import col, func, or_, select, update
from structlog.typing import FilteringBoundLogger

from chronik.service.identity.auth import Principal, Scope, new_token, same_hash, token_hash
from chronik.service.running.clock import milliseconds
from chronik.service.running.recent import RecentValues
from chronik.service.sql.database import PlayerRow, Records, Session, TokenRow
from chronik.service.sql.outages import is_outage

TOKENS_LISTED = 500
MOST_TOKENS = 100
"""The most working tokens that an account may have."""
ASKED_AT_ONCE = 1_000
HOUR_MS = 3_600_000
"""The precision of a token's last use: fine enough to find unused tokens, and cheap to write."""
WRITE_SECONDS = 60.0
LOG: FilteringBoundLogger = structlog.get_logger("chronik.people")


class TooManyTokens(Exception):
    """The account has the maximum number of working tokens."""


class Issued(msgspec.Struct, frozen=True):
    """A new token, which is shown once to its owner."""

    player: str
    id: str
    token: str
    scopes: frozenset[Scope]

    def __repr__(self) -> str:
        return f"Issued(player={self.player!r}, id={self.id!r})"


class TokenLine(msgspec.Struct, frozen=True):
    """A token in its owner's list, without its text."""

    id: str
    label: str
    scopes: frozenset[Scope]
    created_at: int
    expires_at: int | None
    used_at: int | None


class Person(msgspec.Struct, frozen=True):
    """A player's description of themselves."""

    name: str
    contact: str | None
    bot: bool = False


class PlayerNames(msgspec.Struct, frozen=True):
    """The public data of several players: their names, and which accounts are bots."""

    names: dict[str, str]
    bots: frozenset[str]


class People:
    """The players and their tokens; `now` is the clock by which tokens expire (milliseconds since 1970)."""

    def __init__(self, records: Records, now: Callable[[], int] = milliseconds) -> None:
        self.records = records
        self.now = now
        self._recent = RecentValues[str, Person]()
        self._uses: dict[str, int] = {}
        """The hours of the last uses that are not in the database yet, by token id."""

    async def register(self, name: str, scopes: Collection[Scope] = (Scope.PLAY,), *, bot: bool = False) -> Issued:
        """Adds a player and returns their first token; with `bot`, the account permanently belongs to a program."""
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
        """Adds a token to a player and returns it.

        Returns None for an unknown or erased player, or if the `asking` token no longer works. Raises `TooManyTokens`.
        """
        async with self.records.session() as session:
            if await lock_player(session, player) is None:
                return None
            if asking is not None and not await lock_token(session, player, asking, self.now()):
                return None
            working = select(func.count()).where(TokenRow.player == player, *working_conditions(self.now()))
            if (await session.exec(working)).one() >= MOST_TOKENS:
                raise TooManyTokens
            return await add_token(session, player, scopes, label, expires_at)

    async def person(self, player: str) -> Person | None:
        """Returns a player's description of themselves, at most a second old; None for an unknown player."""
        return (await self._find({player})).get(player)

    async def _find(self, players: Collection[str]) -> Mapping[str, Person]:
        """Returns the known ones of these players, as they were at most a second ago, in the order of their ids."""
        recent = {player: self._recent.get(player) for player in players}
        found = {player: person for player, person in recent.items() if person is not None}
        if len(found) < len(recent):
            missing = recent.keys() - found.keys()
            async with self.records.reading() as session:
                rows = (await session.exec(select(PlayerRow).where(col(PlayerRow.id).in_(missing)))).all()
            for row in rows:
                found[row.id] = Person(row.name, row.contact, row.bot)
                self._recent.put(row.id, found[row.id])
        return dict(sorted(found.items()))

    def forget(self, player: str) -> None:
        """Makes the next reader read a player again, who was changed or erased in this process."""
        self._recent.forget(player)

    async def describe(self, player: str, person: Person) -> bool:
        """Changes a player's name and contact; returns False for an unknown or erased player."""
        async with self.records.session() as session:
            row = await lock_player(session, player)
            if row is not None:
                row.name, row.contact = person.name, person.contact
        self.forget(player)
        return row is not None

    async def find(self, hashed: str) -> Principal | None:
        """Returns the principal of the token with this hash; None if it is unknown, revoked or expired."""
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
        """Writes to the database the hour in which each token was last used."""
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
        """Writes the last uses of tokens once a minute, until it is cancelled; a crash loses at most one minute."""
        while True:
            await asyncio.sleep(WRITE_SECONDS)
            try:
                await self.write_uses()
            except Exception as error:
                LOG.warning("the last uses of tokens cannot be written", error=type(error).__name__)

    async def working(self, hashes: Collection[str]) -> frozenset[str]:
        """Returns the hashes among these whose tokens still work."""
        asked, found = sorted(hashes), set[str]()
        async with self.records.reading() as session:
            for at in range(0, len(asked), ASKED_AT_ONCE):
                some = col(TokenRow.hash).in_(asked[at : at + ASKED_AT_ONCE])
                found |= set(await session.exec(select(TokenRow.hash).where(some, *working_conditions(self.now()))))
        return frozenset(found)

    async def still_works(self, token: str) -> bool:
        """Returns whether the token with this id works right now; check this before granting it anything lasting."""
        found = select(TokenRow.id).where(TokenRow.id == token, *working_conditions(self.now()))
        async with self.records.reading() as session:
            return (await session.exec(found)).first() is not None

    async def tokens(self, player: str) -> tuple[TokenLine, ...]:
        """Returns a player's working tokens, oldest first."""
        query = (
            select(TokenRow)
            .where(TokenRow.player == player, *working_conditions(self.now()))
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
        """Revokes a player's token; returns False if it is unknown or already revoked."""
        ended = (
            update(TokenRow)
            .where(col(TokenRow.id) == token, col(TokenRow.player) == player, col(TokenRow.revoked_at).is_(None))
            .values(revoked_at=milliseconds())
            .returning(col(TokenRow.id))
        )
        async with self.records.session() as session:
            return (await session.exec(ended)).first() is not None

    async def plays(self, player: str) -> bool:
        """Returns whether this is the id of a player who is not erased."""
        return player in await self.playing({player})

    async def playing(self, players: Collection[str]) -> frozenset[str]:
        """Returns the ids among these that belong to players who are not erased."""
        found = select(PlayerRow.id).where(col(PlayerRow.id).in_(players), col(PlayerRow.erased_at).is_(None))
        async with self.records.reading() as session:
            return frozenset((await session.exec(found)).all())

    async def names(self, players: Iterable[str]) -> dict[str, str]:
        """Returns the names of these players, by id; unknown ids are left out."""
        return (await self.find_names(players)).names

    async def find_names(self, players: Iterable[str]) -> PlayerNames:
        """Returns the names of these players and which of them are bots, at most a second old, without unknown ids."""
        found = await self._find(frozenset(players))
        names = {player: person.name for player, person in found.items()}
        return PlayerNames(names, frozenset(player for player, person in found.items() if person.bot))

    async def find_names_if_up(self, players: Iterable[str]) -> PlayerNames:
        """Returns what `find_names` returns, or an empty result if the database is unreachable."""
        try:
            return await self.find_names(players)
        except Exception as error:
            if not is_outage(error):
                raise
            return PlayerNames({}, frozenset())


async def rename_player(session: Session, player: str, name: str) -> None:
    """Gives a player a new name, unless they are erased."""
    of = (col(PlayerRow.id) == player, col(PlayerRow.erased_at).is_(None))
    await session.exec(update(PlayerRow).where(*of).values(name=name))


async def lock_player(session: Session, player: str) -> PlayerRow | None:
    """Returns a player and locks the row until the transaction ends; returns None if the player is erased.

    Call this before writing about a person: another process may accept an erased player's token for a few seconds.
    """
    query = select(PlayerRow).where(PlayerRow.id == player, col(PlayerRow.erased_at).is_(None)).with_for_update()
    return (await session.exec(query)).first()


async def lock_token(session: Session, player: str, token: str, now: int) -> bool:
    """Returns whether a player's token works now, by its id, and locks its row until the transaction ends.

    Another process may accept a revoked token for a few seconds: call this before granting the token anything lasting.
    """
    query = (
        select(TokenRow.id)
        .where(TokenRow.id == token, TokenRow.player == player, *working_conditions(now))
        .with_for_update()
    )
    return (await session.exec(query)).first() is not None


async def lock_players(session: Session, players: Collection[str]) -> frozenset[str]:
    """Locks the rows of those players who are not erased, in a fixed order to avoid deadlocks; returns their ids."""
    of = (col(PlayerRow.id).in_(players), col(PlayerRow.erased_at).is_(None))
    query = select(PlayerRow.id).where(*of).order_by(PlayerRow.id).with_for_update()
    return frozenset((await session.exec(query)).all())


def working_conditions(now: int) -> tuple[ColumnElement[bool], ...]:
    """Returns the conditions that a working token meets."""
    lasts = or_(col(TokenRow.expires_at).is_(None), col(TokenRow.expires_at) > now)
    return (col(TokenRow.revoked_at).is_(None), lasts)


async def add_token(
    session: Session, player: str, scopes: Collection[Scope], label: str, expires_at: int | None = None
) -> Issued:
    """Adds a token and returns it."""
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
    """Parses the scopes of a token's row."""
    return frozenset(Scope(word) for word in text.split())


def order_scopes(scopes: Collection[Scope]) -> tuple[Scope, ...]:
    """Returns scopes in their fixed order."""
    return tuple(scope for scope in Scope if scope in scopes)
