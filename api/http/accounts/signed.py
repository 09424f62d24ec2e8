"""Request bodies that may carry a key statement."""

from __future__ import annotations

from domain.errors import InvalidArgument
from domain.kernel import Value
from domain.sealed import Signature, Signed, Statement


class MaybeSigned(Value, frozen=True, kw_only=True):
    """A statement with its signature, or neither."""

    statement_b64u: Statement | None = None
    signature_b64u: Signature | None = None


def signed_of(body: MaybeSigned | None, *, salt: str | None = None) -> Signed | None:
    """The statement that came with a body, and the salt of its commitment."""
    if body is None or (body.statement_b64u is None and body.signature_b64u is None):
        return None
    if body.statement_b64u is None or body.signature_b64u is None:
        raise InvalidArgument("A statement comes with its signature.", reason="signed")
    return Signed(statement_b64u=body.statement_b64u, signature_b64u=body.signature_b64u, salt_b64u=salt)
