"""Mark the matches that are tutorials, which no list of matches shows."""

import sqlalchemy as sa
from alembic import op

revision = "0214"
down_revision = "0213"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("tutorial", sa.Boolean(), nullable=False, server_default=sa.false()))
