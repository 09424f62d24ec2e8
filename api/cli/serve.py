"""`coffer serve`: one API process."""

from __future__ import annotations

import argparse

from granian.constants import Interfaces
from granian.server import Server

from api.cli.commands import Subcommands, subcommand


def add(commands: Subcommands) -> None:
    parser = subcommand(commands, "serve", run, "Serve the API and the web app.")
    parser.add_argument("--address", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=1, help="processes; they share nothing")
    parser.add_argument("--reload", action="store_true", help="start again when the code changes")


def run(arguments: argparse.Namespace) -> None:
    Server(
        "api.composition.asgi:app",
        address=arguments.address,
        port=arguments.port,
        interface=Interfaces.ASGI,
        workers=arguments.workers,
        reload=arguments.reload,
        websockets=True,
        log_access=False,
        respawn_failed_workers=False,
    ).serve()
