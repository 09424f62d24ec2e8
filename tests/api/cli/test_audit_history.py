"""`coffer audit log`, `show`, `as-of`: the history as the audit page has it, its proofs, and how it was."""

from __future__ import annotations

import asyncio
import base64
import csv
import io
import json
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest

from api.cli import entry_forms
from api.cli.__main__ import main
from bench.lives import Writer
from client.crypto.merkle import root_of
from domain.ids import AccountId
from infrastructure.log_tree.seals import seal_next
from infrastructure.vault.log_key import LogKey
from projections import accounts as account_models
from projections.oversight.actions import ACTIONS
from projections.oversight.as_of import KINDS, listed
from projections.oversight.changes import CONTENT
from tests.support.house import House, Person, an_open_house
from tests.support.lively import a_store, lived_in

pytestmark = pytest.mark.begins_early

Coffer = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    folder: Path = tmp_path_factory.mktemp("mail")
    async with an_open_house(module_product_database_url, valkey_url, folder) as house:
        yield house


@pytest.fixture(scope="module")
async def account(house: House) -> UUID:
    """One that has been lived in, by people who also keep documents."""
    account = AccountId(await lived_in(house))
    async with a_store(house.owner_url) as store:
        for append in islice(Writer(account).appends(), 18):
            await store.append(append)
    await house.follow()
    seal(house)
    return account


@pytest.fixture(scope="module")
async def auditor(house: House, account: UUID) -> Person:
    """Who reads the same by the interface."""
    person = await house.person().arrived("=Otto")
    found = await person.subscribed(name="Others")
    await house.follow()
    assert found["id"] != str(account)
    return person


def seal(house: House) -> None:
    settings = house.settings
    with psycopg.connect(settings.projector_database_url, autocommit=True) as connection:
        while seal_next(connection, 0, LogKey(settings.log_key_file, settings.log_name), 1):
            pass


