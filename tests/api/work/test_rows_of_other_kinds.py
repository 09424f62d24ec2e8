"""Vendors, tasks and profiles in the form of rows: the same as in JSON."""

from __future__ import annotations

from uuid import UUID

from tests.api.work import test_profiles, test_tasks, test_vendors
from tests.api.work.test_profiles import groups as groups
from tests.support.in_rows import check_row, readers, rows
from tests.support.workplace import ANN, BEN, House


async def test_the_other_kinds_in_both_forms(house: House):
    """Vendors, tasks and profiles: members of the word, attributes of each type, people by their place."""
    owner = house.role("owner")
    vendor = await test_vendors.created(house)
    await test_tasks.created(house, dueOn="2026-12-01", assigneeIds=tuple(sorted([ANN, BEN])))
    done = await test_tasks.created(house, roles=[owner])
    signed = test_tasks.attested(house, "ann", done, statusId=test_tasks.status(house, "done"))
    after = await test_tasks.updated(house, "ann", done, {"ops": [{"op": "complete"}], **signed})
    assert after["closedAt"] is not None
    await test_profiles.created(house)
    archive = house.pens["ann"].attested(vendor, test_vendors.ARCHIVED, kind="vendor")
    await test_vendors.change(house, "ann", vendor, archive)
    for path, table in (("/api/vendors", "vendors"), ("/task/get", "tasks"), ("/api/profiles", "profiles")):
        for who, reads in readers(house).items():
            by_post = not path.startswith("/api/")
            answer = await house.call(who, "POST" if by_post else "GET", path, {} if by_post else None)
            items = answer.json()["data"]
            assert bool(items) == (who not in ("nobody", "cid")) or table == "tasks", who
            for parts in ("open", "all"):
                found = await rows(house, who, path, parts=parts)
                for row, item in zip(found.rows, items, strict=True):
                    check_row(row, item, reads)


async def test_who_is_named_in_what_one_may_not_open_any_more_is_not_said(house: House):
    owner, admin = house.role("owner"), house.role("admin")
    item = await test_tasks.created(house, assigneeIds=(ANN,))
    assert list((await rows(house, "ben", "/task/get", since=0)).header.people) == [ANN]
    attrs = test_tasks.signing(house, assigneeIds=(ANN,))
    narrowed = house.pens["ann"].sealed(
        UUID(item["id"]), sorted([owner, admin]), attrs, test_tasks.TITLE, after=item, kind="task"
    )
    after = await test_tasks.updated(house, "ann", item, {"version": item["version"], "sealed": narrowed})
    assert not isinstance(after, str), after
    found = await rows(house, "ben", "/task/get", since=0)
    assert [(row.id, row.opening) for row in found.rows] == [(UUID(item["id"]), None)]
    assert list(found.header.people) == []
    assert ANN.bytes not in found.raw
    assert list((await rows(house, "ann", "/task/get", since=0)).header.people) == [ANN]
