/** Where and in which language a new account is at home: as the browser that opens it. Settings change both. */
import { i18n } from "@lingui/core";

import { zoneOfBrowser } from "../../dates/settings";
import { isLanguage, type Language } from "../../i18n/languages";

export interface Home {
  readonly language?: Language;
  readonly zone?: string;
}

export function homeOfBrowser(): Home {
  const { locale } = i18n;
  const zone = zoneOfBrowser();
  return {
    ...(isLanguage(locale) ? { language: locale } : {}),
    ...(zone ? { zone } : {}),
  };
}
