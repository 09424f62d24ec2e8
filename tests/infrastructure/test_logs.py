"""What the processes write down."""

import json

import structlog

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
