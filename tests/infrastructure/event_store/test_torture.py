"""Whatever is killed in the middle: what was answered is stored, and all that is stored is taken in once."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest

from infrastructure.event_store.epoch import EPOCH
from infrastructure.event_store.migrate import ensure_login, ensure_projections, migrate
from infrastructure.local.database import signed_in_as
from infrastructure.local.places import CHECKOUT
from infrastructure.local.ports import free_port
from infrastructure.local.postgres import PostgresServer
from tests.support.stack import PASSWORD, throw_away_folder
from tests.support.torture_follower import TAKING, follow

pytestmark = pytest.mark.begins_early

# Between two blows so much has to happen, however busy the machine is.
ANSWERS, DEATHS = 150, 2
PATIENCE_SECONDS = 60.0


@pytest.mark.parametrize("logs", [1, 4])
def test_nothing_answered_is_lost_and_nothing_stored_is_taken_in_twice(tmp_path: Path, logs: int) -> None:
    notes, deaths = tmp_path / "answers", tmp_path / "deaths"
    with throw_away_folder() as folder, PostgresServer(folder, port=free_port()) as server:
        owner = server.url()
        migrate(owner)
        for login in ("coffer_app", "coffer_projector"):
            ensure_login(owner, login, PASSWORD)
        ensure_projections(owner, [TAKING], logs=logs)
        app, projector = (
            signed_in_as(owner, login, PASSWORD) for login in ("coffer_app", "coffer_projector")
        )
        with contextlib.ExitStack() as children:
            first, _second = (children.enter_context(a_writer(app, notes, seed, logs)) for seed in (1, 2))
            follower = children.enter_context(a_follower(projector, deaths))
            children.enter_context(slow_transactions(app, 3, logs))
            happened(notes, deaths)
            first.kill()
            children.enter_context(a_writer(app, notes, 4, logs))
            follower.kill()
            # Meanwhile nobody follows, and whoever comes has a longer way to go.
            happened(notes)
            children.enter_context(a_follower(projector, deaths))
            happened(notes, deaths)
            kill_in_the_middle(server)
            children.enter_context(a_follower(projector, deaths))
            happened(notes, deaths)
        finish_following(owner, projector)
        with psycopg.connect(owner) as connection:
            answered = read_answers(notes)
            rows = connection.execute(
                "select log_id, position, convert_from(state, 'UTF8')::jsonb ->> 'id', kind from es.event"
            ).fetchall()
            heads = connection.execute("select log_id, position from es.head").fetchall()
            taken = connection.execute("select id::text, position, times from p_taken_1.taken").fetchall()
            broken = connection.execute(
                "select stream_id from es.event group by stream_id having count(*) <> max(stream_version)"
            ).fetchall()
    stored = {blow: position for _, position, blow, _ in rows}
    assert len(stored) == len(rows), "something is stored twice"
    assert any(kind == "slow" for *_, kind in rows), "the slow transactions wrote nothing"
    assert "conflict" in notes.read_text(), "no two writers met"
    assert len(heads) == logs
    for log, head in heads:
        places = sorted(position for number, position, *_ in rows if number == log)
        assert places == list(range(1, head + 1)), f"the positions of log {log} have gaps"
        assert places, f"nobody wrote to log {log}"
    assert answered.items() <= stored.items(), "something that was answered is not stored"
    assert {blow: position for blow, position, _ in taken} == stored, "delivered and stored differ"
    assert {times for _, _, times in taken} == {1}, "something was taken in twice"
    assert broken == []


def happened(notes: Path, deaths: Path | None = None) -> None:
    """Wait until writers have got some more answers, and followers have died some more times."""
    awaited = [(notes, _lines(notes) + ANSWERS)]
    if deaths is not None:
        awaited.append((deaths, _lines(deaths) + DEATHS))
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(_lines(file) < wanted for file, wanted in awaited):
        assert time.monotonic() < deadline, "too little happened"
        time.sleep(0.02)


def _lines(file: Path) -> int:
    return file.read_text().count("\n") if file.exists() else 0


@contextlib.contextmanager
def a_writer(url: str, notes: Path, seed: int, logs: int) -> Iterator[subprocess.Popen[bytes]]:
    yield from _child("tests.support.torture", url, str(notes), str(seed * 100), str(logs))


@contextlib.contextmanager
def a_follower(url: str, deaths: Path) -> Iterator[subprocess.Popen[bytes]]:
    yield from _child("tests.support.torture_follower", url, str(deaths))


def _child(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    child = subprocess.Popen((sys.executable, "-m", *arguments), cwd=CHECKOUT, stdout=subprocess.DEVNULL)
    try:
        yield child
    finally:
        child.kill()
        child.wait()


@contextlib.contextmanager
def slow_transactions(url: str, seed: int, logs: int) -> Iterator[None]:
    """Somebody who appends, dawdles before the commit, and takes back half of it."""
    stop, chance = threading.Event(), random.Random(seed)

    def dawdle() -> None:
        while not stop.is_set():
            try:
                with psycopg.connect(url) as connection:
                    while not stop.wait(chance.uniform(0.05, 0.15)):
                        connection.execute(_ONE_FACT, {"epoch": EPOCH, "logs": logs})
                        time.sleep(chance.uniform(0, 0.04))
                        if chance.random() < 0.5:
                            connection.rollback()
                        else:
                            connection.commit()
            except psycopg.OperationalError:
                stop.wait(0.2)

    thread = threading.Thread(target=dawdle)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


# The log of an account is its number modulo the logs; for a power of two its last digit tells.
_ONE_FACT: LiteralString = """
select es.append_batch(%(epoch)s, '{}', 1, '[null]', '{1}',
    array[(('x' || right(s::text, 1))::bit(4)::integer %% %(logs)s)::smallint],
    array[s], '{slow}', array[s], array[s], '{1}', '{blow.struck}', '{1}',
    array[convert_to(format('{"event":"blow.struck","id":"%%s"}', gen_random_uuid()), 'UTF8')],
    array[gen_random_uuid()], '{system}', '{null}', '{null}', '{null}', '{null}', array[s], '{null}',
    array[s], '{null}', '{null}', '{null}', array[now()], array['\\x00'::bytea])
from gen_random_uuid() as s
"""


def kill_in_the_middle(server: PostgresServer) -> None:
    """The server dies without a word, and comes up again at the same address."""
    pid = int((server.cluster / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGKILL)
    server.stop()
    server.start()


def finish_following(owner: str, projector: str) -> None:
    """Follow to the end of what is stored."""
    stop = threading.Event()
    thread = threading.Thread(target=follow, args=(projector, stop))
    thread.start()
    try:
        with psycopg.connect(owner, autocommit=True) as connection:
            deadline = time.monotonic() + PATIENCE_SECONDS
            while time.monotonic() < deadline:
                row = connection.execute(
                    "select bool_and(t.position = h.position) "
                    "from es.tracking as t join es.head as h using (log_id)"
                )
                if row.fetchone() == (True,):
                    return
                time.sleep(0.05)
        raise AssertionError("the follower does not come to the end")
    finally:
        stop.set()
        thread.join()


def read_answers(notes: Path) -> dict[str, int]:
    lines = (line.split() for line in notes.read_text().splitlines())
    return {blow: int(position) for position, blow in (line for line in lines if len(line) == 2)}
