"""Everything that the product asks of its read models, between an account of 10,000 of each and a louder one.

The queries are found by who takes a `Reader`; see `tests.support.asked_queries`.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

import psycopg
import pytest
from msgspec import Raw
from psycopg.types.json import set_json_loads

from infrastructure.postgres import open_pool
from infrastructure.rows.reader import PostgresReader
from tests.support.asked_queries import Query, all_queries, unasked
from tests.support.large_accounts import fill
from tests.support.plans import faults_of_page, page_size, plan_of, rows_read, scanned
from tests.support.stack import seen_by

pytestmark = pytest.mark.begins_early

# Asked without a limit, and read whole; by what they are bounded instead.
WHOLE = {
    "projections.accounts.accounts.account_of": "people by seats; the bytes of files are summed up",
    "projections.accounts.member_list.members_of": "people, by seats",
    "projections.accounts.roles.roles_of": "roles, by the plan",
    "projections.oversight.notices.notices_of": "what a person was told in ninety days and has not read",
    "projections.oversight.notices.reported_damage": "objects that are damaged now",
    "projections.vault.wraps.public_keys": "16 devices for each person",
    "projections.vault.wraps.pending_devices": "16 devices for each person",
    "projections.work.files.storage_bytes": "nothing: the bytes of files are summed up",
    "projections.work.profile_groups.GROUP_LIST.open_to": "500 groups",
    "projections.work.profile_groups.SUB_GROUP_LIST.open_to": "2,000 sub-groups",
    "projections.work.profile_groups.profile_counts": "profiles, by the plan",
    "projections.work.profile_groups.standing_in": "profiles, by the plan",
    "projections.work.profiles.profiles_in": "profiles, by the plan",
    "projections.work.profiles.profile_count": "profiles, by the plan",
    "projections.work.profiles.profiles_by_type": "profiles, by the plan",
    "projections.work.statuses.STATUS_LIST.open_to": "100 statuses",
    "projections.work.task_lists.column_of": "nothing: a move reads its whole column",
    "projections.work.topics.STANDING_TOPICS.open_to": "500 topics",
    "infrastructure.identity.platform_people.StoredPlatformPeople.page": "nothing: people are counted",
    "projections.oversight.erasures.erasures": "nothing: an operator lists what was ever closed",
}
# Asked by somebody who has no `Reader`, or only with an answer in hand.
ELSEWHERE = {
    "projections.oversight.notices.TOLD_BETWEEN": "followers, for the positions of a batch",
    "infrastructure.telling.TOLD_BETWEEN": "the same under the name of whoever asks",
    "infrastructure.telling._BETWEEN": "followers, for the positions of a batch",
    "infrastructure.vault.sealer._BEHIND": "the sealer, for all accounts that have gone on",
    "infrastructure.keeping.tree_nodes._UPPER": "the scrub, for the few nodes above a tree's slices",
    "infrastructure.backup.restore._ERASED": "a restore, once for all people whose key is gone",
    "infrastructure.adopting._SOME_PEOPLE": "a command, once for a database that keeps no check values yet",
    "infrastructure.oversight.account_remains._ADDRESSES": "an erasure, once for each address it had invited",
    "infrastructure.log_tree.proven._EVENTS": "whoever reads the log, by the keys of 200 entries at most",
    "infrastructure.oversight.activities._LANGUAGE": "one account by its id, once a person has one",
}
# People's own rows are asked for by a key that is theirs.
UNOWNED = {"infrastructure.oversight.activities.ConcernedByReader.concerned"}
# More than any question about single things takes.
A_FEW = 200


class Asked(NamedTuple):
    queries: Sequence[Query]
    reader: PostgresReader
    owner: psycopg.AsyncConnection


@pytest.fixture(scope="module")
async def asked(module_product_database_url: str) -> AsyncIterator[Asked]:
    with psycopg.connect(module_product_database_url) as owner:
        fill(owner)
    async with (
        open_pool(seen_by("coffer_app", module_product_database_url), size=1) as pool,
        await psycopg.AsyncConnection.connect(module_product_database_url, autocommit=True) as owner,
    ):
        set_json_loads(Raw, owner)
        reader = PostgresReader(pool)
        found = {(query.sql, str(query.params)): query for query in reversed(await all_queries(reader))}
        yield Asked([*reversed(found.values())], reader, owner)


async def test_an_index_serves_every_page_in_its_order(asked: Asked) -> None:
    """No sort, no scan of a whole table, and no row read beyond twice the page, however it is narrowed."""
    paged = [(query, size) for query in asked.queries if (size := page_size(query)) is not None]
    faults = [
        f"{query.asker}: {'; '.join(found)}\n    {_told(query)}"
        for query, size in paged
        if (found := faults_of_page(await plan_of(asked.reader, query), size))
    ]
    assert not faults, "\n".join(faults)
    lists = {query.asker for query, _ in paged}
    assert {
        "projections.work.plain_items.CONTACT_LIST",
        "projections.oversight.changes.changes_since",
    } <= lists


async def test_what_is_asked_without_a_limit_reads_little_or_is_bounded_otherwise(asked: Asked) -> None:
    whole: set[str] = set()
    for query in asked.queries:
        if page_size(query) is None:
            plan = await plan_of(asked.reader, query)
            if scanned(plan) or rows_read(plan) > A_FEW:
                whole.add(query.asker)
    assert whole == WHOLE.keys()


async def test_how_far_back_a_plan_goes_is_found_without_reading_the_log(asked: Asked) -> None:
    query = next(one for one in asked.queries if one.asker.endswith("audit_log.first_kept"))
    plan = "update read.accounts set json = jsonb_set(json, '{plan}', %s) where account_id = %s"
    account = query.params["account_id"]
    await asked.owner.execute(plan, ('{"limits": {"auditDays": 30}}', account))
    try:
        read = rows_read(await plan_of(asked.reader, query))
    finally:
        await asked.owner.execute(plan, ("null", account))
    assert 10 < read < A_FEW, "some for each half, of 10,000 entries"


async def test_every_query_that_is_written_down_is_asked(asked: Asked) -> None:
    assert set(unasked(asked.queries)) == ELSEWHERE.keys()


@pytest.mark.parametrize(
    ("right", "wrong", "found"),
    [
        # Without a name the text takes that of the column, and is what the list is sorted by.
        (")::text as place", ")::text", "Sort of "),
        ("order by updated_at desc, id desc", "order by updated_at desc, id", "Incremental Sort"),
        ("order by updated_at desc, id desc", "order by created_by", "Sort of "),
        ("audience && %(reads)s::uuid[]", "audience && array[id]", "contacts"),
        ("state in ('active', 'archived')", "state = 'deleted'", "finds nothing"),
    ],
)
async def test_a_plan_that_reads_too_much_is_found(asked: Asked, right: str, wrong: str, found: str) -> None:
    newest = next(
        query
        for query in asked.queries
        if query.asker.endswith("CONTACT_LIST") and "order by updated_at desc" in query.sql
    )
    assert right in newest.sql
    plan = await plan_of(asked.reader, newest._replace(sql=newest.sql.replace(right, wrong)))
    size = page_size(newest)
    assert size is not None
    assert any(found in fault for fault in faults_of_page(plan, size)), plan


# How a query says whose rows it wants.
_ACCOUNT = re.compile(r"\b(\w+\.)?account_id = %\(account_id\)s")
_PERSON = re.compile(r"\b(\w+\.)?(user_id|actor_id) = %\(user_id\)s")


async def test_row_security_keeps_accounts_apart_when_a_query_forgets_to(asked: Asked) -> None:
    """With its own condition taken out, a query still answers what it did."""
    for query in _conditions(asked):
        if query.account_id is not None and query.user_id is None:
            careless = _ACCOUNT.sub("true", query.sql)
            assert careless != query.sql, f"{query.asker} does not say of which account"
            without = await _answer(asked.reader, query._replace(sql=careless))
            assert without == await _answer(asked.reader, query), query.asker


async def test_row_security_keeps_people_apart_when_a_query_forgets_to(asked: Asked) -> None:
    for query in _conditions(asked):
        if query.account_id is None and query.user_id is not None and query.asker not in UNOWNED:
            careless = _PERSON.sub("true", query.sql)
            assert careless != query.sql, f"{query.asker} does not say of which person"
            without = await _answer(asked.reader, query._replace(sql=careless))
            assert without == await _answer(asked.reader, query), query.asker


async def test_every_query_keeps_accounts_apart_without_row_security(asked: Asked) -> None:
    """The owner sees all rows, and is answered the same."""
    for query in _conditions(asked):
        if query.account_id is not None or query.user_id is not None:
            found = await (await asked.owner.execute(query.sql, query.params)).fetchall()  # pyright: ignore[reportArgumentType]
            assert _comparable(found) == await _answer(asked.reader, query), query.asker


def _conditions(asked: Asked) -> list[Query]:
    """Each question with each condition once, whatever order it is asked in."""
    first_pages = [query for query in asked.queries if query.params.get("after_id") is None]
    by_condition = {(query.asker, query.sql[: query.sql.rfind("order by")]): query for query in first_pages}
    return list(by_condition.values())


async def _answer(reader: PostgresReader, query: Query) -> list[str]:
    return _comparable(
        await reader.all(query.sql, query.params, account_id=query.account_id, user_id=query.user_id)
    )


def _comparable(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """Whatever their order, which not every query has; JSON as it is written."""
    return sorted(str([bytes(value) if isinstance(value, Raw) else value for value in row]) for row in rows)


def _told(query: Query) -> str:
    given = {name: value for name, value in query.params.items() if value is not None}
    return f"{' '.join(query.sql.split())[-300:]} with {given}"
