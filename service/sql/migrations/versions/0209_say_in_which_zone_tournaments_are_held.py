"""Add the time zone of a tournament, by its IANA name."""

import sqlalchemy as sa
from alembic import op

revision = "0209"
down_revision = "0208"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("zone", sa.String(length=40), nullable=False, server_default="UTC"))
