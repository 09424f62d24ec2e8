"""Keys, put together."""

from __future__ import annotations

from api.composition.foundation import Foundation, Slice
from api.composition.messaging import notices_of
from api.http.vault import HANDLERS
from application.processes import (
    attach_device,
    post_key_statements,
    read_keys,
    refuse_device,
    roll_role_key,
    unlock_device,
)
from application.processes.named_people import NamedPeople
from application.vault import grants, heads
from infrastructure.accounts.directory import ReadDirectory
from infrastructure.vault.heads import StoredHeads
from infrastructure.vault.read_models import VaultReads


def slice_of(base: Foundation) -> Slice:
    checks, reads = base.checks, VaultReads(base.reader)
    signed = StoredHeads(base.reader, base.settings.log_name)
    people = NamedPeople(ReadDirectory(base.reader), base.personal)
    return Slice(
        routes={
            **post_key_statements.routes(post_key_statements.Posting(checks, base.personal, people)),
            **grants.routes(grants.Grants(checks)),
            **heads.routes(heads.Heads(reads, signed, signed, base.progress)),
            **unlock_device.routes(unlock_device.Unlocking(reads)),
            **refuse_device.routes(),
            **attach_device.routes(attach_device.Attaching(checks, base.personal, people)),
            **roll_role_key.routes(roll_role_key.Rolling(checks)),
            **read_keys.routes(
                read_keys.KeyReads(
                    wraps=reads,
                    envelopes=reads,
                    reads=reads,
                    notices=notices_of(base),
                )
            ),
        },
        handlers=HANDLERS,
    )
