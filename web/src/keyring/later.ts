/** Parts of the keyring that are loaded when they are used: to open a list, none of them is needed. */
export const later = {
  webauthn: () => import("./webauthn.ts"),
  enrolment: () => import("./enrolment.ts"),
  protection: () => import("./protection.ts"),
  recovery: () => import("./recovery.ts"),
  roleKeys: () => import("./roleKeys.ts"),
  views: () => import("./views.ts"),
  comparing: () => import("./comparing.ts"),
  grants: () => import("./grants.ts"),
  departures: () => import("./departures.ts"),
  memberRoles: () => import("./memberRoles.ts"),
  invitations: () => import("./invitations.ts"),
  overview: () => import("./overview.ts"),
  drafts: () => import("./drafts.ts"),
  files: () => import("./files.ts"),
  owed: () => import("./owed.ts"),
  link: () => import("./worker/readLink.ts"),
};
