"""Plans of PostgreSQL, read for what makes a question slower the more there is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from infrastructure.rows.reader import PostgresReader
from tests.support.asked_queries import Query

_LIMIT = re.compile(r"\blimit (\d+|%\(limit\)s)")


async def plan_of(reader: PostgresReader, query: Query) -> dict[str, Any]:
    """The plan by which the query was carried out, seen by the same tenant, as the product's own login."""
    explained = f"explain (analyze, verbose, timing off, buffers off, format json) {query.sql}"
    ((raw,),) = await reader.all(explained, query.params, account_id=query.account_id, user_id=query.user_id)
    return msgspec.json.decode(raw)[0]["Plan"]


def page_size(query: Query) -> int | None:
    """How many rows a page has; None where everything is asked for."""
    found = _LIMIT.findall(query.sql)
    if not found:
        return None
    return max(query.params["limit"] if text.startswith("%") else int(text) for text in found)


def faults_of_page(plan: Mapping[str, Any], size: int) -> list[str]:
    """What an index does not do for a page: its order, and reading no further than twice the page.

    A plan that finds nothing shows nothing of what a page costs, and is refused too.
    """
    faults = [] if plan["Actual Rows"] else ["finds nothing"]
    for node in _nodes(plan):
        kind = node["Node Type"]
        if _scans_everything(node):
            faults.append(f"Seq Scan of {node['Relation Name']}")
        elif kind == "Incremental Sort":
            faults.append(f"{kind} by {', '.join(node['Sort Key'])}: as long as there are ties")
        elif kind == "Sort":
            if (sorted_rows := _rows(node["Plans"][0])) > 2 * size:
                faults.append(f"{kind} of {sorted_rows:.0f} rows by {', '.join(node['Sort Key'])}")
        elif (read := _rows_read(node)) > 2 * size + 1:
            place = node.get("Relation Name", node.get("Index Name"))
            faults.append(f"{kind} reads {read:.0f} rows of {place} for a page of {size}")
    return faults


def rows_read(plan: Mapping[str, Any]) -> float:
    """The most rows that one part of the plan reads from a table."""
    return max((_rows_read(node) for node in _nodes(plan)), default=0)


def scanned(plan: Mapping[str, Any]) -> list[str]:
    """Read models that are read from one end to the other."""
    return [node["Relation Name"] for node in _nodes(plan) if _scans_everything(node)]


def _scans_everything(node: Mapping[str, Any]) -> bool:
    # Tables outside the read models are not filled here, and small ones are rightly read whole.
    return node["Node Type"] == "Seq Scan" and node["Schema"].startswith("p_")


def _nodes(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from _nodes(inner)


def _rows(node: Mapping[str, Any]) -> float:
    return node["Actual Rows"] * node["Actual Loops"]


def _rows_read(node: Mapping[str, Any]) -> float:
    """Rows that a scan took from its table or index, those dropped by a condition included."""
    if "Relation Name" not in node and "Index Name" not in node:
        return 0
    dropped = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    return (node["Actual Rows"] + dropped) * node["Actual Loops"]
