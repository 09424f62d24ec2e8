"""Every question that the product asks of its read models, found by who takes a `Reader`.

A function, a method, a list: each is called with arguments that follow from its parameters, each optional one
left out and given, each filter and each order alone, from the start and after a cursor. What cannot be called
so fails by name, and so does a query written down that nothing asked.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import pkgutil
import re
import typing
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, date, datetime
from types import ModuleType, NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin
from uuid import UUID

import msgspec

import infrastructure
import projections
from projections.kernel import Reader
from projections.work.entry_lists import EntryList
from projections.work.item_lists import ItemFilter, ItemList, Order, Place, Sort
from projections.work.row_lists import RowList
from tests.support.large_accounts import ASKING, ROWS, thing

LIMIT = 50
# Amid the times of all rows: some are over, some are not.
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
_FIRST = thing(1)
# From one end to the other, so that there are some on every page.
_SOME = [thing(number) for number in range(1, ROWS[ASKING], ROWS[ASKING] // LIMIT)]


class Query(NamedTuple):
    """A statement as it was asked, and by what."""

    asker: str
    sql: str
    params: Mapping[str, Any]
    account_id: UUID | None
    user_id: UUID | None


@dataclass
class Listening:
    """Implements `projections.kernel.Reader`: notes what is asked, and finds nothing."""

    asker: str
    heard: list[Query]

    async def all(self, sql: str, params: Mapping[str, Any] | None = None, **seen_by: Any) -> list[Any]:
        given = (seen_by.get("account_id"), seen_by.get("user_id"))
        # What an object was not made with is some text.
        sent = {name: "x" if isinstance(value, _Nothing) else value for name, value in (params or {}).items()}
        self.heard.append(Query(self.asker, sql, sent, *given))
        return []

    async def one(self, sql: str, params: Mapping[str, Any] | None = None, **seen_by: Any) -> None:
        await self.all(sql, params, **seen_by)


async def all_queries(reader: Reader) -> list[Query]:
    """Everything that is asked; `reader` answers where a question takes a cursor."""
    heard: list[Query] = []
    for module in _modules():
        for name, thing_there in vars(module).items():
            asker = f"{module.__name__}.{name}"
            if isinstance(thing_there, ItemList):
                heard += [query async for query in _of_item_list(asker, thing_there, reader)]
            elif isinstance(thing_there, EntryList):
                heard += await _of_methods(asker, thing_there)
            elif getattr(thing_there, "__module__", None) != module.__name__:
                continue
            elif inspect.iscoroutinefunction(thing_there) and _takes_reader(thing_there):
                heard += await _asked(asker, thing_there, reader)
            elif inspect.isclass(thing_there) and _takes_reader(thing_there.__init__):
                heard += await _of_class(asker, thing_there)
    return heard


def unasked(heard: Sequence[Query]) -> list[str]:
    """Statements over read models that are written down and that nothing asked, by module and name."""
    asked = [_plain(query.sql) for query in heard]
    return [
        f"{module.__name__}.{name}"
        for module in _modules()
        for name, text in vars(module).items()
        if isinstance(text, str) and re.search(r"\b(from|join) read\.", text) and not name.startswith("__")
        if not any(all(piece in sql for piece in _pieces(text)) for sql in asked)
    ]


def _pieces(text: str) -> list[str]:
    return [_plain(piece) for piece in re.split(r"\{\w+\}", text.replace("{{", "{").replace("}}", "}"))]


def _plain(sql: str) -> str:
    return " ".join(sql.split())


def _modules() -> Iterator[ModuleType]:
    for package in (projections, infrastructure):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


def _takes_reader(function: Callable[..., Any]) -> bool:
    try:
        return Reader in typing.get_type_hints(function).values()
    except (NameError, TypeError):  # builtins, and what is annotated for the type checker only
        return False


async def _of_item_list(asker: str, items: ItemList, reader: Reader) -> AsyncIterator[Query]:
    heard: list[Query] = []
    listening = Listening(asker, heard)
    reads = frozenset({_FIRST})
    filters = list(_filters(asker, items))
    rows = RowList(items)
    for field, direction in items.sorts:
        sort: Order = Sort(field, direction)  # type: ignore[arg-type] - any order of the list
        first = await items.page_of(reader, ASKING, reads, filters[0], sort, limit=LIMIT, after=None)
        for wanted in filters:
            for after in (None, first[-1].place):
                for pages in (items, rows):
                    await pages.page_of(listening, ASKING, reads, wanted, sort, limit=LIMIT, after=after)
    await items.changed_since(listening, ASKING, reads, since=10_005_000, limit=LIMIT)
    await items.known(listening, ASKING, reads, _SOME)
    await rows.changed_since(listening, ASKING, reads, since=10_005_000, limit=LIMIT)
    await rows.known(listening, ASKING, reads, _SOME)
    for wanted in (None, *filters):
        await rows.contents(listening, ASKING, reads, _SOME, wanted)
    await items.visible(listening, ASKING, reads, _SOME)
    await items.rows(listening, ASKING, _SOME)
    for query in heard:
        yield query


def _filters(asker: str, items: ItemList) -> Iterator[ItemFilter]:
    """Without any condition, and with each alone."""
    kinds = [ItemFilter, *ItemFilter.__subclasses__()]
    kind = next((kind for kind in kinds if set(kind.__struct_fields__) == set(items.conditions)), None)
    assert kind is not None, f"{asker}: no filter has just the members {', '.join(items.conditions)}"
    yield kind()
    for field in msgspec.structs.fields(kind):
        given = (value for value in _values(asker, field.name, field.type) if value is not None)
        yield kind(**{field.name: next(given)})


async def _of_methods(asker: str, entries: EntryList) -> list[Query]:
    heard: list[Query] = []
    for name in ("open_to", "rows"):
        heard += await _asked(f"{asker}.{name}", getattr(entries, name), Listening(asker, []))
    return heard


async def _of_class(asker: str, kind: type[Any]) -> list[Query]:
    """What the methods ask; everything else that an object is made with answers nothing."""
    heard: list[Query] = []
    listening = Listening(asker, heard)
    hints = typing.get_type_hints(kind.__init__)
    hints.pop("return")
    given = {name: listening if hint is Reader else _stand_in(hint) for name, hint in hints.items()}
    if is_dataclass(kind):
        given = {field.name: given[field.name] for field in fields(kind)}
    asking = kind(**given)
    for name, method in vars(kind).items():
        if name.startswith("_") or not (
            inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method)
        ):
            continue
        for values in _calls(f"{asker}.{name}", method, skip=1):
            listening.asker = f"{asker}.{name}"
            # Some cannot go on without an answer; what they would ask then is found by `unasked`.
            with contextlib.suppress(TypeError):
                answer = getattr(asking, name)(**values)
                _ = [row async for row in answer] if inspect.isasyncgen(answer) else await answer
    return heard


def _stand_in(hint: Any) -> Any:
    origin = get_origin(hint)
    if origin is type:
        return dict
    if origin is get_origin(Callable[[], Any]):
        return lambda: NOW
    return "x" if hint is str else _Nothing()


async def _asked(asker: str, function: Callable[..., Any], reader: Reader) -> list[Query]:
    heard: list[Query] = []
    for values in _calls(asker, function):
        asks = {name: value for name, value in values.items() if value is not _CURSOR}
        if len(asks) < len(values):
            (cursor,) = values.keys() - asks.keys()
            told = await function(reader=reader, **asks, **{cursor: None})
            asks[cursor] = told.rows[-1].place
        hints = typing.get_type_hints(function)
        more = {name: Listening(asker, heard) for name, hint in hints.items() if hint is Reader}
        await function(**more, **asks)
    return heard


def _calls(asker: str, function: Callable[..., Any], skip: int = 0) -> Iterator[dict[str, Any]]:
    """Arguments to call it with: the plainest, and each further value of each parameter alone."""
    hints = typing.get_type_hints(function)
    names = [
        name for name in list(inspect.signature(function).parameters)[skip:] if hints[name] is not Reader
    ]
    possible = {name: list(_values(asker, name, hints[name])) for name in names}
    plainest = {name: values[0] for name, values in possible.items()}
    yield plainest
    for name, values in possible.items():
        for value in values[1:]:
            yield {**plainest, name: value}


# A place that is known when the page before was asked for.
_CURSOR = object()
_LONG_AGO, _FAR_AHEAD = datetime(2025, 1, 1, tzinfo=UTC), datetime(2040, 1, 1, tzinfo=UTC)
# What finds rows: the value of this type, by the parameter's name.
_BY_NAME: Mapping[str, tuple[Any, ...]] = {
    "account_id": (ASKING,),
    "limit": (LIMIT,),
    "since": (10_005_000, _LONG_AGO),
    "until": (_FAR_AHEAD,),
    "updated_from": (_LONG_AGO,),
    "updated_to": (_FAR_AHEAD,),
    "before": (10_009_000,),
    "after": (10_001_000,),
    "within_days": (100_000,),
    "overdue_at": (_FAR_AHEAD,),
    "outcome": ("success",),
    "states": ("pending",),
    "day": ("2026-01-01",),
    "expires_from": (_LONG_AGO.date(),),
    "due_from": (_LONG_AGO.date(),),
}


def _values(asker: str, name: str, hint: Any) -> Iterator[Any]:
    """Values of a parameter, the plainest first."""
    if get_origin(hint) is typing.Annotated:
        hint = get_args(hint)[0]
    origin, inner = get_origin(hint), get_args(hint)
    if NoneType in inner:
        yield None
        for member in inner:
            if member is not NoneType:
                yield from _values(asker, name, member)
    elif hint is Place:
        yield _CURSOR
    elif known := [value for value in _BY_NAME.get(name, ()) if type(value) is _plain_type(hint)]:
        yield from known
    elif origin is Literal:
        yield inner[0]  # rows have this one, see `tests.support.large_accounts`
    elif (origin is tuple and inner[1:] == (Ellipsis,)) or origin in (list, set, frozenset, Sequence):
        yield _collected(origin, list(_values(asker, name, inner[0])))
    elif origin is Mapping:
        yield dict(zip(_values(asker, name, inner[0]), _values(asker, name, inner[1]), strict=False))
    elif origin is tuple:
        yield tuple(next(_values(asker, name, member)) for member in inner)
    elif inspect.isclass(hint) and hasattr(hint, "_fields"):
        kinds = typing.get_type_hints(hint)
        needed = [field for field in kinds if field not in hint._field_defaults]
        plainest = {field: next(_values(asker, field, kinds[field])) for field in needed}
        yield hint(**plainest)
        for field, kind in kinds.items():
            values = [value for value in _values(asker, field, kind) if value is not None]
            yield from (hint(**{**plainest, field: value}) for value in values)
    else:
        kind = _plain_type(hint)
        if kind not in _PLAIN:
            raise TypeError(f"{asker} asks for {name}: {hint}, and no value of it is known here")
        yield from _PLAIN[kind]


def _plain_type(hint: Any) -> Any:
    """What a name for a type stands for."""
    return getattr(hint, "__supertype__", hint)


_PLAIN: Mapping[Any, tuple[Any, ...]] = {
    UUID: (_FIRST,),
    Any: (_FIRST,),  # roles, as the caller has them
    int: (1,),
    str: (f"x{ASKING.int}-000001",),
    bool: (False, True),
    datetime: (NOW,),
    date: (_FAR_AHEAD.date(),),
}


def _collected(origin: Any, values: list[Any]) -> Any:
    if values == [_FIRST]:
        values = _SOME
    return values if origin is Sequence else origin(values)


class _Nothing:
    """Answers every question with nothing."""

    def __getattr__(self, _: str) -> Any:
        return self

    def __call__(self, *_: Any, **__: Any) -> Any:
        return self

    def __await__(self) -> Generator[None, None, _Nothing]:
        return self
        yield

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    async def __aenter__(self) -> _Nothing:
        return self

    async def __aexit__(self, *_: object) -> None:
        return
