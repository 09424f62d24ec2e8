"""A plan is not changed for one without room for what the account keeps, nor by whoever only tries codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

import pytest

from application.accounts.vouchers import Issue
from application.ports import Context
from application.unit_of_work import Work
from domain.accounts.vouchers import VoucherTerms
from domain.ids import AccountId, FileId, GroupId, ProfileId, UploadId, built_in_role, profile_type
from domain.kernel import Actor, Event
from domain.work.files import FILE, UploadOpened
from domain.work.profiles import PROFILE
from domain.work.profiles.facts import ProfileCreated
from tests.api.accounts.test_opening import SUBSCRIBE
from tests.support.house import House, Person, details
from tests.support.shapes import sealed

SOLO = {"planId": "solo", "displayName": "Hawthorne"}
SOLO_PROFILES, SOLO_BYTES = 25, 2 * 2**30


async def an_account(house: House) -> tuple[Person, AccountId]:
    ann = await house.person().arrived()
    return ann, AccountId(UUID((await ann.subscribed())["id"]))


async def recorded(house: House, account: AccountId, facts: Sequence[tuple[Any, UUID, Event]]) -> None:
    """What members have put into the account, as the log has it."""
    request_id = uuid4()
    work = Work(house.base.commands._store, Context(Actor(), house.clock(), request_id, request_id))
    for decider, id, event in facts:
        await work.record(decider, id, event, account_id=account)
    await work.commit()
    await house.follow()


def a_profile(account: AccountId) -> tuple[Any, UUID, Event]:
    id, owners = uuid4(), built_in_role(account, "owner")
    created = ProfileCreated(
        profile_id=ProfileId(id),
        type_id=profile_type("vehicle"),
        group_id=GroupId(uuid4()),
        sub_group_id=None,
        rank="V",
        sealed=sealed(id, owners),
        audience=(owners,),
    )
    return PROFILE, id, created


def an_upload(account: AccountId, size: int, house: House) -> tuple[Any, UUID, Event]:
    id, frame = FileId(uuid4()), 2**25
    opened = UploadOpened(id, UploadId(uuid4()), 1, size, frame, -(-size // frame), None, house.clock())
    return FILE, id, opened


async def refused(ann: Person) -> Mapping[str, Any]:
    answer = await ann.call("POST", SUBSCRIBE, SOLO)
    assert (answer.status_code, details(answer)["reason"]) == (400, "over_limits")
    return details(answer)["usage"]


async def test_profiles_count(house: House) -> None:
    ann, account = await an_account(house)
    await recorded(house, account, [a_profile(account) for _ in range(SOLO_PROFILES + 1)])
    assert await refused(ann) == {"profiles": {"used": SOLO_PROFILES + 1, "limit": SOLO_PROFILES}}


async def test_as_many_profiles_as_it_holds_fit(house: House) -> None:
    ann, account = await an_account(house)
    await recorded(house, account, [a_profile(account) for _ in range(SOLO_PROFILES)])
    assert (await ann.data("POST", SUBSCRIBE, SOLO))["plan"]["id"] == "solo"


@pytest.mark.parametrize("bytes_more", [0, 1])
async def test_bytes_count_and_those_of_open_uploads(house: House, bytes_more: int) -> None:
    ann, account = await an_account(house)
    await recorded(house, account, [an_upload(account, SOLO_BYTES + bytes_more, house)])
    if bytes_more:
        assert await refused(ann) == {"storageBytes": {"used": SOLO_BYTES + 1, "limit": SOLO_BYTES}}
    else:
        assert (await ann.data("POST", SUBSCRIBE, SOLO))["plan"]["id"] == "solo"


async def test_a_member_learns_nothing_about_codes_through_another_account(house: House) -> None:
    """The account that has a plan refuses, whatever the code is, before it is looked at."""
    ann, bob = await house.person().arrived(), await house.person().arrived()
    account = (await ann.subscribed())["id"]
    await ann.admits(bob)
    own = await bob.data("POST", "/api/accounts", {"displayName": "Bob's"}, status=201)
    await bob.data("POST", SUBSCRIBE, {"planId": "solo", "displayName": "Bob's", "accountId": own["id"]})
    good = (await house.run(Issue(VoucherTerms(kind="activation")))).answer
    for code in (good, "0000-0000-0000-0000-0"):
        body = {"planId": "office", "displayName": "H", "code": code, "accountId": account}
        assert await bob.refusal("POST", SUBSCRIBE, body) == (409, "already_exists", "already_subscribed")
