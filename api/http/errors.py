"""Failures on the wire: the only place that knows which status a refusal has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import msgspec
import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.params import ParameterKwarg, QueryParameter

from api.http.again import told_when
from api.http.forms import NEEDED, Malformed, Problem, worded
from api.http.given import SAFE_METHODS, request_id_of
from domain.errors import Refused
from domain.kernel import camel

log = structlog.get_logger("coffer.http")

STATUS = {
    "ok": 200,
    "canceled": 499,
    "unknown": 500,
    "invalid_argument": 400,
    "deadline_exceeded": 504,
    "not_found": 404,
    "already_exists": 409,
    "permission_denied": 403,
    "resource_exhausted": 429,
    "failed_precondition": 400,
    "aborted": 409,
    "out_of_range": 400,
    "unimplemented": 501,
    "internal": 500,
    "unavailable": 503,
    "data_loss": 500,
    "unauthenticated": 401,
}

AUTH = "/api/auth"

_SAID = {
    408: "The request took too long to arrive.",
    413: "The request is too large.",
    499: "The request did not arrive whole.",
}


def error_response(
    request: Request[Any, Any, Any],
    code: str,
    message: str,
    *,
    reason: str,
    details: Mapping[str, Any] | None = None,
    status: int | None = None,
    headers: dict[str, str] | None = None,
) -> Response[Any]:
    """One refusal in the shape of its part of the interface (`/api/auth` has its own)."""
    facts: dict[str, Any] = {**(details or {}), "requestId": str(request_id_of(request))}
    status = status or STATUS[code]
    if request.url.path.startswith(AUTH):
        if code == "unauthenticated":
            body: dict[str, Any] = {"message": "Unauthorized", "code": "UNAUTHORIZED"}
        else:
            body = {"message": message, "code": reason.upper(), "details": {"status": code, **facts}}
    else:
        body = {"code": code, "message": message, "details": {"reason": reason, **facts}}
    sent = dict(headers or {})
    if "retryAfter" in facts:
        sent |= told_when(facts["retryAfter"])
    return Response(
        content=msgspec.json.encode(body), status_code=status, headers=sent, media_type=MediaType.JSON
    )


def refused(request: Request[Any, Any, Any], error: Refused) -> Response[Any]:
    """A refusal of the domain or of the world behind a port."""
    return error_response(
        request, error.code, error.message, reason=error.reason, details=_wire(error.details)
    )


def invalid(request: Request[Any, Any, Any], error: ValidationException) -> Response[Any]:
    """A request that does not have the form of its route."""
    problems = error.problems if isinstance(error, Malformed) else _problems_of(request, error)
    if request.url.path.startswith(AUTH):
        if not problems:
            return _auth_error(400, "BAD_REQUEST", "Invalid JSON in request body")
        where = "query" if request.method in SAFE_METHODS else "body"
        clauses = [f"[{where}{'.' if path else ''}{path}] {message}" for path, _, message in problems]
        return _auth_error(400, "VALIDATION_ERROR", "; ".join(clauses))
    message = " ".join(f"{path}: {message}" if path else message for path, _, message in problems[:3])
    fields = [problem._asdict() for problem in problems]
    return error_response(
        request, "invalid_argument", message or error.detail, reason="form", details={"fields": fields}
    )


def _problems_of(request: Request[Any, Any, Any], error: ValidationException) -> Sequence[Problem]:
    """What the framework found in the query, by the names that the sender knows."""
    parameters = request.route_handler.parsed_fn_signature.parameters

    def name_of(key: str) -> str:
        if key not in parameters:
            return camel(key)
        kind = parameters[key].kwarg_definition
        return (kind.name if isinstance(kind, ParameterKwarg) else None) or camel(key)

    found: list[Problem] = []
    for fault in cast("list[dict[str, Any]]", error.extra if isinstance(error.extra, list) else []):
        key, said = str(fault.get("key") or ""), worded(str(fault.get("message") or ""))
        if key == "data":
            found.append(Problem("", "required", "A body is needed."))
        else:
            found.append(said._replace(path=name_of(key)))
    if found:
        return found
    needed = [
        name_of(key)
        for key, parameter in parameters.items()
        if isinstance(parameter.kwarg_definition, QueryParameter) and parameter.is_required
    ]
    return [Problem(name, "required", NEEDED) for name in needed if name not in request.query_params]


def missing(request: Request[Any, Any, Any], _error: HTTPException) -> Response[Any]:
    """No such path, or not with this method."""
    if request.url.path.startswith(AUTH):
        return Response(content=b"", status_code=404, media_type=MediaType.TEXT)
    if isinstance(_error, MethodNotAllowedException):
        return error_response(
            request,
            "unimplemented",
            "This address does not take that method.",
            reason="method",
            status=405,
            headers=dict(_error.headers or {}),
        )
    return error_response(request, "not_found", "There is nothing at this address.", reason="not_found")


def http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Whatever else the framework refuses: too large, wrong media type, malformed."""
    if request.url.path.startswith(AUTH) and error.status_code < 500:
        said = _SAID.get(error.status_code, "The request is malformed.")
        return _auth_error(error.status_code, "BAD_REQUEST", said)
    match error.status_code:
        case 408:
            return error_response(
                request, "deadline_exceeded", _SAID[408], reason="body_too_slow", status=408
            )
        case 499:
            return error_response(request, "canceled", _SAID[499], reason="disconnected")
        case 413:
            return error_response(
                request, "out_of_range", "The request is too large.", reason="too_large", status=413
            )
        case 415:
            return error_response(
                request, "invalid_argument", "Send application/json.", reason="content_type", status=415
            )
        case status if 400 <= status < 500:
            return error_response(request, "invalid_argument", "The request is malformed.", reason="form")
        case _:
            return crashed(request, error)


def crashed(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A fault of ours: the caller learns an id and nothing else, the log learns everything."""
    # Also where it failed before the request had its place in every line.
    log.error("request_failed", path=request.url.path, request_id=str(request_id_of(request)), exc_info=error)
    return error_response(
        request, "internal", "Something failed on our side. Nothing was changed.", reason="internal"
    )


def _auth_error(status: int, code: str, message: str) -> Response[Any]:
    return Response(
        content=msgspec.json.encode({"message": message, "code": code}),
        status_code=status,
        media_type=MediaType.JSON,
    )


def _wire(details: Mapping[str, Any]) -> dict[str, Any]:
    return {camel(name): value for name, value in details.items()}


Troubles = Callable[[Exception], Refused | None]
"""The refusal for a failure of what stands around us; None for a fault of ours."""


def no_troubles(_failure: Exception) -> None:
    return None


def handlers(troubles: Troubles) -> dict[int | type[Exception], Any]:
    """The handlers of an application: what nobody thought of is either trouble around us, or a fault."""

    def unforeseen(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        trouble = troubles(error)
        if trouble is None:
            return crashed(request, error)
        log.warning("trouble", path=request.url.path, reason=trouble.reason, error=type(error).__name__)
        return refused(request, trouble)

    return {**HANDLERS, Exception: unforeseen}


HANDLERS: dict[int | type[Exception], Any] = {
    Refused: refused,
    ValidationException: invalid,
    NotFoundException: missing,
    MethodNotAllowedException: missing,
    HTTPException: http_error,
    Exception: crashed,
}
