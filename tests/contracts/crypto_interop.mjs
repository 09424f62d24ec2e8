/**
 * The browser's cryptography as a program, so that the other implementation can be tested against it in both directions.
 *
 * Run with Node 24 (it reads the TypeScript sources as they are):   node tests/contracts/crypto_interop.mjs
 * One JSON request per line on stdin, one JSON answer per line on stdout, in the same order, until stdin ends.
 * An answer is `{ok: true, ...}`, or `{ok: false, code, message}` when the format refuses.
 * Bytes are base64url without padding, ids UUID text, numbers numbers. `context` and `fields` in lists are raw field bytes.
 *
 *   {op: "labels"}                                                    -> {labels: {label: [field, ...]}}
 *   {op: "seal", object, ikm, context: [b64u], plaintext, prefix?}    -> {saltB64u, ivB64u, dataB64u, boxHash}
 *   {op: "open", object, ikm, context: [b64u], saltB64u, ivB64u, dataB64u} -> {plaintext}
 *   {op: "encode", label, fields: [b64u]}                             -> {bytes}
 *   {op: "decode", bytes}                                             -> {label, fields}
 *   {op: "pad", document} / {op: "unpad", padded}                     -> {padded} / {document}
 *   {op: "keyPair", use: "agreement" | "signing"}                     -> {d, public}
 *   {op: "agree", d, public, other}                                   -> {shared}
 *   {op: "sign", d, public, message}                                  -> {signature}
 *   {op: "verify", public, message, signature}                        -> {valid}
 *   {op: "statement", d, public, type, header: {...}, fields: {...}}  -> {statementB64u, signatureB64u}
 *   {op: "parse", statementB64u}                                      -> {statement: {type, ...}}
 *   {op: "newRole", account, role, generation}                        -> {secret, rolePublic, signPublic, seedCommitment}
 *   {op: "wrapRole", secret, place, published, to: {user, device, ecdhPublic}}        -> box
 *   {op: "openRoleWrap", d, me: {user, device, ecdhPublic}, place, published, box}    -> {secret}
 *   {op: "linkRole", newer: {secret, place, published}, older: {...}}                 -> {link}
 *   {op: "openRoleLink", newer: {...}, generation, published, link}                   -> {secret}
 *   {op: "sealContent", to: {account, role, generation, rolePublic}, revision, dek}   -> box
 *   {op: "openContentSeal", key: {secret, place, published}, revision, box}           -> {dek}
 *       place = {account, role, generation}; published = {rolePublic, signPublic, seedCommitment};
 *       revision = {account, kind, id, contentRevision}; box = {saltB64u, ivB64u, dataB64u}
 *   {op: "encryptFile", dek, account, file, version, purpose, frameSize, plaintext}   -> {header, frames, frameRoot, encryptedSize}
 *   {op: "decryptFile", dek, account, file, version, purpose, header, frames, frameRoot} -> {plaintext}
 *   {op: "attributesHash", salt, attributes} / {op: "wrapsHash", wraps}               -> {hash}
 *   {op: "safetyCode", card}                                          -> {code, answer, qr}
 *   {op: "pairingMac", secret, account, pairingId, card}              -> {mac}
 *       card = {account, fingerprint, user, device, ecdhPublic, ecdsaPublic, recoveryHash, protection, personCommitment}
 *   {op: "pairingLink", link} / {op: "readPairingLink", fragment}                     -> {fragment} / {link}
 *   {op: "recoveryFile", secret, notes} / {op: "readRecoveryFile", text}              -> {text} / {secret, notes}
 *   {op: "accountHead", note, account, logName, logKey}                               -> {head}
 *   {op: "leaf", account, kind?, id?, seq, signed: {...}}                             -> {tag, hash, leafHash}
 *   {op: "root", leaves: [leaf hash]}                                                 -> {root}
 *   {op: "replay", account, entries: [signed]}                                        -> {verdicts, state}
 */
import { createInterface } from "node:readline";

const from = (name) => import(new URL(`../../web/src/crypto/${name}.ts`, import.meta.url).href);

