"""What a write was checked against may not move before it is appended: then it is decided anew."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from application.processes.keep_files import SettleLinks
from domain.ids import DocumentId, GroupId, StatusId
from domain.work.documents import DOCUMENT
from domain.work.documents.facts import DocumentPurged
from domain.work.files import FILE
from domain.work.files.facts import FilePurged
from domain.work.profile_tree import PROFILE_TREE
from domain.work.profile_tree.facts import GroupRemoved
from domain.work.statuses import STATUS_BOARD
from domain.work.statuses.facts import StatusRemoved
from tests.api.work import test_profiles, test_statuses, test_tasks
from tests.api.work.asking import TITLE, everybody, links, note, reason, signed_values
from tests.support.moving import move_before
from tests.support.shapes import signed
from tests.support.workplace import House

groups = test_profiles.groups


async def test_a_write_is_checked_anew_when_the_keys_moved(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben is put out of the only role that he writes for, in the moment in which he writes."""
    body = note(house, "ben", roles=[house.role("owner"), house.role("member")])

    async def ben_is_put_out() -> None:
        known = len(house.party.entries)
        ann, member = house.pens["ann"].device, house.role("member")
        ben = house.actors["ben"].user_id
        assert ben is not None
        assert house.party.write(ann, "role.unassign", role=member, user=ben)
        await house.publish_keys(known)

    seen = move_before(monkeypatch, "DocumentCreated", ben_is_put_out)
    answer = await house.post("ben", "/document/create", body)
    assert seen.outcomes == ["version_conflict"]
    assert answer.status_code in (400, 403), answer.text
    row = await house.reader.one("select count(*) from read.documents", account_id=house.account)
    assert row == (0,)


async def test_a_document_never_names_a_file_that_was_purged_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = await house.upload("ann", b"a page" * 500, everybody(house))
    members = {"state": "active", "versions": (file.id,)}
    id = uuid4()
    sealed = house.pens["ann"].sealed(id, everybody(house), signed_values(**members), TITLE)
    body = {"id": str(id), "sealed": sealed}
    seen = move_before(monkeypatch, "DocumentCreated", lambda: house.record(FILE, file.id, FilePurged()))
    assert reason(await house.post("ann", "/document/create", body)) == (400, "file_not_ready")
    assert seen.outcomes == ["version_conflict"]


async def test_a_file_that_its_document_lost_meanwhile_is_not_linked(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = await house.upload("ann", b"a page" * 500, everybody(house))
    id = uuid4()
    attrs = signed_values(state="active", versions=(file.id,))
    sealed = house.pens["ann"].sealed(id, everybody(house), attrs, TITLE)
    body = {"id": str(id), "sealed": sealed}
    assert (await house.post("ann", "/document/create", body)).status_code == 201
    seen = move_before(monkeypatch, "FileLinked", lambda: house.record(DOCUMENT, id, DocumentPurged()))
    await house.commands.run(SettleLinks(DocumentId(id), (file.id,)), house.system())
    assert seen.outcomes == ["version_conflict"]
    await house.follow()
    assert await links(house, file.id) == 0


async def test_a_task_gets_no_status_that_was_removed_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    paid = await test_statuses.added(house, category="open")
    body = test_tasks.task(house, statusId=UUID(paid["id"]))
    removed = StatusRemoved(
        status_id=StatusId(UUID(paid["id"])), moved_to=test_tasks.status(house, "todo"), signed=signed("gone")
    )
    seen = move_before(monkeypatch, "TaskCreated", lambda: house.record(STATUS_BOARD, house.account, removed))
    answer = await house.post("ann", "/task/create", body)
    assert (answer.status_code, seen.outcomes) == (400, ["version_conflict"]), answer.text


async def test_a_profile_is_in_no_group_that_was_removed_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    removed = GroupRemoved(group_id=GroupId(test_profiles.BIKES), moved_to=None, signed=signed("gone"))
    seen = move_before(
        monkeypatch, "ProfileCreated", lambda: house.record(PROFILE_TREE, house.account, removed)
    )
    body = test_profiles.new(house, group=test_profiles.BIKES)
    answer = await house.post("ann", test_profiles.PATH, body)
    assert (answer.status_code in (400, 404), seen.outcomes) == (True, ["version_conflict"]), answer.text
