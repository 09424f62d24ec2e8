"""Saved filters over HTTP: private ones for their author, shared ones for those they are sealed for."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from msgspec.structs import replace

from domain.ids import personal_role
from tests.api.work.asking import everybody, reason, signed_values
from tests.support.seen import seen, whole
from tests.support.workplace import ANN, House

PATH = "/api/saved-filters"
EXPIRING = {"v": 1, "name": "Expiring soon", "entity": "document", "where": {"all": []}, "sort": []}
KIND = "saved-filter"


def signs(scope: str, *, pinned: bool = False, entity: str = "document") -> dict[str, bytes]:
    return signed_values(entity=entity, scope=scope, pinned=pinned)


def roles_of(house: House, scope: str) -> list[UUID]:
    return everybody(house) if scope == "shared" else [personal_role(house.account, ANN)]


def new(
    house: House, who: str, scope: str, *, entity: str = "document", roles: list[UUID] | None = None
) -> dict[str, Any]:
    id = uuid4()
    attrs = signs(scope, entity=entity)
    sealed = house.pens[who].sealed(id, roles or roles_of(house, scope), attrs, EXPIRING, kind=KIND)
    return {"id": str(id), "sealed": sealed}


async def saved(house: House, scope: str, who: str = "ann", **options: Any) -> dict[str, Any]:
    answer = await house.post(who, PATH, new(house, who, scope, **options))
    assert answer.status_code == 201, answer.text
    await house.follow()
    return seen(answer)


async def put(house: House, who: str, item: dict[str, Any], body: dict[str, Any]) -> Any:
    answer = await house.call(who, "PUT", f"{PATH}/{item['id']}", body)
    await house.follow()
    return answer


async def listed(house: House, who: str, query: str = "") -> list[str]:
    answer = await house.call(who, "GET", f"{PATH}{query}")
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in seen(answer)]


async def test_the_own_and_the_shared_ones_are_listed(house: House):
    mine, ours = await saved(house, "private"), await saved(house, "shared", entity="task")
    assert (mine["scope"], mine["entity"], mine["pinned"], mine["createdBy"]) == (
        *("private", "document", False),
        str(ANN),
    )
    assert set(await listed(house, "ann")) == {mine["id"], ours["id"]}
    assert await listed(house, "ann", "?entity=document") == [mine["id"]]
    assert await listed(house, "ben") == [ours["id"]]
    assert await listed(house, "cid") == []
    (row,) = seen(await house.call("ben", "GET", f"{PATH}?entity=task"))
    assert house.pens["ben"].open_document(row, house.role("member"), kind=KIND) == EXPIRING
    assert (await house.call("ann", "GET", f"{PATH}?entity=file")).status_code == 400
    assert (await house.call("auditor", "GET", PATH)).status_code == 403


async def test_the_same_again_is_no_second_filter_and_its_audience_fits_its_scope(house: House):
    body = new(house, "ann", "shared")
    assert (await house.post("ann", PATH, body)).status_code == 201
    assert (await house.post("ann", PATH, body)).status_code == 200
    wide = new(house, "ann", "private", roles=everybody(house))
    assert reason(await house.post("ann", PATH, wide)) == (400, "audience")
    twice = new(house, "ann", "shared") | {"entity": "document"}
    assert reason(await house.post("ann", PATH, twice)) == (400, "form"), "what is signed says it"


async def test_a_filter_for_others_needs_leave_to_share(house: House):
    ben = house.actors["ben"]
    house.actors["ben"] = replace(ben, may=ben.may - {"savedFilter.share"})
    refused = await house.post("ben", PATH, new(house, "ben", "shared"))
    assert (refused.status_code, refused.json()["details"]["reason"]) == (403, "not_allowed")
    house.actors["ben"] = ben
    await saved(house, "shared", "ben")


async def test_only_its_author_or_a_manager_changes_a_shared_filter(house: House):
    ours, bens = await saved(house, "shared"), await saved(house, "shared", "ben")
    for item, who, status in ((ours, "ben", 403), (bens, "ben", 200), (ours, "ann", 200)):
        pins = house.pens[who].attested(item, signs("shared", pinned=True), kind=KIND)
        answer = await put(house, who, item, pins)
        assert answer.status_code == status, answer.text
    # Ann owns the account, so she also manages what Ben has shared.
    (row,) = [row for row in await rows(house) if row["id"] == bens["id"]]
    assert row["pinned"]
    unpins = house.pens["ann"].attested(row, signs("shared"), kind=KIND)
    answer = await put(house, "ann", row, unpins)
    assert (answer.status_code, seen(answer)["pinned"]) == (200, False)


async def rows(house: House) -> list[dict[str, Any]]:
    return seen(await house.call("ann", "GET", PATH))


async def test_private_becomes_shared_and_back_by_a_content_of_its_own(house: House):
    mine = await saved(house, "private")
    pen, id = house.pens["ann"], UUID(mine["id"])
    for_all = pen.sealed(id, everybody(house), signs("shared"), EXPIRING, after=mine, kind=KIND)
    unnumbered = await put(house, "ann", mine, {"sealed": for_all})
    assert reason(unnumbered) == (400, "version_required")
    answer = await put(house, "ann", mine, {"version": 1, "sealed": for_all})
    ours = seen(answer)
    assert (answer.status_code, ours["scope"], ours["version"]) == (200, "shared", 3)
    assert await listed(house, "ben") == [mine["id"]]
    elsewhere = await put(house, "ann", mine, {"id": str(uuid4()), "version": 3})
    assert reason(elsewhere) == (400, "form")

    newest = whole(await house.call("ben", "GET", PATH))["sync"]["seq"]
    roles = roles_of(house, "private")
    alone = pen.sealed(id, roles, signs("private"), EXPIRING, after=ours, kind=KIND)
    answer = await put(house, "ann", ours, {"version": 3, "sealed": alone})
    assert (answer.status_code, seen(answer)["audience"]) == (200, [str(role) for role in roles])
    (news,) = seen(await house.call("ben", "GET", f"{PATH}?since={newest}"))
    ended = {name: alone[name] for name in ("statementB64u", "signatureB64u")}
    assert (news["id"], news["sealed"], news["later"]) == (mine["id"], ended, [])
    assert (await put(house, "ben", mine, {"rank": "V"})).status_code == 400


async def test_removed_for_good_under_a_statement(house: House):
    ours = await saved(house, "shared")
    path = f"{PATH}/{ours['id']}"
    assert (await house.call("ann", "DELETE", path, {})).status_code == 400
    foreign = house.pens["ann"].deletion(ours, kind="vendor")
    assert reason(await house.call("ann", "DELETE", path, foreign)) == (400, "statement_invalid")
    bens = house.pens["ben"].deletion(ours, kind=KIND)
    assert (await house.call("ben", "DELETE", path, bens)).status_code == 403
    gone = house.pens["ann"].deletion(ours, kind=KIND)
    assert (await house.call("ann", "DELETE", path, gone)).status_code == 204
    assert (await house.call("ann", "DELETE", path, gone)).status_code == 204
    await house.follow()
    assert await listed(house, "ann") == []
    (news,) = seen(await house.call("ben", "GET", f"{PATH}?since={ours['seq']}"))
    assert (news["id"], news["later"][-1]["statementB64u"]) == (ours["id"], gone["statementB64u"])
    assert news["sealed"].keys() == {"statementB64u", "signatureB64u"}
