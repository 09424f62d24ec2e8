/** Around a screen under test: it speaks English. */
import { i18n, type Messages } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useState, type ReactNode } from "react";

/** Only what has values to be put in; everything else the code says itself. */
const [ENGLISH = {}] = Object.values(
  import.meta.glob<Messages>("../catalogues/en.po", { query: { part: "first" }, import: "messages", eager: true }),
);

export function speakEnglish(): void {
  i18n.loadAndActivate({ locale: "en", messages: ENGLISH });
}

export function InEnglish({ children }: { children: ReactNode }) {
  useState(speakEnglish);
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>;
}
