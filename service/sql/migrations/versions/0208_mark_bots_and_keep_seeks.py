"""Mark accounts that are operated by a program, and add seeks: open offers of a match to any player."""

import sqlalchemy as sa
from alembic import op

revision = "0208"
down_revision = "0207"
branch_labels = None
depends_on = None

STATES = "state IN ('open', 'matched', 'withdrawn', 'expired')"
OPEN = sa.text("state = 'open'")


def upgrade() -> None:
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("bot", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "seek_terms",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("opening", sa.Text(), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.CheckConstraint("length(key) = 64", name=op.f("ck_seek_terms_key")),
        sa.CheckConstraint("length(match) = 32", name=op.f("ck_seek_terms_match")),
        sa.CheckConstraint("length(opening) <= 16384", name=op.f("ck_seek_terms_opening")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_seek_terms")),
    )
    op.create_table(
        "seeks",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("terms", sa.String(length=64), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.CheckConstraint("length(id) = 32", name=op.f("ck_seeks_id")),
        sa.CheckConstraint("length(match) = 32", name=op.f("ck_seeks_match")),
        sa.CheckConstraint(STATES, name=op.f("ck_seeks_state")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_seeks_player_players")),
        sa.ForeignKeyConstraint(["terms"], ["seek_terms.key"], name=op.f("fk_seeks_terms_seek_terms")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seeks")),
    )
    op.create_index(
        "uq_seeks_player_terms", "seeks", ["player", "terms"], unique=True, sqlite_where=OPEN, postgresql_where=OPEN
    )
    op.create_index("ix_seeks_state_expires_at", "seeks", ["state", "expires_at"])
    op.create_index("ix_seeks_player_created_at", "seeks", ["player", "created_at"])
