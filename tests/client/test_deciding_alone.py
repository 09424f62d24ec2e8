"""What the published rules leave unasked: the box of an invitation, one's own device, a second signature."""

from __future__ import annotations

from uuid import uuid4

import pytest

from client.crypto.files import encrypted_size, size_fits
from client.crypto.key_log import Entry, KeyLog, card_of
from client.crypto.letting_in import Admission, Newcomer, let_in
from client.crypto.pairing import Invited, new_pairing_secret, pairing_mac
from client.crypto.statements import parse
from client.crypto.states import Anchor, LogAnswer, Seen, state_of
from tests.support.parties import EMAIL, NAME, SALT, Party, built_in


def test_a_newcomer_is_let_in_for_the_e_mail_that_was_invited() -> None:
    party = Party()
    owner = party.genesis()
    role, custodian = (built_in(party.account, key) for key in ("member", "owner"))
    assert party.create(owner, role)
    assert party.create(owner, custodian)
    flags = {"requireVerified": 1, "requireAuthenticators": 0, "allowCache": 1, "allowPersonal": 1}
    assert party.write(owner, "account.policy", version=1, lowestSuite=1, letInByItself=1, **flags)
    invite, secret = party.invite(owner, role, custodian), new_pairing_secret()
    party.first()
    card = card_of(parse(party.entries[-1].statement), party.log.fingerprint)
    newcomer = Newcomer(card, pairing_mac(secret, party.account, invite, card), EMAIL, NAME, SALT)

    def decided(email: str, who: Newcomer = newcomer) -> object:
        return let_in(party.log.known, owner.user, invite, Invited(secret, email), who, party.now)

    assert decided(EMAIL) == Admission(role)
    assert decided("somebody.else@example.com") == "ask"
    assert decided(EMAIL, newcomer._replace(salt=bytes(16))) == "ask"
    assert (
        let_in(party.log.known, owner.user, uuid4(), Invited(secret, EMAIL), newcomer, party.now) == "nothing"
    )


@pytest.mark.parametrize("anchor", ["none", "link", "qr", "file", "pin", "comparison", "genesis"])
def test_another_device_than_the_own_one_is_an_alarm(anchor: Anchor) -> None:
    seen = Seen(anchor, "some", "fits", 1, own_device_as_expected=False)
    assert state_of(seen) == "alarm"


@pytest.mark.parametrize("log", ["none", "malformed"])
def test_a_head_without_its_log_is_none(log: LogAnswer) -> None:
    assert state_of(Seen("pin", log, "fits", 1)) == "alarm"
    assert state_of(Seen("none", log, "fits", 1)) != "unconfirmed"


def test_a_device_signs_its_own_card() -> None:
    party = Party()
    owner = party.genesis()
    entry = party.add_of(owner, party.device_for(owner.user))
    for signatures in ((entry.signatures[0],), (entry.signatures[0], entry.signatures[0])):
        log = KeyLog(party.account)
        assert log.append(party.entries[0])
        assert not log.append(Entry(entry.statement, signatures))
    assert party.post(entry)


def test_a_size_is_that_of_its_frames() -> None:
    frame = 4096
    for padded in (0, 1, frame, frame + 1, 3 * frame):
        count, size = encrypted_size(padded, frame)
        assert size_fits(size, count, frame)
    for size, count in ((15, 1), (frame + 17, 1), (frame + 16 + 15, 2), (2 * (frame + 16) + 1, 2), (16, 2)):
        assert not size_fits(size, count, frame)
