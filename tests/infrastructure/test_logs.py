"""What the processes write down."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import structlog

from infrastructure.local.places import CHECKOUT
from infrastructure.logs import log_as_json


def test_lines_are_json_from_the_level_that_was_set(capsys):
    try:
        log_as_json("warning")
        log = structlog.get_logger("coffer.test")
        log.info("nobody reads this")
        try:
            raise ValueError("broken")
        except ValueError as fault:
            log.error("failed", path="/x", exc_info=fault)
    finally:
        structlog.reset_defaults()
    (line,) = capsys.readouterr().out.splitlines()
    written = json.loads(line)
    assert (written["event"], written["level"], written["path"]) == ("failed", "error", "/x")
    assert "ValueError: broken" in written["exception"]
    assert written["timestamp"].endswith("Z")


def test_who_logs_does_not_fail_when_nobody_takes_it():
    program = (
        "import os, sys, structlog; from infrastructure.logs import log_as_json; log_as_json('info')\n"
        "log = structlog.get_logger('x')\n"
        "while not os.path.exists(sys.argv[1]): pass\n"
        "log.info('into the void'); sys.exit(3)"
    )
    with tempfile.TemporaryDirectory() as folder:
        gone = Path(folder) / "gone"
        child = subprocess.Popen(
            [sys.executable, "-c", program, str(gone)], cwd=CHECKOUT, stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        child.stdout.close()
        gone.touch()
        assert child.wait(60) == 3
