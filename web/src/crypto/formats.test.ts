/** Statements, cards, hashes, codes, links and heads agree with the vectors and refuse what they must. */
import { describe, expect, it } from "vitest";

import vectors from "../../../tests/contracts/crypto-vectors.json" with { type: "json" };
import { logNameOf, openAccountHead } from "./accountHead.ts";
import { attributesHash, encodeAttributes, type AttributeValue } from "./attributes.ts";
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { concat, sameBytes, utf8 } from "./bytes.ts";
import { foldEmail, personCommitment, roleNameCommitment } from "./commitments.ts";
import { openContentSeal } from "./contentSeal.ts";
import { openContentWrap } from "./contentWrap.ts";
import { deviceIdOf, type DeviceIdentity } from "./deviceKey.ts";
import { openExportKeyring } from "./exportKeyring.ts";
import { idText, namedId, personalRoleId } from "./ids.ts";
import { openInvitation } from "./invitation.ts";
import { importAgreementKey } from "./keys.ts";
import { hashLeaf, objectTag, signedHash } from "./leaves.ts";
import { pairingFragment, pairingMac, pairingMacFits, parsePairingFragment } from "./pairing.ts";
import { openRecordBody, sortedJson } from "./record.ts";
import { checkedRoleKey, deriveKek, roleSecret, seedCommitment, type PublishedRoleKey, type RoleKey } from "./roleKey.ts";
import { linkRoleHistory, openRoleHistory } from "./roleHistory.ts";
import { openRoleWrap, wrapRole } from "./roleWrap.ts";
import { cardPrint, qrShows, safetyCode, safetyQr, sameDigits } from "./safetyCode.ts";
import { verifiesUnder } from "./signature.ts";
import {
  encodeCard, encodeStatement, isContentStatement, objectIdBytes, parseStatement, rollProofMessage, statementHash, ZERO_HASH,
  type DeviceCard, type Header, type StatementOf,
} from "./statements.ts";
import { summaryHash } from "./wraps.ts";

