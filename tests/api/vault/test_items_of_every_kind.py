"""The client writes items of every kind, for whom it likes; a colleague opens what is meant for them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from client.api import Refused
from client.attributes import ATTRIBUTES, attributes_of, values_of
from client.crypto import base64url
from client.crypto.audiences import audience_of
from client.crypto.chains import ObjectId
from client.crypto.content_keys import Content
from client.crypto.errors import DataLoss, InvalidArgument
from client.crypto.files import TAG, Header, Purpose, _keys, seal_frame
from client.crypto.statements import parse
from client.files import Files, NewFile
from client.items import COLLECTIONS, Items, OpenedItem
from client.payloads import SCHEMAS
from client.pen import New, Pen, Said
from tests.api.vault.conftest import Household

ROOT = Path(__file__).resolve().parents[3]
GOOD: dict[str, dict[str, Any]] = json.loads((ROOT / "tests/contracts/payloads.json").read_text("utf-8"))


async def attributes_for(items: Items, kind: str, made: dict[str, UUID]) -> dict[str, Any]:
    """What the server asks of a new item of this kind, in the order in which they are made."""
    match kind:
        case "contact" | "vendor":
            return {"state": "active"}
        case "document":
            return {"state": "active", "noteOnly": True, "expiresOn": "2030-01-31", "remindDays": [30, 7]}
        case "task":
            statuses = await items.of.api.get("/api/statuses")
            todo = next(one["id"] for one in statuses if one.get("sealed") is None)
            return {"state": "active", "statusId": UUID(todo), "dueOn": "2026-12-01"}
        case "status":
            return {"category": "active"}
        case "profile-group":
            types = await items.of.api.get("/api/profile-types")
            return {"typeId": UUID(types[0]["id"])}
        case "profile-sub-group":
            return {"groupId": made["profile-group"]}
        case "profile":
            types = await items.of.api.get("/api/profile-types")
            groups = {"groupId": made["profile-group"], "subGroupId": made["profile-sub-group"]}
            return {"state": "active", "typeId": UUID(types[0]["id"]), **groups}
        case "saved-filter":
            return {"entity": "document", "scope": "shared"}
        case _:
            return {}


ORDER = [
    *("contact", "vendor", "document", "status", "task", "topic"),
    *("profile-group", "profile-sub-group", "profile", "saved-filter"),
]


def by_id(found: list[OpenedItem]) -> dict[UUID, OpenedItem]:
    return {one.id: one for one in found}


async def test_a_colleague_opens_every_kind_that_is_meant_for_them(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await household.house.follow()
    await owner.let_in_invited()
    await household.house.follow()
    mine, theirs = Items(owner), Items(guest)
    assert set(ORDER) == COLLECTIONS.keys()
    everybody = audience_of(owner.built_in(key) for key in ("owner", "admin", "member"))
    only_owners = audience_of([owner.built_in("owner")])
    made: dict[str, UUID] = {}
    hidden: dict[str, UUID] = {}
    for kind in ORDER:
        attributes = await attributes_for(mine, kind, made)
        made[kind] = await mine.add(kind, GOOD[kind], attributes, audience=everybody)
        await household.house.follow()
        if kind != "status":
            hidden[kind] = await mine.add(kind, GOOD[kind], attributes, audience=only_owners)
        await household.house.follow()
        seen, own = by_id(await theirs.newest(kind)), by_id(await mine.newest(kind))
        assert seen[made[kind]].payload == GOOD[kind], kind
        assert seen[made[kind]].audience == everybody
        given = {name: value for name, value in attributes.items() if value}
        signed = seen[made[kind]].attributes
        assert {name: signed[name] for name in given} == {
            name: sorted(value) if isinstance(value, list) else value for name, value in given.items()
        }, kind
        if kind in hidden:
            assert own[hidden[kind]].audience == only_owners
            assert hidden[kind] not in seen


async def test_a_comment_is_for_those_who_read_the_task(household: Household) -> None:
    owner = await household.owner()
    mine = Pen(owner)
    status = await attributes_for(mine, "task", {})
    audience = audience_of([owner.built_in("owner"), owner.built_in("member")])
    task_id = await mine.add("task", GOOD["task"], status, audience=audience)
    await household.house.follow()
    task = by_id(await mine.newest("task"))[task_id]
    comment_id = await mine.comment(task, "The notary has called.")
    await household.house.follow()
    (opened,) = await mine.comments(task_id)
    assert (opened.id, opened.payload) == (comment_id, {"v": 1, "body": "The notary has called."})
    assert opened.audience == audience
    assert opened.attributes["taskId"] == task_id


async def test_every_kind_is_written_changed_and_ended_by_the_same_pen(household: Household) -> None:
    """What is left by one write is enough for the next: nothing is read in between."""
    pen = Pen(await household.owner())
    made: dict[str, UUID] = {}
    for kind in ORDER:
        attributes = await attributes_for(pen, kind, made)
        first, second = await pen.add_all(kind, [New(GOOD[kind], attributes), New(GOOD[kind], attributes)])
        made[kind] = first.id
        if kind in ("profile-group", "profile-sub-group", "status"):
            # What these keep in order has one version for all: it is asked for.
            await household.house.follow()
            (second,) = [one for one in await pen.newest(kind) if one.id == second.id]
        name = next(name for name in ("name", "title", "notes") if isinstance(GOOD[kind].get(name), str))
        changed = {**GOOD[kind], name: f"Changed {kind}"}
        (rewritten,) = await pen.rewrite(kind, [(second, New(changed, attributes))])
        await household.house.follow()
        seen = by_id(await pen.newest(kind))
        assert seen[first.id].payload == GOOD[kind], kind
        assert seen[rewritten.id].payload == changed, kind
        assert (seen[rewritten.id].place, seen[first.id].place) == (rewritten.place, first.place), kind
        assert rewritten.place.seq == rewritten.place.revision == 2, kind
        moved_to = first.id if kind in ("status", "profile-group", "profile-sub-group") else None
        await pen.bin(kind, [seen[rewritten.id]], moved_to)
        await household.house.follow()
        (chain,) = await pen.chains([ObjectId(kind, rewritten.id)])
        assert parse(chain[-1].statement).type == "record.delete", kind


async def test_attributes_change_beside_the_same_contents(household: Household) -> None:
    pen = Pen(await household.owner())
    made: dict[str, UUID] = {}
    for kind in ("profile-group", "profile-sub-group"):
        made[kind] = await pen.add(kind, GOOD[kind], await attributes_for(pen, kind, made))
    for kind in ("contact", "vendor", "document", "profile"):
        attributes = await attributes_for(pen, kind, made)
        (written,) = await pen.add_all(kind, [New(GOOD[kind], attributes)])
        (archived,) = await pen.reset(kind, [(written, {**attributes, "state": "archived"})])
        await household.house.follow()
        (seen,) = [one for one in await pen.newest(kind) if one.id == written.id]
        assert (seen.attributes["state"], seen.payload) == ("archived", GOOD[kind]), kind
        assert (seen.place, seen.place.revision) == (archived.place, 1)


async def test_comments_say_whom_they_mean(household: Household) -> None:
    owner = await household.owner()
    pen = Pen(owner)
    tasks = await pen.add_all("task", [New(GOOD["task"], await attributes_for(pen, "task", {}))] * 2)
    said = [Said("Who calls?", [owner.user_id]), Said("I do.")]
    ids = await pen.comment_all([(tasks[0], said), (tasks[1], said[1:])])
    await household.house.follow()
    opened = by_id(await pen.comments(tasks[0].id))
    assert [opened[id].payload["body"] for id in ids[:2]] == ["Who calls?", "I do."]
    assert opened[ids[0]].attributes["mentionIds"] == [owner.user_id]
    assert by_id(await pen.comments(tasks[1].id)).keys() == {ids[2]}


async def test_a_refusal_in_the_middle_is_not_passed_over(household: Household) -> None:
    pen = Pen(await household.owner())
    fine = await attributes_for(pen, "document", {})
    with pytest.raises(Refused, match="draft or active"):
        await pen.add_all("document", [New(GOOD["document"], {**fine, "state": "archived"})] * 2)


async def test_a_file_has_a_small_picture_and_readers_of_its_own(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await household.house.follow()
    await owner.let_in_invited()
    await household.house.follow()
    mine, theirs = Files(owner), Files(guest)
    picture, only_owners = b"\x89PNG small", audience_of([owner.built_in("owner")])
    shared, own = await mine.upload_all(
        [
            NewFile("deed.png", "image/png", b"large", picture, {"width": 3, "height": 4}),
            NewFile("will.pdf", "application/pdf", b"mine", audience=only_owners),
        ]
    )
    await household.house.follow()
    opened = await theirs.download(shared)
    assert (opened.content, opened.manifest["width"], opened.manifest["height"]) == (b"large", 3, 4)
    small = await theirs.thumbnail(shared)
    assert small == picture.ljust(64 * 1024, b"\0")
    assert (await mine.download(own)).content == b"mine"
    with pytest.raises(Refused) as refusal:
        await theirs.download(own)
    assert refusal.value.status == 404
    with pytest.raises(Refused):
        await mine.thumbnail(own)


async def test_what_does_not_fit_never_leaves(household: Household) -> None:
    owner = await household.owner()
    mine = Items(owner)
    with pytest.raises(InvalidArgument, match="a contact cannot say this: kind"):
        await mine.add("contact", {**GOOD["contact"], "kind": "robot"}, {"state": "active"})
    with pytest.raises(InvalidArgument, match="has no attribute colour"):
        await mine.add("contact", GOOD["contact"], {"state": "active", "colour": "red"})
    assert await mine.newest("contact") == []


def test_attributes_have_the_same_types_in_the_browser() -> None:
    node = os.environ.get("COFFER_NODE", str(ROOT / ".tools" / "node" / "bin" / "node"))
    source = SCHEMAS.parents[1] / "keyring" / "attributeKinds.ts"
    say = f"import {{ ATTRIBUTES }} from {json.dumps(str(source))}; console.log(JSON.stringify(ATTRIBUTES))"
    told = subprocess.run(
        [node, "--input-type=module", "-e", say], capture_output=True, text=True, check=True
    ).stdout
    assert json.loads(told) == ATTRIBUTES


def test_attributes_come_back_as_they_were_signed() -> None:
    one, other = UUID(int=2), UUID(int=1)
    values = {"profileIds": [other, one], "versions": [one, other], "remindDays": [7, 30], "noteOnly": True}
    encoded = attributes_of("document", {**values, "state": "active", "expiresOn": None, "topicIds": []})
    assert values_of("document", encoded) == {**values, "state": "active"}
    assert values_of("document", {**encoded, "later": b"x"}) == {**values, "state": "active"}


@pytest.mark.parametrize("purpose", ["content", "thumbnail"])
async def test_frames_that_another_reader_has_made_are_refused(
    household: Household, purpose: Purpose, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads a file has its key, and could encrypt something else with it. Nobody signed that."""
    files = Files(await household.owner())
    (id,) = await files.upload_all([NewFile("deed.png", "image/png", b"deed" * 64, b"small")])
    await household.house.follow()
    place = f"/api/uploads/{id}" if purpose == "content" else f"/api/uploads/thumbnails/{id}"
    bundle = await files.of.api.get(f"{place}/bundle")
    sent = bundle["headerB64u" if purpose == "content" else "thumbnailHeaderB64u"]
    header, file = Header.decode(base64url.decode(sent)), Content(files.of.account_id, "file", id, 1)
    key = await files.key_of(file, bundle["wraps"])
    frame_key, _ = _keys(key, file, purpose, header.frame_size, header.prefix, header.salt)
    true = (await files.of.api.http.get(bundle["url"])).content
    assert len(true) > TAG

    async def forged(_: str) -> httpx.Response:
        frame = seal_frame(frame_key, header, 0, b"forged".ljust(len(true) - TAG, b"\0"), final=True)
        assert len(frame) == len(true)
        return httpx.Response(200, content=frame, request=httpx.Request("GET", "https://coffer.test"))

    monkeypatch.setattr(files.of.api.http, "get", forged)
    with pytest.raises(DataLoss, match="not those that were signed"):
        await (files.download(id) if purpose == "content" else files.thumbnail(id))