@pytest.fixture
def coffer(house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Coffer:
    """The command: its exit code, and what it printed to both."""
    for name, value in house.environ().items():
        monkeypatch.setenv(name, value)

    def run(*argv: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["audit", *argv])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def entries(coffer: Coffer, account: UUID, *argv: str) -> list[dict[str, Any]]:
    code, said, _ = coffer("log", "--account", str(account), "--format", "ndjson", *argv)
    assert code == 0
    return [json.loads(line) for line in said.splitlines()]


def rows_of_log(house: House, account: UUID) -> list[int]:
    with psycopg.connect(house.owner_url) as owner:
        found = owner.execute(
            "select position from read.audit_log where account_id = %s order by 1 desc", (account,)
        ).fetchall()
    return [position for (position,) in found]


async def test_it_is_what_the_audit_page_shows(house: House, auditor: Person, coffer: Coffer) -> None:
    own = UUID((await auditor.session())["session"]["accountId"])
    shown = await auditor.data("GET", "/api/auth/audit-logs/account?limit=200")
    assert len(shown) >= 3
    # The question itself is noted, so there may be more by now.
    found = await asyncio.to_thread(entries, coffer, own, "--last", str(shown[0]["position"]))
    assert found == shown


def test_all_of_it_comes_the_newest_first_in_pages(house: House, account: UUID, coffer: Coffer) -> None:
    found = entries(coffer, account)
    bound = ("--last", str(found[0]["position"]))
    kept = [position for position in rows_of_log(house, account) if position <= found[0]["position"]]
    assert [entry["position"] for entry in found] == kept
    assert len(found) > 50
    assert {entry["accountId"] for entry in found} == {str(account)}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("api.composition.history._PAGE", 7)
        assert entries(coffer, account, *bound) == found
        assert entries(coffer, account, *bound, "--limit", "10") == found[:10]


def test_it_is_narrowed_by_each_filter(account: UUID, coffer: Coffer) -> None:
    whole = entries(coffer, account)
    # Heads are signed meanwhile.
    bound = ("--last", str(whole[0]["position"]))
    filters: tuple[tuple[tuple[str, ...], Callable[[dict[str, Any]], bool]], ...] = (
        (("--action", "contact.created"), lambda e: e["action"] == "contact.created"),
        (
            ("--action", "contact.created", "--action", "member.joined"),
            lambda e: e["action"] in ("contact.created", "member.joined"),
        ),
        (("--actor", whole[-1]["actor"]["id"]), lambda e: e["actor"]["id"] == whole[-1]["actor"]["id"]),
        (
            ("--target", whole[0]["targets"][0]["id"]),
            lambda e: e["targets"][0]["id"] == whole[0]["targets"][0]["id"],
        ),
        (("--outcome", "denied"), lambda e: e["outcome"] == "denied"),
        (("--first", str(whole[9]["position"])), lambda e: e["position"] >= whole[9]["position"]),
        (("--last", str(whole[9]["position"])), lambda e: e["position"] <= whole[9]["position"]),
        (("--since", whole[0]["at"]), lambda e: e["at"] >= whole[0]["at"]),
        (("--until", whole[0]["at"]), lambda e: e["at"] < whole[0]["at"]),
    )
    for argv, is_wanted in filters:
        assert entries(coffer, account, *bound, *argv) == [entry for entry in whole if is_wanted(entry)], argv
    code, _, said = coffer("log", "--account", str(account), "--action", "no.such")
    assert (code, said) == (2, "There is no such action: no.such\n")


def test_no_other_account_is_in_it(house: House, account: UUID, auditor: Person, coffer: Coffer) -> None:
    assert entries(coffer, UUID(int=1)) == []
    with psycopg.connect(house.owner_url) as owner:
        others = owner.execute(
            "select distinct account_id from read.audit_log where account_id <> %s", (account,)
        ).fetchall()
    assert others
    own = {entry["position"] for entry in entries(coffer, account)}
    for (other,) in others:
        assert not own & {entry["position"] for entry in entries(coffer, other)}


def test_a_spreadsheet_gets_no_formula_by_a_name(auditor: Person, house: House, coffer: Coffer) -> None:
    with psycopg.connect(house.owner_url) as owner:
        ((own,),) = owner.execute(
            "select account_id from read.accounts where display_name = 'Others'"
        ).fetchall()
    code, said, _ = coffer("log", "--account", str(own), "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(said)))
    assert code == 0
    assert [row["position"] for row in rows] == [str(entry["position"]) for entry in entries(coffer, own)]
    assert {row["actorName"] for row in rows} >= {"'=Otto"}
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "+", "-", "@"))]


def test_the_open_security_schema_is_that_of_the_interface(account: UUID, coffer: Coffer) -> None:
    _, said, _ = coffer("log", "--account", str(account), "--format", "ocsf")
    found = [json.loads(line) for line in said.splitlines()]
    whole = entries(coffer, account, "--last", str(found[0]["metadata"]["sequence"]))
    assert [one["metadata"]["sequence"] for one in found] == [entry["position"] for entry in whole]
    assert {one["message"] for one in found} <= ACTIONS.keys()
    assert {one["class_uid"] for one in found} >= {3004, 3005, 3002}


def test_people_get_a_line_each_without_what_moves_a_cursor(account: UUID, coffer: Coffer) -> None:
    last = str(entries(coffer, account)[0]["position"])
    _, said, _ = coffer("log", "--account", str(account), "--last", last)
    assert len(said.splitlines()) == len(entries(coffer, account, "--last", last))
    told = io.StringIO()
    entry = entries(coffer, account)[0]
    entry["actor"]["name"] = "Eve\x1b[2J\n"
    entry["changes"] = [{"field": "displayName", "from": "a", "to": "b\x07"}]
    entry_forms.as_text(told)(entry)
    assert "Eve�[2J�" in told.getvalue()
    assert 'displayName: "a" → "b' in told.getvalue()
    assert told.getvalue().count("\n") == 1


