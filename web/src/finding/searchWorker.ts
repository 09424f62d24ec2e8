/** The search worker: a bundle of its own, because the crypto worker holds no foreign code. It ends with the unlocking. */
import { createIndex, type Entry, type Match } from "./searchIndex.ts";

export type Order = { put: Entry[] } | { drop: string[] } | { find: string; most: number; asked: number };

export interface Reply {
  asked: number;
  matches: Match[];
}

interface Port {
  onmessage: ((event: MessageEvent<Order>) => void) | null;
  postMessage: (reply: Reply) => void;
}

const port = globalThis as unknown as Port;
const index = createIndex();

port.onmessage = ({ data: order }) => {
  if ("put" in order) index.put(order.put);
  else if ("drop" in order) index.drop(order.drop);
  else port.postMessage({ asked: order.asked, matches: index.find(order.find, order.most) });
};
