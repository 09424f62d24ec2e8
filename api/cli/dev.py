"""`coffer dev`: what developers generate from the code."""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any, get_args

from api.cli.commands import Subcommands, emit, subcommand
from api.composition.app import compose
from application.catalogue import DECIDERS
from domain.messaging.user_templates import USER_TEMPLATES
from domain.work.profile_types import PROFILE_TYPE_CATALOGUE
from infrastructure.event_store.reference import event_reference
from infrastructure.event_store.registry import EventRegistry
from infrastructure.local.node import SHIMS
from infrastructure.local.places import CHECKOUT, WEB
from infrastructure.local.setup import npm
from infrastructure.mail.rendering import LOCALES, texts_in
from infrastructure.settings import load_settings
from projections.analysis import VIEWS
from projections.analysis.kernel import Kind

# What the doors call, which travels before anybody has signed in, what the workspace calls, all the rest, and
# the types of what is called otherwise.
CLIENTS = (
    *(
        WEB / "src" / "api" / f"{name}.ts"
        for name in ("doors.generated", "generated", "workspace.generated", "typesOnly.generated")
    ),
    WEB / "src" / "keyring" / "forms.generated.json",
)
PROFILE_TYPES = WEB / "src" / "lists" / "profiles" / "types.generated.ts"
"""What a form asks for is the app's own: a server that says it could show one thing as another."""
MAIL_TEXTS = WEB / "src" / "features" / "email" / "texts.generated.ts"
"""The words of emails that members send, so that the app shows what arrives before anything leaves it."""
ANALYTICS_VIEWS = WEB / "src" / "features" / "analytics" / "views.generated.ts"
"""What analysts may ask for, so that a question is checked where it is written."""
ANSWERS_READ = WEB / "answersRead.json"
"""Writes whose answers the app reads; those of all others are dropped where they come in."""
NOT_ASKED = WEB / "notAsked.json"
"""Operations that the app never asks: it has no call for them."""
READS = ("list", "get", "search")
"""Operations whose names begin like this change nothing, also when they are asked by POST."""
METHODS = {"get", "post", "put", "patch", "delete"}
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
    survived = subcommand(inner, "faults", faults, "Kill, stop and empty parts under load, and count.")
    survived.add_argument("names", nargs="*", help="only faults whose names hold one of these")
    survived.add_argument("--rounds", type=int, default=10, help="how often each (default 10)")
    survived.add_argument("--short", action="store_true", help="as ./test does: some of them, without timing")
    survived.add_argument("--page", action="store_true", help="write docs/faults.md")
    looked_at = subcommand(inner, "pictures", pictures, "Take pictures of every place of the app.")
    looked_at.add_argument("folder", type=Path, help="where they are written")
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
    before = {
        file: file.read_bytes() if file.is_file() else b""
        for file in (*CLIENTS, PROFILE_TYPES, MAIL_TEXTS, ANALYTICS_VIEWS)
    }
    PROFILE_TYPES.write_text(profile_types(), encoding="utf-8")
    MAIL_TEXTS.write_text(mail_texts(), encoding="utf-8")
    ANALYTICS_VIEWS.write_text(analytics_views(), encoding="utf-8")
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


def profile_types() -> str:
    """The types of profiles, with what their forms ask for, as a module of the app."""
    lines = [
        "// Generated by `./coffer dev client` from domain/work/profile_types.py.",
        'import type { ProfileType } from "./types";',
        "",
        "export const PROFILE_TYPES: readonly ProfileType[] = [",
    ]
    for each in PROFILE_TYPE_CATALOGUE.values():
        lines += [f'  {{ id: "{each.id}", key: "{each.key}", template: [']
        lines += [f'    {{ key: "{field.key}", type: "{field.type}" }},' for field in each.template]
        lines += ["  ] },"]
    return "\n".join([*lines, "];", ""])


def analytics_views() -> str:
    """The catalogue of views for analysts, as a module of the app."""
    kinds = " | ".join(f'"{kind}"' for kind in get_args(Kind))
    lines = [
        "// Generated by `./coffer dev client` from projections/analysis.",
        f"export type ColumnKind = {kinds};",
        "",
        "export const ANALYTICS_VIEWS = [",
    ]
    for view in VIEWS:
        lines += [f'  {{ name: "{view.name}", columns: [']
        lines += [f'    {{ name: "{name}", kind: "{it.kind}" }},' for name, it in view.columns.items()]
        lines += ["  ] },"]
    shape = "{ name: string; columns: readonly { name: string; kind: ColumnKind }[] }"
    lines += [f"] as const satisfies readonly {shape}[];", ""]
    lines += ['export type ViewName = (typeof ANALYTICS_VIEWS)[number]["name"];']
    return "\n".join([*lines, ""])


def mail_texts() -> str:
    """The templates of members, with the words around what they write, as a module of the app."""
    lines = [
        "// Generated by `./coffer dev client` from infrastructure/mail/texts"
        " and domain/messaging/user_templates.py.",
        'import type { Locale, MailTexts, Parameter, Template } from "./letter";',
        "",
        "export const TEMPLATES: Readonly<Record<Template, readonly Parameter[]>> = {",
    ]
    for template, parameters in USER_TEMPLATES.items():
        lines.append(f"  {template}: [")
        lines += [
            f'    {{ name: "{name}", kind: "{kind}", required: {json.dumps(required)} }},'
            for name, (kind, required) in parameters.items()
        ]
        lines.append("  ],")
    lines += ["};", "", "export const TEXTS: Readonly<Record<Locale, MailTexts>> = {"]
    for locale in LOCALES:
        texts = texts_in(locale)
        lines += [
            f"  {locale}: {{",
            f"    dir: {_literal(texts['dir'])},",
            f"    unnamed: {_literal(texts['unnamed'])},",
        ]
        for group in ("by_member", *USER_TEMPLATES):
            lines.append(f"    {group}: {{")
            lines += [f"      {name}: {_literal(line)}," for name, line in texts[group].items()]
            lines.append("    },")
        lines.append("  },")
    return "\n".join([*lines, "};", ""])


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _as_the_app_reads_it(described: dict[str, Any]) -> dict[str, Any]:
    """The document without what the app never asks, and without what answers the writes that it only makes,
    so that nothing asks or reads it."""
    read: set[str] = set(json.loads(ANSWERS_READ.read_text(encoding="utf-8")))
    never: set[str] = set(json.loads(NOT_ASKED.read_text(encoding="utf-8")))
    for methods in described["paths"].values():
        for method in METHODS & methods.keys():
            if methods[method]["operationId"] in never:
                del methods[method]
        for method in (METHODS - {"get"}) & methods.keys():
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


def pictures(arguments: argparse.Namespace) -> int:
    from infrastructure.local import checks
    from infrastructure.local.setup import web_app

    web_app.install_packages()
    web_app.build()
    with tempfile.TemporaryDirectory() as reports:
        taken = checks.take_pictures(Path(reports), arguments.folder.resolve(), checks.test_environment())
    return taken.failed


def faults(arguments: argparse.Namespace) -> int:
    # It starts the whole product and needs the client, as no other command does.
    from bench.faults import run

    return run.main(arguments.names, arguments.rounds, short=arguments.short, page=arguments.page)


def _stale(file: Path, command: str) -> int:
    print(f"{file.relative_to(CHECKOUT)} is stale: run ./coffer dev {command} and commit what it writes.")
    return 1
