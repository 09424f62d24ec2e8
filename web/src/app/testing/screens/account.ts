/**
 * A real account for screens: its owner has written, its reader has a browser that has seen some of it, and each list has a
 * row in every state that a row can be in.
 */
import { IDBFactory } from "fake-indexeddb";

import { attributesHash, encodeAttributes, generateSalt } from "../../../crypto/attributes";
import { fromBase64Url } from "../../../crypto/base64url";
import { boxHash } from "../../../crypto/box";
import { generateDataKey } from "../../../crypto/contentWrap";
import type { Id } from "../../../crypto/ids";
import { sealRecordBody, type Document } from "../../../crypto/record";
import { statementHash, ZERO_HASH } from "../../../crypto/statements";
import { newId } from "../../../crypto/testing/account";
import { wrapsHash } from "../../../crypto/wraps";
import { typedAttributes } from "../../../keyring/attributeKinds";
import type { RecordKind, SealedItem } from "../../../keyring/contract";
import { aBrowser, anOpenWorker, type TestBrowser } from "../../../keyring/testing/browser";
import { aKeyServer, type KeyServer, type TestMember } from "../../../keyring/testing/keyServer";
import { wrapForAudience } from "../../../keyring/worker/audience";
import { signContent, type Vault } from "../../../keyring/worker/vault";

export const PASSPHRASE = "a long enough sentence";
/** Stands in whatever is sealed, and may stand nowhere but on the screen. */
export const CANARY = "kingfisher-4471";

/** What a row of a list can be. */
export const ROW_STATES = ["open", "checked", "sealed", "broken", "rolled back", "foreign", "withheld", "altered"] as const;
export type RowState = (typeof ROW_STATES)[number];

/** How items of a kind are made for a test. */
export interface Making {
  readonly kind: RecordKind;
  /** Of the only one of its kind; otherwise each has its own. */
  readonly id?: Id;
  readonly payload: (title: string) => Document;
  /** Signed in the clear. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What the server says beside it. */
  readonly word?: object;
  /** It was deleted after all of this. */
  readonly deleted?: boolean;
}

export interface Row extends SealedItem {
  readonly kind: RecordKind;
  readonly word: object;
  readonly state: RowState;
}

interface Put extends Pick<Making, "kind" | "values"> {
  readonly id: Id;
  readonly payload: Document;
  readonly audience: readonly Id[];
  readonly previous?: SealedItem;
}

/** A revision as somebody with keys makes it, fit or not. */
async function put(vault: Vault, { kind, id, payload, values, audience, previous }: Put): Promise<SealedItem> {
  const contentRevision = previous ? 2 : 1;
  const revision = { account: vault.book.account, kind, id, contentRevision };
  const dek = generateDataKey();
  const body = await sealRecordBody(dek, { ...revision, schema: 1 }, payload);
  const wraps = await wrapForAudience(vault, revision, dek, audience);
  const [attrs, attrsSaltB64u] = [encodeAttributes(typedAttributes(kind, values)), generateSalt()];
  const place = { seq: contentRevision, prevHash: previous ? await statementHash(fromBase64Url(previous.sealed.statementB64u)) : ZERO_HASH };
  const signed = await signContent(vault, "record.put", place, {
    kind, id, contentRevision, schema: 1, boxHash: await boxHash(body), audience: [...audience].sort(), wrapsHash: await wrapsHash(wraps),
    attrsHash: await attributesHash(attrsSaltB64u, attrs),
  });
  return { id, version: contentRevision, later: [], sealed: { attrs, attrsSaltB64u, ...body, wraps, ...signed } };
}

export const titleOf = (state: RowState): string => `${CANARY} ${state}`;

const bent = (text: string): string => `${text.slice(0, 20)}${text[20] === "A" ? "B" : "A"}${text.slice(21)}`;

/** Somebody, and the browser that they open the app in. */
export interface Visitor {
  readonly person: TestMember;
  readonly storage: IDBFactory;
}

export interface Account {
  readonly server: KeyServer;
  readonly reader: Visitor;
  /** Who came without a link: nobody but the server has said that this is the account. */
  readonly stranger: Visitor;
  readonly owner: TestBrowser;
  /** The reader's browser, before the app is opened in it. */
  readonly before: TestBrowser;
  /** A row of each state; what is withheld is among them, and is not for a server to serve. */
  readonly rowsOf: (making: Making) => Promise<readonly Row[]>;
  /** One that is as it should be, called so. */
  readonly oneOf: (making: Making, title: string) => Promise<Row>;
  readonly end: () => void;
}

export async function anAccount(): Promise<Account> {
  const server = await aKeyServer();
  const hand = anOpenWorker();
  const owner = await aBrowser(server, server.join("clara@example.test", server.roles.owner), { openedHere: true, startWorker: hand.start });
  await owner.keyring.createDevice({ by: "passphrase", passphrase: PASSPHRASE });
  await owner.until("ready");
  await owner.hear();
  const { link = "" } = await owner.keyring.invite({ email: "jonas@example.test", roleId: server.roles.member });
  const reader = { person: server.join("jonas@example.test", server.roles.member), storage: new IDBFactory() };
  const before = await aBrowser(server, reader.person, { storage: reader.storage, link });
  await before.keyring.createDevice({ by: "passphrase", passphrase: PASSPHRASE });
  await owner.hear();
  await before.hear();
  await before.until("ready");
  const stranger = { person: server.join("tom@example.test", server.roles.member), storage: new IDBFactory() };
  const there = await aBrowser(server, stranger.person, { storage: stranger.storage });
  await there.keyring.createDevice({ by: "passphrase", passphrase: PASSPHRASE });
  await there.until("unconfirmed");
  there.keyring.end();
  const both = [server.roles.owner, server.roles.member];

  async function oneOf({ kind, id = newId(), payload, values, word = {}, deleted = false }: Making, title: string, state: RowState = "open"): Promise<Row> {
    const [vault, audience] = [hand.vault(), state === "sealed" ? [server.roles.owner] : both];
    const first = await put(vault, { kind, id, values, audience, payload: state === "broken" ? { v: 1, notes: CANARY } : payload(title) });
    // Of what no head holds yet nothing is proven.
    if (state !== "checked") await server.leaf(first.sealed);
    const rowOf = (item: SealedItem): Row => ({ ...item, kind, word, state });
    if (state === "altered") return rowOf({ ...first, sealed: { ...first.sealed, dataB64u: bent(first.sealed.dataB64u) } });
    if (state === "foreign") return rowOf({ ...first, id: newId() });
    if (state === "rolled back") {
      const second = await put(vault, { kind, id, values, audience, payload: payload(title), previous: first });
      await server.leaf(second.sealed);
      await known(kind, second);
    } else if (state === "withheld") await known(kind, first);
    if (!deleted || state === "checked") return rowOf(first);
    await owner.hear();
    const end = await owner.keyring.signDelete(kind, first);
    await server.leaf(end);
    return rowOf({ ...first, version: first.version + 1, later: [end] });
  }

  /** The reader's browser has proven and drawn it. */
  async function known(kind: RecordKind, item: SealedItem): Promise<void> {
    await before.hear();
    await before.keyring.audienceOf(kind, item);
    await before.keyring.showRecord(kind, item);
  }

  return {
    server, reader, stranger, owner, before,
    oneOf: (making, title) => oneOf(making, title),
    rowsOf: async (making) => {
      const rows: Row[] = [];
      for (const state of ROW_STATES) rows.push(await oneOf(making, titleOf(state), state));
      return rows;
    },
    end: () => {
      owner.keyring.end();
      before.keyring.end();
    },
  };
}
