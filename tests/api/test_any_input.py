"""Whatever is sent: a refusal has its body and changes nothing, and no input is a fault of ours."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import httpx
import psycopg
import pytest
from redis.asyncio import Redis

from api.http.errors import STATUS
from client.api import Person as Caller
from client.cabinet import Cabinet
from client.member import Member
from infrastructure.demo import DemoProgram
from tests.support.any_input import Requests, Sample, Sent
from tests.support.door import PASSWORD
from tests.support.house import House, an_open_house

pytestmark = pytest.mark.begins_early

TRIES = 20
# What a refusal may leave behind: who was refused what, how often somebody guessed, who used what had ended.
NOTED = {
    "access.denied",
    "action.denied",
    "sign_in.failed",
    "code.rejected",
    "session.used_after_end",
    "rate.limited",
    "account_head.signed",
    "read_models.digested",
}
LOOKING = (
    "/api/roles",
    "/users",
    "/api/accounts",
    "/api/payment-plans",
    "/api/invitations",
    "/devices/public-keys",
    "/api/auth/keys/log",
    "/api/auth/get-session",
    "/api/file-types",
)


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")

    async def ran(_: DemoProgram, act: str, asked: Any) -> dict[str, Any]:
        return {"made": None} if act == "device" else {"loaded": False, "accounts": [], "counts": {}}

    # A program of its own would call a port, and this house has none.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DemoProgram, "_run", ran)
        async with an_open_house(
            module_product_database_url,
            valkey_url,
            folder,
            COFFER_LOG_KEY_FILE=str(folder / "log-key.pem"),
            COFFER_BLOB_DIR=str(folder / "blobs"),
        ) as house:
            yield house


async def an_owner(house: House, sample: Sample) -> Member:
    """Somebody with keys, a document and a file, who has just confirmed who they are."""
    person = house.person()

    async def note(request: httpx.Request) -> None:
        if "/blobs/" not in request.url.path:
            sample.note(request.method, request.url.path, request.content)

    person.http.event_hooks["request"].append(note)
    await person.arrived("Clara")
    account = UUID((await person.subscribed("family"))["id"])
    api = Caller(person.http)
    api.account_id, api.position = account, person.position
    user = UUID((await person.session())["user"]["id"])
    owner = Member(api, account, user, clock=lambda: int(house.clock().timestamp() * 1000))
    await owner.found()
    papers = Cabinet(owner)
    file = await papers.upload("a.txt", "text/plain", b"text")
    document = await papers.write({"v": 1, "title": "One"}, file)
    invited = await owner.invite("jonas@example.com", owner.built_in("member"))
    await owner.api.post("/api/auth/confirm", {"password": PASSWORD})
    await house.follow()
    sample.learn(
        {
            "accountId": str(account),
            "userId": str(user),
            "fileId": str(file),
            "documentId": str(document),
            "invitationId": str(invited.id),
            "deviceId": str(owner.device.id),
        }
    )
    for path in LOOKING:
        sample.learn((await owner.api.http.get(path)).json())
    sample.learn((await owner.api.http.post("/document", json={})).json())
    key = sample.values["devicePublicKeyB64u"][0]
    sample.learn((await owner.api.http.get("/roles/wraps", params={"devicePublicKeyB64u": key})).json())
    # From here on nothing is learnt: what is sent is not right any more.
    person.http.event_hooks["request"].clear()
    return owner


def complaint(sent: Sent, answer: httpx.Response) -> str | None:
    """What is wrong with an answer, if anything is."""
    if answer.status_code < 400:
        return None
    if answer.status_code >= 500:
        return f"{answer.status_code}"
    if not answer.content:
        return None if answer.status_code == 404 and "/api/auth" in sent.url else "no body"
    body = answer.json()
    message, details = body.get("message"), body.get("details", {})
    if not isinstance(message, str) or not message.strip():
        return "no message"
    if sent.url.startswith("/api/auth"):
        if not body.keys() <= {"message", "code", "details"}:
            return "another shape"
        return None if re.fullmatch(r"[A-Z0-9_]+", body.get("code", "NONE")) else "another code"
    if body.keys() != {"code", "message", "details"} or body["code"] not in STATUS:
        return "another shape"
    if answer.status_code != STATUS[body["code"]] and answer.status_code not in (405, 413, 415):
        return "another status than its code's"
    if not re.fullmatch(r"[a-z0-9_]+", details.get("reason", "")) or not details.get("requestId"):
        return "no reason or no request id"
    return None


async def test_no_input_is_a_fault_of_ours_and_no_refusal_changes_anything(
    house: House, valkey_url: str
) -> None:
    sample = Sample()
    owner = await an_owner(house, sample)
    browser = owner.api.http
    email = (await owner.api.get("/api/auth/get-session"))["user"]["email"]
    document = (await browser.get("/openapi.json")).json()
    requests = Requests(document, sample)
    complaints: list[str] = []
    statuses: dict[int, int] = {}
    async with (
        Redis.from_url(valkey_url) as valkey,
        await psycopg.AsyncConnection.connect(house.owner_url, autocommit=True) as log,
    ):

        async def position() -> int:
            row = await (await log.execute("select max(position) from es.head")).fetchone()
            assert row is not None
            return row[0]

        for method, path, operation in requests.calls():
            if (await browser.get("/api/auth/get-session")).json() is None:
                again = {"email": email, "password": PASSWORD}
                await browser.post("/api/auth/sign-in/email", json=again)
            random = Random(f"{method} {path}")
            tried = (requests.make(method, path, operation, random) for _ in range(TRIES))
            for sent in chain(tried, requests.poisoned(method, path, operation, random)):
                await valkey.flushdb()
                before = await position()
                answer = await browser.request(
                    sent.method, sent.url, headers=sent.raw_headers, content=sent.content
                )
                statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
                found = complaint(sent, answer)
                if found is None and answer.status_code >= 400 and await position() > before:
                    statement = "select type from es.event where position > %s"
                    rows = await (await log.execute(statement, (before,))).fetchall()
                    left = {name for (name,) in rows} - NOTED
                    found = f"refused, and {left} written" if left else None
                if found:
                    complaints.append(f"{found}: {sent} -> {answer.text[:300]}")
                    break
    assert not complaints, "\n".join(complaints)
    # Otherwise what is sent would be refused at the door, and nothing behind it would be tried.
    assert sum(count for status, count in statuses.items() if status < 300) > 300, statuses
