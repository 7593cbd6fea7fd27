"""Record when a match changed last, so that only live matches are listed, and which matches are private."""

import sqlalchemy as sa
from alembic import op

revision = "0215"
down_revision = "0214"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("private", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column("changed_at", sa.BigInteger(), nullable=False, server_default="0"))
        batch_op.create_index("ix_matches_status_changed_at", ["status", "changed_at"], unique=False)
    op.execute("UPDATE matches SET changed_at = COALESCE(closed_at, started_at, opened_at)")
