"""The history of the tables, one Alembic step per file in `versions/`."""

from sqlalchemy import Connection

from service.sql.migrations.steps import applied, steps


def upgrade(connection: Connection, to: str | None = None) -> None:
    """Applies every step that is missing, or those up to one, inside the caller's transaction; raises `UnknownStep`."""
    wanted = to or steps()[0]
    if applied(connection) != wanted:
        from service.sql.migrations.applying import apply  # Alembic takes a fifth of a second of each start

        apply(connection, wanted)
