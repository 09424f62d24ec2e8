"""The application in production: nothing of development, cookies for https, metrics on their own port."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import UUID

import pytest

from infrastructure.heartbeat import PARTS, Heart
from infrastructure.local.ports import free_port
from tests.support.house import House, an_open_house

NOBODY = UUID(int=0)
DEVELOPMENT = [
    ("GET", "/debug"),
    ("GET", "/seed/accounts"),
    ("GET", "/seed-db"),
    ("POST", "/seed/user"),
    ("GET", "/dev/inbox"),
    ("GET", "/dev/inbox.json"),
    ("GET", "/dev/inbox.css"),
    ("GET", "/dev/demo"),
    ("GET", "/dev/demo.css"),
    ("POST", "/dev/demo/load"),
    ("POST", f"/dev/demo/enter/{NOBODY}/{NOBODY}"),
    ("GET", "/metrics"),
]


@pytest.fixture(scope="module")
def metrics_port() -> int:
    return free_port()


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str,
    valkey_url: str,
    tmp_path_factory: pytest.TempPathFactory,
    metrics_port: int,
) -> AsyncIterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    (folder / "index.html").write_text("<html><head></head></html>", encoding="utf-8")
    async with an_open_house(
        module_product_database_url,
        valkey_url,
        folder,
        COFFER_MODE="production",
        SMTP_URL="smtp://127.0.0.1:1",
        COFFER_METRICS_PORT=str(metrics_port),
        COFFER_WEB_DIR=str(folder),
    ) as house:
        yield house


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize(("method", "path"), DEVELOPMENT)
async def test_what_belongs_to_development_is_not_there(
    house: House, method: str, path: str, accept: str
) -> None:
    browser = house.browser(Accept=accept)
    answer = await browser.http.request(method, path, json={} if method == "POST" else None)
    assert answer.status_code == 404
    body = answer.json()
    assert (body["code"], body["details"]["reason"]) == ("not_found", "not_found")
    assert body["details"]["requestId"]


async def test_the_document_does_not_speak_of_development(house: House) -> None:
    paths = (await house.browser().http.get("/openapi.json")).json()["paths"]
    assert "/health" in paths
    assert not [path for path in paths if path.startswith(("/dev/", "/seed", "/debug", "/metrics"))]


async def test_the_page_of_the_app_names_no_demo(house: House) -> None:
    page = await house.browser(Accept="text/html").http.get("/login")
    assert (page.status_code, page.text) == (200, "<html><head></head></html>")


async def test_health_says_that_all_parts_answer(house: House) -> None:
    for part in PARTS:
        await asyncio.to_thread(Heart(house.settings.redis_url, part).say)
    answer = await house.browser().http.get("/health")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok"), answer.text


async def test_cookies_are_for_https_and_our_pages_only(house: House) -> None:
    person = await house.person().arrived()
    answer = await person.sign_in_by_code(person.email)
    cookies = answer.headers.get_list("set-cookie")
    assert any(cookie.startswith("__Secure-better-auth.session_token=") for cookie in cookies)
    for cookie in cookies:
        assert cookie.startswith("__Secure-")
        assert {"secure", "httponly", "samesite=lax", "path=/"} <= set(cookie.lower().split("; "))
        assert "domain=" not in cookie.lower()
    assert answer.headers["strict-transport-security"] == "max-age=63072000; includeSubDomains"


async def test_metrics_are_on_a_port_of_their_own(house: House, metrics_port: int) -> None:
    await house.browser().http.get("/health")

    def scrape() -> str:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://127.0.0.1:{metrics_port}/metrics", timeout=10) as answer:
            return answer.read().decode()

    numbers = await asyncio.to_thread(scrape)
    assert 'coffer_requests_total{method="GET",route="/health",status="200"}' in numbers
    assert 'coffer_follower_lag{follower="' in numbers
