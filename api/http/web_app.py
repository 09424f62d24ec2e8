"""The web app's files: immutable assets, pre-compressed where the browser takes it, and the page itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from api.http.policy import WORKER_POLICY

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".bcmap": "application/octet-stream",
    ".pfb": "application/octet-stream",
    ".ttf": "font/ttf",
    ".map": "application/json",
    ".txt": "text/plain; charset=utf-8",
}
# They hold keys, and what was opened with them: nothing in them reaches a network.
CLOSED_WORKERS = ("cryptoWorker", "deskWorker")
FOREVER = "public, max-age=31536000, immutable"

# Below these an unknown path is an error, also for a browser, and never the page.
INTERFACE = ("api/", "blobs/", "socket/", "seed/", "dev/", "assets/")
# Not even these are pages where they are not served: they belong to development and to operators.
NEVER_PAGES = frozenset({"debug", "seed-db", "metrics"})


def _file(dist: Path, path: str) -> Path | None:
    """The built file of this path, never one outside the build."""
    found = (dist / path).resolve()
    return found if found.is_relative_to(dist) and found.is_file() else None


def _serve(request: Request[Any, Any, Any], file: Path, cache: str) -> Response[bytes]:
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    accepted = request.headers.get("Accept-Encoding", "")
    if file.name.startswith(CLOSED_WORKERS):
        headers["Content-Security-Policy"] = WORKER_POLICY
    media_type = TYPES.get(file.suffix, "application/octet-stream")
    for coding, ending in (("br", ".br"), ("gzip", ".gz")):
        packed = file.with_name(file.name + ending)
        if coding in accepted and packed.is_file():
            return Response(
                packed.read_bytes(), media_type=media_type, headers={**headers, "Content-Encoding": coding}
            )
    return Response(file.read_bytes(), media_type=media_type, headers=headers)


def wants_page(request: Request[Any, Any, Any]) -> bool:
    """Whether a person's browser asks, and not a program."""
    return "text/html" in request.headers.get("Accept", "")


def web_app(dist: Path, *, name: str, version: str, demo: str | None = None) -> list[HTTPRouteHandler]:
    """The routes of the page and its files; `dist` is the folder that Vite built. `demo` is where the sign-in
    page leads to for a first look."""
    dist = dist.resolve()

    def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        index = dist / "index.html"
        if not index.is_file():
            return Response(
                b"The web app is not built yet.", status_code=503, media_type="text/plain; charset=utf-8"
            )
        if demo is not None:
            told = f'<meta name="coffer-demo" content="{demo}" />\n  </head>'
            text = index.read_text(encoding="utf-8").replace("</head>", told, 1)
            return Response(text.encode(), media_type=TYPES[".html"], headers={"Cache-Control": "no-cache"})
        return _serve(request, index, "no-cache")

    @get(
        "/",
        operation_id="getRoot",
        sync_to_thread=False,
        opt={"any_account": True, "paced": False},
        security=[],
    )
    def root(request: Request[Any, Any, Any]) -> Response[Any]:
        """The web app for a browser, name and version for a program."""
        if wants_page(request):
            return page(request)
        return Response({"name": name, "version": version}, media_type=MediaType.JSON)

    @get("/assets/{path:path}", include_in_schema=False, sync_to_thread=False)
    def asset(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
        file = _file(dist, f"assets/{path.lstrip('/')}")
        if file is None:
            raise NotFoundException
        return _serve(request, file, FOREVER)

    @get("/{path:path}", include_in_schema=False, sync_to_thread=False)
    def deep_link(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
        relative = path.lstrip("/")
        file = _file(dist, relative)
        if file is not None:
            return _serve(request, file, "no-cache")
        if relative.startswith(INTERFACE) or relative in NEVER_PAGES or not wants_page(request):
            raise NotFoundException
        return page(request)

    # Without it an unknown address would be one that is there and takes another method.
    @route("/{path:path}", http_method=["POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
    async def nothing_to_change(path: FromPath[str]) -> None:
        raise NotFoundException

    return [root, asset, deep_link, nothing_to_change]
