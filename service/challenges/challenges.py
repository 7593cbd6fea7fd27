"""The database rows of challenges.

One SQL statement answers a challenge, and it changes only an open one. So if an acceptance, a refusal and a withdrawal
arrive at the same moment, exactly one takes effect. A challenge expires by the clock, without any write.
"""
# SQLModel declares `__tablename__` with a wrong type.
# pyright: reportIncompatibleVariableOverride=false

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from hashlib import sha256
from typing import Any, ClassVar

from msgspec import Struct
from sqlalchemy import BigInteger, CheckConstraint, Index, String, Text, false
from sqlmodel import Field, SQLModel, and_, col, delete, func, or_, select, update

from chronik.service.identity.personal_data import PersonalData
from chronik.service.identity.register import lock_player
from chronik.service.log.outcomes import KeyReused
from chronik.service.running.clock import milliseconds, rfc3339
from chronik.service.sql.database import Records, Session

MOST = 50
"""The most open challenges of a player."""
LISTED = 100
"""The most challenges in a list that were made by one player, and the most that were made to that player."""
NO_ENTROPY = {"challenger_entropy": "", "challenged_entropy": ""}


class ChallengeState(Enum):
    """The state of a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class DeclineReason(Enum):
    """The reason for declining a challenge: something the challenger could change, or something else."""

    NOT_NOW = "not-now"
    TOO_FAST = "too-fast"
    TOO_SLOW = "too-slow"
    OTHER_GAME = "other-game"
    OTHER_OPTIONS = "other-options"
    NO_BOTS = "no-bots"
    OTHER = "other"


class TooManyChallenges(Exception):
    """An error: the player already has `MOST` open challenges."""


class Became(Struct, frozen=True):
    """The state of a challenge at a moment, with `reason` if it was declined and `match` if it was accepted."""

    state: ChallengeState
    reason: DeclineReason | None
    match: str | None


class ChallengeRow(SQLModel, table=True):
    """A challenge, with the encoded command that will open its match, as it was checked."""

    __tablename__: ClassVar[str] = "challenges"
    __table_args__: ClassVar[Any] = (
        CheckConstraint("length(id) = 32", name="id"),
        CheckConstraint("challenger <> challenged", name="challenged"),
        CheckConstraint("state IN ('open', 'accepted', 'declined', 'withdrawn')", name="state"),
        CheckConstraint("length(opening) <= 16384", name="opening"),
        Index("ix_challenges_challenged_changed_at", "challenged", "changed_at"),
        Index("ix_challenges_challenger_changed_at", "challenger", "changed_at"),
        Index("ix_challenges_state_changed_at", "state", "changed_at"),
    )

    id: str = Field(primary_key=True, sa_type=String(32))
    challenger: str = Field(foreign_key="players.id", sa_type=String(32))
    challenged: str = Field(foreign_key="players.id", sa_type=String(32))
    game: str = Field(sa_type=String(40))
    opening: str = Field(sa_type=Text)
    created_at: int = Field(sa_type=BigInteger)
    expires_at: int = Field(sa_type=BigInteger)
    changed_at: int = Field(sa_type=BigInteger)
    state: str = Field(default=ChallengeState.OPEN.value, sa_type=String(10))
    reason: str | None = Field(default=None, sa_type=String(20))
    challenger_entropy: str = Field(default="", sa_type=String(128))
    challenged_entropy: str = Field(default="", sa_type=String(128))
    """The entropy of both players (hex), until it is in the log of the match, or the challenge ends without a match."""
    opened: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether the match is known to have been opened."""

    def state_at(self, now: int) -> ChallengeState:
        """Returns the challenge's state at a moment."""
        state = ChallengeState(self.state)
        return ChallengeState.EXPIRED if state is ChallengeState.OPEN and self.expires_at <= now else state

    def became(self, now: int) -> Became:
        """Returns the state at a moment, with the reason or the match that belongs to it."""
        state = self.state_at(now)
        reason = None if self.reason is None else DeclineReason(self.reason)
        return Became(state, reason, self.match if state is ChallengeState.ACCEPTED else None)

    def is_same(self, other: ChallengeRow) -> bool:
        """Returns whether another challenge offers the same match to the same player for the same length of time."""
        lasts = self.expires_at - self.created_at, other.expires_at - other.created_at
        return lasts[0] == lasts[1] and (self.challenged, self.opening) == (other.challenged, other.opening)

    @property
    def match(self) -> str:
        """The id of the match, derived from the challenge's id, so that every process opens the same match."""
        return sha256(f"chronik/challenge-match/1\n{self.id}".encode()).hexdigest()[:32]


