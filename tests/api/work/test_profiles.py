"""Profiles over HTTP: in groups of their type, in an order, archived, thrown away and brought back."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.events import SubscriptionChanged
from domain.ids import GroupId, SubGroupId, profile_type
from domain.sealed import Sealed
from domain.work.profile_tree import PROFILE_TREE
from domain.work.profile_tree.facts import GroupAdded, GroupRemoved, SubGroupAdded
from domain.work.profiles import PROFILE
from tests.api.work.asking import created as document
from tests.api.work.asking import everybody, reason, signed_values
from tests.support.seen import seen, whole
from tests.support.shapes import attributes, sealed
from tests.support.workplace import LIMITS, House

PATH = "/api/profiles"
VAN = {"v": 1, "name": "The old van", "values": {"make": "Bedford"}}
VEHICLE, PET = profile_type("vehicle"), profile_type("pet")
CARS, BIKES, DOGS = (GroupId(UUID(int=number)) for number in (0xCA, 0xB1, 0xD0))
VANS = SubGroupId(UUID(int=0xFA))


def signs(group: UUID = CARS, part: UUID | None = None, state: str = "active") -> dict[str, bytes]:
    return signed_values(typeId=VEHICLE, groupId=group, subGroupId=part, state=state)


@pytest.fixture(autouse=True)
async def groups(house: House) -> None:
    """Two groups of vehicles, the first with a part, and one of pets."""
    roles = tuple(sorted(everybody(house)))

    def content(id: UUID, **attrs: Any) -> Sealed:
        return sealed(id, attrs=attributes(**attrs))

    def group(id: GroupId, type_id: Any) -> GroupAdded:
        said = content(id, typeId=type_id)
        return GroupAdded(group_id=id, type_id=type_id, sealed=said, audience=roles, rank="V")

    part = SubGroupAdded(
        sub_group_id=VANS, group_id=CARS, sealed=content(VANS, groupId=CARS), audience=roles, rank="V"
    )
    facts = (group(CARS, VEHICLE), group(BIKES, VEHICLE), group(DOGS, PET), part)
    await house.record(PROFILE_TREE, house.account, *facts)


def new(house: House, who: str = "ann", group: UUID = CARS, part: UUID | None = None) -> dict[str, Any]:
    id = uuid4()
    sealed = house.pens[who].sealed(id, everybody(house), signs(group, part), VAN, kind="profile")
    return {"id": str(id), "sealed": sealed}


async def created(house: House, who: str = "ann", **options: Any) -> dict[str, Any]:
    answer = await house.post(who, PATH, new(house, who, **options))
    assert answer.status_code == 201, answer.text
    await house.follow()
    return seen(answer)


async def patch(house: House, who: str, item: dict[str, Any], body: Any, way: str = "") -> Any:
    answer = await house.call(who, "PATCH", f"{PATH}/{item['id']}{way}", body)
    await house.follow()
    return answer


async def done(house: House, who: str, item: dict[str, Any], body: Any, way: str = "") -> dict[str, Any]:
    answer = await patch(house, who, item, body, way)
    assert answer.status_code == 200, answer.text
    return seen(answer)


async def listed(house: House, who: str = "ann", query: str = "?sort=rank") -> list[str]:
    answer = await house.call(who, "GET", f"{PATH}{query}")
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in seen(answer)]


def moves(house: House, item: dict[str, Any], group: UUID, part: UUID | None = None) -> dict[str, Any]:
    return house.pens["ann"].attested(item, signs(group, part), kind="profile")


def archives(house: House, item: dict[str, Any], *, archived: bool = True) -> dict[str, Any]:
    state = signs(state="archived" if archived else "active")
    return house.pens["ann"].attested(item, state, kind="profile")


async def test_a_profile_is_written_listed_and_changed(house: House):
    body = new(house)
    item = seen(await house.post("ann", PATH, body))
    assert (item["typeId"], item["groupId"], item["subGroupId"]) == (str(VEHICLE), str(CARS), None)
    assert (await house.post("ann", PATH, body)).status_code == 200, "the same again"
    await house.follow()
    part = await created(house, group=CARS, part=VANS)
    bike = await created(house, group=BIKES)
    assert await listed(house, "ben", f"?groupId={BIKES}") == [bike["id"]]
    assert set(await listed(house, "ben", f"?typeId={VEHICLE}&groupId={CARS}")) == {item["id"], part["id"]}
    assert await listed(house, "ben", f"?typeId={PET}") == await listed(house, "cid") == []
    (row,) = seen(await house.call("ben", "GET", f"{PATH}?ids={item['id']}"))
    assert house.pens["ben"].open_document(row, house.role("member"), kind="profile") == VAN

    content = house.pens["ben"].sealed(
        UUID(item["id"]), everybody(house), signs(), VAN | {"name": "Van"}, after=item, kind="profile"
    )
    assert reason(await patch(house, "ben", item, {"sealed": content})) == (400, "version_required")
    after = await done(house, "ben", item, {"version": 1, "sealed": content})
    assert (after["version"], after["contentRevision"]) == (2, 2)
    stale = await patch(house, "ben", item, {"version": 1, "sealed": content})
    assert reason(stale) == (409, "version_conflict")
    assert reason(await patch(house, "ben", item, {"id": str(uuid4())})) == (400, "form")
    assert reason(await patch(house, "ben", item, {})) == (400, "statement")


async def test_it_stands_in_a_group_of_its_type_and_a_part_of_that_group(house: House):
    for group, part in ((DOGS, None), (BIKES, VANS), (uuid4(), None), (CARS, uuid4())):
        assert reason(await house.post("ann", PATH, new(house, group=group, part=part))) == (400, "tree")
    item = await created(house)
    assert reason(await patch(house, "ann", item, moves(house, item, DOGS), "/move")) == (400, "tree")


async def test_moved_to_another_group_under_a_statement_and_within_its_own_without(house: House):
    first, second, third = [await created(house) for _ in range(3)]
    assert await listed(house) == [first["id"], second["id"], third["id"]]
    moved = await done(house, "ben", third, {"beforeId": first["id"]}, "/move")
    assert (moved["sealed"], moved["later"]) == (third["sealed"], [])
    await done(house, "ben", first, {"afterId": second["id"]}, "/move")
    assert await listed(house) == [third["id"], second["id"], first["id"]]
    again = await patch(house, "ben", moved, {}, "/move")
    assert (again.status_code, seen(again)["version"]) == (200, moved["version"])

    elsewhere = await done(house, "ann", second, moves(house, second, CARS, VANS), "/move")
    assert (elsewhere["subGroupId"], len(elsewhere["later"])) == (str(VANS), 1)
    beside = await patch(house, "ann", first, {"afterId": second["id"]}, "/move")
    assert reason(beside) == (400, "place")


async def test_where_there_is_no_room_the_others_make_some(house: House):
    first, second, third = [await created(house) for _ in range(3)]
    await done(house, "ann", second, {"rank": "V"}, "/move")
    await done(house, "ann", third, {"rank": "V"}, "/move")
    await done(house, "ann", first, {"rank": "k"}, "/move")
    before, after = sorted((second["id"], third["id"]), key=UUID)
    moved = await done(house, "ann", first, {"afterId": before}, "/move")
    assert await listed(house) == [before, moved["id"], after]


async def test_the_profiles_of_a_removed_group_are_where_it_has_gone(house: House):
    item, other = await created(house), await created(house, group=BIKES)
    gone = GroupRemoved(group_id=CARS, moved_to=BIKES, signed=None)
    await house.record(PROFILE_TREE, house.account, gone)
    await house.follow()
    assert set(await listed(house, "ann", f"?groupId={BIKES}")) == {item["id"], other["id"]}
    assert reason(await house.post("ann", PATH, new(house))) == (400, "tree")
    follows = moves(house, item, BIKES) | {"afterId": other["id"]}
    assert (await done(house, "ann", item, follows, "/move"))["groupId"] == str(BIKES)
    assert await listed(house) == [other["id"], item["id"]]


async def test_archived_and_back_under_statements(house: House):
    item = await created(house)
    archived = await done(house, "ann", item, archives(house, item), "/archive")
    assert archived["state"] == "archived"
    assert await listed(house, "ann", "?states=archived") == [item["id"]]
    stale = archives(house, archived, archived=False) | {"version": 1}
    assert reason(await patch(house, "ann", item, stale, "/archive")) == (409, "version_conflict")
    back = await done(house, "ann", item, archives(house, archived, archived=False), "/archive")
    assert (back["state"], back["version"]) == ("active", 3)


async def test_thrown_away_only_when_nothing_belongs_to_it_or_that_is_said(house: House):
    item = await created(house)
    await document(house, profileIds=(UUID(item["id"]),))
    path = f"{PATH}/{item['id']}"
    deletion = house.pens["ben"].deletion(item, kind="profile")
    assert reason(await house.call("ben", "DELETE", path, deletion)) == (400, "profile_has_items")
    assert reason(await house.call("ben", "DELETE", f"{path}?detach=true", {})) == (400, "statement")
    assert (await house.call("ben", "DELETE", f"{path}?detach=true", deletion)).status_code == 204
    assert (await house.call("ben", "DELETE", path, deletion)).status_code == 204, "again changes nothing"
    await house.follow()
    (binned,) = seen(await house.call("ann", "GET", f"{PATH}?states=deleted"))
    assert await listed(house) == []
    back = house.pens["ann"].attested(binned, signs(), kind="profile")
    restored = await done(house, "ann", item, back)
    assert restored["state"] == "active"

    again = house.pens["ann"].deletion(restored, kind="profile")
    assert (await house.call("ann", "DELETE", f"{path}?detach=true", again)).status_code == 204
    assert (await house.call("ben", "DELETE", f"{path}?purge=true", {})).status_code == 403
    assert (await house.call("ann", "DELETE", f"{path}?purge=true", {})).status_code == 204
    await house.follow()
    assert await listed(house, "ann", "?states=deleted") == []


async def test_bringing_back_asks_for_what_throwing_away_asked(house: House):
    """Signed attributes alone are a change like any other; after a deletion they undo it."""
    item, all_of_it = await created(house), house.actors["ann"]

    async def missing(permission: str, item: dict[str, Any]) -> Any:
        house.actors["ann"] = replace(all_of_it, may=all_of_it.may - {permission})
        answer = await patch(house, "ann", item, house.pens["ann"].attested(item, signs(), kind="profile"))
        house.actors["ann"] = all_of_it
        return answer.status_code, whole(answer).get("details", {}).get("permission")

    assert await missing("profile.update", item) == (403, "profile.update")
    deletion = house.pens["ann"].deletion(item, kind="profile")
    assert (await house.call("ann", "DELETE", f"{PATH}/{item['id']}", deletion)).status_code == 204
    await house.follow()
    (binned,) = seen(await house.call("ann", "GET", f"{PATH}?states=deleted"))
    assert await missing("profile.delete", binned) == (403, "profile.delete")
    assert await listed(house) == []
    assert await missing("profile.update", binned) == (200, None)
    assert await listed(house) == [item["id"]]


async def test_the_plan_says_how_many_there_are(house: House):
    first = await created(house)
    deletion = house.pens["ann"].deletion(first, kind="profile")
    limits = {name: getattr(LIMITS, name) for name in LIMITS.__struct_fields__} | {"profiles": 1}
    await house.record(
        ACCOUNT, house.account, SubscriptionChanged(plan_id="family", limits=type(LIMITS)(**limits))
    )
    assert reason(await house.post("ann", PATH, new(house))) == (400, "plan_limit")
    assert (await house.call("ann", "DELETE", f"{PATH}/{first['id']}", deletion)).status_code == 204
    await house.follow()
    await created(house)
    (binned,) = seen(await house.call("ann", "GET", f"{PATH}?states=deleted"))
    back = house.pens["ann"].attested(binned, signs(), kind="profile")
    assert reason(await patch(house, "ann", first, back)) == (400, "plan_limit")


async def test_the_types_in_an_order_of_the_accounts_own(house: House):
    await created(house)
    types = seen(await house.call("ben", "GET", "/api/profile-types"))
    assert [type["rank"] for type in types] == list(range(1, 13))
    vehicle = next(type for type in types if type["key"] == "vehicle")
    assert {"key": "vin", "type": "text"} in vehicle["template"]
    assert (vehicle["id"], vehicle["profileCount"]) == (str(VEHICLE), 1)
    assert "vehicleRegistration" in vehicle["suggests"]
    ids = [type["id"] for type in types][::-1]
    ordering = "/api/profile-types/ordering"
    assert (await house.call("ben", "PATCH", ordering, {"ids": ids})).status_code == 403
    assert reason(await house.call("ann", "PATCH", ordering, {"ids": ids[1:]})) == (400, "incomplete_order")
    changed = await house.call("ann", "PATCH", ordering, {"ids": ids})
    assert changed.status_code == 200, changed.text
    await house.follow()
    shown = seen(await house.call("ben", "GET", "/api/profile-types"))
    assert shown == seen(changed)
    assert [type["id"] for type in shown] == ids
    assert shown[0]["rank"] == 1


async def test_a_profile_is_decided_as_it_is_listed(house: House):
    """Both sides tell the same story, whichever of them is asked."""
    item = await created(house)
    moved = await done(house, "ann", item, moves(house, item, CARS, VANS), "/move")
    profile, version = await house.store.load(PROFILE, house.account, UUID(item["id"]))
    (row,) = seen(await house.call("ann", "GET", f"{PATH}?ids={item['id']}"))
    assert row == moved
    assert profile is not None
    assert (version, str(profile.sub_group_id)) == (row["version"], row["subGroupId"])


async def hidden(house: House) -> dict[str, str]:
    """By document, the profile that hides it."""
    rows = seen(await house.post("ann", "/document", {}))
    return {row["id"]: row["hiddenBy"] for row in rows if row["hiddenBy"]}


async def test_what_belongs_to_an_archived_profile_alone_is_hidden_and_seen_again(house: House):
    item, other = await created(house), await created(house)
    mine, both = UUID(item["id"]), tuple(sorted((UUID(item["id"]), UUID(other["id"]))))
    alone, shared = await document(house, profileIds=(mine,)), await document(house, profileIds=both)
    archived = await done(house, "ann", item, archives(house, item), "/archive")
    assert await hidden(house) == {alone["id"]: item["id"]}
    news = seen(await house.post("ann", "/document", {"since": shared["seq"]}))
    assert [(row["id"], row["version"]) for row in news] == [(alone["id"], 1)]
    later = await document(house, profileIds=(mine,))
    assert set(await hidden(house)) == {alone["id"], later["id"]}
    await done(house, "ann", other, archives(house, other), "/archive")
    assert set(await hidden(house)) == {alone["id"], later["id"], shared["id"]}
    back = archives(house, archived, archived=False)
    await done(house, "ann", item, back, "/archive")
    assert await hidden(house) == {}
