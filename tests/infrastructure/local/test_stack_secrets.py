"""Secrets are made together with their database, never for one that is there, whenever a start is cut off."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from infrastructure.local import stack_secrets
from infrastructure.local.ports import free_port
from infrastructure.local.postgres import PostgresServer
from infrastructure.local.server import ServerFailed
from infrastructure.local.stack import LocalStack
from infrastructure.local.stack_secrets import SecretsMissing, ensure_secrets
from tests.support.stack import seen_by, throw_away_folder

FILES = ("auth-secret", "kek", "blob-secret", "log-key.pem", "postgres-owner")


class PowerLost(BaseException):
    """Nothing after it is carried out."""


def stack_of(data: Path, **environ: str) -> LocalStack:
    return LocalStack(data, free_port(), dev=False, environ=environ)


def secrets_in(data: Path) -> dict[str, bytes]:
    return {name: (data / "secrets" / name).read_bytes() for name in FILES}


def a_cluster(data: Path, name: str = "pg18") -> None:
    (data / name).mkdir(parents=True)
    (data / name / "PG_VERSION").write_text("18\n")


@pytest.fixture
def data() -> Iterator[Path]:
    with throw_away_folder() as folder:
        yield folder / "data"


@pytest.mark.parametrize("gone", [*FILES, "*"])
@pytest.mark.parametrize("cluster", ["pg18", "pg16"])
def test_a_database_without_its_secrets_is_refused_and_gets_no_others(
    data: Path, gone: str, cluster: str
) -> None:
    stack_of(data).environ()
    a_cluster(data, cluster)
    for file in (data / "secrets").glob(gone):
        file.unlink()
    before = sorted(file.name for file in (data / "secrets").iterdir())
    with pytest.raises(SecretsMissing, match="kek" if gone == "*" else gone) as refusal:
        stack_of(data).environ()
    assert "Put back the folder `secrets`" in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert sorted(file.name for file in (data / "secrets").iterdir()) == before


def test_a_secret_that_is_set_by_hand_needs_no_file(data: Path) -> None:
    given = {"COFFER_KEK": "by hand", "COFFER_LOG_KEY_FILE": "/elsewhere/key.pem"}
    stack_of(data, **given).environ()
    assert sorted(file.name for file in (data / "secrets").iterdir() if file.name in FILES) == [
        "auth-secret",
        "blob-secret",
        "postgres-owner",
    ]
    a_cluster(data)
    assert given.items() <= stack_of(data, **given).environ().items()
    with pytest.raises(SecretsMissing, match="kek"):
        stack_of(data).environ()


def test_a_half_made_database_is_none(data: Path) -> None:
    a_cluster(data, "pg18.new")
    assert set(FILES) <= {Path(name).name for name in os.listdir(_made(data) / "secrets")}


def _made(data: Path) -> Path:
    stack_of(data).environ()
    return data


def test_whenever_power_is_lost_a_database_meets_the_secrets_it_was_made_with(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first start is cut off before each of its steps on the disk, and the second one is not."""
    steps, cut_off_at = 0, 0

    def step(do: Callable[..., Any]) -> Callable[..., Any]:
        def done(*given: Any, **named: Any) -> Any:
            nonlocal steps
            steps += 1
            if steps == cut_off_at:
                raise PowerLost
            return do(*given, **named)

        return done

    for name in ("open", "link", "fsync", "unlink"):
        monkeypatch.setattr(os, name, step(getattr(os, name)))
    cut_off = 0
    while True:
        shutil.rmtree(data, ignore_errors=True)
        data.mkdir()
        steps, cut_off_at = 0, cut_off + 1
        made_with: dict[str, bytes] | None = None
        try:
            stack_of(data).environ()
            made_with = secrets_in(data)
            a_cluster(data)
        except PowerLost:
            cut_off += 1
        finished, cut_off_at = steps < cut_off_at, 0
        stack_of(data).environ()
        kept = secrets_in(data)
        assert all(kept.values())
        assert len(set(kept.values())) == len(FILES)
        assert made_with in (None, kept)
        assert {file.stat().st_mode & 0o777 for file in (data / "secrets").iterdir()} == {0o600}
        if finished:
            break
    assert cut_off > 4 * len(FILES), "each file takes a few steps"


def test_a_cluster_without_its_password_is_refused(data: Path) -> None:
    with PostgresServer(data, fsync=False) as server:
        cluster = server.cluster
    (data / "secrets" / "postgres-owner").unlink()
    with pytest.raises(ServerFailed, match="postgres-owner is missing"):
        PostgresServer(data, fsync=False).prepare()
    assert cluster.is_dir()
    assert not (data / "secrets" / "postgres-owner").exists()


def test_a_database_elsewhere_is_asked_before_secrets_are_made(
    tmp_path: Path, product_database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the service `secrets` of docker-compose.yml does it, with the login of the API."""
    told = {"DATABASE_URL": seen_by("coffer_app", product_database_url)}
    assert stack_secrets.main(str(tmp_path), told) == 2
    assert "auth-secret, kek, blob-secret, log-key.pem" in capsys.readouterr().err
    assert not (tmp_path / "secrets").exists()
    with psycopg.connect(product_database_url) as owner:
        owner.execute("delete from es.secret_check")
    assert stack_secrets.main(str(tmp_path), told) == 0, "nothing has been written there yet"
    before = {file.name: file.read_bytes() for file in (tmp_path / "secrets").iterdir()}
    with psycopg.connect(product_database_url) as owner:
        owner.execute(
            "insert into es.subject_key (subject, owner_id, wrapped) "
            "values (gen_random_uuid(), gen_random_uuid(), '')"
        )
    assert stack_secrets.main(str(tmp_path), told) == 0, "its secrets are there"
    (tmp_path / "secrets" / "kek").unlink()
    assert stack_secrets.main(str(tmp_path), told) == 2
    assert {f.name: f.read_bytes() for f in (tmp_path / "secrets").iterdir()}.items() < before.items()


def test_a_database_that_nobody_has_prepared_is_new(tmp_path: Path, postgres_server: str) -> None:
    assert stack_secrets.main(str(tmp_path), {"DATABASE_URL": postgres_server}) == 0
    assert ensure_secrets(tmp_path, database="one") == stack_secrets.named(tmp_path)


def test_a_database_that_does_not_answer_gets_no_secrets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nobody = f"postgresql://coffer_app@127.0.0.1:{free_port()}/coffer"
    assert stack_secrets.main(str(tmp_path), {"DATABASE_URL": nobody}) == 2
    assert capsys.readouterr().err == "The database does not answer. Start it, or look at DATABASE_URL.\n"
    assert not (tmp_path / "secrets").exists()
