"""Warnings of documents: whom, when by the account's clock, and once, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from application.processes.warn_of_expiry import MailDigest, WarnOfDocument, routes
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.events import (
    DisclosureChanged,
    ExpiryPolicyChanged,
    MemberJoined,
    MemberRemoved,
    MemberRoleChanged,
    ZoneChanged,
)
from domain.accounts.accounts.settings import Disclosure
from domain.errors import NotAllowed
from domain.ids import DocumentId, UserId, built_in_role, personal_role
from domain.messaging.digests import DIGEST, DigestChosen, digest_id
from domain.work.documents import DOCUMENT
from infrastructure.work import expiry_chores
from infrastructure.work.expiry_chores import ExpiryChores
from tests.api.work.asking import created, signed_values, update
from tests.support.seen import whole
from tests.support.workplace import ANN, BEN, House

EVE = UserId(UUID(int=0xE))
EARLY = datetime(2026, 3, 1, 0, tzinfo=UTC)
# Its stages begin on 3 March, 2 May, 25 May and 1 June.
DAY = date(2026, 6, 1)


@dataclass
class Post:
    """Notes who got which letter of this account: the clock also asks for those of other tests."""

    account: UUID
    sent: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])

    async def send(
        self, work: Any, account_id: Any, user_id: Any, template: str, path: str, **said: str
    ) -> None:
        if account_id == self.account:
            self.sent.append((user_id, template, said["documents"]))


class NoLinks:
    def of_digest(self, account_id: Any, user_id: Any) -> str:
        return f"https://coffer.test/unsubscribe/{user_id}"


@pytest.fixture
def post(house: House) -> Post:
    letters = Post(house.account)
    house.commands._routes.update(routes(letters, NoLinks()))  # type: ignore[attr-defined]
    house.party.now = int(EARLY.timestamp() * 1000)
    return letters


async def told(house: House, *, times: int = 1) -> list[tuple[str, int, list[str]]]:
    """Every warning in the log so far, by document, after the clock was asked; often, if need be."""
    for _ in range(times):
        await ExpiryChores(house.commands, house.reader, lambda: house.now).do_what_is_due()
    await house.follow()
    return await warnings(house)


async def warnings(house: House) -> list[tuple[str, int, list[str]]]:
    rows = await house.reader.all(
        "select said ->> 'documentId', (said ->> 'stage')::integer, (said -> 'userIds')::text from ("
        "select position, convert_from(state, 'utf8')::json as said from es.event "
        "where type = 'document.expiry_warned' and account_id = %(account)s) as e order by position",
        {"account": house.account},
    )
    return [(document, stage, users) for document, stage, users in rows]


async def digests(house: House, columns: str, where: str = "true") -> list[tuple[Any, ...]]:
    """What the account still has to mail, by person."""
    return await house.reader.all(
        f"select {columns} from read.digests where account_id = %(account)s and {where} order by user_id",
        {"account": house.account},
    )


async def stages(house: House, *, times: int = 1) -> list[int]:
    return [stage for _, stage, _ in await told(house, times=times)]


def at(house: House, day: date, hour: float = 7) -> None:
    moment = datetime.combine(day, datetime.min.time(), UTC) + timedelta(hours=hour)
    house.party.now = int(moment.timestamp() * 1000)


async def changed(house: House, item: dict[str, Any], **typed: Any) -> None:
    attrs = signed_values(state="active", noteOnly=True, **typed)
    done = await update(house, "ann", {"id": item["id"], **house.pens["ann"].attested(item, attrs)})
    assert done["errors"] == []


async def newest(house: House, item: dict[str, Any]) -> dict[str, Any]:
    (row,) = whole(await house.post("ann", "/document/ids", {"ids": [item["id"]]}))["data"]
    return row


async def test_each_stage_is_warned_of_in_its_morning_and_once(house: House, post: Post) -> None:
    item = await created(house, expiresOn=DAY)
    _, version = await house.store.load(DOCUMENT, house.account, UUID(item["id"]))
    at(house, date(2026, 3, 3), 6.99)
    assert await stages(house) == []
    at(house, date(2026, 3, 3))
    assert await stages(house, times=3) == [90]
    for day, seen in ((date(2026, 5, 2), [90, 30]), (date(2026, 5, 25), [90, 30, 7]), (DAY, [90, 30, 7, 0])):
        at(house, day, 6.99)
        assert await stages(house) == seen[:-1]
        at(house, day)
        assert await stages(house, times=2) == seen
    at(house, DAY + timedelta(days=400))
    assert await stages(house) == [90, 30, 7, 0]
    assert (await house.store.load(DOCUMENT, house.account, UUID(item["id"])))[1] == version, (
        "nobody who writes it is disturbed"
    )


async def test_the_clock_of_the_account_says_when_it_is_morning(house: House, post: Post) -> None:
    await created(house, expiresOn=DAY)
    await house.record(ACCOUNT, house.account, ZoneChanged("America/New_York"))
    await house.follow()
    at(house, date(2026, 5, 25), 10.99)
    assert await stages(house) == [30]
    at(house, date(2026, 5, 25), 11)
    assert await stages(house) == [30, 7]
    # Where it is evening already, a stage whose morning is over is not lost by the journey.
    at(house, DAY, 4)
    await house.record(ACCOUNT, house.account, ZoneChanged("Asia/Tokyo"))
    await house.follow()
    assert await stages(house) == [30, 7, 0]


async def test_days_of_its_own_come_beside_those_of_the_account(house: House, post: Post) -> None:
    await created(house, expiresOn=DAY, remindDays=(14,))
    at(house, date(2026, 5, 18))
    assert await stages(house) == [14]
    at(house, DAY)
    assert await stages(house) == [14, 0]


async def test_after_days_without_a_worker_there_is_one_warning(house: House, post: Post) -> None:
    await created(house, expiresOn=DAY)
    at(house, date(2026, 5, 30))
    assert await stages(house, times=2) == [7]


async def test_what_had_begun_when_the_date_was_set_is_known(house: House, post: Post) -> None:
    at(house, date(2026, 5, 10))
    await created(house, expiresOn=DAY)
    assert await stages(house) == []
    at(house, date(2026, 5, 25))
    assert await stages(house) == [7]
    # That of today is worth saying, and a clock that is a day ahead loses nothing.
    await created(house, expiresOn=date(2026, 6, 24))
    assert await stages(house) == [7, 30]


async def test_a_clock_that_is_a_day_ahead_and_set_right_warns_of_nothing_twice(
    house: House, post: Post
) -> None:
    await created(house, expiresOn=DAY)
    at(house, date(2026, 5, 25))
    assert await stages(house) == [7]
    soon = await created(house, expiresOn=date(2026, 6, 2))
    at(house, date(2026, 5, 26))
    ahead = await told(house)
    assert [(document, stage) for document, stage, _ in ahead[1:]] == [(soon["id"], 7)]
    later = await created(house, expiresOn=date(2026, 6, 2))
    at(house, date(2026, 5, 25), 8)
    assert await told(house, times=2) == ahead
    at(house, date(2026, 5, 26))
    after = await told(house, times=2)
    assert [(document, stage) for document, stage, _ in after[2:]] == [(later["id"], 7)]


async def test_another_date_ends_the_old_warnings_and_begins_anew(house: House, post: Post) -> None:
    item = await created(house, expiresOn=DAY)
    at(house, date(2026, 5, 2))
    assert await stages(house) == [30]
    await changed(house, item, expiresOn=date(2026, 9, 1))
    at(house, DAY)
    assert await stages(house) == [30]
    at(house, date(2026, 6, 3))
    assert await stages(house) == [30, 90]
    await changed(house, await newest(house, item))
    at(house, date(2026, 9, 1))
    assert await stages(house) == [30, 90], "it expires no more"


async def test_a_date_that_is_changed_back_to_is_no_news(house: House, post: Post) -> None:
    item = await created(house, expiresOn=DAY)
    at(house, date(2026, 5, 25))
    assert await stages(house) == [7]
    await changed(house, item, expiresOn=date(2026, 9, 1))
    await changed(house, await newest(house, item), expiresOn=DAY)
    assert await stages(house, times=2) == [7]
    at(house, DAY)
    assert await stages(house) == [7, 0]


async def test_what_lies_in_the_bin_or_the_archive_is_not_warned_of(house: House, post: Post) -> None:
    binned, archived = await created(house, expiresOn=DAY), await created(house, expiresOn=DAY)
    deletion = {"items": [{"id": binned["id"], **house.pens["ann"].deletion(binned)}]}
    assert whole(await house.post("ann", "/document/delete", deletion))["errors"] == []
    attrs = signed_values(state="archived", noteOnly=True, expiresOn=DAY)
    put = {"id": archived["id"], **house.pens["ann"].attested(archived, attrs)}
    assert (await update(house, "ann", put))["errors"] == []
    at(house, date(2026, 5, 25))
    assert await stages(house) == []
    back = signed_values(state="active", noteOnly=True, expiresOn=DAY)
    again = {"id": archived["id"], **house.pens["ann"].attested(await newest(house, archived), back)}
    assert (await update(house, "ann", again))["errors"] == []
    assert [(document, stage) for document, stage, _ in await told(house)] == [(archived["id"], 7)]


async def test_between_the_look_and_the_warning_it_may_be_thrown_away(house: House, post: Post) -> None:
    """The read model is behind, and the log is not."""
    item = await created(house, expiresOn=DAY)
    at(house, date(2026, 5, 25))
    deletion = {"items": [{"id": item["id"], **house.pens["ann"].deletion(item)}]}
    assert whole(await house.post("ann", "/document/delete", deletion))["errors"] == []
    assert await stages(house) == []


async def test_between_the_decision_and_its_append_too(
    house: House, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = await created(house, expiresOn=DAY)
    at(house, date(2026, 5, 25))
    deletion = {"items": [{"id": item["id"], **house.pens["ann"].deletion(item)}]}
    append = house.store.append
    answers: list[Any] = []

    async def after_the_deletion(unit: Any) -> Any:
        monkeypatch.setattr(house.store, "append", append)
        answers.append(whole(await house.post("ann", "/document/delete", deletion)))
        return await append(unit)

    monkeypatch.setattr(house.store, "append", after_the_deletion)
    assert await stages(house) == []
    assert [answer["errors"] for answer in answers] == [[]]


async def test_two_workers_at_once_warn_once(house: House, post: Post) -> None:
    for _ in range(5):
        await created(house, "ben", expiresOn=DAY)
    at(house, date(2026, 5, 25))
    chores = [ExpiryChores(house.commands, house.reader, lambda: house.now) for _ in range(3)]
    for _ in range(2):
        await asyncio.gather(*(one.do_what_is_due() for one in chores))
        await house.follow()
    assert [stage for _, stage, _ in await warnings(house)] == [7] * 5
    # What one of them has decided and could not append, it has decided again.
    assert set(post.sent) == {(ANN, "digest", "5"), (BEN, "digest", "5")}
    assert await digests_given(house) == [(str(ANN), 5), (str(BEN), 5)]


async def digests_given(house: House) -> list[tuple[Any, ...]]:
    """Each is one append with its letter."""
    return await house.reader.all(
        "select said ->> 'userId', (said ->> 'documents')::integer from ("
        "select convert_from(state, 'utf8')::json as said from es.event "
        "where type = 'digest.given' and account_id = %(account)s) as e order by 1",
        {"account": house.account},
    )


async def test_other_stages_are_for_what_comes(house: House, post: Post) -> None:
    await created(house, expiresOn=DAY)
    at(house, date(2026, 5, 12))
    assert await stages(house) == [30]
    await house.record(ACCOUNT, house.account, ExpiryPolicyChanged((60, 25, 10)))
    await house.follow()
    assert await stages(house) == [30], "25 days before is past"
    at(house, date(2026, 5, 22))
    # What is due and not told yet stays due, whatever the stages are by then.
    await house.record(ACCOUNT, house.account, ExpiryPolicyChanged((10, 3)))
    await house.follow()
    assert await stages(house) == [30, 10]
    at(house, DAY)
    assert await stages(house) == [30, 10, 3]


async def test_an_account_that_keeps_its_dates_to_itself_is_not_warned(house: House, post: Post) -> None:
    await created(house, expiresOn=DAY)
    await house.record(ACCOUNT, house.account, DisclosureChanged(Disclosure(document_expiry=False)))
    at(house, date(2026, 5, 25))
    assert await stages(house) == [], "also by a read model that is behind"
    await house.follow()
    assert await stages(house) == []
    await house.record(ACCOUNT, house.account, DisclosureChanged(Disclosure()))
    await house.follow()
    assert await stages(house) == [7]


async def test_whoever_wrote_it_and_the_owners_hear_of_it_if_they_may_read_it(
    house: House, post: Post
) -> None:
    owner, auditor = (built_in_role(house.account, key) for key in ("owner", "auditor"))
    own, eves = (personal_role(house.account, user) for user in (ANN, EVE))
    joins = MemberJoined(EVE, owner, eves, (owner, eves), None)
    await house.record(ACCOUNT, house.account, joins)
    both = await created(house, "ben", expiresOn=DAY)
    mine = await created(house, roles=[own], expiresOn=DAY)
    at(house, date(2026, 5, 25))
    heard = {document: users for document, _, users in await told(house)}
    assert heard[both["id"]] == f'["{ANN}","{BEN}","{EVE}"]'
    assert heard[mine["id"]] == f'["{ANN}"]', "owners do not read what is private"
    member = built_in_role(house.account, "member")
    # Ben keeps what he reads for, and may read no documents.
    changes = [MemberRoleChanged(BEN, member, auditor, (member,))]
    changes.append(MemberRoleChanged(ANN, owner, auditor, ()))
    await house.record(ACCOUNT, house.account, *changes)
    await house.follow()
    at(house, DAY)
    heard = {document: users for document, _, users in (await told(house))[2:]}
    assert heard == {both["id"]: f'["{EVE}"]', mine["id"]: "[]"}, "and once, also where nobody is left"
    assert len(await told(house)) == 4


async def test_one_run_comes_to_the_end(house: House, post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expiry_chores, "BATCH", 2)
    for _ in range(3):
        await created(house, expiresOn=DAY)
        await created(house, "ben", expiresOn=DAY)
    at(house, date(2026, 5, 25))
    assert await stages(house) == [7] * 6
    await told(house)
    assert sorted(post.sent) == sorted([(ANN, "digest", "6"), (BEN, "digest", "3")])


async def test_only_the_clock_warns(house: House, post: Post) -> None:
    item = await created(house, expiresOn=DAY)
    at(house, DAY)
    for command in (WarnOfDocument(DocumentId(UUID(item["id"])), ANN), MailDigest(ANN, 1, 0, 1)):
        with pytest.raises(NotAllowed):
            await house.commands.run(command, house.context(house.actors["ann"]))
    assert await warnings(house) == []


async def test_one_mail_a_day_counts_what_there_was_a_warning_of(house: House, post: Post) -> None:
    for _ in range(3):
        await created(house, expiresOn=DAY)
    await created(house, "ben", expiresOn=DAY)
    at(house, date(2026, 5, 25))
    await told(house)
    await told(house, times=3)
    assert sorted(post.sent) == sorted([(ANN, "digest", "4"), (BEN, "digest", "1")])
    post.sent.clear()
    # A stage that begins today is warned of today, and has to wait for the mail of tomorrow.
    await created(house, expiresOn=date(2026, 6, 24))
    await told(house)
    await told(house)
    assert post.sent == []
    at(house, date(2026, 5, 26), 6.99)
    await told(house)
    assert post.sent == []
    at(house, date(2026, 5, 26))
    await told(house, times=2)
    assert post.sent == [(ANN, "digest", "1")]


async def test_the_mail_waits_for_all_warnings_of_its_account(house: House, post: Post) -> None:
    first = await created(house, expiresOn=DAY)
    at(house, date(2026, 5, 25))
    await house.commands.run(WarnOfDocument(DocumentId(UUID(first["id"])), ANN), house.system())
    await created(house, expiresOn=DAY, remindDays=(8,))
    await house.follow()
    await told(house)
    assert post.sent == [], "one of them came in this very run"
    await told(house)
    assert post.sent == [(ANN, "digest", "2")]


async def test_a_mail_that_was_counted_before_more_came_leaves_them_to_the_next(
    house: House, post: Post
) -> None:
    await created(house, expiresOn=DAY)
    at(house, date(2026, 5, 25))
    await told(house)
    ((documents, through),) = await digests(house, "documents, through")
    late = await created(house, expiresOn=date(2026, 6, 24))
    await house.commands.run(WarnOfDocument(DocumentId(UUID(late["id"])), ANN), house.system())
    for _ in range(2):
        await house.commands.run(MailDigest(ANN, documents, 0, through), house.system())
    await told(house)
    assert post.sent == [(ANN, "digest", "1")]
    at(house, date(2026, 5, 26))
    await told(house)
    assert post.sent == [(ANN, "digest", "1")] * 2


async def test_who_wants_no_mail_gets_none_and_former_members_neither(house: House, post: Post) -> None:
    await created(house, "ben", expiresOn=DAY)
    await house.record(DIGEST, digest_id(house.account, ANN), DigestChosen(ANN, wanted=False))
    await house.follow()
    at(house, date(2026, 5, 25))
    await told(house)
    await house.record(ACCOUNT, house.account, MemberRemoved(BEN, "left"))
    await told(house, times=2)
    assert post.sent == []
    assert await digests(house, "user_id", "send_at is not null") == []
    await house.record(DIGEST, digest_id(house.account, ANN), DigestChosen(ANN, wanted=True))
    await house.follow()
    at(house, DAY)
    await told(house, times=2)
    await told(house)
    assert post.sent == [(ANN, "digest", "1")], "what came meanwhile is not sent after it"


async def test_who_wanted_no_mail_and_comes_back_gets_none(house: House, post: Post) -> None:
    await created(house, "ben", expiresOn=DAY)
    member, own = built_in_role(house.account, "member"), personal_role(house.account, BEN)
    await house.record(DIGEST, digest_id(house.account, BEN), DigestChosen(BEN, wanted=False))
    back = MemberJoined(BEN, member, own, (member, own), None)
    await house.record(ACCOUNT, house.account, MemberRemoved(BEN, "left"), back)
    await house.follow()
    at(house, date(2026, 5, 25))
    await told(house, times=2)
    await told(house)
    assert post.sent == [(ANN, "digest", "1")]
    assert await digests(house, "user_id", "send_at is not null") == []
