"""`/openapi.json` and `/docs`: the interface for programs, and for people without a line of script."""

from __future__ import annotations

from html import escape
from typing import Any, cast

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.handlers import HTTPRouteHandler

Schema = dict[str, Any]


def _type_of(schema: Schema) -> str:
    """One line that says what a value is."""
    if "$ref" in schema:
        name = str(schema["$ref"]).rsplit("/", 1)[-1]
        return f'<a href="#schema-{escape(name)}">{escape(name)}</a>'
    for word, joint in (("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")):
        if word in schema:
            return joint.join(_type_of(cast(Schema, part)) for part in schema[word])
    if "enum" in schema:
        return " | ".join(escape(str(value)) for value in schema["enum"])
    if "const" in schema:
        return escape(str(schema["const"]))
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        return " | ".join(escape(str(part)) for part in cast("list[str]", kind))
    if kind == "array":
        return f"{_type_of(cast(Schema, schema.get('items') or {}))}[]"
    return escape(f"{kind} ({schema['format']})" if "format" in schema else str(kind))


def _members(schema: Schema) -> str:
    required = set(schema.get("required", []))
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code>{'' if name in required else ' <i>optional</i>'}</td>"
        f"<td>{_type_of(member)}</td><td>{escape(str(member.get('description', '')))}</td></tr>"
        for name, member in cast("dict[str, Schema]", schema.get("properties", {})).items()
    )
    return f"<table>{rows}</table>" if rows else f"<p>{_type_of(schema)}</p>"


def _body(content: Schema) -> str:
    return ", ".join(
        f"{_type_of(cast(Schema, media.get('schema') or {}))}"
        for media in cast("dict[str, Schema]", content).values()
    )


def _operation(path: str, method: str, operation: Schema) -> str:
    parts = [
        f'<section id="{escape(str(operation.get("operationId", "")))}">',
        f"<h3><code>{method.upper()} {escape(path)}</code></h3>",
        f"<p>{escape(str(operation.get('description') or operation.get('summary') or ''))}</p>",
    ]
    for parameter in cast("list[Schema]", operation.get("parameters", [])):
        parts.append(
            f"<p>{escape(str(parameter['in']))} <code>{escape(str(parameter['name']))}</code>: "
            f"{_type_of(cast(Schema, parameter.get('schema') or {}))}</p>"
        )
    if body := cast(Schema, operation.get("requestBody") or {}).get("content"):
        parts.append(f"<p>Request: {_body(cast(Schema, body))}</p>")
    for status, response in cast("dict[str, Schema]", operation.get("responses", {})).items():
        shape = _body(cast(Schema, response.get("content") or {}))
        parts.append(f"<p>{escape(status)}: {shape or escape(str(response.get('description', '')))}</p>")
    return "".join([*parts, "</section>"])


def page(document: Schema) -> str:
    """The reference as one page."""
    paths = cast("dict[str, dict[str, Schema]]", document.get("paths", {}))
    operations = [
        (str((operation.get("tags") or ["other"])[0]), path, method, operation)
        for path, methods in paths.items()
        for method, operation in methods.items()
    ]
    tags = sorted({tag for tag, *_ in operations})
    body = "".join(
        f"<h2>{escape(tag)}</h2>"
        + "".join(_operation(path, method, op) for name, path, method, op in operations if name == tag)
        for tag in tags
    )
    schemas = cast("dict[str, Schema]", cast(Schema, document.get("components", {})).get("schemas", {}))
    shapes = "".join(
        f'<section id="schema-{escape(name)}"><h3>{escape(name)}</h3>'
        f"<p>{escape(str(schema.get('description', '')))}</p>{_members(schema)}</section>"
        for name, schema in sorted(schemas.items())
    )
    info = cast(Schema, document["info"])
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(str(info['title']))}</title>"
        '<meta name="viewport" content="width=device-width">'
        '<link rel="stylesheet" href="/docs/style.css"></head>'
        f"<body><main><h1>{escape(str(info['title']))} {escape(str(info['version']))}</h1>"
        f'<p>{escape(str(info.get("description") or ""))} <a href="/openapi.json">openapi.json</a></p>'
        f"{body}<h2>Shapes</h2>{shapes}</main></body></html>"
    )


STYLE = """
:root{color-scheme:light dark}
body{margin:0;font:14px/20px system-ui,sans-serif}
main{max-width:960px;margin:0 auto;padding:24px}
h2{margin-top:40px;text-transform:capitalize}
section{padding:8px 0;border-top:1px solid color-mix(in srgb,currentColor 15%,transparent)}
h3{margin:8px 0;font-size:14px}
p{margin:4px 0}
table{border-collapse:collapse}
td{padding:2px 16px 2px 0;vertical-align:top}
"""


def reference() -> list[HTTPRouteHandler]:
    """The two documents and the style sheet of the page."""

    def document(request: Request[Any, Any, Any]) -> Schema:
        return request.app.openapi_schema.to_schema()

    @get("/openapi.json", include_in_schema=False, sync_to_thread=False)
    def openapi(request: Request[Any, Any, Any]) -> Response[bytes]:
        return Response(msgspec.json.encode(document(request)), media_type=MediaType.JSON)

    @get("/docs", include_in_schema=False, sync_to_thread=False)
    def docs(request: Request[Any, Any, Any]) -> Response[str]:
        return Response(page(document(request)), media_type=MediaType.HTML)

    @get("/docs/style.css", include_in_schema=False, sync_to_thread=False)
    def style() -> Response[str]:
        return Response(STYLE, media_type="text/css; charset=utf-8")

    return [openapi, docs, style]
