/** An email on its way to the server: in one call where many are allowed at once, otherwise one after the other, each told apart. */
import { useCallback, useRef, useState } from "react";
import { useDispatch } from "react-redux";

import { baseApi } from "../../api/baseApi";
import { sendBatch, sendOwnWords, sendTemplate, type AcceptedBatch, type SendBatch } from "../../api/emails";
import { failureOf, type ApiFailure } from "../../api/failure";
import { useAskBeforeLeaving } from "../../components/leaving";
import { useKeyring } from "../../keyring/react";
import type { Message } from "./letter";
import { onlyProvenOf } from "./proving";
import type { LeftOut, Recipient, Why } from "./recipients";
import { sendingOf, type Single } from "./sending";
import type { Book } from "./useBook";

/** What is sent, under keys that stay the same for all tries: an answer that is lost sends nothing twice. */
export type Prepared = { recipients: readonly Recipient[]; leftOut: readonly LeftOut[] } & (
  | { way: "batch"; body: SendBatch; key: string }
  | { way: "singly"; each: readonly { single: Single; key: string }[] }
);

interface ToPrepare {
  message: Message;
  recipients: readonly Recipient[];
  leftOut: readonly LeftOut[];
  book: Book;
  mayBulk: boolean;
}

export interface Transmission {
  sent: Prepared | null;
  busy: boolean;
  /** Of many at once: what the server took of it, or why nothing. */
  accepted: AcceptedBatch | null;
  failure: ApiFailure | null;
  /** Of each that was sent alone, by the key of the recipient: null where the server took it. */
  results: ReadonlyMap<string, ApiFailure | null>;
  start: (asked: ToPrepare) => Promise<void>;
  /** Sends what was not taken. */
  again: () => Promise<void>;
  /** Nothing more after the one that is under way. */
  stop: () => void;
  forget: () => void;
}

const NO_RESULTS: Transmission["results"] = new Map();

/** What refuses one would refuse all that come after it. */
const OF_ALL = ["mail_limit", "not_configured", "email_unverified", "offline"];
const endsAll = ({ reason, status }: ApiFailure): boolean => status === 0 || status === 403 || OF_ALL.includes(reason ?? "");

/** `onLeft` is told the keys of those that are still to be sent, whenever the server has taken some. */
export function useTransmission(onLeft: (keys: ReadonlySet<string>) => void): Transmission {
  const keyring = useKeyring();
  const dispatch = useDispatch();
  const [sent, setSent] = useState<Prepared | null>(null);
  const [busy, setBusy] = useState(false);
  const [accepted, setAccepted] = useState<AcceptedBatch | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [results, setResults] = useState(NO_RESULTS);
  const stopped = useRef(false);
  useAskBeforeLeaving(busy);

  async function transmit(prepared: Prepared, before: Transmission["results"]) {
    stopped.current = false;
    setBusy(true);
    setFailure(null);
    try {
      if (prepared.way === "batch") {
        setAccepted(await sendBatch(prepared.body, prepared.key));
        onLeft(new Set());
      } else await transmitSingly(prepared.each, before);
    } catch (reason) {
      setFailure(failureOf(reason));
    } finally {
      setBusy(false);
      dispatch(baseApi.util.invalidateTags(["Email", "Audit"]));
    }
  }

  async function transmitSingly(each: Extract<Prepared, { way: "singly" }>["each"], before: Transmission["results"]) {
    const now = new Map(before);
    const left = new Set(each.map(({ single }) => single.recipient.key).filter((key) => now.get(key) !== null));
    for (const { single, key } of each) {
      const { recipient } = single;
      if (!left.has(recipient.key)) continue;
      if (stopped.current) return;
      const refused = await (single.way === "custom" ? sendOwnWords(single.body, key) : sendTemplate(single.body, key)).then(() => null, failureOf);
      now.set(recipient.key, refused);
      setResults(new Map(now));
      if (refused === null) {
        left.delete(recipient.key);
        onLeft(new Set(left));
      } else if (endsAll(refused)) return;
    }
  }

  return {
    sent,
    busy,
    accepted,
    failure,
    results,
    async start({ message, recipients, leftOut, book, mayBulk }) {
      const { proven, leftOut: unproven } = await onlyProvenOf(keyring, book, recipients);
      const sending = sendingOf(message, proven, mayBulk);
      const about = { recipients: proven, leftOut: [...leftOut, ...unproven] };
      const prepared: Prepared =
        sending.way === "batch"
          ? { ...about, way: "batch", body: sending.body, key: crypto.randomUUID() }
          : { ...about, way: "singly", each: sending.each.map((single) => ({ single, key: crypto.randomUUID() })) };
      setAccepted(null);
      setResults(NO_RESULTS);
      setSent(prepared);
      if (proven.length > 0) void transmit(prepared, NO_RESULTS);
    },
    async again() {
      if (sent && !busy) await transmit(sent, results);
    },
    stop: useCallback(() => {
      stopped.current = true;
    }, []),
    forget: useCallback(() => setSent(null), []),
  };
}

const REASONS: Readonly<Record<AcceptedBatch["invalid"][number]["reason"], Why>> = { address: "wrongAddress", params: "unfit", repeated: "repeated" };

/** Whom the server left out of a batch, by the places in what it was sent. */
export function refusedOf(recipients: readonly Recipient[], invalid: AcceptedBatch["invalid"]): LeftOut[] {
  return invalid.flatMap(({ index, reason }) => {
    const recipient = recipients[index];
    return recipient ? [{ key: recipient.key, called: recipient.called, why: REASONS[reason] }] : [];
  });
}
