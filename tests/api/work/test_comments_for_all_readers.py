"""What is said about a task is said to everybody who can read the task."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.api.work.asking import everybody, signed_values
from tests.api.work.test_tasks import created, updated
from tests.support.workplace import House


def comment(house: House, item: dict[str, Any], roles: list[UUID], after: Any = None) -> dict[str, Any]:
    id = UUID(after["id"]) if after else uuid4()
    attrs = signed_values(taskId=UUID(item["id"]))
    sealed = house.pens["ann"].sealed(id, roles, attrs, {"v": 1, "body": "Hi"}, after=after, kind="comment")
    return {"op": "comment.revise" if after else "comment.add", "id": str(id), "sealed": sealed}


@pytest.mark.parametrize("left_out", ["owner", "member"])
async def test_a_comment_leaves_out_no_reader_of_its_task(house: House, left_out: str) -> None:
    item, everyone = await created(house), everybody(house)
    few = [role for role in everyone if role != house.role(left_out)]
    assert await updated(house, "ann", item, {"ops": [comment(house, item, few)]}) == "audience"
    said = comment(house, item, everyone)
    item = await updated(house, "ann", item, {"ops": [said]})
    before = {"id": said["id"], "sealed": said["sealed"], "later": []}
    narrower = comment(house, item, few, after=before)
    assert await updated(house, "ann", item, {"ops": [narrower]}) == "audience"
    assert isinstance(
        await updated(house, "ann", item, {"ops": [comment(house, item, everyone, after=before)]}), dict
    )
