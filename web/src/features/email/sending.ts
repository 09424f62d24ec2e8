/** What leaves this device when an email is sent: the calls, and in each no more than its recipients need. */
import type { SendBatch, SendCustom, SendEmail } from "../../api/emails";
import { placesOf, saidFor, type Message } from "./letter";
import { filled, type Placeholder, type Values } from "./placeholders";
import type { Recipient } from "./recipients";
import { sayableLine, sayableText } from "./sayable";

/** As many as one message takes. Without the right to send to many at once, each is a call of its own. */
export const MOST_AT_ONCE = 1000;
export const MOST_SINGLY = 10;

export type Single = { way: "custom"; body: SendCustom; recipient: Recipient } | { way: "template"; body: SendEmail; recipient: Recipient };

export type Sending = { way: "batch"; body: SendBatch; recipients: readonly Recipient[] } | { way: "singly"; each: readonly Single[] };

/**
 * Many at once where that is allowed; one by one otherwise, so that nobody learns who else was written to.
 *
 * Of many at once the server fills the places in one's own words, and is told the values of those places alone.
 */
export function sendingOf(message: Message, recipients: readonly Recipient[], mayBulk: boolean): Sending {
  if (mayBulk && recipients.length > 1) return { way: "batch", body: batchOf(message, recipients), recipients };
  return { way: "singly", each: recipients.map((recipient) => singleOf(message, recipient)) };
}

function batchOf(message: Message, recipients: readonly Recipient[]): SendBatch {
  const { template, locale } = message;
  if (template !== "own") return { template, locale, recipients: recipients.map(({ to, values }) => ({ to, params: paramsOf(message, values) })) };
  const places = placesOf(message);
  // The words around one's own are in the language of the account, as of a single one.
  return {
    subject: sayableLine(message.subject),
    text: sayableText(message.text).trim(),
    recipients: recipients.map(({ to, values }) => ({ to, params: only(places, values) })),
  };
}

function singleOf(message: Message, recipient: Recipient): Single {
  const { template, locale } = message;
  const { to, values } = recipient;
  if (template !== "own") return { way: "template", body: { template, to, locale, params: paramsOf(message, values) }, recipient };
  const text = sayableText(filled(message.text, values)).trim();
  return { way: "custom", body: { to: [to], subject: sayableLine(filled(message.subject, values)), text }, recipient };
}

const paramsOf = (message: Message, values: Values): Record<string, string> => saidFor(message, values);

const only = (places: readonly Placeholder[], values: Values): Record<string, string> => Object.fromEntries(places.map((name) => [name, values[name] ?? ""]));
