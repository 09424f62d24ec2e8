"""The bin: an item lies in it for thirty days, and nobody has to be there when they are over."""

from typing import Any

import pytest

from application.processes.empty_bin import PurgeBinned
from domain.errors import NotAllowed
from domain.kernel import Actor, Decider
from domain.work.contacts import CONTACT
from domain.work.items.facts import DeleteItem
from domain.work.plain.facts import CreateItem
from domain.work.vendors import VENDOR
from infrastructure.work.bin_chores import BinChores
from infrastructure.work.chores import FileChores
from projections.work.bin import items_to_purge
from tests.api.work.asking import created, listed, signed_values, with_file
from tests.api.work.test_keeping_files import chores, frames
from tests.support.seen import seen, whole
from tests.support.shapes import EVERYBODY, attributes, moment, named, sealed, signed
from tests.support.workplace import House


async def empty(house: House) -> None:
    await house.follow()
    await BinChores(house.commands, house.reader, lambda: house.now).do_what_is_due()
    await house.follow()


async def binned(house: House, item: dict[str, Any]) -> dict[str, Any]:
    deletion = {"items": [{"id": item["id"], **house.pens["ann"].deletion(item)}]}
    answer = whole(await house.post("ann", "/document/delete", deletion))
    assert answer["errors"] == []
    return answer["data"][0]


async def states(house: House, table: str = "documents") -> dict[str, str]:
    rows = await house.reader.all(
        f"select id::text, state from read.{table} where account_id = %(account_id)s",
        {"account_id": house.account},
        account_id=house.account,
    )
    return {row[0]: row[1] for row in rows}


async def test_what_lies_in_the_bin_for_thirty_days_is_purged(house: House) -> None:
    item, kept = await created(house), await created(house)
    await binned(house, item)
    house.pass_time(days=29, hours=23)
    await empty(house)
    assert await states(house) == {item["id"]: "deleted", kept["id"]: "active"}
    house.pass_time(hours=2)
    await empty(house)
    assert await states(house) == {item["id"]: "purged", kept["id"]: "active"}
    assert await listed(house, "ann", states=["deleted"]) == []
    (row,) = await house.reader.all(
        "select json->'sealed'->>'dataB64u', json->'sealed'->>'wraps' from read.documents "
        "where account_id = %(account_id)s and id = %(id)s",
        {"account_id": house.account, "id": item["id"]},
        account_id=house.account,
    )
    assert row == (None, None)
    # Once more is nothing more.
    await empty(house)


async def test_what_was_given_back_begins_its_days_anew(house: House) -> None:
    item = await created(house)
    deleted = await binned(house, item)
    house.pass_time(days=20)
    attested = house.pens["ann"].attested(deleted, signed_values(state="active", noteOnly=True))
    restore = {"items": [{"id": item["id"], **attested}], "restore": True}
    (restored,) = seen(await house.post("ann", "/document/delete", restore))
    house.pass_time(days=20)
    await empty(house)
    assert await states(house) == {item["id"]: "active"}
    await binned(house, restored)
    house.pass_time(days=20)
    await empty(house)
    assert await states(house) == {item["id"]: "deleted"}
    house.pass_time(days=11)
    await empty(house)
    assert await states(house) == {item["id"]: "purged"}


async def test_what_was_given_back_in_the_last_moment_stays(house: House) -> None:
    item = await created(house)
    deleted = await binned(house, item)
    house.pass_time(days=31)
    await house.follow()
    # The clock has read its list; the person is faster.
    attested = house.pens["ann"].attested(deleted, signed_values(state="active", noteOnly=True))
    restore = {"items": [{"id": item["id"], **attested}], "restore": True}
    await house.post("ann", "/document/delete", restore)
    await BinChores(house.commands, house.reader, lambda: house.now).do_what_is_due()
    await house.follow()
    assert await states(house) == {item["id"]: "active"}


async def test_the_files_of_a_purged_document_go_a_week_later(house: House) -> None:
    item, _ = await with_file(house)
    await binned(house, item)
    house.pass_time(days=31)
    await empty(house)
    await house.settle()
    await house.follow()
    keeping: FileChores = chores(house)
    await keeping.do_what_is_due()
    assert len(frames(house)) == 2
    house.pass_time(days=8)
    await keeping.do_what_is_due()
    assert frames(house) == []


@pytest.mark.parametrize(("decider", "table"), [(CONTACT, "contacts"), (VENDOR, "vendors")])
async def test_contacts_and_vendors_are_purged_as_documents_are(
    house: House, decider: Decider[Any, Any, Any], table: str
) -> None:
    gone, kept = named("thrown away"), named("kept")
    document = await created(house)
    await binned(house, document)
    for item in (gone, kept):
        creation = CreateItem(item, sealed(item, attrs=attributes(state="active")), EVERYBODY)
        events = decider.decide(creation, None, moment())
        if item == gone:
            state = decider.fold(events, None)
            events = [*events, *decider.decide(DeleteItem(item, signed("deleted")), state, moment())]
        await house.record(decider, item, *events)
    house.pass_time(days=29)
    await empty(house)
    assert await states(house, table) == {str(gone): "deleted", str(kept): "active"}
    house.pass_time(days=2)
    await empty(house)
    assert await states(house, table) == {str(gone): "purged", str(kept): "active"}
    assert await states(house) == {document["id"]: "purged"}
    assert await house.reader.all("select from read.binned") == []


async def test_nobody_but_the_system_empties_the_bin(house: House) -> None:
    item = await created(house)
    deleted = await binned(house, item)
    with pytest.raises(NotAllowed):
        await house.commands.run(
            PurgeBinned("document", item["id"], deleted["version"]), house.context(house.actors["ann"])
        )


async def test_what_was_thrown_away_again_begins_its_days_anew(house: House) -> None:
    """The clock has read its list; meanwhile somebody takes the item out and throws it away once more."""
    item = await created(house)
    deleted = await binned(house, item)
    house.pass_time(days=31)
    await house.follow()
    all_due = await items_to_purge(house.reader, house.now, 100)
    (due,) = [one for one in all_due if str(one.id) == item["id"]]
    attested = house.pens["ann"].attested(deleted, signed_values(state="active", noteOnly=True))
    restore = {"items": [{"id": item["id"], **attested}], "restore": True}
    (restored,) = seen(await house.post("ann", "/document/delete", restore))
    await binned(house, restored)
    system = Actor("system", account_id=house.account)
    await house.commands.run(PurgeBinned(due.kind, due.id, due.version), house.context(system))
    await house.follow()
    assert await states(house) == {item["id"]: "deleted"}
    house.pass_time(days=29)
    await empty(house)
    assert await states(house) == {item["id"]: "deleted"}
    house.pass_time(days=2)
    await empty(house)
    assert await states(house) == {item["id"]: "purged"}
