"""A backup taken while people write, and what comes back from it."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from psycopg import sql

from api.composition.backing_up import fill_database, source_of
from application.catalogue import DECIDERS
from application.ports import Append, Context, StreamAppend
from bench.lives import Writer
from domain.identity.users import USER, SocialIdentityLinked
from domain.kernel import Actor
from infrastructure.backup import take
from infrastructure.backup.refusals import NotDone
from infrastructure.backup.restore import check_backup, restore_objects
from infrastructure.backup.take import Source, Taken, take_backup
from infrastructure.collecting import Collecting, keep_objects
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.verify import verify
from infrastructure.local.database import other_database
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.vault.log_key import make_log_key
from projections.catalogue import PROJECTIONS
from tests.support.door import KEY, PASSWORD, SECRET
from tests.support.house import House, an_open_house
from tests.support.kept import an_object, digests, folder_store, whole
from tests.support.lively import a_store

pytestmark = pytest.mark.begins_early

_BEHIND = "select from es.tracking as t join es.head as h using (log_id) where t.position < h.position"
PASSPHRASE = "a pass-phrase for these tests"


@pytest.fixture
def source(product_database_url: str, tmp_path: Path) -> Source:
    """An installation whose processes do not run."""
    secrets_of = {name: SECRET.encode() for name in ("auth-secret", "blob-secret")}
    log_key = Ed25519PrivateKey.generate().private_bytes_raw()
    return Source(
        product_database_url,
        folder_store(tmp_path / "blobs"),
        {**secrets_of, "kek": KEY.encode(), "log-key.pem": log_key},
        "coffer.test",
        "https://coffer.test",
    )


@pytest.fixture
def empty_database(postgres_server: str) -> Iterator[str]:
    name = f"restored_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_server, autocommit=True) as server:
        server.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        try:
            yield other_database(postgres_server, name)
        finally:
            server.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def backed_up(source: Source, file: Path, passphrase: str = PASSPHRASE) -> Taken:
    return take_backup(source, file, file.with_name("coffer.keys"), passphrase)


def restored(file: Path, into: str) -> None:
    fill_database(into, check_backup(file, file.with_name("coffer.keys"), PASSPHRASE))


async def test_everything_comes_back_as_it_was_and_goes_on(
    product_database_url: str, empty_database: str, valkey_url: str, tmp_path: Path
) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    for folder in (first, again):
        folder.mkdir()
    make_log_key(first / "log-key.pem")
    blobs = folder_store(tmp_path / "blobs")
    told = {"COFFER_BLOB_DIR": str(tmp_path / "blobs"), "COFFER_OWNER_DATABASE_URL": product_database_url}
    async with an_open_house(product_database_url, valkey_url, first, seals=False, **told) as house:
        ann = await house.person().arrived()
        await ann.subscribed()
        keys = [await an_object(house.owner_url, blobs) for _ in range(2)]
        while await house.rows(_BEHIND):
            await house.follow()
        before = await asyncio.to_thread(digests, house.owner_url)
        taken = await asyncio.to_thread(backed_up, source_of(house.settings), tmp_path / "one.coffer")
        roles = await ann.data("GET", "/api/roles")
    backup = check_backup(tmp_path / "one.coffer", tmp_path / "coffer.keys", PASSPHRASE)
    fill_database(empty_database, backup)
    after = digests(empty_database)
    # Migrations say when they were applied, and snapshots are taken anew.
    assert {name for name in before if before[name] != after[name]} <= {"public.migration", "es.snapshot"}
    assert (taken.objects, list(taken.damaged)) == (2, [])

    elsewhere = folder_store(tmp_path / "elsewhere")
    assert await asyncio.to_thread(restore_objects, elsewhere, backup) == []
    for key_of in keys:
        assert await whole(elsewhere, key_of) == await whole(blobs, key_of)

    (again / "log-key.pem").write_bytes(backup.secrets["log-key.pem"])
    async with an_open_house(empty_database, valkey_url, again) as house:
        there = house.person()
        there.email = ann.email
        await there.sign_in_by_code(ann.email)
        assert (await there.session())["user"]["name"] == "Ann"
        assert await there.data("GET", "/api/roles") == roles


async def test_what_was_answered_before_its_position_is_there_and_nothing_after_it(
    source: Source, empty_database: str, tmp_path: Path
) -> None:
    answered, stop = 0, asyncio.Event()
    async with a_store(source.owner_url) as store:

        async def write() -> None:
            nonlocal answered
            for append in Writer().appends():
                answered = max(answered, (await store.append(append)).position)
                if stop.is_set():
                    return

        writers = [asyncio.create_task(write()) for _ in range(8)]
        for append in islice(Writer().appends(), 30):
            answered = max(answered, (await store.append(append)).position)
        known = answered
        taken = await asyncio.to_thread(backed_up, source, tmp_path / "one.coffer")
        stop.set()
        await asyncio.gather(*writers)
    restored(tmp_path / "one.coffer", empty_database)
    position = taken.positions["0"]
    assert 30 <= known <= position <= answered
    asked = "select position, leaf_hash from es.event where position <= %s order by position"
    with psycopg.connect(empty_database) as there, psycopg.connect(source.owner_url) as here:
        rows = there.execute(asked, (2**60,)).fetchall()
        assert rows == here.execute(asked, (position,)).fetchall()
        assert len(rows) == position
        assert there.execute("select position from es.head").fetchall() == [(position,)]


def test_a_person_who_was_erased_stays_erased_in_older_backups(
    source: Source, empty_database: str, tmp_path: Path
) -> None:
    gone, stays = uuid4(), uuid4()
    with psycopg.connect(source.owner_url) as owner:
        for person in (gone, stays):
            owner.execute("insert into es.subject_key values (%s, %s, %s)", (person, person, b"wrapped"))
            owner.execute("insert into identity.password values (%s, 'hash')", (person,))
            passkey = "insert into identity.passkey values (%s, %s, %s, '', 0, '', '')"
            owner.execute(passkey, (uuid4(), person, str(person)))
            owner.execute("insert into identity.known_browser values (%s, 'hash', now())", (person,))
    backed_up(source, tmp_path / "old.coffer")
    with psycopg.connect(source.owner_url) as owner:
        owner.execute("delete from es.subject_key where subject = %s", (gone,))
    backed_up(source, tmp_path / "new.coffer")

    restored(tmp_path / "old.coffer", empty_database)
    with psycopg.connect(empty_database) as owner:
        subjects = owner.execute("select subject from es.subject_key").fetchall()
        proofs = [
            owner.execute(f"select user_id from identity.{table}".encode()).fetchall()
            for table in ("password", "passkey", "known_browser")
        ]
    assert (subjects, proofs) == ([(stays,)], [[(stays,)]] * 3)


async def linked_elsewhere(house: House, person: UUID, subject: str) -> None:
    """As a sign-in at a provider leaves it. No event takes this back when nobody can read it any more."""
    store = house.base.commands._store
    _, version = await store.load(USER, None, person)
    linked = StreamAppend(USER, None, person, version, (SocialIdentityLinked("google", subject),))
    await store.append(Append(Context(Actor(), house.clock(), uuid4(), uuid4()), (linked,)))


async def test_who_was_erased_after_the_backup_is_not_found_by_any_way_in(
    product_database_url: str, empty_database: str, valkey_url: str, tmp_path: Path
) -> None:
    """Their events are back; nobody signs in by them, and the log says that they are erased."""
    first, again = tmp_path / "first", tmp_path / "again"
    for folder in (first, again):
        folder.mkdir()
    told = {"COFFER_BLOB_DIR": str(tmp_path / "blobs"), "COFFER_OWNER_DATABASE_URL": product_database_url}
    async with an_open_house(product_database_url, valkey_url, first, **told) as house:
        ann, bob, eve = [await house.person().arrived(name) for name in ("Ann", "Bob", "Eve")]
        await ann.subscribed()
        bob_id = UUID(await ann.admits(bob))
        # Alone in an account of her own, which nobody was there to hand over.
        await eve.subscribed()
        eve_id = UUID((await eve.session())["user"]["id"])
        ann_id = UUID((await ann.session())["user"]["id"])
        for person, subject in ((ann_id, "ann"), (bob_id, "bob"), (eve_id, "eve")):
            await linked_elsewhere(house, person, subject)
        await house.follow()
        source = source_of(house.settings)
        await asyncio.to_thread(backed_up, source, tmp_path / "old.coffer")
        assert (await bob.post("/delete-user", {"password": PASSWORD})).status_code == 200
        with psycopg.connect(house.owner_url) as owner:
            owner.execute("delete from es.subject_key where owner_id = %s", (eve_id,))
        await asyncio.to_thread(backed_up, source, tmp_path / "new.coffer")
    await asyncio.to_thread(restored, tmp_path / "old.coffer", empty_database)

    backup = check_backup(tmp_path / "old.coffer", tmp_path / "coffer.keys", PASSPHRASE)
    (again / "log-key.pem").write_bytes(backup.secrets["log-key.pem"])
    async with an_open_house(empty_database, valkey_url, again) as house:
        await house.follow()
        for gone, person in ((bob, bob_id), (eve, eve_id)):
            row = "select erased, email_index, password from read.users where id = %s"
            assert await house.rows(row, (person,)) == [(True, None, False)]
            for table in ("sign_in_methods", "notice_addresses"):
                ways = f"select from read.{table} where user_id = %s"
                assert await house.rows(ways, (person,)) == []
            names = "select from es.claim where stream_id = %s"
            assert await house.rows(names, (USER.stream(None, person),)) == []
            alive = "select from read.sessions where user_id = %s and not ended"
            assert await house.rows(alive, (person,)) == []
            # The address is free: whoever has it now is somebody new.
            there = house.person()
            await there.sign_in_by_code(gone.email)
            assert UUID((await there.session())["user"]["id"]) != person
            refused = await house.person().post("/sign-in/email", {"email": gone.email, "password": PASSWORD})
            assert refused.status_code == 401
        # Who was not erased keeps every way in, and the names that they hold.
        kept = "select provider from read.sign_in_methods where user_id = %s order by 1"
        assert await house.rows(kept, (ann_id,)) == [("credential",), ("google",)]
        claims = "select count(*) from es.claim where stream_id = %s"
        assert await house.rows(claims, (USER.stream(None, ann_id),)) == [(2,)]
        there = house.person()
        there.email = ann.email
        await there.sign_in_by_code(ann.email)
        assert (await there.session())["user"]["name"] == "Ann"
        members = await there.data("GET", "/users")
        assert [member["name"] for member in members] == ["Ann"]
        await house.follow()
        registry, wrapping = EventRegistry(DECIDERS), KeyWrapping(house.settings.kek)
        url = house.settings.projector_database_url
        found = await asyncio.to_thread(lambda: list(verify(url, registry, wrapping, PROJECTIONS)))
        assert [verdict for verdict in found if not verdict.equal] == []


def test_answers_to_what_came_after_the_backup_are_not_given_again(
    source: Source, empty_database: str, tmp_path: Path
) -> None:
    answer = "insert into es.idempotency values (%s, %s, 'key', 'route', '', '{}', %s)"
    with psycopg.connect(source.owner_url) as owner:
        owner.execute(answer, (uuid4(), uuid4(), 0))
    backed_up(source, tmp_path / "old.coffer")
    with psycopg.connect(source.owner_url) as owner:
        owner.execute(answer, (uuid4(), uuid4(), 7))
    backed_up(source, tmp_path / "new.coffer")
    restored(tmp_path / "old.coffer", empty_database)
    with psycopg.connect(empty_database) as owner:
        assert owner.execute("select position from es.idempotency").fetchall() == [(0,)]


def test_no_key_and_no_answer_lies_in_the_backup_itself(source: Source, tmp_path: Path) -> None:
    backed_up(source, tmp_path / "one.coffer")
    members = check_backup(tmp_path / "one.coffer", tmp_path / "coffer.keys", PASSPHRASE).members
    apart = (
        "es.subject_key",
        "es.idempotency",
        "messaging.mail_body",
        "messaging.mail_batch",
        "identity.pending_registration",
    )
    assert not {f"table/{name}" for name in (*apart, "es.snapshot")} & members
    assert "table/es.event" in members


def test_a_read_model_in_another_version_is_left_out_and_built_anew(
    source: Source, empty_database: str, tmp_path: Path
) -> None:
    with psycopg.connect(source.owner_url) as owner:
        owner.execute("create schema p_notices_9999 create table notices (id int)")
        owner.execute("insert into es.tracking values ('notices_9999', 0, 0)")
        owner.execute("update es.read_model set version = 9999 where name = 'notices'")
    backed_up(source, tmp_path / "one.coffer")
    restored(tmp_path / "one.coffer", empty_database)
    with psycopg.connect(empty_database) as owner:
        shown = owner.execute("select version from es.read_model where name = 'notices'").fetchone()
        known = owner.execute("select from es.tracking where follower = 'notices_9999'").fetchall()
    assert shown == (next(model.version for model in PROJECTIONS if model.name == "notices"),)
    assert known == []


@pytest.mark.parametrize("place", ["begin", "salt", "middle", "end"])
def test_a_flipped_bit_is_refused(source: Source, tmp_path: Path, place: str) -> None:
    file = tmp_path / "one.coffer"
    backed_up(source, file)
    data = bytearray(file.read_bytes())
    data[{"begin": 3, "salt": 25, "middle": len(data) // 2, "end": len(data) - 1}[place]] ^= 1
    file.write_bytes(data)
    with pytest.raises(NotDone, match=r"damaged|no file that Coffer") as refusal:
        check_backup(file, tmp_path / "coffer.keys", PASSPHRASE)
    assert "\n" not in str(refusal.value)


def test_a_file_that_was_cut_off_is_refused(source: Source, tmp_path: Path) -> None:
    file, keys = tmp_path / "one.coffer", tmp_path / "coffer.keys"
    backed_up(source, file)
    whole_file = file.read_bytes()
    for kept in (0, 10, 60, 5_000, -1, -17):
        file.write_bytes(whole_file[:kept])
        with pytest.raises(NotDone, match=r"cut off|no file that Coffer"):
            check_backup(file, keys, PASSPHRASE)


async def test_a_file_that_ends_between_two_chunks_is_refused(source: Source, tmp_path: Path) -> None:
    file = tmp_path / "one.coffer"
    await an_object(source.owner_url, folder_store(tmp_path / "blobs"), secrets.token_bytes(3_000_000))
    await asyncio.to_thread(backed_up, source, file)
    header, chunk = 16 + 4 + 16 + 32, 1024 * 1024 + 16
    data = file.read_bytes()
    for chunks in (1, 2):
        file.write_bytes(data[: header + chunks * chunk])
        with pytest.raises(NotDone, match="cut off"):
            check_backup(file, tmp_path / "coffer.keys", PASSPHRASE)
    file.write_bytes(data[:header] + data[header + chunk : header + 2 * chunk] + data[header:])
    with pytest.raises(NotDone, match="damaged"):
        check_backup(file, tmp_path / "coffer.keys", PASSPHRASE)


def test_a_wrong_pass_phrase_and_a_missing_file_are_told_from_damage(source: Source, tmp_path: Path) -> None:
    file, keys = tmp_path / "one.coffer", tmp_path / "coffer.keys"
    backed_up(source, file)
    with pytest.raises(NotDone, match="pass-phrase does not open"):
        check_backup(file, keys, "another pass-phrase")
    with pytest.raises(NotDone, match="no such file"):
        check_backup(tmp_path / "two.coffer", keys, PASSPHRASE)
    with pytest.raises(NotDone, match=r"coffer\.keys is missing"):
        check_backup(file, tmp_path / "elsewhere" / "coffer.keys", PASSPHRASE)
    with pytest.raises(NotDone, match="not a backup"):
        check_backup(keys, keys, PASSPHRASE)


def test_keys_that_are_older_or_of_others_are_refused(source: Source, tmp_path: Path) -> None:
    backed_up(source, tmp_path / "one.coffer")
    shutil.copy(tmp_path / "coffer.keys", tmp_path / "old.keys")
    with psycopg.connect(source.owner_url) as owner:
        owner.execute("update es.head set position = 5")
    backed_up(source, tmp_path / "two.coffer")
    with pytest.raises(NotDone, match="older than"):
        check_backup(tmp_path / "two.coffer", tmp_path / "old.keys", PASSPHRASE)
    other = replace(source, secrets={**source.secrets, "kek": b"other"})
    (tmp_path / "other").mkdir()
    backed_up(other, tmp_path / "other" / "one.coffer")
    with pytest.raises(NotDone, match="belongs to another installation"):
        check_backup(tmp_path / "two.coffer", tmp_path / "other" / "coffer.keys", PASSPHRASE)


def test_a_backup_by_a_newer_coffer_is_refused(source: Source, tmp_path: Path) -> None:
    with psycopg.connect(source.owner_url) as owner:
        owner.execute("insert into public.migration (name) values ('9999_unknown.sql')")
    backed_up(source, tmp_path / "one.coffer")
    with pytest.raises(NotDone, match="newer Coffer"):
        check_backup(tmp_path / "one.coffer", tmp_path / "coffer.keys", PASSPHRASE)


def test_keys_of_other_backups_are_not_replaced(source: Source, tmp_path: Path) -> None:
    with psycopg.connect(source.owner_url) as owner:
        owner.execute("update es.head set position = 5")
    backed_up(source, tmp_path / "one.coffer")
    known = (tmp_path / "coffer.keys").read_bytes()
    with pytest.raises(NotDone, match="does not open with this pass-phrase"):
        backed_up(source, tmp_path / "two.coffer", "yet another pass-phrase")
    with pytest.raises(NotDone, match="at least 15 characters"):
        backed_up(source, tmp_path / "two.coffer", "too short")
    with pytest.raises(NotDone, match="is there already"):
        backed_up(source, tmp_path / "one.coffer")
    with pytest.raises(NotDone, match="another installation"):
        backed_up(replace(source, secrets={**source.secrets, "kek": b"other"}), tmp_path / "two.coffer")
    with psycopg.connect(source.owner_url) as owner:
        owner.execute("update es.head set position = 4")
    with pytest.raises(NotDone, match="newer backups"):
        backed_up(source, tmp_path / "two.coffer")
    assert (tmp_path / "coffer.keys").read_bytes() == known
    assert not (tmp_path / "two.coffer").exists()


def test_a_backup_that_fails_leaves_nothing_behind(
    source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("infrastructure.backup.take.copy_objects_out", broken)
    with pytest.raises(NotDone, match="cannot be written: no space left on device"):
        backed_up(source, tmp_path / "one.coffer")
    assert [file for file in os.listdir(tmp_path) if "one.coffer" in file] == []


async def test_a_damaged_and_a_missing_object_are_named_and_left_out(source: Source, tmp_path: Path) -> None:
    blobs, places = folder_store(tmp_path / "blobs"), tmp_path / "blobs" / "objects"
    good, flipped, lost = [await an_object(source.owner_url, blobs) for _ in range(3)]
    part = next(name for name in os.listdir(places / flipped) if name.startswith("00001-"))
    data = bytearray((places / flipped / part).read_bytes())
    data[7] ^= 1
    (places / flipped / part).write_bytes(data)
    shutil.rmtree(places / lost)
    taken = await asyncio.to_thread(backed_up, source, tmp_path / "one.coffer")
    assert set(taken.damaged) == {flipped, lost}
    backup = check_backup(tmp_path / "one.coffer", tmp_path / "coffer.keys", PASSPHRASE)
    elsewhere = folder_store(tmp_path / "elsewhere")
    assert set(await asyncio.to_thread(restore_objects, elsewhere, backup)) == {flipped, lost}
    assert await whole(elsewhere, good) == await whole(blobs, good)
    assert await elsewhere.size(flipped) is None


def test_a_backup_whose_lock_was_lost_is_none(
    source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = take.copy_objects_out

    async def losing(*given: Any) -> Any:
        with psycopg.connect(source.owner_url, autocommit=True) as owner:
            owner.execute(
                "select pg_terminate_backend(pid, 30000) from pg_stat_activity "
                "where application_name = 'coffer backup' and datname = current_database()"
            )
        return await copy(*given)

    monkeypatch.setattr(take, "copy_objects_out", losing)
    with pytest.raises(NotDone, match="was lost: take the backup again"):
        backed_up(source, tmp_path / "one.coffer")
    assert not (tmp_path / "one.coffer").exists()


def test_of_two_backups_at_once_the_second_is_refused_and_the_first_is_whole(
    source: Source, empty_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their keys lie in one file: a second one would put the first one's half into its place."""
    copy, second = take.copy_out, tmp_path / "second.coffer"
    refusals: list[str] = []

    def copying(*given: Any) -> None:
        if not refusals:
            refusals.append("none")
            try:
                backed_up(source, second)
            except NotDone as refusal:
                refusals[0] = str(refusal)
        copy(*given)

    monkeypatch.setattr(take, "copy_out", copying)
    backed_up(source, tmp_path / "first.coffer")
    assert refusals == ["Another backup of this installation is being taken. Wait until it has ended."]
    assert not second.exists()
    restored(tmp_path / "first.coffer", empty_database)
    backed_up(source, second)


def test_a_backup_whose_lock_was_lost_leaves_the_keys_of_those_before(
    source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one may have begun since, and have replaced them by newer ones."""
    backed_up(source, tmp_path / "first.coffer")
    before = (tmp_path / "coffer.keys").read_bytes()
    copy = take.copy_out

    def losing(*given: Any) -> None:
        with psycopg.connect(source.owner_url, autocommit=True) as owner:
            owner.execute(
                "select pg_terminate_backend(pid, 30000) from pg_stat_activity "
                "where application_name = 'coffer backup' and datname = current_database()"
            )
        copy(*given)

    monkeypatch.setattr(take, "copy_out", losing)
    with pytest.raises(NotDone, match="was lost: take the backup again"):
        backed_up(source, tmp_path / "second.coffer")
    assert (tmp_path / "coffer.keys").read_bytes() == before


async def test_nothing_is_collected_while_a_backup_copies(database_url: str, app_database_url: str) -> None:
    with keep_objects(database_url):
        async with Collecting(app_database_url).permitted() as permitted:
            assert not permitted
    async with Collecting(app_database_url).permitted() as permitted:
        assert permitted
