"""The API's queries to views: under its own login, for the account of the caller, on its own connections."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

from psycopg_pool import AsyncConnectionPool

from domain.kernel import wire_time
from infrastructure.rows.reader import PostgresReader
from projections.analysis.asking import AnalyticsAnswer, AnalyticsQuery, Cell, statement_of


class PostgresAnalytics:
    """Implements `projections.analysis.asking.Analytics`."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._reader = PostgresReader(pool)

    async def answer(self, account_id: UUID, query: AnalyticsQuery) -> AnalyticsAnswer:
        asked = statement_of(query, limit=query.limit + 1)
        rows = await self._reader.all(asked.sql, asked.params, account_id=account_id)
        return AnalyticsAnswer(
            asked.columns,
            tuple(tuple(map(cell, row)) for row in rows[: query.limit]),
            len(rows) > query.limit,
        )


def cell(value: Any) -> Cell:
    """A value as it is written: days and times as text."""
    match value:
        case datetime():
            return wire_time(value)
        case date() | UUID():
            return str(value)
        case _:
            return value
