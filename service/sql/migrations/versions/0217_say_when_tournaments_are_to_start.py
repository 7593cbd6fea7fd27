"""Add the planned start of a tournament."""

import sqlalchemy as sa
from alembic import op

revision = "0217"
down_revision = "0216"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("starts_at", sa.BigInteger(), nullable=True))
