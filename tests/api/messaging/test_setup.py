"""Whether mail can leave: what is asked of servers, of domains, and what is never said."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.api.messaging.test_emails import NOTE, an_owner, bounces
from tests.support.door import an_address
from tests.support.graph_server import CLIENT, SECRET, TENANT, Answer, GraphServer, a_graph_server
from tests.support.house import House, an_open_house

GRAPH = {
    "COFFER_MAIL_PROVIDER": "graph",
    "COFFER_GRAPH_TENANT": TENANT,
    "COFFER_GRAPH_CLIENT_ID": CLIENT,
    "COFFER_GRAPH_CLIENT_SECRET": SECRET,
}


@pytest.fixture(scope="module")
async def by_graph(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[House, GraphServer]]:
    mail: Path = tmp_path_factory.mktemp("graph")
    with a_graph_server() as graph:
        more = {**GRAPH, "COFFER_GRAPH_URL": f"{graph.url}/v1.0", "COFFER_GRAPH_LOGIN_URL": graph.url}
        async with an_open_house(module_product_database_url, valkey_url, mail, **more) as house:
            yield house, graph


def by_name(checks: Sequence[dict[str, Any]]) -> dict[str, bool]:
    return {check["name"]: check["ok"] for check in checks}


async def test_a_server_that_is_away_is_said_to_be_and_nothing_hangs(house: House) -> None:
    ann = await an_owner(house)
    setup = await ann.data("GET", "/api/email/check-config")
    assert (setup["provider"], setup["configured"]) == ("smtp", True)
    assert by_name(setup["checks"]) == {
        "dns": True,
        "tls": False,
        "auth": False,
        "from": False,
        "spf": False,
        "dmarc": False,
    }
    assert all(check["detail"] for check in setup["checks"])
    assert setup["lastSuccessAt"] is None


async def test_checks_are_made_so_often_and_no_oftener(house: House) -> None:
    ann = await an_owner(house)
    for _ in range(10):
        await ann.data("GET", "/api/email/check-config")
    assert (await ann.refusal("GET", "/api/email/check-config"))[2] == "rate_limited"


async def test_without_graph_there_is_no_test_of_it(house: House) -> None:
    ann = await an_owner(house)
    refusal = await ann.refusal("POST", "/api/email/test-graph-mail", {})
    assert refusal == (400, "failed_precondition", "graph_not_configured")


async def test_graph_is_checked_and_no_secret_is_said(by_graph: tuple[House, GraphServer]) -> None:
    house, graph = by_graph
    ann = await an_owner(house)
    setup = await ann.call("GET", "/api/email/check-config")
    assert setup.json()["data"]["provider"] == "graph"
    checks = by_name(setup.json()["data"]["checks"])
    assert {name: checks[name] for name in ("dns", "tls", "auth", "from")} == {
        "dns": True,
        "tls": True,
        "auth": True,
        "from": True,
    }
    assert graph.tokens
    for secret in (SECRET, *graph.tokens):
        assert secret not in setup.text


async def test_a_test_goes_to_whoever_asks(by_graph: tuple[House, GraphServer]) -> None:
    house, _ = by_graph
    ann = await an_owner(house)
    await ann.data("POST", "/api/email/test-graph-mail", {}, status=202)
    assert (await house.letters(ann.email))[-1].template == "test"
    to = an_address()
    await ann.data("POST", "/api/email/test-graph-mail", {"to": to}, status=202)
    assert [letter.template for letter in await house.letters(to)] == ["test"]
    # Nobody makes a list of addresses hear of it.
    for _ in range(3):
        await ann.data("POST", "/api/email/test-graph-mail", {}, status=202)
    assert (await ann.refusal("POST", "/api/email/test-graph-mail", {}))[2] == "rate_limited"


async def test_a_test_does_not_go_where_no_mail_is_wanted(by_graph: tuple[House, GraphServer]) -> None:
    house, _ = by_graph
    ann, gone = await an_owner(house), an_address()
    await bounces(house, ann, gone)
    refusal = await ann.refusal("POST", "/api/email/test-graph-mail", {"to": gone})
    assert refusal == (400, "failed_precondition", "suppressed")


async def test_where_graph_refuses_the_test_says_so(
    valkey_url: str, module_product_database_url: str, tmp_path: Path
) -> None:
    with a_graph_server() as graph:
        more = {**GRAPH, "COFFER_GRAPH_URL": f"{graph.url}/v1.0", "COFFER_GRAPH_LOGIN_URL": graph.url}
        async with an_open_house(module_product_database_url, valkey_url, tmp_path, **more) as house:
            ann = await an_owner(house)
            graph.handing_out = [Answer(401, body={"error": "invalid_client"})] * 2
            answer = await ann.call("POST", "/api/email/test-graph-mail", {})
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert answer.json()["details"]["provider"] == "graph_token_401"
            assert await house.letters(ann.email) == [
                letter for letter in await house.letters(ann.email) if letter.template != "test"
            ]
            checks = (await ann.data("GET", "/api/email/check-config"))["checks"]
            assert (by_name(checks)["tls"], by_name(checks)["auth"]) == (True, False)


async def test_without_a_way_out_nothing_is_taken(
    valkey_url: str, module_product_database_url: str, tmp_path: Path
) -> None:
    async with an_open_house(module_product_database_url, valkey_url, tmp_path) as house:
        ann = await an_owner(house, "office")
        own = {"subject": "Hi", "text": "Hello"}
        for path, body in (
            ("/email.send", {**NOTE, "to": an_address()}),
            ("/email.sendCustom", {**own, "to": [an_address()]}),
            ("/email.bulkSend", {**own, "recipients": [{"to": an_address()}]}),
        ):
            refusal = await ann.refusal("POST", path, body)
            assert refusal == (400, "failed_precondition", "not_configured")
        setup = await ann.data("GET", "/api/email/check-config")
        assert (setup["configured"], setup["checks"]) == (False, [])
