"""`./test` counts what was run, and takes nothing for granted that it could not count."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from infrastructure.local.check_steps import Check, Suite
from infrastructure.local.checks import Result, counted, run_check, run_suite, summary
from infrastructure.local.product import without_installation
from infrastructure.local.published_vectors import published_vectors
from infrastructure.local.setup.progress import SetupFailed

REPORT = """<testsuites name="all"><testsuite name="a" tests="5" failures="1" errors="1" skipped="1"/>
<testsuite name="b" tests="2" failures="0"/></testsuites>"""


def suite(report: Path, code: int, **further: Any) -> Suite:
    argv = (sys.executable, "-c", f"raise SystemExit({code})")
    return Suite("toy", argv, report.parent, report, {}, **further)


def test_a_report_is_counted_over_all_its_suites(tmp_path: Path) -> None:
    (tmp_path / "report.xml").write_text(REPORT)
    assert counted(tmp_path / "report.xml") == (7, 2, 1, 0, ())
    done = run_suite(suite(tmp_path / "report.xml", 1), os.environ)
    assert (done.passed, done.failed, done.skipped) == (4, 2, 1)


def test_what_passed_at_the_second_try_is_counted_and_said(tmp_path: Path) -> None:
    flaky = '<testcase name="a"><flakyFailure/></testcase><testcase name="b"/>'
    (tmp_path / "report.xml").write_text(f'<testsuite tests="2" failures="0">{flaky}</testsuite>')
    done = run_suite(suite(tmp_path / "report.xml", 0), os.environ)
    assert (done.passed, done.failed, done.second_try) == (2, 0, 1)
    told = summary([done, Result("pytest", 9.0, 5, 0)]).splitlines()
    assert told[2].startswith("~ toy")
    assert told[3].startswith("  pytest")
    assert "1 passed at the second try only" in told[-3]
    assert told[-1] == "7 passed, 0 failed"


def test_a_suite_that_fails_without_a_report_is_a_failure(tmp_path: Path) -> None:
    assert run_suite(suite(tmp_path / "none.xml", 3), os.environ).failed == 1


def test_a_suite_that_a_selection_left_empty_is_not(tmp_path: Path) -> None:
    done = run_suite(suite(tmp_path / "none.xml", 5, nothing_selected=5), os.environ)
    assert (done.passed, done.failed) == (0, 0)


def test_what_a_selection_leaves_out_is_not_called_skipped(tmp_path: Path) -> None:
    (tmp_path / "report.xml").write_text('<testsuite tests="9" failures="0" errors="0" skipped="8"/>')
    done = run_suite(suite(tmp_path / "report.xml", 0, selected=True), os.environ)
    assert (done.passed, done.skipped) == (1, 0)


def test_a_check_that_fails_shows_what_it_said(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    check = Check("lint", (sys.executable, "-c", "print('line too long'); raise SystemExit(1)"), tmp_path)
    assert run_check(check, os.environ).failed == 1
    assert "line too long" in capfd.readouterr().out


def test_the_last_line_is_for_machines() -> None:
    told = summary([Result("ruff", 0.1, 1, 0), Result("pytest", 9.0, 311, 1, 0)])
    assert told.splitlines()[-1] == "312 passed, 1 failed"


def test_what_failed_is_named_at_the_end(tmp_path: Path) -> None:
    """A log of which only the end was kept has to say which test it was."""
    cases = """<testcase classname="src/a.test.ts" name="one"/>
    <testcase classname="src/a.test.ts" name="two &gt; it"><failure message="no"/></testcase>
    <testcase classname="src/b.test.ts" name="three"><flakyFailure/></testcase>"""
    (tmp_path / "report.xml").write_text(f'<testsuite tests="3" failures="1">{cases}</testsuite>')
    done = run_suite(suite(tmp_path / "report.xml", 1), os.environ)
    told = summary([done, Result("ruff", 0.1, 1, 0)]).splitlines()
    assert told[-3:] == ["✗ toy: src/a.test.ts › two > it", "", "3 passed, 1 failed"]


def test_a_developers_own_servers_are_kept_out() -> None:
    foreign = ("DATABASE_URL", "COFFER_OWNER_DATABASE_URL", "SMTP_URL", "S3_BUCKET", "COFFER_MODE")
    harmless = {"COFFER_TEST_POSTGRES_URL": "of a test", "PATH": "/bin"}
    assert without_installation({**dict.fromkeys(foreign, "a developer's"), **harmless}) == harmless


def test_what_was_skipped_stands_in_the_last_line() -> None:
    told = summary([Result("pytest", 9.0, 311, 0, 7), Result("vitest", 2.0, 90, 0, 7)])
    assert told.splitlines()[-1] == "401 passed, 0 failed, 14 skipped"


def test_vectors_of_others_lie_where_a_variable_says_or_beside_the_checkout(tmp_path: Path) -> None:
    beside, named = tmp_path / "beside", tmp_path / "named"
    assert published_vectors({}, beside) is None
    beside.mkdir()
    assert published_vectors({}, beside) == beside
    with pytest.raises(SetupFailed, match="WYCHEPROOF_DIR names"):
        published_vectors({"WYCHEPROOF_DIR": str(named)}, beside)
    named.mkdir()
    assert published_vectors({"WYCHEPROOF_DIR": str(named)}, beside) == named
