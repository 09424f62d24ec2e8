"""What browsers may do with our answers: content policy, isolation, caching (`ui.md` section 3)."""

from __future__ import annotations

from collections.abc import Iterable

from litestar.types import Message, Scope

Header = tuple[bytes, bytes]

WORKER_POLICY = "default-src 'none'"
"""Workers with keys or opened contents: no network, nothing to load."""


def page_policy(object_store: str | None = None) -> str:
    """The policy of every page; `object_store` is the origin of presigned addresses when it is not ours."""
    connect = "'self'" + (f" {object_store}" if object_store else "")
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "worker-src 'self'",
            "style-src 'self'",
            "img-src 'self' blob: data:",
            "media-src blob:",
            "font-src 'self'",
            f"connect-src {connect}",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types app-worker",
        )
    )


class BrowserPolicy:
    """The headers that every answer carries, refusals of the framework included, unless its handler said
    something narrower."""

    def __init__(self, *, object_store: str | None, https: bool) -> None:
        fixed = {
            "Content-Security-Policy": page_policy(object_store),
            "Integrity-Policy": "blocked-destinations=(script)",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
            "Cache-Control": "no-store",
        }
        if https:
            fixed["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains"
        self._carried = [(name.lower().encode(), value.encode()) for name, value in fixed.items()]

    def beside(self, said: Iterable[Header]) -> list[Header]:
        """What is said, and what is carried beside it."""
        said = list(said)
        names = {name.lower() for name, _ in said}
        return said + [header for header in self._carried if header[0] not in names]

    async def before_send(self, message: Message, _scope: Scope) -> None:
        """A hook before sending, because a middleware does not see what fails around it."""
        if message["type"] == "http.response.start":
            message["headers"] = self.beside(message["headers"])
