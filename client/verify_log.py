#!/usr/bin/env python3
"""Verify an audit bundle of Coffer offline, with Python alone.

    python3 verify_log.py BUNDLE --key KEY [--checkpoint NOTE ...]

KEY is the log's public key (Base64, 32 bytes), which an auditor was given once and keeps. NOTE is a file
with a checkpoint that was seen earlier, by whomever: the log of the bundle has to go on from it.

What is proved, up to the last checkpoint of the bundle:

- every event is the one that was sealed: its leaf is SHA-256(0x00 ‖ header ‖ state);
- none was added, taken away, changed or moved: the leaves, and the roots of the subtrees that stand for the
  events of others, make the root of every checkpoint (RFC 6962 section 2.1);
- every checkpoint was signed with the log's key (Ed25519, RFC 8032; notes as in C2SP signed-note and
  tlog-checkpoint), and each goes on from the one before it;
- within each stream (of one record, one person, one account) the versions count from 1 without a gap.

What is not: that an account's own events were not shown as those of others, where the end of a stream is
hidden. The whole log, and the statements that the account's people signed, close that.

Everything this relies on is in this file, to be read from top to bottom. It shares no code with what writes
bundles.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from binascii import Error as NotBase64
from binascii import a2b_base64
from collections.abc import Generator, Iterable
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple, TextIO, cast

FORMAT = "coffer.audit.v1"


class Wrong(Exception):
    """What is wrong, and at which position it is first seen (0: in the bundle as a whole)."""

    def __init__(self, position: int, what: str) -> None:
        super().__init__(what)
        self.position = position


# --- The tree -------------------------------------------------------------------------------------------


class Tree:
    """A Merkle tree that grows at its end, kept as its complete subtrees, the largest first."""

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[bytes] = []

    def add(self, root: bytes, leaves: int = 1) -> None:
        """Add a complete subtree (one leaf: its hash) of a power of two of leaves, where it can stand."""
        if leaves & (leaves - 1) or self.size % leaves:
            raise ValueError("No complete subtree of this size stands here.")
        size = self.size // leaves
        while size & 1:
            root = hashlib.sha256(b"\x01" + self._peaks.pop() + root).digest()
            size >>= 1
        self._peaks.append(root)
        self.size += leaves

    def root(self) -> bytes:
        if not self._peaks:
            return hashlib.sha256(b"").digest()
        root = self._peaks[-1]
        for peak in reversed(self._peaks[:-1]):
            root = hashlib.sha256(b"\x01" + peak + root).digest()
        return root


# --- Ed25519, RFC 8032 section 5.1 ------------------------------------------------------------------------

_P = 2**255 - 19
_Q = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)

Point = tuple[int, int, int, int]  # extended coordinates: X, Y, Z, T


def _add(p: Point, q: Point) -> Point:
    a = (p[1] - p[0]) * (q[1] - q[0]) % _P
    b = (p[1] + p[0]) * (q[1] + q[0]) % _P
    c = 2 * p[3] * q[3] * _D % _P
    d = 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, point: Point) -> Point:
    sum_: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            sum_ = _add(sum_, point)
        point = _add(point, point)
        number >>= 1
    return sum_


def _point(encoded: bytes) -> Point | None:
    y = int.from_bytes(encoded, "little")
    sign = y >> 255
    y &= (1 << 255) - 1
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def is_signed(public_key: bytes, message: bytes, signature: bytes) -> bool:
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key, r = _point(public_key), _point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or r is None or s >= _Q:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    ours, theirs = _times(s, _BASE), _add(r, _times(int.from_bytes(digest, "little") % _Q, key))
    return (ours[0] * theirs[2] - theirs[0] * ours[2]) % _P == 0 and (
        ours[1] * theirs[2] - theirs[1] * ours[2]
    ) % _P == 0


def _base() -> Point:
    found = _point((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))
    assert found is not None  # the point that the standard names
    return found


_BASE = _base()


# --- Checkpoints ------------------------------------------------------------------------------------------


class Checkpoint(NamedTuple):
    origin: str
    size: int
    root: bytes


def checkpoint_of(note: str, log_name: str, public_key: bytes, position: int) -> Checkpoint:
    """The checkpoint of a note, if the log's key signed exactly this text."""
    body, blank, signatures = note.partition("\n\n")
    body += "\n"
    wanted = hashlib.sha256(log_name.encode() + b"\n\x01" + public_key).digest()[:4]
    for line in signatures.splitlines() if blank else ():
        dash, name, data = (*line.split(" "), "", "")[:3]
        signed = _bytes(data, position)
        if (dash, name, signed[:4]) == ("—", log_name, wanted):
            if not is_signed(public_key, body.encode(), signed[4:]):
                raise Wrong(position, "the signature of a checkpoint is wrong")
            origin, size, root, *_ = body.splitlines()
            return Checkpoint(origin, int(size), _bytes(root, position))
    raise Wrong(position, "a checkpoint is not signed with the log's key")


# --- Facts ------------------------------------------------------------------------------------------------


class Header(NamedTuple):
    account: bytes
    stream: bytes
    version: int | None
    """None where it was decided on no version: then the row alone says it."""


_LABEL = b"\x0fcoffer.v1.event"


def header_of(header: bytes) -> Header:
    """The first five parts of the header: account, kind, entity, stream, version, each after its length."""
    if not header.startswith(_LABEL):
        raise ValueError("This is no header of an event.")
    at = len(_LABEL) + 1
    parts: list[bytes] = []
    for _ in range(5):
        length = int.from_bytes(header[at : at + 4], "big")
        parts.append(header[at + 4 : at + 4 + length])
        at += 4 + length
    return Header(parts[0], parts[3], int.from_bytes(parts[4], "big") if parts[4] else None)


