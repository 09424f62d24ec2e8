"""Asking for documents as a client does, and what comes back."""

from typing import Any
from uuid import UUID, uuid4

import httpx

from domain.records import encoded
from tests.support.seen import seen, whole
from tests.support.workplace import House

TITLE = {"v": 1, "title": "Passport of A. Hawthorne"}


def reason(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["details"]["reason"]


def everybody(house: House) -> list[UUID]:
    return [house.role(key) for key in ("owner", "admin", "member")]


def signed_values(**typed: Any) -> dict[str, bytes]:
    return {name: data for name, value in typed.items() if (data := encoded(value))}


def note(
    house: House,
    who: str = "ann",
    roles: list[UUID] | None = None,
    audience: list[UUID] | None = None,
    **typed: Any,
) -> dict[str, Any]:
    """The body of a new note, with wraps for these roles; `audience` when some of it are owed theirs."""
    document = uuid4()
    members = {"state": "active", "noteOnly": True, **typed}
    attrs, pen = signed_values(**members), house.pens[who]
    sealed = pen.sealed(document, roles or everybody(house), attrs, TITLE, audience=audience)
    return {"id": str(document), "sealed": sealed}


async def created(house: House, who: str = "ann", **options: Any) -> dict[str, Any]:
    answer = await house.post(who, "/document/create", note(house, who, **options))
    assert answer.status_code == 201, answer.text
    await house.follow()
    return seen(answer)


async def with_file(house: House, **typed: Any) -> tuple[dict[str, Any], Any]:
    """A document with one file, as the whole way of an upload leaves it."""
    file = await house.upload("ann", b"a page" * 500, everybody(house))
    document = uuid4()
    members = {"state": "active", **typed}
    attrs = signed_values(**members, versions=(file.id,))
    sealed = house.pens["ann"].sealed(document, everybody(house), attrs, TITLE)
    body = {"id": str(document), "sealed": sealed}
    answer = await house.post("ann", "/document/create", body)
    assert answer.status_code == 201, answer.text
    await house.settle()
    return seen(answer), file


async def listed(house: House, who: str, **query: Any) -> list[dict[str, Any]]:
    answer = await house.post(who, "/document", query)
    assert answer.status_code == 200, answer.text
    return seen(answer)


async def update(house: House, who: str, *items: dict[str, Any], **headers: str) -> dict[str, Any]:
    answer = await house.post(who, "/documents/update", {"items": list(items)}, **headers)
    assert answer.status_code == 200, answer.text
    await house.follow()
    return whole(answer)


async def links(house: House, file_id: UUID) -> int:
    (row,) = await house.reader.all(
        "select links from read.files where id = %(id)s", {"id": file_id}, account_id=house.account
    )
    return row[0]
