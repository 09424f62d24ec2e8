"""What former versions have written opens under this one, with its own secrets and with no others."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest

from api.cli.__main__ import main
from api.composition.starting import prove
from client.api import Person as Caller
from client.crypto.box import Box
from client.crypto.content_keys import Content
from client.crypto.records import open_record
from infrastructure.secret_checks import WrongSecrets
from infrastructure.settings import load_settings
from infrastructure.vault.log_key import make_log_key
from tests.support.house import an_open_house
from tests.upgrades.conftest import Installation
from tests.upgrades.opened import opens_all_with_its_keys

# In which all of the kept documents were written.
SCHEMA = 1


@pytest.fixture
def run(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """A command of `./coffer` on this installation; `changed` are variables of its own."""

    def run(*argv: str, **changed: str) -> int:
        with monkeypatch.context() as patched:
            for name, value in installation.environ(**changed).items():
                patched.setenv(name, value)
            return main(argv)

    return run


async def test_people_find_what_they_had(
    installation: Installation, run: Callable[..., int], valkey_url: str, tmp_path: Path
) -> None:
    assert run("migrate") == 0
    prove(load_settings(installation.environ()), signs=True)
    world = installation.world
    assert installation.rows("select count(*) from read.users") == [(world["people"],)]
    named = {
        name: value
        for name, value in installation.environ(REDIS_URL=valkey_url).items()
        if name not in ("COFFER_MODE", "COFFER_PUBLIC_URL")
    }
    async with an_open_house(installation.owner_url, valkey_url, tmp_path, **named) as house:
        person = replace(house.person(), email=world["person"]["email"])
        answer = await person.post("/sign-in/email", {"email": person.email, "password": world["password"]})
        assert answer.status_code == 200, answer.text
        assert answer.json()["user"]["name"] == world["person"]["name"]
        api = Caller(person.http)
        api.account_id = UUID(world["accountId"])
        items = {item["id"]: item for item in await api.post("/document", {"limit": 200})}
        assert sorted(items) == sorted(document["id"] for document in world["documents"])
        file = await api.get(f"/api/uploads/{world['fileId']}/bundle")
        sealed = await person.http.get(file["url"])
        (part,) = (installation.folder / "blobs").rglob("00001-*")
        assert (sealed.status_code, sha256(sealed.content).hexdigest()) == (200, part.name.split("-")[1])
        for document in world["documents"]:
            content = Content(api.account_id, "document", UUID(document["id"]), 1)
            box = Box.from_json(items[document["id"]]["sealed"])
            opened = open_record(bytes.fromhex(document["contentKey"]), content, SCHEMA, box)
            assert opened["title"] == document["title"]
        if "device" in world:
            await opens_all_with_its_keys(api, world)
        health = (await house.browser().http.get("/health")).json()
        assert (health["checks"]["secrets"], health["checks"]["version"]) == ("ok", "ok")


def another() -> str:
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b"=").decode()


def check_values(installation: Installation) -> list[tuple[Any, ...]]:
    if installation.rows("select to_regclass('es.secret_check')") == [(None,)]:
        return []
    return installation.rows("select name, value from es.secret_check order by name")


@pytest.mark.parametrize("name", ["COFFER_KEK", "COFFER_AUTH_SECRET", "COFFER_LOG_KEY_FILE"])
def test_other_secrets_do_not_take_it_for_their_own(
    installation: Installation,
    run: Callable[..., int],
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where there are no check values yet, what lies there decides."""
    before = check_values(installation)
    other = another()
    if name == "COFFER_LOG_KEY_FILE":
        other = str(tmp_path / "other.pem")
        make_log_key(Path(other))
    assert run("migrate", **{name: other}) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{name} did not write this data.")
    assert said.count("\n") == 1
    assert check_values(installation) == before
    assert run("migrate") == 0
    assert len(check_values(installation)) == 4
    assert before in ([], check_values(installation))


def test_a_history_that_was_signed_gets_no_second_key(
    installation: Installation, run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = tmp_path / "gone.pem"
    assert run("migrate", COFFER_LOG_KEY_FILE=str(gone)) == 2
    assert "gone.pem) is missing" in capsys.readouterr().err
    assert not gone.exists()


@pytest.mark.parametrize(
    "name", ["COFFER_KEK", "COFFER_AUTH_SECRET", "COFFER_BLOB_SECRET", "COFFER_LOG_KEY_FILE"]
)
def test_once_bound_it_opens_with_its_own_secrets_only(
    installation: Installation, run: Callable[..., int], name: str, tmp_path: Path
) -> None:
    assert run("migrate") == 0
    other = another()
    if name == "COFFER_LOG_KEY_FILE":
        other = str(tmp_path / "other.pem")
        make_log_key(Path(other))
    settings = load_settings(installation.environ(**{name: other}))
    with pytest.raises(WrongSecrets, match=f"^{name} did not write this data"):
        prove(settings, signs=True)
    commands = ["followers"] if name == "COFFER_LOG_KEY_FILE" else ["serve", "worker", "followers"]
    for command in (*commands, "migrate"):
        assert run(command, **{name: other}) == 2, command


def test_data_of_a_layout_before_is_refused_in_one_sentence(
    installation: Installation, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    with psycopg.connect(installation.owner_url) as owner:
        owner.execute("update public.migration set applied_at = '2026-11-22 20:00Z'")
        owner.execute("alter table public.migration drop column if exists checksum")
    assert run("migrate") == 2
    said = capsys.readouterr().err
    assert said.startswith("This database was made before 2026-11-23")
    assert said.count("\n") == 1


def test_a_later_version_leaves_this_one_outside(
    installation: Installation, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("migrate") == 0
    with psycopg.connect(installation.owner_url) as owner:
        owner.execute("insert into public.migration (name, checksum) values ('9999_later.sql', 'a')")
    assert run("migrate") == 2
    said = capsys.readouterr().err
    assert said.startswith("This database was brought to a newer version of Coffer (it knows 9999_later.sql)")
    assert said.count("\n") == 1
    with psycopg.connect(installation.owner_url) as owner:
        owner.execute("update es.head set oldest_epoch = oldest_epoch + 1")
    for command in ("serve", "worker", "followers"):
        assert run(command) == 2
        assert capsys.readouterr().err.startswith("This process is older than its data.")
