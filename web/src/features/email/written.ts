/** What a draft of an email keeps. */
import type { Chosen } from "./addressees";
import { isEmpty, type Locale, type Message } from "./letter";

export interface Written {
  to: readonly Chosen[];
  message: Message;
}

export const blank = (locale: Locale): Written => ({ to: [], message: { template: "own", subject: "", text: "", params: {}, locale } });

export const isBlank = ({ to, message }: Written): boolean => to.length === 0 && isEmpty(message);
