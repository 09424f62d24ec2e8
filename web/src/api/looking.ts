/** Coming back from looking on behalf of somebody; apart from the rest of the platform, which only its people load. */
import { call } from "./http";

export const stopImpersonating = () => call<unknown>({ path: "/api/auth/admin/stop-impersonating", method: "POST" });
