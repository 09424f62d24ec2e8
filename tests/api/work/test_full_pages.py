"""Pages of lists: every row comes once, in one order, wherever a page ends, and the last page says so."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.api.work import asking, test_vendors
from tests.support.seen import seen, whole
from tests.support.workplace import House

ORDERS = [(field, way) for field in ("createdAt", "updatedAt", "expiresOn") for way in ("asc", "desc")]


async def walked(house: House, path: str, query: dict[str, Any], limit: int) -> list[list[str]]:
    """The ids of each page, until there is no cursor; by POST."""
    pages: list[list[str]] = []
    cursor = None
    while len(pages) < 20:
        body = {**query, "limit": limit} | ({"cursor": cursor} if cursor else {})
        answer = await house.post("ann", path, body)
        assert answer.status_code == 200, answer.text
        pages.append([row["id"] for row in seen(answer)])
        cursor = whole(answer)["page"]["nextCursor"]
        if cursor is None:
            break
    return pages


def lengths(count: int, limit: int) -> list[int]:
    """A page that is just full is the last one: there is nothing to go on to."""
    return [min(limit, count - start) for start in range(0, count, limit)]


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6, 7])
async def test_pages_of_documents_that_came_at_one_moment(house: House, limit: int) -> None:
    """The clock stands, and some expire on one day: what ties is told apart by its id."""
    days = [date(2026, 8, 1), date(2026, 8, 1), date(2026, 8, 1), date(2026, 8, 2), None, None]
    ids = {(await asking.created(house, "ann", expiresOn=day))["id"] for day in days}
    assert len(ids) == 6
    for field, way in ORDERS:
        query = {"sort": [{"field": field, "dir": way}]}
        pages = await walked(house, "/document", query, limit)
        assert [len(page) for page in pages] == lengths(6, limit), (field, way)
        assert {id for page in pages for id in page} == ids
        whole = await walked(house, "/document", query, 100)
        assert [id for page in pages for id in page] == whole[0]


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
async def test_pages_of_what_expires(house: House, limit: int) -> None:
    day = house.now.date()
    for _ in range(3):
        await asking.created(house, expiresOn=day)
    pages = await walked(house, "/document/expiring", {"withinDays": 30}, limit)
    assert [len(page) for page in pages] == lengths(3, limit)
    assert len({id for page in pages for id in page}) == 3


async def test_pages_by_get(house: House) -> None:
    ids = {(await test_vendors.created(house))["id"] for _ in range(4)}
    found: list[str] = []
    cursors: list[str | None] = []
    for more in ("", "&cursor={}"):
        answer = await house.call("ann", "GET", f"/api/vendors?limit=2{more.format(*cursors)}")
        found += [row["id"] for row in seen(answer)]
        cursors.append(whole(answer)["page"]["nextCursor"])
    assert [cursor is None for cursor in cursors] == [False, True]
    assert set(found) == ids
    assert len(found) == 4
