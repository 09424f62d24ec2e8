"""The leaf of a fact in the log's Merkle tree: envelope and stored bytes, hashed as they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from infrastructure.canonical import Part, canonical

LABEL = "coffer.v1.event"
VERSION = 4
"""The place of the stream version in the envelope."""


def leaf_hash(envelope: Sequence[Part], state: bytes) -> bytes:
    """SHA-256(0x00 ‖ header ‖ state); the position is bound by the leaf's place in the tree.

    The envelope is everything the caller decided: account, kind, entity, stream, version (absent where none
    was expected), type, schema version, event, actor kind, actor, impersonator, session, device, correlation,
    causation, request, origin, references to address and agent, time of the occurrence.
    """
    return sha256(b"\x00" + canonical(LABEL, *envelope) + state).digest()


def header_as_hashed(envelope: Sequence[Part], state: bytes, sealed: bytes) -> bytes:
    """The header of a stored event with this leaf. An event that was decided on no version of its stream says
    none in it, and the row alone has it."""
    undecided = [*envelope[:VERSION], None, *envelope[VERSION + 1 :]]
    said = undecided if leaf_hash(undecided, state) == sealed else envelope
    return canonical(LABEL, *said)
