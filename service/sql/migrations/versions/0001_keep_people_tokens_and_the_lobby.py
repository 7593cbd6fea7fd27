"""Keep people, tokens and the lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "checkpoints",
        sa.Column("projection", sa.String(length=40), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("version >= 0", name=op.f("ck_checkpoints_version")),
        sa.PrimaryKeyConstraint("projection", "match", name=op.f("pk_checkpoints")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("seat_count", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("opened_by", sa.String(length=32), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("disclosure", sa.String(length=10), nullable=False),
        sa.CheckConstraint("disclosure IN ('everyone', 'players')", name=op.f("ck_matches_disclosure")),
        sa.CheckConstraint("status <> 'finished' OR closed_at IS NOT NULL", name=op.f("ck_matches_closed_at")),
        sa.CheckConstraint("status IN ('open', 'running', 'finished')", name=op.f("ck_matches_status")),
        sa.CheckConstraint("length(head) = 64", name=op.f("ck_matches_head")),
        sa.CheckConstraint("length(id) = 32", name=op.f("ck_matches_id")),
        sa.CheckConstraint("seat_count BETWEEN 1 AND 16", name=op.f("ck_matches_seat_count")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_matches_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index("ix_matches_opened_at_id", ["opened_at", "id"], unique=False)
        batch_op.create_index("ix_matches_status_opened_at_id", ["status", "opened_at", "id"], unique=False)

    op.create_table(
        "players",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("length(id) = 32", name=op.f("ck_players_id")),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name=op.f("ck_players_name")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
    )
    op.create_table(
        "positions",
        sa.Column("projection", sa.String(length=40), nullable=False),
        sa.Column("partition", sa.Integer(), nullable=False),
        sa.Column("position", sa.String(length=41), nullable=False),
        sa.PrimaryKeyConstraint("projection", "partition", name=op.f("pk_positions")),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("scopes", sa.String(length=100), nullable=False),
        sa.Column("label", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("length(hash) = 64", name=op.f("ck_tokens_hash")),
        sa.CheckConstraint("length(id) = 32", name=op.f("ck_tokens_id")),
        sa.CheckConstraint("length(label) <= 40", name=op.f("ck_tokens_label")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_tokens_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("hash", name=op.f("uq_tokens_hash")),
    )
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tokens_player"), ["player"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tokens_player"))

    op.drop_table("tokens")
    op.drop_table("positions")
    op.drop_table("players")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index("ix_matches_status_opened_at_id")
        batch_op.drop_index("ix_matches_opened_at_id")

    op.drop_table("matches")
    op.drop_table("checkpoints")
