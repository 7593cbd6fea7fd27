"""What Alembic runs: on the connection that `service.sql.migrations` hands over, or on the configured database.

The second way is for writing a step: `alembic revision --autogenerate --rev-id 0202 -m "what it adds"`.
"""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection

from service.cold.noted import ArchiveRow
from service.people.challenges import ChallengeRow
from service.people.seeks import SeekRow
from service.settings import Settings
from service.sql.database import Records
from service.tournaments.tables import TournamentRow

TABLES = (ArchiveRow, ChallengeRow, SeekRow, TournamentRow)  # with these, all are known


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


handed_over = context.config.attributes.get("connection")
if isinstance(handed_over, Connection):
    run(handed_over)
else:
    asyncio.run(run_configured())
