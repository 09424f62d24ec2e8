"""The folder of all data: one Coffer at a time, and a reset that deletes nothing of anybody else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from infrastructure.local import data_folder
from infrastructure.local.places import CHECKOUT
from infrastructure.local.ports import free_port
from infrastructure.local.stack import LocalStack
from infrastructure.local.stack_secrets import ensure_secrets
from infrastructure.settings import load_settings


def test_only_one_coffer_runs_on_a_folder(tmp_path: Path) -> None:
    assert not data_folder.is_in_use(tmp_path)
    with data_folder.claim(tmp_path):
        assert data_folder.is_in_use(tmp_path)
        with pytest.raises(data_folder.InUse):
            data_folder.claim(tmp_path)
    assert not data_folder.is_in_use(tmp_path)
    data_folder.claim(tmp_path).close()


def test_a_reset_leaves_what_is_not_ours(tmp_path: Path) -> None:
    for name in ("pg18", "secrets", "mail", "photos"):
        (tmp_path / name).mkdir()
    (tmp_path / "letter.txt").touch()
    data_folder.reset(tmp_path)
    assert sorted(place.name for place in tmp_path.iterdir()) == ["letter.txt", "photos"]


def test_the_command_line_finds_a_running_stack_and_no_other(tmp_path: Path) -> None:
    data_folder.write_environment(tmp_path, {"DATABASE_URL": "postgresql://h/c"})
    assert data_folder.environment_of_running(tmp_path) == {}
    with data_folder.claim(tmp_path):
        assert data_folder.environment_of_running(tmp_path) == {"DATABASE_URL": "postgresql://h/c"}
        data_folder.forget_environment(tmp_path)
        assert data_folder.environment_of_running(tmp_path) == {}


def test_secrets_are_made_once_and_readable_by_their_owner_only(tmp_path: Path) -> None:
    named = ensure_secrets(tmp_path, database=None)
    before = {file: file.read_bytes() for file in (tmp_path / "secrets").iterdir()}
    assert ensure_secrets(tmp_path, database="a database") == named
    assert {file: file.read_bytes() for file in (tmp_path / "secrets").iterdir()} == before
    assert {file.stat().st_mode & 0o777 for file in before} == {0o600}
    assert len(set(before.values())) == len(before)
    key = load_pem_private_key(Path(named["COFFER_LOG_KEY_FILE"]).read_bytes(), None)
    assert isinstance(key, Ed25519PrivateKey)


def test_the_parts_are_told_settings_that_load(tmp_path: Path) -> None:
    port = free_port()
    stack = LocalStack(tmp_path, port, dev=False, environ={"PATH": "/bin"})
    settings = load_settings(stack.environ())
    assert settings.in_development
    assert settings.public_url == f"http://localhost:{port}"
    assert (settings.port, settings.data_dir) == (port, tmp_path)
    logins = [settings.database_url, settings.projector_database_url, settings.owner_database_url]
    assert [url.split("//")[1].split(":")[0] for url in logins] == [
        "coffer_app",
        "coffer_projector",
        "coffer_owner",
    ]


def test_servers_the_environment_names_are_used_and_not_started(tmp_path: Path) -> None:
    named = {
        "DATABASE_URL": "postgresql://app@db.test/coffer",
        "REDIS_URL": "redis://cache.test/0",
        "SMTP_URL": "smtp://mail.test:25",
    }
    stack = LocalStack(tmp_path, free_port(), dev=False, environ=named)
    assert (stack.postgres, stack.valkey, stack.mail_port) == (None, None, None)
    assert named.items() <= stack.environ().items()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's database lies elsewhere")
def test_roots_database_lies_where_its_account_may_go(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    stack = LocalStack(tmp_path, free_port(), dev=False, environ={})
    assert stack.postgres is not None
    assert not stack.postgres.cluster.is_relative_to(tmp_path)


def test_a_wrong_port_is_refused_before_anything_is_set_up() -> None:
    told = subprocess.run(
        [sys.executable, str(CHECKOUT / "run"), "--port", "0"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 2
    assert "a port from 1 to 65535" in told.stderr
