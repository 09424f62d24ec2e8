"""Who handed on the key of a role: the `role.grant` of a wrap, in the tree and valid at its place there."""

from __future__ import annotations

from collections.abc import Callable

from client.crypto.authority import Authority
from client.crypto.box import Box
from client.crypto.content_rules import may_grant
from client.crypto.devices import DevicePublic
from client.crypto.errors import DataLoss
from client.crypto.leaves import Leaves
from client.crypto.role_keys import RoleFacts
from client.crypto.signing import leaf_of
from client.crypto.statements import SignedStatement


def check_grant(
    signed: SignedStatement,
    box: Box,
    facts: RoleFacts,
    to: DevicePublic,
    leaves: Leaves,
    state_at: Callable[[int], Authority],
) -> None:
    """Refuse a wrap unless a holder of this generation granted exactly this box to this device.

    Without the tree, a server together with a former holder could pass on a key that no member sees given.
    """
    statement = signed.statement
    if statement.type != "role.grant":
        raise DataLoss("not a grant")
    named = (statement.bytes("id"), statement.number("generation"), statement.uuid("user"))
    if named != (facts.role.bytes + to.id.bytes, facts.generation, to.user):
        raise DataLoss("the grant is of another wrap")
    if statement.bytes("boxHash") != box.hash:
        raise DataLoss("the wrap is not the granted one")
    named_by = leaf_of(signed)
    places = [place for place, leaf in leaves.of(named_by.tag) if leaf == named_by]
    if not any(may_grant(state_at(place), signed) for place in places):
        raise DataLoss("no holder granted this wrap")
