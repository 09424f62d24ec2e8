"""A cursor goes on with one list, and with no other."""

import pytest

from api.http.cursors import Cursors
from domain.errors import InvalidArgument
from projections.work.item_lists import Place
from tests.support.shapes import named

PLACE = Place("2026-05-04", named("document"))
CURSORS = Cursors(b"a secret")
SCOPE = {"route": "documents", "account": "one", "states": ["active"]}


def test_a_cursor_leads_back_to_its_place() -> None:
    assert CURSORS.open(SCOPE, CURSORS.seal(SCOPE, PLACE), Place) == PLACE


def test_the_order_of_members_is_no_part_of_the_question() -> None:
    turned = dict(reversed(SCOPE.items()))
    assert CURSORS.open(turned, CURSORS.seal(SCOPE, PLACE), Place) == PLACE


@pytest.mark.parametrize("changed", [{"account": "two"}, {"states": []}, {"route": "expiring"}, {"more": 1}])
def test_another_question_refuses_it(changed: dict) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        CURSORS.open(SCOPE | changed, CURSORS.seal(SCOPE, PLACE), Place)
    assert refusal.value.reason == "cursor"


def test_a_cursor_of_another_secret_or_touched_is_refused() -> None:
    sealed = CURSORS.seal(SCOPE, PLACE)
    other = "A" if sealed[5] != "A" else "B"
    for cursor in (Cursors(b"other").seal(SCOPE, PLACE), sealed[:5] + other + sealed[6:], "", "!", "ä"):
        with pytest.raises(InvalidArgument):
            CURSORS.open(SCOPE, cursor, Place)
