"""The stack as it is: which part needs which, which can be done without, and each one's end for real."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from bench.processes import children
from infrastructure.local.data_folder import environment_of_running
from infrastructure.local.ports import free_port
from infrastructure.local.processes import command_line
from infrastructure.local.product import Installation, installation
from infrastructure.local.stack import LocalStack
from infrastructure.local.supervisor import Part

PATIENCE_SECONDS = 120
STORES = {"PostgreSQL", "Valkey"}
# How each is called and what its command line shows.
PROGRAMS = {
    "mail catcher": "infrastructure.local.mail_catcher",
    "mail and jobs": "worker",
    "read models": "followers",
    "API": "serve",
    "Valkey": "valkey-server",
    "PostgreSQL": "postgres",
}


def parts(stack: LocalStack) -> dict[str, Part]:
    servers = [stack.server(server) for server in (stack.postgres, stack.valkey) if server is not None]
    mail = [] if stack.mail_port is None else [stack.mail_catcher(stack.mail_port)]
    all_of_them = [*servers, *mail, stack.followers(), stack.worker(), stack.api()]
    return {part.name: part for part in all_of_them}


def test_who_needs_what_and_who_can_be_done_without(tmp_path: Path) -> None:
    found = parts(LocalStack(tmp_path, free_port(), dev=False, environ={}))
    assert {name: set(part.needs) for name, part in found.items()} == {
        "PostgreSQL": set(),
        "Valkey": set(),
        "mail catcher": set(),
        "read models": STORES,
        "mail and jobs": STORES,
        "API": STORES,
    }
    assert {name for name, part in found.items() if part.essential} == {*STORES, "API"}
    # A stop waits for as long as a job may run.
    assert found["mail and jobs"].stop_patience > 45


def test_nobody_waits_for_a_server_that_is_somebody_elses(tmp_path: Path) -> None:
    named = {"DATABASE_URL": "postgresql://app@db.test/coffer", "SMTP_URL": "smtp://mail.test:25"}
    found = parts(LocalStack(tmp_path, free_port(), dev=False, environ=named))
    assert {name: set(part.needs) for name, part in found.items()} == {
        "Valkey": set(),
        "read models": {"Valkey"},
        "mail and jobs": {"Valkey"},
        "API": {"Valkey"},
    }


@pytest.fixture(scope="module")
def product() -> Iterator[Installation]:
    with installation(os.environ) as running:
        yield running


def process_of(product: Installation, name: str) -> int | None:
    """The process of a part that the supervisor has started."""
    for pid in children(product.pid):
        if any(Path(word.split(" ")[0]).name == PROGRAMS[name] for word in command_line(pid)):
            return pid
    return None


def until_back(product: Installation, name: str, times: int) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while product.said().count(f"{name} is back after ") < times:
        assert time.monotonic() < deadline, product.said()
        time.sleep(0.05)


@pytest.mark.begins_early
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_part_comes_back_alone_at_its_former_address(product: Installation, name: str) -> None:
    told = environment_of_running(product.data)
    before = {one: process_of(product, one) for one in PROGRAMS}
    backs = product.said().count(f"{name} is back after ")
    killed = before[name]
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    until_back(product, name, backs + 1)
    after = {one: process_of(product, one) for one in PROGRAMS}
    assert after[name] not in (None, killed)
    assert {one: pid for one, pid in after.items() if one != name} == {
        one: pid for one, pid in before.items() if one != name
    }
    assert environment_of_running(product.data) == told
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (health := httpx.get(f"{product.url}/health", timeout=20).json())["status"] == "down":
        assert time.monotonic() < deadline, health
        time.sleep(0.05)


def test_it_ends_well_afterwards(product: Installation) -> None:
    # Its exit code is 0, or this raises.
    product.stop()
    assert "finishes what it is at" not in product.said()
