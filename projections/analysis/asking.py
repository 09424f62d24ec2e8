"""Questions to views: which columns, of which rows, grouped how; as SQL by the catalogue of views."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal, NamedTuple, Protocol, runtime_checkable
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.errors import InvalidArgument
from domain.kernel import Value
from projections.analysis import BY_NAME
from projections.analysis.kernel import Column, Kind, View

MOST_ROWS = 10_000

# Of a view or a column: whatever is none of the catalogue is refused.
Name = Annotated[str, Meta(min_length=1, max_length=63)]
# A column, or what is reckoned of grouped ones: `count(*)`, or count, sum, avg, min or max of a column.
Selected = Annotated[str, Meta(min_length=1, max_length=80)]
Cell = str | int | float | bool | None
Comparison = Literal["=", "!=", "<", "<=", ">", ">="]


class Condition(Value, frozen=True):
    """Rows whose column compares so with the value; null is equal to null and to nothing else."""

    column: Name
    op: Comparison
    value: Cell


class AnalyticsQuery(Value, frozen=True):
    """With functions in `select`, its other columns have to be in `groupBy`."""

    view: Name
    select: Annotated[tuple[Selected, ...], Meta(min_length=1, max_length=20)]
    where: Annotated[tuple[Condition, ...], Meta(max_length=20)] = ()
    group_by: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    limit: Annotated[int, Meta(ge=1, le=MOST_ROWS)] = 1000


class AnalyticsAnswer(Value, frozen=True):
    """Rows in the order of their cells; `more` when there are others beyond the limit."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: bool


@runtime_checkable
class Analytics(Protocol):
    async def answer(self, account_id: UUID, query: AnalyticsQuery) -> AnalyticsAnswer:
        """Raises `InvalidArgument` for a question that no view answers."""
        ...


class Statement(NamedTuple):
    """SQL with psycopg's named parameters, and what its columns are called."""

    sql: str
    params: Mapping[str, Any]
    columns: tuple[str, ...]


_CALL = re.compile(r"(count|sum|avg|min|max)\((\*|[a-z_]+)\)")
_NUMBERS: tuple[Kind, ...] = ("integer", "bigint", "double precision")
_UNORDERED: tuple[Kind, ...] = ("uuid", "boolean")
_TYPES: Mapping[Kind, Any] = {
    "uuid": UUID,
    "text": Annotated[str, Meta(max_length=1000)],
    "date": date,
    "timestamptz": Annotated[datetime, Meta(tz=True)],
    "integer": Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)],
    "bigint": Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)],
    "double precision": float,
    "boolean": bool,
}
# Text stays as it is, and the sum of whole numbers is one.
_RESULTS: Mapping[str, Mapping[Kind, str]] = {
    "sum": {"integer": "::bigint", "bigint": "::bigint", "double precision": ""},
    "avg": dict.fromkeys(_NUMBERS, "::double precision"),
}


def view_of(name: str) -> View:
    view = BY_NAME.get(name)
    if view is None:
        raise InvalidArgument(f"There is no view {name}.", reason="unknown_view")
    return view


def statement_of(query: AnalyticsQuery, *, limit: int | None, strict: bool = True) -> Statement:
    """The SQL of a question. Every name in it is one of the catalogue, and every value a parameter.

    Unless `strict`, values may be numbers and words as text. Raises `InvalidArgument`.
    """
    view = view_of(query.view)
    grouped = [_column(view, name) and name for name in query.group_by]
    selected = [_selected(view, text) for text in query.select]
    if grouped or any(_CALL.fullmatch(text) for text in query.select):
        for text in query.select:
            if not _CALL.fullmatch(text) and text not in grouped:
                raise InvalidArgument(
                    f"{text} is neither grouped by nor reckoned with.", reason="not_grouped"
                )
    params: dict[str, Any] = {}
    conditions = list(_conditions(view, query.where, params, strict=strict))
    parts = [f"select {', '.join(selected)} from analytics.{view.name}"]  # noqa: S608 - of the catalogue
    if conditions:
        parts.append(f"where {' and '.join(conditions)}")
    if grouped:
        parts.append(f"group by {', '.join(grouped)}")
    parts.append(f"order by {', '.join(str(place + 1) for place in range(len(selected)))}")
    if limit is not None:
        parts.append("limit %(limit)s")
        params["limit"] = limit
    return Statement(" ".join(parts), params, query.select)


def _column(view: View, name: str) -> Column:
    column = view.columns.get(name)
    if column is None:
        raise InvalidArgument(f"{view.name} has no column {name}.", reason="unknown_column")
    return column


def _selected(view: View, text: str) -> str:
    call = _CALL.fullmatch(text)
    if call is None:
        return _column(view, text) and text
    function, name = call.groups()
    if name == "*":
        return "count(*)"
    kind = _column(view, name).kind
    if (function in _RESULTS and kind not in _NUMBERS) or (function in ("min", "max") and kind in _UNORDERED):
        raise InvalidArgument(f"{function} takes no {kind}.", reason="wrong_type")
    return f"{function}({name}){_RESULTS.get(function, {}).get(kind, '')}"


def _conditions(
    view: View, where: tuple[Condition, ...], params: dict[str, Any], *, strict: bool
) -> Iterator[str]:
    for number, condition in enumerate(where):
        column = _column(view, condition.column)
        if condition.value is None:
            if condition.op not in ("=", "!="):
                raise InvalidArgument("Nothing is smaller or greater than null.", reason="wrong_type")
            yield f"{condition.column} is {'' if condition.op == '=' else 'not '}null"
            continue
        params[f"v{number}"] = _value(condition, column.kind, strict=strict)
        op = {"=": "=", "!=": "is distinct from"}.get(condition.op, condition.op)
        yield f"{condition.column} {op} %(v{number})s::{column.kind}"


def _value(condition: Condition, kind: Kind, *, strict: bool) -> Any:
    try:
        value = msgspec.convert(condition.value, _TYPES[kind], strict=strict)
    except msgspec.ValidationError:
        value = None
    # PostgreSQL keeps no NUL in a text, and nothing is more than infinity.
    if value is None or (isinstance(value, str) and "\0" in value):
        raise InvalidArgument(f"{condition.column} is a {kind}, and this value is not.", reason="wrong_type")
    if isinstance(value, float) and not math.isfinite(value):
        raise InvalidArgument(f"{condition.column} is a {kind}, and this value is not.", reason="wrong_type")
    return value
