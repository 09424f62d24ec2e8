"""How long files are kept: while a document holds them, and a week longer."""

import pytest

from application.processes.keep_files import AbandonUpload, Collector, PurgeFile, SettleLinks
from domain.errors import NotAllowed
from infrastructure.work.chores import FileChores
from tests.api.work.conftest import House
from tests.api.work.test_documents import everybody, reason, with_file


def chores(house: House) -> FileChores:
    collector = Collector(house.commands, house.blobs, house.uploads)
    return FileChores(collector, house.reader, lambda: house.now)


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
