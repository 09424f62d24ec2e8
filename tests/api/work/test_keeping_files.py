"""How long files are kept: while a document holds them, and a week longer."""

import os

import pytest

from application.processes.keep_files import AbandonUpload, Collector, PurgeFile, SettleLinks
from domain.errors import NotAllowed
from infrastructure.collecting import Collecting, keep_objects
from infrastructure.work.chores import FileChores
from tests.api.work.asking import everybody, reason, with_file
from tests.support.seen import seen, statement_of
from tests.support.workplace import House


@pytest.fixture
def database_url(product_database_url: str) -> str:
    """A database of the test's own: what is due is collected in all accounts."""
    return product_database_url


def chores(house: House) -> FileChores:
    collector = Collector(house.commands, house.blobs, house.uploads)
    return FileChores(collector, house.reader, lambda: house.now, Collecting(house.projector_url))


def frames(house: House) -> list[str]:
    return [file.name for file in house.folder.rglob("*") if file.is_file()]


async def test_a_file_that_no_document_takes_up_is_gone_after_a_week(house: House) -> None:
    sealed = await house.upload("ann", b"x", everybody(house), thumbnail=b"y")
    house.pass_time(days=6, hours=23)
    await chores(house).do_what_is_due()
    assert len(frames(house)) == 4
    house.pass_time(hours=2)
    await chores(house).do_what_is_due()
    await house.follow()
    assert frames(house) == []
    assert reason(await house.call("ann", "GET", f"/api/uploads/{sealed.id}/bundle")) == (404, "not_found")
    await chores(house).do_what_is_due()


async def test_nothing_goes_while_a_backup_copies_the_objects(house: House) -> None:
    await house.upload("ann", b"x", everybody(house))
    house.pass_time(days=8)
    with keep_objects(house.projector_url):
        await chores(house).do_what_is_due()
        assert len(frames(house)) == 2
    await chores(house).do_what_is_due()
    assert frames(house) == []


async def test_a_file_that_a_document_holds_stays(house: House) -> None:
    await with_file(house)
    house.pass_time(days=400)
    await chores(house).do_what_is_due()
    assert len(frames(house)) == 2


async def test_nobody_but_the_system_settles_or_destroys(house: House) -> None:
    sealed = await house.upload("ann", b"x", everybody(house))
    context = house.context(house.actors["ann"])
    for command in (
        PurgeFile(sealed.id),
        AbandonUpload(sealed.id, sealed.id),
        SettleLinks(sealed.id, (sealed.id,)),
    ):
        with pytest.raises(NotAllowed):
            await house.commands.run(command, context)


async def test_a_file_re_encrypted_leaves_a_role_out_and_its_old_frames_go(house: House) -> None:
    first = await house.upload("ann", b"for everybody", everybody(house))
    shown = seen(await house.call("ben", "GET", f"/api/uploads/{first.id}/bundle"))
    owners = [house.role("owner"), house.role("admin")]
    house.pass_time(minutes=1)
    second = await house.upload("ann", b"for fewer", owners, after=shown)
    assert second.id == first.id
    hidden = await house.call("ben", "GET", f"/api/uploads/{first.id}/bundle")
    assert reason(hidden) == (404, "not_found")
    bundle = seen(await house.call("ann", "GET", f"/api/uploads/{first.id}/bundle?hashes=true"))
    assert statement_of(bundle).number("version") == 2
    fetched = await house.client.get(bundle["url"])
    opened = house.pens["ann"].open_file(bundle, fetched.content, house.role("owner"), len(b"for fewer"))
    assert opened == b"for fewer"

    await chores(house).do_what_is_due()
    assert len(frames(house)) == 4
    house.pass_time(hours=2)
    await chores(house).do_what_is_due()
    assert len(frames(house)) == 2


async def test_an_upload_that_is_not_finished_within_a_day_is_collected(house: House) -> None:
    sealed = house.pens["ann"].file(os.urandom(300_000), everybody(house))
    sent = await house.send("ann", sealed)
    collector = Collector(house.commands, house.blobs, house.uploads)
    assert await collector.abandoned_uploads(house.system()) == 0
    house.pass_time(hours=24)
    assert reason(await house.finish("ann", sealed, sent)) == (404, "not_found")
    assert await collector.abandoned_uploads(house.system()) == 1
    assert await collector.abandoned_uploads(house.system()) == 0
    assert not [file for file in house.folder.rglob("*") if file.is_file()]
    reopened = await house.post("ann", "/api/uploads/session", sealed.session)
    assert reopened.status_code == 201
    assert seen(reopened)["uploadId"] != sent["uploadId"]