const [
  { openAccountHead }, { attributesHash }, { fromBase64Url, toBase64Url }, box, { concat }, canonical, { sealContent, openContentSeal },
  { dataKey }, { readWholeFile }, { createFileEncryptor }, { builtInRoleIds, idBytes }, keyLog, { emptyKeyState },
  keys, { LABELS, BOXES }, { encodeLeaf, objectTag, signedHash }, { leafHash, rootOfLeaves }, padding, pairing, recoveryFile,
  roleKeys, roleHistory, roleWraps, { cardPrint, safetyCode, safetyQr }, signature, statements, { wrapsHash }, { sha256 },
] = await Promise.all([
  "accountHead", "attributes", "base64url", "box", "bytes", "canonical", "contentSeal", "contentWrap", "fileDecryptor", "fileEncryptor",
  "ids", "keyLog/replay", "keyLog/state", "keys", "labels", "leaves", "merkle", "padding", "pairing", "recoveryFile", "roleKey",
  "roleHistory", "roleWrap", "safetyCode", "signature", "statements", "wraps", "derive",
].map(from));

const bytes = fromBase64Url;
const text = toBase64Url;
const contextOf = (object, fields) => canonical.decodeFields(BOXES[object], fields.map(bytes));
const roleOf = ({ secret, place, published }) => roleKeys.checkedRoleKey(roleKeys.roleSecret(bytes(secret)), place, published);
const signingKey = ({ d, public: point }) => keys.importSigningKey(bytes(d), point);
const agreementKey = ({ d, public: point }) => keys.importAgreementKey(bytes(d), point);
const linkText = (link) => ({ ...link, secret: text(link.secret) });

