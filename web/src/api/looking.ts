/** Stops impersonation; separate from the other platform calls, which only administrators load. */
import { call } from "./http";

export const stopImpersonating = () => call<unknown>({ path: "/api/auth/admin/stop-impersonating", method: "POST" });
