"""The browser's cryptography and the Python client's, against each other in both directions."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from client.crypto import base64url, devices, files, hashes, merkle, pairing, recovery_file, signing
from client.crypto.audiences import audience_of
from client.crypto.box import PLAINTEXT_SIZE, PREFIX_SIZE, Box, open_box, seal
from client.crypto.canonical import text, u64
from client.crypto.content_keys import Content, new_content_key, open_seal, seal_to_role
from client.crypto.errors import InvalidArgument
from client.crypto.key_log import Entry
from client.crypto.labels import BOXES, LABELS
from client.crypto.padding import pad_document, unpad_document
from client.crypto.points import KeyPair, agree, new_pair, pair_of, sign, verify
from client.crypto.role_keys import (
    RoleFacts,
    RoleSecret,
    link_generations,
    new_role_secret,
    open_link,
    open_role_wrap,
    wrap_role,
)
from client.crypto.safety_code import SafetyCode, safety_code
from client.crypto.statements import NO_HASH, SignedStatement, parse
from client.ledger import signed_of
from tests.support.parties import Party, built_in, personal

ROOT = Path(__file__).resolve().parents[2]
ENTRY = ROOT / "tests" / "contracts" / "crypto_interop.mjs"
b64 = base64url.encode
raw = base64url.decode


class Browser:
    """The other implementation, as a program that answers one line with one line."""

    def __init__(self) -> None:
        node = os.environ.get("COFFER_NODE", str(ROOT / ".tools" / "node" / "bin" / "node"))
        self._process = subprocess.Popen(
            [node, str(ENTRY)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, op: str, **request: Any) -> dict[str, Any]:
        answer = self.answer(op, **request)
        assert answer["ok"], answer
        return answer

    def answer(self, op: str, **request: Any) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"op": op, **request}) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(20)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    other = Browser()
    yield other
    other.close()


def test_both_have_one_table_of_labels(browser: Browser) -> None:
    theirs = browser.ask("labels")["labels"]
    assert set(theirs) == set(LABELS)
    for label, fields in LABELS.items():
        open_ended = any(field.endswith("*") for field in theirs[label])
        assert open_ended == (fields[-1] == "..."), label
        if not open_ended:
            assert len(theirs[label]) == len(fields), label


def some_field(name: str) -> bytes:
    """A value of the form that a context field of this name has."""
    if name in ("account", "role", "user", "device", "id", "inviteId", "custodianRole", "exportId"):
        return uuid4().bytes
    if name in ("E", "R", "D", "newR", "oldR", "ecdhPublic", "ecdsaPublic"):
        return new_pair().public
    if name in ("kind", "store"):
        return text("contact")
    if name in ("credentialId", "prfInput"):
        return secrets.token_bytes(32)
    return u64(secrets.randbelow(2**40))


@pytest.mark.parametrize("label", sorted(BOXES))
def test_boxes_of_one_open_in_the_other(browser: Browser, label: str) -> None:
    ikm = secrets.token_bytes(64)
    context = [some_field(name) for name in BOXES[label]]
    prefix = new_pair().public if label in PREFIX_SIZE else b""
    if prefix:
        context[BOXES[label].index("E")] = prefix
    plaintext = secrets.token_bytes(PLAINTEXT_SIZE.get(label, 300))
    request = {"object": label, "ikm": b64(ikm), "context": [b64(field) for field in context]}
    ours = seal(ikm, label, context, plaintext, prefix=prefix)
    assert browser.ask("open", **request, **ours.to_json())["plaintext"] == b64(plaintext)
    more = {"prefix": b64(prefix)} if prefix else {}
    theirs = browser.ask("seal", **request, plaintext=b64(plaintext), **more)
    box = Box.from_json(theirs)
    assert open_box(ikm, label, context, box) == plaintext
    assert b64(box.hash) == theirs["boxHash"]
    for part, size in (("iv", 12), ("salt", 16), ("data", len(ours.data))):
        content = bytearray(getattr(ours, part))
        content[secrets.randbelow(size)] ^= 1
        broken = ours._replace(**{part: bytes(content)})
        if broken.data[1 : 1 + len(prefix)] == prefix:
            assert browser.answer("open", **request, **broken.to_json())["ok"] is False


def test_paddings_agree(browser: Browser) -> None:
    for size in (0, 1, 251, 252, 253, 1000, 70_000):
        document = secrets.token_bytes(size)
        theirs = raw(browser.ask("pad", document=b64(document))["padded"])
        assert theirs == pad_document(document)
        assert unpad_document(theirs) == document
    assert browser.answer("unpad", padded=b64(pad_document(b"x") + b"\0"))["ok"] is False


def test_agreement_and_signatures(browser: Browser) -> None:
    theirs = browser.ask("keyPair", use="agreement")
    ours = new_pair()
    shared = browser.ask("agree", d=theirs["d"], public=theirs["public"], other=b64(ours.public))
    assert raw(shared["shared"]) == agree(ours.private, raw(theirs["public"]))
    signer = browser.ask("keyPair", use="signing")
    for _ in range(20):
        message = secrets.token_bytes(50)
        signed = browser.ask("sign", d=signer["d"], public=signer["public"], message=b64(message))
        assert verify(raw(signer["public"]), message, raw(signed["signature"]))
        signature = sign(ours.private, message)
        said = {"public": b64(ours.public), "message": b64(message), "signature": b64(signature)}
        assert browser.ask("verify", **said)["valid"] is True
        said["message"] = b64(message + b"\0")
        assert browser.ask("verify", **said)["valid"] is False


def published(facts: RoleFacts) -> dict[str, str]:
    return {
        "rolePublic": b64(facts.public),
        "signPublic": b64(facts.sign_public),
        "seedCommitment": b64(facts.seed_commitment),
    }


def place(facts: RoleFacts) -> dict[str, Any]:
    return {"account": str(facts.account), "role": str(facts.role), "generation": facts.generation}


def key(secret: RoleSecret, facts: RoleFacts) -> dict[str, Any]:
    return {"secret": b64(secret.encode()), "place": place(facts), "published": published(facts)}


def test_role_keys_wraps_and_links(browser: Browser) -> None:
    account, role, user = uuid4(), uuid4(), uuid4()
    made = browser.ask("newRole", account=str(account), role=str(role), generation=1)
    first = RoleSecret.decode(raw(made["secret"]))
    one = first.facts(account, role, 1)
    assert published(one) == {name: made[name] for name in published(one)}
    device = devices.new_device(account, user)
    to = {"user": str(user), "device": str(device.id), "ecdhPublic": b64(device.agreement.public)}
    theirs = Box.from_json(browser.ask("wrapRole", **key(first, one), to=to))
    assert open_role_wrap(theirs, one, user=user, device=device.id, device_keys=device.agreement) == first
    ours = wrap_role(first, one, user=user, device=device.id, device_public=device.agreement.public)
    me = {"d": b64(device.agreement.private), "me": to, "place": place(one), "published": published(one)}
    assert raw(browser.ask("openRoleWrap", **me, box=ours.to_json())["secret"]) == first.encode()
    second = new_role_secret()
    two = second.facts(account, role, 2)
    wrong = {**me, "published": published(two)}
    assert browser.answer("openRoleWrap", **wrong, box=ours.to_json())["ok"] is False
    link = Box.from_joined(
        raw(browser.ask("linkRole", newer=key(second, two), older=key(first, one))["link"])
    )
    assert open_link(link, second, two, one) == first
    joined = b64(link_generations(second, two, first, one).joined())
    said = {"newer": key(second, two), "generation": 1, "published": published(one), "link": joined}
    assert raw(browser.ask("openRoleLink", **said)["secret"]) == first.encode()


def test_content_sealed_to_a_role(browser: Browser) -> None:
    account, role = uuid4(), uuid4()
    secret = new_role_secret()
    facts = secret.facts(account, role, 3)
    content, dek = Content(account, "document", uuid4(), 4), new_content_key()
    revision = {"account": str(account), "kind": "document", "id": str(content.id), "contentRevision": 4}
    to = {**place(facts), "rolePublic": b64(facts.public)}
    theirs = Box.from_json(browser.ask("sealContent", to=to, revision=revision, dek=b64(dek)))
    assert open_seal(theirs, content, facts, secret.agreement) == dek
    ours = seal_to_role(dek, content, facts).to_json()
    opened = browser.ask("openContentSeal", key=key(secret, facts), revision=revision, box=ours)
    assert raw(opened["dek"]) == dek


@pytest.mark.parametrize("size", [0, 1, 4096, 4097, 20_000])
def test_files(browser: Browser, size: int) -> None:
    content, dek = Content(uuid4(), "file", uuid4(), 1), new_content_key()
    plaintext = secrets.token_bytes(size)
    request = {
        "dek": b64(dek),
        "account": str(content.account),
        "file": str(content.id),
        "version": 1,
        "purpose": "content",
    }
    theirs = browser.ask("encryptFile", **request, frameSize=4096, plaintext=b64(plaintext))
    header = files.Header.decode(raw(theirs["header"]))
    frames = [raw(frame) for frame in theirs["frames"]]
    opener = files.FileOpener(dek, content, "content", header, len(frames))
    assert opener.open_all(frames, raw(theirs["frameRoot"])) == plaintext
    assert theirs["encryptedSize"] == sum(map(len, frames))
    sealer = files.FileSealer(dek, content, "content", 4096)
    sealed = [b64(frame) for frame in sealer.seal_all(plaintext)]
    said = {"header": b64(sealer.header.encode()), "frames": sealed, "frameRoot": b64(sealer.root)}
    assert raw(browser.ask("decryptFile", **request, **said)["plaintext"]) == plaintext
    assert (
        browser.answer("decryptFile", **request, **{**said, "frames": sealed[::-1] + sealed})["ok"] is False
    )


def test_statements(browser: Browser) -> None:
    party = Party()
    owner = party.genesis()
    wraps_hash = secrets.token_bytes(32)
    fields: dict[str, Any] = {
        "kind": "document",
        "id": uuid4(),
        "contentRevision": 2,
        "audience": audience_of([uuid4(), uuid4()]),
        "wrapsHash": wraps_hash,
    }
    ours = party.writer(owner).content("content.share", 3, NO_HASH, fields, party.now, party.view)
    read = browser.ask("parse", statementB64u=b64(ours.statement.raw))["statement"]
    assert (read["type"], read["seq"], read["id"]) == ("content.share", 3, str(fields["id"]))
    assert (read["wrapsHash"], read["authorDevice"]) == (b64(wraps_hash), str(owner.id))
    assert read["audience"] == [str(role) for role in fields["audience"]]
    header = {
        "account": str(party.account),
        "seq": 3,
        "prevHash": b64(NO_HASH),
        "authorUser": str(owner.user),
        "authorDevice": str(owner.id),
        "createdAt": party.now,
        "viewSize": 0,
        "viewRoot": b64(NO_HASH),
    }
    said = {name: read[name] for name in ("kind", "id", "contentRevision", "audience", "wrapsHash")}
    theirs = browser.ask(
        "statement",
        d=b64(owner.signing.private),
        public=b64(owner.signing.public),
        type="content.share",
        header=header,
        fields=said,
    )
    assert raw(theirs["statementB64u"]) == ours.statement.raw
    assert verify(owner.signing.public, ours.statement.raw, raw(theirs["signatureB64u"]))
    leaf = browser.ask(
        "leaf", account=str(party.account), kind="document", id=said["id"], seq=3, signed=theirs
    )
    signed = SignedStatement(ours.statement, (raw(theirs["signatureB64u"]),))
    assert raw(leaf["leafHash"]) == merkle.leaf_hash(signing.leaf_of(signed).encode())


def test_hashes_codes_and_links(browser: Browser) -> None:
    salt = secrets.token_bytes(16)
    ids = [uuid4() for _ in range(3)]
    ours = {
        "state": text("active"),
        "topicIds": hashes.ids_value(ids),
        "fileIds": hashes.ids_value(ids, in_order=True),
        "noteOnly": hashes.FLAG,
        "remindDays": hashes.integers_value([7, 30]),
    }
    attributes = {name: b64(value) for name, value in ours.items()}
    theirs = browser.ask("attributesHash", salt=b64(salt), attributes=attributes)["hash"]
    assert theirs == b64(hashes.attrs_hash(salt, ours))
    empty = {**attributes, "expiresOn": ""}
    assert browser.answer("attributesHash", salt=b64(salt), attributes=empty)["ok"] is False
    with pytest.raises(InvalidArgument):
        hashes.attrs_hash(salt, {**ours, "expiresOn": b""})
    device = devices.new_device(uuid4(), uuid4())
    card = devices.Card(
        device.public, secrets.token_bytes(32), secrets.token_bytes(32), "passphrase", secrets.token_bytes(32)
    )
    said = {
        "account": str(device.account),
        "fingerprint": b64(card.fingerprint),
        "user": str(device.user),
        "device": str(device.id),
        "ecdhPublic": b64(device.agreement.public),
        "ecdsaPublic": b64(device.signing.public),
        "recoveryHash": b64(card.recovery_hash),
        "protection": "passphrase",
        "personCommitment": b64(card.person),
    }
    code = browser.ask("safetyCode", card=said)
    assert safety_code(card) == SafetyCode(spoken(code["code"]), spoken(code["answer"]), code["qr"])
    further = browser.ask("safetyCode", card={**said, "personCommitment": None})
    assert further["qr"] == safety_code(card._replace(person=b"")).qr
    secret, pairing_id = pairing.new_pairing_secret(), uuid4()
    request = {"secret": b64(secret), "account": str(device.account), "pairingId": str(pairing_id)}
    mac = browser.ask("pairingMac", **request, card=said)["mac"]
    assert pairing.pairing_fits(raw(mac), secret, device.account, pairing_id, card)
    pin = pairing.Pin(secrets.token_bytes(32), 77, secrets.token_bytes(32), secrets.token_bytes(32))
    ours_link = pairing.Pairing(pairing_id, device.account, secret, pin)
    link = browser.ask("readPairingLink", fragment=ours_link.encode())["link"]
    assert browser.ask("pairingLink", link=link)["fragment"] == ours_link.encode()
    assert (link["logSize"], link["fingerprint"]) == (77, b64(pin.fingerprint))


def spoken(code: str | list[str]) -> str:
    return code if isinstance(code, str) else " ".join(code)


def test_recovery_files(browser: Browser) -> None:
    secret, device = devices.new_secret(), uuid4()
    pin = pairing.Pin(secrets.token_bytes(32), 12, secrets.token_bytes(32), secrets.token_bytes(32))
    written = recovery_file.write(recovery_file.RecoveryFile(secret, uuid4(), device, pin))
    theirs = browser.ask("readRecoveryFile", text=written)
    assert raw(theirs["secret"]) == secret
    assert theirs["notes"]["accountFingerprint"] == b64(pin.fingerprint)
    assert theirs["notes"]["log"] == {"size": 12, "root": b64(pin.root)}
    back = browser.ask("recoveryFile", secret=b64(secret), notes=theirs["notes"])["text"]
    read = recovery_file.read(back)
    assert (read.secret, read.device, read.pin) == (secret, device, pin)
    broken = written.replace(b64(secret)[:4], "AAAA")
    assert browser.answer("readRecoveryFile", text=broken)["ok"] is False


def a_busy_account() -> Party:
    """A log with everything in it, statements without authority included."""
    party = Party()
    owner = party.genesis()
    names = {key: built_in(party.account, key) for key in ("owner", "admin", "member")}
    for role in names.values():
        party.create(owner, role)
    invite = party.invite(owner, names["member"], names["owner"])
    guest, stranger = party.first(), party.first()
    party.vouch(guest, stranger)
    party.vouch(owner, guest, "pairing", invite)
    party.vouch(owner, stranger, "pairing", invite)
    party.vouch(owner, stranger, "unverified")
    party.write(owner, "role.assign", role=names["member"], user=stranger.user)
    party.write(owner, "role.assign", role=names["member"], user=guest.user)
    party.write(guest, "role.assign", role=names["owner"], user=guest.user)
    party.create(guest, personal(party.account, guest.user))
    party.create(owner, personal(party.account, stranger.user))
    party.write(
        guest, "user.person", user=guest.user, personCommitment=party.person(guest.user, name="Ada King")
    )
    party.write(guest, "user.person", user=owner.user, personCommitment=party.person(owner.user))
    party.write(owner, "role.set", role=names["admin"], nameCommitment=bytes(32), capabilities=3)
    party.write(owner, "audience.default", scope=party.account, kind=None, roles=audience_of(names.values()))
    party.write(
        guest, "audience.default", scope=guest.user, kind="task", roles=(personal(party.account, guest.user),)
    )
    second = party.add(guest)
    party.write(owner, "capability.set", user=guest.user, capabilities=3)
    party.write(guest, "capability.set", user=guest.user, capabilities=7)
    party.write(guest, "user.remove", user=owner.user, reason="removed")
    party.write(second, "device.revoke", user=guest.user, device=guest.id, reason="lost")
    party.roll(second, names["member"])
    party.roll(owner, names["admin"], "compromise")
    forged = party.sign(owner, "invite.cancel", {"invite": invite})
    party.post(Entry(forged.statement, (sign(second.signing.private, forged.statement),)))
    party.write(owner, "user.remove", user=stranger.user, reason="removed")
    party.write(owner, "user.remove", user=owner.user, reason="left")
    party.write(owner, "role.unassign", role=names["admin"], user=owner.user)
    party.create(owner, names["admin"], 3)
    return party


def a_random_account(random: Random) -> Party:
    """A log that nobody picked: everybody signs everything, and most of it has no effect."""
    party = Party()
    owner = party.genesis()
    people = [owner.user, *(uuid4() for _ in range(3))]
    roles = [built_in(party.account, "owner"), built_in(party.account, "member"), uuid4(), uuid4()]
    roles += [personal(party.account, user) for user in people[:2]]
    for role in roles[:3]:
        party.create(owner, role, capabilities=random.choice([0, 0, 3, 7]))
    invites = [uuid4()]
    for _ in range(150):
        by, user, role = (
            random.choice(list(party.devices.values())),
            random.choice(people),
            random.choice(roles),
        )
        # Half of it is signed by the one who may do most, so that the log gets somewhere.
        by = owner if random.random() < 0.5 else by
        known = party.log.known.roles.get(role)
        generation = known.generation if known else 0
        target = random.choice(list(party.devices.values()))
        match random.randrange(16):
            case 0:
                party.post(party.first_of(party.device_for(user)))
            case 1:
                party.post(party.add_of(by, party.device_for(by.user)))
            case 2 | 3:
                method = random.choice(["code", "unverified", "pairing"])
                party.vouch(by, target, method, random.choice([None, *invites]))
            case 4:
                party.write(by, "user.person", user=user, personCommitment=secrets.token_bytes(32))
            case 5:
                party.write(by, "user.remove", user=user, reason="removed")
            case 6:
                party.write(by, "capability.set", user=user, capabilities=random.choice([0, 1, 3, 7, 8]))
            case 7:
                party.create(by, role, generation + 1, random.choice([0, 0, 1, 3, 8]))
            case 8:
                meant = random.choice([known.capabilities if known else 0, 0, 1, 7])
                named = secrets.token_bytes(32)
                party.write(by, "role.set", role=role, nameCommitment=named, capabilities=meant)
            case 9 | 10:
                for_whom = audience_of(random.sample(roles, random.randrange(1, 3)))
                party.write(
                    by,
                    "audience.default",
                    scope=random.choice([party.account, user, by.user]),
                    kind=random.choice([None, "task", "letter"]),
                    roles=random.choice([for_whom, for_whom, None]),
                )
            case 11:
                party.write(by, "role.assign", role=role, user=user)
            case 12:
                party.write(by, "role.unassign", role=role, user=user)
            case 13:
                if (role, generation) in party.secrets:
                    party.roll(by, role)
            case 14:
                invites.append(uuid4())
                party.write(
                    by,
                    "invite.create",
                    invite=invites[-1],
                    role=role,
                    custodianRole=random.choice(roles),
                    custodianGeneration=generation,
                    expiresAt=party.now + 1000,
                    boxHash=bytes(32),
                )
            case _:
                party.write(by, "account.policy", **policy(party, random))
    return party


def policy(party: Party, random: Random) -> dict[str, int]:
    flags = ("requireVerified", "requireAuthenticators", "allowCache", "allowPersonal", "letInByItself")
    version = party.log.known.policy.version + random.randrange(2)
    return {"version": version, "lowestSuite": 1, **{flag: random.choice([0, 1, 1, 2]) for flag in flags}}


@pytest.mark.parametrize("seed", [None, 1, 2, 3, 4])
def test_a_key_log_replays_to_one_story(browser: Browser, seed: int | None) -> None:
    party = a_busy_account() if seed is None else a_random_account(Random(seed))
    entries = [signed_of(entry) for entry in party.entries]
    replayed = browser.ask("replay", account=str(party.account), entries=entries)
    refused = [seq for seq, verdict in enumerate(replayed["verdicts"]) if verdict == "invalid"]
    assert set(replayed["verdicts"]) == {"valid", "invalid"}
    assert refused == party.log.refused
    assert 6 < len(refused) < len(entries) - 6
    check_agreement(replayed["state"], party)


def check_agreement(state: dict[str, Any], party: Party) -> None:
    """The browser's state of the log is the one of this client, member by member."""
    known = party.log.known
    assert (state["nextSeq"], raw(state["head"])) == (party.log.next_seq, party.log.head)
    assert {i: (d["state"], d["personCommitment"] or "") for i, d in state["devices"].items()} == {
        str(i): (d.state, b64(d.person)) for i, d in known.devices.items()
    }
    for user, member in known.members.items():
        theirs = state["users"].get(str(user), {})
        assert theirs.get("capabilities", 0) == member.capabilities
        assert (theirs.get("personCommitment") or "") == b64(member.person)
        assert (theirs.get("method") in ("genesis", "pairing", "code")) == member.verified
    for role_id, role in known.roles.items():
        theirs = state["roles"][str(role_id)]
        assert len(theirs["keys"]) == len(role.generations)
        assert set(theirs["holders"]) == {str(user) for user in role.assigned}
        assert (theirs["rollDue"], theirs["capabilities"]) == (role.roll_due, role.capabilities)
        assert (theirs["restartedAt"] or 0, theirs["personalOf"] is not None) == (
            role.restarted,
            role.personal,
        )
        assert raw(theirs["nameCommitment"]) == role.name_commitment
    assert set(state["roles"]) == {str(role_id) for role_id in known.roles}
    assert {i: v["state"] for i, v in state["invites"].items()} == {
        str(i): "created" if v.state == "waiting" else v.state for i, v in known.invites.items()
    }
    assert {place: list(roles) for place, roles in state["defaults"].items()} == {
        f"{scope}/{kind}": [str(role) for role in roles] for (scope, kind), roles in known.defaults.items()
    }
    policy = known.policy
    assert list(state["policy"].values()) == [
        policy.version,
        policy.lowest_suite,
        policy.require_verified,
        policy.require_authenticators,
        policy.allow_cache,
        policy.allow_personal_roles,
        policy.let_in_by_itself,
    ]


def test_a_broken_chain_and_an_unknown_type_stop_the_browser_too(browser: Browser) -> None:
    party = a_busy_account()
    entries = [signed_of(entry) for entry in party.entries]
    skipped = browser.ask("replay", account=str(party.account), entries=[entries[0], *entries[2:]])
    assert skipped["verdicts"][1] == "broken"
    assert parse(party.entries[1].statement).seq == 1


def test_public_keys_of_one_are_those_of_the_other(browser: Browser) -> None:
    made = browser.ask("keyPair", use="signing")
    assert pair_of(raw(made["d"])) == KeyPair(raw(made["d"]), raw(made["public"]))
