"""Bundles: an honest one is verified, by a program that shares no code, and nothing else is."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from client import verify_log
from client.verify_log import Found, Wrong, verify
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.local.places import CHECKOUT
from infrastructure.log_tree import bundle
from infrastructure.log_tree.bundle import NothingSealed, lines_of
from infrastructure.log_tree.checkpoint import Checkpoint
from infrastructure.log_tree.frontier import Frontier
from infrastructure.log_tree.seals import seal_next
from infrastructure.vault.log_key import LogKey, make_log_key
from tests.infrastructure.log_tree.conftest import LOG_NAME
from tests.support.notes import ACME, BETA, NoteWritten, noted, write

TAMPERINGS = 2_000


@pytest.fixture(autouse=True)
def every_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "APART", 1)


async def grown(store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey) -> None:
    """Facts of two accounts between one another, under five checkpoints, some decided on no version."""
    ours, theirs = [uuid4() for _ in range(3)], uuid4()
    for turn in range(1, 6):
        for page in ours:
            await write(store, page, f"ours {turn}", "again")
        await write(store, theirs, *["theirs"] * turn, account=BETA)
        await store.append(noted(uuid4(), None, NoteWritten("as it comes")))
        seal_next(projector, 0, signer, turn)


async def honest(
    store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey, account: Any = None
) -> list[str]:
    await grown(store, projector, signer)
    return list(lines_of(projector, 0, LOG_NAME, signer.public_key, account))


async def test_the_whole_log_is_verified(
    store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey
) -> None:
    lines = await honest(store, projector, signer)
    assert verify(lines, signer.public_key) == Found(50, 0, 5, 50)


async def test_an_account_is_verified_without_a_word_of_another(
    store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey
) -> None:
    lines = await honest(store, projector, signer, ACME)
    assert verify(lines, signer.public_key) == Found(35, 15, 5, 50)
    told = "".join(lines)
    assert BETA.hex not in base64.b64decode(json.loads(lines[1])["h"]).hex()
    assert base64.b64encode(b'"theirs"').decode()[:8] not in told


async def test_before_the_first_checkpoint_there_is_no_bundle(
    store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey
) -> None:
    await write(store, uuid4(), "one")
    with pytest.raises(NothingSealed):
        list(lines_of(projector, 0, LOG_NAME, signer.public_key))


Tamper = Callable[[random.Random, list[dict[str, Any]]], int | None]


def _events(lines: list[dict[str, Any]]) -> list[int]:
    return [at for at, line in enumerate(lines) if "h" in line]


def _flipped(rng: random.Random, text: str) -> str:
    data = bytearray(base64.b64decode(text))
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return base64.b64encode(data).decode()


def edit(rng: random.Random, lines: list[dict[str, Any]]) -> int:
    line = lines[rng.choice(_events(lines))]
    member = rng.choice(("h", "s", "l"))
    line[member] = _flipped(rng, line[member])
    return line["n"]


def delete(rng: random.Random, lines: list[dict[str, Any]]) -> int:
    at = rng.choice(_events(lines)[:-1])
    return lines.pop(at)["n"]


def delete_and_number_anew(rng: random.Random, lines: list[dict[str, Any]]) -> None:
    at = rng.choice(_events(lines))
    del lines[at]
    for line in lines[at:]:
        if "n" in line:
            line["n"] -= 1


def insert(rng: random.Random, lines: list[dict[str, Any]]) -> None:
    at = rng.choice(_events(lines))
    lines.insert(at, dict(lines[rng.choice(_events(lines))]))
    for place, line in enumerate([line for line in lines if "n" in line], 1):
        line["n"] = place


def swap(rng: random.Random, lines: list[dict[str, Any]]) -> None:
    one, other = rng.sample(_events(lines), 2)
    for member in ("h", "s", "l", "v"):
        lines[one][member], lines[other][member] = lines[other][member], lines[one][member]


def cut_the_tail(rng: random.Random, lines: list[dict[str, Any]]) -> None:
    del lines[rng.randrange(1, len(lines)) :]


def sign_anew(rng: random.Random, lines: list[dict[str, Any]]) -> None:
    note = rng.choice([line for line in lines if "note" in line])
    body, _, signature = note["note"].partition("\n\n")
    dash, name, data = signature.strip().split(" ")
    note["note"] = f"{body}\n\n{dash} {name} {_flipped(rng, data)}\n"


def change_a_checkpoint(rng: random.Random, lines: list[dict[str, Any]]) -> None:
    note = rng.choice([line for line in lines if "note" in line])
    letters = list(note["note"])
    at = rng.randrange(letters.index("\n") + 1, note["note"].index("\n\n"))
    letters[at] = "7" if letters[at] != "7" else "8"
    note["note"] = "".join(letters)


KINDS: tuple[Tamper, ...] = (
    *(edit, delete, delete_and_number_anew, insert, swap, cut_the_tail, sign_anew, change_a_checkpoint),
)


async def test_whatever_is_done_to_a_bundle_is_found_and_named(
    store: PostgresEventStore,
    projector: psycopg.Connection,
    signer: LogKey,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also by who has the database and the key, from whoever has kept a checkpoint."""
    text = [json.loads(line) for line in await honest(store, projector, signer)]
    seen = [line["note"] for line in text if "note" in line]
    make_log_key(tmp_path / "another.pem")
    another = LogKey(tmp_path / "another.pem", LOG_NAME)

    def sign_by_another_key(rng: random.Random, lines: list[dict[str, Any]]) -> None:
        note = rng.choice([line for line in lines if "note" in line])
        _, size, root, *_ = note["note"].splitlines()
        note["note"] = Checkpoint(0, int(size), base64.b64decode(root), 1).signed(another)

    def write_all_anew(rng: random.Random, lines: list[dict[str, Any]]) -> None:
        position = lines[rng.choice(_events(lines))]["n"]
        lines[:] = map(json.loads, written_anew([json.dumps(line) for line in lines], position, signer))

    kinds = (*KINDS, sign_by_another_key, write_all_anew)
    known: dict[tuple[bytes, ...], bool] = {}
    really = verify_log.is_signed

    def remembered(*asked: bytes) -> bool:
        return known[asked] if asked in known else known.setdefault(asked, really(*asked))

    monkeypatch.setattr(verify_log, "is_signed", remembered)
    rng, found = random.Random(20260101), 0
    for number in range(TAMPERINGS):
        lines = [dict(line) for line in text]
        kind = kinds[number % len(kinds)]
        position = kind(rng, lines)
        if lines == text:
            continue  # two equal events changed places
        kept = [seen[-1]] if kind is write_all_anew else []
        with pytest.raises(Wrong) as wrong:
            verify((json.dumps(line) for line in lines), signer.public_key, kept)
        assert position is None or wrong.value.position == position
        found += 1
    assert found > TAMPERINGS * 0.99


