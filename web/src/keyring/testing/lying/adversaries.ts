/** What others do with the server at their side: an intruder, an insider who replaces, and a second history. */
import { expect } from "vitest";

import { fromBase64Url } from "../../../crypto/base64url.ts";
import { parsePairingFragment, pairingFragment } from "../../../crypto/pairing.ts";
import { parseStatement } from "../../../crypto/statements.ts";
import { aBrowser } from "../browser.ts";
import { aPut } from "../handmade.ts";
import { PASSPHRASE } from "../people.ts";
import { clientOf, keyringOf } from "./command.ts";
import { write } from "./documents.ts";
import { judgeDrawn } from "./drawing.ts";
import { newest, type Doc } from "./history.ts";
import { judgeSealed } from "./oracle.ts";
import type { Client, World } from "./world.ts";

/** Somebody comes with a link of the server's making, under the name and the account of the one who was invited. */
export async function intrude(world: World): Promise<void> {
  const { server } = world.truth;
  const tom = clientOf(world, "tom").person;
  const { secret, ...link } = parsePairingFragment(world.link.split("#")[1] ?? "");
  const intruder = await aBrowser(server, tom, { link: `/welcome#${pairingFragment({ ...link, secret: secret.map((byte) => byte ^ 1) })}` });
  await intruder.keyring.createDevice(PASSPHRASE).finally(() => { intruder.keyring.end(); });
}

/** Somebody with keys of his own, and the server with him, continues an object that he does not read. Nobody draws it, and nobody signs on top of it. */
export async function replace(world: World, client: Client, insider: Client, doc: Doc): Promise<void> {
  const vault = insider.watched.vault();
  if (!vault) throw new Error("No keys.");
  const { seq, hash } = newest(doc);
  const { member, owner } = world.truth.server.roles;
  const made = await aPut(vault, doc.id, { seq: seq + 1, prevHash: hash }, [owner, member], "Pay to this account");
  await world.truth.server.leaf(made.sealed);
  doc.spoiled = true;
  await client.browser?.hear();
  const drawn = await keyringOf(client).showRecord("document", structuredClone(made)).catch(() => null);
  // Before the chain is known it is drawn as being checked, where this browser has not proven what came before it.
  if (drawn && (drawn.item.grade === "proven" || client.proven.get(doc.id) === seq)) judgeDrawn(world, client, doc, drawn);
  expect(await keyringOf(client).prove("document", [made]).catch((error: unknown) => error)).toMatchObject({ kind: "foreign" });
  const wish = { payload: { v: 1, title: "Mine" }, changed: {} };
  const sealed = await keyringOf(client).sealRecord({ kind: "document", id: doc.id, payload: wish.payload, attrs: {}, previous: made }).catch(() => null);
  if (sealed) await judgeSealed(world, client, doc, wish, sealed);
}

/** What was written in one history is shown in the other: whoever reads it hears that there are two. */
export async function cross(world: World, reader: Client, author: Client): Promise<void> {
  const { owner, member } = world.truth.server.roles;
  const both = [member, owner];
  await write(world, author, both);
  await author.browser?.hear();
  await write(world, author, both);
  const crossing = newest([...author.history.docs.values()].at(-1) as Doc).item;
  const { viewSize } = parseStatement(fromBase64Url(crossing.sealed.statementB64u));
  while (world.truth.server.leaves.length < viewSize) await write(world, reader, both);
  await reader.browser?.hear();
  const drawn = await keyringOf(reader).showRecord("document", crossing).catch(() => null);
  const state = keyringOf(reader).state();
  if (drawn || state.name !== "alarm" || state.kind !== "fork") world.fault(reader, `saw a write of another history, and its state is ${state.name}`);
}
