"""Ranks keep a list in order, whatever is put where, and stay short."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.work.ranks import DIGITS, LONGEST, NoRoom, between, evenly

ranks = st.text(DIGITS, min_size=1, max_size=12)


@given(ranks, ranks)
def test_between_two_there_is_another(one: str, other: str) -> None:
    low, high = sorted((one, other))
    if high.rstrip("0") == low.rstrip("0"):  # the same fraction
        with pytest.raises(NoRoom):
            between(low, high)
        return
    found = between(low, high)
    assert low < found < high
    assert not found.endswith("0"), "there is room before it again"


@given(ranks)
def test_there_is_always_room_at_the_end(rank: str) -> None:
    assert between(rank, None) > rank


@given(ranks)
def test_there_is_room_at_the_beginning_but_before_nothing(rank: str) -> None:
    if not rank.strip("0"):
        with pytest.raises(NoRoom):
            between(None, rank)
    else:
        assert between(None, rank) < rank


@given(ranks, ranks)
def test_what_is_out_of_order_has_no_room(one: str, other: str) -> None:
    low, high = sorted((one, other))
    with pytest.raises(NoRoom):
        between(high, low)


@given(st.lists(st.integers(0, 10_000), max_size=200))
def test_a_list_keeps_its_order_wherever_things_are_put(places: list[int]) -> None:
    listed: list[str] = []
    for place in places:
        at = place % (len(listed) + 1)
        before = listed[at - 1] if at else None
        after = listed[at] if at < len(listed) else None
        listed.insert(at, between(before, after))
    assert listed == sorted(set(listed))


@given(st.integers(0, 4000))
def test_ranks_for_many_are_in_order_and_short(count: int) -> None:
    made = evenly(count)
    assert len(made) == count
    assert all(one < other for one, other in pairwise(made))
    assert all(len(rank) <= 3 and not rank.endswith("0") for rank in made)


def test_adding_at_an_end_stays_short() -> None:
    last = first = between(None, None)
    for _ in range(1000):
        last, first = between(last, None), between(None, first)
    assert max(len(last), len(first)) <= 20


def test_one_gap_is_full_after_hundreds_and_chance_never_fills_one() -> None:
    low, high = "A", "B"
    for _ in range(300):
        high = between(low, high)
    assert len(high) <= LONGEST
    dice, listed = random.Random(7), evenly(2)
    for _ in range(2000):
        at = dice.randrange(1, len(listed))
        listed.insert(at, between(listed[at - 1], listed[at]))
    assert max(map(len, listed)) <= 8
