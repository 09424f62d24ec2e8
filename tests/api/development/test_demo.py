"""The demo in the whole product: loaded once, opened with a recovery key in a new browser, begun anew."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import stat
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from api.cli.__main__ import main
from client.api import Person, Refused
from client.cabinet import Cabinet
from client.crypto.box import Box
from client.crypto.devices import DeviceKeys, DevicePublic, open_with_recovery
from client.crypto.recovery_file import read, read_key
from client.demo.cast import KESTREL
from client.demo.program import Program
from client.items import OpenedItem
from client.member import Member
from infrastructure.local.ports import free_port
from infrastructure.local.product import without_installation
from infrastructure.local.stack import LocalStack
from infrastructure.local.supervisor import Supervisor
from infrastructure.local.up import up
from tests.support.stack import throw_away_folder

pytestmark = pytest.mark.begins_early

_places = itertools.count(1)
HAWTHORNE, FIRM = "Hawthorne Family Office", "Kestrel & Wren Advisers"


@dataclass
class Running:
    """All parts of `./run` but the build of the web app."""

    url: str
    data: Path
    environ: Mapping[str, str]
    """What its parts are told, as the command line is."""

    @contextlib.asynccontextmanager
    async def browser(self) -> AsyncGenerator[Person]:
        async with httpx.AsyncClient(base_url=self.url, timeout=180, headers={"Origin": self.url}) as http:
            yield Person(http)


@pytest.fixture(scope="module")
async def running() -> AsyncIterator[Running]:
    with throw_away_folder() as folder, pytest.MonkeyPatch.context() as patch:
        environ = {**without_installation(os.environ), "COFFER_TRUSTED_PROXIES": "127.0.0.1/32"}
        stack = LocalStack(folder / "data", free_port(), dev=False, environ=environ)
        patch.setattr(stack, "web_build", lambda: stack._python("-c", ""))
        said: list[str] = []
        stopped = asyncio.Event()
        life = asyncio.create_task(up(stack, stopped, Supervisor(said.append)))
        url = f"http://localhost:{stack.port}"
        try:
            async with httpx.AsyncClient(base_url=url, timeout=60) as http, asyncio.timeout(180):
                while not life.done() and await _status(http) != "ok":  # noqa: ASYNC110 - of processes
                    await asyncio.sleep(0.1)
            assert not life.done(), said
            yield Running(url, folder / "data", stack.environ())
        finally:
            stopped.set()
            assert await life == 0, said


@pytest.fixture(scope="module")
async def loaded(running: Running) -> dict[str, Any]:
    async with running.browser() as browser:
        try:
            return await browser.get("/seed-db")
        except Refused:
            raise AssertionError((running.data / "logs" / "api.log").read_text()[-6000:]) from None


async def _status(http: httpx.AsyncClient) -> str:
    try:
        return (await http.get("/health")).json()["status"]
    except httpx.TransportError:
        return ""


def account_of(loaded: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in loaded["accounts"] if one["name"] == name)


def somebody(account: dict[str, Any], first_name: str) -> dict[str, Any]:
    return next(one for one in account["users"] if one["name"].startswith(first_name))


@contextlib.asynccontextmanager
async def in_a_new_browser(
    running: Running, account: dict[str, Any], person: dict[str, Any]
) -> AsyncGenerator[Cabinet]:
    """Signed in with the password, and the device of before opened with the recovery key."""
    async with running.browser() as browser:
        # Sign-ins are counted by the address: each browser has one of its own.
        browser.http.headers["X-Forwarded-For"] = f"10.1.0.{next(_places)}"
        await browser.sign_in(person["email"], person["password"])
        session = await browser.session()
        if session["session"]["accountId"] != account["id"]:
            browser.account_id = None
            await browser.post("/api/accounts/switch", {"accountId": account["id"]})
            await browser.session()
        file = read(person["recoveryFile"])
        assert file.secret == read_key(person["recoveryKey"])
        member = Member(browser, UUID(account["id"]), UUID(person["id"]), pin=file.pin)
        await member.ledger.sync()
        member.device = await _recovered(member, file.device, file.secret)
        yield Cabinet(member)


async def _recovered(member: Member, device: UUID | None, secret: bytes) -> DeviceKeys:
    assert device is not None
    public = member.log.known.devices[device].public
    envelopes = await member.api.get("/api/auth/device/recovery")
    sealed = next(one["recovery"] for one in envelopes if one["deviceId"] == str(device))
    named = DevicePublic(member.account_id, member.user_id, public.agreement, public.signing)
    return open_with_recovery(Box.from_json(sealed), named, secret)


async def every(cabinet: Cabinet, kind: str) -> list[OpenedItem]:
    return [one async for one in cabinet.every(kind)]


async def test_all_of_it_is_there_and_opens_with_a_recovery_key(
    running: Running, loaded: dict[str, Any]
) -> None:
    assert loaded["loaded"] is True
    assert {one["name"] for one in loaded["accounts"]} == {HAWTHORNE, FIRM}
    account = account_of(loaded, HAWTHORNE)
    async with in_a_new_browser(running, account, somebody(account, "Eleanor")) as mine:
        found = {
            kind: await every(mine, kind) for kind in ("contact", "vendor", "profile", "task", "document")
        }
        assert {kind: len(items) for kind, items in found.items()} == {
            "contact": 40,
            "vendor": 18,
            "profile": 34,
            "task": 200,
            "document": 115,
        }
        for kind, number in (("profile-group", 11), ("profile-sub-group", 17), ("topic", 14), ("status", 1)):
            assert len(await mine.newest(kind)) == number, kind
        filters = await every(mine, "saved-filter")
        assert Counter(one.attributes["scope"] for one in filters) == {"shared": 5, "private": 2}
        await check_documents(mine, found["document"])
        comments = 0
        for task in found["task"]:
            if task.item["word"].get("commentCount"):
                comments += task.item["word"]["commentCount"]
        assert comments == 70
        some = next(task for task in found["task"] if task.item["word"].get("commentCount"))
        assert [one.attributes["taskId"] for one in await mine.comments(some.id)] == [some.id] * 2
        names = {one.payload["name"] for one in found["profile"]}
        assert {"Aldergrove House", "Curlew"} < names


async def check_documents(mine: Cabinet, documents: list[OpenedItem]) -> None:
    today = date.today()  # noqa: DTZ011 - where the demo was loaded, too
    bin = await mine.of.api.whole("POST", "/document", {"states": ["deleted"], "limit": 200})
    assert len(bin["data"]) == 5
    states = Counter(one.attributes["state"] for one in documents)
    assert states == {"active": 95, "draft": 12, "archived": 8}
    days = [
        date.fromisoformat(one.attributes["expiresOn"]) for one in documents if "expiresOn" in one.attributes
    ]
    assert len(days) == 84
    assert sum(day < today for day in days) == 6
    assert sum(today < day <= today + timedelta(days=30) for day in days) == 9
    versions = [one for one in documents if len(one.attributes.get("versions", ())) > 1]
    assert len(versions) == 22
    newest = versions[0].attributes["versions"][-1]
    opened = await mine.download(newest)
    assert opened.content.startswith((b"%PDF-1.7", b"\x89PNG"))
    assert (await mine.thumbnail(newest)).startswith(b"\x89PNG")
    assert opened.manifest["name"].startswith(versions[0].payload["title"])


async def test_everybody_sees_what_is_theirs(running: Running, loaded: dict[str, Any]) -> None:
    account = account_of(loaded, HAWTHORNE)
    roles = {one["name"].partition(" ")[0]: one["role"] for one in account["users"]}
    assert roles == {
        "Eleanor": "owner",
        "Marcus": "member",
        "Priya": "admin",
        "Tom": "House staff",
        "Ines": "auditor",
        "Joel": "analyst",
        "Nell": "member",
    }
    keyless = {one["name"] for one in account["users"] if one["recoveryKey"] is None}
    assert keyless == {"Ines Duarte", "Joel Brandt"}
    async with in_a_new_browser(running, account, somebody(account, "Tom")) as staff:
        homes = await every(staff, "profile")
        assert len(homes) == 5
        assert len(await every(staff, "vendor")) == 18
        own = [
            one
            for one in await every(staff, "task")
            if staff.of.user_id in one.attributes.get("assigneeIds", ())
        ]
        assert len(own) == 12
        with pytest.raises(Refused):
            await every(staff, "document")
    async with in_a_new_browser(running, account, somebody(account, "Eleanor")) as mine:
        nell, known = UUID(somebody(account, "Nell")["id"]), mine.of.log.known
        waiting = await mine.of.api.get("/api/auth/device/pending")
        (device,) = [known.devices[UUID(one["deviceId"])] for one in waiting]
        assert (device.public.user, device.how) == (nell, "first")
        assert not any(nell in role.assigned for role in known.roles.values())
    firm = account_of(loaded, FIRM)
    async with in_a_new_browser(running, firm, somebody(firm, "Priya")) as partner:
        assert [len(await every(partner, kind)) for kind in ("profile", "contact", "vendor", "task")] == [
            *(3, 4, 2, 20)
        ]


async def test_it_is_loaded_once(running: Running, loaded: dict[str, Any]) -> None:
    async with running.browser() as browser:
        again = await browser.get("/seed-db")
        assert again == {**loaded, "loaded": False}
        assert await browser.get("/seed/accounts") == loaded["accounts"]
        firm = account_of(loaded, FIRM)
        assert await browser.get("/seed/accounts", accountId=firm["id"]) == [firm]
    state = running.data / "demo" / "demo.json"
    assert stat.S_IMODE(state.stat().st_mode) == 0o600
    assert stat.S_IMODE(state.parent.stat().st_mode) == 0o700


async def test_the_page_of_the_demo_leads_into_it(running: Running, loaded: dict[str, Any]) -> None:
    account = account_of(loaded, HAWTHORNE)
    person, auditor = somebody(account, "Eleanor"), somebody(account, "Ines")
    async with running.browser() as browser:
        browser.http.headers["X-Forwarded-For"] = f"10.1.0.{next(_places)}"
        page = (await browser.http.get("/dev/demo")).text
        for one in account["users"]:
            assert all(escape(one[member]) in page for member in ("name", "email", "password"))
            # With the lines that name the account: the key alone would wait for somebody to read a code.
            assert escape(one["recoveryFile"] or "Continue as") in page
        for one, place in ((person, "/recover"), (auditor, "/dashboard")):
            answer = await browser.http.post(f"/dev/demo/enter/{account['id']}/{one['id']}")
            assert (answer.status_code, answer.headers.get("Location")) == (303, place), answer.text
            assert (await browser.session())["user"]["email"] == one["email"]
        stranger = await browser.http.post(f"/dev/demo/enter/{account['id']}/{account['id']}")
        assert stranger.status_code == 404
        again = await browser.http.post("/dev/demo/load")
        assert (again.status_code, again.headers["Location"]) == (303, "/dev/demo")


async def test_the_command_line_says_who_is_in_it(
    running: Running,
    loaded: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    for name, value in running.environ.items():
        monkeypatch.setenv(name, value)
    assert await asyncio.to_thread(main, ["demo"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("The demo is there already.")
    for account in loaded["accounts"]:
        for one in account["users"]:
            assert (
                f"{one['email']}  {one['password']}\n    {one['recoveryKey'] or 'holds no keys'}" in printed
            )
    folder = tmp_path / "keys"
    assert await asyncio.to_thread(main, ["demo", "--files", str(folder)]) == 0
    assert {file.name: file.read_text("utf-8") for file in folder.iterdir()} == {
        f"{one['email']}.txt": one["recoveryFile"]
        for account in loaded["accounts"]
        for one in account["users"]
        if one["recoveryFile"]
    }
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    capsys.readouterr()
    assert await asyncio.to_thread(main, ["demo", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {**loaded, "loaded": False}


async def test_a_member_is_made_with_a_first_device(running: Running, loaded: dict[str, Any]) -> None:
    account = account_of(loaded, HAWTHORNE)
    async with in_a_new_browser(running, account, somebody(account, "Eleanor")) as mine:
        roles = {role: str(mine.of.built_in(role)) for role in ("member", "auditor")}
    made: dict[str, Any] = {}
    for role, id in roles.items():
        async with running.browser() as browser:
            wish = {"email": f"{role}@example.test", "name": role, "password": "a plum of seven colours"}
            made[role] = await browser.post("/seed/user", {**wish, "accountId": account["id"], "roleId": id})
            session = await browser.session()
            assert session["session"]["accountId"] == account["id"]
    assert made["auditor"]["recoveryKey"] is None
    file = read(made["member"]["recoveryFile"])
    assert (file.account, file.secret) == (UUID(account["id"]), read_key(made["member"]["recoveryKey"]))
    assert file.pin is None, "nobody has compared anything yet"
    async with in_a_new_browser(running, account, somebody(account, "Eleanor")) as mine:
        device = mine.of.log.known.devices[file.device or UUID(int=0)]
        assert (device.how, str(device.public.user)) == ("first", made["member"]["user"]["id"])


async def test_whoever_begins_anew_leaves_closed_accounts_behind(
    running: Running, loaded: dict[str, Any], tmp_path: Path
) -> None:
    """On the smaller account alone, with people of a later round than those of the others."""
    state = tmp_path / "demo.json"
    state.write_text(json.dumps({"round": 50}))
    program = Program(running.url, running.url, state, houses=(KESTREL,))
    first = await program.load(reset=False)
    assert (first["loaded"], (await program.load(reset=False))["loaded"]) == (True, False)
    anew = await program.load(reset=True)
    (former,), (account,) = first["accounts"], anew["accounts"]
    assert former["id"] != account["id"]
    assert {one["email"] for one in former["users"]}.isdisjoint(one["email"] for one in account["users"])
    async with in_a_new_browser(running, former, somebody(former, "Priya")) as partner:
        mine = await partner.of.api.get("/api/accounts")
        assert [(one["accountId"], one["state"]) for one in mine] == [(former["id"], "closing")]
    # A round that was cut off is given up as well.
    kept = json.loads(state.read_text())
    state.write_text(json.dumps({**kept, "loaded": None}))
    third = await program.load(reset=False)
    assert third["loaded"] is True
    assert third["accounts"][0]["id"] not in (former["id"], account["id"])
    assert third["counts"] == first["counts"] == anew["counts"]
    # Where it is not known any more what there was, nobody is made twice.
    state.unlink()
    fourth = await program.load(reset=False)
    addresses = [
        one["email"]
        for round_ in (loaded, first, anew, third)
        for account in round_["accounts"]
        for one in account["users"]
    ]
    assert {one["email"] for one in fourth["accounts"][0]["users"]}.isdisjoint(addresses)