def test_an_event_is_shown_as_it_is_stored_and_proved(house: House, account: UUID, coffer: Coffer) -> None:
    position = entries(coffer, account, "--action", "contact.created")[0]["position"]
    code, said, _ = coffer("show", str(position))
    text, _, proof = said.rpartition("\nProved: ")
    shown = json.loads(text)
    with psycopg.connect(house.owner_url) as owner:
        ((state, leaf, type_),) = owner.execute(
            "select state, leaf_hash, type from es.event where position = %s", (position,)
        ).fetchall()
        leaves = [
            row[0]
            for row in owner.execute(
                "select leaf_hash from es.event where position <= (select max(size) from seal.checkpoint) "
                "order by position"
            ).fetchall()
        ]
    assert code == 0
    assert (shown["position"], shown["type"], shown["state"]) == (position, type_, json.loads(state))
    assert shown["leafHash"] == leaf.hex()
    assert proof == f"leaf {position - 1} of the checkpoint over {len(leaves)} events.\n"
    _, kept, _ = coffer("show", str(position), "--proof")
    assert kept.startswith(f"c2sp.org/tlog-proof@v1\nindex {position - 1}\n")
    assert kept.split("\n\n", 1)[1] == coffer("checkpoint")[1]
    assert root_of(leaves).hex() in {bytes_of(kept).hex()}


def bytes_of(proof: str) -> bytes:
    """The root that the checkpoint of a proof says."""
    return base64.b64decode(proof.split("\n\n", 1)[1].split("\n")[2])


def test_each_event_is_proved(house: House, account: UUID, coffer: Coffer) -> None:
    """Also those that were appended on no version of their stream."""
    with psycopg.connect(house.owner_url) as owner:
        (size,) = owner.execute("select max(size) from seal.checkpoint").fetchone() or (0,)
    for position in range(1, size + 1, 3):
        assert coffer("show", str(position))[0] == 0, position


def test_an_event_that_was_changed_is_not_proved(house: House, account: UUID, coffer: Coffer) -> None:
    with psycopg.connect(house.owner_url, autocommit=True) as owner:
        owner.execute("set session_replication_role = replica")
        change = "update es.event set occurred_at = occurred_at + %s where position = 9"
        owner.execute(change, (timedelta(days=1),))
        try:
            code, _, said = coffer("show", "9")
        finally:
            owner.execute(change, (timedelta(days=-1),))
    assert (code, said) == (1, "NOT PROVED: this event is not the one that was sealed here.\n")
    assert coffer("show", "9")[0] == 0


async def test_what_is_not_there_or_not_sealed_is_said_so(
    house: House, account: UUID, auditor: Person, coffer: Coffer
) -> None:
    await auditor.post("/sign-in/email", {"email": auditor.email, "password": "wrong wrong wrong"})
    with psycopg.connect(house.owner_url) as owner:
        (head,) = owner.execute("select position from es.head").fetchone() or (0,)
    code, said, trouble = coffer("show", str(head))
    assert (code, trouble) == (2, "Not sealed yet: a checkpoint comes within a second.\n")
    assert json.loads(said)["position"] == head
    code, said, trouble = coffer("show", str(head + 1000))
    assert (code, said, trouble) == (2, "", "There is no event at this position.\n")


def as_of(coffer: Coffer, account: UUID, *argv: str) -> list[dict[str, Any]]:
    code, said, _ = coffer("as-of", *argv, "--account", str(account), "--format", "ndjson")
    assert code == 0
    return [json.loads(line) for line in said.splitlines()]


