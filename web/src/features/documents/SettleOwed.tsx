/** Adds missing wraps for roles with a new key, in the background when the device is idle. */
import { useEffect, useRef } from "react";

import { documentsApi, useUpdateDocumentsMutation, type DocumentAnswer } from "../../api/documents";
import type { AlterDocument } from "../../api/generated";
import type { Keyring } from "../../keyring/contract";
import { useKeyring, useKeyState } from "../../keyring/react";
import { useOverview } from "../../keyring/useOverview";
import { debtsOf, type Debt } from "../../items/owed";
import { writeInTurn } from "../../items/turns";
import { verifiedOf } from "../../items/verified";

/** Not every open browser at once: most find it settled already. */
const SOONEST_MS = 2_000;
const SPREAD_MS = 8_000;

type Owing = Debt<DocumentAnswer>;
type Send = (items: AlterDocument[]) => Promise<unknown>;

export default function SettleOwed() {
  const keyring = useKeyring();
  const ready = useKeyState().name === "ready";
  const overview = useOverview();
  // The list as far as a page has asked for it; for this alone nothing is loaded.
  const items = documentsApi.endpoints.allDocuments.useQueryState().data?.rows;
  const [change] = useUpdateDocumentsMutation();
  // What failed is not tried again before the document or the page is another one.
  const tried = useRef(new Set<string>());

  useEffect(() => {
    if (!ready || !items || !overview) return undefined;
    const name = ({ item, roles }: Owing) => `${item.id} ${item.version} ${roles.join(" ")}`;
    const control = new AbortController();
    const timer = setTimeout(() => {
      const debts = debtsOf(items, verifiedOf, overview.roles).filter((debt) => !tried.current.has(name(debt)));
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
  }, [keyring, ready, items, overview, change]);

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
