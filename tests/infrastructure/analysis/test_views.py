"""What views say is what the read models say, reckoned once more by hand; and nothing in them is sealed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from statistics import median
from typing import Any, get_args
from uuid import UUID

import pytest

from domain.work.documents.facts import DocumentRenewed
from domain.work.documents.item import DocumentItem
from domain.work.tasks.facts import TaskCreated, TaskStatusChanged
from infrastructure.analysis.views import ensure_analysis
from projections import seen
from projections.analysis import BY_NAME, VIEWS, sources
from projections.analysis.kernel import Kind
from projections.catalogue import PROJECTIONS
from projections.work.item_json import item_in
from tests.support.analysed import Analysed

Rows = list[tuple[Any, ...]]
Reckoning = Callable[[Analysed, UUID], Iterable[tuple[Any, ...]]]

TODAY = datetime.now(UTC).date()
# What columns are called whose values are sealed, or say who somebody is.
NUMBERS = ("integer", "bigint", "double precision")
# Every device has its keys, and they are of today.
NOT_YET = {("v_keys", "missing"), ("v_keys", "age_days")}
SEALED = ("bytea", "json", "jsonb")
PERSONAL = ("name", "email", "address", "title", "label", "text", "ip", "agent")


def day(at: datetime) -> date:
    return at.astimezone(UTC).date()


def hours(begin: datetime, end: datetime) -> float:
    return (end - begin).total_seconds() / 3600


def roles(analysed: Analysed, account_id: UUID) -> Mapping[UUID, str]:
    return {row["role_id"]: row["key"] or "custom" for row in analysed.rows("account_roles", account_id)}


def tasks_daily(analysed: Analysed, account_id: UUID) -> Iterable[tuple[Any, ...]]:
    counts: dict[tuple[Any, ...], Counter[str]] = {}
    took: dict[tuple[Any, ...], list[float]] = {}
    for task in analysed.rows("tasks", account_id):
        if task["state"] in ("deleted", "purged"):
            continue
        place = (task["status_id"], task["category"])
        counts.setdefault((day(task["created_at"]), *place), Counter())["opened"] += 1
        if task["closed_at"] is not None:
            key = (day(task["closed_at"]), *place)
            word = "cancelled" if task["outcome"] == "cancelled" else "closed"
            counts.setdefault(key, Counter())[word] += 1
            took.setdefault(key, []).append(hours(task["created_at"], task["closed_at"]))
        if task["category"] != "done" and task["due"] is not None and task["due"] < TODAY:
            counts.setdefault((task["due"], *place), Counter())["overdue"] += 1
    for key, found in counts.items():
        numbers = [found[word] for word in ("opened", "closed", "cancelled", "overdue")]
        yield (*key, *numbers, median(took[key]) if key in took else None)


def documents(analysed: Analysed, account_id: UUID) -> Iterable[tuple[Any, ...]]:
    stored = {
        row["id"]: row["bytes"] for row in analysed.rows("files", account_id) if row["state"] == "stored"
    }
    for row in analysed.rows("documents", account_id):
        if row["state"] != "purged":
            expires = row["expires_on"]
            left = None if expires is None else (expires - TODAY).days
            place = (row["id"], row["state"], row["lifecycle"], expires)
            document = item_in(row, DocumentItem)
            size = sum(stored.get(file, 0) for file in document.named_files)
            versions = len(document.versions)
            yield (*place, left, row["version"], versions, size, day(row["created_at"]))


def expiry_outlook(analysed: Analysed, account_id: UUID) -> Iterable[tuple[Any, ...]]:
    days = [
        row["expires_on"]
        for row in analysed.rows("documents", account_id)
        if row["state"] == "active" and row["expires_on"] is not None
    ]
    renewed = renewals(analysed, account_id)
    for month in {each.replace(day=1) for each in (*days, *renewed)}:
        inside = [each for each in days if each.replace(day=1) == month]
        again = sum(each.replace(day=1) == month for each in renewed)
        yield month, len(inside), again, sum(each < TODAY for each in inside)


def renewals(analysed: Analysed, account_id: UUID) -> list[date]:
    """By the log itself: the days that active documents would have expired on."""
    active = {row["id"] for row in analysed.rows("documents", account_id) if row["state"] == "active"}
    first: dict[tuple[UUID, date], date] = {}
    for entity, at, event, _ in analysed.log(account_id, DocumentRenewed):
        before, after = event.previous_expires_on, event.expires_on
        if entity in active and before is not None and after is not None and after > before:
            first.setdefault((entity, before), day(at))
    return [before for (_, before), at in first.items() if at <= before]


def task_flow(analysed: Analysed, account_id: UUID) -> Iterable[tuple[Any, ...]]:
    """By the log itself."""
    kept = {
        row["id"] for row in analysed.rows("tasks", account_id) if row["state"] not in ("deleted", "purged")
    }
    places: dict[UUID, tuple[str, datetime]] = {}
    for entity, at, event, actor in analysed.log(account_id, TaskCreated, TaskStatusChanged):
        before = places.get(entity)
        if before is not None and before[0] == event.category:
            continue
        places[entity] = (event.category, at)
        if entity in kept:
            moved = (None, None) if before is None else (before[0], hours(before[1], at))
            name = None if actor is None else pseudonym(analysed, account_id, actor)
            yield entity, moved[0], event.category, at, day(at), moved[1], name


def mail_daily(analysed: Analysed, account_id: UUID) -> Iterable[tuple[Any, ...]]:
    with analysed.owner() as owner:
        found = owner.execute(
            "select created_at, class, state from read.email_messages where sender_account_id = %s",
            (account_id,),
        ).fetchall()
    counted = Counter((day(at), class_, state) for at, class_, state in found)
    return ((*key, count) for key, count in counted.items())


def pseudonym(analysed: Analysed, account_id: UUID, user_id: UUID) -> str:
    with analysed.owner() as owner:
        (secret,) = owner.execute("select value from analytics.secret").fetchone() or (b"",)
    return sha256(sha256(secret + account_id.bytes).digest() + user_id.bytes).hexdigest()[:32]


def members(analysed: Analysed, account_id: UUID) -> Iterable[tuple[Any, ...]]:
    named, entries = roles(analysed, account_id), analysed.rows("audit_log", account_id)
    devices = [row for row in analysed.rows("devices", account_id) if row["state"] == "active"]
    wraps = {(row["role_id"], row["device_id"]) for row in analysed.rows("role_wraps", account_id)}
    held = {(row["role_id"], row["user_id"]) for row in analysed.rows("role_holders", account_id)}
    for member in analysed.rows("account_members", account_id):
        user, role = member["user_id"], member["role_id"]
        acts = sorted((row["position"], day(row["at"])) for row in entries if row["actor_id"] == user)
        own = [device["id"] for device in devices if device["user_id"] == user]
        ready = (role, user) in held and any((role, device) in wraps for device in own)
        active = acts[-1][1] if acts else None
        name = pseudonym(analysed, account_id, user)
        yield name, named[role], day(member["joined_at"]), active, len(own), ready


def activity_daily(analysed: Analysed, account_id: UUID) -> Iterable[tuple[Any, ...]]:
    named = roles(analysed, account_id)
    of = {row["user_id"]: named[row["role_id"]] for row in analysed.rows("account_members", account_id)}
    (plan,) = analysed.rows("accounts", account_id)
    days = plan["audit_days"]
    since = None if days is None else datetime.now(UTC) - timedelta(days=days)
    counted = Counter(
        (
            *(day(row["at"]), row["action"], row["outcome"]),
            "none" if row["actor_id"] is None else of.get(row["actor_id"], "no member"),
        )
        for row in analysed.rows("audit_log", account_id)
        if since is None or row["at"] >= since
    )
    return ((*key, count) for key, count in counted.items())


def keys(analysed: Analysed, account_id: UUID) -> Iterable[tuple[Any, ...]]:
    named = roles(analysed, account_id)
    wraps = {(row["role_id"], row["device_id"]) for row in analysed.rows("role_wraps", account_id)}
    devices = [row for row in analysed.rows("devices", account_id) if row["state"] == "active"]
    for key in analysed.rows("role_keys", account_id):
        if key["personal"]:
            continue
        role = key["role_id"]
        holders = {
            row["user_id"] for row in analysed.rows("role_holders", account_id) if row["role_id"] == role
        }
        missing = sum(
            device["user_id"] in holders and (role, device["id"]) not in wraps for device in devices
        )
        age = (TODAY - day(key["changed_at"])).days
        yield role, named[role], key["generation"], len(holders), missing, age, key["roll_due"]


def storage_daily(analysed: Analysed, account_id: UUID) -> Iterable[tuple[Any, ...]]:
    stored = {
        row["id"]: row["bytes"] for row in analysed.rows("files", account_id) if row["state"] == "stored"
    }
    came = [
        (day(row["at"]), stored[row["target_id"]])
        for row in analysed.rows("audit_log", account_id)
        if row["action"] == "file.upload_finalised" and row["target_id"] in stored
    ]
    for each in {each for each, _ in came}:
        sizes = [size for on, size in came if on == each]
        yield each, sum(sizes), len(sizes)


def security(analysed: Analysed, account_id: UUID) -> Iterable[tuple[Any, ...]]:
    for row in analysed.rows("suspicious_activity", account_id):
        told = row["json"]
        first = datetime.fromisoformat(told["firstAt"])
        resolved = row["resolved_at"]
        assert (resolved is not None) == (told["state"] == "resolved")
        took = None if resolved is None else hours(first, resolved)
        yield told["detector"], told["severity"], told["state"], first, took


RECKONED: Mapping[str, Reckoning] = {
    "v_tasks_daily": tasks_daily,
    "v_task_flow": task_flow,
    "v_documents": documents,
    "v_expiry_outlook": expiry_outlook,
    "v_members": members,
    "v_activity_daily": activity_daily,
    "v_keys": keys,
    "v_storage_daily": storage_daily,
    "v_mail_daily": mail_daily,
    "v_security": security,
}


def ordered(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    rounded = (tuple(round(each, 6) if isinstance(each, float) else each for each in row) for row in rows)
    return sorted(rounded, key=str)


@pytest.mark.parametrize("view", BY_NAME)
def test_a_view_says_what_is_reckoned_by_hand(analysed: Analysed, view: str) -> None:
    asked = f"select * from {view}".encode()
    with analysed.analyst() as analyst:
        told = analyst.execute(asked).fetchall()
    assert told, "of nothing, anything is true"
    assert ordered(told) == ordered(RECKONED[view](analysed, analysed.mine))
    for account_id in (analysed.mine, analysed.other):
        with analysed.api(account_id) as api:
            told = api.execute(b"select * from analytics." + view.encode()).fetchall()
        assert told
        assert ordered(told) == ordered(RECKONED[view](analysed, account_id))


def test_what_is_counted_has_happened(analysed: Analysed) -> None:
    """Each number of each view is another one than nothing somewhere."""
    with analysed.analyst() as analyst:
        for view in VIEWS:
            for name, column in view.columns.items():
                if (view.name, name) in NOT_YET:
                    continue
                differs = "> 0" if column.kind in NUMBERS else "is not null"
                asked = f"select from {view.name} where {name} {differs} limit 1"
                assert analyst.execute(asked.encode()).fetchone() is not None, f"{view.name}.{name}"


def test_devices_that_wait_for_a_key_are_counted(analysed: Analysed) -> None:
    asked = "select sum(missing) from analytics.v_keys"
    with analysed.owner() as owner, owner.transaction(force_rollback=True):
        owner.execute("select set_config('app.account_id', %s, true)", (str(analysed.mine),))
        assert owner.execute(asked).fetchone() == (0,)
        gone = owner.execute(
            "delete from p_keys_4.role_wraps as w using p_keys_4.role_keys as k "
            "where w.account_id = %s and k.account_id = w.account_id and k.role_id = w.role_id "
            "and not k.personal returning 1",
            (analysed.mine,),
        ).fetchall()
        assert owner.execute(asked).fetchone() == (len(gone),)
        assert gone


def test_a_person_has_another_pseudonym_in_each_account_and_the_same_one_always(analysed: Analysed) -> None:
    names: list[set[str]] = []
    for account_id in (analysed.mine, analysed.other, analysed.mine):
        with analysed.api(account_id) as api:
            names.append({name for (name,) in api.execute("select pseudonym from analytics.v_members")})
    assert len(names[0]) >= 2
    assert names[0] == names[2]
    assert not names[0] & names[1]
    # The one who is in both, found by who knows the secret.
    assert pseudonym(analysed, analysed.mine, analysed.both) in names[0]
    assert pseudonym(analysed, analysed.other, analysed.both) in names[1]


def test_no_column_of_a_view_is_sealed_or_says_who_somebody_is(analysed: Analysed) -> None:
    kinds = set(get_args(Kind))
    for view in VIEWS:
        assert {column.kind for column in view.columns.values()} <= kinds - set(SEALED), view.name
        assert not [name for name in view.columns if set(name.split("_")) & set(PERSONAL)], view.name
        assert all(column.meaning.endswith(".") for column in view.columns.values()), view.name


def test_what_views_are_made_of_holds_nothing_sealed_and_nobodys_name() -> None:
    """The role under the views has no right on any such column: what it cannot read, no view can show."""
    tables = {table.name: table for projection in PROJECTIONS for table in projection.tables}
    told = {
        (table, column): line
        for line, places in seen.COLUMNS.items()
        for table, columns in places.items()
        for column in columns.split()
    }
    for name, columns in sources().items():
        table = tables[name]
        assert table.account, f"{name}: nothing keeps its rows apart"
        for column in set(columns) - {"account_id"}:
            kind = table.columns[column].removesuffix(" not null").split(" ")[0]
            assert kind not in SEALED, f"{name}.{column}"
            assert not set(column.split("_")) & set(PERSONAL), f"{name}.{column}"
            assert not column.endswith(("_ref", "_hash", "_index", "_key", "sealed")), f"{name}.{column}"
            # Names, addresses and how people sign in; of it only that somebody is there.
            assert told[name, column] != "people", f"{name}.{column}"


def test_the_role_under_the_views_has_just_these_rights(analysed: Analysed) -> None:
    with analysed.owner() as owner:
        found = owner.execute(
            "select c.relname, array_agg(a.attname::text order by a.attname) from pg_attribute as a "
            "join pg_class as c on c.oid = a.attrelid join pg_namespace as n on n.oid = c.relnamespace "
            r"where n.nspname ~ '^(p|rebuilt|replaced)_' and n.nspname <> 'pg_catalog' and c.relkind = 'r' "
            "and a.attnum > 0 and n.nspname !~ '^pg_' "
            "and has_column_privilege('coffer_analytics', c.oid, a.attnum, 'select') group by 1"
        ).fetchall()
        assert {name: tuple(columns) for name, columns in found} == sources()
        unforced = owner.execute(
            "select c.relname from pg_class as c join pg_namespace as n on n.oid = c.relnamespace "
            "where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' "
            "and not (c.relrowsecurity and c.relforcerowsecurity) and "
            "has_any_column_privilege('coffer_analytics', c.oid, 'select, insert, update, references')"
        ).fetchall()
        # It keys pseudonyms, and only functions under views run as this role.
        assert unforced == [("secret",)]
        policies = owner.execute(
            "select tablename, roles::text[], cmd, qual from pg_policies where policyname = 'analytics'"
        ).fetchall()
    assert {table for table, *_ in policies} == set(sources())
    for _, named, command, rule in policies:
        assert (named, command) == (["coffer_analytics"], "SELECT")
        assert "analytics.account() AS account" in rule
        assert "current_setting" not in rule


def test_the_catalogue_is_what_the_database_has(analysed: Analysed) -> None:
    """Names, types and comments, in their order."""
    with analysed.owner() as owner:
        found = owner.execute(
            "select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), "
            "col_description(c.oid, a.attnum), obj_description(c.oid, 'pg_class') from pg_class as c "
            "join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 "
            "where c.relnamespace = 'analytics'::regnamespace and c.relkind = 'v' and c.relname ~ '^v_' "
            "order by c.relname, a.attnum"
        ).fetchall()
        options = owner.execute(
            "select distinct reloptions from pg_class "
            "where relnamespace = 'analytics'::regnamespace and relname ~ '^v_'"
        ).fetchall()
    full = {"timestamptz": "timestamp with time zone"}
    assert found == [
        (view.name, name, full.get(column.kind, column.kind), column.meaning, view.meaning)
        for view in sorted(VIEWS, key=lambda view: view.name)
        for name, column in view.columns.items()
    ]
    assert options == [(["security_invoker=true"],)]


def test_views_that_are_there_are_left_alone(analysed: Analysed) -> None:
    with analysed.owner() as owner:
        asked = "select oid from pg_class where relnamespace = 'analytics'::regnamespace order by 1"
        before = owner.execute(asked).fetchall()
        ensure_analysis(analysed.owner_url)
        assert owner.execute(asked).fetchall() == before


@pytest.mark.parametrize("planted", ["no account", "one account's key for all"])
def test_a_pseudonym_without_the_accounts_own_key_is_found(analysed: Analysed, planted: str) -> None:
    """The law of pseudonyms sees a person who has the same one twice."""
    right = "sha256(s.value || uuid_send(m.account_id))"
    wrong = {"no account": "sha256(s.value)", "one account's key for all": "s.value"}[planted]
    body = BY_NAME["v_members"].sql
    assert right in body
    with analysed.owner() as owner, owner.transaction(force_rollback=True):
        _plant(owner, body.replace(right, wrong))
        names = [_names(owner, account_id) for account_id in (analysed.mine, analysed.other)]
    assert names[0] & names[1]


def _plant(owner: Any, body: str) -> None:
    owner.execute("set local check_function_bodies = off")
    (source,) = owner.execute("select pg_get_functiondef('analytics.v_members'::regproc)").fetchone()
    head = source[: source.index("AS $function$")]
    owner.execute(f"{head} as $planted${body}$planted$".encode())


def _names(owner: Any, account_id: UUID) -> set[str]:
    owner.execute("select set_config('app.account_id', %s, true)", (str(account_id),))
    return {name for (name,) in owner.execute("select pseudonym from analytics.v_members")}
