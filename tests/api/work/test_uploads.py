"""Uploads and files over the interface: the whole way of a file, and every way in which it is refused."""

import hashlib
import os
from uuid import uuid4

import httpx
import pytest
from msgspec.structs import replace

from client.crypto import base64url
from client.crypto.files import Header
from domain.ids import personal_role
from tests.support.seen import seen, whole
from tests.support.workplace import ANN, CONTENT, LIMITS, House

DATA = os.urandom(300_000)


def reason(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["details"]["reason"]


def everybody(house: House) -> list:
    return [house.role(key) for key in ("owner", "admin", "member")]


async def test_a_colleague_reads_what_was_uploaded_byte_for_byte(house: House) -> None:
    sealed = await house.upload("ann", DATA, everybody(house), thumbnail=b"small picture")
    answer = await house.call("ben", "GET", f"/api/uploads/{sealed.id}/bundle?hashes=true")
    assert answer.status_code == 200, answer.text
    bundle = seen(answer)
    fetched = await house.client.get(bundle["url"])
    assert fetched.content == b"".join(sealed.content)
    opened = house.pens["ben"].open_file(bundle, fetched.content, house.role("member"), len(DATA))
    assert opened == DATA

    small = seen(await house.call("ben", "GET", f"/api/uploads/thumbnails/{sealed.id}/bundle"))
    assert (await house.client.get(small["url"])).content == b"".join(sealed.thumbnail)
    assert small["frameHashesB64u"] is None


async def test_what_lies_in_the_store_says_nothing(house: House) -> None:
    canary = b"canary of the passport " * 2000
    await house.upload("ann", canary, everybody(house))
    stored = [file.read_bytes() for file in house.folder.rglob("*") if file.is_file()]
    assert stored
    assert not any(b"canary" in content or b"passport" in content for content in stored)


async def test_ranges_are_frames(house: House) -> None:
    sealed = await house.upload("ann", DATA, everybody(house))
    bundle = seen(await house.call("ben", "GET", f"/api/uploads/{sealed.id}/bundle?hashes=true"))
    full = Header.decode(base64url.decode(bundle["headerB64u"])).frame_size + 16
    answer = await house.client.get(bundle["url"], headers={"Range": f"bytes={3 * full}-{4 * full - 1}"})
    assert (answer.status_code, answer.content) == (206, sealed.content[3])
    hashes = base64url.decode(bundle["frameHashesB64u"])
    assert hashes[96:128] == hashlib.sha256(sealed.content[3]).digest()


async def test_a_download_is_noted_and_a_thumbnail_is_not(house: House) -> None:
    sealed = await house.upload("ann", DATA, everybody(house), thumbnail=b"x")
    await house.call("ben", "GET", f"/api/uploads/thumbnails/{sealed.id}/bundle")
    assert await _noted(house) == 0
    await house.call("ben", "GET", f"/api/uploads/{sealed.id}/bundle")
    assert await _noted(house) == 1


async def _noted(house: House) -> int:
    noted = "select 1 from es.event where type = 'file.read' and account_id = %(of)s"
    return len(await house.reader.all(noted, {"of": house.account}))


async def test_large_files_travel_in_parts_and_go_on_where_they_stopped(house: House) -> None:
    sealed = house.pens["ann"].file(os.urandom(9_000_000), everybody(house))
    assert len(sealed.parts) == 2
    opened = await house.post("ann", "/api/uploads/session", sealed.session)
    upload_id = seen(opened)["uploadId"]
    part, data = sealed.parts[0]
    body = {"uploadId": upload_id, "parts": [part for part, _ in sealed.parts]}
    addresses = seen(await house.post("ann", "/api/uploads/session", body))["parts"]
    sent = await house.client.put(addresses[0]["url"], content=data)

    again = await house.post("ann", "/api/uploads/session", sealed.session)
    assert again.status_code == 200
    assert seen(again)["uploadId"] == upload_id
    assert seen(again)["parts"] == [
        {
            "object": "content",
            "number": 1,
            "size": len(data),
            "sha256B64u": part["sha256B64u"],
            "etag": sent.headers["ETag"],
        }
    ]
    named = [{"object": "content", "number": 1, "etag": sent.headers["ETag"]}]
    early = await house.finish("ann", sealed, {"uploadId": upload_id, "parts": named})
    assert reason(early) == (400, "parts_missing")

    last = await house.client.put(addresses[1]["url"], content=sealed.parts[1][1])
    named.append({"object": "content", "number": 2, "etag": last.headers["ETag"]})
    done = await house.finish("ann", sealed, {"uploadId": upload_id, "parts": named})
    assert done.status_code == 200, done.text


async def test_a_part_that_was_promised_and_never_sent_is_missing(house: House) -> None:
    sealed = house.pens["ann"].file(DATA, everybody(house))
    opened = await house.post("ann", "/api/uploads/session", sealed.session)
    upload_id = seen(opened)["uploadId"]
    await house.post("ann", "/api/uploads/session", {"uploadId": upload_id, "parts": [sealed.parts[0][0]]})
    named = [{"object": "content", "number": 1, "etag": '"never"'}]
    assert reason(await house.finish("ann", sealed, {"uploadId": upload_id, "parts": named})) == (
        400,
        "parts_missing",
    )


async def test_finalising_again_answers_the_same(house: House) -> None:
    sealed = house.pens["ann"].file(DATA, everybody(house))
    sent = await house.send("ann", sealed)
    first = await house.finish("ann", sealed, sent)
    again = await house.finish("ann", sealed, sent)
    assert (first.status_code, again.status_code) == (200, 200)
    assert whole(first) == whole(again)
    assert "X-Position" in first.headers
    assert "X-Position" not in again.headers


@pytest.mark.parametrize(
    ("member", "expected"),
    [
        ("manifest", (400, "upload_mismatch")),
        ("headerB64u", (400, "upload_mismatch")),
        ("signatureB64u", (400, "statement_invalid")),
        ("attrsSaltB64u", (400, "attrs")),
        ("wraps", (400, "wraps")),
    ],
)
async def test_what_differs_from_the_statement_is_refused(house: House, member: str, expected) -> None:
    one = house.pens["ann"].file(DATA, everybody(house))
    other = house.pens["ann"].file(DATA, everybody(house))
    sent = await house.send("ann", one)
    one.ending[member] = other.ending[member]
    assert reason(await house.finish("ann", one, sent)) == expected
    missing = await house.call("ann", "GET", f"/api/uploads/{one.id}/bundle")
    assert reason(missing) == (404, "not_found")


async def test_swapped_frames_do_not_give_the_signed_root(house: House) -> None:
    one = house.pens["ann"].file(DATA, everybody(house))
    other = house.pens["ann"].file(DATA, everybody(house))
    one.parts = other.parts
    sent = await house.send("ann", one)
    assert reason(await house.finish("ann", one, sent)) == (400, "upload_mismatch")


async def test_the_owner_can_open_every_file_unless_it_is_private(house: House) -> None:
    sealed = house.pens["ann"].file(DATA, [house.role("member")])
    refused = await house.finish("ann", sealed, await house.send("ann", sealed))
    assert reason(refused) == (400, "audience")
    private = house.pens["ann"].file(DATA, [personal_role(house.account, ANN)])
    kept = await house.finish("ann", private, await house.send("ann", private))
    assert kept.status_code == 200, kept.text


async def test_a_role_whose_key_must_be_renewed_takes_no_wraps(house: House) -> None:
    known = len(house.party.entries)
    sealed = house.pens["ann"].file(DATA, everybody(house))
    without = house.pens["ann"].file(DATA, [house.role("owner"), house.role("admin")])
    ann = house.pens["ann"].device
    assert house.party.write(
        ann, "role.unassign", role=house.role("member"), user=house.actors["ben"].user_id
    )
    await house.publish_keys(known)
    assert reason(await house.finish("ann", sealed, await house.send("ann", sealed))) == (400, "roll_due")
    done = await house.finish("ann", without, await house.send("ann", without))
    assert done.status_code == 200, done.text


async def test_somebody_elses_upload_is_nobodys(house: House) -> None:
    sealed = house.pens["ann"].file(DATA, everybody(house))
    opened = await house.post("ann", "/api/uploads/session", sealed.session)
    body = {"uploadId": seen(opened)["uploadId"], "parts": [sealed.parts[0][0]]}
    sent = {"uploadId": body["uploadId"], "parts": [{"object": "content", "number": 1, "etag": '"x"'}]}
    for who in ("ben", "cid"):
        assert reason(await house.post(who, "/api/uploads/session", body)) == (404, "not_found")
        assert reason(await house.finish(who, sealed, sent)) == (404, "not_found")


async def test_a_new_version_is_opened_by_those_who_can_open_the_one_before(house: House) -> None:
    """Anybody else would stand in the way of the readers for as long as an upload stays open."""
    sealed = await house.upload("ann", DATA, [house.role("owner")])
    session = house.pens["ben"].file(b"x", everybody(house)).session
    session |= {"fileId": str(sealed.id), "version": 2}
    assert reason(await house.post("ben", "/api/uploads/session", session)) == (404, "not_found")
    assert (await house.post("ann", "/api/uploads/session", session)).status_code == 201


async def test_who_is_not_in_the_audience_gets_the_bytes_of_a_missing_file(house: House) -> None:
    sealed = await house.upload("ann", DATA, [house.role("owner")])
    unknown = "00000000-0000-4000-8000-000000000000"
    for path in ("/api/uploads/{}/bundle", "/api/uploads/thumbnails/{}/bundle", "/files/{}/wraps"):
        for who in ("ben", "cid"):
            hidden = await house.call(who, "GET", path.format(sealed.id))
            absent = await house.call(who, "GET", path.format(unknown))
            assert hidden.status_code == absent.status_code == 404
            for answer in (whole(hidden), whole(absent)):
                answer["details"].pop("requestId")
                assert answer == {
                    "code": "not_found",
                    "message": "There is no such file.",
                    "details": {"reason": "not_found"},
                }


async def test_plans_bound_files_and_storage(house: House) -> None:
    pen = house.pens["ann"]
    session = pen.file(b"x", everybody(house)).session
    frames = LIMITS.file_bytes // 4112 + 1
    large = {**session, "encryptedSize": frames * 4112, "frameCount": frames}
    answer = await house.post("ann", "/api/uploads/session", large)
    assert (whole(answer)["code"], reason(answer)) == ("out_of_range", (400, "file_size"))
    assert whole(answer)["details"]["limit"] == LIMITS.file_bytes
    for _ in range(3):
        half = {**pen.file(b"x", everybody(house)).session, "encryptedSize": 2900 * 4112, "frameCount": 2900}
        assert (await house.post("ann", "/api/uploads/session", half)).status_code == 201
        await house.follow()
    answer = await house.post("ann", "/api/uploads/session", {**half, "fileId": session["fileId"]})
    assert reason(answer) == (400, "storage_limit")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"frameSize": 5000}, (400, "form")),
        ({"encryptedSize": -1}, (400, "form")),
        ({"frameCount": 2}, (400, "form")),
        ({"fileId": "no-id"}, (400, "form")),
        ({"surprise": 1}, (400, "form")),
        ({"parts": []}, (400, "form")),
        ({"uploadId": "00000000-0000-4000-8000-000000000000"}, (400, "form")),
    ],
)
async def test_a_malformed_session_is_refused(house: House, changes: dict, expected) -> None:
    session = house.pens["ann"].file(DATA, everybody(house)).session
    assert reason(await house.post("ann", "/api/uploads/session", {**session, **changes})) == expected


