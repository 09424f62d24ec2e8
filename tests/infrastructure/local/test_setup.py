"""Set-up does each step once, does it again when its reason changed, and needs nothing of the environment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from infrastructure.local.node import wheel_of_node, with_node, write_shims
from infrastructure.local.places import CHECKOUT
from infrastructure.local.setup import caches, progress
from infrastructure.local.setup.progress import SetupFailed, run_step
from infrastructure.local.setup.stamps import Stamp, files_below, hash_of
from infrastructure.local.setup.uv import pinned_version


def test_a_stamp_matches_until_a_file_changes_moves_or_is_added(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    (sources / "deep").mkdir(parents=True)
    (sources / "a.ts").write_text("a")
    (sources / "deep" / "b.ts").write_text("b")
    stamp = Stamp("web", tmp_path / "stamps")

    def current() -> str:
        return hash_of(files_below(sources, without=frozenset({"node_modules"})))

    assert not stamp.matches(current())
    stamp.write(current())
    assert stamp.matches(current())
    (sources / "node_modules").mkdir()
    (sources / "node_modules" / "c.ts").write_text("c")
    assert stamp.matches(current())
    (sources / "a.ts").write_text("A")
    assert not stamp.matches(current())
    (sources / "a.ts").write_text("a")
    assert stamp.matches(current())
    (sources / "deep" / "b.ts").rename(sources / "b.ts")
    assert not stamp.matches(current())


def test_the_hash_tells_where_one_file_ends_and_the_next_begins(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("ab")
    two.write_text("c")
    before = hash_of([one, two])
    one.write_text("a")
    two.write_text("bc")
    assert hash_of([one, two]) != before


def test_a_failed_step_says_what_the_program_said_and_what_to_do(tmp_path: Path) -> None:
    argv = [sys.executable, "-c", "print('no such package'); raise SystemExit(3)"]
    with pytest.raises(SetupFailed, match=r"(?s)packages failed.*no such package.*Is the network reachable"):
        run_step("packages", argv, cwd=tmp_path, hint="Is the network reachable?")


def test_another_project_does_not_leak_into_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    foreign = {"VIRTUAL_ENV", "PYTHONHOME", "PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE"}
    for name in foreign:
        monkeypatch.setenv(name, "/elsewhere")
    assert not foreign & progress.without_python().keys()


def test_caches_move_into_the_checkout_only_when_home_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("XDG_CACHE_HOME", "UV_CACHE_DIR", "npm_config_cache", "PYRIGHT_PYTHON_CACHE_DIR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert caches.caches() == {}
    # A file where the home should be cannot be written to, not even by root.
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    (tmp_path / "file").touch()
    assert set(caches.caches()) == {"UV_CACHE_DIR", "npm_config_cache", "PYRIGHT_PYTHON_CACHE_DIR"}


def test_the_shims_start_node_npm_and_npx(tmp_path: Path) -> None:
    wheel = wheel_of_node()
    assert wheel is not None
    folder = write_shims(wheel, tmp_path / "with blank" / "bin")
    environ = with_node(dict(os.environ), folder)
    for program in ("node", "npm", "npx"):
        told = subprocess.run([program, "--version"], env=environ, capture_output=True, text=True, check=True)
        assert told.stdout.strip()[-1].isdigit()


def test_uv_is_pinned_by_version_and_hash() -> None:
    lines = (CHECKOUT / "infrastructure" / "local" / "setup" / "uv.txt").read_text().splitlines()
    assert lines[0].startswith(f"uv=={pinned_version()}")
    assert all(line.strip().startswith("--hash=sha256:") for line in lines[1:])


@pytest.mark.parametrize("door", ["run", "test", "coffer"])
def test_a_door_opens_with_nothing_but_the_standard_library(door: str) -> None:
    """-S leaves out every installed package, as on a machine that has none."""
    imported = f"import sys; sys.path.insert(0, {str(CHECKOUT)!r}); import infrastructure.local.doors"
    subprocess.run([sys.executable, "-I", "-S", "-c", imported], check=True)
    assert os.access(CHECKOUT / door, os.X_OK)
    assert "from infrastructure.local.doors import" in (CHECKOUT / door).read_text()
