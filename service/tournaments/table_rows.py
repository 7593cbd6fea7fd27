"""Writes the SQL rows of tournament tables, which follow from the log: one row per game that is played as a match."""

from __future__ import annotations

from sqlmodel import col, delete, update

from chronik.domain.tournament.record.events import GameAdded, ResultArrived, ResultRuled, RoundPaired, RoundStarted
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.state import Tournament
from chronik.service.sql.database import Session
from chronik.service.tournaments.tables import TableRow


async def update_table_rows(session: Session, tournament: Tournament, entry: Entry) -> None:
    """Updates the rows that an entry changes."""
    event = entry.e
    of = col(TableRow.tournament) == tournament.id
    match event:
        case RoundPaired():
            await session.exec(delete(TableRow).where(of, col(TableRow.round) == event.round))
            best_of = tournament.planned.stages[event.stage].best_of
            session.add_all(
                TableRow(
                    match=table.match,
                    tournament=tournament.id,
                    round=event.round,
                    number=table.table,
                    game=1 if best_of > 1 else 0,
                    best_of=best_of,
                )
                for table in event.tables
                if table.match
            )
            await session.flush()
        case RoundStarted():
            await session.exec(update(TableRow).where(of, col(TableRow.round) == event.round).values(started=True))
        case GameAdded() if event.match:
            session.add(
                TableRow(
                    match=event.match,
                    tournament=tournament.id,
                    round=event.round,
                    number=event.table,
                    game=event.game,
                    best_of=tournament.rounds[event.round - 1].tables[event.table - 1].best_of,
                    started=True,
                )
            )
            await session.flush()
        case ResultRuled():
            table = tournament.rounds[event.round - 1].tables[event.table - 1]
            here = [of, col(TableRow.round) == event.round, col(TableRow.number) == event.table]
            if table.result is None:
                here.append(col(TableRow.game) == event.game)
            needless = update(TableRow).where(*here, col(TableRow.arrived).is_(None))
            # The match scheduler then closes the games that still run although no result needs them.
            await session.exec(needless.values(opened=False))
        case ResultArrived():
            await session.exec(update(TableRow).where(col(TableRow.match) == event.match).values(arrived=entry.n))
        case _:
            pass
