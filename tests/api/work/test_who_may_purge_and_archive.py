"""What ends for ever asks who is there, and archiving asks for its own permission: kind by kind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from tests.api.work import asking, test_contacts, test_profiles, test_tasks, test_vendors
from tests.support.seen import seen, whole
from tests.support.workplace import House

Made = Callable[[House], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class Kind:
    """How a kind is made, thrown away, purged and archived over HTTP."""

    name: str
    made: Made
    way: tuple[str, str]
    """Method and path, with the id where the path names one."""
    table: str

    async def purge(self, house: House, id: str) -> httpx.Response:
        method, path = self.way
        if method == "POST":
            return await house.post("ann", path, {"items": [{"id": id}], "purge": True})
        return await house.call("ann", method, f"{path}/{id}?purge=true", {})

    async def throw_away(self, house: House, item: dict[str, Any]) -> None:
        method, path = self.way
        signed = house.pens["ann"].deletion(item, kind=self.name)
        if method == "POST":
            answer = await house.post("ann", path, {"items": [{"id": item["id"], **signed}]})
        else:
            answer = await house.call("ann", method, f"{path}/{item['id']}", signed)
        assert answer.status_code in (200, 204), answer.text
        await house.follow()

    async def archive(self, house: House, item: dict[str, Any], state: str) -> httpx.Response:
        pen, id = house.pens["ann"], item["id"]
        if self.name == "profile":
            body = test_profiles.archives(house, item, archived=state == "archived")
            return await house.call("ann", "PATCH", f"/api/profiles/{id}/archive", body)
        more = {"noteOnly": True} if self.name == "document" else {}
        signed = pen.attested(item, asking.signed_values(state=state, **more), kind=self.name)
        if self.name == "vendor":
            return await house.call("ann", "PUT", f"/api/vendors/{id}", signed)
        path = "/documents/update" if self.name == "document" else "/contact/update"
        return await house.post("ann", path, {"items": [{"id": id, **signed}]})

    async def state(self, house: House, id: str) -> str:
        await house.follow()
        statement = f"select state from read.{self.table} where id = %(id)s"
        row = await house.reader.one(statement, {"id": id}, account_id=house.account)
        assert row is not None
        return row[0]


async def _profile(house: House) -> dict[str, Any]:
    return await test_profiles.created(house)


KINDS = [
    Kind("contact", test_contacts.created, ("POST", "/contact/delete"), "contacts"),
    Kind("vendor", test_vendors.created, ("DELETE", "/api/vendors"), "vendors"),
    Kind("document", asking.created, ("POST", "/document/delete"), "documents"),
    Kind("task", test_tasks.created, ("POST", "/task/delete"), "tasks"),
    Kind("profile", _profile, ("DELETE", "/api/profiles"), "profiles"),
]
groups = test_profiles.groups
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
archivable = pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.name != "task"], ids=lambda kind: kind.name
)


def reasons(answer: httpx.Response) -> list[str]:
    """Why nothing was done, of a call about one thing or about several."""
    if answer.status_code == 204:
        return []
    body = whole(answer)
    errors = [body] if "code" in body else body.get("errors", [])
    return [error["details"]["reason"] for error in errors]


@each_kind
async def test_a_purge_asks_who_is_there(house: House, kind: Kind) -> None:
    item = await kind.made(house)
    await kind.throw_away(house, item)
    fresh = house.actors["ann"]
    for confirmed_at in (None, house.now - timedelta(minutes=10)):
        house.actors["ann"] = replace(fresh, confirmed_at=confirmed_at)
        assert reasons(await kind.purge(house, item["id"])) == ["step_up_required"]
        assert await kind.state(house, item["id"]) == "deleted"
    house.actors["ann"] = replace(fresh, confirmed_at=house.now - timedelta(minutes=9, seconds=59))
    assert reasons(await kind.purge(house, item["id"])) == []
    assert await kind.state(house, item["id"]) == "purged"


@each_kind
async def test_a_purge_asks_for_its_permission(house: House, kind: Kind) -> None:
    item = await kind.made(house)
    await kind.throw_away(house, item)
    forbid(house, f"{kind.name}.purge")
    assert reasons(await kind.purge(house, item["id"])) == ["not_allowed"]
    assert await kind.state(house, item["id"]) == "deleted"


def forbid(house: House, permission: str) -> None:
    ann = house.actors["ann"]
    assert permission in ann.may
    house.actors["ann"] = replace(ann, may=ann.may - {permission})


@archivable
async def test_archiving_asks_for_its_permission_both_ways(house: House, kind: Kind) -> None:
    item, allowed = await kind.made(house), house.actors["ann"]
    forbid(house, f"{kind.name}.archive")
    assert reasons(await kind.archive(house, item, "archived")) == ["not_allowed"]
    assert await kind.state(house, item["id"]) == "active"
    house.actors["ann"] = allowed
    answer = await kind.archive(house, item, "archived")
    assert reasons(answer) == []
    assert await kind.state(house, item["id"]) == "archived"
    archived = seen(answer)
    forbid(house, f"{kind.name}.archive")
    archived = archived[0] if isinstance(archived, list) else archived
    assert reasons(await kind.archive(house, archived, "active")) == ["not_allowed"]
    assert await kind.state(house, item["id"]) == "archived"
