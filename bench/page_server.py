"""What the bench page asks of its server: addresses for its parts, CPU so far, a place for its figures."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from litestar import Response, get, post
from litestar.handlers.http_handlers import HTTPRouteHandler
from litestar.params import FromPath

from api.http.policy import WORKER_POLICY
from api.http.web_app import CLOSED_WORKERS
from application.work.ports import Part
from bench.browser_cpu import cpu_by_kind
from infrastructure.object_store.filesystem import FilesystemBlobStore

FIGURES = "figures.json"

# Alone with itself, a page may ask how much memory its workers take.
ALONE = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}


@dataclass
class Upload:
    key: str
    handle: str


@dataclass
class PartToSend(Upload):
    number: int
    size: int
    sha256B64u: str


def page_routes(page: Path, folder: Path, store: FilesystemBlobStore, root: int) -> list[HTTPRouteHandler]:
    files = {path.relative_to(page).as_posix(): path for path in page.rglob("*") if path.is_file()}

    @get("/page/{name:path}")
    async def show(name: FromPath[str]) -> Response[bytes]:
        found = files.get(name.lstrip("/"))
        if found is None:
            return Response(b"", status_code=404)
        kind = "text/javascript" if found.suffix == ".js" else "text/html"
        closed = {"Content-Security-Policy": WORKER_POLICY} if found.name.startswith(CLOSED_WORKERS) else {}
        return Response(found.read_bytes(), media_type=kind, headers={**ALONE, **closed})

    @post("/bench/begin", status_code=200)
    async def begin() -> Upload:
        key = f"bench/{uuid4()}"
        return Upload(key, await store.initiate(key))

    @post("/bench/address", status_code=200)
    async def address(data: PartToSend) -> dict[str, Any]:
        digest = base64.urlsafe_b64decode(data.sha256B64u + "=")
        soon = datetime.now(UTC) + timedelta(minutes=5)
        made = await store.sign_part(data.key, data.handle, Part(data.number, data.size, digest), soon)
        return {"url": made.url, "method": made.method, "headers": dict(made.headers)}

    @post("/bench/drop", status_code=200)
    async def drop(data: Upload) -> dict[str, bool]:
        await store.abort(data.key, data.handle)
        return {"dropped": True}

    @post("/bench/cpu", status_code=200)
    async def cpu() -> dict[str, float]:
        return cpu_by_kind(root)

    @post("/bench/figures", status_code=200)
    async def figures(data: dict[str, Any]) -> dict[str, bool]:
        # Put in place in one step: whoever waits for the file never reads half of it.
        (folder / "figures.part").write_text(json.dumps(data))
        (folder / "figures.part").rename(folder / FIGURES)
        return {"taken": True}

    return [show, begin, address, drop, cpu, figures]
