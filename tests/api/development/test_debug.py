"""`/debug` and the routes beside it: for this machine's own pages and programs, and without a secret."""

from __future__ import annotations

import dataclasses
import json
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from infrastructure.setting_values import as_base64url
from infrastructure.settings import Settings, load_settings, shown_without_secrets
from tests.support.door import KEY, ORIGIN, SECRET
from tests.support.house import House, an_open_house

NOBODY = UUID(int=0)
ROUTES = [
    ("GET", "/debug"),
    ("GET", "/seed/accounts"),
    ("GET", "/seed-db"),
    ("POST", "/seed/user"),
    ("GET", "/dev/demo"),
    ("POST", "/dev/demo/load"),
    ("POST", f"/dev/demo/enter/{NOBODY}/{NOBODY}"),
]


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    async with an_open_house(
        module_product_database_url, valkey_url, folder, COFFER_DATA_DIR=str(folder)
    ) as house:
        yield house


async def test_it_says_what_there_is(house: House) -> None:
    await house.person().arrived()
    await house.follow()
    answer = await house.browser().http.get("/debug")
    assert answer.status_code == 200, answer.text
    said = answer.json()
    assert {"method": "GET", "path": "/debug", "operationId": "getDebug"} in said["routes"]
    assert {"method": "POST", "path": "/contact/create", "operationId": "createContact"} in said["routes"]
    names = [event["name"] for event in said["events"]]
    assert {"user.registered", "user.email_verified"} <= set(names)
    assert len(names) <= 50
    positions = [event["position"] for event in said["events"]]
    assert positions == sorted(positions, reverse=True)
    assert positions[0] <= said["position"]
    assert all(event.keys() == {"position", "name"} for event in said["events"])
    assert "accounts" in {follower["name"].rpartition("_")[0] for follower in said["followers"]}


async def test_it_holds_no_secret_of_the_running_process(house: House) -> None:
    text = (await house.browser().http.get("/debug")).text
    for secret in (SECRET, KEY, house.settings.database_url, house.settings.redis_url):
        assert secret not in text
    shown = {one["name"]: one["value"] for one in json.loads(text)["settings"]}
    assert shown["COFFER_MODE"] == "development"
    assert shown["COFFER_AUTH_SECRET"] == shown["DATABASE_URL"] == "…"
    assert shown["SMTP_URL"] is None


def test_no_secret_setting_is_shown_whatever_it_is() -> None:
    """Every setting that is marked as a secret holds a canary, in every place of it that may hold one."""
    canaries: dict[str, str] = {}
    environ = {"COFFER_MODE": "development", "COFFER_PUBLIC_URL": ORIGIN}
    for field in dataclasses.fields(Settings):
        variable: Any = field.metadata["variable"]
        if not variable.secret:
            continue
        canary = secrets.token_urlsafe(32)
        bare = canary.replace("-", "x").replace("_", "x")
        for form in (
            f"postgresql://{bare}:{bare}@127.0.0.1/{bare}",
            f"redis://{bare}:{bare}@127.0.0.1:1/0",
            f"smtp://{bare}:{bare}@127.0.0.1:25",
            canary,
        ):
            try:
                variable.read(form)
            except ValueError:
                continue
            environ[variable.name], canaries[variable.name] = form, bare if "://" in form else canary
            break
    assert len(canaries) >= 12, "each secret of the product has a canary"
    environ |= {
        "COFFER_GRAPH_TENANT": "11111111-2222-4333-8444-555555555555",
        "COFFER_GRAPH_CLIENT_ID": "someone",
        "COFFER_GOOGLE_CLIENT_ID": "someone",
        "COFFER_MICROSOFT_CLIENT_ID": "someone",
    }
    settings = load_settings(environ)
    text = json.dumps(shown_without_secrets(settings))
    for name, canary in canaries.items():
        assert name in text
        assert canary not in text, name
    for value in (settings.auth_secret, settings.kek, settings.blob_secret):
        assert as_base64url(value) not in text
        assert value.hex() not in text


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Host": "coffer.example.net"},
        {"Host": "10.0.0.7:8000"},
        {"Host": "localhost.example.net"},
    ],
    ids=lambda headers: " ".join(headers.values()),
)
async def test_no_page_of_somebody_else_asks(
    house: House, method: str, path: str, headers: dict[str, str]
) -> None:
    """One of them changes something by a GET, which a page could send by showing a picture."""
    body = {"email": "a@example.test", "name": "A", "password": "a plum of seven colours"}
    asked: dict[str, Any] = {"json": body} if method == "POST" else {}
    answer = await house.browser().http.request(method, path, headers=headers, **asked)
    assert answer.status_code == 403, answer.text
    assert answer.json()["details"]["reason"] == "origin"
    assert not (house.settings.data_dir / "demo").exists(), "nothing was begun"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Host": "127.0.0.1:8000"},
        {"Host": "[::1]:80"},
    ],
    ids=str,
)
async def test_the_own_pages_and_programs_ask(house: House, headers: dict[str, str]) -> None:
    answer = await house.browser().http.get("/seed/accounts", headers=headers)
    assert (answer.status_code, answer.json()) == (200, {"data": []}), "nothing is loaded by itself"


async def test_a_person_is_made_and_signed_in(house: House) -> None:
    browser = house.browser()
    body = {"email": "Rosa@Example.test", "name": "Rosa Quill", "password": "a plum of seven colours"}
    answer = await browser.http.post("/seed/user", json=body)
    assert answer.status_code == 201, answer.text
    made = answer.json()["data"]
    assert made["user"]["email"] == "rosa@example.test"
    assert made["user"]["emailVerified"] is True
    assert (made["accountId"], made["recoveryKey"], made["recoveryFile"]) == (None, None, None)
    assert (await browser.session())["user"]["name"] == "Rosa Quill"
    assert await house.letters("rosa@example.test") == [], "no mail is needed"
    again = {"email": "rosa@example.test", "password": body["password"], "rememberMe": True}
    assert (await house.browser().post("/sign-in/email", again)).status_code == 200


async def test_people_are_made_by_the_rules_of_all_others(house: House) -> None:
    good = {"email": "one@example.test", "name": "One", "password": "a plum of seven colours"}
    assert (await house.browser().http.post("/seed/user", json=good)).status_code == 201

    async def refused(**changed: Any) -> tuple[int, str]:
        answer = await house.browser().http.post("/seed/user", json={**good, **changed})
        return answer.status_code, answer.json()["details"]["reason"]

    account = "00000000-0000-4000-8000-000000000001"
    assert await refused() == (409, "known_already")
    assert await refused(email="no address") == (400, "invalid_email")
    assert await refused(email="two@example.test", password="short") == (400, "password_too_short")
    assert await refused(email="two@example.test", accountId=account) == (400, "form")
    assert await refused(email="two@example.test", accountId=account, roleId=account) == (404, "not_found")
    assert (await refused(email="two@example.test", more=1))[0] == 400
    fine = await house.browser().http.post("/seed/user", json={**good, "email": "two@example.test"})
    assert fine.status_code == 201, "none of the refusals has taken the address"
