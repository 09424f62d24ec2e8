"""Vendors over HTTP: the same rules as contacts, at paths of their own."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from tests.api.work.asking import everybody, reason, signed_values
from tests.support.seen import seen
from tests.support.workplace import House

ROOFER = {"v": 1, "name": "Slate & Sons", "services": ["roof"]}
ACTIVE, ARCHIVED = signed_values(state="active"), signed_values(state="archived")


async def created(house: House, who: str = "ann") -> dict[str, Any]:
    id = uuid4()
    sealed = house.pens[who].sealed(id, everybody(house), ACTIVE, ROOFER, kind="vendor")
    answer = await house.post(who, "/api/vendors", {"id": str(id), "sealed": sealed})
    assert answer.status_code == 201, answer.text
    await house.follow()
    return seen(answer)


async def change(house: House, who: str, item: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    answer = await house.call(who, "PUT", f"/api/vendors/{item['id']}", body)
    assert answer.status_code == 200, answer.text
    await house.follow()
    return seen(answer)


async def listed(house: House, who: str, query: str = "") -> list[str]:
    answer = await house.call(who, "GET", f"/api/vendors{query}")
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in seen(answer)]


async def test_a_vendor_is_written_and_read(house: House):
    item = await created(house)
    answer = await house.call("ben", "GET", "/api/vendors")
    (row,) = seen(answer)
    assert house.pens["ben"].open_document(row, house.role("member"), kind="vendor") == ROOFER
    assert await listed(house, "cid") == []
    body = ROOFER | {"rating": 4}
    sealed = house.pens["ben"].sealed(
        UUID(item["id"]), everybody(house), ACTIVE, body, after=item, kind="vendor"
    )
    after = await change(house, "ben", item, {"id": item["id"], "version": 1, "sealed": sealed})
    assert (after["version"], after["contentRevision"]) == (2, 2)
    stale = await house.call("ben", "PUT", f"/api/vendors/{item['id']}", {"version": 1, "sealed": sealed})
    assert reason(stale) == (409, "version_conflict")


async def test_the_path_says_which_one(house: House):
    item = await created(house)
    archive = house.pens["ann"].attested(item, ARCHIVED, kind="vendor")
    body = {"id": str(uuid4()), **archive}
    assert reason(await house.call("ann", "PUT", f"/api/vendors/{item['id']}", body)) == (400, "form")


async def test_listed_by_state_by_id_and_since(house: House):
    first, second = await created(house), await created(house)
    archive = house.pens["ann"].attested(first, ARCHIVED, kind="vendor")
    archived = await change(house, "ann", first, {**archive})
    assert archived["state"] == "archived"
    assert await listed(house, "ann", "?states=archived") == [first["id"]]
    assert await listed(house, "ann", f"?ids={second['id']}&ids={uuid4()}") == [second["id"]]
    assert await listed(house, "ann", "?sort=createdAt&dir=asc&limit=1") == [min(first["id"], second["id"])]
    news = await house.call("ann", "GET", f"/api/vendors?since={second['seq']}")
    assert [row["id"] for row in seen(news)] == [first["id"]]
    assert (await house.call("ann", "GET", "/api/vendors?states=lost")).status_code == 400
    assert reason(await house.call("ann", "GET", "/api/vendors?limit=201")) == (400, "limit")


async def test_the_bin_and_the_way_out_of_it(house: House):
    item = await created(house)
    path = f"/api/vendors/{item['id']}"
    assert reason(await house.call("ann", "DELETE", path, {})) == (400, "statement")
    deletion = house.pens["ann"].deletion(item, kind="vendor")
    assert (await house.call("ann", "DELETE", path, deletion)).status_code == 204
    await house.follow()
    assert await listed(house, "ann") == []
    (row,) = seen(await house.call("ann", "GET", "/api/vendors?states=deleted"))
    back = house.pens["ann"].attested(row, ACTIVE, kind="vendor")
    restored = await change(house, "ann", item, back)
    assert restored["state"] == "active"

    again = house.pens["ann"].deletion(restored, kind="vendor")
    assert (await house.call("ann", "DELETE", path, again)).status_code == 204
    assert (await house.call("ben", "DELETE", f"{path}?purge=true", {})).status_code == 403
    assert (await house.call("ann", "DELETE", f"{path}?purge=true", {})).status_code == 204
    await house.follow()
    assert await listed(house, "ann", "?states=deleted") == []


async def test_a_contact_is_no_vendor(house: House):
    id = uuid4()
    sealed = house.pens["ann"].sealed(id, everybody(house), ACTIVE, ROOFER, kind="contact")
    answer = await house.post("ann", "/api/vendors", {"id": str(id), "sealed": sealed})
    assert reason(answer) == (400, "statement_invalid")
