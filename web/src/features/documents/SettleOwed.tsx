/** Adds missing wraps for roles with a new key, in the background when the device is idle. */
import { useEffect, useMemo, useRef } from "react";

import { documentsApi, useUpdateDocumentsMutation, type DocumentAnswer } from "../../api/documents";
import type { AlterDocument } from "../../api/generated";
import type { Keyring } from "../../keyring/contract";
import { useKeyring, useKeyState } from "../../keyring/react";
import { useOverview } from "../../keyring/useOverview";
import { debtsOf, type Debt } from "../../lists/owed";
import { writeInTurn } from "../../lists/turns";
import type { View } from "../../desk/messages";
import { useView } from "../../desk/react";

/** Not every open browser at once: most find it settled already. */
const SOONEST_MS = 2_000;
const SPREAD_MS = 8_000;

/** Of the documents that were opened, those that roles wait for. */
const OWING: View = { kind: "document", where: { field: "owed", op: "notEmpty" }, text: "", sort: [], group: null };
/** At once; those after them come when these are paid. */
const MOST = 500;
const WHOLE = { whole: true };

type Owing = Debt<DocumentAnswer>;
type Send = (items: AlterDocument[]) => Promise<unknown>;

export default function SettleOwed() {
  const keyring = useKeyring();
  const ready = useKeyState().name === "ready";
  const overview = useOverview();
  // The list as far as a page has asked for it; for this alone nothing is loaded.
  const items = documentsApi.endpoints.allDocuments.useQueryState().data?.rows;
  const { window } = useView(OWING, 0, MOST, WHOLE);
  const owing = useMemo(() => {
    const rows = [...(window?.rows.values() ?? [])].flatMap(({ whole }) => whole ?? []);
    return new Map(rows.map(({ id, version, item }) => [`${id} ${version}`, item]));
  }, [window]);
  const [change] = useUpdateDocumentsMutation();
  // What failed is not tried again before the document or the page is another one.
  const tried = useRef(new Set<string>());

  useEffect(() => {
    if (!ready || !items || !overview || owing.size === 0) return undefined;
    const name = ({ item, roles }: Owing) => `${item.id} ${item.version} ${roles.join(" ")}`;
    const control = new AbortController();
    const timer = setTimeout(() => {
      const debts = debtsOf(items, ({ id, version }) => owing.get(`${id} ${version}`) ?? undefined, overview.roles).filter((debt) => !tried.current.has(name(debt)));
      void settleAll(debts, control.signal, async (debt) => {
        tried.current.add(name(debt));
        const outcome = await settle(keyring, debt, (changes) => change({ documentChanges: { items: changes } }));
        if (outcome === "later") tried.current.delete(name(debt));
      });
    }, SOONEST_MS + Math.random() * SPREAD_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [keyring, ready, items, owing, overview, change]);

  return null;
}

async function settleAll(debts: readonly Owing[], signal: AbortSignal, one: (debt: Owing) => Promise<void>): Promise<void> {
  for (const debt of debts) {
    await idle();
    if (signal.aborted) return;
    await one(debt);
  }
}

const idle = () =>
  new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, 50);
  });

/** The list only says where to look: the keyring pays what the signed audience names, and nobody else. */
async function settle(keyring: Keyring, { item, roles }: Owing, send: Send): Promise<"done" | "later"> {
  try {
    await writeInTurn(item, async (now) => {
      const paid = await keyring.payOwed("document", now, roles);
      if (paid) await send([{ id: now.id, version: now.version, ...paid }]);
      return undefined;
    });
    return "done";
  } catch (error) {
    // It stays owed, and the Access tab says so: another device, or the next visit, pays it.
    return error instanceof Error && error.name === "BeingChecked" ? "later" : "done";
  }
}