class Challenges:
    """The challenges of all players; `now` is the clock by which they expire, in milliseconds since 1970."""

    def __init__(self, records: Records, now: Callable[[], int] = milliseconds) -> None:
        self.records = records
        self.now = now

    async def make(
        self,
        challenge: str,
        challenger: str,
        challenged: str,
        game: str,
        opening: str,
        lasts_ms: int,
        entropy: str = "",
    ) -> ChallengeRow | None:
        """Creates a challenge; returns None if one of the two accounts was erased. Raises `TooManyChallenges`.

        A repeated id returns the first challenge. Raises `KeyReused` if the first challenge offered something else.
        """
        now = self.now()
        row = ChallengeRow(
            id=challenge,
            challenger=challenger,
            challenged=challenged,
            game=game,
            opening=opening,
            created_at=now,
            expires_at=now + lasts_ms,
            changed_at=now,
            challenger_entropy=entropy,
        )
        async with self.records.session() as session:
            for player in sorted((challenger, challenged)):
                if await lock_player(session, player) is None:
                    return None
            again = await session.get(ChallengeRow, challenge)
            if again is not None:
                if not again.is_same(row):
                    raise KeyReused("the idempotency key was already used for another challenge")
                return again
            over = (col(ChallengeRow.expires_at) <= now, col(ChallengeRow.state) == ChallengeState.OPEN.value)
            spent = update(ChallengeRow).where(col(ChallengeRow.challenger) == challenger, *over)
            await session.exec(spent.values(**NO_ENTROPY))
            mine = (col(ChallengeRow.challenger) == challenger, *_open_filter(now))
            if (await session.exec(select(func.count()).select_from(ChallengeRow).where(*mine))).one() >= MOST:
                raise TooManyChallenges
            session.add(row)
            await session.flush()
            return row

    async def find(self, challenge: str, player: str) -> ChallengeRow | None:
        """Returns a challenge if it is by or to the player, otherwise None."""
        async with self.records.reading() as session:
            row = await session.get(ChallengeRow, challenge)
        return row if row is not None and player in (row.challenger, row.challenged) else None

    async def of(self, players: Collection[str], changed_since: int) -> Sequence[ChallengeRow]:
        """Returns the challenges by and to these players that are open or have changed since a moment, newest first.

        For each player there are at most 100 made by the player, and 100 made to the player.
        """
        by, to = col(ChallengeRow.challenger), col(ChallengeRow.challenged)
        ended = or_(col(ChallengeRow.changed_at) >= changed_since, col(ChallengeRow.expires_at) >= changed_since)
        newest = (col(ChallengeRow.created_at).desc(), col(ChallengeRow.id))
        place = func.row_number()
        ranked = (
            select(
                col(ChallengeRow.id),
                place.over(partition_by=by, order_by=newest).label("made"),
                place.over(partition_by=to, order_by=newest).label("had"),
            )
            .where(or_(by.in_(players), to.in_(players)), ended)
            .subquery()
        )
        few = or_(and_(by.in_(players), ranked.c.made <= LISTED), and_(to.in_(players), ranked.c.had <= LISTED))
        listed = select(ChallengeRow).join(ranked, ranked.c.id == col(ChallengeRow.id)).where(few).order_by(*newest)
        async with self.records.reading() as session:
            return (await session.exec(listed)).all()

    async def answer(
        self,
        challenge: str,
        player: str,
        state: ChallengeState,
        reason: DeclineReason | None = None,
        entropy: str = "",
    ) -> bool:
        """Accepts, declines or withdraws an open challenge; returns False if it is closed or not the player's.

        An acceptance may add entropy (hex). Otherwise the stored entropy is deleted, because there will be no match.
        """
        now = self.now()
        whose = ChallengeRow.challenger if state is ChallengeState.WITHDRAWN else ChallengeRow.challenged
        values = {"state": state.value, "changed_at": now, "reason": None if reason is None else reason.value}
        kept = {"challenged_entropy": entropy} if state is ChallengeState.ACCEPTED else NO_ENTROPY
        theirs = (col(ChallengeRow.id) == challenge, col(whose) == player, *_open_filter(now))
        changed = update(ChallengeRow).where(*theirs).values(**values, **kept).returning(col(ChallengeRow.id))
        async with self.records.session() as session:
            return (await session.exec(changed)).first() is not None

    async def mark_opened(self, challenge: str) -> None:
        """Records that the match was opened, and deletes the entropy, which is now in the match's log."""
        this = update(ChallengeRow).where(col(ChallengeRow.id) == challenge)
        async with self.records.session() as session:
            await session.exec(this.values(opened=True, **NO_ENTROPY))

    async def list_without_match(self, since: int, until: int) -> Sequence[str]:
        """Returns challenges accepted in a period for which no opened match is recorded yet, oldest first."""
        lately = (col(ChallengeRow.changed_at) >= since, col(ChallengeRow.changed_at) <= until)
        waiting = (
            select(ChallengeRow.id).where(*_without_match_filter(), *lately).order_by(col(ChallengeRow.changed_at))
        )
        async with self.records.reading() as session:
            return (await session.exec(waiting)).all()

    async def find_accepted(self, challenge: str, since: int) -> ChallengeRow | None:
        """Returns a challenge that was accepted since a moment, or None if its opened match is already recorded."""
        this = (col(ChallengeRow.id) == challenge, col(ChallengeRow.changed_at) >= since)
        async with self.records.reading() as session:
            return (await session.exec(select(ChallengeRow).where(*this, *_without_match_filter()))).first()