@pytest.mark.parametrize(
    "changes",
    [{"size": 4111}, {"frameHashesB64u": "AAAA"}, {"size": 10**9}, {"number": 0}, {"sha256B64u": "AA"}],
)
async def test_a_part_that_the_file_cannot_have_is_refused(house: House, changes: dict) -> None:
    sealed = house.pens["ann"].file(DATA, everybody(house))
    opened = await house.post("ann", "/api/uploads/session", sealed.session)
    part = {**sealed.parts[0][0], **changes}
    body = {"uploadId": seen(opened)["uploadId"], "parts": [part]}
    assert (await house.post("ann", "/api/uploads/session", body)).status_code == 400


async def test_wraps_are_added_for_further_roles(house: House) -> None:
    sealed = await house.upload("ann", DATA, [house.role("owner")])
    item = seen(await house.call("ann", "GET", f"/api/uploads/{sealed.id}/bundle"))
    share = house.pens["ann"].share("file", item, [house.role("member")])
    body = {"add": share.pop("wraps"), "version": 1, **share}
    answer = await house.post("ann", f"/files/{sealed.id}/wraps", body)
    assert answer.status_code == 200, answer.text
    await house.follow()
    wraps = seen(await house.call("ben", "GET", f"/files/{sealed.id}/wraps"))
    every = [entry for said in (wraps, *wraps["later"]) for entry in said.get("wraps", ())]
    assert {entry["roleId"] for entry in every} == {
        str(house.role("owner")),
        str(house.role("member")),
    }
    assert len(wraps["later"]) == 1
    assert reason(await house.post("ann", f"/files/{sealed.id}/wraps", {**body, "version": 2})) == (
        409,
        "version_conflict",
    )
    stranger = await house.post("cid", f"/files/{sealed.id}/wraps", body)
    assert reason(stranger) == (404, "not_found")


