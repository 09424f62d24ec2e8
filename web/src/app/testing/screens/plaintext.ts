/** The law that what people wrote stands on the screen and nowhere else (`client-data.md` section 6). */
import { CANARY } from "./account";

export interface Places {
  /** Everything that Redux holds. */
  readonly state: unknown;
  /** Everything that was ever sent. */
  readonly sent: string;
}

/** What each place holds, as text. */
function everyPlace({ state, sent }: Places): Readonly<Record<string, string>> {
  const { pathname, search, hash } = location;
  return {
    Redux: JSON.stringify(state),
    "the session's storage": JSON.stringify({ ...sessionStorage }),
    "the browser's storage": JSON.stringify({ ...localStorage }),
    "the address": decodeURIComponent(pathname + search + hash),
    "the history of the page": JSON.stringify(history.state),
    "the title of the page": document.querySelector("title")?.textContent ?? "",
    "what was sent": sent,
  };
}

/** Where a word of somebody's stands that may stand nowhere. */
export const leaks = (places: Places): string[] =>
  Object.entries(everyPlace(places)).filter(([, text]) => text.toLowerCase().includes(CANARY)).map(([place]) => place);

/** The databases of this browser, as text: nothing in them is to be read. */
export async function onTheDisk(storage: IDBFactory): Promise<string> {
  const asked = <Value>(request: IDBRequest<Value>) => new Promise<Value>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("It did not open."));
  });
  const found: unknown[] = [];
  for (const { name = "" } of await storage.databases()) {
    const database = await asked(storage.open(name));
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store);
      found.push(await Promise.all([asked(all.getAllKeys()), asked(all.getAll() as IDBRequest<unknown[]>)]));
    }
    database.close();
  }
  const text = (_name: string, value: unknown) => (ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value);
  return JSON.stringify(found, text);
}
