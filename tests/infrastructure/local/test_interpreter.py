"""The environment is made of the fastest Python of its kind on the machine, and that is found out once."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from infrastructure.local.setup import interpreter
from infrastructure.local.setup.interpreter import fastest_of, identity, others, probed

OWN = str(getattr(sys, "_base_executable", sys.executable))

Build = Callable[..., str]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Makes what answers as an interpreter that takes so many seconds would, and counts how often."""

    def build(name: str, seconds: float, minor: int = 11, flags: str = "") -> str:
        path = tmp_path / name
        answer = {"executable": str(path), "kind": ["cpython", 3, minor, flags], "seconds": seconds}
        path.write_text(
            f"#!/bin/sh\necho asked >> {tmp_path}/asked\ncat <<'END'\n{json.dumps(answer)}\nEND\n"
        )
        path.chmod(0o755)
        return str(path)

    return build


def test_one_that_is_clearly_faster_is_taken(build: Build) -> None:
    slow, fast = build("slow", 0.004), build("fast", 0.003)
    assert fastest_of(slow, [fast]) == fast
    assert fastest_of(fast, [slow]) == fast


def test_one_that_is_hardly_faster_is_not(build: Build) -> None:
    assert fastest_of(build("one", 0.0040), [build("two", 0.0036)]).endswith("one")


def test_another_version_or_another_way_of_being_built_is_not(build: Build) -> None:
    begun = build("begun", 0.004)
    assert fastest_of(begun, [build("newer", 0.001, minor=14), build("debug", 0.001, flags="d")]) == begun


def test_what_is_no_interpreter_is_passed_over(build: Build, tmp_path: Path) -> None:
    begun, fast = build("begun", 0.004), build("fast", 0.001)
    silent, broken = tmp_path / "silent", tmp_path / "broken"
    silent.write_text("#!/bin/sh\n")
    broken.write_text("#!/bin/sh\nexit 1\n")
    for path in (silent, broken):
        path.chmod(0o755)
    gone = tmp_path / "gone"
    assert fastest_of(begun, [str(silent), str(broken), str(gone), fast]) == fast
    assert fastest_of(str(gone), [fast]) == str(gone)


def test_it_is_asked_again_only_when_one_of_the_two_has_changed(
    build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, fast = build("slow", 0.004), build("fast", 0.003)
    monkeypatch.setattr(interpreter, "_BEGUN", slow)
    monkeypatch.setattr(interpreter, "_MEMORY", tmp_path / "memory" / "interpreters.json")
    monkeypatch.setattr(interpreter, "others", lambda: [fast])

    def asked() -> int:
        return (tmp_path / "asked").read_text().count("asked")

    assert interpreter.interpreter() == fast
    before = asked()
    assert interpreter.interpreter() == fast
    assert asked() == before
    Path(fast).unlink()
    assert interpreter.interpreter() == slow
    assert asked() > before
    build("slow", 0.0021)
    build("fast", 0.002)
    assert interpreter.interpreter() == slow
    (tmp_path / "memory" / "interpreters.json").write_text("{")
    assert interpreter.interpreter() == slow


def test_this_one_answers_and_is_of_the_machine_and_not_of_an_environment() -> None:
    answer = probed(sys.executable)
    assert answer is not None
    assert identity(answer.executable) == identity(OWN)
    assert answer.kind[:3] == ["cpython", *sys.version_info[:2]]
    assert 0 < answer.seconds < 60
    assert identity(sys.executable) in {identity(found) for found in others()} | {identity(OWN)}
