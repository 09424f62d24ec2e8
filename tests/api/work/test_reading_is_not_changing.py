"""Who may read items of a kind and nothing more neither changes them nor gives them to further roles."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from msgspec.structs import replace

from domain.ids import built_in_status, profile_type
from tests.api.work.asking import signed_values
from tests.support.seen import seen, whole
from tests.support.workplace import House

BODY = {"v": 1, "name": "Only for a few"}
HOUSES = profile_type("property")
Values = dict[str, Any]


async def _nothing(_: House) -> Values:
    return {}


async def _status(_: House) -> Values:
    return {"category": "active"}


async def _group(_: House) -> Values:
    return {"typeId": HOUSES}


async def _part(house: House) -> Values:
    return {"groupId": await _a_group(house)}


async def _task(house: House) -> Values:
    return {"statusId": built_in_status(house.account, "todo"), "state": "active"}


async def _profile(house: House) -> Values:
    return {"typeId": HOUSES, "groupId": await _a_group(house), "state": "active"}


async def _document(_: House) -> Values:
    return {"noteOnly": True, "state": "active"}


async def _active(_: House) -> Values:
    return {"state": "active"}


async def _filter(_: House) -> Values:
    return {"entity": "document", "scope": "shared", "pinned": False}


@dataclass(frozen=True)
class Kind:
    """How a kind is made and changed over HTTP, and what may be done by whom."""

    name: str
    signed: Callable[[House], Awaitable[Values]]
    reading: str
    widening: str
    """The permission to give it to further roles."""
    creating: str
    changing: tuple[str, str]
    """Method and path, which names the id, or takes several changes at once."""
    revising: str = ""
    """The permission to change what somebody else has made, where it is not that of widening."""

    async def made(self, house: House, roles: list[UUID]) -> tuple[dict[str, Any], dict[str, bytes]]:
        """An item for these roles, by Ann, and the attributes that she signed."""
        id, values = uuid4(), await self.signed(house)
        attrs = signed_values(**values)
        sealed = house.pens["ann"].sealed(id, roles, attrs, BODY, kind=self.name)
        answer = await house.post("ann", self.creating, {"id": str(id), "sealed": sealed})
        assert answer.status_code == 201, answer.text
        await house.follow()
        return seen(answer), attrs

    async def change(self, house: House, who: str, item: dict[str, Any], body: Any) -> httpx.Response:
        method, path = self.changing
        if "{id}" in path:
            return await house.call(who, method, path.format(id=item["id"]), body)
        return await house.call(who, method, path, {"items": [{"id": item["id"], **body}]})


KINDS = (
    Kind("topic", _nothing, "topic.read", "topic.manage", "/api/topics", ("PUT", "/api/topics/{id}")),
    Kind("status", _status, "status.read", "status.manage", "/api/statuses", ("PUT", "/api/statuses/{id}")),
    Kind(
        *("profile-group", _group, "profile.read", "profile.structure", "/api/profile-groups"),
        ("POST", "/api/profile-groups/{id}"),
    ),
    Kind(
        *("profile-sub-group", _part, "profile.read", "profile.structure", "/api/profile-sub-groups"),
        ("PATCH", "/api/profile-sub-groups/{id}"),
    ),
    Kind("task", _task, "task.read", "task.update", "/task/create", ("POST", "/task/update")),
    Kind(
        *("profile", _profile, "profile.read", "profile.update", "/api/profiles"),
        ("PATCH", "/api/profiles/{id}"),
    ),
    Kind(
        *("saved-filter", _filter, "savedFilter.read", "savedFilter.share", "/api/saved-filters"),
        ("PUT", "/api/saved-filters/{id}"),
        revising="savedFilter.manage",
    ),
    Kind(
        *("contact", _active, "contact.read", "contact.update", "/contact/create"),
        ("POST", "/contact/update"),
    ),
    Kind(*("vendor", _active, "vendor.read", "vendor.update", "/api/vendors"), ("PUT", "/api/vendors/{id}")),
    Kind(
        *("document", _document, "document.read", "document.update", "/document/create"),
        ("POST", "/documents/update"),
    ),
)
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


async def _a_group(house: House) -> UUID:
    roles = [house.role(key) for key in ("owner", "admin", "member")]
    item, _ = await KINDS[2].made(house, roles)
    return UUID(item["id"])


def refusal(answer: httpx.Response) -> tuple[str, str]:
    """The reason and the permission that was missing, of one change or of the first of several."""
    body = whole(answer)
    found = body["errors"][0] if body.get("errors") else body
    assert "code" in found, answer.text
    return found["details"]["reason"], found["details"].get("permission", "")


def carried_out(answer: httpx.Response) -> bool:
    return answer.status_code == 200 and not whole(answer).get("errors")


async def events(house: House) -> int:
    rows = await house.reader.all("select count(*) from es.event")
    return rows[0][0]


def as_ben(house: House, *may: str) -> None:
    """Ben has these permissions, and the keys of what Ann has written for his role."""
    house.actors["ben"] = replace(house.actors["ben"], may=frozenset(may))
    house.pens["ben"].keys |= house.pens["ann"].keys


@each_kind
async def test_who_only_reads_gives_it_to_nobody_else(house: House, kind: Kind) -> None:
    item, _ = await kind.made(house, [house.role("owner"), house.role("member")])
    as_ben(house, kind.reading)
    before = await events(house)
    wider = house.pens["ben"].share(kind.name, item, [house.role("admin")])
    answer = await kind.change(house, "ben", item, wider)
    assert refusal(answer) == ("not_allowed", kind.widening)
    assert await events(house) == before
    as_ben(house, kind.reading, kind.widening, kind.revising)
    assert carried_out(await kind.change(house, "ben", item, wider))


@each_kind
async def test_who_only_reads_writes_nothing_new(house: House, kind: Kind) -> None:
    roles = [house.role("owner"), house.role("member")]
    item, attrs = await kind.made(house, roles)
    as_ben(house, kind.reading)
    before = await events(house)
    sealed = house.pens["ben"].sealed(UUID(item["id"]), roles, attrs, BODY, after=item, kind=kind.name)
    body = {"version": item["version"], "sealed": sealed}
    answer = await kind.change(house, "ben", item, body)
    assert refusal(answer)[0] in ("not_allowed", "not_yours"), answer.text
    assert await events(house) == before
    as_ben(house, kind.reading, kind.revising or kind.widening)
    answer = await kind.change(house, "ben", item, body)
    assert carried_out(answer), answer.text


@each_kind
async def test_who_cannot_open_it_does_not_learn_that_it_is_there(house: House, kind: Kind) -> None:
    """Not even with every permission: those say which kinds somebody works on, roles say which items."""
    item, attrs = await kind.made(house, [house.role("owner")])
    missing = {**item, "id": str(uuid4())}
    everything = house.actors["ann"].may
    as_ben(house, *everything)
    before = await events(house)
    pen = house.pens["ben"]
    share = pen.share(kind.name, item, [house.role("member")])
    sealed = pen.sealed(UUID(item["id"]), [house.role("member")], attrs, BODY, after=item, kind=kind.name)
    # Whoever comes too late is answered with what is there now, if they may read it.
    late = {"version": item["version"] + 1, "sealed": sealed}
    for body in (share, {"version": item["version"], "sealed": sealed}, late):
        for who in ("ben", "cid"):
            there, nowhere = [await kind.change(house, who, one, body) for one in (item, missing)]
            assert refusal(there)[0] == refusal(nowhere)[0] == "not_found", there.text
            assert there.status_code == nowhere.status_code
    assert await events(house) == before
