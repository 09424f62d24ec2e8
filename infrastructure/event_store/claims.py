"""The names that streams hold, as a read model of the log: `es.claim` is written in each append."""

from __future__ import annotations

from domain.kernel import Recorded
from infrastructure.event_store.jobs import NOBODY
from projections.kernel import Projection, Rows, Table

CLAIMS = Table(
    "claim",
    {
        "account_id": "uuid not null",
        "kind": "text not null",
        "value": "text not null",
        "stream_id": "uuid not null",
    },
    account=False,
    key=("account_id", "kind", "value"),
)


def apply(rows: Rows, fact: Recorded) -> None:
    for claim in fact.event.releases():
        key = _key(fact, claim.scope, claim.kind, claim.value)
        held = rows.get(CLAIMS, key)
        if held is not None and held["stream_id"] == fact.stream_id:
            rows.delete(CLAIMS, key)
    for claim in fact.event.claims():
        key = _key(fact, claim.scope, claim.kind, claim.value)
        if rows.get(CLAIMS, key) is None:
            rows.put(CLAIMS, key, stream_id=fact.stream_id)


def _key(fact: Recorded, scope: str, kind: str, value: str) -> dict[str, object]:
    return {"account_id": NOBODY if scope == "global" else fact.account_id, "kind": kind, "value": value}


PROJECTION = Projection("claims", 1, (CLAIMS,), apply, mode="inline")
