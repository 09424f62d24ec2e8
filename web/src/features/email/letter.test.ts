/** The preview is what arrives: the server makes the same of the same, as `tests/infrastructure/mail/test_member_mails.py` holds it to. */
import { expect, test } from "vitest";

import cases from "../../../../tests/contracts/member_mails.json";
import { letterFor, type Locale, type Message } from "./letter";

interface Case {
  name: string;
  message: Omit<Message, "locale"> & { locale: string };
  values: Record<string, string>;
  sender: { name: string; account: string; replyTo: string };
  subject: string;
  said: string;
  footer: string;
  stop: string;
}

const DATES = { dateFormat: "ddmmyyyy", dateSeparator: "/" } as const;

test("there are cases of every template in every language", () => {
  const of = new Set((cases as Case[]).map(({ message }) => `${message.template} ${message.locale}`));
  for (const template of ["own", "note", "document_request", "reminder"]) for (const locale of ["en", "de", "fr", "es", "ar"]) expect(of).toContain(`${template} ${locale}`);
});

test.each(cases as Case[])("$name", ({ message, values, sender, subject, said, footer, stop }) => {
  const letter = letterFor({ ...message, locale: message.locale as Locale }, values, sender, DATES);
  expect({ subject: letter.subject, said: letter.parts.join("\n\n"), footer: letter.footer, stop: letter.stop }).toEqual({ subject, said, footer, stop });
});
