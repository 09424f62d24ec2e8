"""What the verifier refuses although it was sealed and signed: a server that holds the key may still lie."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from client.verify_log import Wrong, is_signed, verify
from infrastructure.canonical import canonical
from infrastructure.event_store.leaf import LABEL, leaf_hash
from infrastructure.log_tree.checkpoint import Checkpoint
from infrastructure.log_tree.frontier import Frontier

OURS, THEIRS, PAGE, OTHER_PAGE = (UUID(int=number) for number in range(1, 5))
ORDER = 2**252 + 27742317777372353535851937790883648493


class Key:
    """Implements `Signer`."""

    log_name = "coffer.example"

    def __init__(self) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
        self.public_key = self._key.public_key().public_bytes_raw()

    def sign(self, body: bytes) -> bytes:
        return self._key.sign(body)


KEY = Key()


def sealed(
    events: Sequence[tuple[UUID, UUID, int | None, int]],
    *,
    account: UUID | None = None,
    log: int = 0,
    signed_log: int = 0,
    subtree: bytes = b"",
) -> list[str]:
    """A bundle of events (account, stream, decided version, version) and a subtree, under one checkpoint."""
    tree = Frontier()
    lines: list[dict[str, object]] = []
    for number, (whose, stream, decided, version) in enumerate(events, 1):
        envelope = (whose, "note", stream, stream, decided, "note.written", 1, UUID(int=number))
        leaf = leaf_hash(envelope, b"{}")
        tree.extend([leaf])
        header = canonical(LABEL, *envelope)
        told = {"h": header, "s": b"{}", "l": leaf}
        line: dict[str, object] = {"n": number, "v": version}
        line |= {name: base64.b64encode(data).decode() for name, data in told.items()}
        lines.append(line)
    if subtree:
        tree.extend([subtree])
        lines.append({"n": tree.size, "c": 1, "x": base64.b64encode(subtree).decode()})
    head = {"bundle": "coffer.audit.v1", "log": log, "logName": KEY.log_name, "size": tree.size}
    note = Checkpoint(signed_log, tree.size, tree.root(), 1).signed(KEY)
    whose_it_is = {"account": None if account is None else str(account)}
    return [json.dumps(line) for line in ({**head, **whose_it_is}, *lines, {"note": note})]


def refused(lines: list[str], position: int, why: str) -> None:
    with pytest.raises(Wrong, match=why) as wrong:
        verify(lines, KEY.public_key)
    assert wrong.value.position == position


def test_streams_may_stand_between_one_another() -> None:
    events = [(OURS, PAGE, 1, 1), (OURS, OTHER_PAGE, 1, 1), (OURS, PAGE, None, 2), (OURS, OTHER_PAGE, 2, 2)]
    assert verify(sealed(events), KEY.public_key).events == 4


@pytest.mark.parametrize("second", [1, 3, 7])
def test_a_stream_counts_without_a_gap_or_a_repetition(second: int) -> None:
    refused(sealed([(OURS, PAGE, 1, 1), (OURS, PAGE, second, second)]), 2, "no event with version 2")
    refused(sealed([(OURS, PAGE, 1, 1), (OURS, PAGE, None, second)]), 2, "no event with version 2")


def test_a_stream_begins_at_its_beginning() -> None:
    refused(sealed([(OURS, PAGE, 2, 2)]), 1, "no event with version 1")


def test_the_version_that_was_decided_is_the_one_that_counts() -> None:
    refused(sealed([(OURS, PAGE, 1, 1), (OURS, PAGE, 3, 2)]), 2, "no event with version 2")


def test_a_event_of_another_account_is_none_of_this_one() -> None:
    events = [(OURS, PAGE, 1, 1), (THEIRS, OTHER_PAGE, 1, 1)]
    assert verify(sealed(events), KEY.public_key).events == 2
    refused(sealed(events, account=OURS), 2, "of another account")


def test_the_whole_log_leaves_nothing_out() -> None:
    events = [(OURS, PAGE, 1, 1)]
    assert verify(sealed(events, account=OURS, subtree=b"x" * 32), KEY.public_key).opaque == 1
    refused(sealed(events, subtree=b"x" * 32), 2, "leaves something out")


def test_a_checkpoint_of_another_log_says_nothing_of_this_one() -> None:
    refused(sealed([(OURS, PAGE, 1, 1)], signed_log=1), 1, "of another log")
    assert verify(sealed([(OURS, PAGE, 1, 1)], log=1, signed_log=1), KEY.public_key).size == 1


@settings(max_examples=20)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200), st.integers(0, 511))
def test_signatures_are_those_of_the_library(seed: bytes, message: bytes, bit: int) -> None:
    key = Ed25519PrivateKey.from_private_bytes(seed)
    public, signature = key.public_key().public_bytes_raw(), key.sign(message)
    assert is_signed(public, message, signature)
    other = bytearray(signature)
    other[bit // 8] ^= 1 << (bit % 8)
    assert not is_signed(public, message, bytes(other))
    assert not is_signed(public, message + b"x", signature)
    # RFC 8032 5.1.7: another number that stands for the same is none.
    again = int.from_bytes(signature[32:], "little") + ORDER
    assert not is_signed(public, message, signature[:32] + again.to_bytes(32, "little"))


def test_what_is_no_key_or_no_point_signs_nothing() -> None:
    signature = KEY.sign(b"message")
    for key in (b"", b"\xff" * 32, (2).to_bytes(32, "little")):
        assert not is_signed(key, b"message", signature)
    assert not is_signed(KEY.public_key, b"message", b"\xff" * 32 + signature[32:])
