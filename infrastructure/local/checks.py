"""The inside of `./test`: every check and every test, on servers of its own, and one summary."""

import argparse
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from infrastructure.local import check_steps
from infrastructure.local.check_steps import Check, Suite
from infrastructure.local.places import CHECKOUT
from infrastructure.local.product import running_product, without_installation
from infrastructure.local.published_vectors import NO_VECTORS, VARIABLE, published_vectors
from infrastructure.local.setup import npm, peers, web_app
from infrastructure.local.setup.chromium import find_chromium, version_of
from infrastructure.local.setup.progress import SetupFailed


@dataclass(frozen=True)
class Result:
    name: str
    seconds: float
    passed: int
    failed: int
    skipped: int = 0
    second_try: int = 0
    names: tuple[str, ...] = ()


class Counts(NamedTuple):
    """Of a JUnit report; `second_try` are those of the passed ones that failed first.

    `names` are those of the failed ones, with the file or module they stand in.
    """

    tests: int = 0
    failed: int = 0
    skipped: int = 0
    second_try: int = 0
    names: tuple[str, ...] = ()


def run_check(check: Check, environ: Mapping[str, str]) -> Result:
    began = time.monotonic()
    code, said = _run(check.argv, check.cwd, environ, shown=False)
    if code != 0:
        print(f"--- {check.name} ---\n{said.strip()}\n", flush=True)
    return _told(Result(check.name, time.monotonic() - began, int(code == 0), int(code != 0)))


def run_suite(suite: Suite, environ: Mapping[str, str]) -> Result:
    print(f"\n--- {suite.name} ---", flush=True)
    began = time.monotonic()
    code, _ = _run(suite.argv, suite.cwd, {**environ, **suite.environ}, shown=True)
    seconds = time.monotonic() - began
    if code == suite.nothing_selected:
        return _told(Result(suite.name, seconds, 0, 0))
    tests, failed, skipped, second_try, names = counted(suite.report)
    # Nothing to count, or an end without a failed test, is a failure of the suite itself.
    if code != 0 and failed == 0:
        failed = 1
    passed = max(tests - failed - skipped, 0)
    skipped = 0 if suite.selected else skipped
    return _told(Result(suite.name, seconds, passed, failed, skipped, second_try, names))


def counted(report: Path) -> Counts:
    if not report.is_file():
        return Counts()
    root = ElementTree.parse(report).getroot()  # noqa: S314 - written by our own tools a moment ago
    suites = [root] if root.tag == "testsuite" else root.findall("testsuite")

    def total(*names: str) -> int:
        return sum(int(suite.get(name) or 0) for suite in suites for name in names)

    second_try = sum(any(each.tag.startswith("flaky") for each in test) for test in root.iter("testcase"))
    names = tuple(
        f"{test.get('classname') or ''} › {test.get('name') or ''}"
        for test in root.iter("testcase")
        if any(each.tag in ("failure", "error") for each in test)
    )
    return Counts(total("tests"), total("failures", "errors"), total("skipped"), second_try, names)


def run_end_to_end(reports: Path, selection: str | None, environ: Mapping[str, str]) -> Result:
    """The journeys of people."""
    return _in_browser(check_steps.end_to_end(reports, selection), environ)


def run_hostile(
    reports: Path,
    selection: str | None,
    environ: Mapping[str, str],
    *,
    operations: Sequence[str] | None = None,
    findings: Path | None = None,
) -> Result:
    """The product in the hands of a hostile operator: attacks and a sample, or all lies about operations.

    No operations are all of them.
    """
    suite = check_steps.hostile(reports, selection)
    if operations is not None:
        suite.environ["COFFER_HOSTILE"] = ",".join(operations)
    if findings is not None:
        suite.environ["COFFER_HOSTILE_FINDINGS"] = str(findings)
    return _in_browser(suite, environ)


def take_pictures(reports: Path, folder: Path, environ: Mapping[str, str]) -> Result:
    """Of every place of the app, in every look, with the data of the demo."""
    return _in_browser(check_steps.pictures(reports, folder), environ)


def _in_browser(suite: Suite, environ: Mapping[str, str]) -> Result:
    """A suite against a running product and a browser of its own, which it is told of."""
    began = time.monotonic()
    try:
        chromium = find_chromium()
        print(f"\n{version_of(chromium)}", flush=True)
        with running_product(environ) as product:
            suite.environ.update(
                {
                    "COFFER_E2E_URL": product.url,
                    "COFFER_E2E_DATA": str(product.data),
                    "COFFER_E2E_PROVIDERS": str(product.providers),
                    "CHROME_PATH": chromium.program,
                    **{f"COFFER_BROWSER_{name}": value for name, value in chromium.environ.items()},
                }
            )
            return run_suite(suite, environ)
    except SetupFailed as failure:
        print(failure, flush=True)
        return _told(Result(suite.name, time.monotonic() - began, 0, 1))


