"""Tasks over HTTP: written under signed statements, completed, moved, talked about, and listed."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID, uuid4

from msgspec.structs import replace

from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.events import DisclosureChanged, ZoneChanged
from domain.accounts.accounts.settings import Disclosure
from domain.ids import built_in_status, personal_role
from domain.work.recurrence import Recurrence
from domain.work.statuses import STATUS_BOARD
from domain.work.statuses.facts import StatusAdded, StatusBoardBegun, StatusRemoved
from domain.work.tasks import TASK
from domain.work.tasks.facts import TaskRanked
from tests.api.work.asking import everybody, reason, signed_values
from tests.api.work.test_emptying_the_bin import empty, states
from tests.support.seen import seen, whole
from tests.support.shapes import readers
from tests.support.shapes import sealed as shape_of
from tests.support.workplace import ANN, BEN, CID, House

TITLE = {"v": 1, "title": "Renew the passport"}
WEEKLY = Recurrence("FREQ=WEEKLY;BYDAY=MO", "fixed", "Europe/London")


def status(house: House, key: str) -> UUID:
    return built_in_status(house.account, key)


def signing(house: House, **typed: Any) -> dict[str, bytes]:
    """What is signed about a task that is open, but for the members given."""
    base: dict[str, Any] = {"statusId": status(house, "todo"), "state": "active"}
    members = {**base, **typed}
    if isinstance(members.get("recurrence"), Recurrence):
        members["recurrence"] = members["recurrence"].signed_text
    return signed_values(**members)


def task(house: House, who: str = "ann", roles: list[UUID] | None = None, **typed: Any) -> dict[str, Any]:
    """The body of a new task."""
    id = uuid4()
    attrs = signing(house, **typed)
    record = house.pens[who].sealed(id, roles or everybody(house), attrs, TITLE, kind="task")
    return {"id": str(id), "sealed": record}


async def created(
    house: House, who: str = "ann", roles: list[UUID] | None = None, **typed: Any
) -> dict[str, Any]:
    answer = await house.post(who, "/task/create", task(house, who, roles, **typed))
    assert answer.status_code == 201, answer.text
    await house.follow()
    return seen(answer)


async def listed(house: House, who: str, **query: Any) -> list[dict[str, Any]]:
    answer = await house.post(who, "/task/get", query)
    assert answer.status_code == 200, answer.text
    return seen(answer)


async def comments(house: House, who: str = "ann") -> list[dict[str, Any]]:
    """All that is said about tasks."""
    return whole(await house.post(who, "/task/get", {"include": ["comments"]}))["comments"]


async def updated(house: House, who: str, item: dict[str, Any], change: dict[str, Any]) -> Any:
    """The task after one change, or the reason why there is none."""
    answer = await house.post(who, "/task/update", {"items": [{"id": item["id"], **change}]})
    assert answer.status_code == 200, answer.text
    await house.follow()
    body = whole(answer)
    return body["data"][0] if body["data"] else body["errors"][0]["details"]["reason"]


def attested(house: House, who: str, item: dict[str, Any], **typed: Any) -> dict[str, Any]:
    return house.pens[who].attested(item, signing(house, **typed), kind="task")


def forbid(house: House, permission: str) -> None:
    ben = house.actors["ben"]
    house.actors["ben"] = replace(ben, may=ben.may - {permission})


async def test_a_task_is_read_by_those_it_is_for_and_stands_last_where_it_is_open(house: House):
    first = await created(house, dueOn=date(2026, 6, 1), assigneeIds=(BEN,))
    second = await created(house)
    assert first["statusId"] == str(status(house, "todo"))
    assert (first["version"], first["occurrence"], first["commentCount"]) == (1, 1, 0)
    assert first["rank"] < second["rank"]
    rows = await listed(house, "ben", sort=[{"field": "rank"}])
    assert [row["id"] for row in rows] == [first["id"], second["id"]]
    assert house.pens["ben"].open_document(rows[0], house.role("member"), kind="task") == TITLE
    assert "comments" not in rows[0]
    assert rows[0] | {"seq": first["seq"]} == first
    assert await listed(house, "cid") == []
    body = task(house)
    assert (await house.post("ann", "/task/create", body)).status_code == 201
    assert (await house.post("ann", "/task/create", body)).status_code == 200
    private = await created(house, roles=[personal_role(house.account, ANN)])
    assert private["id"] in {row["id"] for row in await listed(house, "ann")}
    assert private["id"] not in {row["id"] for row in await listed(house, "ben")}


async def test_what_is_not_so_or_not_signed_makes_no_task(house: House):
    assert reason(await house.post("ann", "/task/create", task(house) | {"dueOn": "2026-06-01"})) == (
        400,
        "form",
    )
    lied = task(house, state="archived")
    assert reason(await house.post("ann", "/task/create", lied)) == (400, "attrs")
    nowhere = task(house, statusId=uuid4())
    assert reason(await house.post("ann", "/task/create", nowhere)) == (400, "status")
    stranger = task(house, assigneeIds=(CID,))
    assert reason(await house.post("ann", "/task/create", stranger)) == (400, "assignee")
    owners = task(house, roles=[house.role("owner")], assigneeIds=(BEN,))
    assert reason(await house.post("ann", "/task/create", owners)) == (400, "assignee")
    strange = Recurrence("FREQ=HOURLY", "fixed", "UTC")
    rule = task(house, dueOn=date(2026, 6, 1), recurrence=strange)
    assert reason(await house.post("ann", "/task/create", rule)) == (400, "recurrence")
    several = {"items": [task(house), lied]}
    answer = whole(await house.post("ann", "/task/create", several))
    assert (len(answer["data"]), answer["errors"][0]["details"]["reason"]) == (1, "attrs")
    assert reason(await house.post("ann", "/task/create", {**several, **task(house)})) == (400, "form")


async def test_a_task_has_parts_and_they_have_none(house: House):
    whole = await created(house)
    part = await created(house, parentId=UUID(whole["id"]))
    assert [row["id"] for row in await listed(house, "ann", parentId=whole["id"])] == [part["id"]]
    for parent in (UUID(part["id"]), uuid4()):
        refused = await house.post("ann", "/task/create", task(house, parentId=parent))
        assert reason(refused) == (400, "parent")


async def test_what_the_account_keeps_from_the_server_is_refused(house: House):
    known = await created(house, dueOn=date(2026, 6, 1))
    off = Disclosure(task_dates=False, assignees=False)
    await house.record(ACCOUNT, house.account, DisclosureChanged(off))
    for typed in ({"dueOn": date(2026, 6, 1)}, {"assigneeIds": (BEN,)}):
        refused = await house.post("ann", "/task/create", task(house, **typed))
        assert reason(refused) == (400, "disclosure_off")
    cleared = await updated(house, "ann", known, attested(house, "ann", known))
    assert cleared["dueOn"] is None


async def test_members_are_set_under_a_statement_and_columns_are_found_by_the_board(house: House):
    item = await created(house)
    doing = status(house, "inProgress")
    typed = {"statusId": doing, "dueOn": date(2026, 6, 1), "assigneeIds": (BEN,)}
    after = await updated(house, "ben", item, attested(house, "ben", item, **typed))
    assert (after["statusId"], after["dueOn"], after["assigneeIds"]) == (str(doing), "2026-06-01", [str(BEN)])
    assert await updated(house, "ben", after, {"ops": [{"op": "complete"}]}) == "statement"
    forbid(house, "task.assign")
    less = attested(house, "ben", after, **typed | {"assigneeIds": ()})
    assert await updated(house, "ben", after, less) == "not_allowed"


async def test_two_who_complete_at_once_complete_it_once(house: House):
    item = await created(house)
    done = status(house, "done")
    complete = {"ops": [{"op": "complete"}]}
    first = attested(house, "ann", item, statusId=done)
    second = attested(house, "ben", item, statusId=done)
    after = await updated(house, "ann", item, {**complete, **first})
    assert after["statusId"] == str(done)
    assert after["closedAt"] == after["storedAt"]
    assert await updated(house, "ann", item, {**complete, **first}) == after, "its statement is known"
    old = {"id": item["id"], "version": item["version"]}
    late = await house.post("ben", "/task/update", {"items": [{**old, **complete, **second}]})
    (error,) = whole(late)["errors"]
    assert (error["code"], error["details"]["current"]["statusId"]) == ("aborted", str(done))
    again = await house.post("ben", "/task/update", {"items": [{"id": item["id"], **complete, **second}]})
    assert whole(again)["errors"][0]["code"] == "aborted"
    reopened = await updated(
        house, "ben", after, {"ops": [{"op": "reopen"}], **attested(house, "ben", after)}
    )
    assert (reopened["statusId"], reopened["closedAt"]) == (str(status(house, "todo")), None)
    cancelled = attested(house, "ben", reopened, statusId=status(house, "cancelled"))
    gone = await updated(
        house, "ben", reopened, {"ops": [{"op": "complete", "outcome": "cancelled"}], **cancelled}
    )
    assert gone["statusId"] == str(status(house, "cancelled"))


async def test_a_conflict_names_the_author_of_the_change_before_any_list_has_heard_of_it(house: House):
    item = await created(house)
    done = status(house, "done")

    async def completed_by(name: str) -> Any:
        change = {"id": item["id"], "version": item["version"], "ops": [{"op": "complete"}]}
        signed = attested(house, name, item, statusId=done)
        return whole(await house.post(name, "/task/update", {"items": [{**change, **signed}]}))

    (after,) = (await completed_by("ann"))["data"]
    (error,) = (await completed_by("ben"))["errors"]
    told = ("version", "updatedBy", "storedAt", "closedAt")
    assert [error["details"]["current"][name] for name in told] == [after[name] for name in told]


async def test_a_task_that_repeats_goes_on_and_a_stale_second_is_refused(house: House):
    due = date(2026, 5, 4)
    item = await created(house, dueOn=due, recurrence=WEEKLY)
    signed = {"dueOn": due, "recurrence": WEEKLY}
    complete = {"ops": [{"op": "complete"}]}
    wrong = attested(house, "ann", item, **signed, statusId=status(house, "done"))
    assert await updated(house, "ann", item, {**complete, **wrong}) == "next_due"
    second = attested(house, "ben", item, **signed)
    after = await updated(house, "ann", item, {**complete, **attested(house, "ann", item, **signed)})
    assert (after["statusId"], after["dueOn"]) == (str(status(house, "todo")), "2026-05-04")
    assert after["nextDueOn"] >= max(house.now.date().isoformat(), "2026-05-11")
    assert after["occurrence"] >= 2
    late = await house.post("ben", "/task/update", {"items": [{"id": item["id"], **complete, **second}]})
    assert whole(late)["errors"][0]["code"] == "aborted"
    (row,) = await listed(house, "ben", dueFrom=after["nextDueOn"], dueTo=after["nextDueOn"])
    assert row["id"] == item["id"]
    moved = attested(house, "ben", after, **signed | {"dueOn": date(2030, 1, 7)})
    written = await updated(house, "ben", after, moved)
    assert (written["nextDueOn"], written["dueOn"]) == (None, "2030-01-07")


async def test_a_new_content_and_the_whole_of_a_task(house: House):
    item = await created(house, dueOn=date(2026, 6, 1), assigneeIds=(BEN,))
    pen, id = house.pens["ann"], UUID(item["id"])
    attrs = signing(house, assigneeIds=(BEN,))
    record = pen.sealed(id, everybody(house), attrs, TITLE | {"title": "Other"}, after=item, kind="task")
    body = {"version": 1, "sealed": record}
    path = f"/task/{item['id']}"
    part = signing(house, parentId=uuid4())
    another = {"version": 1, "sealed": pen.sealed(id, everybody(house), part, TITLE, after=item, kind="task")}
    assert reason(await house.call("ann", "PUT", path, another)) == (400, "parent")
    answer = await house.call("ann", "PUT", path, body)
    assert answer.status_code == 200, answer.text
    after = seen(answer)
    assert (after["dueOn"], after["assigneeIds"], after["rank"]) == (None, [str(BEN)], item["rank"])
    await house.follow()
    stale = await house.call("ann", "PUT", path, body)
    assert reason(stale) == (409, "version_conflict")
    assert whole(stale)["details"]["current"]["version"] == after["version"]
    assert (await house.call("cid", "PUT", path, body)).status_code == 404


async def order(house: House) -> list[str]:
    rows = await listed(house, "ann", statusIds=[str(status(house, "todo"))], sort=[{"field": "rank"}])
    return [row["id"] for row in rows]


async def test_tasks_are_dropped_between_others_and_make_room(house: House):
    a, b, c = [await created(house) for _ in range(3)]
    ids = [item["id"] for item in (a, b, c)]

    def drop(item: dict[str, Any], **beside: str) -> Any:
        return updated(house, "ben", item, {"ops": [{"op": "rank", **beside}]})

    await drop(c, afterId=a["id"], beforeId=b["id"])
    assert await order(house) == [ids[0], ids[2], ids[1]]
    await drop(a, afterId=b["id"])
    assert await order(house) == [ids[2], ids[1], ids[0]]
    await drop(a, beforeId=c["id"])
    assert await order(house) == [ids[0], ids[2], ids[1]]
    assert await drop(a, afterId=str(uuid4())) == "not_found"
    elsewhere = await created(house, statusId=status(house, "waiting"))
    assert await drop(a, afterId=elsewhere["id"]) == "place"
    # Two in one gap at the same moment have one rank, and there is room between them when it is needed.
    for item in (b, c):
        await house.record(TASK, UUID(item["id"]), TaskRanked("V"))
    await house.follow()
    between = sorted((b["id"], c["id"]))
    await drop(a, afterId=between[0])
    assert await order(house) == [between[0], a["id"], between[1]]


def comment(house: House, who: str, item: dict[str, Any], text: str, **options: Any) -> dict[str, Any]:
    id, mentions = options.get("id") or uuid4(), options.get("mentions", ())
    attrs = signed_values(taskId=UUID(item["id"]), mentionIds=mentions)
    record = house.pens[who].sealed(
        id,
        options.get("roles") or everybody(house),
        attrs,
        {"v": 1, "body": text},
        kind="comment",
        after=options.get("after"),
    )
    return {"id": str(id), "sealed": record}


async def test_comments_are_sealed_each_by_itself_and_belong_to_their_authors(house: House):
    item = await created(house)
    said = comment(house, "ben", item, "Who has it?", mentions=(ANN,))
    after = await updated(house, "ben", item, {"ops": [{"op": "comment.add", **said}]})
    assert (after["commentCount"], after["version"]) == (1, 2)
    (shown,) = await comments(house)
    assert (shown["createdBy"], shown["mentionIds"]) == (str(BEN), [str(ANN)])
    opened = house.pens["ann"].open_document(shown, house.role("member"), kind="comment")
    assert opened["body"] == "Who has it?"
    known = {**shown, "later": []}
    other = comment(house, "ann", item, "Not mine", id=UUID(said["id"]), after=known)
    assert await updated(house, "ann", item, {"ops": [{"op": "comment.revise", **other}]}) == "not_author"
    better = comment(house, "ben", item, "Who has it now?", id=UUID(said["id"]), after=known)
    after = await updated(house, "ben", item, {"ops": [{"op": "comment.revise", **better}]})
    (shown,) = await comments(house)
    assert shown["contentRevision"] == 2
    fewer = [house.role(key) for key in ("owner", "member")]
    aside = comment(house, "ben", item, "Not for admins", roles=fewer)
    assert await updated(house, "ben", item, {"ops": [{"op": "comment.add", **aside}]}) == "audience"
    stranger = comment(house, "ben", item, "You?", mentions=(CID,))
    assert await updated(house, "ben", item, {"ops": [{"op": "comment.add", **stranger}]}) == "assignee"
    lied = comment(house, "ben", item, "You?")
    task_statement = house.pens["ben"].sealed(
        UUID(lied["id"]), everybody(house), signed_values(taskId=UUID(item["id"])), TITLE, kind="task"
    )
    wrong = {"op": "comment.add", "id": lied["id"], "sealed": task_statement}
    assert await updated(house, "ben", item, {"ops": [wrong]}) == "statement_invalid"
    known = {**shown, "later": []}
    away = {"op": "comment.remove", "id": known["id"]}
    foreign = house.pens["ben"].deletion({**item, "later": []}, kind="task")
    assert await updated(house, "ben", item, {"ops": [{**away, **foreign}]}) == "statement_invalid"
    signed = house.pens["ben"].deletion(known, kind="comment")
    after = await updated(house, "ben", item, {"ops": [{**away, **signed}]})
    assert after["commentCount"] == 0
    (shown,) = await comments(house)
    assert (shown["state"], shown["later"][-1]["statementB64u"]) == ("purged", signed["statementB64u"])
    forbid(house, "task.comment")
    more = comment(house, "ben", item, "More")
    assert await updated(house, "ben", item, {"ops": [{"op": "comment.add", **more}]}) == "not_allowed"


async def test_a_list_is_narrowed(house: House):
    house.party.now = 1_780_315_200_000  # 2026-06-01 12:00 UTC
    day = house.now.date()
    topic = uuid4()
    mine = await created(house, assigneeIds=(BEN,), dueOn=day, dueTime="12:30")
    late = await created(house, dueOn=date(2026, 5, 31), topicIds=(topic,))
    done = await created(house, statusId=status(house, "done"), dueOn=date(2026, 5, 1))

    async def ids(**query: Any) -> list[str]:
        return [row["id"] for row in await listed(house, "ann", sort=[{"field": "dueOn"}], **query)]

    assert await ids() == [done["id"], late["id"], mine["id"]]
    assert await ids(categories=["open"]) == [late["id"], mine["id"]]
    assert await ids(topicIds=[str(topic)]) == [late["id"]]
    assert await ids(assigneeIds=["@me"]) == []
    assert [row["id"] for row in await listed(house, "ben", assigneeIds=["@me"], dueTo=day.isoformat())] == [
        mine["id"]
    ]
    assert await ids(overdue=True) == [late["id"]]
    await house.record(ACCOUNT, house.account, ZoneChanged("Europe/London"))
    await house.follow()
    assert await ids(overdue=True) == [late["id"], mine["id"]], "by the account's own clock it is 13:00"
    assert (await house.post("ann", "/task/get", {"assigneeIds": ["me"]})).status_code == 400
    page = whole(await house.post("ann", "/task/get", {"sort": [{"field": "rank"}], "limit": 1}))
    following = {"sort": [{"field": "rank"}], "limit": 1, "cursor": page["page"]["nextCursor"]}
    assert len(await listed(house, "ann", **following)) == 1


async def test_tasks_follow_a_status_that_was_removed(house: House):
    bank, paid = uuid4(), status(house, "waiting")
    record = shape_of(bank, house.role("owner"), attrs={})
    begun = StatusBoardBegun(account_id=house.account)
    added = StatusAdded(
        status_id=bank,
        category="active",
        sealed=record,
        audience=readers(record),
        rank="zz",  # type: ignore[arg-type]
    )
    await house.record(STATUS_BOARD, house.account, begun, added)
    item = await created(house, statusId=bank)
    removed = StatusRemoved(status_id=bank, moved_to=paid)  # type: ignore[arg-type]
    await house.record(STATUS_BOARD, house.account, removed)
    await house.follow()
    (row,) = await listed(house, "ben", statusIds=[str(paid)])
    assert (row["id"], row["statusId"], row["version"]) == (item["id"], str(bank), 1), "it is signed so"
    assert row["seq"] > item["seq"]
    assert reason(await house.post("ann", "/task/create", task(house, statusId=bank))) == (400, "status")
    unchanged = attested(house, "ben", item, statusId=bank, dueOn=date(2026, 6, 1))
    after = await updated(house, "ben", item, unchanged)
    assert after["statusId"] == str(bank), "readers follow what was signed"
    moved = attested(house, "ben", after, statusId=paid, dueOn=date(2026, 6, 2))
    after = await updated(house, "ben", after, moved)
    assert (after["statusId"], len(after["later"])) == (str(paid), 2)


async def test_into_the_bin_and_out_of_it_and_out_of_it_for_ever(house: House):
    item = await created(house)
    said = comment(house, "ben", item, "Hello")
    item = await updated(house, "ben", item, {"ops": [{"op": "comment.add", **said}]})
    moves = {"items": [{"id": item["id"], **house.pens["ben"].deletion(item, kind="task")}]}
    (binned,) = seen(await house.post("ben", "/task/delete", moves))
    assert binned["state"] == "deleted"
    await house.follow()
    assert await listed(house, "ann") == []
    restore = {"items": [{"id": item["id"], **attested(house, "ann", binned)}], "restore": True}
    (restored,) = seen(await house.post("ann", "/task/delete", restore))
    assert restored["state"] == "active"
    moves = {"items": [{"id": item["id"], **house.pens["ann"].deletion(restored, kind="task")}]}
    await house.post("ann", "/task/delete", moves)
    purge = {"items": [{"id": item["id"]}], "purge": True}
    assert (await house.post("ben", "/task/delete", purge)).status_code == 403
    (purged,) = seen(await house.post("ann", "/task/delete", purge))
    await house.follow()
    assert (purged["state"], purged["sealed"].keys()) == ("purged", {"statementB64u", "signatureB64u"})
    assert await listed(house, "ann", states=["deleted"]) == []
    rows = await house.reader.all("select from read.task_comments", account_id=house.account)
    assert rows == []


async def test_wraps_travel_alone(house: House):
    item = await created(house, roles=[house.role("owner")])
    share = house.pens["ann"].share("task", item, [house.role("member")])
    mixed = {"ops": [{"op": "rank"}], **share}
    assert await updated(house, "ann", item, mixed) == "statement"
    after = await updated(house, "ann", item, share)
    assert str(house.role("member")) in after["audience"]
    assert [row["id"] for row in await listed(house, "ben")] == [item["id"]]


async def test_what_was_said_before_is_handed_on_to_a_role_that_comes_later(house: House):
    item = await created(house, roles=[house.role("owner")])
    id = uuid4()
    record = house.pens["ann"].sealed(
        id,
        [house.role("owner")],
        signed_values(taskId=UUID(item["id"])),
        {"v": 1, "body": "Hi"},
        kind="comment",
    )
    say = {"op": "comment.add", "id": str(id), "sealed": record}
    item = await updated(house, "ann", item, {"ops": [say]})
    said = {"id": str(id), "sealed": record, "later": []}
    share = {"op": "comment.share", "id": str(id)}
    share |= house.pens["ann"].share("comment", said, [house.role("member")])
    assert await updated(house, "ann", item, {"ops": [share]}) == "audience"
    item = await updated(house, "ann", item, house.pens["ann"].share("task", item, [house.role("member")]))
    forged = share | {"signatureB64u": record["signatureB64u"]}
    assert await updated(house, "ann", item, {"ops": [forged]}) == "statement_invalid"
    await updated(house, "ann", item, {"ops": [share]})
    (shown,) = await comments(house, "ben")
    assert len(shown["later"]) == 1
    opened = house.pens["ben"].open_document(shown, house.role("member"), kind="comment")
    assert opened["body"] == "Hi"


async def test_the_clock_empties_the_bin_of_tasks_too(house: House):
    item, kept = await created(house), await created(house)
    moves = {"items": [{"id": item["id"], **house.pens["ann"].deletion(item, kind="task")}]}
    assert whole(await house.post("ann", "/task/delete", moves))["errors"] == []
    house.pass_time(days=31)
    await empty(house)
    assert await states(house, "tasks") == {item["id"]: "purged", kept["id"]: "active"}
