"""The mail of the morning: each warning is in one, a person has at most one a day, and may do without."""

from datetime import date
from uuid import UUID

from domain.ids import UserId
from domain.messaging.digests import DIGEST, ChooseDigest, DigestChosen, DigestGiven, GiveDigest
from tests.support.decisions import Story

ANN = UserId(UUID(int=1))
MONDAY, TUESDAY = date(2026, 5, 4), date(2026, 5, 5)
digests = Story(DIGEST)


def give(day: date, through: int, documents: int = 3) -> GiveDigest:
    return GiveDigest(user_id=ANN, day=day, documents=documents, through=through)


def given(day: date, through: int, documents: int = 3) -> DigestGiven:
    return DigestGiven(user_id=ANN, day=day, documents=documents, tasks=0, through=through)


def test_whatever_was_in_one_is_in_no_other() -> None:
    digests.when(give(MONDAY, 10)).then(given(MONDAY, 10))
    digests.given(given(MONDAY, 10)).when(give(TUESDAY, 10)).then()
    digests.given(given(MONDAY, 10)).when(give(TUESDAY, 9)).then()
    digests.given(given(MONDAY, 10)).when(give(TUESDAY, 11)).then(given(TUESDAY, 11))


def test_there_is_one_a_day() -> None:
    digests.given(given(MONDAY, 10)).when(give(MONDAY, 11)).then()


def test_nobody_gets_one_who_does_not_want_it() -> None:
    declined = digests.given(DigestChosen(ANN, wanted=False))
    declined.when(give(MONDAY, 10)).then()
    declined.when(ChooseDigest(ANN, wanted=True)).then(DigestChosen(ANN, wanted=True))
    declined.given(DigestChosen(ANN, wanted=True)).when(give(MONDAY, 10)).then(given(MONDAY, 10))


def test_a_choice_that_is_there_already_is_no_fact() -> None:
    digests.when(ChooseDigest(ANN, wanted=True)).then()
    digests.given(DigestChosen(ANN, wanted=False)).when(ChooseDigest(ANN, wanted=False)).then()
