/** The language on the page. */
import { useLingui } from "@lingui/react";

export const useLanguage = (): string => useLingui().i18n.locale;
