"""What lies in a sealed file: named members one after another, each with a few facts and its bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

import msgspec

_MEMBER, _DATA, _END = b"M", b"D", b"E"


class Sink(Protocol):
    def write(self, data: bytes | memoryview) -> None: ...


class Member(NamedTuple):
    name: str
    facts: dict[str, Any]


class MemberWriter:
    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._count = 0

    def begin(self, name: str, **facts: Any) -> None:
        self._frame(_MEMBER, msgspec.json.encode([name, facts]))
        self._count += 1

    def data(self, data: bytes | memoryview) -> None:
        if data:
            self._frame(_DATA, data)

    def end(self) -> None:
        """Nothing follows; who reads knows that every member was written."""
        self._frame(_END, msgspec.json.encode(self._count))

    def _frame(self, kind: bytes, data: bytes | memoryview) -> None:
        self._sink.write(kind + len(data).to_bytes(4, "big"))
        self._sink.write(data)


class MemberReader:
    """Members in the order in which they were written. Bytes of a member that were not asked for are
    passed over."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._waiting = bytearray()
        self._next: tuple[bytes, bytes] | None = None

    def members(self) -> Iterator[Member]:
        """Ends after the last one; the file has been authenticated to its end then."""
        count = 0
        while True:
            kind, data = self._peek()
            self._next = None
            if kind == _DATA:
                continue
            if kind == _END:
                assert msgspec.json.decode(data) == count  # sealed by us, so a fault of ours
                for chunk in self._chunks:
                    assert not chunk
                return
            count += 1
            name, facts = msgspec.json.decode(data, type=tuple[str, dict[str, Any]])
            yield Member(name, facts)

    def data(self) -> Iterator[bytes]:
        """The bytes of the member that `members` gave last."""
        while True:
            kind, data = self._peek()
            if kind != _DATA:
                return
            self._next = None
            yield data

    def _peek(self) -> tuple[bytes, bytes]:
        if self._next is None:
            head = self._take(5)
            self._next = head[:1], self._take(int.from_bytes(head[1:], "big"))
        return self._next

    def _take(self, size: int) -> bytes:
        while len(self._waiting) < size:
            self._waiting += next(self._chunks)
        taken = bytes(self._waiting[:size])
        del self._waiting[:size]
        return taken
