"""A program reads its own writes: an answer that is behind them is asked for again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from client import api as client_api
from client.api import Api, Refused

STALE_PAGE = {"data": ["old"], "sync": {"seq": 3, "stale": True}}


def asking(answers: list[httpx.Response]) -> tuple[Api, Callable[[], list[httpx.Request]]]:
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return answers.pop(0) if len(answers) > 1 else answers[0]

    http = httpx.AsyncClient(base_url="http://x.test", transport=httpx.MockTransport(answer))
    return Api(http), lambda: asked


@pytest.mark.parametrize(
    "stale",
    [httpx.Response(200, json=["old"], headers={"X-Stale": "true"}), httpx.Response(200, json=STALE_PAGE)],
    ids=["by a header", "in a page"],
)
async def test_an_answer_that_is_behind_the_own_writes_is_asked_for_again(stale: httpx.Response) -> None:
    new: Any = {"data": ["new"], "sync": {"seq": 4}}
    api, asked = asking([stale, httpx.Response(200, json=new)])
    api.position = 4
    assert await api.get("/document") == ["new"]
    assert [request.headers["X-Min-Position"] for request in asked()] == ["4", "4"]


async def test_what_stays_behind_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_api, "STALE_SECONDS", 0.0)
    api, _ = asking([httpx.Response(200, json=STALE_PAGE)])
    with pytest.raises(Refused, match="stale"):
        await api.get("/document")


async def test_what_a_busy_server_did_not_come_to_is_sent_again_under_the_same_key() -> None:
    def busy(status: int, reason: str) -> httpx.Response:
        error = {"code": "unavailable", "message": "Later.", "details": {"reason": reason}}
        return httpx.Response(status, json=error, headers={"Retry-After": "0"})

    done = httpx.Response(201, json={"data": "done"})
    answers = [busy(503, "outcome_unknown"), busy(409, "idempotency_busy"), busy(503, "too_slow"), done]
    api, asked = asking(list(answers))
    api.patience = 5.0
    assert await api.post("/document/create", {}) == "done"
    assert len({request.headers["Idempotency-Key"] for request in asked()}) == 1
    assert len(asked()) == 4
    for refused in (busy(503, "demo"), busy(409, "version_conflict")):
        api, asked = asking([refused, done])
        api.patience = 5.0
        with pytest.raises(Refused):
            await api.post("/document/create", {})
    api, asked = asking(list(answers))
    with pytest.raises(Refused, match="outcome_unknown"):
        await api.post("/document/create", {})
    assert len(asked()) == 1, "who has no patience is told at once"