async def test_who_may_not_update_a_file_lets_nobody_new_in(house: House) -> None:
    sealed = await house.upload("ann", DATA, [house.role(key) for key in ("owner", "member")])
    house.actors["ben"] = replace(house.actors["ben"], may=CONTENT - {"document.update"})
    pen = house.pens["ben"]
    pen.keys |= house.pens["ann"].keys
    path = f"/files/{sealed.id}/wraps"
    for key, status in (("admin", 403), ("member", 200)):
        item = seen(await house.call("ben", "GET", f"/api/uploads/{sealed.id}/bundle"))
        share = pen.share("file", item, [house.role(key)])
        body = {"add": share.pop("wraps"), "version": 1, **share}
        assert (await house.post("ben", path, body)).status_code == status, key


async def test_the_catalogue_is_for_everybody_who_is_signed_in(house: House) -> None:
    types = seen(await house.call("auditor", "GET", "/api/file-types"))
    assert {"key": "passport", "categoryKey": "identity"}.items() <= types[0].items()
    assert types[0]["hints"] == {"expires": True, "usualYears": 10, "numberLabel": "passportNumber"}
    categories = seen(await house.call("auditor", "GET", "/api/file-categories"))
    assert categories[0] == {"key": "identity", "rank": 1}
    assert (await house.call("nobody", "GET", "/api/file-types")).status_code == 401


async def test_who_may_not_is_told_so(house: House) -> None:
    sealed = house.pens["ann"].file(DATA, everybody(house))
    signing = {"uploadId": str(uuid4()), "parts": [sealed.parts[0][0]]}
    for body in (sealed.session, signing):
        refused = await house.post("auditor", "/api/uploads/session", body)
        assert (refused.status_code, reason(refused)[1]) == (403, "not_allowed")
        assert (await house.post("nobody", "/api/uploads/session", body)).status_code == 401
