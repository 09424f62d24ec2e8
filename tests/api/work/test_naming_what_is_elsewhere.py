"""What a write names is of this account: ids of another one, or of nothing, are refused.

Streams are keyed by account, so the item of another account is as absent here as one that never was. What
the server resolves, it checks. Lists that it only keeps for readers (`profileIds`, `topicIds` and
`documentIds` of documents and tasks) are theirs to resolve, and no case here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import pytest

from domain.ids import built_in_role, built_in_status, personal_role, profile_type
from tests.api.work.asking import everybody, signed_values
from tests.api.work.test_reading_is_not_changing import (
    BODY,
    KINDS,
    Kind,
    Values,
    each_kind,
    events,
    refusal,
)
from tests.support.workplace import CID, House

ELSEWHERE = uuid4()


BY_NAME = {kind.name: kind for kind in KINDS}


class Named(NamedTuple):
    """A member that names something, and why a wrong one is refused."""

    kind: str
    member: str
    reason: str
    wrong: Callable[[House], Awaitable[UUID]]
    listed: bool = False


async def nowhere(_: House) -> UUID:
    return uuid4()


async def status_elsewhere(_: House) -> UUID:
    return built_in_status(ELSEWHERE, "todo")


async def stranger(_: House) -> UUID:
    return CID


async def other_type(_: House) -> UUID:
    return profile_type("vehicle")


def named(
    kind: str, member: str, reason: str, *wrong: Callable[[House], Awaitable[UUID]], listed: bool = False
) -> list[Named]:
    return [Named(kind, member, reason, one, listed) for one in wrong]


NAMES = [
    *named("task", "statusId", "status", nowhere, status_elsewhere),
    *named("task", "parentId", "parent", nowhere),
    *named("task", "assigneeIds", "assignee", nowhere, stranger, listed=True),
    *named("profile", "groupId", "tree", nowhere),
    *named("profile", "subGroupId", "tree", nowhere),
    *named("profile", "typeId", "tree", nowhere, other_type),
    *named("profile-group", "typeId", "type", nowhere),
    *named("profile-sub-group", "groupId", "tree", nowhere),
    *named("topic", "parentId", "parent", nowhere),
]


async def attempt(house: House, kind: Kind, values: Values, audience: list[UUID] | None = None) -> Any:
    id, attrs = uuid4(), signed_values(**values)
    pen = house.pens["ann"]
    sealed = pen.sealed(id, everybody(house), attrs, BODY, kind=kind.name, audience=audience)
    return await house.post("ann", kind.creating, {"id": str(id), "sealed": sealed})


@pytest.mark.parametrize("name", NAMES, ids=lambda n: f"{n.kind} {n.member} {n.wrong.__name__}")
async def test_what_is_named_is_there(house: House, name: Named) -> None:
    kind = BY_NAME[name.kind]
    values = await kind.signed(house)
    before = await events(house)
    wrong = await name.wrong(house)
    answer = await attempt(house, kind, {**values, name.member: (wrong,) if name.listed else wrong})
    assert answer.status_code >= 400, answer.text
    assert refusal(answer)[0] == name.reason, answer.text
    assert await events(house) == before
    assert (await attempt(house, kind, values)).status_code == 201


@each_kind
async def test_no_role_of_another_account_reads_it(house: House, kind: Kind) -> None:
    values = await kind.signed(house)
    before = await events(house)
    for role in (built_in_role(ELSEWHERE, "owner"), personal_role(house.account, CID), uuid4()):
        answer = await attempt(house, kind, values, sorted([*everybody(house), role]))
        assert answer.status_code >= 400, answer.text
        assert refusal(answer)[0] in ("audience", "form"), answer.text
    assert await events(house) == before


async def test_a_document_holds_no_file_that_this_account_does_not_have(house: House) -> None:
    kind = BY_NAME["document"]
    before = await events(house)
    wrong = uuid4()
    id, attrs = uuid4(), signed_values(state="active", versions=(wrong,))
    sealed = house.pens["ann"].sealed(id, everybody(house), attrs, BODY)
    body = {"id": str(id), "sealed": sealed}
    answer = await house.post("ann", kind.creating, body)
    assert refusal(answer)[0] == "file_not_ready", answer.text
    assert await events(house) == before
