/** Operations of the interface that the app does not call, each with the reason why it is there. */
const PROTOCOL = "Clients of the authentication protocol call it; the app goes another way.";
const EARLIER = "The name by which earlier clients of the authentication protocol know it.";
const OPERATORS = "For those who run Coffer, and for programs that watch it.";
const ADDRESSED = "Called by the address that the server signs for each object, not by a path of the app.";
const PROGRAMS = "For programs of other people; the app has what it answers from another list.";
const BY_LIST = "The app reads the whole list once and then what changed.";

export const WITHOUT_CALLER: Readonly<Record<string, string>> = {
  verifyEmail: "The app's codes sign in, and prove the address by that; other clients prove it by this.",
  revokeSessions: "The app ends all other sessions; one's own ends by signing out.",
  requestPasswordResetAsBefore: EARLIER,
  changeEmailByLink: EARLIER,
  checkCode: PROTOCOL,
  getPasskeyOptions: EARLIER,
  getPlatformUser: "The page of the platform shows people from its list.",
  hasPlatformPermission: PROTOCOL,
  updatePlatformUser: PROTOCOL,
  getHealth: OPERATORS,
  listCaughtMail: "Shows caught mail where Coffer runs for development.",
  getAccount: "The session carries the account.",
  createRole: "Roles of an account's own have no screen yet.",
  updateRole: "Roles of an account's own have no screen yet.",
  deleteRole: "Roles of an account's own have no screen yet.",
  createInvitation: "The app invites with a signed statement, which the route of the protocol takes.",
  deleteInviteUser: "The app cancels an invitation by its id, with a signed statement.",
  listExpiringDocuments: "The app sorts the documents it has by their day, also offline.",
  getFileWraps: "The bundle of a file has its wraps.",
  listFileCategories: PROGRAMS,
  listFileTypes: PROGRAMS,
  getBlob: ADDRESSED,
  putBlobPart: ADDRESSED,
  getContact: BY_LIST,
  getContacts: BY_LIST,
  deleteContact: "The app deletes one contact as it deletes many.",
  listSavedFilters: "Saved filters have no screen yet.",
  createSavedFilter: "Saved filters have no screen yet.",
  updateSavedFilter: "Saved filters have no screen yet.",
  deleteSavedFilter: "Saved filters have no screen yet.",
  orderProfileTypes: "The order of profile types has no screen yet.",
  orderProfileSubGroups: "The order of sub-groups has no screen yet.",
  replaceTask: "The app changes single members of a task, so that two people can change it at once.",
  rewriteTopics: "The app changes one topic at a time.",
};
