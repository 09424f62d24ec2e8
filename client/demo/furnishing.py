"""Writes the demo's items into an account: kind after kind, everybody what is theirs at the same time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from client.cabinet import Cabinet
from client.demo import papers
from client.demo.dice import dice_for
from client.demo.drafts import Draft
from client.demo.household import Household
from client.demo.stages import STAGES, Setting
from client.files import NewFile
from client.pen import New, Said, Written


async def furnish(household: Household, today: date) -> dict[str, int]:
    """How many of each kind there are now."""
    answered: Any = await household.founder.api.get("/api/profile-types")
    furnisher = Furnisher(household, {one["key"]: UUID(one["id"]) for one in answered}, today)
    await furnisher.furnish()
    return dict(furnisher.counts)


class Furnisher:
    """One account. Kinds follow one another, because items name items of the kinds before."""

    def __init__(self, household: Household, types: Mapping[str, UUID], today: date) -> None:
        self._household = household
        self.counts: Counter[str] = Counter()
        self._ids: dict[str, UUID] = {f"person:{one.person.key}": one.user_id for one in household.residents}
        self._setting = Setting(household.account_id, self._ids, types, dice_for(household.house.key), today)

    async def furnish(self) -> None:
        for stage in STAGES[self._household.house.key]:
            await self._write(stage(self._setting))

    async def _write(self, drafts: Sequence[Draft]) -> None:
        """All of one kind. Each writes with an own device, so they need not wait for one another."""
        authors = {draft.author: [one for one in drafts if one.author == draft.author] for draft in drafts}
        written: dict[str, Written] = {}
        done = await asyncio.gather(*(self._write_by(author, mine) for author, mine in authors.items()))
        for mine in done:
            written |= mine
        self._household.meet()
        for draft in drafts:
            self._ids[f"{draft.kind}:{draft.name}"] = written[draft.name].id
            self.counts[draft.kind] += 1
        await self._comment(drafts, written)

    async def _write_by(self, author: str, drafts: Sequence[Draft]) -> dict[str, Written]:
        cabinet, kind = self._household.cabinets[author], drafts[0].kind
        if any(draft.readers == "private" for draft in drafts):
            await cabinet.of.own_role()
        files = await self._upload(cabinet, author, drafts)
        news = [
            New(draft.payload, _attributes(draft, files, 1), self._household.readers(draft.readers, author))
            for draft in drafts
        ]
        written = dict(zip((one.name for one in drafts), await cabinet.add_all(kind, news), strict=True))
        for number in range(2, max((draft.files for draft in drafts), default=0) + 1):
            again = [draft for draft in drafts if draft.files >= number]
            changes = [(written[one.name], _attributes(one, files, number)) for one in again]
            changed = await cabinet.reset(kind, changes)
            written |= zip((one.name for one in again), changed, strict=True)
        archived = [one for one in drafts if one.ends == "archived"]
        changes = [
            (written[one.name], {**written[one.name].attributes, "state": "archived"}) for one in archived
        ]
        await cabinet.reset(kind, changes)
        await cabinet.bin(kind, [written[one.name] for one in drafts if one.ends == "bin"])
        return written

    async def _upload(self, cabinet: Cabinet, author: str, drafts: Sequence[Draft]) -> dict[str, list[UUID]]:
        """The files of each draft that has some, the oldest first."""
        with_files = [draft for draft in drafts if draft.files]
        if not with_files:
            return {}
        sent = iter(await cabinet.upload_all(self._files(author, with_files)))
        self.counts["file"] += sum(draft.files for draft in with_files)
        return {draft.name: [next(sent) for _ in range(draft.files)] for draft in with_files}

    def _files(self, author: str, drafts: Sequence[Draft]) -> Iterator[NewFile]:
        for draft in drafts:
            rng = dice_for(draft.name)
            for number, page in enumerate(papers.pages_of(draft, rng), start=1):
                ending = "png" if page.media_type == "image/png" else "pdf"
                yield NewFile(
                    f"{draft.name} {number}.{ending}",
                    page.media_type,
                    page.content,
                    page.thumbnail,
                    {"pages": 1} if ending == "pdf" else {"width": page.width, "height": page.height},
                    self._household.readers(draft.readers, author),
                )

    async def _comment(self, drafts: Sequence[Draft], written: dict[str, Written]) -> None:
        writers = {author for draft in drafts for author, _, _ in draft.comments}
        await asyncio.gather(*(self._comment_by(writer, drafts, written) for writer in sorted(writers)))
        self._household.meet()

    async def _comment_by(self, writer: str, drafts: Sequence[Draft], written: dict[str, Written]) -> None:
        said: list[tuple[Written, list[Said]]] = []
        for draft in drafts:
            mine = [
                Said(body, [self._ids[f"person:{one}"] for one in meant])
                for author, body, meant in draft.comments
                if author == writer
            ]
            if mine:
                said.append((written[draft.name], mine))
                self.counts["comment"] += len(mine)
        await self._household.cabinets[writer].comment_all(said)


def _attributes(draft: Draft, files: dict[str, list[UUID]], versions: int) -> dict[str, Any]:
    """Those of a document while it had so many versions; of everything else as they are."""
    if not draft.files:
        return dict(draft.attributes)
    about = {**draft.attributes, "versions": files[draft.name][:versions]}
    expires_on = papers.expires_on_at(draft, versions - 1)
    return about if expires_on is None else {**about, "expiresOn": expires_on}
