"""Add challenges: matches that one player offers to another."""

import sqlalchemy as sa
from alembic import op

revision = "0207"
down_revision = "0206"
branch_labels = None
depends_on = None

STATES = "state IN ('open', 'accepted', 'declined', 'withdrawn')"


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("challenger", sa.String(length=32), nullable=False),
        sa.Column("challenged", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("opening", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=20), nullable=True),
        sa.CheckConstraint("length(id) = 32", name=op.f("ck_challenges_id")),
        sa.CheckConstraint("challenger <> challenged", name=op.f("ck_challenges_challenged")),
        sa.CheckConstraint(STATES, name=op.f("ck_challenges_state")),
        sa.CheckConstraint("length(opening) <= 16384", name=op.f("ck_challenges_opening")),
        sa.ForeignKeyConstraint(["challenger"], ["players.id"], name=op.f("fk_challenges_challenger_players")),
        sa.ForeignKeyConstraint(["challenged"], ["players.id"], name=op.f("fk_challenges_challenged_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
    )
    op.create_index("ix_challenges_challenged_changed_at", "challenges", ["challenged", "changed_at"])
    op.create_index("ix_challenges_challenger_changed_at", "challenges", ["challenger", "changed_at"])
