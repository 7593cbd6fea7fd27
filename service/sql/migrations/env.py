"""The environment in which Alembic runs: on the connection of a caller, or on the configured database.

The configured database is used to write a step: `alembic revision --autogenerate --rev-id 0202 -m "what it adds"`.
"""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection

from chronik.service.challenges.challenges import ChallengeRow
from chronik.service.cold.archive_rows import ArchiveRow
from chronik.service.running.settings import Settings
from chronik.service.seeks.seeks import SeekRow
from chronik.service.sql.analyses import AnalysisRow
from chronik.service.sql.database import Records
from chronik.service.tournaments.tables import TournamentRow

TABLES = (AnalysisRow, ArchiveRow, ChallengeRow, SeekRow, TournamentRow)  # importing these modules registers all tables


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=TABLES[0].metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_configured() -> None:
    records = Records(Settings.from_environment(os.environ).database_url)
    try:
        async with records.writes.begin() as connection:
            await connection.run_sync(run)
    finally:
        await records.close()


given_connection = context.config.attributes.get("connection")
if isinstance(given_connection, Connection):
    run(given_connection)
else:
    asyncio.run(run_configured())
