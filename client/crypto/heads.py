"""The account head: a signed note that fixes the tree and the newest key statement of an account."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from typing import NamedTuple
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from client.crypto.errors import DataLoss

_NUMBER = r"(0|[1-9][0-9]{0,18})"
_HASH = r"([A-Za-z0-9+/]{43}=)"
_BODY = re.compile(
    rf"(\S+)/e2ee\.v1/([0-9a-f-]{{36}})\n{_NUMBER}\n{_HASH}\nkey {_NUMBER} {_HASH}\ntime {_NUMBER}\n"
)
_SIGNATURE = re.compile(r"— (\S+) ([A-Za-z0-9+/]+={0,2})\n")


class Head(NamedTuple):
    log_name: str
    account: UUID
    size: int
    root: bytes
    key_seq: int
    key_head: bytes
    time: int

    def body(self) -> str:
        return (
            f"{self.log_name}/e2ee.v1/{self.account}\n{self.size}\n{_base64(self.root)}\n"
            f"key {self.key_seq} {_base64(self.key_head)}\ntime {self.time}\n"
        )


def key_id(log_name: str, public_key: bytes) -> bytes:
    """The four bytes by which a signature line names its key; 1 stands for Ed25519."""
    return hashlib.sha256(log_name.encode() + b"\n\x01" + public_key).digest()[:4]


def sign_head(head: Head, key: Ed25519PrivateKey) -> str:
    body = head.body()
    line = key_id(head.log_name, key.public_key().public_bytes_raw()) + key.sign(body.encode())
    return f"{body}\n— {head.log_name} {_base64(line)}\n"


def verify_head(note: str, *, account: UUID, log_public_key: bytes) -> Head:
    """The head, when the log's key signed exactly this note for this account."""
    body, blank, lines = note.partition("\n\n")
    if not blank:
        raise DataLoss("the head is not signed")
    body += "\n"
    head = _parse(body)
    signatures = _SIGNATURE.findall(lines)
    if not signatures or "".join(f"— {name} {data}\n" for name, data in signatures) != lines:
        raise DataLoss("the head is not signed")
    wanted = key_id(head.log_name, log_public_key)
    for name, data in signatures:
        try:
            line = base64.b64decode(data, validate=True)
        except binascii.Error:
            raise DataLoss("the head is not signed") from None
        if name == head.log_name and line[:4] == wanted:
            try:
                Ed25519PublicKey.from_public_bytes(log_public_key).verify(line[4:], body.encode())
            except (InvalidSignature, ValueError):
                raise DataLoss("the head is not signed") from None
            if head.account != account:
                raise DataLoss("the head of another account")
            return head
    raise DataLoss("the head is not signed")


def _parse(body: str) -> Head:
    match = _BODY.fullmatch(body)
    if match is None:
        raise DataLoss("not an account head")
    name, account, size, root, key_seq, key_head, time = match.groups()
    head = Head(name, UUID(account), int(size), _hash(root), int(key_seq), _hash(key_head), int(time))
    if head.body() != body:
        raise DataLoss("not an account head")
    return head


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _hash(text: str) -> bytes:
    return base64.b64decode(text)
