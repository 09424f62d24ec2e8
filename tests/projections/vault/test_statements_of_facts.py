"""Every signed statement of a fact becomes a leaf, whichever context the fact is of."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from application.catalogue import DECIDERS
from client.crypto import base64url
from client.crypto.merkle import leaf_hash
from client.crypto.signing import leaf_of, tag_of
from client.crypto.statements import SignedStatement, parse
from domain.sealed import DeviceWrap, Sealed, Signed
from domain.vault.devices import ViewSeen
from domain.vault.encoding import leaf, signed_hash
from domain.vault.key_log import KeyStatementAppended
from projections.vault.facts import statements_of
from tests.support.key_log_twice import signed_of
from tests.support.parties import Party

SIGNED = (Sealed, DeviceWrap, Signed)


def test_a_leaf_is_the_one_that_clients_make() -> None:
    party = Party()
    owner = party.genesis()
    entry = party.entries[0]
    (statement,) = statements_of(KeyStatementAppended(0, "device.add", signed_of(entry)))
    content = signed_hash(statement.raw, statement.signatures)
    made = leaf(statement.tag, statement.header.seq, content)
    theirs = leaf_of(SignedStatement(parse(entry.statement), entry.signatures)).encode()
    assert made == theirs
    assert hashlib.sha256(b"\x00" + made).digest() == leaf_hash(theirs)
    assert owner.id == statement.header.device_id


def test_a_view_is_found_under_its_device() -> None:
    party = Party()
    owner = party.genesis()
    fields: dict[str, Any] = {"kind": "view", "id": owner.id}
    signed = party.writer(owner).content("view.seen", 1, bytes(32), fields, party.now, party.view)
    said = Signed(
        statement_b64u=base64url.encode(signed.statement.raw),
        signature_b64u=base64url.encode(signed.signatures[0]),
    )
    (statement,) = statements_of(ViewSeen(said))
    assert statement.tag == tag_of(signed.statement)
    content = signed_hash(statement.raw, statement.signatures)
    assert leaf(statement.tag, 1, content) == leaf_of(signed).encode()


@pytest.mark.parametrize("decider", DECIDERS, ids=lambda decider: decider.name)
def test_no_fact_hides_a_statement(decider: Any) -> None:
    """A member that holds a statement is one that `statements_of` looks at: itself, optional, or a tuple."""
    for event in decider.events:
        for field in msgspec.structs.fields(event):
            text = str(field.type)
            if not any(name.__name__ in text for name in SIGNED):
                continue
            assert "dict" not in text, f"{event.__name__}.{field.name}"
