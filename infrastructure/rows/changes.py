"""What a batch has made of the rows of one table so far, and has not written yet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from infrastructure.rows.keys import Place
from infrastructure.rows.values import Row, empty_row
from projections.kernel import Table

Op = Literal["put", "patch", "delete"]


class Change:
    """Of one row; `values` begin with its key. `anew`: it was deleted in this batch before, so nothing of the
    old one may stay."""

    __slots__ = ("anew", "op", "values")

    def __init__(self, op: Op, values: Row, anew: bool = False) -> None:
        self.op = op
        self.values = values
        self.anew = anew


Changes = dict[Place, Change]
Shapes = dict[tuple[str, ...], list[Row]]


def put(changes: Changes, place: Place, values: Row) -> None:
    change = changes.get(place)
    if change is None:
        changes[place] = Change("put", values)
    elif change.op == "delete":
        changes[place] = Change("put", values, anew=True)
    else:
        changes[place] = Change("put", {**change.values, **values}, change.anew)


def patch(changes: Changes, place: Place, values: Row) -> None:
    change = changes.get(place)
    if change is None:
        changes[place] = Change("patch", values)
    elif change.op != "delete":
        change.values = {**change.values, **values}


def laid_over(table: Table, changes: Changes, place: Place, found: Row | None) -> Row | None:
    """The row as it is now, if this is how it was before the batch."""
    change = changes.get(place)
    if change is None:
        return found
    if change.op == "delete":
        return None
    if change.op == "patch":
        if found is None:
            # A patch of a row that is not there has changed nothing, and does not wait for one.
            del changes[place]
            return None
        return {**found, **change.values}
    before = empty_row(table) if found is None or change.anew else found
    return {**before, **change.values}


def by_shape(changes: Iterable[Change], op: Op) -> Shapes:
    """The rows to put or to patch, by the columns that are given of them."""
    shapes: Shapes = {}
    for change in changes:
        if change.op == op:
            shapes.setdefault(tuple(change.values), []).append(change.values)
    return shapes
