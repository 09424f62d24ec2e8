"""How long a message that was not taken waits."""

from datetime import UTC, datetime, timedelta

import pytest

from application.messaging.delivery import RETRIES, deferred
from application.messaging.ports import ProviderRefused

NOW = datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC)


def test_it_waits_a_minute_five_thirty_two_hours_and_six() -> None:
    waits = [deferred(NOW, attempts, ProviderRefused("x", transient=True)).retry_at for attempts in range(5)]
    minutes = [(wait - NOW) // timedelta(minutes=1) for wait in waits]
    assert minutes == [1, 5, 30, 120, 360]
    assert len(RETRIES) == 5


@pytest.mark.parametrize(
    ("asked", "waits"),
    [
        (None, timedelta(minutes=5)),
        (timedelta(seconds=1), timedelta(minutes=5)),
        (timedelta(minutes=20), timedelta(minutes=20)),
    ],
)
def test_a_provider_that_asks_for_longer_gets_it(asked: timedelta | None, waits: timedelta) -> None:
    refusal = ProviderRefused("graph_429", transient=True, wait=asked)
    assert deferred(NOW, 1, refusal).retry_at == NOW + waits
