"""What members send: to whom, in which words, how much of it, and what is refused."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from application.messaging.attempts import Deliver
from application.messaging.outbox import Body
from application.ports import Context
from application.processes.send_mail import SendEmail
from domain.errors import Refused
from domain.ids import AccountId, MessageId, UserId
from domain.kernel import Actor
from domain.messaging.email import MarkFailed
from infrastructure.mail.rendering import FileTemplates
from infrastructure.personal_data.blind_index import hash_key, keyed_hash
from tests.support.door import ORIGIN, PASSWORD, an_address
from tests.support.house import House, Person, details

NOTE = {"template": "note", "params": {"message": "See you at noon.\nAnn"}}


async def an_owner(house: House, plan: str = "family") -> Person:
    ann = await house.person().arrived(name="Ann Lee")
    await ann.subscribed(plan)
    return ann


async def account_of(person: Person) -> AccountId:
    return AccountId(UUID((await person.session())["session"]["accountId"]))


def index_of(house: House, address: str) -> str:
    return keyed_hash(hash_key(house.settings.auth_secret, "email"), address)


async def bounces(house: House, by: Person, address: str) -> None:
    """Somebody writes there, and the provider says that there is no such address."""
    answer = await by.data("POST", "/email.send", {**NOTE, "to": address}, status=202)
    (letter,) = await sent(house, address)
    index = index_of(house, letter.to)
    note = Deliver(MessageId(UUID(answer["messageId"])), MarkFailed("smtp_550"), index, True)
    await house.run(note)


async def unsubscribes(house: House, by: Person, address: str) -> httpx.Response:
    """Somebody writes there, and is told that no more is wanted, by the link in the mail."""
    await by.data("POST", "/email.send", {**NOTE, "to": address}, status=202)
    letter = (await sent(house, address))[-1]
    assert letter.sender is not None
    link = letter.sender.unsubscribe.removeprefix(ORIGIN)
    program = httpx.AsyncClient(transport=httpx.ASGITransport(house.app), base_url=ORIGIN)
    return await program.post(link, data={"List-Unsubscribe": "One-Click"})


async def sent(house: House, to: str) -> list[Body]:
    return [letter for letter in await house.letters(to) if letter.sender is not None]


async def test_a_template_goes_to_an_address_in_the_name_of_the_member(house: House) -> None:
    ann, to = await an_owner(house), an_address()
    answer = await ann.data("POST", "/email.send", {**NOTE, "to": to.upper(), "locale": "de"}, status=202)
    assert answer["state"] == "queued"
    (letter,) = await sent(house, to)
    sender = letter.sender
    assert sender is not None
    assert (letter.template, letter.locale, letter.params) == ("note", "de", NOTE["params"])
    assert (sender.name, sender.account, sender.reply_to) == ("Ann Lee", "Hawthorne", ann.email)
    assert sender.unsubscribe.startswith(f"{ORIGIN}/unsubscribe/")
    assert FileTemplates().render(letter).subject == "Eine Nachricht von Ann Lee"
    await house.follow()
    (row,) = await ann.data("GET", "/api/email/messages")
    assert (row["id"], row["to"], row["state"]) == (answer["messageId"], to, "queued")


async def test_a_member_is_reached_by_id_and_a_day_is_written_as_the_account_writes_it(house: House) -> None:
    ann, bob = await an_owner(house), await house.person().arrived(name="Bob")
    member = await ann.admits(bob)
    params = {"documents": "The passport", "due": "2031-02-03"}
    body = {"template": "document_request", "to": member, "params": params}
    await ann.data("POST", "/email.send", body, status=202)
    (letter,) = await sent(house, bob.email)
    assert letter.params == {"documents": "The passport", "due": "03/02/2031", "message": ""}
    nobody = await ann.refusal("POST", "/email.send", {**body, "to": str(uuid4())})
    assert nobody == (404, "not_found", "member")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"params": {}}, "params"),
        ({"params": {"message": "a", "more": "b"}}, "params"),
        ({"params": {"message": "a\x1bb"}}, "params"),
        ({"params": {"message": " "}}, "params"),
        ({"template": "reminder", "params": {"about": "a\r\nBcc: x@example.com"}}, "params"),
        ({"template": "reminder", "params": {"about": "x" * 201}}, "params"),
        ({"template": "reminder", "params": {"about": "a", "due": "3.2.2031"}}, "params"),
        ({"template": "reminder", "params": {"about": "a", "due": "2031-02-30"}}, "params"),
        ({"to": "nobody"}, "invalid_email"),
        ({"to": "a@b.cd\r\nBcc: x@example.com"}, "invalid_email"),
    ],
)
async def test_what_cannot_be_said_is_refused_at_once(
    house: House, change: dict[str, Any], reason: str
) -> None:
    ann = await an_owner(house)
    refusal = await ann.refusal("POST", "/email.send", {**NOTE, "to": an_address(), **change})
    assert refusal == (400, "invalid_argument", reason)


@pytest.mark.parametrize("template", ["sign_in_code", "invitation", "custom", "test"])
async def test_nobody_sends_what_coffer_alone_says(house: House, template: str) -> None:
    ann = await an_owner(house)
    body = {"template": template, "to": an_address(), "params": {"code": "123456"}}
    assert (await ann.refusal("POST", "/email.send", body))[:2] == (400, "invalid_argument")


async def test_own_words_reach_everybody_alone_and_name_the_others(house: House) -> None:
    ann, bob, eve = await an_owner(house), an_address(), an_address()
    body = {
        "to": [bob, bob.upper()],
        "cc": [eve],
        "subject": "About the house",
        "text": "Hello",
        "html": "<p>Hello <script>alert(1)</script></p>",
        "replyTo": "office@example.com",
    }
    answer = await ann.data("POST", "/email.sendCustom", body, status=202)
    assert [(one["to"], one["state"]) for one in answer] == [(bob, "queued"), (eve, "queued")]
    for to, other in ((bob, eve), (eve, bob)):
        (letter,) = await sent(house, to)
        assert letter.sender is not None
        assert (letter.sender.also, letter.sender.reply_to) == (other, "office@example.com")
        rendered = FileTemplates().render(letter)
        assert rendered.subject == "About the house"
        assert "<p>Hello </p>" in rendered.html
        assert "alert" not in rendered.html


@pytest.mark.parametrize(
    "change",
    [
        {"to": []},
        {"to": [f"a{number}@example.com" for number in range(11)]},
        {"cc": [f"a{number}@example.com" for number in range(11)]},
        {"subject": "x" * 201},
        {"subject": "a\r\nBcc: x@example.com"},
        {"subject": " "},
        {"text": "x" * 20_001},
        {"text": "a\x00b"},
        {"html": "x" * 100_001},
        {"replyTo": "a@b.cd\r\nBcc: x@example.com"},
        {"more": 1},
    ],
)
async def test_own_words_stay_within_their_bounds(house: House, change: dict[str, Any]) -> None:
    ann = await an_owner(house)
    body = {"to": [an_address()], "subject": "Hi", "text": "Hello", **change}
    assert (await ann.refusal("POST", "/email.sendCustom", body))[:2] == (400, "invalid_argument")


async def test_where_no_mail_is_wanted_none_is_sent(house: House) -> None:
    ann, other, gone, tired = await an_owner(house), await an_owner(house), an_address(), an_address()
    await bounces(house, ann, gone)
    assert (await unsubscribes(house, ann, tired)).status_code == 200
    for to in (gone, tired):
        refusal = await ann.refusal("POST", "/email.send", {**NOTE, "to": to})
        assert refusal == (400, "failed_precondition", "suppressed")
    custom = {"to": [gone, tired], "subject": "Hi", "text": "Hello"}
    assert (await ann.refusal("POST", "/email.sendCustom", custom))[2] == "suppressed"
    answer = await ann.data("POST", "/email.sendCustom", {**custom, "cc": ["a@example.com"]}, status=202)
    assert [one["state"] for one in answer] == ["suppressed", "suppressed", "queued"]
    assert [one["messageId"] is None for one in answer] == [True, True, False]
    (letter,) = [each for each in await sent(house, "a@example.com") if each.template == "custom"]
    assert letter.sender is not None
    assert letter.sender.also == "", "nobody hears who does not want any"
    # Who is tired of one account is not tired of another; an address that is none is none for all.
    await other.data("POST", "/email.send", {**NOTE, "to": tired}, status=202)
    assert (await other.refusal("POST", "/email.send", {**NOTE, "to": gone}))[2] == "suppressed"


async def test_a_plan_allows_so_many_a_day_and_each_counts_once(house: House) -> None:
    ann = await an_owner(house, "solo")
    to = [an_address() for _ in range(10)]
    custom = {"to": to, "subject": "Hi", "text": "Hello"}
    await ann.data("POST", "/email.sendCustom", custom, status=202)
    body, key = {**NOTE, "to": an_address()}, str(uuid4())
    first = await ann.call("POST", "/email.send", body, **{"Idempotency-Key": key})
    again = await ann.call("POST", "/email.send", body, **{"Idempotency-Key": key})
    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    # Nine are left of twenty, and nothing is sent of ten.
    over = await ann.call("POST", "/email.sendCustom", custom)
    assert (over.status_code, over.json()["code"]) == (429, "resource_exhausted")
    assert (details(over)["reason"], details(over)["left"], details(over)["most"]) == ("mail_limit", 9, 20)
    assert 0 < int(over.headers["Retry-After"]) <= 86_400
    for _ in range(9):
        await ann.data("POST", "/email.send", {**NOTE, "to": an_address()}, status=202)
    assert (await ann.refusal("POST", "/email.send", body))[2] == "mail_limit"
    # Codes are none of these.
    assert await ann.ask_for_code(ann.email)
    house.clock.advance(days=1)
    await ann.data("POST", "/email.send", body, status=202)


async def test_members_see_their_own_and_those_who_configure_see_all(house: House) -> None:
    ann, bob = await an_owner(house), await house.person().arrived(name="Bob")
    await ann.admits(bob)
    other = await an_owner(house)
    for person, times in ((ann, 3), (bob, 2), (other, 1)):
        for _ in range(times):
            await person.data("POST", "/email.send", {**NOTE, "to": an_address()}, status=202)
            house.clock.advance(seconds=1)
    await house.follow()
    seen = {
        name: await person.data("GET", "/api/email/messages")
        for name, person in (("ann", ann), ("bob", bob), ("other", other))
    }
    assert {name: len(rows) for name, rows in seen.items()} == {"ann": 5, "bob": 2, "other": 1}
    assert [row["createdAt"] for row in seen["ann"]] == sorted(
        (row["createdAt"] for row in seen["ann"]), reverse=True
    )
    pages: list[Any] = []
    cursor = ""
    while len(pages) < 10:
        page = (await ann.call("GET", f"/api/email/messages?limit=2{cursor}")).json()
        pages += page["data"]
        if page["page"]["nextCursor"] is None:
            break
        cursor = f"&cursor={page['page']['nextCursor']}"
    assert pages == seen["ann"]


async def test_what_has_not_left_can_be_cancelled_by_whoever_sent_it(house: House) -> None:
    ann, bob = await an_owner(house), await house.person().arrived(name="Bob")
    await ann.admits(bob)
    other = await an_owner(house)
    mine = (await ann.data("POST", "/email.send", {**NOTE, "to": an_address()}, status=202))["messageId"]
    for stranger in (bob, other):
        refusal = await stranger.refusal("POST", "/api/email/cancel", {"messageId": mine})
        assert refusal == (404, "not_found", "not_found")
    assert await ann.data("POST", "/api/email/cancel", {"messageId": mine}) == {"cancelled": True}
    assert await ann.data("POST", "/api/email/cancel", {"messageId": mine}) == {"cancelled": False}
    await house.follow()
    assert [row["state"] for row in await ann.data("GET", "/api/email/messages")] == ["cancelled"]
    # What Coffer itself says for the account is nobody's to cancel.
    guest = house.person()
    await ann.invites(guest, "auditor")
    await house.follow()
    newest = (
        "select id from read.email_messages where template = 'invitation' order by created_at desc limit 1"
    )
    ((invitation,),) = await house.rows(newest)
    assert (await ann.refusal("POST", "/api/email/cancel", {"messageId": str(invitation)}))[0] == 404
    for body in ({}, {"messageId": mine, "batchId": str(uuid4())}):
        assert (await ann.refusal("POST", "/api/email/cancel", body))[1] == "invalid_argument"


async def test_templates_say_what_they_need(house: House) -> None:
    ann = await an_owner(house)
    templates = {one["name"]: one["parameters"] for one in await ann.data("GET", "/api/email/templates")}
    assert templates["note"] == [{"name": "message", "kind": "text", "required": True}]
    assert templates.keys() == {"note", "document_request", "reminder"}


async def test_an_account_that_is_being_closed_sends_nothing(house: House) -> None:
    ann = await an_owner(house)
    account, user = await account_of(ann), (await ann.session())["user"]["id"]
    await ann.post("/confirm", {"password": PASSWORD})
    closing = await ann.call("DELETE", f"/api/accounts/{account}", {"confirm": "Hawthorne"})
    assert closing.status_code < 300, closing.text
    refusal = await ann.refusal("POST", "/email.send", {**NOTE, "to": an_address()})
    assert refusal == (403, "permission_denied", "not_allowed")
    # A request that came in before the account was closed still has the permission.
    actor = Actor("user", UserId(UUID(user)), account, may=frozenset({"email.send"}))
    context = Context(actor, house.clock(), uuid4(), correlation_id=uuid4())
    command = SendEmail(template="note", to=an_address(), params={"message": "Hi"})
    with pytest.raises(Refused) as late:
        await house.base.commands.run(command, context)
    assert late.value.reason == "closing"


async def test_what_was_written_stands_in_no_event(house: House) -> None:
    ann, to = await an_owner(house), an_address()
    secret = f"kingfisher {uuid4()}"
    await ann.data("POST", "/email.sendCustom", {"to": [to], "subject": secret, "text": secret}, status=202)
    for text in (secret, to):
        found = await house.rows(
            "select type from es.event where position(%s in convert_from(state, 'UTF8')) > 0", (text,)
        )
        assert found == []