# --- The bundle -------------------------------------------------------------------------------------------


class Found(NamedTuple):
    events: int
    opaque: int
    checkpoints: int
    size: int


def verify(lines: Iterable[str], public_key: bytes, older: Iterable[str] = ()) -> Found:
    """Verify a bundle. Raises `Wrong` with the first position at which something is not as it was sealed."""
    given = iter(lines)
    head = _json(next(given, ""), 0)
    if head.get("bundle") != FORMAT:
        raise Wrong(0, "this is no audit bundle, or one of another version")
    name, origin, account = head["logName"], f"{head['logName']}/events.v1/{head['log']}", head["account"]
    own = bytes.fromhex(account.replace("-", "")) if account else None
    due: dict[int, list[Checkpoint]] = {}
    for note in older:
        seen = checkpoint_of(note, name, public_key, 0)
        if seen.origin != origin:
            raise Wrong(0, "a checkpoint that was seen earlier is of another log")
        due.setdefault(seen.size, []).append(seen)
    tree = Tree()
    versions: dict[bytes, int] = {}
    events = opaque = checkpoints = sealed = 0
    for line in given:
        one = _json(line, tree.size + 1)
        if "note" in one:
            checkpoint = checkpoint_of(one["note"], name, public_key, tree.size)
            _compare(checkpoint, tree, origin, sealed + 1)
            checkpoints, sealed = checkpoints + 1, checkpoint.size
            continue
        position = tree.size + 1
        if one.get("n") != position:
            raise Wrong(position, f"here stands what is said to stand at {one.get('n')}")
        if "x" in one:
            if own is None:
                raise Wrong(position, "a bundle of the whole log leaves something out")
            try:
                tree.add(_bytes(one["x"], position), one["c"])
            except (ValueError, TypeError):
                raise Wrong(position, "what stands for events of others is no subtree") from None
            opaque += one["c"]
        else:
            tree.add(_leaf(one, position, own, versions))
            events += 1
        for seen in due.pop(tree.size, ()):
            if seen.root != tree.root():
                raise Wrong(sealed + 1, f"up to {tree.size} this is another log than the one seen earlier")
    if sealed != tree.size or sealed != head["size"]:
        raise Wrong(sealed + 1, "nothing was signed over the end of the bundle, or its end is missing")
    if due:
        raise Wrong(tree.size + 1, f"a checkpoint that was seen earlier covers {max(due)} events")
    return Found(events, opaque, checkpoints, sealed)


def _compare(checkpoint: Checkpoint, tree: Tree, origin: str, since: int) -> None:
    if checkpoint.origin != origin:
        raise Wrong(tree.size, "a checkpoint is of another log")
    if checkpoint.size != tree.size:
        raise Wrong(
            min(checkpoint.size, tree.size) + 1, f"{checkpoint.size} events were sealed, {tree.size} are here"
        )
    if checkpoint.root != tree.root():
        raise Wrong(since, f"between here and {tree.size} is something that was not sealed")


def _leaf(event: dict[str, Any], position: int, own: bytes | None, versions: dict[bytes, int]) -> bytes:
    try:
        header, state = a2b_base64(event["h"]), a2b_base64(event["s"])
        sealed = a2b_base64(event["l"])
        account, stream, version = header_of(header)
    except (KeyError, TypeError, ValueError, NotBase64):
        raise Wrong(position, "this is no event") from None
    leaf = hashlib.sha256(b"\x00" + header + state).digest()
    if leaf != sealed:
        raise Wrong(position, "this event is not the one that was sealed here")
    if own is not None and account != own:
        raise Wrong(position, "this event is of another account")
    expected = versions.get(stream, 0) + 1
    if (event.get("v") if version is None else version) != expected:
        raise Wrong(position, f"its stream has no event with version {expected}")
    versions[stream] = expected
    return leaf


def _json(line: str, position: int) -> dict[str, Any]:
    try:
        found: dict[str, Any] | object = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise Wrong(position, "here is no line of a bundle")
    return cast("dict[str, Any]", found)


def _bytes(text: object, position: int) -> bytes:
    try:
        return a2b_base64(str(text))
    except (NotBase64, ValueError):
        raise Wrong(position, "here is no Base64") from None


# --- The command ------------------------------------------------------------------------------------------


@contextmanager
def opened_file(path: str) -> Generator[TextIO]:
    if path == "-":
        yield sys.stdin
    else:
        with gzip.open(path, "rt") if path.endswith(".gz") else open(path, encoding="utf-8") as file:
            yield cast("TextIO", file)


def main(argv: list[str] | None = None, given: Iterable[str] | None = None) -> int:
    """The command; `given` are the lines of a bundle that is in no file."""
    parser = argparse.ArgumentParser(description="Verify an audit bundle of Coffer offline.")
    parser.add_argument("bundle", help="a file, also compressed (.gz); - for standard input")
    parser.add_argument("--key", required=True, help="the log's public key, in Base64")
    parser.add_argument("--checkpoint", action="append", default=[], help="a file with one seen earlier")
    asked = parser.parse_args(argv)
    try:
        older = [Path(path).read_text(encoding="utf-8") for path in asked.checkpoint]
        with opened_file(asked.bundle) if given is None else nullcontext(given) as lines:
            found = verify(lines, _bytes(asked.key, 0), older)
    except Wrong as wrong:
        print(f"NOT VERIFIED. Position {wrong.position}: {wrong}.")
        return 1
    print(
        f"Verified: {found.events} events and {found.opaque} of others up to position {found.size}, "
        f"under {found.checkpoints} signed checkpoints."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
