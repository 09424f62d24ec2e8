/** Contacts and vendors as lists answer them. */
import { answeredAs, type Answered } from "./answered";
import type { Item as Sent } from "./workspace.generated";

export type PlainAnswer = Answered;

export const answered = (sent: Sent): PlainAnswer | null => answeredAs(sent, () => ({}));
