#!/usr/bin/env python3
"""Verify the certificate of an erased account offline, with Python and `verify_log.py` beside this file.

    python3 verify_erasure.py CERTIFICATE BUNDLE --key KEY [--checkpoint NOTE ...]

CERTIFICATE is what the operator gave out (`./coffer erasure certificate ACCOUNT`), BUNDLE a bundle of the
account or of the whole log (`./coffer audit export`). KEY and NOTE are those of `verify_log.py`, which
verifies the bundle first.

What is proved, beside what `verify_log.py` proves:

- the log says that this account was erased, and with this certificate: its hash is in the last event;
- the steps were done in their order, and each came to what the certificate says;
- `recordKeys` names every record of the account that ever had something under a key, and `blobs` every
  object that was ever announced: both are counted once more, over the events of the bundle.

What is not: that no copy of a key or an object is left anywhere. No program can prove that; the operator
says so.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import sys
from binascii import a2b_base64
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

FORMAT = "coffer.erasure.v1"
STEPS = ("recordKeys", "blobs", "rows", "persons")


class Wrong(Exception):
    """What does not fit."""


class Event(NamedTuple):
    stream: str
    entity: str
    state: dict[str, Any]


def verify(certificate: dict[str, Any], events: Iterable[Event]) -> None:
    """Compare a certificate with the events of its account, in order. Raises `Wrong`."""
    if certificate.get("certificate") != FORMAT:
        raise Wrong("this is no certificate of an erasure, or one of another version")
    said = {name: certificate[name] for name in ("certificate", "account", "due", "steps")}
    proof = hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    if proof != certificate.get("proof"):
        raise Wrong("the certificate was changed: its hash is another one")
    started = False
    done: list[dict[str, Any]] = []
    records: set[str] = set()
    objects: set[str] = set()
    ends: list[str] = []
    for event in events:
        name = event.state.get("event")
        if "~" in event.state:
            records.add(event.stream)
        if name == "file.upload_opened":
            key = f"{certificate['account']}/{event.entity}/{event.state['uploadId']}"
            objects.add(f"{key}-content")
            if event.state.get("thumbnail") is not None:
                objects.add(f"{key}-thumbnail")
        elif name == "erasure.started":
            started = True
        elif name == "erasure.step_done":
            done.append({member: event.state[member] for member in ("step", "count", "sha256")})
        elif name in ("erasure.proved", "account.erased"):
            ends.append(event.state["proofHash"])
    if not started or not ends:
        raise Wrong("the log does not say that this account was erased")
    if ends != [proof, proof]:
        raise Wrong("the account was erased with another certificate")
    if [step["step"] for step in done] != list(STEPS) or done != certificate["steps"]:
        raise Wrong("the steps in the log are not those of the certificate")
    for step, names in (("recordKeys", records), ("blobs", objects)):
        noted = next(one for one in done if one["step"] == step)
        if (noted["count"], noted["sha256"]) != (len(names), _hash_of(names)):
            raise Wrong(f"{step}: {noted['count']} were erased, {len(names)} are in the log")


def _hash_of(names: Iterable[str]) -> str:
    return hashlib.sha256("".join(f"{name}\n" for name in sorted(names)).encode()).hexdigest()


def events_of(lines: Iterable[str], account: str) -> Iterator[Event]:
    """The events of the account in a bundle that was verified."""
    own = account.replace("-", "")
    for line in lines:
        one = json.loads(line)
        if "h" not in one:
            continue
        parts = _parts(a2b_base64(one["h"]))
        if parts[0].hex() == own:
            yield Event(_uuid(parts[3]), _uuid(parts[2]), json.loads(a2b_base64(one["s"])))


def _parts(header: bytes) -> list[bytes]:
    """The first four parts of a header: account, kind, entity, stream."""
    at = 1 + header[0] + 1
    parts: list[bytes] = []
    for _ in range(4):
        length = int.from_bytes(header[at : at + 4], "big")
        parts.append(header[at + 4 : at + 4 + length])
        at += 4 + length
    return parts


def _uuid(data: bytes) -> str:
    text = data.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def _verifier() -> ModuleType:
    """`verify_log.py`, which lies beside this file."""
    place = Path(__file__).with_name("verify_log.py")
    spec = importlib.util.spec_from_file_location("verify_log", place)
    if spec is None or spec.loader is None:
        raise Wrong("verify_log.py has to lie beside this file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Verify the certificate of an erased account offline.")
    parser.add_argument("certificate", help="the certificate, a file of JSON")
    parser.add_argument("bundle", help="a bundle of the account or of the whole log, also compressed (.gz)")
    parser.add_argument("--key", required=True, help="the log's public key, in Base64")
    parser.add_argument("--checkpoint", action="append", default=[], help="a file with one seen earlier")
    asked = parser.parse_args(argv)
    log = _verifier()
    sealed = [part for path in asked.checkpoint for part in ("--checkpoint", path)]
    code: int = log.main([asked.bundle, "--key", asked.key, *sealed])
    if code:
        return code
    try:
        certificate: dict[str, Any] = json.loads(Path(asked.certificate).read_text(encoding="utf-8"))
        with log.opened_file(asked.bundle) as lines:
            verify(certificate, events_of(lines, str(certificate.get("account"))))
    except (Wrong, KeyError, TypeError, ValueError) as wrong:
        print(f"NOT VERIFIED. {wrong}.")
        return 1
    steps = ", ".join(f"{step['step']} {step['count']}" for step in certificate["steps"])
    print(f"Verified: the account {certificate['account']} was erased ({steps}).")
    return 0


if __name__ == "__main__":
    sys.exit(main())
