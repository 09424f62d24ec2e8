"""What a member reads is proven by signed bytes in the tree: a server that answers falsely is refused."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any
from uuid import UUID

import httpx
import pytest

from client.cabinet import Cabinet
from client.crypto import base64url
from client.crypto.chains import ContentAlarm, NotProven
from client.crypto.errors import DataLoss
from client.crypto.statements import Field
from client.member import Member
from client.role_keyring import content_signed
from tests.api.vault.conftest import Household

CHAIN = "/api/auth/keys/chain"
EXPIRES = re.compile(r"expires=\d+")


@contextmanager
def answering(member: Member, path: str, lie: Callable[[Any], Any]) -> Iterator[None]:
    """Meanwhile this route answers this member so."""
    honest = member.api.call

    async def call(method: str, asked: str, *body: Any, **more: Any) -> Any:
        answer = await honest(method, asked, *body, **more)
        return lie(answer) if asked.startswith(path) else answer

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(member.api, "call", call)
        yield


def deletion(by: Member, item: dict[str, Any]) -> dict[str, str]:
    """A deletion of this document that its reader signed, and that the server never took."""
    newest = sha256(base64url.decode(item["sealed"]["statementB64u"])).digest()
    fields: dict[str, Field] = {"kind": "document", "id": UUID(item["id"])}
    return content_signed(by.writer.content("record.delete", 2, newest, fields, *by.now))


async def test_a_document_is_opened_by_its_whole_chain(household: Household) -> None:
    owner = await household.owner()
    papers = Cabinet(owner)
    await papers.write({"v": 1, "title": "One"})
    await papers.write({"v": 1, "title": "Two"})
    await household.house.follow()
    one, two = await papers.documents()
    added = deletion(owner, one.item)

    async def word(item: dict[str, Any], statements: Callable[[list[Any]], list[Any]]) -> str:
        def lie(page: Any) -> Any:
            return [{**page[0], "statements": statements(page[0]["statements"])}]

        with answering(owner, CHAIN, lie):
            opened = papers.open(item)
            with pytest.raises(ContentAlarm) as refused:
                await opened
        return refused.value.word

    longer = {**one.item, "later": [added]}
    assert await word(one.item, lambda _: []) == "withheld"
    assert await word(one.item, lambda chain: [*chain, added]) == "rolled back"
    assert await word({**two.item, "id": one.item["id"]}, lambda chain: chain) == "altered"
    theirs = {name: two.item["sealed"][name] for name in ("statementB64u", "signatureB64u")}
    assert await word({**two.item, "id": one.item["id"]}, lambda _: [theirs]) == "foreign"
    assert (await papers.open(one.item)).document == one.document
    with answering(owner, CHAIN, lambda page: [{**page[0], "statements": [*page[0]["statements"], added]}]):
        opened = papers.open(longer)
        with pytest.raises(NotProven):
            await opened


async def test_a_file_of_another_size_is_refused(household: Household) -> None:
    owner = await household.owner()
    papers = Cabinet(owner)
    short = await papers.upload("notes.txt", "text/plain", secrets.token_bytes(5000))
    long = await papers.upload("long.bin", "application/octet-stream", secrets.token_bytes(600_000))
    for file_id in (short, long):
        await papers.write({"v": 1, "title": "A file"}, file_id)
    await household.house.follow()
    other = await owner.api.get(f"/api/uploads/{long}/bundle")
    with answering(owner, "/api/uploads/", lambda bundle: {**bundle, "url": other["url"]}):
        download = papers.download(short)
        with pytest.raises(DataLoss, match="another size than the signed one"):
            await download


async def test_an_address_that_is_refused_is_asked_for_once_more(household: Household) -> None:
    papers = Cabinet(await household.owner())
    asked: list[int] = []

    def lapsed(refusals: int) -> Callable[[Any], Any]:
        def lie(session: Any) -> Any:
            asked.extend(1 for _ in session["parts"])
            if len(asked) > refusals:
                return session
            parts = [{**part, "url": EXPIRES.sub("expires=1", part["url"])} for part in session["parts"]]
            return {**session, "parts": parts}

        return lie

    with answering(papers.of, "/api/uploads/session", lapsed(1)):
        await papers.upload("notes.txt", "text/plain", b"a note")
    assert len(asked) == 2
    asked.clear()
    with answering(papers.of, "/api/uploads/session", lapsed(2)):
        upload = papers.upload("notes.txt", "text/plain", b"a note")
        with pytest.raises(httpx.HTTPStatusError, match="403"):
            await upload
    assert len(asked) == 2


async def test_a_role_key_is_taken_only_under_a_grant_of_a_holder(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await household.house.follow()
    await owner.let_in_invited()
    await household.house.follow()
    role = owner.built_in("member")
    facts, secret = owner.log.known.roles[role].newest, await owner.roles.secret(role)
    of_another = owner.roles.device_wrap(secret, facts, owner.device.public)
    lies: dict[str, dict[str, Any]] = {
        "a wrap that the tree does not hold": owner.roles.device_wrap(secret, facts, guest.device.public),
        "the grant of another device": {
            name: of_another[name] for name in ("statementB64u", "signatureB64u")
        },
        "a generation to come": {"generation": 2},
        "no generation": {"generation": 0},
    }
    for name, lie in lies.items():
        with answering(guest, "/roles/bundle", lambda bundle, lie=lie: {**bundle, **lie}):
            opened = guest.roles.secret(role)
            with pytest.raises(DataLoss):
                await opened
        assert not guest.roles.secrets, name
    assert await guest.roles.secret(role) == secret
