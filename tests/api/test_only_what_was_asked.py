"""The tests' own HTTP client takes no answer about anything that was not asked for (`crypto.md` section 19).

Every call of every test below `tests/api` goes through it; here it is shown answers that lie.
"""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import httpx
import pytest

from domain.records import unpadded
from tests.support.answered import TABLE, Checked

A, B = "a0000000-0000-4000-8000-000000000000", "b0000000-0000-4000-8000-000000000000"


def made(place: str, ids: list[str]) -> Any:
    """An object that has these ids at a place; a list has one element for each."""

    def build(steps: list[str], at: list[str]) -> Any:
        if not steps:
            return at[0]
        step, *rest = steps
        return [build(rest, [id]) for id in at] if step == "[]" else {step: build(rest, at)}

    return build(place.replace("[]", ".[]").split("."), ids)


async def ask(route: str, asked: str | None, answer: Any, *, status: int = 200) -> httpx.Response:
    """A call that names `A` at a place of its question, answered by a server that says this."""

    async def lying(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(answer).encode()})

    method, template = route.split(" ")
    path = "/".join(A if part.startswith("{") else part for part in template.split("/"))
    named: dict[str, Any] = {}
    if asked is not None and "{" + asked + "}" not in template:
        named = {asked: [A]} if asked.lower().endswith("ids") else made(asked, [A])
    async with httpx.AsyncClient(transport=Checked(lying), base_url="http://coffer.test") as client:
        if method == "GET":
            return await client.get(path, params=named)
        return await client.request(method, path, json=named or None)


LISTS = sorted(route for route, rule in TABLE.items() if "rows" in rule and not rule.get("inOrder"))
ASKED = sorted((route, rule["asked"][0]) for route, rule in TABLE.items() if rule.get("asked"))


@pytest.mark.parametrize("route", LISTS)
async def test_no_list_has_an_object_twice(route: str) -> None:
    rows = TABLE[route]["rows"]
    assert (await ask(route, None, made(rows, [A]))).status_code == 200
    with pytest.raises(pytest.fail.Exception, match="twice"):
        await ask(route, None, made(rows, [A, A]))


@pytest.mark.parametrize(("route", "asked"), ASKED)
async def test_an_answer_names_what_was_asked_for_and_nothing_else(route: str, asked: str) -> None:
    rule = TABLE[route]
    for place in [*rule.get("about", ()), *([rule["rows"]] if "rows" in rule else [])]:
        assert (await ask(route, asked, made(place, [A]))).status_code == 200
        with pytest.raises(pytest.fail.Exception, match="names"):
            await ask(route, asked, made(place, [B]))
    current = {"code": "aborted", "details": {"current": {"id": B}}}
    with pytest.raises(pytest.fail.Exception, match="names"):
        await ask(route, asked, current, status=409)


async def test_comments_are_of_the_tasks_that_were_asked_for() -> None:
    def comment(id: str, task: str) -> dict[str, Any]:
        return {"id": id, "sealed": {"attrs": {"taskId": unpadded(UUID(task).bytes)}}}

    def page(*comments: Any) -> dict[str, Any]:
        return {"data": [{"id": A}], "comments": list(comments)}

    route = "POST /task/get"
    assert (await ask(route, "ids", page(comment(B, A)))).status_code == 200
    with pytest.raises(pytest.fail.Exception, match="names"):
        await ask(route, "ids", page(comment(B, B)))
    with pytest.raises(pytest.fail.Exception, match="twice"):
        await ask(route, "ids", page(comment(B, A), comment(B, A)))


async def test_a_bulk_tells_of_each_item_how_that_one_is() -> None:
    def refused(about: str) -> dict[str, Any]:
        return {"data": [], "errors": [{"id": A, "details": {"current": {"id": about}}}]}

    assert (await ask("POST /task/update", "items[].id", refused(A))).status_code == 200
    with pytest.raises(pytest.fail.Exception, match="tells of"):
        await ask("POST /task/update", "items[].id", refused(B))
