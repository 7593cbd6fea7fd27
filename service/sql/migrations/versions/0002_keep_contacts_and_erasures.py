"""Keep contacts, and who was erased.

Written out, because SQLite adds a column with its judgement in one statement only, and would copy the table otherwise.
"""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "ALTER TABLE players ADD COLUMN contact VARCHAR(200)"
        " CONSTRAINT ck_players_contact CHECK (length(contact) BETWEEN 1 AND 200)"
    )
    op.execute(
        "ALTER TABLE players ADD COLUMN erased_at BIGINT"
        " CONSTRAINT ck_players_erased_at CHECK (erased_at IS NULL OR contact IS NULL)"
    )


def downgrade() -> None:
    op.execute("ALTER TABLE players DROP COLUMN erased_at")
    op.execute("ALTER TABLE players DROP COLUMN contact")
