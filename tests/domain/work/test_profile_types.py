"""The types of profiles, as forms and lists rely on them."""

from __future__ import annotations

import re

import pytest

from domain.ids import PROFILE_TYPES, profile_type
from domain.work.file_catalogue import FILE_TYPES
from domain.work.profile_types import FIELD_TYPES, PROFILE_TYPE_CATALOGUE, ProfileType

FILE_KEYS = {type.key for type in FILE_TYPES}
each_type = pytest.mark.parametrize("type", PROFILE_TYPE_CATALOGUE.values(), ids=lambda type: type.key)


def test_there_is_one_of_every_key_in_the_order_in_which_accounts_begin() -> None:
    assert tuple(type.key for type in PROFILE_TYPE_CATALOGUE.values()) == PROFILE_TYPES
    assert list(PROFILE_TYPE_CATALOGUE) == [profile_type(key) for key in PROFILE_TYPES]


@each_type
def test_a_form_asks_for_each_thing_once_and_in_a_way_it_knows(type: ProfileType) -> None:
    keys = [field.key for field in type.template]
    assert len(keys) == len(set(keys)) >= 8
    assert all(re.fullmatch(r"[a-z][a-zA-Z]*", key) for key in keys)
    assert {field.type for field in type.template} <= set(FIELD_TYPES)
    # What is on a day is asked for as one, so that the browser can remind of it.
    days = [field for field in type.template if re.search(r"(On|Until|Date)$", field.key)]
    assert {field.type for field in days} == {"date"}


@each_type
def test_it_suggests_papers_that_there_are(type: ProfileType) -> None:
    assert len(type.suggests) == len(set(type.suggests)) >= 3
    assert set(type.suggests) <= FILE_KEYS
