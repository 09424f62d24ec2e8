"""Creating documents: under a statement, with files that everybody of the audience can open."""

from datetime import date
from uuid import UUID, uuid4

import pytest

from tests.api.work.asking import (
    TITLE,
    everybody,
    links,
    listed,
    note,
    reason,
    signed_values,
    with_file,
)
from tests.support.seen import seen, whole
from tests.support.workplace import ANN, House


async def test_a_colleague_reads_the_title_and_the_server_never_does(house: House) -> None:
    item, file = await with_file(house)
    (row,) = await listed(house, "ben")
    assert house.pens["ben"].open_document(row, house.role("member")) == TITLE
    assert row["versions"] == [str(file.id)]
    rows = await house.reader.all("select convert_from(state, 'UTF8') from es.event")
    assert not any("Passport" in state or "passport" in state for (state,) in rows)
    assert item["owed"] == []


async def test_a_write_answers_what_readers_will_get(house: House) -> None:
    answer = await house.post("ann", "/document/create", note(house))
    await house.follow()
    (row,) = await listed(house, "ann")
    assert seen(answer) == row
    assert answer.headers["ETag"] == '"1"'
    assert int(answer.headers["X-Position"]) == row["seq"]
    assert (row["createdBy"], row["updatedBy"], row["state"]) == (str(ANN), str(ANN), "active")
    assert row["storedAt"] == house.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


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
    # Whoever did not hear the first answer reads what they wrote all the same.
    assert int(again.headers["X-Position"]) == int(first.headers["X-Position"]) > 0
    unplaced = {"seq": 0, "word": None}
    assert seen(again) | unplaced == seen(first) | unplaced
    other = await house.post("ann", "/document/create", note(house), **key)
    assert reason(other) == (400, "idempotency_mismatch")


async def test_a_document_is_for_those_whom_its_statement_names(house: House) -> None:
    answer = await house.post("ann", "/document/create", note(house))
    assert answer.status_code == 201, answer.text
    assert seen(answer)["audience"] == sorted(str(role) for role in everybody(house))


async def test_several_are_created_each_by_itself(house: House) -> None:
    good, bad = note(house), note(house)
    bad["sealed"]["attrs"] = {}
    key = {"Idempotency-Key": "several"}
    answer = await house.post("ann", "/document/create", {"items": [good, bad, note(house)]}, **key)
    assert answer.status_code == 200
    assert len(seen(answer)) == 2
    (error,) = whole(answer)["errors"]
    assert (error["id"], error["code"], error["details"]["reason"]) == (
        bad["id"],
        "invalid_argument",
        "attrs",
    )
    assert int(answer.headers["X-Position"]) > 0


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"id": "00000000-0000-4000-8000-000000000001"}, (400, "statement_invalid")),
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
        ("wraps", (400, "wraps")),
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
    assert reason(answer) == (400, "audience")
    assert set(whole(answer)["details"]["files"][str(file.id)]) == {
        str(house.role("admin")),
        str(house.role("member")),
    }
    narrow = note(house, roles=[house.role("owner")], fileIds=(file.id,))
    assert (await house.post("ann", "/document/create", narrow)).status_code == 201


async def test_a_file_knows_which_documents_hold_it(house: House) -> None:
    item, file = await with_file(house)
    assert await links(house, file.id) == 1
    pen = house.pens["ann"]
    moved = await house.post("ann", "/document/delete", {"items": [{"id": item["id"], **pen.deletion(item)}]})
    (binned,) = seen(moved)
    assert binned["state"] == "deleted"
    await house.settle()
    assert await links(house, file.id) == 1
    purged = await house.post("ann", "/document/delete", {"items": [{"id": item["id"]}], "purge": True})
    assert whole(purged)["errors"] == []
    await house.settle()
    assert await links(house, file.id) == 0
    await house.settle()  # notes that come again change nothing
    assert await links(house, file.id) == 0


async def test_a_copy_holds_the_same_files(house: House) -> None:
    item, file = await with_file(house, expiresOn=date(2031, 2, 28))
    copy = uuid4()
    attrs = signed_values(state="active", versions=(file.id,), expiresOn=date(2031, 2, 28))
    sealed = house.pens["ben"].sealed(copy, everybody(house), attrs, TITLE)
    body = {"sourceId": item["id"], "id": str(copy), "sealed": sealed}
    answer = await house.post("ben", "/document/duplicate", body)
    assert answer.status_code == 201, answer.text
    await house.settle()
    assert await links(house, file.id) == 2
    stranger = await house.post("cid", "/document/duplicate", body)
    assert reason(stranger) == (404, "not_found")
