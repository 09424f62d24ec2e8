/** Profiles, and the groups that they stand in, as the desk holds them. */
import { deskKind } from "../../desk/kind.ts";
import type { VerifiedItem } from "../../keyring/contract.ts";
import { profileWords, type ProfilePayload } from "../../payloads/profile.ts";
import type { NamedPayload } from "../../payloads/shared.generated.ts";

const text = (name: string) => ({ attributes }: VerifiedItem): string | null => {
  const value = attributes[name];
  return typeof value === "string" ? value : null;
};

const named = { version: 1, title: ({ name }: NamedPayload) => name, columns: {}, words: () => "" };

export const profileGroupDesk = deskKind<NamedPayload>({ kind: "profile-group", ...named });
export const profileSubGroupDesk = deskKind<NamedPayload>({ kind: "profile-sub-group", ...named });

export const profileDesk = deskKind<ProfilePayload>({
  kind: "profile",
  version: 1,
  title: ({ name }) => name,
  attributes: { typeId: text("typeId"), groupId: text("groupId"), subGroupId: text("subGroupId") },
  columns: {},
  word: { rank: ({ rank }) => (typeof rank === "string" ? rank : null) },
  words: profileWords,
});
