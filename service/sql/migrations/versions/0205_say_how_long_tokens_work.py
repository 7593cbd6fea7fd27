"""Add the expiry of tokens, and the hour of their last use."""

import sqlalchemy as sa
from alembic import op

revision = "0205"
down_revision = "0204"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.add_column(sa.Column("expires_at", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("used_at", sa.BigInteger(), nullable=True))
