"""`/api/audit/proof`: what proves that entries of the audit log are those of the sealed log."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, Response, get
from litestar.params import QueryParameter

from api.http.answers import Data, one
from api.http.given import Fresh, Given
from application.access import permitted
from application.oversight.proofs import AuditProofs, ProvenEvents
from application.ports import Context
from domain.errors import NotFound

MOST_POSITIONS = 200


class ProofController(Controller):
    path = "/api/audit"
    tags = ("audit",)

    @get("/proof", operation_id="getAuditProofs")
    async def of_entries(
        self,
        context: Given[Context],
        proven_events: Given[ProvenEvents],
        fresh: Given[Fresh],
        positions: Annotated[
            list[int] | None, QueryParameter(name="positions", max_items=MOST_POSITIONS)
        ] = None,
        seen: Annotated[int | None, QueryParameter(name="from", ge=0, le=2**53)] = None,
    ) -> Response[Data[AuditProofs]]:
        """Get the newest checkpoint, the proof that it goes on from a size, and entries' events under it.

        An entry that is not sealed yet, or that the account's log does not have, is left out."""
        account_id = permitted(context, "audit.read")
        found = await proven_events.of_account(account_id, positions or (), seen)
        if found is None:
            raise NotFound("Nothing is signed yet.", reason="not_signed")
        return one(msgspec.json.encode(found), fresh)
