/** One line of the activity: "uploaded 3 files to Lindenstrasse 12". */
import { itemsOf } from "../../app/kindItems";
import type { Say } from "../../i18n/say";
import { isFindable } from "../../lists/finding/kinds";
import type { Act, Kind } from "./activity";

export interface Named {
  act: Act;
  kind: Kind;
  count: number;
  /** Of the only one; nothing where this device cannot open it. */
  name?: string | undefined;
  /** They came as files. */
  files?: boolean;
  /** The profile that all of them belong to. */
  where?: string | undefined;
}

/** Names run in their own direction, whatever language they stand in. */
const isolated = (name: string): string => `\u2068${name}\u2069`;

export function activityWords(say: Say, doing: Named): string {
  const what = whatWords(say, doing);
  switch (doing.act) {
    case "added":
      return doing.files ? uploaded(say, what, doing.where) : say("home.did.added", "added {what}", { what });
    case "newVersion":
      return say("home.did.newVersion", "uploaded a new version of {what}", { what });
    case "changed":
      return say("home.did.changed", "changed {what}", { what });
    case "finished":
      return say("home.did.finished", "finished {what}", { what });
    case "commented":
      return say("home.did.commented", "commented on {what}", { what });
    case "archived":
      return say("home.did.archived", "archived {what}", { what });
    case "unarchived":
      return say("home.did.unarchived", "unarchived {what}", { what });
    case "deleted":
      return say("home.did.deleted", "deleted {what}", { what });
    case "restored":
      return say("home.did.restored", "restored {what}", { what });
    case "purged":
      return say("home.did.purged", "deleted {what} for good", { what });
    case "joined":
      return say("home.did.joined", "joined");
    case "invited":
      return say("home.did.invited", "invited {what}", { what });
    case "removed":
      return say("home.did.removed", "removed {what} from the account", { what });
  }
}

function uploaded(say: Say, what: string, where: string | undefined): string {
  return where === undefined
    ? say("home.did.uploaded", "uploaded {what}", { what })
    : say("home.did.uploadedTo", "uploaded {what} to {where}", { what, where: isolated(where) });
}

/** The name of one thing, or how many there were. */
function whatWords(say: Say, { kind, count, name, files }: Named): string {
  if (count === 1 && name !== undefined) return isolated(name);
  if (!isFindable(kind)) return say("home.people", "{count, plural, one {a person} other {# people}}", { count });
  if (kind === "document" && files && count > 1) return say("home.files", "{count, plural, one {# file} other {# files}}", { count });
  return itemsOf(kind).counted(say, count);
}