const OPERATIONS = {
  labels: async () => ({ labels: LABELS }),
  seal: async ({ object, ikm, context, plaintext, prefix }) => {
    const sealed = await box.seal(bytes(ikm), object, contextOf(object, context), bytes(plaintext), prefix ? { prefix: bytes(prefix) } : {});
    return { ...sealed, boxHash: await box.boxHash(sealed) };
  },
  open: async ({ object, ikm, context, ...sealed }) => ({ plaintext: text(await box.open(bytes(ikm), object, contextOf(object, context), sealed)) }),
  encode: async ({ label, fields }) => ({ bytes: text(canonical.encodeCanonical(label, fields.map(bytes))) }),
  decode: async (request) => {
    const { label, fields } = canonical.decodeCanonical(bytes(request.bytes));
    return { label, fields: fields.map(text) };
  },
  pad: async ({ document }) => ({ padded: text(padding.padDocument(bytes(document))) }),
  unpad: async ({ padded }) => ({ document: text(padding.unpadDocument(bytes(padded))) }),
  keyPair: async ({ use }) => {
    const pair = await (use === "signing" ? keys.generateSigningPair() : keys.generateAgreementPair());
    return { d: text(pair.scalar), public: pair.point };
  },
  agree: async (request) => ({ shared: text(await keys.agree(await agreementKey(request), request.other)) }),
  sign: async (request) => ({ signature: await signature.sign(await signingKey(request), bytes(request.message)) }),
  verify: async (request) => ({ valid: await signature.verifiesUnder(request.public, bytes(request.message), request.signature) }),
  statement: async (request) => statements.signStatement(await signingKey(request), request.type, request.header, request.fields),
  parse: async ({ statementB64u }) => ({ statement: statements.parseStatement(bytes(statementB64u)) }),
  newRole: async ({ account, role, generation }) => {
    const { secret, rolePublic, signPublic, seedCommitment } = await roleKeys.generateRoleKey({ account, role, generation });
    return { secret: text(secret), rolePublic, signPublic, seedCommitment };
  },
  wrapRole: async ({ to, ...key }) => roleWraps.wrapRole(await roleOf(key), to),
  openRoleWrap: async ({ d, me, place, published, box: sealed }) => {
    const mine = await keys.importAgreementKey(bytes(d), me.ecdhPublic);
    return { secret: text((await roleWraps.openRoleWrap(mine, me, place, published, sealed)).secret) };
  },
  linkRole: async ({ newer, older }) => ({ link: await roleHistory.linkRoleHistory(await roleOf(newer), await roleOf(older)) }),
  openRoleLink: async ({ newer, generation, published, link }) =>
    ({ secret: text((await roleHistory.openRoleHistory(await roleOf(newer), generation, published, link)).secret) }),
  sealContent: async ({ to, revision, dek }) => sealContent(to, revision, dataKey(bytes(dek))),
  openContentSeal: async ({ key, revision, box: sealed }) => ({ dek: text(await openContentSeal(await roleOf(key), revision, sealed)) }),
  encryptFile: async ({ dek, frameSize, plaintext, ...place }) => {
    const all = bytes(plaintext);
    const encryptor = await createFileEncryptor(dataKey(bytes(dek)), filePlace(place), frameSize);
    const count = Math.max(1, Math.ceil(all.length / frameSize));
    const frames = [];
    for (let i = 0; i < count; i++) {
      const { frame } = await encryptor.next(all.slice(i * frameSize, (i + 1) * frameSize), i === count - 1);
      frames.push(text(frame));
    }
    const { frameRoot, encryptedSize } = await encryptor.finish();
    return { header: text(encryptor.header), frames, frameRoot: text(frameRoot), encryptedSize };
  },
  decryptFile: async ({ dek, header, frames, frameRoot, ...place }) => {
    const signed = { headerHash: await sha256(bytes(header)), frameCount: frames.length, frameRoot: bytes(frameRoot) };
    const reading = await readWholeFile(dataKey(bytes(dek)), filePlace(place), bytes(header), signed);
    const parts = [];
    for (const frame of frames) parts.push(await reading.next(bytes(frame)));
    await reading.finish();
    return { plaintext: text(concat(...parts)) };
  },
  attributesHash: async ({ salt, attributes }) => ({ hash: await attributesHash(salt, attributes) }),
  wrapsHash: async ({ wraps }) => ({ hash: await wrapsHash(wraps) }),
  safetyCode: async ({ card }) => {
    const print = await cardPrint(card.account, card.user, statements.encodeCard(card));
    return { ...(await safetyCode(card.account, print)), qr: safetyQr(print) };
  },
  pairingMac: async ({ secret, account, pairingId, card }) =>
    ({ mac: await pairing.pairingMac(bytes(secret), account, pairingId, statements.encodeCard(card)) }),
  pairingLink: async ({ link }) => ({ fragment: pairing.pairingFragment({ ...link, secret: bytes(link.secret) }) }),
  readPairingLink: async ({ fragment }) => ({ link: linkText(pairing.parsePairingFragment(fragment)) }),
  recoveryFile: async ({ secret, notes }) => ({ text: await recoveryFile.writeRecoveryFile(bytes(secret), notes) }),
  readRecoveryFile: async (request) => {
    const { secret, notes } = await recoveryFile.readRecoveryFile(request.text);
    return { secret: text(secret), notes };
  },
  accountHead: async ({ note, account, logName, logKey }) => ({ head: await openAccountHead(note, account, logName, logKey) }),
  leaf: async ({ account, kind, id, seq, signed }) => {
    const idOf = () => (kind === "role-wrap" ? bytes(id) : idBytes(id));
    const tagB64u = kind ? await objectTag(account, kind, idOf()) : "";
    const hashB64u = await signedHash(signed);
    return { tag: tagB64u, hash: hashB64u, leafHash: text(await leafHash(encodeLeaf({ tagB64u, seq, hashB64u }))) };
  },
  root: async ({ leaves }) => ({ root: text(await rootOfLeaves(leaves.map(bytes))) }),
  replay: async ({ account, entries }) => {
    const start = emptyKeyState(account, await builtInRoleIds(account));
    const replayed = await keyLog.replay(start, entries);
    return { verdicts: replayed.map(({ verdict }) => verdict.is), state: replayed.at(-1)?.after ?? start };
  },
};

function filePlace({ account, file, version, purpose }) {
  return { account, file, version, purpose };
}

async function answer(line) {
  try {
    const { op, ...request } = JSON.parse(line);
    const operation = OPERATIONS[op];
    if (!operation) return { ok: false, code: "unimplemented", message: `There is no operation ${op}.` };
    return { ok: true, ...(await operation(request)) };
  } catch (error) {
    return { ok: false, code: error.code ?? "internal", message: String(error.message ?? error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== "") process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
}
