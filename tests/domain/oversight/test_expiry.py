"""A document is warned of once at each stage of each date, and a narrower stage stands for the wider ones."""

from datetime import date
from uuid import UUID

import pytest

from domain.ids import DocumentId, UserId
from domain.oversight.expiry import EXPIRY, ExpiryWarned, WarnOfExpiry, expiry_id
from tests.support.decisions import Story

PASSPORT, ANN = DocumentId(UUID(int=1)), UserId(UUID(int=2))
MAY, JUNE = date(2026, 5, 31), date(2026, 6, 30)
documents = Story(EXPIRY)


def warns(stage: int, day: date = MAY) -> WarnOfExpiry:
    return WarnOfExpiry(document_id=PASSPORT, expires_on=day, stage=stage, user_ids=(ANN,))


def warned(stage: int, day: date = MAY) -> ExpiryWarned:
    return ExpiryWarned(document_id=PASSPORT, expires_on=day, stage=stage, user_ids=(ANN,))


def test_each_stage_comes_once() -> None:
    documents.when(warns(30)).then(warned(30))
    documents.given(warned(30)).when(warns(30)).then()
    documents.given(warned(30)).when(warns(7)).then(warned(7))
    documents.given(warned(30), warned(7)).when(warns(7)).then()


@pytest.mark.parametrize("stage", [90, 30])
def test_after_a_narrower_stage_a_wider_one_is_no_news(stage: int) -> None:
    documents.given(warned(7)).when(warns(stage)).then()


def test_another_date_begins_anew_and_one_that_is_changed_back_to_does_not() -> None:
    renewed = documents.given(warned(0))
    renewed.when(warns(90, JUNE)).then(warned(90, JUNE))
    renewed.given(warned(90, JUNE)).when(warns(0)).then()
    renewed.given(warned(90, JUNE)).when(warns(30, JUNE)).then(warned(30, JUNE))


def test_warnings_have_a_stream_of_their_own() -> None:
    assert expiry_id(PASSPORT) != PASSPORT
    assert expiry_id(PASSPORT) == expiry_id(UUID(int=1))
