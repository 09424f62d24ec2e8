"""The chain of signed statements of every object, kept when its contents are purged (`keys/chain`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from domain.kernel import Recorded
from domain.records import unpadded
from domain.vault.statement_types import (
    ContentShare,
    FilePut,
    RecordAttrs,
    RecordDelete,
    RecordPut,
    ViewSeen,
)
from domain.vault.statements import Statement
from projections.kernel import Needed, Projection, Reader, Rows, Table
from projections.vault.facts import statements_of

CHAINS = Table(
    "chains",
    {
        "kind": "text not null",
        "id": "uuid not null",
        "place": "bigint not null",
        "statement": "text not null",
        "signature": "text not null",
        # Those that the object is for after the statement; null: every member may read it.
        "audience": "uuid[]",
    },
    key=("kind", "id", "place"),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    if recorded.account_id is None:
        return
    for statement in statements_of(recorded.event):
        _append(rows, statement)


def _append(rows: Rows, statement: Statement) -> None:
    place = statement.header.seq
    match statement.body:
        case RecordPut() | FilePut() | ContentShare() as body:
            audience = list(body.audience)
        case RecordAttrs() | RecordDelete() as body:
            before = rows.get(CHAINS, {"kind": body.kind, "id": body.id, "place": place - 1})
            audience = list(before["audience"]) if before else []
        case ViewSeen() as body:
            audience = None
        case _:
            return
    rows.put(
        CHAINS,
        {"kind": body.kind, "id": body.id, "place": place},
        statement=unpadded(statement.raw),
        signature=unpadded(statement.signature),
        audience=audience,
    )


def _needs(recorded: Recorded) -> Iterator[Needed]:
    """The audience of a statement that names none is that of the one before."""
    if recorded.account_id is None:
        return
    for statement in statements_of(recorded.event):
        match statement.body:
            case RecordAttrs() | RecordDelete() as body:
                before = {"kind": body.kind, "id": body.id, "place": statement.header.seq - 1}
                yield Needed(CHAINS, before)
            case _:
                pass


PROJECTION = Projection("chains", 1, (CHAINS,), apply, needs=_needs)


class AskedChain(NamedTuple):
    """The statements of an object after those that are known."""

    kind: str
    id: UUID
    after: int


class Chains(NamedTuple):
    """The statements of each object, in the order asked for; `more` when there are further ones."""

    statements: list[list[dict[str, str]]]
    more: bool


# Whoever could read it once is told what ended that: the statement after the last one for them.
_ENDS = """
select asked.place, max(chain.place) filter (
    where chain.audience is null or chain.audience && %(reads)s::uuid[]
), max(chain.place)
from unnest(%(kinds)s::text[], %(ids)s::uuid[]) with ordinality as asked(kind, id, place)
join read.chains chain
    on chain.account_id = %(account_id)s and chain.kind = asked.kind and chain.id = asked.id
group by asked.place
"""
_BETWEEN = """
select asked.place, chain.place, chain.statement, chain.signature
from unnest(%(kinds)s::text[], %(ids)s::uuid[], %(starts)s::bigint[], %(ends)s::bigint[])
    with ordinality as asked(kind, id, start, stop, place)
join read.chains chain
    on chain.account_id = %(account_id)s and chain.kind = asked.kind and chain.id = asked.id
    and chain.place > asked.start and chain.place <= asked.stop
"""


async def chains_of(
    reader: Reader, account_id: UUID, asked: Sequence[AskedChain], reads: frozenset[Any], most: int
) -> Chains:
    """The chains a reader with these roles may see: of objects that were once for one of them."""
    named: dict[str, Any] = {
        "account_id": account_id,
        "kinds": [one.kind for one in asked],
        "ids": [one.id for one in asked],
    }
    found = await reader.all(_ENDS, {**named, "reads": list(reads)}, account_id=account_id)
    ends = {place - 1: min(seen + 1, newest) for place, seen, newest in found if seen is not None}
    starts, stops, left = [one.after for one in asked], list[int](), most
    for number, start in enumerate(starts):
        there = max(0, ends.get(number, 0) - start)
        stops.append(start + min(there, left))
        left -= min(there, left)
    more = any(ends.get(number, 0) > stop for number, stop in enumerate(stops))
    rows = await reader.all(_BETWEEN, {**named, "starts": starts, "ends": stops}, account_id=account_id)
    links: dict[int, list[dict[str, str]]] = {}
    for number, _, statement, signature in sorted(rows):
        link = {"statementB64u": statement, "signatureB64u": signature}
        links.setdefault(number - 1, []).append(link)
    return Chains([links.get(number, []) for number in range(len(asked))], more)


class Link(NamedTuple):
    """One statement of a chain, by its number."""

    place: int
    statement: str
    signature: str


_BEGINNINGS = """
select asked.id, chain.place, chain.statement, chain.signature
from unnest(%(ids)s::uuid[], %(starts)s::bigint[], %(ends)s::bigint[]) as asked(id, start, stop)
join read.chains chain
    on chain.account_id = %(account_id)s and chain.kind = %(kind)s and chain.id = asked.id
    and chain.place > asked.start and chain.place < asked.stop
order by chain.place
"""


async def beginnings_of(
    reader: Reader, account_id: UUID, kind: str, between: Mapping[UUID, tuple[int, int]]
) -> dict[UUID, list[Link]]:
    """What was stated about objects after one statement and before another, oldest first.

    Whoever may open an object may read all of its chain: the caller has made sure of that.
    """
    values = {
        "account_id": account_id,
        "kind": kind,
        "ids": list(between),
        "starts": [start for start, _ in between.values()],
        "ends": [stop for _, stop in between.values()],
    }
    found: dict[UUID, list[Link]] = {}
    for row in await reader.all(_BEGINNINGS, values, account_id=account_id):
        found.setdefault(row[0], []).append(Link(*row[1:]))
    return found
