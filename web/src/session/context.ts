/** Hands the session down; apart from what reads it, so that the doors bring nothing else along. */
import { createContext } from "react";

import type { SessionInfo } from "../api/auth";

/** The session the page was drawn for; it stays while somebody signs in again over the dimmed page. */
export const SessionContext = createContext<SessionInfo | null>(null);
