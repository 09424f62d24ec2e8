"""What ended an item for those who may not open it any more: told to them, and nothing after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from domain.records import revision_of
from domain.work.answers import Shown

# By role: the statement whose audience left it out.
COLUMNS: Mapping[str, str] = {"ever_for": "uuid[] not null", "ended": "jsonb not null"}


def columns_of(
    row: Mapping[str, Any] | None, before: Iterable[UUID], item: Shown, audience: Iterable[UUID]
) -> dict[str, Any]:
    """Everybody the item was ever for, and what ended it for those it is not for any more."""
    now = set(audience)
    ever = now.union(row["ever_for"]) if row else now
    known: dict[str, Any] = row["ended"] if row else {}
    ended = {role: said for role, said in known.items() if UUID(role) not in now}
    if item.sealed is not None:
        place = revision_of(item.sealed, ())
        said: dict[str, Any] = {
            "place": place,
            "sealed": {
                "statementB64u": item.sealed.statement_b64u,
                "signatureB64u": item.sealed.signature_b64u,
            },
        }
        ended |= {str(role): said for role in set(before) - now}
    return {"ever_for": sorted(ever), "ended": ended}


# Of a row that one of `%(reads)s` could open once, and none of them can any more.
SHOWN = """
json_build_object(
    'id', id,
    'sealed', (
        select (array_agg(role.value -> 'sealed' order by (role.value ->> 'place')::bigint desc))[1]
        from jsonb_each(ended) role where role.key::uuid = any(%(reads)s::uuid[])
    ),
    'later', '[]'::json,
    'word', json_build_object('version', version, 'seq', seq, 'storedAt', json #> '{word,storedAt}')
)::text
"""
