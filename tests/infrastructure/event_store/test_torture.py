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

import psycopg

from infrastructure.event_store.migrate import ensure_login, ensure_projections, migrate
from infrastructure.local.database import signed_in_as
from infrastructure.local.places import CHECKOUT
from infrastructure.local.ports import free_port
from infrastructure.local.postgres import PostgresServer
from tests.support.stack import PASSWORD, throw_away_folder
from tests.support.torture_follower import TAKING, follow

PHASE_SECONDS = 1.5


def test_nothing_answered_is_lost_and_nothing_stored_is_taken_in_twice(tmp_path: Path) -> None:
    notes = tmp_path / "answers"
    with throw_away_folder() as folder, PostgresServer(folder, port=free_port()) as server:
        owner = server.url()
        migrate(owner)
        for login in ("coffer_app", "coffer_projector"):
            ensure_login(owner, login, PASSWORD)
        ensure_projections(owner, [TAKING])
        app, projector = (
            signed_in_as(owner, login, PASSWORD) for login in ("coffer_app", "coffer_projector")
        )
        with contextlib.ExitStack() as children:
            first, _second = (children.enter_context(a_writer(app, notes, seed)) for seed in (1, 2))
            follower = children.enter_context(a_follower(projector))
            children.enter_context(slow_transactions(app, seed=3))
            time.sleep(PHASE_SECONDS)
            first.kill()
            children.enter_context(a_writer(app, notes, 4))
            follower.kill()
            time.sleep(PHASE_SECONDS / 2)
            children.enter_context(a_follower(projector))
            time.sleep(PHASE_SECONDS)
            kill_in_the_middle(server)
            children.enter_context(a_follower(projector))
            time.sleep(PHASE_SECONDS)
        finish_following(owner, projector)
        with psycopg.connect(owner) as connection:
            answered = read_answers(notes)
            rows = connection.execute(
                "select position, convert_from(state, 'UTF8')::jsonb ->> 'id', kind from es.event"
            ).fetchall()
            head = connection.execute("select position from es.head").fetchone()
            taken = connection.execute("select position, id::text, times from p_taken_1.taken").fetchall()
            broken = connection.execute(
                "select stream_id from es.event group by stream_id having count(*) <> max(stream_version)"
            ).fetchall()
    stored = {position: blow for position, blow, _ in rows}
    assert any(kind == "slow" for _, _, kind in rows), "the slow transactions wrote nothing"
    assert len(answered) > 500, "the writers hardly wrote"
    assert "conflict" in notes.read_text(), "no two writers met"
    assert sorted(stored) == list(range(1, len(stored) + 1)), "the positions have gaps"
    assert head == (len(stored),)
    assert answered.items() <= stored.items(), "something that was answered is not stored"
    assert {position: blow for position, blow, _ in taken} == stored, "delivered and stored differ"
    assert {times for _, _, times in taken} == {1}, "something was taken in twice"
    assert broken == []


@contextlib.contextmanager
def a_writer(url: str, notes: Path, seed: int) -> Iterator[subprocess.Popen[bytes]]:
    yield from _child("tests.support.torture", url, str(notes), str(seed * 100))


@contextlib.contextmanager
def a_follower(url: str) -> Iterator[subprocess.Popen[bytes]]:
    yield from _child("tests.support.torture_follower", url)


def _child(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    child = subprocess.Popen((sys.executable, "-m", *arguments), cwd=CHECKOUT, stdout=subprocess.DEVNULL)
    try:
        yield child
    finally:
        child.kill()
        child.wait()


@contextlib.contextmanager
def slow_transactions(url: str, seed: int) -> Iterator[None]:
    """Somebody who appends, dawdles before the commit, and takes back half of it."""
    stop, chance = threading.Event(), random.Random(seed)

    def dawdle() -> None:
        while not stop.is_set():
            try:
                with psycopg.connect(url) as connection:
                    while not stop.wait(chance.uniform(0.05, 0.15)):
                        connection.execute(_ONE_FACT.encode())
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


_ONE_FACT = """
select es.append_batch(1, '[null]', '{1}', '{0}', array[s], '{slow}', array[s], array[s], '{1}',
    '{blow.struck}', '{1}',
    array[convert_to(format('{"event":"blow.struck","id":"%s"}', gen_random_uuid()), 'UTF8')],
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
            deadline = time.monotonic() + 20
            while time.monotonic() < deadline:
                row = connection.execute(
                    "select min(t.position), max(h.position) from es.tracking t, es.head h"
                )
                place, end = row.fetchone() or (0, -1)
                if place == end:
                    return
                time.sleep(0.05)
        raise AssertionError("the follower does not come to the end")
    finally:
        stop.set()
        thread.join()


def read_answers(notes: Path) -> dict[int, str]:
    lines = (line.split() for line in notes.read_text().splitlines())
    return {int(position): blow for position, blow in (line for line in lines if len(line) == 2)}
