"""How soon a provider that is not there is asked again."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from application.messaging.delivery import AWAY_FOR, Absence

BEGAN = datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC)


@given(lasted=st.floats(0, AWAY_FOR.total_seconds()))
def test_the_shorter_it_has_been_the_sooner_it_is_looked_again(lasted: float) -> None:
    absence = Absence(BEGAN)
    now = BEGAN + timedelta(seconds=lasted)
    again = absence.again(now)
    assert again is not None
    assert timedelta(seconds=1) <= again - now <= timedelta(seconds=max(1, lasted / 10 + 0.001, 0))
    assert again - now <= timedelta(minutes=1)


def test_one_that_lasts_is_told_by_the_messages_themselves_and_the_next_is_another_one() -> None:
    absence = Absence()
    assert absence.again(BEGAN) == BEGAN + timedelta(seconds=1)
    late = BEGAN + AWAY_FOR + timedelta(seconds=1)
    assert absence.again(late) is None
    absence.is_over()
    assert absence.again(late) == late + timedelta(seconds=1)
