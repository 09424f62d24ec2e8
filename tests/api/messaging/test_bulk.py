"""One message to many: accepted as a whole, queued one by one, and over when the last has ended."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from api.composition.messaging import MailWork
from application.messaging.attempts import Deliver
from application.messaging.reactions import BATCH_TOPIC
from domain.messaging.batches import message_of_batch
from domain.messaging.email import MarkFailed, MarkSent
from infrastructure.mail.rendering import FileTemplates
from tests.api.messaging.test_emails import an_owner, bounces, sent, unsubscribes
from tests.support.door import an_address
from tests.support.house import House, Person

OWN = {"subject": "Dear {{name}}", "text": "Dear {{ name }}, it is {{day}}."}


async def an_office(house: House) -> Person:
    return await an_owner(house, "office")


def recipients(count: int) -> list[dict[str, Any]]:
    return [{"to": an_address(), "params": {"name": f"N{i}", "day": "Monday"}} for i in range(count)]


async def queued(house: House, batch_id: str) -> list[str]:
    """What the job has queued, by state."""
    await house.follow()
    rows = await house.rows(
        "select state from read.email_messages where batch_id = %s order by created_at, id", (batch_id,)
    )
    return [state for (state,) in rows]


async def ended(house: House, batch_id: str) -> int:
    statement = "select count(*) from es.event where type = 'email_batch.finished' and entity_id = %s"
    ((count,),) = await house.rows(statement, (batch_id,))
    return count


async def work_off(house: House, work: MailWork, batch_id: str) -> None:
    """The job of a batch, as the worker does it."""
    ((account,),) = await house.rows(
        "select sender_account_id from read.email_batches where id = %s", (batch_id,)
    )
    payload = {"batchId": batch_id, "accountId": str(account)}
    assert await work.jobs[BATCH_TOPIC](payload) is None


async def test_everybody_gets_their_own_words(house: House, work: MailWork) -> None:
    ann, people = await an_office(house), recipients(45)
    answer = await ann.data("POST", "/email.bulkSend", {**OWN, "recipients": people}, status=202)
    assert (answer["accepted"], answer["suppressed"], answer["invalid"]) == (45, 0, [])
    await house.follow()
    await work_off(house, work, answer["batchId"])
    assert await queued(house, answer["batchId"]) == ["queued"] * 45
    for person in (people[0], people[44]):
        (letter,) = await sent(house, person["to"])
        said = FileTemplates().render(letter)
        assert said.subject == f"Dear {person['params']['name']}"
        assert f"Dear {person['params']['name']}, it is Monday." in said.text


async def test_a_job_that_is_done_again_queues_nothing_twice(house: House, work: MailWork) -> None:
    ann, people = await an_office(house), recipients(30)
    batch = (await ann.data("POST", "/email.bulkSend", {**OWN, "recipients": people}, status=202))["batchId"]
    await house.follow()
    for _ in range(2):
        await work_off(house, work, batch)
    assert len(await queued(house, batch)) == 30
    assert len(await sent(house, people[7]["to"])) == 1


async def test_a_dry_run_says_what_would_be_and_does_nothing(house: House) -> None:
    ann, gone, tired = await an_office(house), an_address(), an_address()
    await bounces(house, ann, gone)
    await unsubscribes(house, ann, tired)
    await house.follow()
    right, facts = an_address(), await house.facts("mail_day.counted")
    body = {
        "template": "reminder",
        "recipients": [
            {"to": right, "params": {"about": "the meeting"}},
            {"to": right.upper(), "params": {"about": "the meeting"}},
            {"to": gone, "params": {"about": "the meeting"}},
            {"to": tired, "params": {"about": "the meeting"}},
            {"to": "nobody", "params": {"about": "the meeting"}},
            {"to": str(uuid4()), "params": {"about": "the meeting"}},
            {"to": an_address(), "params": {"about": "a\nb"}},
        ],
        "dryRun": True,
    }
    answer = await ann.data("POST", "/email.bulkSend", body, status=202)
    assert (answer["batchId"], answer["accepted"], answer["suppressed"]) == (None, 1, 2)
    assert [(one["index"], one["reason"]) for one in answer["invalid"]] == [
        (1, "repeated"),
        (4, "address"),
        (5, "address"),
        (6, "params"),
    ]
    assert await house.facts("mail_day.counted") == facts
    meant = await ann.data("POST", "/email.bulkSend", {**body, "dryRun": False}, status=202)
    assert meant["batchId"] is not None
    assert {**meant, "batchId": None} == answer
    assert await house.facts("mail_day.counted") == facts + 1


@pytest.mark.parametrize(
    ("params", "valid"),
    [
        ({"name": "Bo", "day": "today"}, True),
        ({"name": "Bo"}, False),
        ({"name": "Bo", "day": "today", "more": "x"}, False),
        ({"name": "Bo\r\nBcc: x@example.com", "day": "today"}, False),
        ({"name": "x" * 200, "day": "today"}, False),
        ({"name": "Bo", "day": "a\x00b"}, False),
        ({"name": "{{day}}", "day": "today"}, True),
    ],
)
async def test_what_is_filled_in_has_to_fit(house: House, params: dict[str, str], valid: bool) -> None:
    ann, to = await an_office(house), an_address()
    body = {**OWN, "recipients": [{"to": to, "params": params}], "dryRun": True}
    answer = await ann.data("POST", "/email.bulkSend", body, status=202)
    assert (answer["accepted"], len(answer["invalid"])) == ((1, 0) if valid else (0, 1))


@pytest.mark.parametrize(
    "change",
    [
        {"template": "note"},
        {"subject": None},
        {"text": None},
        {"subject": None, "text": None},
        {"recipients": []},
        {"recipients": [{"to": f"a{number}@example.com"} for number in range(1001)]},
    ],
)
async def test_it_is_a_template_or_a_text_for_one_to_a_thousand(house: House, change: dict[str, Any]) -> None:
    ann = await an_office(house)
    refusal = await ann.refusal("POST", "/email.bulkSend", {**OWN, "recipients": recipients(1), **change})
    assert refusal[:2] == (400, "invalid_argument")


async def test_a_batch_that_the_plan_does_not_allow_is_refused_whole(house: House) -> None:
    ann = await an_office(house)
    people = recipients(1000)
    await ann.data("POST", "/email.bulkSend", {**OWN, "recipients": people[:999]}, status=202)
    over = await ann.refusal("POST", "/email.bulkSend", {**OWN, "recipients": people[:2]})
    assert over == (429, "resource_exhausted", "mail_limit")
    await ann.data("POST", "/email.bulkSend", {**OWN, "recipients": people[:1]}, status=202)


async def test_a_plan_without_it_and_a_member_have_no_bulk(house: House) -> None:
    body = {**OWN, "recipients": recipients(1)}
    assert (await (await an_owner(house, "solo")).refusal("POST", "/email.bulkSend", body))[
        1
    ] == "permission_denied"
    ann, bob = await an_office(house), await house.person().arrived(name="Bob")
    await ann.admits(bob)
    assert (await bob.refusal("POST", "/email.bulkSend", body))[1] == "permission_denied"


async def test_what_has_not_left_of_a_batch_is_cancelled(house: House, work: MailWork) -> None:
    ann, other = await an_office(house), await an_office(house)
    first = await ann.data("POST", "/email.bulkSend", {**OWN, "recipients": recipients(25)}, status=202)
    second = await ann.data("POST", "/email.bulkSend", {**OWN, "recipients": recipients(25)}, status=202)
    await house.follow()
    await work_off(house, work, first["batchId"])
    for batch in (first, second):
        body = {"batchId": batch["batchId"]}
        assert (await other.refusal("POST", "/api/email/cancel", body))[0] == 404
        assert await ann.data("POST", "/api/email/cancel", body) == {"cancelled": True}
        await house.follow()
        await work_off(house, work, batch["batchId"])
    assert await queued(house, first["batchId"]) == ["cancelled"] * 25
    assert await queued(house, second["batchId"]) == [], "nothing is queued after it was cancelled"
    for chore in work.minutely:
        await chore()
    await house.follow()
    for batch, cancelled in ((first, 25), (second, 0)):
        row = await house.rows(
            "select state, cancelled, waiting from read.email_batches where id = %s", (batch["batchId"],)
        )
        assert row == [("finished", cancelled, 0)]


async def test_a_batch_is_over_when_all_have_ended_and_says_how(house: House, work: MailWork) -> None:
    ann = await an_office(house)
    batch = (await ann.data("POST", "/email.bulkSend", {**OWN, "recipients": recipients(3)}, status=202))[
        "batchId"
    ]
    await house.follow()
    await work_off(house, work, batch)
    results = [MarkSent("x"), MarkFailed("smtp_550"), MarkSent("y")]
    for number, result in enumerate(results):
        await house.follow()
        for chore in work.minutely:
            await chore()
        assert await ended(house, batch) == 0
        await house.run(Deliver(message_of_batch(UUID(batch), number), result))
    await house.follow()
    for _ in range(2):
        for chore in work.minutely:
            await chore()
    assert await ended(house, batch) == 1
    await house.follow()
    row = await house.rows("select state, sent, failed from read.email_batches where id = %s", (batch,))
    assert row == [("finished", 2, 1)]
    listed = await ann.data("GET", f"/api/email/messages?batchId={batch}")
    assert sorted(one["state"] for one in listed) == ["failed", "sent", "sent"]


async def test_what_a_batch_says_stands_in_no_event_and_is_sealed_beside_the_log(house: House) -> None:
    ann, secret = await an_office(house), f"kingfisher {uuid4()}"
    body = {"subject": secret, "text": secret, "recipients": [{"to": an_address()}]}
    await ann.data("POST", "/email.bulkSend", body, status=202)
    for table, column in (("es.event", "state"), ("messaging.mail_batch", "sealed")):
        found = await house.rows(
            f"select 1 from {table} where position(%s::bytea in {column}) > 0", (secret.encode(),)
        )
        assert found == []


async def test_a_batch_shows_its_messages_to_whoever_sent_it_and_to_those_who_configure(
    house: House, work: MailWork
) -> None:
    ann, bob = await an_office(house), await house.person().arrived(name="Bob")
    await ann.admits(bob)
    batch = (await ann.data("POST", "/email.bulkSend", {**OWN, "recipients": recipients(3)}, status=202))[
        "batchId"
    ]
    await house.follow()
    await work_off(house, work, batch)
    await house.follow()
    assert len(await ann.data("GET", f"/api/email/messages?batchId={batch}")) == 3
    assert await bob.data("GET", f"/api/email/messages?batchId={batch}") == []
    other = await an_office(house)
    assert await other.data("GET", f"/api/email/messages?batchId={batch}") == []
