"""People are told of a damaged object once, and again when it was whole between."""

from uuid import UUID

from domain.errors import NotFound, Refused
from domain.ids import DocumentId, FileId, UserId
from domain.oversight.damage import DAMAGE, EndDamage, FileDamageEnded, FileFoundDamaged, ReportDamage
from tests.support.decisions import Story

scan = FileId(UUID(int=1))
passport, copy = DocumentId(UUID(int=2)), DocumentId(UUID(int=3))
told = (UserId(UUID(int=4)),)
report = ReportDamage(file_id=scan, document_id=passport, user_ids=told)
found = FileFoundDamaged(file_id=scan, document_id=passport, user_ids=told)
ended = FileDamageEnded(file_id=scan, document_id=passport)
damage = Story(DAMAGE)
known = damage.given(found)


def test_people_are_told_once() -> None:
    damage.when(report).then(found)
    known.when(report).then()
    others = ReportDamage(file_id=scan, document_id=passport, user_ids=(UserId(UUID(int=5)),))
    known.when(others).then()


def test_another_document_that_holds_the_file_is_news() -> None:
    moved = ReportDamage(file_id=scan, document_id=copy, user_ids=told)
    known.when(moved).then(FileFoundDamaged(file_id=scan, document_id=copy, user_ids=told))


def test_it_ends_once_and_may_begin_again() -> None:
    known.when(EndDamage()).then(ended)
    known.given(ended).when(EndDamage()).then()
    known.given(ended).when(report).then(found)
    damage.when(EndDamage()).then_refused(NotFound, "not_found")


def test_a_report_is_for_somebody() -> None:
    nobody = ReportDamage(file_id=scan, document_id=passport, user_ids=())
    damage.when(nobody).then_refused(Refused, "nobody")
