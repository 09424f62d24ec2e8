/** Where and in which language a new account is at home: as the browser that opens it. Settings change both. */
import { i18n } from "@lingui/core";

import { isLanguage, type Language } from "../../i18n/languages";

export interface Home {
  readonly language?: Language;
  readonly zone?: string;
}

/** What a browser says that was never told where it is; no server knows these as time zones. */
const NAMELESS = /^(?:Etc\/Unknown$|[+-])/;

export function homeOfBrowser(): Home {
  const { locale } = i18n;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  return {
    ...(isLanguage(locale) ? { language: locale } : {}),
    ...(timeZone && !NAMELESS.test(timeZone) ? { zone: timeZone } : {}),
  };
}
