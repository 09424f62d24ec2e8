/** Hands the session down; apart from what reads it, so that the doors bring nothing else along. */
import { createContext } from "react";

import type { SessionInfo } from "../api/auth";
import type { Word } from "../i18n/word";

/** The session the page was rendered for; kept while the user signs in again over the page. */
export const SessionContext = createContext<SessionInfo | null>(null);

/** The name of the account that this page was in until its person was removed from it. */
export const RemovedFromContext = createContext<Word | null>(null);