def written_anew(lines: list[str], position: int, signer: LogKey) -> list[str]:
    """The log as if another event had always been there, made with the database and the key."""
    tree, made = Frontier(), list[str]()
    for line in map(json.loads, lines):
        if "h" in line:
            if line["n"] == position:
                line["s"] = base64.b64encode(b"another past").decode()
            header, state = (base64.b64decode(line[member]) for member in ("h", "s"))
            leaf = hashlib.sha256(b"\x00" + header + state).digest()
            line["l"] = base64.b64encode(leaf).decode()
            tree.extend([leaf])
        elif "note" in line:
            line["note"] = Checkpoint(0, tree.size, tree.root(), 1).signed(signer)
        made.append(json.dumps(line))
    return made


async def test_a_log_that_its_owner_wrote_anew_is_held_to_an_older_checkpoint(
    store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey
) -> None:
    lines = await honest(store, projector, signer)
    first, second = [json.loads(line)["note"] for line in lines if "note" in line][:2]
    kept = int(first.split("\n")[1])
    forged = written_anew(lines, kept + 1, signer)
    # By itself it is a log like any other, and also whoever holds a checkpoint of before is told no lie.
    assert verify(forged, signer.public_key).size == verify(forged, signer.public_key, [first]).size == 50
    with pytest.raises(Wrong, match="another log than the one seen earlier"):
        verify(forged, signer.public_key, [first, second])
    assert verify(lines, signer.public_key, [first, second]).size == 50


async def test_a_log_that_ends_before_what_was_seen_of_it_is_another(
    store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey
) -> None:
    lines = await honest(store, projector, signer)
    last = json.loads(lines[-1])["note"]
    ends = [at for at, line in enumerate(lines) if "note" in line]
    shorter = lines[: ends[2] + 1]
    size = int(json.loads(shorter[-1])["note"].split("\n")[1])
    shorter[0] = json.dumps({**json.loads(shorter[0]), "size": size})
    assert verify(shorter, signer.public_key).size == size
    with pytest.raises(Wrong, match="covers 50 events") as wrong:
        verify(shorter, signer.public_key, [last])
    assert wrong.value.position == size + 1


async def test_another_key_is_not_the_key_of_the_log(
    store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey, tmp_path: Path
) -> None:
    lines = await honest(store, projector, signer)
    make_log_key(tmp_path / "another.pem")
    another = LogKey(tmp_path / "another.pem", LOG_NAME)
    with pytest.raises(Wrong, match="not signed with the log's key"):
        verify(lines, another.public_key)


async def test_an_auditor_needs_python_alone(
    store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey, tmp_path: Path
) -> None:
    lines = await honest(store, projector, signer)
    program = tmp_path / "verify_log.py"
    program.write_bytes((CHECKOUT / "client" / "verify_log.py").read_bytes())
    key = base64.b64encode(signer.public_key).decode()
    with gzip.open(tmp_path / "log.jsonl.gz", "wt") as file:
        file.writelines(lines)
    (tmp_path / "seen.txt").write_text(json.loads([one for one in lines if "note" in one][1])["note"])

    def run(*asked: str) -> subprocess.CompletedProcess[str]:
        # Isolated, and without the packages that are installed here.
        argv = [sys.executable, "-I", "-S", str(program), *asked]
        return subprocess.run(argv, capture_output=True, text=True, check=False, cwd=tmp_path)

    said = run("log.jsonl.gz", "--key", key, "--checkpoint", "seen.txt")
    assert (said.returncode, said.stderr) == (0, "")
    assert (
        said.stdout == "Verified: 50 events and 0 of others up to position 50, under 5 signed checkpoints.\n"
    )
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(lines[:-2]))
    said = run("cut.jsonl", "--key", key)
    assert (said.returncode, said.stdout[:13]) == (1, "NOT VERIFIED.")
