/** In place of a file that no key of this device opens: who can read it, and what to ask of them. */
import { CopyButton } from "../../../components/CopyButton";
import { useSay } from "../../../i18n/say";
import { neededRoles } from "../../../lists/marks";
import { readersOf } from "../../../lists/readers";
import { useOverview } from "../../../keyring/useOverview";
import type { RoleNames, Person } from "../../../lists/people/people";
import { useDates, useSignedIn } from "../../../session/useSession";
import { Paper } from "./Paper";
import type { DocumentItem } from "../../../lists/kinds/document";

/** More names than these are no help in finding one to ask. */
const MOST_NAMED = 3;

export interface SealedFileProps {
  item: DocumentItem;
  members: readonly Person[];
  roles: RoleNames;
}

export function SealedFile({ item, members, roles }: SealedFileProps) {
  const say = useSay();
  const overview = useOverview();
  const { user } = useSignedIn();
  const { language } = useDates();
  const readers = overview ? [...readersOf(item.audience, overview).people.keys()] : [];
  const others = members.filter(({ id }) => id !== user.id && readers.includes(id)).map(({ name, email }) => name || email);

  return (
    <Paper>
      <b>{say("preview.sealed", "This device has no key for this file.")}</b>
      {others.length > 0 ? (
        <>
          <p>
            {say("preview.sealedAsk", "Ask {names} to open this document while this browser is open: it gets the key then.", {
              names: new Intl.ListFormat(language, { type: "disjunction" }).format(others.slice(0, MOST_NAMED)),
            })}
          </p>
          <CopyButton
            text={`${location.origin}/documents/${item.id}`}
            label={say("documents.link", "Copy link")}
            what={say("preview.sealedLink", "the link to this document")}
          />
        </>
      ) : (
        <p>
          {say("documents.sealedHow", "Someone with the {role} role can approve this device under Keys & devices.", {
            role: neededRoles(item, roles, say),
          })}
        </p>
      )}
    </Paper>
  );
}
