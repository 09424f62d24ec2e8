"""Handing mail to Microsoft Graph, at a stand-in that speaks HTTP: tokens, refusals, and being put off."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from uuid import UUID

import pytest

from application.messaging.ports import ProviderAway, ProviderRefused, RenderedMail
from infrastructure.local.ports import LOOPBACK, free_port
from infrastructure.mail.form import MailForm
from infrastructure.mail.graph import GraphCarrier, GraphSettings
from tests.support.graph_server import CLIENT, SECRET, TENANT, Answer, GraphServer, a_graph_server

MAIL = RenderedMail(UUID(int=7), "ann@example.com", "Grüße", "Text ✓\n", "<p>Page ✓</p>")
FORM = MailForm("Coffer <coffer@house.test>")


@dataclass
class Seconds:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


def settings_at(url: str, secret: str = SECRET) -> GraphSettings:
    return GraphSettings(
        url=f"{url}/v1.0", login_url=url, tenant=TENANT, client_id=CLIENT, client_secret=secret
    )


@pytest.fixture
def graph() -> Iterator[GraphServer]:
    with a_graph_server() as server:
        yield server


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
async def carrier(graph: GraphServer, seconds: Seconds) -> AsyncIterator[GraphCarrier]:
    carrier = GraphCarrier(settings_at(graph.url), FORM, seconds=seconds)
    yield carrier
    await carrier.close()


async def refused(carrier: GraphCarrier) -> ProviderRefused:
    with pytest.raises(ProviderRefused) as refusal:
        await carrier.carry(MAIL)
    return refusal.value


async def test_a_message_is_handed_over_as_it_was_written(graph: GraphServer, carrier: GraphCarrier) -> None:
    assert await carrier.carry(MAIL) == "request-7"
    ((sender, message),) = graph.mails
    assert sender == "coffer%40house.test"
    assert (message["To"], message["Subject"]) == ("ann@example.com", "Grüße")
    assert message["Message-ID"] == "<00000000-0000-0000-0000-000000000007@house.test>"


async def test_a_token_is_asked_for_once_and_again_before_it_ends(
    graph: GraphServer, carrier: GraphCarrier, seconds: Seconds
) -> None:
    await carrier.carry(MAIL)
    seconds.now += graph.expires_in - 61
    await carrier.carry(MAIL)
    assert len(graph.tokens) == 1
    seconds.now += 1
    await carrier.carry(MAIL)
    assert len(graph.tokens) == 2
    assert len(graph.mails) == 3


async def test_a_token_that_ended_before_its_time_is_asked_for_again_and_the_message_is_sent_once(
    graph: GraphServer, carrier: GraphCarrier
) -> None:
    await carrier.carry(MAIL)
    graph.good.clear()
    await carrier.carry(MAIL)
    assert (len(graph.tokens), len(graph.mails)) == (2, 2)


async def test_one_who_is_known_no_longer_asks_twice_and_not_for_ever(
    graph: GraphServer, carrier: GraphCarrier
) -> None:
    graph.sending = [Answer(401), Answer(401), Answer(401)]
    refusal = await refused(carrier)
    assert (refusal.code, refusal.transient) == ("graph_401", True)
    assert (len(graph.sending), len(graph.tokens)) == (1, 2)


@pytest.mark.parametrize(
    ("answer", "transient", "no_such_address"),
    [
        (Answer(400, body={"error": {"code": "ErrorInvalidRecipients"}}), False, True),
        (Answer(400, body={"error": {"code": "ErrorInvalidRequest"}}), False, False),
        (Answer(400, body=["?"]), False, False),
        (Answer(413), False, False),
        (Answer(403, body={"error": {"code": "ErrorAccessDenied"}}), True, False),
        (Answer(404, body={"error": {"code": "ErrorInvalidUser"}}), True, False),
        (Answer(429), True, False),
        (Answer(500), True, False),
        (Answer(503, body={"error": {"code": "ErrorInvalidRecipients"}}), True, False),
        (Answer(302), True, False),
    ],
)
async def test_every_answer_is_understood(
    graph: GraphServer, carrier: GraphCarrier, answer: Answer, transient: bool, no_such_address: bool
) -> None:
    graph.sending = [answer]
    refusal = await refused(carrier)
    assert refusal.code == f"graph_{answer.status}"
    assert (refusal.transient, refusal.no_such_address) == (transient, no_such_address)
    assert not isinstance(refusal, ProviderAway)
    await carrier.carry(MAIL)


@pytest.mark.parametrize(
    ("text", "wait"),
    [
        ("120", timedelta(minutes=2)),
        ("999999999999", timedelta(hours=6)),
        ("soon", None),
        ("", None),
        ("Mon, 01 Jan 2001 00:00:00 GMT", timedelta()),
    ],
)
@pytest.mark.parametrize("status", [429, 503])
async def test_whoever_asks_to_be_left_alone_is(
    graph: GraphServer, carrier: GraphCarrier, status: int, text: str, wait: timedelta | None
) -> None:
    graph.sending = [Answer(status, {"Retry-After": text})]
    assert (await refused(carrier)).wait == wait


async def test_a_date_is_a_wait_as_well(graph: GraphServer, carrier: GraphCarrier) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(minutes=10), usegmt=True)
    graph.sending = [Answer(429, {"Retry-After": later})]
    wait = (await refused(carrier)).wait
    assert wait is not None
    assert timedelta(minutes=9) < wait <= timedelta(minutes=10)


async def test_without_a_token_nothing_is_sent(graph: GraphServer) -> None:
    carrier = GraphCarrier(settings_at(graph.url, "wrong"), FORM)
    refusal = await refused(carrier)
    assert (refusal.code, refusal.transient, graph.mails) == ("graph_token_401", True, [])
    assert "wrong" not in str(refusal)
    await carrier.close()


@pytest.mark.parametrize("said", [None, {}, {"access_token": 7}, {"access_token": "x", "expires_in": "y"}])
async def test_a_token_that_cannot_be_read_is_none(
    graph: GraphServer, carrier: GraphCarrier, said: object
) -> None:
    graph.handing_out = [Answer(200, body=said)]
    assert (await refused(carrier)).code == "graph_token_unreadable"
    await carrier.carry(MAIL)


async def test_one_that_is_not_there_has_taken_nothing(graph: GraphServer) -> None:
    nowhere = f"http://{LOOPBACK}:{free_port()}"
    for settings in (
        settings_at(nowhere),
        GraphSettings(
            url=f"{nowhere}/v1.0", login_url=graph.url, tenant=TENANT, client_id=CLIENT, client_secret=SECRET
        ),
    ):
        carrier = GraphCarrier(settings, FORM)
        refusal = await refused(carrier)
        assert isinstance(refusal, ProviderAway)
        assert refusal.code == "graph_unreachable"
        await carrier.close()
