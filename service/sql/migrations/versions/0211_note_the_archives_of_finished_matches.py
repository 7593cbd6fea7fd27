"""Add the archives of finished matches, and which have left the log; existing matches become due."""

import sqlalchemy as sa
from alembic import op

revision = "0211"
down_revision = "0210"
branch_labels = None
depends_on = None

TO_ARCHIVE = sa.text("archived_at IS NULL")
TO_LEAVE = sa.text("archived_at IS NOT NULL AND left_at IS NULL")
ARCHIVED = "archived_at IS NULL OR (hash IS NOT NULL AND size IS NOT NULL)"


def upgrade() -> None:
    op.create_table(
        "archives",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=True),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.Column("key_id", sa.String(length=16), nullable=True),
        sa.Column("archived_at", sa.BigInteger(), nullable=True),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.Column("try_at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.CheckConstraint("length(match) = 32", name=op.f("ck_archives_match")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_archives_version")),
        sa.CheckConstraint("length(head) = 64", name=op.f("ck_archives_head")),
        sa.CheckConstraint("length(hash) = 64", name=op.f("ck_archives_hash")),
        sa.CheckConstraint(ARCHIVED, name=op.f("ck_archives_archived_at")),
        sa.CheckConstraint("left_at IS NULL OR archived_at IS NOT NULL", name=op.f("ck_archives_left_at")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_archives")),
    )
    with op.batch_alter_table("archives", schema=None) as batch_op:
        for name, waits in (("ix_archives_to_archive", TO_ARCHIVE), ("ix_archives_to_leave", TO_LEAVE)):
            batch_op.create_index(name, ["closed_at"], unique=False, sqlite_where=waits, postgresql_where=waits)
    op.execute(
        "INSERT INTO archives (match, version, head, closed_at, try_at, tries) "
        "SELECT id, version, head, closed_at, 0, 0 FROM matches WHERE status = 'finished'"
    )
