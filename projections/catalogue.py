"""Every read model there is."""

from __future__ import annotations

from projections import accounts, identity, messaging, oversight, vault, work
from projections.erased import until_erased
from projections.kernel import Projection

_DECLARED: tuple[Projection, ...] = (
    *identity.PROJECTIONS,
    *accounts.PROJECTIONS,
    *messaging.PROJECTIONS,
    *vault.PROJECTIONS,
    *work.PROJECTIONS,
    *oversight.PROJECTIONS,
)
# Whatever has rows of an account loses them with the account.
PROJECTIONS: tuple[Projection, ...] = tuple(map(until_erased, _DECLARED))
