"""The search for canary words finds them wherever they were left: believe it when it finds none."""

import base64
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
import redis

from infrastructure.local.inbox import keep_mail
from infrastructure.local.postgres import PostgresServer
from infrastructure.local.valkey import ValkeyServer
from tests.support.canary import in_bytes, in_folder, in_product
from tests.support.stack import throw_away_folder

WORD = "Kanarienvögel-4711"


@pytest.fixture(scope="module")
def product() -> Iterator[tuple[Path, dict[str, str]]]:
    with (
        throw_away_folder() as data,
        PostgresServer(data, fsync=False) as server,
        ValkeyServer(data) as cache,
    ):
        (data / "blobs").mkdir()
        with psycopg.connect(server.url()) as connection:
            connection.execute("create table kept (id int, said bytea, told jsonb)")
        yield data, {"COFFER_OWNER_DATABASE_URL": server.url(), "REDIS_URL": cache.url}


@pytest.mark.parametrize("before", ["", "x", "xy", "xyz"])
@pytest.mark.parametrize(
    "encode", [base64.b64encode, base64.urlsafe_b64encode, lambda raw: raw.hex().encode()]
)
def test_a_word_is_found_within_what_was_wrapped_around_it(before, encode) -> None:
    wrapped = encode(f"{before}{WORD} and more".encode())
    assert [found.word for found in in_bytes(wrapped, [WORD], "here")]
    assert not list(in_bytes(wrapped, ["Wellensittich"], "here"))


def test_a_word_is_found_at_the_very_end_of_what_was_wrapped() -> None:
    for before in ("", "x", "xy"):
        assert list(in_bytes(base64.b64encode(f"{before}{WORD}".encode()), [WORD], "here"))


def test_nothing_is_found_where_nothing_was_left(product) -> None:
    data, told = product
    assert in_product(data, ["Wellensittich-0815"], told) == []


def test_it_is_found_in_the_database_even_when_it_is_compressed(product) -> None:
    data, told = product
    with psycopg.connect(told["COFFER_OWNER_DATABASE_URL"], autocommit=True) as connection:
        connection.execute("insert into kept values (1, %s, null)", [f"a {WORD}".encode()])
        connection.execute(
            "insert into kept values (2, null, %s)", [json.dumps({"t": "x" * 9000 + "Rotkehlchen-99"})]
        )
        connection.execute("delete from kept where id = 1")
    places = {found.place for found in in_product(data, [WORD], told)}
    assert any("pg_wal" in place for place in places)
    assert {found.place for found in in_product(data, ["Rotkehlchen-99"], told)} >= {"public.kept"}


def test_it_is_found_in_the_cache_the_mail_the_objects_and_the_logs(product) -> None:
    data, told = product
    with redis.Redis.from_url(told["REDIS_URL"]) as client:
        client.hset("session:1", "name", "Zaunkönig-1")
        client.xadd("stream", {"payload": base64.b64encode("Zaunkönig-2".encode())})
    mail = b"Subject: =?utf-8?b?WmF1bmvDtm5pZy0z?=\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    body = base64.b64encode("Zaunkönig-4".encode())
    keep_mail(data / "mail", mail + body, ["ann@x.test"], datetime.now(UTC))
    (data / "blobs" / "part").write_bytes(b"\0\1" + "Zaunkönig-5".encode())
    (data / "logs" / "api.log").write_text(json.dumps({"event": "Zaunkönig-6"}))
    words = [f"Zaunkönig-{number}" for number in range(1, 8)]
    found = {one.word for one in in_product(data, words, told)}
    assert found == set(words[:6])


def test_it_is_found_in_a_folder_in_files_and_in_names(tmp_path) -> None:
    inside = tmp_path / "Default" / "IndexedDB"
    inside.mkdir(parents=True)
    (inside / "000003.log").write_bytes(b"\x01" + WORD.encode("utf-16-le") + b"\x02")
    assert [(found.form, found.place.split("/")[-1]) for found in in_folder(tmp_path, [WORD])] == [
        ("UTF-16", "000003.log")
    ]
    (inside / f"{WORD}.txt").touch()
    (inside / WORD).mkdir()
    named = [found.place for found in in_folder(tmp_path, [WORD]) if found.form == "text"]
    assert named == [f"the name Default/IndexedDB/{WORD}", f"the name Default/IndexedDB/{WORD}.txt"]
    assert in_folder(tmp_path, ["Wellensittich-0815"]) == []