def test_a_record_is_as_it_was_between_two_changes(account: UUID, coffer: Coffer) -> None:
    history = entries(
        coffer,
        account,
        "--target",
        entries(coffer, account, "--action", "contact.created")[0]["targets"][0]["id"],
    )
    created, revised, archived = [entry["position"] for entry in reversed(history)]
    contact = history[0]["targets"][0]["id"]
    states: list[tuple[int, str, int]] = []
    for position in (created - 1, created, revised - 1, revised, archived - 1, archived):
        code, said, trouble = coffer(
            "as-of",
            "contact",
            contact,
            "--account",
            str(account),
            "--at",
            str(position),
            "--format",
            "ndjson",
        )
        if position < created:
            assert (code, trouble) == (1, f"There was no such contact at position {position}.\n")
            continue
        values = json.loads(said)
        states.append((values["position"], values["values"]["state"], values["values"]["version"]))
    assert states == [
        *((created, "active", 1), (created, "active", 1)),
        *((revised, "active", 2), (revised, "active", 2)),
        (archived, "archived", 3),
    ]


def test_what_is_sealed_stays_sealed(house: House, account: UUID, coffer: Coffer) -> None:
    position = entries(coffer, account, "--action", "contact.created")[0]["position"]
    contact = next(
        one for one in as_of(coffer, account, "contact", "--at", str(position)) if one["position"] == position
    )
    said = contact["values"]["json"]["sealed"]
    with psycopg.connect(house.owner_url) as owner:
        ((state,),) = owner.execute("select state from es.event where position = %s", (position,)).fetchall()
    sealed = json.loads(state)["sealed"]
    assert said["dataB64u"] == {
        "sha256": sha256(sealed["dataB64u"].encode()).hexdigest(),
        "characters": len(sealed["dataB64u"]),
    }
    assert sealed["dataB64u"] not in json.dumps(contact)
    assert sealed["statementB64u"] not in json.dumps(contact)


def test_a_list_is_as_long_as_it_was(account: UUID, coffer: Coffer) -> None:
    created = [entry["position"] for entry in entries(coffer, account, "--action", "document.created")]
    assert len(created) > 1
    for count, position in enumerate(reversed(created), 1):
        assert len(as_of(coffer, account, "document", "--at", str(position))) == count
        assert len(as_of(coffer, account, "document", "--at", str(position - 1))) == count - 1
    code, said, _ = coffer("as-of", "document", "--account", str(account), "--at", str(created[0]))
    assert (code, said.splitlines()[-1]) == (0, f"As of position {created[0]}: {len(created)} found.")


def test_people_are_named_as_long_as_their_keys_are_there(
    house: House, account: UUID, coffer: Coffer
) -> None:
    now = datetime.now(UTC).isoformat()
    devices = as_of(coffer, account, "device", "--at", now)
    assert devices
    assert all(isinstance(one["values"]["json"]["word"]["deviceName"], str) for one in devices)
    assert as_of(coffer, account, "member", "--at", "2001-01-01") == []
    assert len(as_of(coffer, account, "member", "--at", now)) == 2


def test_each_kind_can_be_asked_for(account: UUID, coffer: Coffer) -> None:
    for kind in KINDS:
        as_of(coffer, account, kind, "--at", datetime.now(UTC).isoformat())
    assert set(CONTENT) <= KINDS.keys()
    assert {table.name for model in account_models.PROJECTIONS for table in model.tables} >= {"accounts"}


def test_what_is_short_is_said_and_what_is_long_is_hashed() -> None:
    said = {
        "attrsSaltB64u": "s" * 22,
        "publicKeyB64u": "k" * 43,
        "dataB64u": "d" * 44,
        "wraps": [{"boxB64u": "w" * 90}],
    }
    found = listed({**said, "text": "t" * 90})
    assert (found["attrsSaltB64u"], found["publicKeyB64u"], found["text"]) == ("s" * 22, "k" * 43, "t" * 90)
    assert found["dataB64u"] == {"sha256": sha256(b"d" * 44).hexdigest(), "characters": 44}
    assert found["wraps"][0]["boxB64u"]["characters"] == 90
