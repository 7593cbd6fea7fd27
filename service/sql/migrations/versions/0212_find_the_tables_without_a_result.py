"""Index only the tables that have no result yet."""

import sqlalchemy as sa
from alembic import op

revision = "0212"
down_revision = "0211"
branch_labels = None
depends_on = None

OWED = sa.text("arrived IS NULL")


def upgrade() -> None:
    with op.batch_alter_table("tournament_tables", schema=None) as batch_op:
        batch_op.create_index(
            "ix_tournament_tables_owed", ["match"], unique=False, sqlite_where=OWED, postgresql_where=OWED
        )
