"""Each thing that can be done to an item asks for its own permission, by whichever way it comes."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from tests.api.work.asking import everybody, signed_values
from tests.support.seen import seen, whole
from tests.support.workplace import House

BODIES: dict[str, dict[str, Any]] = {
    "contact": {"v": 1, "kind": "individual", "name": {"full": "Ada Ambrose"}},
    "document": {"v": 1, "title": "Passport of A. Hawthorne"},
}
UPDATES = {"contact": "/contact/update", "document": "/documents/update"}
# A document without a file says that it is a note.
SIGNED: dict[str, dict[str, Any]] = {"document": {"noteOnly": True}}


def attrs(kind: str, state: str) -> dict[str, bytes]:
    return signed_values(state=state, **SIGNED.get(kind, {}))


async def created(house: House, kind: str, roles: list[UUID] | None = None) -> dict[str, Any]:
    id, pen = uuid4(), house.pens["ann"]
    sealed = pen.sealed(id, roles or everybody(house), attrs(kind, "active"), BODIES[kind], kind=kind)
    answer = await house.post("ann", f"/{kind}/create", {"id": str(id), "sealed": sealed})
    assert answer.status_code == 201, answer.text
    return seen(answer)


async def done(house: House, path: str, body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Why it was refused, by the permission that was missing, or what it came to."""
    answer = whole(await house.post("ann", path, body))
    found = answer["errors"][0] if answer.get("errors") else answer
    if "code" in found:
        assert found["details"]["reason"] == "not_allowed", found
        return found["details"]["permission"], {}
    data = answer["data"]
    return "", data[0] if isinstance(data, list) else data


async def asks_for(
    house: House, permission: str, path: str, change: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """It is refused without this one permission, and done with all of them."""
    ann = house.actors["ann"]
    body = {"items": [change], **more}
    house.actors["ann"] = replace(ann, may=ann.may - {permission})
    assert await done(house, path, body) == (permission, {})
    house.actors["ann"] = ann
    refused, item = await done(house, path, body)
    assert refused == ""
    return item


@pytest.mark.parametrize("kind", BODIES)
async def test_each_way_of_changing_an_item_asks_for_its_permission(house: House, kind: str) -> None:
    pen, update = house.pens["ann"], UPDATES[kind]
    item = await created(house, kind, [house.role("owner"), house.role("admin")])

    def signs(as_state: str) -> dict[str, Any]:
        return {"id": item["id"], **pen.attested(item, attrs(kind, as_state), kind=kind)}

    share = {"id": item["id"], **pen.share(kind, item, [house.role("member")])}
    item = await asks_for(house, f"{kind}.update", update, share)
    sealed = pen.sealed(
        UUID(item["id"]), everybody(house), attrs(kind, "active"), BODIES[kind], after=item, kind=kind
    )
    revised = {"id": item["id"], "version": item["version"], "sealed": sealed}
    item = await asks_for(house, f"{kind}.update", update, revised)
    item = await asks_for(house, f"{kind}.archive", update, signs("archived"))
    item = await asks_for(house, f"{kind}.archive", update, signs("active"))
    binned = {"id": item["id"], **pen.deletion(item, kind=kind)}
    item = await asks_for(house, f"{kind}.delete", f"/{kind}/delete", binned)
    item = await asks_for(house, f"{kind}.delete", f"/{kind}/delete", signs("active"), restore=True)
    binned = {"id": item["id"], **pen.deletion(item, kind=kind)}
    item = await asks_for(house, f"{kind}.delete", f"/{kind}/delete", binned)
    if kind == "contact":
        # Signed attributes after a deletion bring it back, which asks for what throwing it away did.
        item = await asks_for(house, f"{kind}.delete", update, signs("active"))
        binned = {"id": item["id"], **pen.deletion(item, kind=kind)}
        item = await asks_for(house, f"{kind}.delete", f"/{kind}/delete", binned)
    await asks_for_purging(house, kind, item)


async def asks_for_purging(house: House, kind: str, item: dict[str, Any]) -> None:
    ann = house.actors["ann"]
    body = {"items": [{"id": item["id"]}], "purge": True}
    house.actors["ann"] = replace(ann, may=ann.may - {f"{kind}.purge"})
    assert await done(house, f"/{kind}/delete", body) == (f"{kind}.purge", {})
    house.actors["ann"] = ann
    assert whole(await house.post("ann", f"/{kind}/delete", body))["errors"] == []
