"""The migrations of the database, one Alembic step per file in `versions/`."""

from sqlalchemy import Connection

from chronik.service.sql.migrations.steps import current_step, steps


def upgrade(connection: Connection, to: str | None = None) -> None:
    """Applies the missing steps, all of them or up to one, inside the caller's transaction; raises `UnknownStep`."""
    wanted = to or steps()[0]
    if current_step(connection) != wanted:
        from chronik.service.sql.migrations.applying import apply  # importing Alembic takes 0.2 s

        apply(connection, wanted)
