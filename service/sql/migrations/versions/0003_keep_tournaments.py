"""Keep tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
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
        "tournament_rows",
        sa.Column("tournament", sa.String(length=32), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=True),
        sa.Column("mark", sa.String(length=32), nullable=True),
        sa.CheckConstraint("n >= 1", name=op.f("ck_tournament_rows_n")),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name=op.f("fk_tournament_rows_tournament_tournaments")
        ),
        sa.PrimaryKeyConstraint("tournament", "n", name=op.f("pk_tournament_rows")),
        sa.UniqueConstraint("tournament", "key", name="uq_tournament_rows_key"),
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


def downgrade() -> None:
    with op.batch_alter_table("tournament_tables", schema=None) as batch_op:
        batch_op.drop_index("ix_tournament_tables_waiting")
        batch_op.drop_index(batch_op.f("ix_tournament_tables_tournament"))

    op.drop_table("tournament_tables")
    op.drop_table("tournament_rows")
    with op.batch_alter_table("tournament_notes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tournament_notes_by"))
        batch_op.drop_index(batch_op.f("ix_tournament_notes_about"))

    op.drop_table("tournament_notes")
    op.drop_table("tournament_clubs")
    with op.batch_alter_table("sealed_decks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sealed_decks_player"))

    op.drop_table("sealed_decks")
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tournaments_organiser"))
        batch_op.drop_index("ix_tournaments_created_at_id")

    op.drop_table("tournaments")
