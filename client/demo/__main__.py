"""`python -m client.demo load|device`: asked as JSON on the standard input, and answered as JSON."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

from client.demo.program import Program, first_device


async def _answer(act: str, asked: dict[str, Any]) -> dict[str, Any]:
    match act:
        case "load":
            program = Program(asked["url"], asked["origin"], Path(asked["state"]))
            return await program.load(reset=asked["reset"])
        case "device":
            account_id = UUID(asked["accountId"])
            return await first_device(asked["url"], asked["origin"], asked["cookies"], account_id)
        case _:
            raise SystemExit("load or device")


if __name__ == "__main__":
    json.dump(asyncio.run(_answer(sys.argv[1], json.load(sys.stdin))), sys.stdout)
