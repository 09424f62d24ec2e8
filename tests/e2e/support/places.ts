/** The places of the app that a member comes to by an address alone. */
export const PLACES = [
  "/dashboard", "/documents", "/documents?view=gallery", "/documents?new", "/documents/expiring", "/tasks", "/tasks?view=list", "/tasks?new",
  "/contacts", "/contacts?new", "/vendors", "/vendors?new", "/profiles", "/profiles?new", "/bin", "/members", "/keys", "/audit", "/security", "/analytics", "/email", "/email/new",
  "/settings/account", "/settings/statuses", "/settings/topics", "/settings/seen", "/settings/me", "/invitations", "/subscribe", "/recover", "/nowhere",
] as const;