const id = (hex: string) => idText(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
const account = id(vectors.ids.account);
const role = id(vectors.ids.role);
const custodianRole = id(vectors.ids.custodianRole);
const user1 = id(vectors.ids.user1);
const user2 = id(vectors.ids.user2);
const device1: DeviceIdentity = {
  account, user: user1, device: id(vectors.ids.device1),
  ecdhPublic: vectors.keys.dev1Ecdh.public, ecdsaPublic: vectors.keys.dev1Ecdsa.public,
};
const device2: DeviceIdentity = {
  account, user: user2, device: id(vectors.ids.device2),
  ecdhPublic: vectors.keys.dev2Ecdh.public, ecdsaPublic: vectors.keys.dev2Ecdsa.public,
};
const statement = (name: keyof typeof vectors.statements) => fromBase64Url(vectors.statements[name].bytes);
const published = (name: "roleCreate" | "roleRoll") => parseStatement(statement(name)) as StatementOf<"role.create"> & PublishedRoleKey;
const boxes = vectors.boxes;

function openedRole(generation: 1 | 2): Promise<RoleKey> {
  const secret = roleSecret(fromBase64Url(vectors.roleSecret[`generation${generation}`]));
  return checkedRoleKey(secret, { account, role, generation }, published(generation === 1 ? "roleCreate" : "roleRoll"));
}

describe("statements", () => {
  const all = Object.entries(vectors.statements) as [keyof typeof vectors.statements, (typeof vectors.statements)["genesis"]][];

  it.each(all)("%s parses, builds again and is signed by whom it says", async (name, { bytes, type, signatures, signers }) => {
    const parsed = parseStatement(fromBase64Url(bytes));
    expect(parsed.type).toBe(type);
    expect(toBase64Url(encodeStatement(parsed.type, parsed as Header, parsed as never))).toBe(bytes);

    const author = vectors.keys[signers[0] as "dev1Ecdsa"];
    expect(await verifiesUnder(author.public, fromBase64Url(bytes), signatures[0] ?? "")).toBe(true);
    if (name === "roleRoll") {
      const message = rollProofMessage(fromBase64Url(bytes));
      expect(toBase64Url(message)).toBe(vectors.rollProofMessage);
      expect(await verifiesUnder(vectors.keys.roleSignG1.public, message, signatures[1] ?? "")).toBe(true);
    }
    if (name === "genesis" || name === "first") {
      const card = fromBase64Url(vectors.deviceCards[name]);
      expect(await verifiesUnder(vectors.keys[signers[1] as "dev1Ecdsa"].public, card, signatures[1] ?? "")).toBe(true);
    }
  });

  it.each(all)("%s is refused with a byte too many, too few, or of another version", (_name, { bytes }) => {
    const raw = fromBase64Url(bytes);
    expect(() => parseStatement(concat(raw, utf8("x")))).toThrow();
    expect(() => parseStatement(raw.slice(0, -1))).toThrow();
    const other = raw.slice();
    other[6] = 0x32;
    expect(() => parseStatement(other)).toThrow();
  });

  it("of 4 KiB and more are refused", () => {
    expect(() => parseStatement(new Uint8Array(4097))).toThrow();
  });

  it("give the fingerprint of the account and the ids of devices", async () => {
    expect(await statementHash(statement("genesis"))).toBe(vectors.fingerprint);
    expect(await deviceIdOf(device1)).toBe(device1.device);
    expect(await deviceIdOf({ ...device1, user: user2 })).not.toBe(device1.device);
  });
});

describe("the device card", () => {
  const first = parseStatement(statement("first")) as StatementOf<"device.add">;
  const { recoveryHash, protection, personCommitment } = first;
  const card: DeviceCard = { ...device2, fingerprint: vectors.fingerprint, recoveryHash, protection, personCommitment };

  it("is that of the vector", () => {
    expect(toBase64Url(encodeCard(card))).toBe(vectors.deviceCards.first);
    const genesis = parseStatement(statement("genesis")) as StatementOf<"device.add">;
    const own = { recoveryHash: genesis.recoveryHash, protection: genesis.protection, personCommitment: genesis.personCommitment };
    expect(toBase64Url(encodeCard({ ...device1, fingerprint: ZERO_HASH, ...own }))).toBe(vectors.deviceCards.genesis);
  });

  it("gives the safety code, its answer and its picture", async () => {
    const print = await cardPrint(account, user2, encodeCard(card));
    expect(await safetyCode(account, print)).toEqual({ code: vectors.safetyCode.digits, answer: vectors.safetyCode.answer });
    expect(safetyQr(print)).toBe(vectors.safetyCode.qr);
    expect(qrShows(print, ` ${vectors.safetyCode.qr}\n`)).toBe(true);
    const another = await cardPrint(account, user2, encodeCard({ ...card, fingerprint: ZERO_HASH }));
    for (const scanned of [safetyQr(another), vectors.safetyCode.qr.slice(0, -1), "", "https://coffer.test/"]) expect(qrShows(print, scanned)).toBe(false);
  });

  it.each(Object.entries(vectors.safetyCode.refuse))("gives other digits: %s", async (_name, given) => {
    const found = await safetyCode(account, await cardPrint(account, user2, fromBase64Url(given.card)));
    expect(found).toEqual({ code: given.digits, answer: given.answer });
    expect(sameDigits(vectors.safetyCode.digits, found.code) || sameDigits(vectors.safetyCode.answer, found.answer)).toBe(false);
  });

  it("is told from others by its digits alone, however they are grouped", () => {
    expect(sameDigits("91958-89292 87399\t61699", vectors.safetyCode.digits)).toBe(true);
    for (const typed of ["91958 89292 87399 6169", "91958 89292 87399 616990", "", "332755"]) expect(sameDigits(typed, vectors.safetyCode.digits)).toBe(false);
  });

  it("gives the pairing MAC, and no other card fits it", async () => {
    const { secret, pairingId, mac } = vectors.pairing;
    const bytes = encodeCard(card);
    expect(await pairingMac(fromBase64Url(secret), account, id(pairingId), bytes)).toBe(mac);
    expect(await pairingMacFits(fromBase64Url(secret), account, id(pairingId), bytes, mac)).toBe(true);
    expect(await pairingMacFits(fromBase64Url(secret), account, role, bytes, mac)).toBe(false);
    expect(await pairingMacFits(fromBase64Url(secret), account, id(pairingId), encodeCard({ ...card, user: user1 }), mac)).toBe(false);
  });
});

describe("the pairing link", () => {
  it("comes apart and together", () => {
    const link = parsePairingFragment(vectors.pairing.fragment);
    expect(link).toMatchObject({ account, pairingId: id(vectors.pairing.pairingId), fingerprint: vectors.fingerprint });
    expect(toBase64Url(link.secret)).toBe(vectors.pairing.secret);
    expect(pairingFragment(link)).toBe(vectors.pairing.fragment);
  });

  it("is refused when cut, lengthened or of another version", () => {
    const bytes = fromBase64Url(vectors.pairing.fragment);
    expect(() => parsePairingFragment(toBase64Url(bytes.slice(0, -1)))).toThrow();
    expect(() => parsePairingFragment(toBase64Url(concat(bytes, new Uint8Array(1))))).toThrow();
    expect(() => parsePairingFragment(toBase64Url(concat(new Uint8Array([2]), bytes.slice(1))))).toThrow("update the application");
  });
});

describe("role keys", () => {
  it("follow from the secret and are checked against the statement", async () => {
    const secret = roleSecret(fromBase64Url(vectors.roleSecret.generation1));
    expect(toBase64Url(await deriveKek(secret, { account, role, generation: 1 }))).toBe(vectors.derived.roleKek);
    expect(await seedCommitment(secret, { account, role, generation: 1 })).toBe(vectors.roleSecret.seedCommitment1);
    const facts = published("roleCreate");
    await expect(checkedRoleKey(secret, { account, role, generation: 1 }, { ...facts, seedCommitment: ZERO_HASH })).rejects.toThrow();
    await expect(checkedRoleKey(secret, { account, role, generation: 2 }, facts)).rejects.toThrow();
    await expect(checkedRoleKey(secret, { account, role, generation: 1 }, { ...facts, rolePublic: vectors.keys.roleG2.public })).rejects.toThrow();
    await expect(checkedRoleKey(secret, { account, role, generation: 1 }, { ...facts, signPublic: vectors.keys.roleSignG2.public })).rejects.toThrow();
  });

  it("come out of the wrap and the history link of the vectors", async () => {
    const receiving = await importAgreementKey(fromBase64Url(vectors.keys.dev2Ecdh.d), device2.ecdhPublic);
    const opened = await openRoleWrap(receiving, device2, { account, role, generation: 1 }, published("roleCreate"), boxes.roleWrap);
    expect(toBase64Url(opened.secret)).toBe(vectors.roleSecret.generation1);

    const newer = await openedRole(2);
    const { saltB64u, ivB64u, dataB64u } = boxes.roleHistory;
    const link = toBase64Url(concat(...[saltB64u, ivB64u, dataB64u].map(fromBase64Url)));
    const older = await openRoleHistory(newer, 1, published("roleCreate"), link);
    expect(toBase64Url(older.secret)).toBe(vectors.roleSecret.generation1);
    await expect(openRoleHistory(newer, 1, published("roleCreate"), link.slice(0, -4))).rejects.toThrow();
  });

  it("are wrapped and linked so that only the receiver opens them", async () => {
    const key = await openedRole(1);
    const box = await wrapRole(key, device2);
    const mine = await importAgreementKey(fromBase64Url(vectors.keys.dev2Ecdh.d), device2.ecdhPublic);
    const others = await importAgreementKey(fromBase64Url(vectors.keys.dev1Ecdh.d), device1.ecdhPublic);
    const place = { account, role, generation: 1 };
    expect((await openRoleWrap(mine, device2, place, key, box)).secret).toEqual(key.secret);
    await expect(openRoleWrap(others, device2, place, key, box)).rejects.toThrow();
    await expect(openRoleWrap(mine, device1, place, key, box)).rejects.toThrow();
    const link = await linkRoleHistory(await openedRole(2), key);
    expect((await openRoleHistory(await openedRole(2), 1, key, link)).secret).toEqual(key.secret);
  });
});

describe("contents", () => {
  const revision = { account, kind: "contact", id: id(vectors.ids.record), contentRevision: 3 };

  it("open through a wrap, and through a seal by whoever holds the role", async () => {
    const wrapped = await openContentWrap(await openedRole(1), revision, boxes.contentWrap);
    const asCustodian = { ...(await openedRole(2)), role: custodianRole };
    const sealed = await openContentSeal(asCustodian, revision, boxes.contentSeal);
    expect(sameBytes(wrapped, sealed)).toBe(true);
    const document = await openRecordBody(wrapped, { ...revision, schema: 1 }, boxes.record);
    expect(sortedJson(document)).toBe(boxes.record.plaintextJson);
  });

  it("sort the members of every object and keep lists as they are", () => {
    expect(sortedJson({ b: [2, 1, { d: null, c: undefined, a: "x" }], 10: 1, 9: 2, a: true })).toBe('{"10":1,"9":2,"a":true,"b":[2,1,{"a":"x","d":null}]}');
  });

  it("have hashes over attributes and wraps", async () => {
    const { attrs, attrsSalt, attrsHash, wraps, wrapsHash, attrValues, attrValuesHash } = vectors.hashes;
    expect(await attributesHash(attrsSalt, Object.fromEntries(attrs as [string, string][]))).toBe(attrsHash);
    const summaries = (wraps as [string, number, string][]).map(([roleId, generation, boxHash]) => ({ roleId: id(roleId), generation, boxHash }));
    expect(await summaryHash([...summaries].reverse())).toBe(wrapsHash);
    await expect(summaryHash([...summaries, ...summaries])).rejects.toThrow();

    const kinds: Record<string, AttributeValue["is"]> = { day: "text" };
    const given = attrValues as [string, string, unknown, string][];
    const typed = Object.fromEntries(given.map(([name, is, value]) => [name, { is: kinds[is] ?? is, value } as AttributeValue]));
    const encoded = encodeAttributes({ ...typed, none: { is: "text", value: null }, off: { is: "flag", value: false }, empty: { is: "ids", value: [] } });
    expect(encoded).toEqual(Object.fromEntries(given.map(([name, , , bytes]) => [name, bytes])));
    expect(await attributesHash(attrsSalt, encoded)).toBe(attrValuesHash);
    await expect(attributesHash(attrsSalt, { name: "" })).rejects.toThrow();
  });

  it("have commitments to names that ignore the case of ASCII letters in an address only", async () => {
    const { roleName, roleNameSalt, roleNameCommitment: named, persons } = vectors.hashes;
    expect(await roleNameCommitment(account, role, roleNameSalt, roleName)).toBe(named);
    for (const { user, saltB64u, email, name, commitment } of Object.values(persons)) {
      expect(await personCommitment(account, id(user), saltB64u, { email: email.toUpperCase(), name })).toBe(commitment);
      expect(await personCommitment(account, id(user), saltB64u, { email, name: name.toUpperCase() })).not.toBe(commitment);
    }
    expect(foldEmail("ÄB@X.TEST")).toBe("Äb@x.test");
  });
});

describe("other boxes", () => {
  it("of invitations and exports open to what they hold", async () => {
    const custodian = { ...(await openedRole(1)), kek: fromBase64Url(boxes.invite.ikm), role: custodianRole } as unknown as RoleKey;
    const opened = await openInvitation(custodian, id(vectors.ids.invite), role, boxes.invite);
    expect(opened.email).toBe(boxes.invite.email);
    expect(toBase64Url(opened.secret)).toBe(vectors.pairing.secret);

    const place = { account, user: user1, export: id(vectors.ids.export) };
    const [exported] = await openExportKeyring(fromBase64Url(boxes.exportKeyring.ikm), place, boxes.exportKeyring);
    expect(exported).toMatchObject({ role, generation: 1 });
    expect(toBase64Url(exported?.secret ?? new Uint8Array())).toBe(vectors.roleSecret.generation1);
  });
});

describe("the account head", () => {
  const { note, logName, logPublicKey, refuse, size, root, keySeq, keyHeadHash, time } = vectors.accountHead;

  it("is read under the log's key", async () => {
    expect(await openAccountHead(note, account, logName, logPublicKey)).toEqual({ size, root, keySeq, keyHead: keyHeadHash, time });
    expect(logNameOf(note, account)).toBe(logName);
    expect(await openAccountHead(`${note}\u2014 witness.example AAAAAAAA\n`, account, logName, logPublicKey)).toMatchObject({ size });
  });

  it.each(Object.entries(refuse))("is refused: %s", async (_name, bad) => {
    await expect(openAccountHead(bad, account, logName, logPublicKey)).rejects.toThrow();
  });

  it("is refused under another key or name", async () => {
    await expect(openAccountHead(note, account, logName, ZERO_HASH)).rejects.toThrow();
    await expect(openAccountHead(note, account, "other.example", logPublicKey)).rejects.toThrow();
  });
});

describe("leaves", () => {
  it("are those of the vectors, tag by tag", async () => {
    for (const [i, name] of vectors.log.order.entries()) {
      const { bytes, signatures } = vectors.statements[name as "genesis"];
      const parsed = parseStatement(fromBase64Url(bytes));
      const tagB64u = isContentStatement(parsed) ? await objectTag(account, parsed.kind, objectIdBytes(parsed)) : "";
      expect(tagB64u).toBe(vectors.log.tags[i]);
      const [signatureB64u = "", second] = signatures;
      const hashB64u = await signedHash({ statementB64u: bytes, signatureB64u, ...(second ? { deviceSignatureB64u: second } : {}) });
      expect(parsed.seq).toBe(vectors.log.seqs[i]);
      const leaf = await hashLeaf({ tagB64u, seq: parsed.seq, hashB64u });
      const encoded = concat(new Uint8Array(1), fromBase64Url(vectors.log.leaves[i] ?? ""));
      expect(toBase64Url(leaf)).toBe(toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", encoded))));
    }
  });
});

describe("named ids", () => {
  it("are those of the standard", async () => {
    expect(await namedId("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com")).toBe("2ed6657d-e927-568b-95e1-2665a8aea6a2");
    expect((await personalRoleId(account, user1)).charAt(14)).toBe("5");
  });
});
