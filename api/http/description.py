"""What the interface says about itself where the framework would say something else: refusals and lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIType, Reference, Schema
from litestar.plugins import OpenAPISchemaPlugin, ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute
from litestar.typing import FieldDefinition

from api.http.errors import AUTH, STATUS
from api.http.given import SAFE_METHODS
from domain.kernel import camel


class FieldProblem(msgspec.Struct, rename=camel):
    """What is wrong with one member, by its path."""

    path: str
    rule: str
    message: str


class ErrorDetails(msgspec.Struct, rename=camel):
    """`reason` is a stable word for programs. Some reasons bring further members."""

    reason: str
    request_id: str
    fields: list[FieldProblem] | msgspec.UnsetType = msgspec.UNSET


class ErrorBody(msgspec.Struct, rename=camel):
    """The error body: a code of the catalogue, and a sentence that a person can act on."""

    code: Literal[tuple(STATUS)]  # pyright: ignore[reportInvalidTypeForm]
    message: str
    details: ErrorDetails


class AuthErrorDetails(msgspec.Struct, rename=camel):
    """`status` is the code that the same refusal has elsewhere."""

    status: str | msgspec.UnsetType = msgspec.UNSET
    request_id: str | msgspec.UnsetType = msgspec.UNSET


class AuthErrorBody(msgspec.Struct, rename=camel):
    """The error body under `/api/auth`; `code` is the reason in capitals."""

    message: str
    code: str | msgspec.UnsetType = msgspec.UNSET
    details: AuthErrorDetails | msgspec.UnsetType = msgspec.UNSET


ANY = {
    400: "The request is malformed, or the current state does not allow it.",
    404: "It does not exist, or the caller has no access to it.",
    429: "Rate limit exceeded. `Retry-After` gives the seconds to wait; without it something is full.",
    500: "Internal error. Nothing was changed.",
    503: "A part of the system does not respond. `Retry-After` gives the seconds to wait.",
}
FAILS = (500, 503)
SIGNED_IN = {
    401: "There is no session.",
    403: "The caller is not allowed to.",
}
WRITES = {
    409: "It exists with other content, or it was changed since it was read.",
    413: "The request is too large.",
}


def refusals_of(handler: HTTPRouteHandler, path: str) -> Mapping[int, ResponseSpec]:
    """The refusals of a route. A public route (`security=[]`) needs no session."""
    said = dict(ANY)
    if handler.security != []:
        said |= SIGNED_IN
    if not handler.http_methods <= SAFE_METHODS:
        said |= WRITES
    body = AuthErrorBody if path.startswith(AUTH) else ErrorBody
    return {
        status: ResponseSpec(data_container=body, generate_examples=False, description=description)
        for status, description in sorted(said.items())
    }


class Refusals(ReceiveRoutePlugin):
    """Describe how every route refuses; what a handler says about itself stands."""

    def receive_route(self, route: BaseRoute) -> None:
        if not isinstance(route, HTTPRoute):
            return
        for handler in route.route_handlers:
            own = handler.responses or {}
            said = refusals_of(handler, route.path)
            # The routes of the sign-in protocol say themselves what they refuse, and not that they fail.
            if 400 in own:
                said = {status: said[status] for status in FAILS}
            handler.responses = {**said, **own}


class Lists(OpenAPISchemaPlugin):
    """Describe `tuple[X, ...]` as a list of X: the framework takes the dots for a second kind of member."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        return False

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        inner = field_definition.inner_types
        return field_definition.origin is tuple and len(inner) == 2 and inner[1].annotation is Ellipsis

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        items: Schema | Reference = schema_creator.for_field_definition(field_definition.inner_types[0])
        return Schema(type=OpenAPIType.ARRAY, items=items)
