"""What PostgreSQL alone takes for the rows of read models: they are known, and nothing has to be folded."""

from __future__ import annotations

import psycopg
from psycopg import sql

from infrastructure.rows.schema import place_of
from projections.catalogue import PROJECTIONS


def copy_rows(owner_url: str) -> None:
    """Write all rows once more, table by table, each with its indexes; the copies are dropped."""
    with psycopg.connect(owner_url, autocommit=True) as owner:
        for projection in PROJECTIONS:
            for table in projection.tables:
                place, copy = place_of(projection, table), sql.Identifier("public", f"copy_of_{table.name}")
                owner.execute(sql.SQL("create table {} (like {} including all)").format(copy, place))
                owner.execute(sql.SQL("insert into {} select * from {}").format(copy, place))
                owner.execute(sql.SQL("drop table {}").format(copy))
