"""How long a queue will take is known from those who work it off."""

from __future__ import annotations

import pytest

from infrastructure.identity.throughput import Throughput


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


clock = Clock()


def after(*times: tuple[int, float]) -> Throughput:
    """Each worker did pieces that took so long."""
    throughput = Throughput(clock)
    for worker, seconds in times:
        throughput.begin(worker)
        clock.now += seconds
        throughput.end(worker)
    return throughput


def test_nothing_is_expected_of_whom_nothing_is_known() -> None:
    assert after().expected(100) == 0.0


def test_two_that_are_as_fast_take_half_the_time() -> None:
    assert after((0, 0.5)).expected(10) == pytest.approx(5.0)
    assert after((0, 0.5), (1, 0.5)).expected(10) == pytest.approx(2.5)


def test_one_that_hangs_is_counted_by_how_long_it_hangs() -> None:
    throughput = after((0, 0.5), (1, 0.5))
    throughput.begin(1)
    clock.now += 0.25
    assert throughput.expected(10) == pytest.approx(2.5), "no longer than usual yet"
    clock.now += 999.75
    assert throughput.expected(10) == pytest.approx(5.0, rel=1e-2)


def test_a_change_of_pace_is_noticed_within_a_few() -> None:
    busy = after((0, 0.1), *[(0, 1.0)] * 8)
    assert 0.8 < busy.expected(1) < 1.0


def test_a_piece_that_says_nothing_of_the_next_is_left_out() -> None:
    throughput = after((0, 0.1))
    throughput.begin(0)
    clock.now += 50
    throughput.end(0, counts=False)
    assert throughput.expected(1) == pytest.approx(0.1)
