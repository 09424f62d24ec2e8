"""An upload takes bytes from the person who opened it, while it is open, and within the plan."""

from __future__ import annotations

import os
from uuid import UUID, uuid4

import pytest

from application.ports import Append, StreamAppend
from application.processes.keep_files import Collector
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts import commands as accounts
from domain.ids import AccountId, FileId, UploadId, UserId, built_in_role
from domain.kernel import Actor, Moment
from domain.work.files import FILE, FilePurged, UploadAbandoned
from tests.api.work.test_uploads import everybody, reason
from tests.support.pens import SealedFile
from tests.support.seen import seen
from tests.support.workplace import CONTENT, LIMITS, House

DATA = os.urandom(9_000)


async def opened(house: House, sealed: SealedFile, who: str = "ann") -> str:
    answer = await house.post(who, "/api/uploads/session", sealed.session)
    assert answer.status_code in (200, 201), answer.text
    return seen(answer)["uploadId"]


async def asks_for_addresses(house: House, sealed: SealedFile, upload_id: str) -> tuple[int, str]:
    body = {"uploadId": upload_id, "parts": [part for part, _ in sealed.parts]}
    answer = await house.post("ann", "/api/uploads/session", body)
    return answer.status_code, "" if answer.status_code == 200 else reason(answer)[1]


GONE = (404, "not_found")


async def test_an_upload_takes_bytes_for_a_day(house: House) -> None:
    sealed = house.pens["ann"].file(DATA, everybody(house))
    upload_id = await opened(house, sealed)
    house.pass_time(hours=23, minutes=59, seconds=59)
    assert await asks_for_addresses(house, sealed, upload_id) == (200, "")
    house.pass_time(seconds=1)
    assert await asks_for_addresses(house, sealed, upload_id) == GONE


async def test_an_upload_whose_day_is_over_is_opened_anew(house: House) -> None:
    """Whether or not the collector has run meanwhile."""
    sealed = house.pens["ann"].file(DATA, everybody(house))
    first = await opened(house, sealed)
    house.pass_time(hours=23, minutes=59, seconds=59)
    assert await opened(house, sealed) == first
    house.pass_time(seconds=1)
    sent = await house.send("ann", sealed)
    assert sent["uploadId"] != first
    assert await asks_for_addresses(house, sealed, first) == GONE
    collector = Collector(house.commands, house.blobs, house.uploads)
    await collector.abandoned_uploads(house.system())
    assert await house.uploads.find(house.account, UUID(first)) is None
    assert await asks_for_addresses(house, sealed, sent["uploadId"]) == (200, "")


async def test_an_upload_that_was_given_up_takes_no_more_bytes(house: House) -> None:
    """The collector may have been stopped between the log and the table of uploads."""
    sealed = house.pens["ann"].file(DATA, everybody(house))
    first = await opened(house, sealed)
    await house.record(FILE, FileId(UUID(str(sealed.id))), UploadAbandoned(UploadId(UUID(first))))
    assert await asks_for_addresses(house, sealed, first) == GONE
    second = await opened(house, sealed)
    assert second != first
    assert await asks_for_addresses(house, sealed, first) == GONE
    assert await asks_for_addresses(house, sealed, second) == (200, "")


async def test_a_file_that_was_purged_meanwhile_takes_no_new_version(house: House) -> None:
    stored = await house.upload("ann", DATA, everybody(house))
    newer = house.pens["ann"].file(DATA, everybody(house))
    newer.session |= {"fileId": str(stored.id), "version": 2}
    upload_id = await opened(house, newer)
    await house.record(FILE, FileId(UUID(str(stored.id))), FilePurged())
    assert await asks_for_addresses(house, newer, upload_id) == GONE


async def test_nobody_goes_on_with_the_upload_of_somebody_else(house: House) -> None:
    """Who announces the same file gets neither the name of the upload nor what has arrived of it."""
    sealed = house.pens["ann"].file(DATA, everybody(house))
    upload_id = await opened(house, sealed)
    answer = await house.post("ben", "/api/uploads/session", sealed.session)
    assert reason(answer) == GONE
    assert upload_id not in answer.text
    assert await opened(house, sealed) == upload_id


async def test_an_upload_without_a_thumbnail_takes_none(house: House) -> None:
    sealed = house.pens["ann"].file(DATA, everybody(house))
    body = {"uploadId": await opened(house, sealed), "parts": [{**sealed.parts[0][0], "object": "thumbnail"}]}
    assert reason(await house.post("ann", "/api/uploads/session", body)) == GONE


async def test_what_the_store_has_lost_becomes_no_file(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store is trusted with nothing: it says that all is there and has kept less."""
    sealed = house.pens["ann"].file(DATA, everybody(house))
    sent = await house.send("ann", sealed)
    whole = type(house.blobs).size

    async def a_byte_less(blobs: object, key: str) -> int | None:
        size = await whole(house.blobs, key)
        return size and size - 1

    with monkeypatch.context() as lossy:
        lossy.setattr(type(house.blobs), "size", a_byte_less)
        refused = await house.finish("ann", sealed, sent)
    assert (refused.status_code, refused.json()["details"]["reason"]) == (500, "upload_damaged")
    assert reason(await house.call("ann", "GET", f"/api/uploads/{sealed.id}/bundle")) == GONE
    assert (await house.finish("ann", sealed, sent)).status_code == 200


async def test_a_file_of_exactly_what_the_plan_grants_is_taken_and_no_byte_more(house: House) -> None:
    def announced(size: int) -> dict:
        session = house.pens["ann"].file(b"x", everybody(house)).session
        return {**session, "encryptedSize": size, "frameCount": -(-size // 4112)}

    one_more = await house.post("ann", "/api/uploads/session", announced(LIMITS.file_bytes + 1))
    assert reason(one_more) == (400, "file_size")
    left = LIMITS.storage_bytes
    while left > LIMITS.file_bytes:
        taken = await house.post("ann", "/api/uploads/session", announced(LIMITS.file_bytes))
        assert taken.status_code == 201, taken.text
        left -= LIMITS.file_bytes
        await house.follow()
    assert reason(await house.post("ann", "/api/uploads/session", announced(left + 1))) == (
        400,
        "storage_limit",
    )
    assert (await house.post("ann", "/api/uploads/session", announced(left))).status_code == 201


async def test_an_account_without_a_plan_stores_nothing(house: House) -> None:
    account, dan = AccountId(uuid4()), UserId(uuid4())
    moment = Moment(Actor("user", dan, account), house.now)
    opening = ACCOUNT.decide(accounts.OpenAccount(account, "Kestrel", dan), None, moment)
    house.actors["dan"] = Actor(
        "user", dan, account, uuid4(), reads=frozenset({built_in_role(account, "owner")}), may=CONTENT
    )
    session = house.pens["ann"].file(DATA, everybody(house)).session
    no_account = await house.post("dan", "/api/uploads/session", session)
    assert reason(no_account) == (400, "account_incomplete")
    context = house.context(Actor("system"))
    await house.store.append(Append(context, (StreamAppend(ACCOUNT, account, account, 0, tuple(opening)),)))
    no_plan = await house.post("dan", "/api/uploads/session", session)
    assert reason(no_plan) == (400, "account_incomplete")
