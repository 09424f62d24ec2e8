"""Addresses that get no mail, how much an account sends in a day, and batches."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import AlreadyExists, LimitReached, NotFound
from domain.ids import AccountId, BatchId, MessageId
from domain.kernel import Moment
from domain.messaging.batches import (
    EMAIL_BATCH,
    AcceptBatch,
    BatchAccepted,
    BatchCancelled,
    BatchCounts,
    BatchFinished,
    CancelBatch,
    FinishBatch,
    message_of_batch,
)
from domain.messaging.mail_days import MAIL_DAY, CountMails, MailsCounted, mail_day_id
from domain.messaging.suppressions import (
    SUPPRESSION,
    AddressReleased,
    AddressSuppressed,
    ReleaseAddress,
    SuppressAddress,
    SuppressedAddressTried,
    Suppression,
    TryAddress,
    suppression_id,
)
from tests.support.decisions import NOON, THE_CLOCK, Story

ANN, BOB = AccountId(UUID(int=1)), AccountId(UUID(int=2))
FIRST, SECOND = MessageId(UUID(int=3)), MessageId(UUID(int=4))
bounced = SuppressAddress(email_index="ix", reason="bounced", at_hand_over=True)
was = AddressSuppressed(email_index="ix", reason="bounced", at_hand_over=True)


def test_an_address_is_suppressed_once_and_released_once():
    Story(SUPPRESSION).when(bounced).then(was)
    Story(SUPPRESSION).given(was).when(SuppressAddress(email_index="ix", reason="complained")).then()
    Story(SUPPRESSION).given(was).when(ReleaseAddress()).then(AddressReleased())
    Story(SUPPRESSION).when(ReleaseAddress()).then()
    Story(SUPPRESSION).given(was, AddressReleased()).when(bounced).then(was)


def test_a_try_is_noted_once_for_each_message_and_only_where_it_is_one():
    Story(SUPPRESSION).when(TryAddress(FIRST)).then()
    tried = SuppressedAddressTried(FIRST, NOON)
    Story(SUPPRESSION).given(was).when(TryAddress(FIRST)).then(tried)
    Story(SUPPRESSION).given(was, tried).when(TryAddress(FIRST)).then()
    Story(SUPPRESSION).given(was, tried).when(TryAddress(SECOND)).then(SuppressedAddressTried(SECOND, NOON))


@pytest.mark.parametrize(
    ("message_id", "later", "may"),
    [
        (FIRST, timedelta(), True),
        (SECOND, timedelta(hours=23, minutes=59), False),
        (SECOND, timedelta(days=1), True),
    ],
)
def test_another_message_waits_for_a_day_and_the_same_one_does_not(message_id, later, may):
    tried = Suppression("bounced", tried_at=NOON, tried_with=FIRST)
    assert tried.may_be_tried(message_id, NOON + later) is may
    assert Suppression("bounced").may_be_tried(message_id, NOON)


def test_every_account_has_a_list_of_its_own_and_the_installation_one():
    lists = {suppression_id(account, "ix") for account in (None, ANN, BOB)}
    assert len({*lists, suppression_id(None, "iy")}) == 4


@given(st.lists(st.integers(0, 5), max_size=20), st.integers(0, 12))
def test_a_day_never_counts_more_than_its_plan_allows(counts, most):
    state, counted, refused = None, 0, 0
    for count in counts:
        command = CountMails(count, most)
        try:
            events = MAIL_DAY.decide(command, state, Moment(THE_CLOCK, NOON))
        except LimitReached:
            refused += 1
            assert counted + count > most
            continue
        counted += count
        assert counted <= most
        state = MAIL_DAY.fold(events, state)
    assert (0 if state is None else state.count) == counted


def test_a_refusal_says_how_many_are_left_and_until_when():
    late = Story(MAIL_DAY).given(MailsCounted(8)).at(datetime(2031, 5, 6, 23, 59, 30, tzinfo=UTC))
    refusal = late.when(CountMails(3, 10)).then_refused(LimitReached, "mail_limit")
    assert refusal.details == {"most": 10, "left": 2, "retry_after": 30}


def test_a_day_ends_at_midnight_utc():
    late = datetime(2031, 5, 7, 1, 30, tzinfo=UTC).astimezone()
    assert mail_day_id(ANN, late) == mail_day_id(ANN, datetime(2031, 5, 7, 23, tzinfo=UTC))
    assert mail_day_id(ANN, late) != mail_day_id(ANN, datetime(2031, 5, 6, 23, 59, tzinfo=UTC))
    assert mail_day_id(ANN, late) != mail_day_id(BOB, late)


def test_a_batch_is_accepted_once_cancelled_once_and_ends_once():
    batch_id, counts = BatchId(UUID(int=5)), BatchCounts(sent=2)
    accepted = BatchAccepted(batch_id, 2)
    Story(EMAIL_BATCH).when(AcceptBatch(batch_id, 2)).then(accepted)
    story = Story(EMAIL_BATCH).given(accepted)
    story.when(AcceptBatch(batch_id, 2)).then_refused(AlreadyExists, "already_exists")
    Story(EMAIL_BATCH).when(CancelBatch()).then_refused(NotFound, "not_found")
    Story(EMAIL_BATCH).given(accepted).when(CancelBatch()).then(BatchCancelled())
    Story(EMAIL_BATCH).given(accepted, BatchCancelled()).when(CancelBatch()).then()
    Story(EMAIL_BATCH).given(accepted, BatchCancelled()).when(FinishBatch(counts)).then(BatchFinished(counts))
    Story(EMAIL_BATCH).given(accepted, BatchFinished(counts)).when(CancelBatch()).then()
    Story(EMAIL_BATCH).given(accepted, BatchFinished(counts)).when(FinishBatch(counts)).then()


def test_a_message_of_a_batch_has_the_same_name_whenever_it_is_asked():
    batch = UUID(int=5)
    assert message_of_batch(batch, 1) == message_of_batch(batch, 1)
    assert (
        len({message_of_batch(batch, 1), message_of_batch(batch, 2), message_of_batch(UUID(int=6), 1)}) == 3
    )
