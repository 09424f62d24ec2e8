/** What the server says of an email that was sent: drawn where the mark stands at the head of the list, and compared with whom it was written to. */
import type { Account } from "../../api/auth";
import type { MailSetup, SentEmail } from "../../api/emails";
import { read } from "../../i18n/word";

/** Null once the person was erased. */
export const addressOf = ({ to }: Pick<SentEmail, "to">): string | null => (to === null ? null : read(to));

/** What the provider answered last, or why nothing is sent there. */
export const answerOf = ({ code }: Pick<SentEmail, "code">): string | null => (code === null ? null : read(code));

export const detailOf = ({ detail }: Pick<MailSetup["checks"][number], "detail">): string => read(detail);

/** Part of the preview, which has the mark at its head. */
export const accountNameOf = ({ displayName }: Pick<Account, "displayName">): string => read(displayName);

/** Whether one of a batch went to this address. */
export const wentTo = (emails: readonly SentEmail[], address: string): boolean => emails.some(({ to }) => to !== null && read(to) === address);
