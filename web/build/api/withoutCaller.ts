/** Operations of the app's client that no screen leads to, each with the reason why; those of `notAsked.json` are
 * not in the client at all. */
const ADDRESSED = "Called by the address that the server signs for each object, not by a path of the app.";

export const WITHOUT_CALLER: Readonly<Record<string, string>> = {
  deleteRole: "Roles of an account's own have no screen yet.",
  getBlob: ADDRESSED,
  putBlobPart: ADDRESSED,
  deleteContact: "The app deletes one contact as it deletes many.",
};
