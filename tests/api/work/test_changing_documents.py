"""Changing documents: contents, attributes, the bin, and who can open them."""

from datetime import date
from typing import Any
from uuid import UUID, uuid4

from msgspec.structs import replace

from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.events import DisclosureChanged
from domain.accounts.accounts.settings import Disclosure
from domain.ids import personal_role
from domain.work.documents import DOCUMENT
from tests.api.work.asking import (
    TITLE,
    created,
    everybody,
    listed,
    note,
    reason,
    signed_values,
    update,
    with_file,
)
from tests.support.seen import seen, whole
from tests.support.workplace import ANN, BEN, House


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
    (binned,) = seen(await house.post("ann", "/document/delete", deletion))
    await house.follow()
    assert await listed(house, "ann") == []
    assert len(await listed(house, "ann", states=["deleted"])) == 1
    again = whole(await house.post("ann", "/document/delete", deletion))
    assert (len(again["data"]), again["errors"]) == (1, [])
    restore = {
        "items": [{"id": item["id"], **pen.attested(binned, signed_values(state="active", noteOnly=True))}],
        "restore": True,
    }
    (restored,) = seen(await house.post("ann", "/document/delete", restore))
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
    assert whole(await house.post("ann", "/document/delete", purge))["errors"] == []
    await house.follow()
    assert await listed(house, "ann", states=["active", "archived", "deleted"]) == []
    (row,) = await house.reader.all("select json::text from read.documents", account_id=house.account)
    assert item["sealed"]["wraps"][0]["dataB64u"] not in row[0]


async def test_strangers_get_the_bytes_of_a_missing_document(house: House) -> None:
    item = await created(house, roles=[house.role("owner")])
    pen = house.pens["ben"]
    for who in ("ben", "cid"):
        assert await listed(house, who) == []
        found = whole(await house.post(who, "/document/ids", {"ids": [item["id"]]}))
        assert (found["data"], found["missing"]) == ([], [item["id"]])
    unknown = {**item, "id": str(uuid4())}
    answers = []
    for target in (item, unknown):
        body = {"items": [{"id": target["id"], **pen.deletion(target)}]}
        (error,) = whole(await house.post("ben", "/document/delete", body))["errors"]
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
    assert refused["errors"][0]["details"]["reason"] == "audience"
    bundle = seen(await house.call("ann", "GET", f"/api/uploads/{file.id}/bundle"))
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
    left_out = note(house, roles=[house.role("owner"), house.role("admin")], audience=everybody(house))
    answer = await house.post("ann", "/document/create", left_out)
    assert answer.status_code == 201, answer.text
    assert seen(answer)["owed"] == [str(house.role("member"))]
    excused = note(house, roles=[house.role("owner")], audience=everybody(house))
    assert reason(await house.post("ann", "/document/create", excused)) == (400, "wraps_incomplete")


async def test_what_an_account_does_not_disclose_is_refused(house: House) -> None:
    await house.record(ACCOUNT, house.account, DisclosureChanged(Disclosure(document_expiry=False)))
    await house.follow()
    body = note(house, expiresOn=date(2031, 2, 28))
    assert reason(await house.post("ann", "/document/create", body)) == (400, "disclosure_off")
    assert (await house.post("ann", "/document/create", note(house))).status_code == 201
    answer = whole(await house.post("ann", "/document/expiring", {}))
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
        assert (refused.status_code, whole(refused)["message"]) == (
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
            **house.pens["ann"].attested(
                item,
                signed_values(state="archived", versions=(UUID(item["versions"][0]),)),
            ),
        },
    )
    await house.settle()
    assert await house.rebuilt() == await house.rows()


async def test_what_happened_to_versions_is_the_difference_of_the_signed_ones(house: House) -> None:
    item, first = await with_file(house, expiresOn=date(2030, 1, 31))
    second, third = [await house.upload("ann", page * 500, everybody(house)) for page in (b"two", b"three")]
    pen = house.pens["ann"]

    async def signed(versions: list[UUID], expires_on: date) -> dict[str, Any]:
        """The document under these versions and this day of expiry, or why it is not."""
        nonlocal item
        attrs = signed_values(state="active", versions=tuple(versions), expiresOn=expires_on)
        change = {"id": item["id"], **pen.attested(item, attrs)}
        answer = await update(house, "ann", change)
        item = answer["data"][0] if answer["data"] else item
        return answer

    day, later = date(2030, 1, 31), date(2031, 1, 31)
    assert (await signed([first.id, second.id], day))["errors"] == []
    assert (await signed([first.id, second.id, first.id], day))["errors"] == []
    assert (await signed([first.id, second.id, first.id, third.id], later))["errors"] == []
    document, _ = await house.store.load(DOCUMENT, house.account, UUID(item["id"]))
    assert document is not None
    told = [(version.file_id, version.restored_from) for version in document.versions]
    assert told == [(first.id, None), (second.id, None), (first.id, 1), (third.id, None)]
    names = house.names(item["id"])
    assert names.count("document.renewed") == 1, "a new file with a later day of expiry renews"
    assert names.count("document.expiry_set") == 0

    known = [first.id, second.id, first.id, third.id]
    for wrong in (known[:-1], [second.id, *known[1:]], [*known, second.id, second.id], []):
        (error,) = (await signed(wrong, later))["errors"]
        assert error["details"]["reason"] == "attrs", wrong


async def test_archiving_needs_its_permission_however_it_is_asked(house: House) -> None:
    item = await created(house)
    ann = house.actors["ann"]
    house.actors["ann"] = replace(ann, may=ann.may - {"document.archive"})
    attrs = signed_values(state="archived", noteOnly=True)
    answer = await update(house, "ann", {"id": item["id"], **house.pens["ann"].attested(item, attrs)})
    assert answer["errors"][0]["code"] == "permission_denied"
