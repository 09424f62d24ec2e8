"""`coffer serve`: one API process."""

from __future__ import annotations

import argparse
import os

from granian.constants import Interfaces
from granian.server import Server

from api.cli.commands import Subcommands, subcommand
from api.composition.starting import prove
from infrastructure.logs import SERVER_LOGS, log_as_json
from infrastructure.settings import load_settings


def add(commands: Subcommands) -> None:
    parser = subcommand(commands, "serve", run, "Serve the API and the web app.")
    parser.add_argument("--address", help="instead of COFFER_HOST")
    parser.add_argument("--port", help="instead of COFFER_PORT")
    parser.add_argument("--workers", help="instead of COFFER_WORKERS: processes, which share nothing")
    parser.add_argument("--reload", action="store_true", help="start again when the code changes")


def run(arguments: argparse.Namespace) -> None:
    # Its workers read their settings from the environment too, so what is said here has to stand there.
    said = {
        "COFFER_HOST": arguments.address,
        "COFFER_PORT": arguments.port,
        "COFFER_WORKERS": arguments.workers,
    }
    os.environ.update({name: value for name, value in said.items() if value is not None})
    settings = load_settings()
    log_as_json(settings.log_level)
    prove(settings)
    Server(
        "api.composition.asgi:app",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=settings.workers,
        reload=arguments.reload,
        websockets=True,
        log_access=False,
        log_dictconfig=dict(SERVER_LOGS),
        respawn_failed_workers=True,
    ).serve()