def _open_filter(now: int) -> tuple[Any, ...]:
    return (col(ChallengeRow.state) == ChallengeState.OPEN.value, col(ChallengeRow.expires_at) > now)


def _without_match_filter() -> tuple[Any, ...]:
    return (col(ChallengeRow.state) == ChallengeState.ACCEPTED.value, ~col(ChallengeRow.opened))


async def export_challenges(session: Session, player: str) -> Mapping[str, Any]:
    """Returns the challenges by and to a player, for the export of personal data."""
    either = or_(col(ChallengeRow.challenger) == player, col(ChallengeRow.challenged) == player)
    rows = (await session.exec(select(ChallengeRow).where(either).order_by(col(ChallengeRow.created_at)))).all()
    return {
        "challenges": [
            {
                "id": row.id,
                "challenger": row.challenger,
                "challenged": row.challenged,
                "game": row.game,
                "state": row.state,
                "created_at": rfc3339(row.created_at),
                "entropy": row.challenger_entropy if row.challenger == player else row.challenged_entropy,
            }
            for row in rows
        ]
    }


async def erase_challenges(session: Session, player: str) -> None:
    """Deletes the challenges by and to a player; their matches stay."""
    either = or_(col(ChallengeRow.challenger) == player, col(ChallengeRow.challenged) == player)
    await session.exec(delete(ChallengeRow).where(either))


CHALLENGES = PersonalData("challenges", export_challenges, erase_challenges)
