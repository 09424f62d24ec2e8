"""The link by which somebody wants no more mail: without a session, for one account, and by nobody else."""

from __future__ import annotations

from uuid import uuid4

import httpx
import pytest

from tests.api.messaging.test_emails import NOTE, an_owner, sent
from tests.support.door import ORIGIN, an_address
from tests.support.house import House


def nobody(house: House, **headers: str) -> httpx.AsyncClient:
    """A browser or mail program that nobody is signed in with."""
    transport = httpx.ASGITransport(house.app)
    return httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers)


async def a_link(house: House) -> tuple[str, str]:
    """Where it leads, and the address that it is for."""
    ann, to = await an_owner(house), an_address()
    await ann.data("POST", "/email.send", {**NOTE, "to": to}, status=202)
    (letter,) = await sent(house, to)
    assert letter.sender is not None
    return letter.sender.unsubscribe.removeprefix(ORIGIN), to


async def suppressions(house: House) -> int:
    return await house.facts("suppression.added")


async def test_looking_at_the_page_changes_nothing_and_its_button_does(house: House) -> None:
    link, to = await a_link(house)
    before = await suppressions(house)
    german = nobody(house, **{"Accept-Language": "de"})
    page = await german.get(link)
    assert page.status_code == 200
    assert "<h1>Abmelden?</h1>" in page.text
    assert '<form method="post"><button type="submit">' in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert to not in page.text
    assert await suppressions(house) == before
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": ORIGIN}
    done = await german.post(link, content=b"", headers=form)
    assert (done.status_code, "Sie sind abgemeldet" in done.text) == (200, True)
    assert await suppressions(house) == before + 1


async def test_a_mail_program_asks_by_itself_and_twice_is_once(house: House) -> None:
    link, _ = await a_link(house)
    before = await suppressions(house)
    for _ in range(2):
        answer = await nobody(house).post(link, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
    assert await suppressions(house) == before + 1


@pytest.mark.parametrize("place", ["account", "index", "signature", "all"])
async def test_a_link_that_we_have_not_written_does_nothing(house: House, place: str) -> None:
    link, _ = await a_link(house)
    other, _ = await a_link(house)
    before = await suppressions(house)
    path, _, token = link.rpartition("/")
    account, index, signature = token.split(".")
    others = other.rpartition("/")[2].split(".")
    changed = {
        "account": f"{others[0]}.{index}.{signature}",
        "index": f"{account}.{others[1]}.{signature}",
        "signature": f"{account}.{index}.{others[2]}",
        "all": uuid4().hex,
    }[place]
    for answer in (
        await nobody(house).get(f"{path}/{changed}"),
        await nobody(house).post(f"{path}/{changed}"),
    ):
        assert answer.status_code == 404
        assert "This link is not valid" in answer.text
    assert await suppressions(house) == before
