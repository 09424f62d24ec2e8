"""Documents over the interface: written under statements, listed for those who can open them."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.events import DisclosureChanged
from domain.accounts.accounts.settings import Disclosure
from domain.ids import personal_role
from domain.records import encoded
from tests.api.work.conftest import ANN, BEN, House

TITLE = {"v": 1, "title": "Passport of A. Hawthorne"}


def reason(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["details"]["reason"]


def everybody(house: House) -> list[UUID]:
    return [house.role(key) for key in ("owner", "admin", "member")]


def signed_values(**typed: Any) -> dict[str, bytes]:
    return {name: data for name, value in typed.items() if (data := encoded(value))}


def wire(**typed: Any) -> dict[str, Any]:
    """The same values as the members of a request."""
    return {
        name: [str(part) if isinstance(part, UUID) else part for part in value]
        if isinstance(value, tuple)
        else value.isoformat()
        if isinstance(value, date)
        else value
        for name, value in typed.items()
    }


def note(house: House, who: str = "ann", roles: list[UUID] | None = None, **typed: Any) -> dict[str, Any]:
    """The body of a new note."""
    document = uuid4()
    members = {"state": "active", "noteOnly": True, **typed}
    sealed = house.pens[who].sealed(document, roles or everybody(house), signed_values(**members), TITLE)
    return {"id": str(document), "sealed": sealed, **wire(**members)}


async def created(house: House, who: str = "ann", **options: Any) -> dict[str, Any]:
    answer = await house.post(who, "/document/create", note(house, who, **options))
    assert answer.status_code == 201, answer.text
    await house.follow()
    return answer.json()["data"]


async def with_file(house: House, **typed: Any) -> tuple[dict[str, Any], Any]:
    """A document with one file, as the whole way of an upload leaves it."""
    file = await house.upload("ann", b"a page" * 500, everybody(house))
    document = uuid4()
    members = {"state": "active", **typed}
    attrs = signed_values(**members, versions=(file.id,))
    sealed = house.pens["ann"].sealed(document, everybody(house), attrs, TITLE)
    body = {"id": str(document), "sealed": sealed, "addVersion": {"fileId": str(file.id)}, **wire(**members)}
    answer = await house.post("ann", "/document/create", body)
    assert answer.status_code == 201, answer.text
    await house.settle()
    return answer.json()["data"], file


async def listed(house: House, who: str, **query: Any) -> list[dict[str, Any]]:
    answer = await house.post(who, "/document", query)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def update(house: House, who: str, *items: dict[str, Any], **headers: str) -> dict[str, Any]:
    answer = await house.post(who, "/documents/update", {"items": list(items)}, **headers)
    assert answer.status_code == 200, answer.text
    await house.follow()
    return answer.json()


async def test_a_colleague_reads_the_title_and_the_server_never_does(house: House) -> None:
    item, file = await with_file(house)
    (row,) = await listed(house, "ben")
    assert house.pens["ben"].open_document(row, house.role("member")) == TITLE
    assert [version["fileId"] for version in row["versions"]] == [str(file.id)]
    rows = await house.reader.all("select convert_from(state, 'UTF8') from es.event")
    assert not any("Passport" in state or "passport" in state for (state,) in rows)
    assert item["owed"] == []


async def test_a_write_answers_what_readers_will_get(house: House) -> None:
    answer = await house.post("ann", "/document/create", note(house))
    await house.follow()
    (row,) = await listed(house, "ann")
    assert answer.json()["data"] == row
    assert answer.headers["ETag"] == '"1"'
    assert int(answer.headers["X-Position"]) == row["seq"]
    assert (row["createdBy"], row["updatedBy"], row["state"]) == (str(ANN), str(ANN), "active")
    assert (
        row["createdAt"]
        == row["updatedAt"]
        == house.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    )


async def test_creating_again_changes_nothing_and_another_body_is_refused(house: House) -> None:
    body = note(house)
    first = await house.post("ann", "/document/create", body)
    again = await house.post("ann", "/document/create", body)
    assert (first.status_code, again.status_code) == (201, 200)
    other = {
        **body,
        "sealed": house.pens["ann"].sealed(
            UUID(body["id"]), everybody(house), signed_values(state="active", noteOnly=True), TITLE
        ),
    }
    assert reason(await house.post("ann", "/document/create", other)) == (409, "document_exists")


async def test_the_same_key_gives_the_stored_answer(house: House) -> None:
    body = note(house)
    key = {"Idempotency-Key": "one"}
    first = await house.post("ann", "/document/create", body, **key)
    again = await house.post("ann", "/document/create", body, **key)
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert again.json()["data"] | {"seq": 0} == first.json()["data"] | {"seq": 0}
    other = await house.post("ann", "/document/create", note(house), **key)
    assert reason(other) == (400, "idempotency_mismatch")


async def test_an_audience_may_be_named_in_any_order(house: House) -> None:
    body = note(house)
    body["audience"] = sorted((str(role) for role in everybody(house)), reverse=True)
    answer = await house.post("ann", "/document/create", body)
    assert answer.status_code == 201, answer.text
    assert answer.json()["data"]["audience"] == sorted(body["audience"])


async def test_several_are_created_each_by_itself(house: House) -> None:
    good, bad = note(house), note(house)
    bad["state"] = "draft"
    key = {"Idempotency-Key": "several"}
    answer = await house.post("ann", "/document/create", {"items": [good, bad, note(house)]}, **key)
    assert answer.status_code == 200
    assert len(answer.json()["data"]) == 2
    (error,) = answer.json()["errors"]
    assert (error["id"], error["code"], error["details"]["reason"]) == (
        bad["id"],
        "invalid_argument",
        "attrs",
    )
    assert int(answer.headers["X-Position"]) > 0


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"profileIds": ["00000000-0000-4000-8000-000000000001"]}, (400, "attrs")),
        ({"expiresOn": "2031-02-28"}, (400, "attrs")),
        ({"noteOnly": False}, (400, "attrs")),
        ({"audience": []}, (400, "form")),
        ({"remindDays": [999]}, (400, "form")),
        ({"expiresOn": "tomorrow"}, (400, "form")),
        ({"id": "00000000-0000-4000-8000-000000000001"}, (400, "form")),
        ({"surprise": 1}, (400, "form")),
        ({"items": []}, (400, "form")),
    ],
)
async def test_what_is_malformed_or_differs_from_the_signed_is_refused(house, changes, expected) -> None:
    assert reason(await house.post("ann", "/document/create", {**note(house), **changes})) == expected


@pytest.mark.parametrize(
    ("member", "expected"),
    [
        ("dataB64u", (400, "body")),
        ("ivB64u", (400, "body")),
        ("attrsSaltB64u", (400, "attrs")),
        ("wraps", (400, "statement_invalid")),
        ("signatureB64u", (400, "statement_invalid")),
        ("statementB64u", (400, "statement_invalid")),
    ],
)
async def test_parts_of_another_document_are_refused(house: House, member: str, expected) -> None:
    one, other = note(house), note(house)
    one["sealed"][member] = other["sealed"][member]
    assert reason(await house.post("ann", "/document/create", one)) == expected


async def test_a_file_that_is_not_stored_cannot_be_held(house: House) -> None:
    missing = uuid4()
    body = note(house, fileIds=(missing,))
    assert reason(await house.post("ann", "/document/create", body)) == (400, "file_not_ready")
    hidden = await house.upload("ann", b"x", [house.role("owner")])
    held = note(house, "ben", fileIds=(hidden.id,))
    assert reason(await house.post("ben", "/document/create", held)) == (400, "file_not_ready")


async def test_readers_of_a_document_can_open_its_files(house: House) -> None:
    file = await house.upload("ann", b"x", [house.role("owner")])
    wide = note(house, fileIds=(file.id,))
    answer = await house.post("ann", "/document/create", wide)
    assert reason(answer) == (400, "wraps_incomplete")
    assert set(answer.json()["details"]["files"][str(file.id)]) == {
        str(house.role("admin")),
        str(house.role("member")),
    }
    narrow = note(house, roles=[house.role("owner")], fileIds=(file.id,))
    assert (await house.post("ann", "/document/create", narrow)).status_code == 201


async def test_a_file_knows_which_documents_hold_it(house: House) -> None:
    item, file = await with_file(house)
    assert await _links(house, file.id) == 1
    pen = house.pens["ann"]
    moved = await house.post("ann", "/document/delete", {"items": [{"id": item["id"], **pen.deletion(item)}]})
    (binned,) = moved.json()["data"]
    assert binned["state"] == "deleted"
    await house.settle()
    assert await _links(house, file.id) == 1
    purged = await house.post("ann", "/document/delete", {"items": [{"id": item["id"]}], "purge": True})
    assert purged.json()["errors"] == []
    await house.settle()
    assert await _links(house, file.id) == 0
    await house.settle()  # notes that come again change nothing
    assert await _links(house, file.id) == 0


async def _links(house: House, file_id: UUID) -> int:
    (row,) = await house.reader.all(
        "select links from read.files where id = %(id)s", {"id": file_id}, account_id=house.account
    )
    return row[0]


async def test_a_rename_is_a_new_content_on_the_version_that_was_read(house: House) -> None:
    item = await created(house)
    pen, attrs = house.pens["ann"], signed_values(state="active", noteOnly=True)
    renamed = pen.sealed(UUID(item["id"]), everybody(house), attrs, {"v": 1, "title": "Renamed"}, after=item)
    change = {"id": item["id"], "version": 1, "sealed": renamed}
    done = await update(house, "ann", change)
    assert done["errors"] == []
    assert done["data"][0]["version"] == 2
    (row,) = await listed(house, "ben")
    assert house.pens["ben"].open_document(row, house.role("member"))["title"] == "Renamed"
    assert row["createdAt"] == item["createdAt"]

    stale = await update(house, "ann", change)
    (error,) = stale["errors"]
    assert (error["code"], error["details"]["reason"]) == ("aborted", "version_conflict")
    assert error["details"]["current"]["version"] == 2
    unversioned = await update(house, "ann", {"id": item["id"], "sealed": renamed})
    assert unversioned["errors"][0]["details"]["reason"] == "version_required"
    behind = await update(house, "ann", {"id": item["id"], "version": 2, "sealed": renamed})
    assert (behind["errors"][0]["code"], behind["errors"][0]["details"]["reason"]) == (
        "aborted",
        "revision_conflict",
    )


async def test_attributes_change_under_a_statement_of_their_own(house: House) -> None:
    item = await created(house)
    profile = uuid4()
    typed = {"state": "active", "noteOnly": True, "profileIds": (profile,), "expiresOn": date(2031, 2, 28)}
    change = {
        "id": item["id"],
        "profileIds": [str(profile)],
        "expiresOn": "2031-02-28",
        **house.pens["ben"].attested(item, signed_values(**typed)),
    }
    done = await update(house, "ben", change)
    assert done["errors"] == []
    (row,) = await listed(house, "ann", profileIds=[str(profile)])
    assert (row["expiresOn"], len(row["later"]), row["version"]) == ("2031-02-28", 1, 3)
    assert row["updatedBy"] == str(BEN)
    assert await listed(house, "ann", profileIds=[str(uuid4())]) == []
    repeated = await update(house, "ben", change)
    assert repeated["errors"] == []  # nothing more to change
    assert repeated["data"][0]["version"] == 3


async def test_the_bin_gives_back_what_was_thrown_away(house: House) -> None:
    item = await created(house)
    pen = house.pens["ann"]
    deletion = {"items": [{"id": item["id"], **pen.deletion(item)}]}
    (binned,) = (await house.post("ann", "/document/delete", deletion)).json()["data"]
    await house.follow()
    assert await listed(house, "ann") == []
    assert len(await listed(house, "ann", states=["deleted"])) == 1
    again = (await house.post("ann", "/document/delete", deletion)).json()
    assert (len(again["data"]), again["errors"]) == (1, [])
    restore = {
        "items": [{"id": item["id"], **pen.attested(binned, signed_values(state="active", noteOnly=True))}],
        "restore": True,
    }
    (restored,) = (await house.post("ann", "/document/delete", restore)).json()["data"]
    assert restored["state"] == "active"
    await house.follow()
    assert len(await listed(house, "ann")) == 1
    early = await house.post("ann", "/document/delete", {"items": [{"id": item["id"]}], "purge": True})
    assert early.json()["errors"][0]["details"]["reason"] == "not_deleted"
    unsigned = await house.post("ann", "/document/delete", {"items": [{"id": item["id"]}]})
    assert unsigned.json()["errors"][0]["details"]["reason"] == "statement"


async def test_purging_asks_who_is_there_and_destroys_the_wraps(house: House) -> None:
    item = await created(house)
    body = {"items": [{"id": item["id"], **house.pens["ann"].deletion(item)}]}
    await house.post("ann", "/document/delete", body)
    purge = {"items": [{"id": item["id"]}], "purge": True}
    assert (await house.post("ben", "/document/delete", purge)).status_code == 403
    house.pass_time(minutes=10)
    late = await house.post("ann", "/document/delete", purge)
    assert late.json()["errors"][0]["details"]["reason"] == "step_up_required"
    house.pass_time(minutes=-10)
    assert (await house.post("ann", "/document/delete", purge)).json()["errors"] == []
    await house.follow()
    assert await listed(house, "ann", states=["active", "archived", "deleted"]) == []
    (row,) = await house.reader.all("select json::text from read.documents", account_id=house.account)
    assert item["sealed"]["wraps"][0]["dataB64u"] not in row[0]


async def test_strangers_get_the_bytes_of_a_missing_document(house: House) -> None:
    item = await created(house, roles=[house.role("owner")])
    pen = house.pens["ben"]
    for who in ("ben", "cid"):
        assert await listed(house, who) == []
        found = (await house.post(who, "/document/ids", {"ids": [item["id"]]})).json()
        assert (found["data"], found["missing"]) == ([], [item["id"]])
    unknown = {**item, "id": str(uuid4())}
    answers = []
    for target in (item, unknown):
        body = {"items": [{"id": target["id"], **pen.deletion(target)}]}
        (error,) = (await house.post("ben", "/document/delete", body)).json()["errors"]
        changed = await update(house, "ben", {"id": target["id"], **pen.attested(target, {})})
        answers.append([{**e, "id": ""} for e in (error, changed["errors"][0])])
    assert answers[0] == answers[1]
    assert answers[0][0]["code"] == "not_found"


async def test_what_is_private_is_its_authors(house: House) -> None:
    private = note(house, roles=[personal_role(house.account, ANN)])
    assert (await house.post("ann", "/document/create", private)).status_code == 201
    await house.follow()
    assert len(await listed(house, "ann")) == 1
    assert await listed(house, "ben") == []
    without_owner = note(house, roles=[house.role("member")])
    assert reason(await house.post("ann", "/document/create", without_owner)) == (400, "audience")


async def test_sharing_opens_a_document_and_its_files_to_another_role(house: House) -> None:
    owner = [house.role("owner")]
    file = await house.upload("ann", b"x", owner)
    item = await created(house, roles=owner, fileIds=(file.id,))
    pen = house.pens["ann"]
    share = {"id": item["id"], **pen.share("document", item, [house.role("member")])}
    refused = await update(house, "ann", share)
    assert refused["errors"][0]["details"]["reason"] == "wraps_incomplete"
    bundle = (await house.call("ann", "GET", f"/api/uploads/{file.id}/bundle")).json()["data"]
    wraps = pen.share("file", bundle, [house.role("member")])
    body = {"add": wraps.pop("wraps"), "version": 1, **wraps}
    assert (await house.post("ann", f"/files/{file.id}/wraps", body)).status_code == 200
    done = await update(house, "ann", share)
    assert done["errors"] == []
    (row,) = await listed(house, "ben")
    assert house.pens["ben"].open_document(row, house.role("member")) == TITLE


async def test_a_role_with_a_roll_due_is_owed_its_wrap(house: House) -> None:
    known = len(house.party.entries)
    late = note(house)
    ann = house.pens["ann"].device
    assert house.party.write(ann, "role.unassign", role=house.role("member"), user=BEN)
    await house.publish_keys(known)
    assert reason(await house.post("ann", "/document/create", late)) == (400, "roll_due")
    left_out = note(house, roles=[house.role("owner"), house.role("admin")])
    left_out["audience"] = sorted(str(role) for role in everybody(house))
    answer = await house.post("ann", "/document/create", left_out)
    assert answer.status_code == 201, answer.text
    assert answer.json()["data"]["owed"] == [str(house.role("member"))]
    excused = note(house, roles=[house.role("owner")])
    excused["audience"] = sorted(str(role) for role in everybody(house))
    assert reason(await house.post("ann", "/document/create", excused)) == (400, "wraps_incomplete")


async def test_a_copy_holds_the_same_files(house: House) -> None:
    item, file = await with_file(house, expiresOn=date(2031, 2, 28))
    copy = uuid4()
    attrs = signed_values(state="active", versions=(file.id,), expiresOn=date(2031, 2, 28))
    sealed = house.pens["ben"].sealed(copy, everybody(house), attrs, TITLE)
    body = {"sourceId": item["id"], "id": str(copy), "sealed": sealed}
    answer = await house.post("ben", "/document/duplicate", body)
    assert answer.status_code == 201, answer.text
    await house.settle()
    assert await _links(house, file.id) == 2
    stranger = await house.post("cid", "/document/duplicate", body)
    assert reason(stranger) == (404, "not_found")


async def test_pages_go_on_where_they_ended_and_only_there(house: House) -> None:
    ids = []
    for day in range(1, 6):
        house.pass_time(seconds=1)
        ids.append((await created(house, expiresOn=date(2031, 1, day)))["id"])
    query: dict[str, Any] = {"limit": 2, "sort": [{"field": "createdAt", "dir": "desc"}]}
    seen: list[str] = []
    for _ in range(3):
        answer = (await house.post("ann", "/document", query)).json()
        seen += [row["id"] for row in answer["data"]]
        query["cursor"] = answer["page"]["nextCursor"]
    assert seen == ids[::-1]
    assert query["cursor"] is None
    cursor = (await house.post("ann", "/document", {**query, "cursor": None})).json()["page"]["nextCursor"]
    for changes in (
        {"sort": [{"field": "createdAt", "dir": "asc"}]},
        {"states": ["archived"]},
        {"cursor": cursor[:-2]},
        {"cursor": "x" + cursor},
        {"cursor": "ä"},
    ):
        answer = await house.post("ann", "/document", {**query, "cursor": cursor, **changes})
        assert reason(answer) == (400, "cursor")
    assert reason(await house.post("cid", "/document", {**query, "cursor": cursor})) == (400, "cursor")
    by_expiry = await listed(
        house, "ann", sort=[{"field": "expiresOn", "dir": "asc"}], expiresTo="2031-01-03"
    )
    assert [row["id"] for row in by_expiry] == ids[:3]


async def test_deltas_name_what_changed_and_what_is_gone(house: House) -> None:
    kept, gone = await created(house), await created(house)
    hidden = await created(house, roles=[house.role("owner")])
    since = max(kept["seq"], gone["seq"], hidden["seq"])
    answer = (await house.post("ben", "/document", {"since": since})).json()
    assert (answer["data"], answer["deletedIds"]) == ([], [])
    body = {"items": [{"id": gone["id"], **house.pens["ann"].deletion(gone)}]}
    await house.post("ann", "/document/delete", body)
    attrs = signed_values(state="archived", noteOnly=True)
    change = {"id": kept["id"], "state": "archived", **house.pens["ann"].attested(kept, attrs)}
    await update(house, "ann", change)
    answer = (await house.post("ben", "/document", {"since": since})).json()
    assert [row["id"] for row in answer["data"]] == [kept["id"]]
    assert answer["deletedIds"] == [gone["id"]]
    assert answer["sync"]["seq"] >= answer["data"][0]["seq"]
    first = (await house.post("ben", "/document", {"since": 0, "limit": 1})).json()
    assert first["sync"]["seq"] < answer["sync"]["seq"]


async def test_taking_a_role_away_tells_its_holders_that_the_document_is_gone(house: House) -> None:
    item = await created(house)
    attrs = signed_values(state="active", noteOnly=True)
    owner = [house.role("owner"), house.role("admin")]
    narrowed = house.pens["ann"].sealed(UUID(item["id"]), owner, attrs, TITLE, after=item)
    await update(house, "ann", {"id": item["id"], "version": 1, "sealed": narrowed})
    answer = (await house.post("ben", "/document", {"since": item["seq"]})).json()
    assert (answer["data"], answer["deletedIds"]) == ([], [item["id"]])


async def test_expiring_follows_the_calendar_of_the_account(house: House) -> None:
    today = house.now.date()
    for days in (-3, 5, 89, 91):
        await created(house, expiresOn=today + timedelta(days=days))
    answer = (await house.post("ben", "/document/expiring", {})).json()
    dates = [row["expiresOn"] for row in answer["data"]]
    assert dates == [(today + timedelta(days=days)).isoformat() for days in (-3, 5, 89)]
    assert answer["meta"] == {"computedBy": "server"}
    soon = (await house.post("ben", "/document/expiring", {"withinDays": 7, "includeExpired": False})).json()
    assert len(soon["data"]) == 1
    page = (await house.post("ben", "/document/expiring", {"limit": 2})).json()
    rest = await house.post("ben", "/document/expiring", {"limit": 2, "cursor": page["page"]["nextCursor"]})
    assert [row["expiresOn"] for row in page["data"] + rest.json()["data"]] == dates
    assert (await house.post("cid", "/document/expiring", {})).json()["data"] == []


async def test_what_an_account_does_not_disclose_is_refused(house: House) -> None:
    await house.record(ACCOUNT, house.account, DisclosureChanged(Disclosure(document_expiry=False)))
    await house.follow()
    body = note(house, expiresOn=date(2031, 2, 28))
    assert reason(await house.post("ann", "/document/create", body)) == (400, "disclosure_off")
    assert (await house.post("ann", "/document/create", note(house))).status_code == 201
    answer = (await house.post("ann", "/document/expiring", {})).json()
    assert (answer["data"], answer["meta"]) == ([], {"computedBy": "client"})


async def test_who_may_not_is_told_so(house: House) -> None:
    for path, body in (
        ("/document/create", note(house)),
        ("/document", {}),
        ("/document/ids", {"ids": []}),
        ("/document/expiring", {}),
        ("/document/delete", {"items": [{"id": str(uuid4())}]}),
        ("/documents/update", {"items": [{"id": str(uuid4())}]}),
        ("/document/duplicate", {"sourceId": str(uuid4()), **{k: note(house)[k] for k in ("id", "sealed")}}),
    ):
        refused = await house.post("auditor", path, body)
        assert (refused.status_code, refused.json()["message"]) == (
            403,
            "You are not allowed to access resource: document",
        )
        assert (await house.post("nobody", path, body)).status_code == 401


async def test_live_rows_and_rebuilt_rows_are_the_same(house: House) -> None:
    item, _ = await with_file(house)
    await update(
        house,
        "ann",
        {
            "id": item["id"],
            "state": "archived",
            **house.pens["ann"].attested(
                item,
                signed_values(state="archived", versions=(UUID(item["versions"][0]["fileId"]),)),
            ),
        },
    )
    await house.settle()
    assert await house.rebuilt() == await house.rows()
