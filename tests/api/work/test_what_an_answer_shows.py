"""A person who manages a tree gets back the parts that they can open, and nothing about the others."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from msgspec.structs import replace

from domain.ids import profile_type
from tests.api.work.asking import everybody, reason, signed_values
from tests.support.seen import seen, whole
from tests.support.workplace import House

NAME = {"v": 1, "name": "A house abroad"}
TOPICS, GROUPS, PARTS = "/api/topics", "/api/profile-groups", "/api/profile-sub-groups"


def managing(house: House, permission: str) -> None:
    """Ben may manage, and reads for members alone."""
    ben = house.actors["ben"]
    house.actors["ben"] = replace(ben, may=ben.may | {permission})


async def made(house: House, path: str, kind: str, roles: list[UUID], **signed: UUID) -> dict[str, Any]:
    id = uuid4()
    sealed = house.pens["ann"].sealed(id, roles, signed_values(**signed), NAME, kind=kind)
    answer = await house.post("ann", path, {"id": str(id), "sealed": sealed})
    assert answer.status_code == 201, answer.text
    await house.follow()
    return seen(answer)


async def test_many_topics_at_once_show_no_topic_of_others(house: House) -> None:
    ours = await made(house, TOPICS, "topic", everybody(house))
    theirs = await made(house, TOPICS, "topic", [house.role("owner")])
    managing(house, "topic.manage")
    path = f"{TOPICS}/create-update-delete"
    for who, known in (("ben", {ours["id"]}), ("ann", {ours["id"], theirs["id"]})):
        answer = await house.post(who, path, {"version": 2})
        assert answer.status_code == 200, answer.text
        assert {topic["id"] for topic in seen(answer)} == known
        late = await house.post(who, path, {"version": 1})
        assert reason(late) == (409, "version_conflict")
        assert {topic["id"] for topic in whole(late)["details"]["current"]} == known


async def test_an_order_of_sub_groups_shows_none_of_others(house: House) -> None:
    group = await made(house, GROUPS, "profile-group", everybody(house), typeId=profile_type("property"))
    of = UUID(group["id"])
    ours = await made(house, PARTS, "profile-sub-group", everybody(house), groupId=of)
    theirs = await made(house, PARTS, "profile-sub-group", [house.role("owner")], groupId=of)
    managing(house, "profile.structure")
    for who, known in (("ben", [ours["id"]]), ("ann", [theirs["id"], ours["id"]])):
        body = {"groupId": group["id"], "ids": known}
        answer = await house.call(who, "PATCH", f"{PARTS}/ordering", body)
        assert answer.status_code == 200, answer.text
        assert [part["id"] for part in seen(answer)] == known
