"""Add the card lists that players save."""

import sqlalchemy as sa
from alembic import op

revision = "0203"
down_revision = "0202"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "own_lists",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("deck", sa.Text(), nullable=False),
        sa.Column("saved_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("length(deck) <= 20000", name=op.f("ck_own_lists_deck")),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name=op.f("ck_own_lists_name")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_own_lists_player_players")),
        sa.PrimaryKeyConstraint("player", "name", name=op.f("pk_own_lists")),
    )
