"""What the servers on the way of a mail say about it, at servers as they are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import dns.asyncresolver
import dns.exception
import dns.resolver
import pytest

from infrastructure.local.ports import LOOPBACK, free_port
from infrastructure.mail import examination
from infrastructure.mail.examination import NameServerAway, Published, SmtpExamination, resolved, texts_of
from infrastructure.mail.form import MailForm
from infrastructure.mail.smtp import SmtpCarrier
from tests.support.smtp_servers import PASSWORD, USER, Certificate, Server, a_server

FORM = MailForm("Coffer <coffer@house.example.org>")


async def ask(url: str) -> dict[str, bool]:
    found = await SmtpExamination(SmtpCarrier(url, FORM), FORM).checks()
    assert all(check.detail and PASSWORD not in check.detail for check in found)
    return {check.name: check.ok for check in found}


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Certificate:
    certificate = Certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.ca_file))
    return certificate


async def test_all_is_well_and_no_message_is_sent(trusted: Certificate) -> None:
    async with a_server(start_tls=trusted.context, sign_in=True) as server:
        url = f"smtp+starttls://{USER}:{quote(PASSWORD)}@127.0.0.1:{server.port}"
        assert await ask(url) == {"dns": True, "tls": True, "auth": True, "from": True}
    assert server.mails == []


async def test_a_server_without_encryption_is_said_to_be_one() -> None:
    async with a_server() as server:
        plain = await ask(f"smtp://127.0.0.1:{server.port}")
        demanded = await ask(f"smtp+starttls://127.0.0.1:{server.port}")
    assert plain == {"dns": True, "tls": False, "auth": True, "from": True}
    assert demanded == {"dns": True, "tls": False, "auth": False, "from": False}


async def test_a_wrong_password_is_found(trusted: Certificate) -> None:
    async with a_server(start_tls=trusted.context, sign_in=True) as server:
        found = await ask(f"smtp+starttls://{USER}:wrong@127.0.0.1:{server.port}")
    assert found == {"dns": True, "tls": True, "auth": False, "from": False}


async def test_a_certificate_that_nobody_vouches_for_is_found(tmp_path: Path) -> None:
    async with a_server(tls=Certificate(tmp_path).context) as server:
        assert (await ask(f"smtps://127.0.0.1:{server.port}"))["tls"] is False


async def test_a_sender_that_is_not_taken_is_found() -> None:
    async def refuses(_: str) -> str:
        return "553 5.7.1 Not yours"

    async with a_server(Server(at_mail=refuses)) as server:
        assert (await ask(f"smtp://127.0.0.1:{server.port}"))["from"] is False


async def test_where_nobody_is_the_rest_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = await ask(f"smtp://127.0.0.1:{free_port()}")
    assert nobody == {"dns": True, "tls": False, "auth": False, "from": False}
    unknown = await ask("smtp://no-such-host.invalid:25")
    assert unknown == {"dns": False, "tls": False, "auth": False, "from": False}


@pytest.mark.parametrize("step", ["at_mail", "at_quit"])
async def test_a_server_that_does_not_answer_is_left(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    monkeypatch.setattr(examination, "_SECONDS", 0.1)
    gone = asyncio.Event()

    async def waits(_: str) -> None:
        await gone.wait()

    async with a_server(Server(**{step: waits})) as server, asyncio.timeout(10):
        found = await ask(f"smtp://127.0.0.1:{server.port}")
        gone.set()
    assert found["from"] is (step == "at_quit")


async def test_a_name_that_is_long_looked_for_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "_SECONDS", 0.05)

    async def waits(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", waits)
    assert not (await resolved("mail.example.org", 25)).ok


def published(**records: Sequence[str]) -> Published:
    by_name = {
        "house.example.org": records.get("spf", ()),
        "_dmarc.house.example.org": records.get("dmarc", ()),
    }

    async def texts(name: str) -> Sequence[str]:
        return by_name[name]

    return Published(FORM, texts)


@pytest.mark.parametrize(
    ("spf", "ok"),
    [
        (["v=spf1 include:mail.example -all"], True),
        (["other", "V=SPF1 -all"], True),
        (["v=spf10 -all"], False),
        (["v=spf1 -all", "v=spf1 +all"], False),
        (["not v=spf1"], False),
        ([], False),
    ],
)
async def test_who_may_send_for_the_domain_is_published_once(spf: list[str], ok: bool) -> None:
    found, dmarc = await published(spf=spf).checks()
    assert (found.name, found.ok, dmarc.ok) == ("spf", ok, False)


@pytest.mark.parametrize(
    ("dmarc", "ok"), [(["v=DMARC1; p=reject"], True), (["v=DMARC1;p=none"], True), (["p=none"], False)]
)
async def test_what_becomes_of_a_forgery_is_published(dmarc: list[str], ok: bool) -> None:
    _, found = await published(dmarc=dmarc).checks()
    assert (found.name, found.ok) == ("dmarc", ok)


@pytest.mark.parametrize("domain", ["localhost", "coffer.localhost", "nas", "mail.local", "house.test"])
async def test_a_domain_that_others_do_not_know_is_not_asked_for(domain: str) -> None:
    async def texts(_: str) -> Sequence[str]:
        raise AssertionError("asked")

    found = await Published(MailForm(f"coffer@{domain}"), texts).checks()
    assert [check.ok for check in found] == [False, False]


async def test_without_a_name_server_it_says_so_and_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name server that takes every question and answers none."""
    monkeypatch.setattr(examination, "_SECONDS", 0.2)
    loop = asyncio.get_running_loop()
    silent, _ = await loop.create_datagram_endpoint(asyncio.DatagramProtocol, (LOOPBACK, 0))
    make = dns.asyncresolver.Resolver

    def at_the_silent_one() -> dns.asyncresolver.Resolver:
        resolver = make(configure=False)
        resolver.nameservers = [LOOPBACK]
        resolver.port = silent.get_extra_info("sockname")[1]
        return resolver

    monkeypatch.setattr(dns.asyncresolver, "Resolver", at_the_silent_one)
    async with asyncio.timeout(5):
        with pytest.raises(NameServerAway, match="No name server answered"):
            await texts_of("house.example.org")
        found = await Published(FORM).checks()
    assert [(check.ok, "No name server" in check.detail) for check in found] == [(False, True)] * 2
    silent.close()


async def test_without_any_name_server_set_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_set() -> None:
        raise dns.resolver.NoResolverConfiguration

    monkeypatch.setattr(dns.asyncresolver, "Resolver", none_set)
    with pytest.raises(NameServerAway):
        await texts_of("house.example.org")
    assert issubclass(dns.resolver.NoResolverConfiguration, dns.exception.DNSException)
