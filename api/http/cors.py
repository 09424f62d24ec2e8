"""Pages of ours on further origins (`COFFER_TRUSTED_ORIGINS`): what they may send and see."""

from __future__ import annotations

from litestar.config.cors import CORSConfig

_SENT = ["content-type", "idempotency-key", "if-match", "x-account-id", "x-min-position", "x-tab-id"]
_SEEN = [
    "ETag",
    "Idempotency-Replayed",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "Retry-After",
    "X-Position",
    "X-Read-Position",
    "X-Retry-After",
    "X-Stale",
]


def cors_for(trusted: frozenset[str]) -> CORSConfig | None:
    """Each trusted origin is echoed as it is, with credentials; our own alone needs nothing said."""
    if len(trusted) < 2:
        return None
    return CORSConfig(
        allow_origins=sorted(trusted),
        allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
        allow_headers=_SENT,
        expose_headers=_SEEN,
        allow_credentials=True,
        max_age=600,
    )
