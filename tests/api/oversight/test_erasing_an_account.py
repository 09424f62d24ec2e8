"""An account that was closed is erased: nothing of it is left anywhere, and everything still proves."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg import sql

from api.composition import auditing
from api.composition.backing_up import fill_database, source_of
from api.composition.operating import certificate_of
from application.catalogue import DECIDERS
from application.processes.erase_account import BeginErasure, EndErasure, ForgetMember, NoteStep
from domain.errors import NotAllowed, NotFound, Refused
from domain.ids import AccountId, UserId
from domain.kernel import Actor
from infrastructure.backup.restore import check_backup
from infrastructure.backup.take import take_backup
from infrastructure.collecting import keep_objects
from infrastructure.event_store.beside import compare_account
from infrastructure.event_store.completing import History
from infrastructure.event_store.registry import EventRegistry
from infrastructure.local.database import other_database
from infrastructure.local.places import CHECKOUT
from infrastructure.log_tree.seals import seal_next
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.personal_data.sealing import subjects_in
from infrastructure.vault.log_key import LogKey
from projections.catalogue import PROJECTIONS
from tests.support.canary import Found, in_database, in_files, in_valkey
from tests.support.erasing import ACCOUNT_NAME, Worker, World, a_worker, a_world
from tests.support.house import House, an_open_house

pytestmark = pytest.mark.begins_early

PASSPHRASE = "a pass-phrase for these tests"
# What is left in the read models: ids, words and numbers. Built-in roles are called the same everywhere.
LEFT = {"account_mentions", "account_states", "account_erasures", "account_roles", "sealed_head", "sessions"}


@pytest.fixture
async def house(product_database_url: str, valkey_url: str, tmp_path: Path) -> AsyncIterator[House]:
    told: dict[str, Any] = {
        "COFFER_BLOB_DIR": str(tmp_path / "blobs"),
        "COFFER_OWNER_DATABASE_URL": product_database_url,
    }
    async with an_open_house(product_database_url, valkey_url, tmp_path, **told) as house:
        yield house


@pytest.fixture
async def world(house: House) -> World:
    return await a_world(house)


@pytest.fixture
async def worker(house: House) -> AsyncIterator[Worker]:
    async with a_worker(house) as worker:
        yield worker


@pytest.fixture
def empty_database(postgres_server: str) -> Iterator[str]:
    name = f"restored_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_server, autocommit=True) as server:
        server.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        try:
            yield other_database(postgres_server, name)
        finally:
            server.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def everywhere(world: World) -> list[Found]:
    """Every table, Valkey, and the folder of the objects."""
    settings = world.house.settings
    return [
        *in_database(world.house.owner_url, world.words),
        *in_valkey(settings.redis_url, world.words),
        *in_files(settings.blob_dir, world.words),
    ]


def seal(house: House) -> None:
    settings = house.settings
    with psycopg.connect(settings.projector_database_url, autocommit=True) as connection:
        while seal_next(connection, 0, LogKey(settings.log_key_file, settings.log_name), 1):
            pass


async def events_of(house: House, account: UUID) -> list[str]:
    rows = await house.rows("select type from es.event where account_id = %s order by position", (account,))
    return [name for (name,) in rows]


async def different(house: House, account: UUID) -> list[str]:
    """The read models in which an account is not what its replay makes of it."""
    history = History(EventRegistry(DECIDERS), KeyWrapping(house.settings.kek))
    url = house.settings.projector_database_url

    def compared() -> list[str]:
        return [one.name for one in compare_account(url, history, PROJECTIONS, account) if not one.equal]

    return await asyncio.to_thread(compared)


async def test_nothing_of_an_erased_account_is_left_anywhere(
    world: World, worker: Worker, empty_database: str, tmp_path: Path
) -> None:
    found = {one.word for one in everywhere(world)}
    assert len(found) > 15
    assert {"wraps", "attrsSaltB64u", "saltB64u", "emailHash", "displayName", "name"} <= world.secrets.keys()
    assert len(list(world.house.settings.blob_dir.rglob("*-content"))) == 1
    assert (await world.close()).status_code == 202
    world.days_pass()
    assert await worker.erase(world.account)
    assert everywhere(world) == []
    assert [path for path in world.house.settings.blob_dir.rglob("*") if path.is_file()] == []

    # A backup that is taken from now on brings nothing of it back.
    source = source_of(world.house.settings)
    await asyncio.to_thread(
        take_backup, source, tmp_path / "one.coffer", tmp_path / "coffer.keys", PASSPHRASE
    )
    fill_database(empty_database, check_backup(tmp_path / "one.coffer", tmp_path / "coffer.keys", PASSPHRASE))
    assert list(in_database(empty_database, world.words)) == []


async def test_what_is_left_in_the_rows_says_only_that_it_was_erased(world: World, worker: Worker) -> None:
    await world.close()
    world.days_pass()
    assert await worker.erase(world.account)
    tables = await world.house.rows(
        "select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace "
        "join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' "
        "where c.relkind = 'r' and n.nspname <> 'es'"
    )
    left: dict[str, int] = {}
    for schema, table in tables:
        statement = sql.SQL("select count(*) from {} where account_id = %s").format(
            sql.Identifier(schema, table)
        )
        with psycopg.connect(world.house.owner_url) as owner:
            ((count,),) = owner.execute(statement, (world.account,)).fetchall()
        left |= {table: count} if count else {}
    assert left.keys() <= LEFT
    assert left["account_roles"] <= 5
    asked = "select 1 from es.claim where account_id = %s and kind = 'invite'"
    assert await world.house.rows(asked, (world.account,)) == []
    # Whom it had invited: the keys of the addresses, which are no person's.
    asked = "select state from es.event where account_id = %s and type = 'invitation.sent'"
    states = [bytes(state).decode() for (state,) in await world.house.rows(asked, (world.account,))]
    subjects = [subject for state in states for _, subject in subjects_in(state)]
    assert len(subjects) == 3
    asked = "select subject from es.subject_key where subject = any(%s)"
    assert await world.house.rows(asked, (subjects,)) == []
    keys = await world.house.rows(
        "select k.subject from es.subject_key k where k.subject in "
        "(select stream_id from es.event where account_id = %s)",
        (world.account,),
    )
    assert keys == []


async def test_an_erased_account_still_proves(world: World, worker: Worker, tmp_path: Path) -> None:
    neighbour = world.neighbour.account_id
    await world.close()
    world.days_pass()
    assert await worker.erase(world.account)
    assert await different(world.house, world.account) == []
    assert await different(world.house, neighbour) == []
    seal(world.house)
    settings = world.house.settings
    certificate = await asyncio.to_thread(certificate_of, settings, world.account)
    (tmp_path / "certificate.json").write_text(json.dumps(certificate), encoding="utf-8")
    for account in (world.account, None):
        with auditing.bundle(settings, 0, account) as lines:
            (tmp_path / "bundle.jsonl").write_text("".join(lines), encoding="utf-8")
        assert verified(settings, tmp_path) == (0, "was erased (recordKeys")
    ((last, position),) = await world.house.rows(
        "select encode(state, 'escape'), position from es.event where type = 'account.erased'"
    )
    assert json.loads(last)["proofHash"] == certificate["proof"]
    counted = {step["step"]: step["count"] for step in certificate["steps"]}
    assert counted["blobs"] == 1
    assert counted["persons"] == 2
    assert counted["recordKeys"] >= 7
    # Whoever changes a count, or has another certificate for the same account, is found out.
    for change in ({"count": counted["blobs"] + 1}, {"sha256": "0" * 64}):
        steps = [{**s, **change} if s["step"] == "blobs" else s for s in certificate["steps"]]
        (tmp_path / "certificate.json").write_text(json.dumps({**certificate, "steps": steps}))
        assert verified(settings, tmp_path)[0] == 1
    assert position > 0


def verified(settings: Any, folder: Path) -> tuple[int, str]:
    """As an auditor runs it: in a process of its own, with Python alone."""
    program = CHECKOUT / "client" / "verify_erasure.py"
    asked = [str(folder / "certificate.json"), str(folder / "bundle.jsonl")]
    key = base64.b64encode(auditing.key_of(settings).key).decode()
    ran = subprocess.run(
        [sys.executable, "-I", "-S", str(program), *asked, "--key", key],
        capture_output=True,
        text=True,
        check=False,
    )
    said = "was erased (recordKeys"
    return ran.returncode, said if said in ran.stdout else ran.stdout + ran.stderr


async def test_who_belongs_to_another_account_stays(world: World, worker: Worker) -> None:
    await world.close()
    world.days_pass()
    assert await worker.erase(world.account)
    stays, gone = world.neighbour.user_id, world.owner.user_id
    keys = await world.house.rows(
        "select subject from es.subject_key where subject = any(%s)", ([stays, gone],)
    )
    assert keys == [(stays,)]
    people = await world.house.rows("select id, erased from read.users where id = any(%s)", ([stays, gone],))
    assert dict(people) == {stays: False, gone: True}
    priyanka = world.people["elsewhere"]
    await priyanka.sign_in_by_code(priyanka.email)
    session = await priyanka.session()
    assert session["user"]["name"] == "Priyanka Ravensworth"
    assert session["session"]["accountId"] == str(world.neighbour.account_id)
    await world.house.follow()
    assert [one["accountId"] for one in await priyanka.data("GET", "/api/accounts")] == [
        str(world.neighbour.account_id)
    ]
    assert len(await priyanka.data("POST", "/document", {})) == 1
    # And the others are strangers.
    for who in ("owner", "member"):
        person = world.people[who]
        denied = await world.house.browser().post(
            "/sign-in/email", {"email": person.email, "password": "correct horse battery"}
        )
        assert denied.status_code == 401


async def test_it_takes_the_owner_the_password_and_thirty_days(world: World, worker: Worker) -> None:
    account, house = world.account, world.house
    owner, member = world.people["owner"], world.people["member"]
    body = {"confirm": ACCOUNT_NAME}
    house.clock.advance(minutes=11)
    assert (await owner.refusal("DELETE", f"/api/accounts/{account}", body))[2] == "step_up_required"
    assert (await world.close("member")).status_code == 403
    # An owner of another account is told what everybody is told who does not belong to it.
    assert (await world.close("elsewhere")).status_code == 404
    assert (await world.close(confirm="another")).status_code == 400
    with pytest.raises(Refused, match="not due"):
        await worker.erasing.go_on(AccountId(account), worker.context())
    assert (await world.close()).status_code == 202
    reopening = {"state": "active", "version": 1}
    assert (await member.refusal("PUT", f"/api/accounts/{account}", reopening))[0] == 403
    world.days_pass(29.9)
    await house.follow()
    await worker.chores.do_what_is_due()
    with pytest.raises(Refused, match="not due"):
        await worker.erasing.go_on(AccountId(account), worker.context())
    assert "erasure.started" not in await events_of(house, account)
    world.days_pass(0.2)
    assert await worker.erase(account)


async def test_nobody_but_the_system_erases(world: World, worker: Worker) -> None:
    account, commands = AccountId(world.account), worker.base.commands
    await world.close()
    world.days_pass()
    person = Actor("user", world.owner.user_id, account)  # type: ignore[arg-type]
    theirs = worker.context()._replace(actor=person)
    user_id = UserId(world.owner.user_id)
    for command in (
        BeginErasure(account),
        ForgetMember(account, user_id),
        NoteStep(account, "recordKeys", 0, ""),
        EndErasure(account),
    ):
        with pytest.raises((NotAllowed, NotFound)):
            await commands.run(command, theirs)
    assert "erasure.started" not in await events_of(world.house, account)
    # And nobody is forgotten by an erasure that has not begun, or of an account that they do not belong to.
    with pytest.raises(NotFound):
        await commands.run(ForgetMember(account, user_id), worker.context())
    await commands.run(BeginErasure(account), worker.context())
    stranger = await world.house.person().arrived("Sam Stranger")
    stranger_id = UserId(UUID((await stranger.session())["user"]["id"]))
    with pytest.raises(NotFound):
        await commands.run(ForgetMember(account, stranger_id), worker.context())


async def test_no_step_is_skipped_or_said_twice(world: World, worker: Worker) -> None:
    account, commands = AccountId(world.account), worker.base.commands
    await world.close()
    world.days_pass()
    await commands.run(BeginErasure(account), worker.context())
    with pytest.raises(Refused, match="comes first"):
        await commands.run(NoteStep(account, "rows", 1, "x"), worker.context())
    with pytest.raises(Refused, match="not done"):
        await commands.run(EndErasure(account), worker.context())
    await commands.run(NoteStep(account, "recordKeys", 1, "x"), worker.context())
    await commands.run(NoteStep(account, "recordKeys", 1, "x"), worker.context())
    with pytest.raises(Refused, match="something else before"):
        await commands.run(NoteStep(account, "recordKeys", 2, "x"), worker.context())
    assert (await events_of(world.house, account)).count("erasure.step_done") == 1


async def test_nobody_acts_in_it_once_it_has_begun(world: World, worker: Worker) -> None:
    await world.close()
    owner = world.people["owner"]
    assert (await owner.call("GET", f"/api/accounts/{world.account}")).status_code == 200
    world.days_pass()
    await worker.base.commands.run(BeginErasure(AccountId(world.account)), worker.context())
    await owner.sign_in_by_code(owner.email)
    assert (await owner.call("GET", f"/api/accounts/{world.account}")).status_code in (403, 404)
    reopening = {"state": "active", "version": 1}
    assert (await owner.call("PUT", f"/api/accounts/{world.account}", reopening)).status_code >= 400
    assert await worker.erase(world.account)


async def test_objects_wait_for_a_backup(world: World, worker: Worker) -> None:
    await world.close()
    world.days_pass()
    with keep_objects(world.house.settings.projector_database_url):
        assert await worker.erase(world.account) is False
        assert (await events_of(world.house, world.account)).count("erasure.step_done") == 1
        assert any(world.house.settings.blob_dir.rglob("*-content"))
    assert await worker.erase(world.account)
    assert not any(world.house.settings.blob_dir.rglob("*-content"))
