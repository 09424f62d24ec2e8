"""A message: queued, tried, and at one end."""

from datetime import timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import AlreadyExists, NotFound
from domain.ids import MessageId
from domain.kernel import PiiRef
from domain.messaging.email import (
    EMAIL,
    MAX_ATTEMPTS,
    CancelEmail,
    EmailBounced,
    EmailCancelled,
    EmailComplained,
    EmailDeferred,
    EmailDelivered,
    EmailFailed,
    EmailQueued,
    EmailSent,
    EmailSuppressed,
    MarkBounced,
    MarkComplained,
    MarkDeferred,
    MarkDelivered,
    MarkFailed,
    MarkSent,
    MarkSuppressed,
    QueueEmail,
)
from tests.support.decisions import NOON, Story

given_to = {
    "message_id": MessageId(UUID(int=1)),
    "template": "sign_in_code",
    "to_ref": PiiRef("to"),
    "to_hash": "hash",
    "provider": "smtp",
    "class_": "auth",
}
queue, queued = QueueEmail(**given_to), EmailQueued(**given_to)
LATER = NOON + timedelta(minutes=1)
letter = Story(EMAIL).given(queued)


def test_a_message_is_queued_once():
    Story(EMAIL).when(queue).then(queued)
    letter.when(queue).then_refused(AlreadyExists, "already_exists")
    Story(EMAIL).when(MarkSent("x")).then_refused(NotFound, "not_found")


def test_a_message_is_deferred_five_times_and_then_failed():
    story = letter
    for attempt in range(1, MAX_ATTEMPTS):
        story = story.when(MarkDeferred(LATER, "smtp_451")).then(EmailDeferred(attempt, LATER, "smtp_451"))
    story.when(MarkDeferred(LATER, "smtp_451")).then(EmailFailed("smtp_451"))


def test_a_deferred_message_may_still_be_sent():
    letter.after(MarkDeferred(LATER, "smtp_451")).when(MarkSent("ok")).then(EmailSent("ok"))


@pytest.mark.parametrize("end", [MarkSent("ok"), MarkFailed("smtp_550")])
@pytest.mark.parametrize("later", [MarkSent("again"), MarkFailed("x"), MarkDeferred(LATER, "x")])
def test_an_end_is_final(end, later):
    letter.after(end).when(later).then()


@given(st.lists(st.sampled_from([MarkSent("s"), MarkFailed("f"), MarkDeferred(LATER, "d")]), max_size=20))
def test_every_life_has_at_most_one_end(commands):
    story = letter.after(*commands)
    assert sum(isinstance(fact, EmailSent | EmailFailed) for fact in story.past) <= 1


REPORTS = [
    (MarkDelivered(), EmailDelivered()),
    (MarkBounced(True, "5.1.1"), EmailBounced(True, "5.1.1")),
    (MarkComplained(), EmailComplained()),
]


@pytest.mark.parametrize(("report", "said"), REPORTS)
def test_what_was_sent_is_reported_on_once(report, said):
    letter.after(MarkSent("ok")).when(report).then(said)
    for other, _ in REPORTS:
        letter.after(MarkSent("ok"), report).when(other).then()


@pytest.mark.parametrize(("report", "_said"), REPORTS)
@pytest.mark.parametrize("before", [[], [MarkFailed("x")], [CancelEmail()], [MarkSuppressed("bounced")]])
def test_what_was_never_sent_is_not_reported_on(before, report, _said):
    letter.after(*before).when(report).then()


@pytest.mark.parametrize("before", [[], [MarkDeferred(LATER, "smtp_451")]])
def test_what_waits_may_be_cancelled_or_suppressed(before):
    letter.after(*before).when(CancelEmail()).then(EmailCancelled())
    letter.after(*before).when(MarkSuppressed("unsubscribed")).then(EmailSuppressed("unsubscribed"))


@pytest.mark.parametrize("end", [MarkSent("ok"), MarkFailed("x"), MarkSuppressed("bounced")])
def test_what_has_ended_is_not_cancelled(end):
    letter.after(end).when(CancelEmail()).then()


def test_what_left_while_it_was_cancelled_was_sent():
    letter.after(CancelEmail()).when(MarkSent("ok")).then(EmailSent("ok"))
    letter.after(CancelEmail()).when(MarkFailed("x")).then()
    letter.after(CancelEmail()).when(MarkDeferred(LATER, "x")).then()
