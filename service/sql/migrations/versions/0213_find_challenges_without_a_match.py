"""Index the challenges that were accepted recently and whose match is not open yet."""

import sqlalchemy as sa
from alembic import op

revision = "0213"
down_revision = "0212"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("challenges", schema=None) as batch_op:
        batch_op.add_column(sa.Column("opened", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.create_index("ix_challenges_state_changed_at", ["state", "changed_at"])
