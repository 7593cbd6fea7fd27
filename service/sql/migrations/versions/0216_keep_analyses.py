"""Keep the analyses of finished matches, and the queue of those that were requested."""

import sqlalchemy as sa
from alembic import op

revision = "0216"
down_revision = "0215"
branch_labels = None
depends_on = None

WAITING = sa.text("analysis IS NULL")


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("facts", sa.String(length=64), nullable=False),
        sa.Column("model", sa.String(length=64), nullable=False),
        sa.Column("requested_at", sa.BigInteger(), nullable=False),
        sa.Column("analysis", sa.Text(), nullable=True),
        sa.Column("try_at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.CheckConstraint("length(match) = 32", name=op.f("ck_analyses_match")),
        sa.PrimaryKeyConstraint("match", "rules", "facts", "model", name=op.f("pk_analyses")),
    )
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.create_index(
            "ix_analyses_waiting", ["requested_at"], unique=False, sqlite_where=WAITING, postgresql_where=WAITING
        )
