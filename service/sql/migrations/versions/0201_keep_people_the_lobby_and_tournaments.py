"""Add players, tokens, the lobby and tournaments.

The first step of 0.2. Tables of 0.1, which was never released, are refused as an unknown step.
"""

import sqlalchemy as sa
from alembic import op

revision = "0201"
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
        sa.Column("contact", sa.String(length=200), nullable=True),
        sa.Column("erased_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("erased_at IS NULL OR contact IS NULL", name=op.f("ck_players_erased_at")),
        sa.CheckConstraint("length(contact) BETWEEN 1 AND 200", name=op.f("ck_players_contact")),
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
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("organiser", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("phase", sa.String(length=12), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("draws_secret", sa.String(length=64), nullable=False),
        sa.Column("tables_secret", sa.String(length=64), nullable=False),
        sa.Column("published", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "phase IN ('announced', 'registration', 'ready', 'running', 'finished', 'cancelled')",
            name=op.f("ck_tournaments_phase"),
        ),
        sa.CheckConstraint("length(description) <= 4000", name=op.f("ck_tournaments_description")),
        sa.CheckConstraint("length(id) = 32", name=op.f("ck_tournaments_id")),
        sa.CheckConstraint("length(draws_secret) = 64", name=op.f("ck_tournaments_draws_secret")),
        sa.CheckConstraint("length(tables_secret) = 64", name=op.f("ck_tournaments_tables_secret")),
        sa.CheckConstraint("length(title) BETWEEN 1 AND 80", name=op.f("ck_tournaments_title")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_tournaments_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.create_index("ix_tournaments_created_at_id", ["created_at", "id"], unique=False)
        batch_op.create_index("ix_tournaments_published_phase", ["published", "phase"], unique=False)
        batch_op.create_index(batch_op.f("ix_tournaments_organiser"), ["organiser"], unique=False)

    op.create_table(
        "sealed_decks",
        sa.Column("tournament", sa.String(length=32), nullable=False),
        sa.Column("entrant", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("deck", sa.Text(), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.CheckConstraint("length(salt) = 64", name=op.f("ck_sealed_decks_salt")),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name=op.f("fk_sealed_decks_tournament_tournaments")
        ),
        sa.PrimaryKeyConstraint("tournament", "entrant", name=op.f("pk_sealed_decks")),
    )
    with op.batch_alter_table("sealed_decks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sealed_decks_player"), ["player"], unique=False)

    op.create_table(
        "tournament_clubs",
        sa.Column("tournament", sa.String(length=32), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name=op.f("ck_tournament_clubs_name")),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name=op.f("fk_tournament_clubs_tournament_tournaments")
        ),
        sa.PrimaryKeyConstraint("tournament", "code", name=op.f("pk_tournament_clubs")),
    )
    op.create_table(
        "tournament_notes",
        sa.Column("tournament", sa.String(length=32), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("about", sa.String(length=32), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.CheckConstraint("length(words) BETWEEN 1 AND 500", name=op.f("ck_tournament_notes_words")),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name=op.f("fk_tournament_notes_tournament_tournaments")
        ),
        sa.PrimaryKeyConstraint("tournament", "n", name=op.f("pk_tournament_notes")),
    )
    with op.batch_alter_table("tournament_notes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tournament_notes_about"), ["about"], unique=False)
        batch_op.create_index(batch_op.f("ix_tournament_notes_by"), ["by"], unique=False)

    op.create_table(
        "tournament_events",
        sa.Column("tournament", sa.String(length=32), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("cmd", sa.Text(), nullable=True),
        sa.Column("e", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=True),
        sa.Column("fingerprint", sa.String(length=32), nullable=True),
        sa.CheckConstraint("n >= 1", name=op.f("ck_tournament_events_n")),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name=op.f("fk_tournament_events_tournament_tournaments")
        ),
        sa.PrimaryKeyConstraint("tournament", "n", name=op.f("pk_tournament_events")),
        sa.UniqueConstraint("tournament", "key", name="uq_tournament_events_key"),
    )
    op.create_table(
        "tournament_tables",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("tournament", sa.String(length=32), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("started", sa.Boolean(), nullable=False),
        sa.Column("opened", sa.Boolean(), nullable=False),
        sa.Column("arrived", sa.Integer(), nullable=True),
        sa.CheckConstraint("length(match) = 32", name=op.f("ck_tournament_tables_match")),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name=op.f("fk_tournament_tables_tournament_tournaments")
        ),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_tournament_tables")),
    )
    with op.batch_alter_table("tournament_tables", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tournament_tables_tournament"), ["tournament"], unique=False)
        batch_op.create_index("ix_tournament_tables_waiting", ["started", "opened"], unique=False)
