"""`coffer dev`: what developers generate from the code."""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from api.cli.commands import Subcommands, emit, subcommand
from api.composition.app import compose
from application.catalogue import DECIDERS
from infrastructure.event_store.reference import event_reference
from infrastructure.event_store.registry import EventRegistry
from infrastructure.local.node import SHIMS
from infrastructure.local.places import CHECKOUT, WEB
from infrastructure.local.setup import npm
from infrastructure.settings import load_settings

# What the doors call, which travels before anybody has signed in, what the workspace calls, and all the rest.
CLIENTS = tuple(
    WEB / "src" / "api" / name for name in ("doors.generated.ts", "generated.ts", "workspace.generated.ts")
)
ANSWERS_READ = WEB / "answersRead.json"
"""Writes whose answers the app reads; those of all others are dropped where they come in."""
READS = ("list", "get", "search")
"""Operations whose names begin like this change nothing, also when they are asked by POST."""
EVENT_REFERENCE = CHECKOUT / "docs" / "events.md"

# Enough to compose the application; nothing is connected before it starts.
_NOWHERE = {
    "COFFER_MODE": "development",
    "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "COFFER_AUTH_SECRET": "A" * 43,
    "COFFER_KEK": "A" * 43,
    "COFFER_BLOB_SECRET": "A" * 43,
}


def add(commands: Subcommands) -> None:
    parser = subcommand(commands, "dev", help_of_dev, "Generate files from the code.")
    inner = parser.add_subparsers(metavar="COMMAND")
    parser.set_defaults(parser=parser)
    for name, make, what in (
        ("client", client, "Write the API client of the web app from the OpenAPI document."),
        ("events", events, "Write docs/events.md and the samples of new events."),
    ):
        made = subcommand(inner, name, make, what)
        made.add_argument("--check", action="store_true", help="change nothing, fail when it is stale")
    subcommand(inner, "openapi", openapi, "Print the OpenAPI document.")
    lies = subcommand(
        inner, "hostile", hostile, "Lie about every member of every answer, write what came of it."
    )
    lies.add_argument("operations", nargs="*", help="only these operations of the OpenAPI document")
    lies.add_argument(
        "--page", action="store_true", help="write docs/hostile-server.md only, out of what is known"
    )


def help_of_dev(arguments: argparse.Namespace) -> int:
    arguments.parser.print_help()
    return 2


def document() -> dict[str, Any]:
    """The OpenAPI document of the application as it is composed."""
    return compose(load_settings(_NOWHERE)).openapi_schema.to_schema()


def openapi(_arguments: argparse.Namespace) -> None:
    emit(document())


def client(arguments: argparse.Namespace) -> int:
    before = {file: file.read_bytes() if file.is_file() else b"" for file in CLIENTS}
    with tempfile.TemporaryDirectory() as folder:
        schema = Path(folder) / "openapi.json"
        schema.write_text(json.dumps(_as_the_app_reads_it(document()), default=str), encoding="utf-8")
        environ = {**npm.environment(), "COFFER_OPENAPI": str(schema)}
        command = [str(SHIMS / "npm"), "run", "--silent", "client"]
        made = subprocess.run(command, cwd=WEB, env=environ, check=False, stdout=subprocess.DEVNULL)  # noqa: S603
    stale = [file for file, content in before.items() if not file.is_file() or file.read_bytes() != content]
    if made.returncode or not arguments.check or not stale:
        return made.returncode
    for file in stale:
        file.write_bytes(before[file])
    return _stale(stale[0], "client")


def _as_the_app_reads_it(described: dict[str, Any]) -> dict[str, Any]:
    """The document without what answers the writes that the app only makes, so that nothing reads it."""
    read: set[str] = set(json.loads(ANSWERS_READ.read_text(encoding="utf-8")))
    for methods in described["paths"].values():
        for method in {"post", "put", "patch", "delete"} & methods.keys():
            said = methods[method]
            if said["operationId"] in read or said["operationId"].startswith(READS):
                continue
            for status, response in said["responses"].items():
                if status.startswith("2"):
                    response.pop("content", None)
    return described


def events(arguments: argparse.Namespace) -> int:
    # The samples are the tests' own record of what was ever stored.
    from tests.contracts.event_samples import write_missing_samples

    registry = EventRegistry(DECIDERS)
    reference = event_reference(registry)
    if arguments.check:
        current = EVENT_REFERENCE.read_text(encoding="utf-8") if EVENT_REFERENCE.is_file() else ""
        return 0 if current == reference else _stale(EVENT_REFERENCE, "events")
    for name in write_missing_samples(registry):
        print(f"sample of {name}")
    EVENT_REFERENCE.write_text(reference, encoding="utf-8")
    return 0


def hostile(arguments: argparse.Namespace) -> int:
    # The suite is a test like others, and starts what they start.
    from infrastructure.local import checks
    from infrastructure.local.setup import peers, web_app
    from tests.hostile import report

    code = 0
    if not arguments.page:
        web_app.install_packages()
        web_app.build()
        peers.install()
        with tempfile.TemporaryDirectory() as folder:
            reports, environ = Path(folder), checks.test_environment()
            findings = reports / "findings.jsonl"
            findings.touch()
            try:
                code = checks.run_hostile(
                    reports, None, environ, operations=arguments.operations, findings=findings
                ).failed
            finally:
                report.take_in(findings)
    report.write()
    return code


def _stale(file: Path, command: str) -> int:
    print(f"{file.relative_to(CHECKOUT)} is stale: run ./coffer dev {command} and commit what it writes.")
    return 1
