"""What the owner of an archive finds, with the keys of a device: all of it is opened and checked."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from client.api import Person as Caller
from client.cabinet import Cabinet
from client.crypto.devices import DeviceKeys
from client.crypto.points import pair_of
from client.member import Member


async def opens_all_with_its_keys(api: Caller, world: dict[str, Any]) -> None:
    """Over the history as it is served: every signature and hash of it is checked."""
    session = await api.session()
    account, user = UUID(world["accountId"]), UUID(session["user"]["id"])
    clock = int(datetime.fromisoformat(world["now"]).timestamp() * 1000)
    keys = bytes.fromhex(world["device"])
    device = DeviceKeys(account, user, pair_of(keys[1:33]), pair_of(keys[33:]))
    papers = Cabinet(Member(api, account, user, device=device, clock=lambda: clock))
    documents = await papers.documents()
    assert {str(one.id): one.document["title"] for one in documents} == {
        document["id"]: document["title"] for document in world["documents"]
    }
    opened = await papers.download(UUID(world["fileId"]))
    assert sha256(opened.content).hexdigest() == world["file"]
