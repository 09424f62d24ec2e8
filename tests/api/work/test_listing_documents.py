"""Listing documents: pages, what changed, and what expires."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID

from tests.api.work.asking import (
    TITLE,
    created,
    listed,
    reason,
    signed_values,
    update,
)
from tests.support.seen import seen, whole
from tests.support.workplace import House


async def test_pages_go_on_where_they_ended_and_only_there(house: House) -> None:
    ids = []
    for day in range(1, 6):
        house.pass_time(seconds=1)
        ids.append((await created(house, expiresOn=date(2031, 1, day)))["id"])
    query: dict[str, Any] = {"limit": 2, "sort": [{"field": "createdAt", "dir": "desc"}]}
    seen: list[str] = []
    for _ in range(3):
        answer = whole(await house.post("ann", "/document", query))
        seen += [row["id"] for row in answer["data"]]
        query["cursor"] = answer["page"]["nextCursor"]
    assert seen == ids[::-1]
    assert query["cursor"] is None
    cursor = whole(await house.post("ann", "/document", {**query, "cursor": None}))["page"]["nextCursor"]
    for changes in (
        {"sort": [{"field": "createdAt", "dir": "asc"}]},
        {"states": ["archived"]},
        {"cursor": cursor[:-2]},
        {"cursor": "x" + cursor},
        {"cursor": "ä"},
    ):
        answer = await house.post("ann", "/document", {**query, "cursor": cursor, **changes})
        assert reason(answer) == (400, "cursor")
    assert reason(await house.post("cid", "/document", {**query, "cursor": cursor})) == (400, "cursor")
    by_expiry = await listed(
        house, "ann", sort=[{"field": "expiresOn", "dir": "asc"}], expiresTo="2031-01-03"
    )
    assert [row["id"] for row in by_expiry] == ids[:3]


async def test_deltas_name_what_changed_and_what_is_gone(house: House) -> None:
    kept, gone = await created(house), await created(house)
    hidden = await created(house, roles=[house.role("owner")])
    since = max(kept["seq"], gone["seq"], hidden["seq"])
    answer = whole(await house.post("ben", "/document", {"since": since}))
    assert answer["data"] == []
    body = {"items": [{"id": gone["id"], **house.pens["ann"].deletion(gone)}]}
    await house.post("ann", "/document/delete", body)
    attrs = signed_values(state="archived", noteOnly=True)
    change = {"id": kept["id"], **house.pens["ann"].attested(kept, attrs)}
    await update(house, "ann", change)
    answer = whole(await house.post("ben", "/document", {"since": since}))
    told = [(row["id"], row["state"]) for row in answer["data"]]
    assert told == [(gone["id"], "deleted"), (kept["id"], "archived")]
    assert answer["sync"]["seq"] >= answer["data"][-1]["seq"]
    first = whole(await house.post("ben", "/document", {"since": 0, "limit": 1}))
    assert first["sync"]["seq"] < answer["sync"]["seq"]


async def test_what_changed_of_certain_ids_is_no_question(house: House) -> None:
    item = await created(house)
    refused = await house.post("ben", "/document", {"since": 0, "ids": [item["id"]]})
    assert reason(refused) == (400, "since")


async def test_taking_a_role_away_tells_its_holders_that_the_document_is_gone(house: House) -> None:
    item = await created(house)
    attrs = signed_values(state="active", noteOnly=True)
    owner = [house.role("owner"), house.role("admin")]
    narrowed = house.pens["ann"].sealed(UUID(item["id"]), owner, attrs, TITLE, after=item)
    await update(house, "ann", {"id": item["id"], "version": 1, "sealed": narrowed})
    (row,) = seen(await house.post("ben", "/document", {"since": item["seq"]}))
    ended = {name: narrowed[name] for name in ("statementB64u", "signatureB64u")}
    assert (row["id"], row["sealed"], row["later"]) == (item["id"], ended, [])


async def test_expiring_follows_the_calendar_of_the_account(house: House) -> None:
    today = house.now.date()
    for days in (-3, 5, 89, 91):
        await created(house, expiresOn=today + timedelta(days=days))
    answer = whole(await house.post("ben", "/document/expiring", {}))
    dates = [row["expiresOn"] for row in answer["data"]]
    assert dates == [(today + timedelta(days=days)).isoformat() for days in (-3, 5, 89)]
    assert answer["meta"] == {"computedBy": "server"}
    soon = whole(await house.post("ben", "/document/expiring", {"withinDays": 7, "includeExpired": False}))
    assert len(soon["data"]) == 1
    page = whole(await house.post("ben", "/document/expiring", {"limit": 2}))
    rest = await house.post("ben", "/document/expiring", {"limit": 2, "cursor": page["page"]["nextCursor"]})
    assert [row["expiresOn"] for row in page["data"] + seen(rest)] == dates
    assert seen(await house.post("cid", "/document/expiring", {})) == []
