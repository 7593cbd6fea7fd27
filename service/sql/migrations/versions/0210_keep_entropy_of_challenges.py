"""Add the entropy that both players of a challenge contribute, until the match is open."""

import sqlalchemy as sa
from alembic import op

revision = "0210"
down_revision = "0209"
branch_labels = None
depends_on = None

COLUMNS = ("challenger_entropy", "challenged_entropy")


def upgrade() -> None:
    with op.batch_alter_table("challenges", schema=None) as batch_op:
        for name in COLUMNS:
            batch_op.add_column(sa.Column(name, sa.String(length=128), nullable=False, server_default=""))
