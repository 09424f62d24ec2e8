"""What `./test` runs: the checks of the code beside the backend's tests, the whole in a browser last."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from infrastructure.local.node import SHIMS
from infrastructure.local.places import CHECKOUT, VENV, WEB

_BIN = VENV / "bin"
_DOORS = ("run", "test", "coffer")
# Tests wait for the database about as long as they compute: one more than the cores of a small machine.
_WORKERS = 3


@dataclass(frozen=True)
class Check:
    """One command that says yes or no; what it prints is shown when it says no."""

    name: str
    argv: tuple[str, ...]
    cwd: Path = CHECKOUT


@dataclass(frozen=True)
class Suite:
    """Many tests in one command; it prints as it goes, and leaves a JUnit report to be counted."""

    name: str
    argv: tuple[str, ...]
    cwd: Path
    report: Path
    environ: dict[str, str]
    # With a selection, what was left out was asked for and is not "skipped" ...
    selected: bool = False
    # ... and there may be nothing left for one suite: the exit code with which it says so.
    nothing_selected: int | None = None


def checks() -> list[Check]:
    def tool(name: str, *arguments: str) -> Check:
        return Check(" ".join((name, *arguments[:1])), (str(_BIN / name), *arguments))

    def script(title: str, name: str) -> Check:
        return Check(title, (str(SHIMS / "npm"), "run", "--silent", name), WEB)

    return [
        tool("ruff", "check", ".", *_DOORS),
        tool("ruff", "format", "--check", ".", *_DOORS),
        tool("pyright"),
        tool("lint-imports"),
        script("eslint", "lint"),
        script("dependency-cruiser", "deps"),
        script("tsc", "check"),
        *(
            Check(
                f"tsc, {tests} tests",
                (str(SHIMS / "npx"), "tsc", "--noEmit", "-p", f"../tests/{folder}"),
                WEB,
            )
            for tests, folder in (
                ("end-to-end", "e2e"),
                ("conformance", "conformance"),
                ("hostile", "hostile"),
                ("pictures", "pictures"),
                ("bench", "bench"),
            )
        ),
        script("messages of all languages", "messages"),
    ]


def generated_checks() -> list[Check]:
    """These write generated files that tests read, so nothing runs in parallel."""

    def module(title: str, *arguments: str) -> Check:
        return Check(title, (sys.executable, "-P", "-m", *arguments))

    return [
        module("API client is fresh", "api.cli", "dev", "client", "--check"),
        module("event reference is fresh", "api.cli", "dev", "events", "--check"),
    ]


def build_checks() -> list[Check]:
    return [
        Check("vite build", (sys.executable, "-P", "-m", "infrastructure.local.setup.web_app")),
        Check("size budgets", (str(SHIMS / "npm"), "run", "--silent", "size"), WEB),
    ]


def faults() -> Check:
    """Some faults once; `./coffer dev faults` does all of them, more often, and times them."""
    argv = (sys.executable, "-P", "-m", "api.cli", "dev", "faults", "--rounds", "1", "--short")
    return Check("faults under load", argv)


def backend(reports: Path, paths: Sequence[str], selection: str | None) -> Suite:
    report = reports / "pytest.xml"
    # A file's tests stay together: they share a database. Which file begins first is said by the files.
    options = ["-n", str(_WORKERS), "--dist", "loadfile", "--no-loadscope-reorder", f"--junitxml={report}"]
    # A test that hangs ends its worker (pyproject.toml); one that always does is not tried again and again.
    options += ["--max-worker-restart=2"]
    options += ["-k", selection] if selection else []
    argv = (sys.executable, "-P", "-m", "pytest", *options, *paths)
    return Suite("pytest", argv, CHECKOUT, report, {}, bool(selection), 5 if selection else None)


def web_units(reports: Path, selection: str | None) -> Suite:
    report = reports / "vitest.xml"
    options = ["--reporter=default", "--reporter=junit", f"--outputFile.junit={report}"]
    options += ["-t", selection, "--passWithNoTests"] if selection else []
    argv = (str(SHIMS / "npx"), "vitest", "run", *options)
    return Suite("vitest", argv, WEB, report, {}, bool(selection))


def end_to_end(reports: Path, selection: str | None) -> Suite:
    return _playwright("playwright", ("journeys", "conformance"), reports, selection)


def hostile(reports: Path, selection: str | None) -> Suite:
    return _playwright("hostile server", ("hostile",), reports, selection)


def pictures(reports: Path, folder: Path) -> Suite:
    suite = _playwright("pictures", ("pictures",), reports, None)
    suite.environ["COFFER_TEST_SCREENSHOTS"] = str(folder)
    return suite


def _playwright(name: str, projects: Sequence[str], reports: Path, selection: str | None) -> Suite:
    report = reports / f"{name.replace(' ', '-')}.xml"
    options = [f"--project={project}" for project in projects]
    options += ["-g", selection, "--pass-with-no-tests"] if selection else []
    argv = (str(SHIMS / "npx"), "playwright", "test", "--reporter=list,junit", *options)
    told = {"PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(report), "PLAYWRIGHT_JUNIT_INCLUDE_RETRIES": "1"}
    return Suite(name, argv, WEB, report, told, bool(selection))
