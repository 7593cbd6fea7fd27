"""Add the match and version that a match was forked from."""

import sqlalchemy as sa
from alembic import op

revision = "0204"
down_revision = "0203"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("origin", sa.String(length=32), nullable=True))
        batch_op.add_column(sa.Column("origin_version", sa.Integer(), nullable=True))
