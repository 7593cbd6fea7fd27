"""Number the games of a table, and add the highest number of games.

Before this step a table was one game, which gets the number 0.
"""

import sqlalchemy as sa
from alembic import op

revision = "0202"
down_revision = "0201"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tournament_tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("game", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("best_of", sa.Integer(), nullable=False, server_default="1"))
    with op.batch_alter_table("tournament_tables", schema=None) as batch_op:
        batch_op.alter_column("game", server_default=None)
        batch_op.alter_column("best_of", server_default=None)
