"""Who is told of an object that was damaged or lost at rest, how often, and until when."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from api.composition import without_request
from api.composition.foundation import Foundation, lay_foundation, opened
from application.commands import Route
from application.ports import Context
from application.processes import link_files
from application.processes.tell_of_damage import TakeBackDamage, TellOfDamage
from client.cabinet import Cabinet
from client.member import Member
from domain.errors import NotAllowed
from domain.ids import AccountId, DocumentId, FileId
from domain.kernel import Actor
from domain.work.files import FILE
from domain.work.files.facts import LinkFile, UnlinkFile
from infrastructure.keeping.chores import DamageChores
from infrastructure.work.uploads import UploadTables
from tests.api.vault.conftest import Household

BELL = "/api/notifications"
FOUND, ENDED = "file.found_damaged", "file.damage_ended"


@dataclass
class Worker:
    """What the worker does, on the stores of the house."""

    household: Household
    base: Foundation
    minutely: list[Callable[[], Awaitable[None]]]

    async def minute(self) -> None:
        """A whole search and what is told of it; it is the next day, so that everything is read again."""
        with psycopg.connect(self.household.house.owner_url) as owner:
            owner.execute("update keeping.place set finished_at = now() - interval '21 hours'")
        for chore in self.minutely:
            await chore()
        await self.household.house.follow()

    async def link(self) -> None:
        await self.household.house.follow()
        job = without_request.jobs(self.base)[link_files.TOPIC]
        for (payload,) in await self.household.house.rows(
            "select payload from es.outbox where topic = %s order by id", (link_files.TOPIC,)
        ):
            await job(payload)
        await self.household.house.follow()

    def context(self, account_id: UUID) -> Context:
        actor = Actor("system", account_id=AccountId(account_id))
        return Context(actor, self.base.clock(), uuid4(), uuid4())

    async def run(self, account_id: UUID, command: Any) -> None:
        await self.base.commands.run(command, self.context(account_id))


@pytest.fixture
async def worker(household: Household) -> AsyncIterator[Worker]:
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(household.house.settings, catalogue, household.house.clock)
    catalogue |= {
        **without_request.keeping_routes(base),
        LinkFile: Route(None, lambda work, command: work.decide(FILE, command.file_id, command), (FILE,)),
        UnlinkFile: Route(None, lambda work, command: work.decide(FILE, command.file_id, command), (FILE,)),
    }
    minutely = [
        without_request.scrub_of(base).go_on,
        DamageChores(base.commands, base.reader, base.pool, base.clock).do_what_is_due,
    ]
    async with opened(base.parts):
        yield Worker(household, base, minutely)


@dataclass
class Paper:
    """A document with a file, and where the only part of that file lies."""

    document_id: UUID
    file_id: UUID
    part: Path


async def a_paper(household: Household, worker: Worker, owner: Member) -> Paper:
    papers = Cabinet(owner)
    file_id = await papers.upload("scan.pdf", "application/pdf", b"a page" * 500)
    document_id = await papers.write({"v": 1, "title": "Passport"}, file_id)
    await worker.link()
    folder = Path(household.house.settings.blob_dir) / "objects" / str(owner.account_id) / str(file_id)
    (part,) = folder.glob("*-content/00001-*")
    return Paper(document_id, file_id, part)


def flip(part: Path) -> bytes:
    before = part.read_bytes()
    part.write_bytes(bytes([before[0] ^ 1]) + before[1:])
    return before


async def bell(member: Member) -> list[tuple[str, str, str]]:
    shown = await member.api.get(BELL)
    return [(notice["about"], notice["kind"], notice["targetId"]) for notice in shown]


async def events(household: Household, name: str, account_id: UUID) -> int:
    query = "select count(*) from es.event where type = %s and account_id = %s"
    ((count,),) = await household.house.rows(query, (name, account_id))
    return count


async def test_who_manages_the_account_is_told_once_and_until_the_object_is_whole(
    household: Household, worker: Worker
) -> None:
    owner = await household.owner()
    admin = await household.guest(owner, "admin")
    member = await household.guest(owner, "member")
    paper, other = [await a_paper(household, worker, owner) for _ in range(2)]
    await worker.minute()
    assert await events(household, FOUND, owner.account_id) == 0

    async def told(person: Member) -> list[tuple[str, str, str]]:
        return [line for line in await bell(person) if line[0] == "fileDamaged"]

    before = flip(paper.part)
    for _ in range(3):
        await worker.minute()
    of_paper = ("fileDamaged", "damage", str(paper.document_id))
    assert await told(owner) == await told(admin) == [of_paper]
    # Who can do nothing about it is not alarmed, and neither is another account.
    assert await told(member) == []
    assert await told(await household.owner()) == []
    assert await events(household, FOUND, owner.account_id) == 1

    shutil.rmtree(other.part.parent)
    await worker.minute()
    of_other = ("fileDamaged", "damage", str(other.document_id))
    assert sorted(await told(owner)) == sorted([of_paper, of_other])

    paper.part.write_bytes(before)
    await worker.minute()
    await worker.minute()
    assert await told(owner) == await told(admin) == [of_other]
    assert await events(household, ENDED, owner.account_id) == 1

    # The same object a second time is news again.
    flip(paper.part)
    await worker.minute()
    assert of_paper in await told(owner)
    assert await events(household, FOUND, owner.account_id) == 3


async def test_a_notice_says_nothing_of_contents(household: Household, worker: Worker) -> None:
    owner = await household.owner()
    paper = await a_paper(household, worker, owner)
    flip(paper.part)
    await worker.minute()
    (notice,) = await owner.api.get(BELL)
    assert notice == {
        "id": notice["id"],
        "accountId": str(owner.account_id),
        "kind": "damage",
        "about": "fileDamaged",
        "targetId": str(paper.document_id),
        "personId": None,
        "at": notice["at"],
        "readAt": None,
    }


async def test_it_is_told_once_after_a_crash_at_any_moment(household: Household, worker: Worker) -> None:
    """A worker that died between telling and noting it, and one whose followers are behind, tell again."""
    owner = await household.owner()
    paper = await a_paper(household, worker, owner)
    before = flip(paper.part)
    await worker.minute()
    ((damage,),) = await household.house.rows(
        "select id from read.damaged_objects where file_id = %s", (paper.file_id,)
    )
    for _ in range(2):
        await worker.run(owner.account_id, TellOfDamage(FileId(paper.file_id), damage))
    assert await events(household, FOUND, owner.account_id) == 1
    paper.part.write_bytes(before)
    await worker.minute()
    for _ in range(2):
        await worker.run(owner.account_id, TakeBackDamage(damage))
    assert await events(household, ENDED, owner.account_id) == 1
    assert await bell(owner) == []


async def test_the_notice_follows_the_documents_that_hold_the_file(
    household: Household, worker: Worker
) -> None:
    owner = await household.owner()
    paper = await a_paper(household, worker, owner)
    second = DocumentId(uuid4())
    file_id, account_id = FileId(paper.file_id), owner.account_id
    flip(paper.part)
    await worker.minute()
    await worker.run(account_id, LinkFile(file_id, second))
    await worker.run(account_id, UnlinkFile(file_id, DocumentId(paper.document_id)))
    await household.house.follow()
    await worker.minute()
    assert await bell(owner) == [("fileDamaged", "damage", str(second))]
    await worker.run(account_id, UnlinkFile(file_id, second))
    await household.house.follow()
    await worker.minute()
    # It is shown nowhere any more, and goes by itself in a week.
    assert await bell(owner) == []
    await worker.run(account_id, LinkFile(file_id, second))
    await household.house.follow()
    await worker.minute()
    assert await bell(owner) == [("fileDamaged", "damage", str(second))]


async def test_a_damaged_object_that_was_collected_is_no_damage_any_more(
    household: Household, worker: Worker
) -> None:
    owner = await household.owner()
    paper = await a_paper(household, worker, owner)
    flip(paper.part)
    await worker.minute()

    async def damaged() -> list[Any]:
        like = f"%/{paper.file_id}/%"
        return await household.house.rows("select subject from keeping.damage where subject like %s", (like,))

    assert len(await damaged()) == 1
    uploads = UploadTables(worker.base.pool)
    for upload in await uploads.of_file(owner.account_id, paper.file_id):
        await uploads.forget(upload.upload_id)
    await worker.minute()
    assert await damaged() == []
    assert await bell(owner) == []


async def test_only_the_system_tells_of_damage(household: Household, worker: Worker) -> None:
    owner = await household.owner()
    actor = Actor("user", UUID(str(owner.user_id)), account_id=AccountId(owner.account_id))
    context = Context(actor, worker.base.clock(), uuid4(), uuid4())
    for command in (TellOfDamage(FileId(uuid4()), uuid4()), TakeBackDamage(uuid4())):
        with pytest.raises(NotAllowed):
            await worker.base.commands.run(command, context)
