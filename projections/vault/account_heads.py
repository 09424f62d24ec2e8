"""The newest head that was signed for each account."""

from __future__ import annotations

from uuid import UUID

from domain.kernel import Recorded
from domain.vault.account_heads import AccountHeadSigned
from projections.kernel import Projection, Reader, Rows, Table

HEADS = Table(
    "account_heads",
    {"note": "text not null", "size": "bigint not null", "signed_at": "bigint not null"},
    key=(),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    if isinstance(recorded.event, AccountHeadSigned):
        lines = recorded.event.note.split("\n")
        signed_at = int(lines[4].removeprefix("time "))
        known = rows.get(HEADS, {})
        if known is None or (known["size"], known["signed_at"]) < (int(lines[1]), signed_at):
            rows.put(HEADS, {}, note=recorded.event.note, size=int(lines[1]), signed_at=signed_at)


PROJECTION = Projection("account_heads", 1, (HEADS,), apply, (AccountHeadSigned,))

_NEWEST = "select note, size, signed_at from read.account_heads where account_id = %(account_id)s"


async def newest_head(reader: Reader, account_id: UUID) -> tuple[str, int, int] | None:
    row = await reader.one(_NEWEST, {"account_id": account_id}, account_id=account_id)
    return None if row is None else (row[0], row[1], row[2])
