"""The Python client agrees with the published vectors on every byte, the refusals included."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest

from client.crypto import (
    audiences,
    base64url,
    canonical,
    derive,
    devices,
    files,
    hashes,
    heads,
    key_log,
    merkle,
    padding,
    pairing,
    recovery_file,
    signing,
)
from client.crypto.box import OVERHEAD, PREFIX_SIZE, Box, open_box
from client.crypto.content_keys import Content, open_seal, open_wrap
from client.crypto.derive import from_passphrase
from client.crypto.errors import CryptoError, DataLoss, InvalidArgument, Unimplemented
from client.crypto.exports import KeyringEntry, open_keyring
from client.crypto.labels import BOXES, LABELS, STATEMENT_HEADER, STATEMENTS, Form
from client.crypto.points import KeyPair, agree, check_point, pair_of, verify
from client.crypto.records import encode_document, open_record
from client.crypto.role_keys import RoleFacts, RoleSecret, open_link, open_role_wrap
from client.crypto.safety_code import SafetyCode, safety_code
from client.crypto.statements import Author, SignedStatement, build, parse
from tests.support.crypto_vectors import VECTORS as V
from tests.support.crypto_vectors import named, raw, statement

BOX_NAMES = sorted(V["boxes"])
SIGNED = sorted(V["statements"])


def pair(name: str) -> KeyPair:
    keys = pair_of(raw(V["keys"][name]["d"]))
    assert keys.public == raw(V["keys"][name]["public"])
    return keys


def box_of(vector: dict[str, Any]) -> Box:
    return Box.from_json(vector)


def context_of(vector: dict[str, Any]) -> list[bytes]:
    return [raw(field) for field in vector["context"]]


def secret(generation: int) -> RoleSecret:
    return RoleSecret.decode(raw(V["roleSecret"][f"generation{generation}"]))


def facts(generation: int, role: str = "role") -> RoleFacts:
    return secret(generation).facts(named("account"), named(role), generation)


def device(number: int) -> devices.DeviceKeys:
    user = named(f"user{number}")
    keys = devices.DeviceKeys(named("account"), user, pair(f"dev{number}Ecdh"), pair(f"dev{number}Ecdsa"))
    assert keys.id == named(f"device{number}")
    return keys


def flips(data: bytes) -> list[bytes]:
    """The data with each of its bytes changed once; longer data at some sixty places."""
    step = max(1, len(data) // 60)
    return [data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :] for at in range(0, len(data), step)]


@pytest.mark.parametrize("name", BOX_NAMES)
def test_a_box_opens_with_its_key_label_and_context(name: str) -> None:
    vector = V["boxes"][name]
    assert open_box(raw(vector["ikm"]), vector["label"], context_of(vector), box_of(vector)) == raw(
        vector["plaintext"]
    )
    assert box_of(vector).hash == raw(vector["boxHash"])
    assert len(box_of(vector).data) == vector["dataLength"]
    assert PREFIX_SIZE.get(vector["label"], 0) == vector["prefixLength"]
    assert len(vector["context"]) == len(BOXES[vector["label"]])


@pytest.mark.parametrize("name", BOX_NAMES)
def test_a_box_refuses_a_change_of_anything(name: str) -> None:
    vector = V["boxes"][name]
    ikm, label, context, box = (
        raw(vector["ikm"]),
        vector["label"],
        context_of(vector),
        box_of(vector),
    )
    changed: list[tuple[bytes, str, list[bytes], Box]] = []
    for place, field in enumerate(context):
        # Another byte, a byte more, none, and the neighbour's bytes instead.
        for other in (*flips(field)[:3], field + b"\0", b"", context[place - 1]):
            if other != field:
                changed.append((ikm, label, [*context[:place], other, *context[place + 1 :]], box))
    changed += [(ikm, label, context, box._replace(salt=salt)) for salt in flips(box.salt)]
    changed += [(ikm, label, context, box._replace(iv=iv)) for iv in flips(box.iv)]
    # A byte of the object prefix is bound by the context, which its object builds from it: the loop over
    # the objects below covers it. Here the rest of the data: version, commitment, body and tag.
    start = 1 + vector["prefixLength"]
    changed += [
        (ikm, label, context, box._replace(data=box.data[:start] + data)) for data in flips(box.data[start:])
    ]
    changed.append((ikm, label, context, box._replace(data=b"\x02" + box.data[1:])))
    changed.append((ikm, label, context, box._replace(data=box.data[:-1])))
    changed.append((ikm, label, context, box._replace(data=box.data + b"\0")))
    changed.append((ikm, label, context, box._replace(iv=box.iv + b"\0")))
    changed.append((ikm, label, context, box._replace(salt=box.salt[:-1])))
    changed += [(other, label, context, box) for other in flips(ikm)[:4]]
    changed += [(ikm, other, context, box) for other in BOXES if other != label]
    assert len(changed) > 60
    for arguments in changed:
        with pytest.raises((DataLoss, Unimplemented)):
            open_box(*arguments)


def test_an_unknown_suite_asks_for_an_update() -> None:
    vector = V["boxes"]["record"]
    later = box_of(vector)._replace(data=b"\x02" + box_of(vector).data[1:])
    with pytest.raises(Unimplemented):
        open_box(raw(vector["ikm"]), "record", context_of(vector), later)


def test_a_role_wrap_opens_on_the_device_it_was_made_for() -> None:
    box = box_of(V["boxes"]["roleWrap"])
    taker = device(2)
    opened = open_role_wrap(box, facts(1), user=taker.user, device=taker.id, device_keys=taker.agreement)
    assert opened == secret(1)
    for place in range(1, 66):
        data = box.data[:place] + bytes((box.data[place] ^ 1,)) + box.data[place + 1 :]
        with pytest.raises(DataLoss):
            open_role_wrap(
                box._replace(data=data),
                facts(1),
                user=taker.user,
                device=taker.id,
                device_keys=taker.agreement,
            )
    other = device(1)
    with pytest.raises(DataLoss):
        open_role_wrap(box, facts(1), user=other.user, device=other.id, device_keys=other.agreement)


@pytest.mark.parametrize("member", ["public", "sign_public", "seed_commitment"])
def test_a_role_secret_that_is_not_the_one_of_the_log_is_refused(member: str) -> None:
    taker = device(2)
    other = facts(1)._replace(**{member: getattr(facts(2), member)})
    with pytest.raises(DataLoss):
        open_role_wrap(
            box_of(V["boxes"]["roleWrap"]),
            other,
            user=taker.user,
            device=taker.id,
            device_keys=taker.agreement,
        )


def test_a_history_link_leads_to_the_generation_before() -> None:
    box = box_of(V["boxes"]["roleHistory"])
    assert open_link(box, secret(2), facts(2), facts(1)) == secret(1)
    assert Box.from_joined(box.joined()) == box
    with pytest.raises(DataLoss):
        open_link(box, secret(1), facts(2), facts(1))


def test_role_secrets_give_the_published_commitments_and_keys() -> None:
    assert facts(1).seed_commitment == raw(V["roleSecret"]["seedCommitment1"])
    assert facts(2).seed_commitment == raw(V["roleSecret"]["seedCommitment2"])
    assert secret(1).kek(named("account"), named("role"), 1) == raw(V["derived"]["roleKek"])
    assert secret(1).encode() == raw(V["roleSecret"]["generation1"])
    assert facts(2).public == pair("roleG2").public
    assert facts(2).sign_public == pair("roleSignG2").public


def test_content_keys_open_by_wrap_and_by_seal() -> None:
    content = Content(named("account"), "contact", named("record"), 3)
    kek = raw(V["derived"]["roleKek"])
    key = raw(V["boxes"]["record"]["ikm"])
    assert open_wrap(box_of(V["boxes"]["contentWrap"]), content, named("role"), 1, kek) == key
    role = facts(2, "custodianRole")
    box = box_of(V["boxes"]["contentSeal"])
    assert open_seal(box, content, role, secret(2).agreement) == key
    for place in range(1, 66):
        data = box.data[:place] + bytes((box.data[place] ^ 1,)) + box.data[place + 1 :]
        with pytest.raises(DataLoss):
            open_seal(box._replace(data=data), content, role, secret(2).agreement)


def test_a_record_opens_to_its_document() -> None:
    vector = V["boxes"]["record"]
    content = Content(named("account"), vector["kind"], named("record"), vector["contentRevision"])
    document = open_record(raw(vector["ikm"]), content, vector["schema"], box_of(vector))
    assert encode_document(document).decode() == vector["plaintextJson"]
    assert padding.pad_document(encode_document(document)) == raw(vector["plaintext"])
    assert len(raw(vector["plaintext"])) == vector["paddedLength"]


@pytest.mark.parametrize("case", sorted(V["boxes"]["record"]["refusePlaintext"]))
def test_a_record_refuses_other_paddings(case: str) -> None:
    with pytest.raises(DataLoss):
        padding.unpad_document(raw(V["boxes"]["record"]["refusePlaintext"][case]))


def test_device_keys_open_by_every_way_they_rest() -> None:
    keys = device(1)
    vectors = V["boxes"]
    passphrase = vectors["devicePassphrase"]
    assert (
        devices.open_with_passphrase(
            box_of(passphrase), keys.public, passphrase["passphrase"], passphrase["iterations"]
        )
        == keys
    )
    assert from_passphrase(passphrase["passphrase"], raw(passphrase["saltB64u"])) == raw(passphrase["ikm"])
    assert canonical.bind("device-key.passphrase.aad", *keys.public.context) == raw(passphrase["aadB64u"])
    prf = vectors["devicePrf"]
    assert (
        devices.open_with_prf(
            box_of(prf), keys.public, raw(prf["ikm"]), raw(prf["credentialIdB64u"]), raw(prf["prfInputB64u"])
        )
        == keys
    )
    recovery = vectors["recovery"]
    found = recovery_file.read_key(recovery["recoveryKey"])
    assert devices.open_with_recovery(box_of(recovery), keys.public, found) == keys
    cache = vectors["unlockCache"]
    assert (
        devices.open_cache(
            box_of(cache),
            keys.public,
            raw(cache["localSecret"]),
            raw(cache["serverShare"]),
            cache["createdAt"],
        )
        == keys
    )
    local = vectors["localIndex"]
    assert keys.local_key() == raw(local["ikm"])
    assert devices.open_local(box_of(local), keys, local["store"], local["counter"]) == raw(
        local["plaintext"]
    )


def test_fewer_or_too_many_rounds_are_refused() -> None:
    for rounds in (209_999, 5_000_001, 1):
        with pytest.raises(InvalidArgument):
            from_passphrase("correct horse battery staple", bytes(16), rounds)


def test_the_keyring_of_an_export_opens_with_the_written_key() -> None:
    vector = V["boxes"]["exportKeyring"]
    found = recovery_file.read_key(vector["exportKey"])
    entries = open_keyring(box_of(vector), found, named("account"), named("user1"), named("export"))
    assert entries == (KeyringEntry(named("role"), 1, secret(1)),)
    assert recovery_file.write_key(found) == vector["exportKey"]


def test_an_invitation_opens_for_the_custodians() -> None:
    vector = V["boxes"]["invite"]
    invited = pairing.open_invite(
        box_of(vector),
        raw(V["derived"]["custodianKek"]),
        account=named("account"),
        custodian_role=named("custodianRole"),
        generation=1,
        invite_id=named("invite"),
        role=named("role"),
    )
    assert invited == (raw(V["pairing"]["secret"]), vector["email"])


def test_the_encoding_is_as_published_and_has_no_second_form() -> None:
    vector = V["encoding"]
    encoded = canonical.encode(vector["label"], *(bytes.fromhex(field) for field in vector["fields"]))
    assert encoded.hex() == vector["hex"]
    assert canonical.decode(encoded).fields == tuple(bytes.fromhex(field) for field in vector["fields"])


@pytest.mark.parametrize("case", sorted(V["encoding"]["refuse"]))
def test_other_encodings_are_refused(case: str) -> None:
    with pytest.raises(DataLoss):
        canonical.decode(bytes.fromhex(V["encoding"]["refuse"][case]))


def test_base64url_has_one_form() -> None:
    for text in V["base64url"]["accept"]:
        assert base64url.encode(base64url.decode(text)) == text
    for text in V["base64url"]["refuse"]:
        with pytest.raises(InvalidArgument):
            base64url.decode(text)


@pytest.mark.parametrize("case", sorted(V["publicKeyRefuse"]))
def test_other_forms_of_public_keys_are_refused(case: str) -> None:
    point = raw(V["publicKeyRefuse"][case])
    with pytest.raises(DataLoss):
        check_point(point)
    with pytest.raises(DataLoss):
        agree(pair("dev1Ecdh").private, point)


@pytest.mark.parametrize(("size", "padded"), V["padme"])
def test_padme(size: int, padded: int) -> None:
    assert padding.padme(size) == padded


@pytest.mark.parametrize("name", SIGNED)
def test_a_statement_parses_builds_again_and_verifies(name: str) -> None:
    vector = V["statements"][name]
    found = statement(name)
    assert found.type == vector["type"]
    again = build(
        found.type,
        Author(found.account, found.author_user, found.author_device),
        seq=found.seq,
        prev_hash=found.prev_hash,
        created_at=found.created_at,
        view=found.view,
        fields=found.fields,
    )
    assert again.raw == raw(vector["bytes"])
    signature = raw(vector["signatures"][0])
    signer = pair(vector["signers"][0]).public
    assert verify(signer, found.raw, signature)
    assert not any(verify(signer, other, signature) for other in flips(found.raw))
    assert not any(verify(signer, found.raw, other) for other in flips(signature))
    for cut in (found.raw[:-1], found.raw + b"\0", found.raw[1:]):
        with pytest.raises(CryptoError):
            parse(cut)


def card(name: str) -> devices.Card:
    return key_log.card_of(statement(name), raw(V["fingerprint"]))


@pytest.mark.parametrize("name", ["genesis", "first"])
def test_a_device_card_is_signed_by_its_device(name: str) -> None:
    assert card(name).encode() == raw(V["deviceCards"][name])
    assert card(name).public.id == statement(name).uuid("device")
    signature = raw(V["statements"][name]["signatures"][1])
    assert signing.card_signed(card(name), signature)
    assert not signing.card_signed(card(name)._replace(fingerprint=bytes(31) + b"\1"), signature)
    assert not signing.card_signed(card(name)._replace(person=bytes(32)), signature)


def test_the_fingerprint_is_the_hash_of_the_first_statement() -> None:
    assert statement("genesis").hash == raw(V["fingerprint"])
    for earlier, later in pairwise(V["keyLog"]):
        assert statement(later).prev_hash == statement(earlier).hash


def test_the_key_log_replays_with_every_statement_valid() -> None:
    log = key_log.KeyLog(named("account"))
    for name in V["keyLog"]:
        vector = V["statements"][name]
        assert log.append(key_log.Entry(raw(vector["bytes"]), tuple(map(raw, vector["signatures"])))), name
    assert log.fingerprint == raw(V["fingerprint"])
    assert log.head == raw(V["accountHead"]["keyHeadHash"])
    known, role = log.known, log.known.roles[named("role")]
    assert known.members[named("user1")].person == raw(V["hashes"]["persons"]["genesis"]["commitment"])
    assert (role.generation, role.roll_due, role.assigned) == (2, False, {named("user1")})
    assert known.policy.let_in_by_itself == bool(statement("policy").number("letInByItself"))
    assert known.default_audience(named("user1"), "task") == statement("defaults").roles("roles")


def test_a_person_is_who_the_vouched_device_says_until_a_newer_statement() -> None:
    log, persons = key_log.KeyLog(named("account")), V["hashes"]["persons"]
    said: dict[str, bytes] = {}
    for name in V["keyLog"]:
        vector = V["statements"][name]
        log.append(key_log.Entry(raw(vector["bytes"]), tuple(map(raw, vector["signatures"]))))
        member = log.known.members.get(named("user2"))
        said[name] = member.person if member else b""
    assert said["first"] == b""
    assert said["vouch"] == said["assign"] == raw(persons["first"]["commitment"])
    assert said["person"] == raw(persons["person"]["commitment"])
    assert said["remove"] == b""


def test_a_roll_is_proven_by_the_generation_that_it_ends() -> None:
    roll = statement("roleRoll")
    proof = raw(V["statements"]["roleRoll"]["signatures"][1])
    assert canonical.bind("roll-proof", roll.raw) == raw(V["rollProofMessage"])
    assert signing.roll_proven(roll, pair("roleSignG1").public, proof)
    assert not signing.roll_proven(roll, pair("roleSignG2").public, proof)


@pytest.mark.parametrize("case", sorted(set(V["signatureRefuse"]) - {"statement"}))
def test_other_forms_of_a_signature_are_refused(case: str) -> None:
    vector = V["signatureRefuse"]
    assert not verify(pair("dev1Ecdsa").public, statement(vector["statement"]).raw, raw(vector[case]))


def file_content() -> Content:
    return Content(named("account"), "file", named("file"), V["file"]["version"])


def file_opener(kind: str, purpose: files.Purpose) -> files.FileOpener:
    vector = V["file"]
    header = files.Header.decode(
        raw(vector[{"frames": "header"}.get(kind, kind.replace("Frames", "Header"))])
    )
    return files.FileOpener(raw(vector["dek"]), file_content(), purpose, header, len(vector[kind]))


def test_a_file_opens_frame_by_frame_up_to_its_signed_root() -> None:
    vector = V["file"]
    frames = [raw(frame) for frame in vector["frames"]]
    padded = file_opener("frames", "content").open_all(frames, raw(vector["frameTreeRoot"]))
    assert padded == raw(vector["plaintext"])
    assert len(raw(vector["header"])) == vector["headerLength"] == files.HEADER_SIZE
    put = statement("filePut")
    assert put.bytes("frameRoot") == raw(vector["frameTreeRoot"])
    assert put.bytes("headerHash") == hashlib.sha256(raw(vector["header"])).digest()
    assert put.number("encryptedSize") == sum(map(len, frames))
    thumbnail = [raw(frame) for frame in vector["thumbnailFrames"]]
    root = put.bytes("thumbnailFrameRoot")
    assert file_opener("thumbnailFrames", "thumbnail").open_all(thumbnail, root) == raw(
        vector["thumbnailPlaintext"]
    )
    empty = [raw(frame) for frame in vector["emptyFrames"]]
    hashed = files.frame_root([hashlib.sha256(frame).digest() for frame in empty])
    assert file_opener("emptyFrames", "content").open_all(empty, hashed) == b""


def test_frames_can_not_be_moved_repeated_cut_or_mixed() -> None:
    vector = V["file"]
    frames = [raw(frame) for frame in vector["frames"]]
    root = raw(vector["frameTreeRoot"])
    opener = file_opener("frames", "content")
    broken = [
        [frames[1], frames[0], frames[2]],
        [frames[0], frames[0], frames[2]],
        frames[:2],
        frames[1:],
        [*frames, frames[2]],
        [*frames[:2], raw(vector["thumbnailFrames"][0])],
        [],
    ]
    broken += [[other, *frames[1:]] for other in flips(frames[0])]
    for other in broken:
        with pytest.raises(DataLoss):
            opener.open_all(other, root)
    header = files.Header.decode(raw(vector["header"]))
    key = raw(vector["dek"])
    with pytest.raises(DataLoss):
        files.FileOpener(key, file_content(), "thumbnail", header, 3)
    with pytest.raises(DataLoss):
        files.FileOpener(key, file_content()._replace(revision=2), "content", header, 3)
    shorter = files.FileOpener(key, file_content(), "content", header, 2)
    with pytest.raises(DataLoss):
        shorter.open_all(frames[:2], root)
    for changed in flips(raw(vector["header"])):
        with pytest.raises(CryptoError):
            files.FileOpener(key, file_content(), "content", files.Header.decode(changed), 3).open(
                0, frames[0]
            )


def test_hashes_of_wraps_attributes_names_and_persons() -> None:
    vector = V["hashes"]
    wraps = [hashes.WrapName(UUID(role), generation, raw(box)) for role, generation, box in vector["wraps"]]
    assert hashes.wraps_hash(wraps) == raw(vector["wrapsHash"])
    with pytest.raises(InvalidArgument):
        hashes.wraps_hash(wraps[::-1])
    with pytest.raises(InvalidArgument):
        hashes.wraps_hash([wraps[0], wraps[0]])
    salt = raw(vector["attrsSalt"])
    attrs = {name: raw(value) for name, value in vector["attrs"]}
    assert hashes.attrs_hash(salt, attrs) == raw(vector["attrsHash"])
    account, role = named("account"), named("role")
    assert hashes.role_name_commitment(account, role, raw(vector["roleNameSalt"]), vector["roleName"]) == raw(
        vector["roleNameCommitment"]
    )


@pytest.mark.parametrize("case", sorted(V["hashes"]["persons"]))
def test_who_somebody_says_to_be(case: str) -> None:
    vector, account = V["hashes"]["persons"][case], named("account")
    user, salt, email, name = (
        UUID(vector["user"]),
        raw(vector["saltB64u"]),
        vector["email"],
        vector["name"],
    )
    said = raw(vector["commitment"])
    assert statement(case).bytes("personCommitment") == said
    assert hashes.person_commitment(account, user, salt, email, name) == said
    assert hashes.person_commitment(account, user, salt, email.upper(), name) == said
    assert hashes.person_commitment(account, user, salt, email, name.upper()) != said
    assert hashes.person_commitment(account, user, bytes(16), email, name) != said
    assert hashes.person_commitment(account, account, salt, email, name) != said


def test_values_of_attributes() -> None:
    makers: dict[str, Any] = {
        "day": canonical.text,
        "text": canonical.text,
        "flag": lambda _: hashes.FLAG,
        "ids": lambda ids: hashes.ids_value(map(UUID, ids)),
        "ids in order": lambda ids: hashes.ids_value(map(UUID, ids), in_order=True),
        "integers": hashes.integers_value,
    }
    attrs: dict[str, bytes] = {}
    for name, kind, value, expected in V["hashes"]["attrValues"]:
        attrs[name] = makers[kind](value)
        assert attrs[name] == raw(expected)
    assert hashes.attrs_hash(raw(V["hashes"]["attrsSalt"]), attrs) == raw(V["hashes"]["attrValuesHash"])


def test_pairing() -> None:
    vector = V["pairing"]
    newcomer = card(vector["card"])
    secret_bytes, pairing_id = raw(vector["secret"]), UUID(vector["pairingId"])
    mac = raw(vector["mac"])
    assert pairing.pairing_fits(mac, secret_bytes, named("account"), pairing_id, newcomer)
    assert not pairing.pairing_fits(mac, secret_bytes, named("account"), named("record"), newcomer)
    assert not pairing.pairing_fits(mac, secret_bytes, named("account"), pairing_id, card("genesis"))
    found = pairing.Pairing.decode(vector["fragment"])
    assert found.encode() == vector["fragment"]
    assert (found.id, found.account, found.secret) == (pairing_id, named("account"), secret_bytes)
    assert found.pin.fingerprint == raw(V["fingerprint"])
    assert found.pin.log_public_key == raw(V["accountHead"]["logPublicKey"])


def card_in(data: bytes) -> devices.Card:
    """The card that these bytes are, without its statement."""
    account, fingerprint, user, _, agreement, sign, recovery, protection, person = canonical.decode(
        data
    ).fields
    public = devices.DevicePublic(UUID(bytes=account), UUID(bytes=user), agreement, sign)
    assert protection == b"passphrase"
    found = devices.Card(public, fingerprint, recovery, "passphrase", person)
    assert found.encode() == data
    return found


def test_the_safety_code_of_a_card() -> None:
    vector = V["safetyCode"]
    assert vector["iterations"] == derive.SAFETY_CODE_ITERATIONS
    found = safety_code(card(vector["card"]))
    assert found == SafetyCode(vector["digits"], vector["answer"], vector["qr"])
    fingerprint = raw(vector["qr"])[1:]
    assert derive.stretched(fingerprint, named("account").bytes) == raw(vector["stretched"])
    for heard in (vector["digits"], vector["digits"].replace(" ", ""), vector["digits"].replace(" ", "-")):
        assert found.is_said_by(heard)
    assert found.is_said_by(vector["qr"])
    assert found.is_answered_by(vector["answer"])
    assert not found.is_said_by(vector["answer"])
    assert not found.is_answered_by(vector["digits"])
    assert not found.is_said_by("")
    assert not found.is_answered_by("")
    assert not found.is_said_by(vector["digits"][:-1])


@pytest.mark.parametrize("case", sorted(V["safetyCode"]["refuse"]))
def test_the_code_of_another_card_is_another(case: str) -> None:
    vector, other = V["safetyCode"], V["safetyCode"]["refuse"][case]
    found = safety_code(card_in(raw(other["card"])))
    assert (found.digits, found.answer) == (other["digits"], other["answer"])
    assert not found.is_said_by(vector["digits"])
    assert not found.is_said_by(vector["qr"])
    assert not found.is_answered_by(vector["answer"])


def leaves() -> list[bytes]:
    return [
        signing.leaf_of(
            SignedStatement(
                statement(name), tuple(raw(signature) for signature in V["statements"][name]["signatures"])
            )
        ).encode()
        for name in V["log"]["order"]
    ]


def test_the_account_tree() -> None:
    vector = V["log"]
    assert leaves() == [raw(leaf) for leaf in vector["leaves"]]
    assert [base64url.encode(signing.tag_of(statement(name))) for name in vector["order"]] == vector["tags"]
    hashed = [merkle.leaf_hash(leaf) for leaf in leaves()]
    growing = merkle.CompactRange()
    for index, root in enumerate(vector["roots"]):
        growing.append(hashed[index])
        assert growing.root() == raw(root) == merkle.root_of(hashed[: index + 1])
    inclusion = vector["inclusion"]
    path = [raw(node) for node in inclusion["path"]]
    root = raw(vector["roots"][-1])
    assert merkle.inclusion_proof(hashed, inclusion["index"]) == path
    assert merkle.included(hashed[inclusion["index"]], inclusion["index"], inclusion["size"], path, root)
    consistency = vector["consistency"]
    proof = [raw(node) for node in consistency["proof"]]
    assert merkle.consistency_proof(hashed, consistency["from"]) == proof
    old = raw(vector["roots"][consistency["from"] - 1])
    assert merkle.consistent(consistency["from"], old, consistency["to"], root, proof)
    assert not merkle.consistent(consistency["from"], root, consistency["to"], root, proof)
    for place in range(len(proof)):
        assert not merkle.consistent(
            consistency["from"], old, consistency["to"], root, [*proof[:place], *proof[place + 1 :]]
        )


def test_an_account_head_is_read_from_a_signed_note() -> None:
    vector = V["accountHead"]
    key = raw(vector["logPublicKey"])
    head = heads.verify_head(vector["note"], account=named("account"), log_public_key=key)
    assert head == heads.Head(
        vector["logName"],
        named("account"),
        vector["size"],
        raw(vector["root"]),
        vector["keySeq"],
        raw(vector["keyHeadHash"]),
        vector["time"],
    )


@pytest.mark.parametrize("case", sorted(V["accountHead"]["refuse"]))
def test_another_note_is_no_account_head(case: str) -> None:
    vector = V["accountHead"]
    with pytest.raises(DataLoss):
        heads.verify_head(
            vector["refuse"][case], account=named("account"), log_public_key=raw(vector["logPublicKey"])
        )


def test_the_table_of_labels_covers_what_the_vectors_use() -> None:
    assert {f"e2ee.v1.{vector['label']}.key" for vector in V["boxes"].values()} <= set(LABELS)
    assert {vector["label"] for vector in V["boxes"].values()} == set(BOXES)
    assert OVERHEAD == 49


def test_the_table_of_statements_is_the_published_one() -> None:
    ours = {type_: [written(form) for form in forms] for type_, forms in STATEMENTS.items()}
    ours["header"] = [written(form) for form in STATEMENT_HEADER]
    assert ours == V["statementFields"]


def written(form: Form) -> str:
    return f"{form.name}:{form.size}{'?' if form.optional else ''}"


@pytest.mark.parametrize(("roles", "encoded"), V["audience"]["accept"])
def test_an_audience_has_one_encoding(roles: list[str], encoded: str) -> None:
    found = tuple(map(UUID, roles))
    assert audiences.read_audience(raw(encoded)) == found == audiences.audience_of(found[::-1])
    assert audiences.encode_audience(found) == raw(encoded)


@pytest.mark.parametrize("case", sorted(V["audience"]["refuse"]))
def test_other_lists_of_roles_are_no_audience(case: str) -> None:
    data = raw(V["audience"]["refuse"][case])
    with pytest.raises(DataLoss):
        audiences.read_audience(data)
    roles = tuple(UUID(bytes=data[at : at + 16]) for at in range(0, len(data) - 15, 16))
    if case != "half an id":
        with pytest.raises(InvalidArgument):
            audiences.encode_audience(roles)
