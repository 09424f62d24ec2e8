"""Every read model there is."""

from __future__ import annotations

from projections import accounts, identity, messaging, oversight, vault, work
from projections.kernel import Projection

PROJECTIONS: tuple[Projection, ...] = (
    *identity.PROJECTIONS,
    *accounts.PROJECTIONS,
    *messaging.PROJECTIONS,
    *vault.PROJECTIONS,
    *work.PROJECTIONS,
    *oversight.PROJECTIONS,
)
