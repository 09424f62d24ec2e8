"""Boxes as statements name them."""

from __future__ import annotations

from domain.records import bytes_of
from domain.sealed import Box, DeviceWrap, RecoveryEnvelope, Sealed, Wrap
from domain.vault.encoding import sha256


def box_hash(box: Box | Wrap | Sealed | DeviceWrap | RecoveryEnvelope) -> bytes:
    """The hash by which statements name a box."""
    return sha256(bytes_of(box.salt_b64u) + bytes_of(box.iv_b64u) + bytes_of(box.data_b64u))
