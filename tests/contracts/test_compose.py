"""docker-compose.yml: what ends comes back, what runs is watched, and nothing grows without end."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from api.composition import following, working
from infrastructure import watchdog
from infrastructure.local.places import CHECKOUT
from infrastructure.readiness import PULSE_FILE, PULSE_SECONDS

SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(
    (CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8")
)["services"]
ONCE = {"secrets", "migrate"}


@pytest.mark.parametrize("name", sorted(SERVICES.keys() - ONCE))
def test_what_is_meant_to_run_comes_back_is_watched_and_keeps_its_log_small(name: str) -> None:
    service = SERVICES[name]
    assert service["restart"] == "unless-stopped"
    assert service["logging"]["options"]["max-size"]
    # The image brings the API's own check.
    assert name == "api" or service["healthcheck"]["test"]


@pytest.mark.parametrize("name", sorted(ONCE))
def test_what_runs_once_is_not_started_again(name: str) -> None:
    assert SERVICES[name]["restart"] == "no"


@pytest.mark.parametrize(("name", "process"), [("followers", following.follow), ("worker", working._work)])
def test_one_that_hangs_ends_by_itself_since_docker_starts_again_only_what_has_ended(
    name: str, process: Callable[..., Any]
) -> None:
    """`tests/infrastructure/test_watchdog.py` tries it; here stands who is watched, and for how long."""
    body, work = inspect.getsource(process), {"followers": "run_followers(", "worker": "run_worker("}[name]
    assert 0 < body.index("    end_when_hung()\n") < body.index(work) < body.index("    end_watch()\n")
    # An ordinary pause of the database is no hang, and a hang is seen before it is ended.
    assert watchdog.HANG_SECONDS > PULSE_SECONDS


@pytest.mark.parametrize("name", ["followers", "worker"])
def test_the_check_of_a_process_without_a_port_believes_a_recent_pulse_only(
    name: str, tmp_path: Path
) -> None:
    command = SERVICES[name]["healthcheck"]["test"][1:]
    assert command[0] == "python"
    assert SERVICES[name]["environment"][PULSE_FILE]
    pulse = tmp_path / "pulse"

    def healthy() -> bool:
        argv = [sys.executable, *command[1:]]
        environ = {**os.environ, PULSE_FILE: str(pulse)}
        return subprocess.run(argv, cwd=CHECKOUT, env=environ, check=False).returncode == 0

    assert not healthy()
    pulse.touch()
    assert healthy()
    long_ago = time.time() - PULSE_SECONDS - 1
    os.utime(pulse, (long_ago, long_ago))
    assert not healthy()