def run_all(asked: argparse.Namespace) -> list[Result]:
    environ = test_environment()
    environ |= _vectors(environ)
    selection: str | None = asked.k
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="coffer-reports-") as folder:
        reports = Path(folder)
        if asked.paths:
            return [run_suite(check_steps.backend(reports, asked.paths, selection), environ)]
        if selection is None:
            results += [run_check(check, environ) for check in check_steps.generated_checks()]
        # The backend's tests wait for their servers a third of the time; the code is checked meanwhile.
        with ThreadPoolExecutor(max_workers=1) as aside:
            chosen = check_steps.checks() if selection is None else []
            checked = [aside.submit(run_check, check, environ) for check in chosen]
            try:
                backend = run_suite(check_steps.backend(reports, (), selection), environ)
            except BaseException:
                aside.shutdown(wait=False, cancel_futures=True)
                raise
        results += [*(each.result() for each in checked), backend]
        results.append(run_suite(check_steps.web_units(reports, selection), environ))
        if selection is None:
            results += [run_check(check, environ) for check in check_steps.build_checks()]
        if not asked.fast:
            if selection is None:
                results.append(run_check(check_steps.faults(), environ))
            results.append(run_end_to_end(reports, selection, environ))
            results.append(run_hostile(reports, selection, environ))
    return results


def test_environment() -> dict[str, str]:
    environ = without_installation(npm.environment())
    environ["PYTHONPATH"] = str(CHECKOUT)
    return environ


def _vectors(environ: Mapping[str, str]) -> dict[str, str]:
    folder = published_vectors(environ)
    if folder is None:
        print(f"{NO_VECTORS}: the tests that need them are counted as skipped.", flush=True)
        return {}
    return {VARIABLE: str(folder)}


def summary(results: Sequence[Result]) -> str:
    lines = [f"\n{'':2}{'':<34}{'passed':>8}{'failed':>8}{'skipped':>9}{'seconds':>9}"]
    for one in results:
        mark = "✗ " if one.failed else "~ " if one.second_try else "  "
        lines.append(f"{mark}{one.name:<34}{one.passed:>8}{one.failed:>8}{one.skipped:>9}{one.seconds:>9.1f}")
    passed, failed = sum(one.passed for one in results), sum(one.failed for one in results)
    skipped = sum(one.skipped for one in results)
    if second_try := sum(one.second_try for one in results):
        lines += [
            "",
            f"~ {second_try} passed at the second try only; what went wrong at the first stands above.",
        ]
    # At the very end, where it stands in a log of which only the end was kept.
    if named := [f"✗ {one.name}: {name}" for one in results for name in one.names]:
        lines += ["", *named]
    last = f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")
    return "\n".join([*lines, "", last])


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="./test", description="Run every check and every test.")
    parser.add_argument("paths", nargs="*", help="only these files or folders of backend tests")
    parser.add_argument("-k", metavar="WORDS", help="only tests whose names match, and no checks")
    parser.add_argument("--fast", action="store_true", help="leave out the end-to-end tests")
    asked = parser.parse_args(argv)
    signal.signal(signal.SIGTERM, _interrupt)
    signal.signal(signal.SIGINT, _interrupt)
    try:
        if not asked.paths:
            web_app.install_packages()
        peers.install()
        results = run_all(asked)
    except SetupFailed as failure:
        print(failure, flush=True)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", flush=True)
        return 130
    print(summary(results), flush=True)
    ran = sum(one.passed + one.failed for one in results)
    return 0 if ran and not any(one.failed for one in results) else 1


def _run(argv: Sequence[str], cwd: Path, environ: Mapping[str, str], *, shown: bool) -> tuple[int, str]:
    child = subprocess.Popen(
        argv,
        cwd=cwd,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=None if shown else subprocess.PIPE,
        stderr=None if shown else subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    try:
        said, _ = child.communicate()
    except BaseException:
        child.terminate()
        child.wait()
        raise
    return child.returncode, said or ""


def _told(result: Result) -> Result:
    print(f"  {result.name:<34}{result.seconds:7.1f} s  {'failed' if result.failed else 'ok'}", flush=True)
    return result


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
