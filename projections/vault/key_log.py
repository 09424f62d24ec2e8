"""The key log as its members fetch it: one row per statement, ready as it travels."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from domain.kernel import Recorded
from domain.records import unpadded
from domain.vault.key_log import KeyStatementAppended
from domain.vault.statements import read_signed
from projections.kernel import Projection, Reader, Rows, Table

KEY_LOG = Table(
    "key_log",
    {
        "place": "bigint not null",
        "type": "text not null",
        "hash": "text not null",
        "json": "jsonb not null",
    },
    key=("place",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    event = recorded.event
    if not isinstance(event, KeyStatementAppended):
        return
    signed = event.signed
    json: dict[str, Any] = {
        "seq": event.seq,
        "statementB64u": signed.statement_b64u,
        "signatureB64u": signed.signature_b64u,
    }
    if signed.device_signature_b64u:
        json["deviceSignatureB64u"] = signed.device_signature_b64u
    if signed.roll_proof_b64u:
        json["rollProofB64u"] = signed.roll_proof_b64u
    rows.put(
        KEY_LOG,
        {"place": event.seq},
        type=event.type,
        hash=unpadded(read_signed(signed).hash),
        json=json,
    )


PROJECTION = Projection("key_log", 1, (KEY_LOG,), apply, (KeyStatementAppended,))

_PAGE = """
select json::text from read.key_log
where account_id = %(account_id)s and place > %(after)s order by place limit %(limit)s
"""
_HEAD = "select place, hash from read.key_log where account_id = %(account_id)s order by place desc limit 1"


async def statements_after(reader: Reader, account_id: UUID, after: int, limit: int) -> list[str]:
    params = {"account_id": account_id, "after": after, "limit": limit}
    return [json for (json,) in await reader.all(_PAGE, params, account_id=account_id)]


async def key_head(reader: Reader, account_id: UUID) -> tuple[int, str] | None:
    """Place and hash of the newest key statement."""
    row = await reader.one(_HEAD, {"account_id": account_id}, account_id=account_id)
    return None if row is None else (row[0], row[1])
