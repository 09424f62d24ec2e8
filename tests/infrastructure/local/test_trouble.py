"""A disk that is full or read-only, somebody else's files, no network: one sentence each, for real."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from infrastructure.local.places import CHECKOUT
from infrastructure.local.ports import free_port
from infrastructure.local.processes import account_for_servers
from infrastructure.local.product import without_installation
from infrastructure.local.setup import npm, python_packages, uv
from infrastructure.local.setup.progress import SetupFailed
from tests.support.stack import throw_away_folder

PATIENCE_SECONDS = 120


@pytest.fixture
def disk() -> Iterator[Path]:
    """A file system of 24 MiB, which a database does not fit on."""
    if os.geteuid() != 0:
        pytest.skip("only root mounts a small file system")
    with throw_away_folder() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=24m,mode=711", "tmpfs", str(folder)]
        mounted = subprocess.run(mount, check=False, capture_output=True, text=True)
        if mounted.returncode:
            pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
        yield folder
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def start(data: Path) -> str:
    """What `./run` says before it ends, from where it goes on as the supervisor."""
    argv = [sys.executable, "-P", "-m", "infrastructure.local.up"]
    argv += ["--port", str(free_port()), "--data", str(data)]
    environ = {**without_installation(os.environ), "PYTHONPATH": str(CHECKOUT)}
    ended = subprocess.run(
        argv,
        cwd=CHECKOUT,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert ended.returncode == 1
    assert "Traceback" not in ended.stdout
    return ended.stdout


@pytest.mark.begins_early
@pytest.mark.parametrize("left", [None, 0, 300_000], ids=["too small", "full", "nearly full"])
def test_a_full_disk_is_named_in_one_sentence(disk: Path, left: int | None) -> None:
    data = disk / "data"
    data.mkdir()
    if left is not None:
        status = os.statvfs(disk)
        (disk / "filling").write_bytes(b"x" * (status.f_bavail * status.f_frsize - left))
    said = start(data)
    full = f"There is no room left on the disk of {data}. Make some, and start again."
    refused = f"{data} cannot be written: no space left on device. Name another folder with --data."
    assert full in said or refused in said
    assert len([line for line in said.splitlines() if line and not line.startswith("  ")]) <= 2


def test_a_read_only_disk_is_named_in_one_sentence(disk: Path) -> None:
    (disk / "data").mkdir()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    assert start(disk / "data") == (
        f"{disk / 'data'} cannot be written: read-only file system. Name another folder with --data.\n"
    )


def test_a_file_that_a_part_cannot_write_is_named_in_one_sentence(disk: Path) -> None:
    data = disk / "data"
    (data / "secrets").mkdir(parents=True)
    # What a part writes at its start is no folder of ours.
    (data / "valkey").symlink_to("/proc/self")
    said = start(data)
    assert "Coffer cannot go on: " in said
    assert len([line for line in said.splitlines() if line and not line.startswith("  ")]) == 2


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs as somebody else")
def test_somebody_elses_checkout_and_folder_are_named_in_one_sentence() -> None:
    stranger = account_for_servers()
    assert stranger is not None
    with throw_away_folder() as folder:
        (folder / "data").mkdir()

        def say(module: str, begins: str, *argv: str) -> str:
            # Whoever may not even enter the checkout could not begin: the code is there before they are.
            program = (
                f"import asyncio, os, sys, {module} as door\n"
                f"os.setgroups([]); os.setgid({stranger.gid}); os.setuid({stranger.uid})\n"
                f"sys.exit({begins})"
            )
            ended = subprocess.run(
                (sys.executable, "-P", "-c", program, *argv),
                cwd="/",
                env={"PATH": os.environ["PATH"], "PYTHONPATH": str(CHECKOUT), "HOME": "/nonexistent"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=PATIENCE_SECONDS,
                check=False,
            )
            assert ended.returncode == 1, ended.stdout
            return ended.stdout

        port = str(free_port())
        options = ("--port", port, "--data", str(folder / "data"))
        said = say("infrastructure.local.up", "asyncio.run(door._main(sys.argv[1:]))", *options)
        refused = "cannot be written: operation not permitted. Name another folder with --data."
        assert said == f"{folder / 'data'} {refused}\n"
        said = say("infrastructure.local.doors", "door.run(sys.argv[1:])", *options)
        assert said.startswith(f"Coffer cannot be set up here: {CHECKOUT}")
        assert said.endswith(": permission denied.\n")
        assert len(said.splitlines()) == 1


NO_NETWORK = ": the network does not answer. It is needed for the first start, and after an update."


@pytest.fixture
def offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Whatever is asked for goes to a port that nobody listens on, and nothing was fetched before."""
    nowhere = f"http://127.0.0.1:{free_port()}"
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, nowhere)
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "uv"))
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    # They would try for a minute.
    monkeypatch.setenv("UV_HTTP_RETRIES", "0")
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    monkeypatch.setenv("PIP_RETRIES", "1")
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    return tmp_path


def test_without_a_network_python_packages_say_so(offline: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout = offline / "checkout"
    checkout.mkdir()
    for name in ("pyproject.toml", "uv.lock"):
        (checkout / name).write_bytes((CHECKOUT / name).read_bytes())
    monkeypatch.setattr(python_packages, "CHECKOUT", checkout)
    monkeypatch.setattr(python_packages, "VENV", checkout / ".venv")
    with pytest.raises(SetupFailed) as failure:
        python_packages.sync(sys.executable, False)
    assert str(failure.value) == f"Python packages{NO_NETWORK}"


def test_without_a_network_packages_of_the_web_app_say_so(offline: Path) -> None:
    for name in ("package.json", "package-lock.json"):
        (offline / name).write_bytes((CHECKOUT / "web" / name).read_bytes())
    with pytest.raises(SetupFailed) as failure:
        npm.install(offline, "packages", stamp_name="offline")
    assert str(failure.value) == f"packages{NO_NETWORK}"


def test_without_a_network_uv_says_so(offline: Path) -> None:
    pip = uv.find_pip()
    if pip is None:
        pytest.skip("this Python has no pip")
    with pytest.raises(SetupFailed) as failure:
        uv.install(pip, offline / "uv-target")
    assert str(failure.value) == f"uv {uv.pinned_version()}{NO_NETWORK}"
