/** One profile: what is known about it, what can be done with it, and the documents that belong to it. */
import { Archive, CornerDownRight, Ellipsis, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-aria-components/Link";
import { useNavigate } from "react-router";

import { failureOf } from "../../api/failure";
import { Button, ButtonLink } from "../../components/Button";
import { Card, Line } from "../../components/Layout";
import { Pill } from "../../components/Marks";
import { Menu, MenuItem } from "../../components/Menu";
import { PopUp } from "../../components/PopUp";
import { tellFailure } from "../../components/notices";
import { part } from "../../components/part";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { canBeDeleted } from "../../lists/opening";
import type { BulkResult } from "../../lists/bulk";
import styles from "../../lists/Items.module.css";
import { titleOf } from "../../lists/marks";
import { useDocuments } from "../../lists/list/useDocuments";
import { useSome } from "../../lists/list/useSome";
import { PlainContents } from "../../lists/plain/PlainContents";
import { useItemActs } from "../../lists/useItemActs";
import { Withheld } from "../../lists/Withheld";
import { useNoteOpened } from "../../lists/useNoteOpened";
import type { ProfileRow } from "../../lists/profiles/useProfiles";
import { useMay } from "../../session/useSession";
import { useProfileDesk } from "../../lists/desks/profiles";
import { useRoleNames } from "../../lists/people/people";
import { profileForm } from "./form";
import own from "./Profiles.module.css";
import type { ProfileTree, TypeBranch } from "./useProfileTree";
import type { View } from "../../desk/messages";
import type { ProfileItem } from "../../lists/kinds/profile";

const MoveProfile = part(() => import("./MoveProfile"));

interface ViewProps {
  row: ProfileRow;
  tree: ProfileTree;
}

export default function ProfileView({ row, tree }: ViewProps) {
  const navigate = useNavigate();
  const may = useMay();
  const branch = tree.types.find(({ type }) => type.id === row.item.typeId);
  const form = useMemo(() => branch && profileForm(branch.type), [branch]);
  useNoteOpened(row.id);
  if (!branch || !form) return null;
  return (
    <>
      {canBeDeleted(row.opening) && (
        <div className={own["acts"]}>
          <Acts row={row} tree={tree} branch={branch} />
        </div>
      )}
      <PlainContents screen={form} row={row} onOpen={(id) => void navigate(`/profiles/${id}`)} />
      {may("document.read") && <Documents profileId={row.id} />}
    </>
  );
}

function Acts({ row, tree, branch }: Pick<ViewProps, "row" | "tree"> & { branch: TypeBranch }) {
  const say = useSay();
  const may = useMay();
  const navigate = useNavigate();
  const [moving, setMoving] = useState(false);
  const words = useMemo(
    () => ({
      archived: (count: number) => say("profiles.archived", "{count, plural, one {# profile} other {# profiles}} archived", { count }),
      deleted: (count: number) => say("profiles.deleted", "{count, plural, one {# profile} other {# profiles}} deleted", { count }),
    }),
    [say],
  );
  const whole = useItemActs(useProfileDesk(true), words);
  const alone = useItemActs(useProfileDesk(false), words);
  const { item } = row;
  const isArchived = item.lifecycle === "archived";
  const complain = (message: string) => tellFailure(failureTitle(say, "update"), message);
  const settle = (act: Promise<BulkResult<ProfileItem>>) =>
    act.then(
      ({ refused: [first] }) => first && complain(first.message),
      (reason: unknown) => complain(failureOf(reason).message),
    );

  return (
    <>
      {isArchived && <Pill>{say("stage.archived", "Archived")}</Pill>}
      <Menu
        label={say("documents.menu", "More actions")}
        trigger={
          <Button look="quiet" size="small" icon aria-label={say("documents.menu", "More actions")}>
            <Ellipsis />
          </Button>
        }
      >
        {may("profile.move") && (
          <MenuItem icon={CornerDownRight} writes label={say("boards.moveUnder", "Move to…")} onAction={() => setMoving(true)} />
        )}
        {may("profile.archive") && isArchived && (
          <MenuItem
            icon={Archive}
            writes
            label={say("documents.unarchive", "Back to the list")}
            onAction={() => void settle(whole.unarchive([item]))}
          />
        )}
        {may("profile.archive") && !isArchived && (
          <MenuItem
            icon={Archive}
            writes
            label={say("profiles.archiveWhole", "Archive with its documents and tasks")}
            onAction={() => void settle(whole.archive([item]))}
          />
        )}
        {may("profile.archive") && !isArchived && (
          <MenuItem
            icon={Archive}
            writes
            label={say("profiles.archiveAlone", "Archive only the profile")}
            onAction={() => void settle(alone.archive([item]))}
          />
        )}
        {may("profile.delete") && (
          <MenuItem
            icon={Trash2}
            writes
            destroys
            label={say("documents.delete", "Delete")}
            hint={say("profiles.documentsStay", "Its documents and tasks are kept")}
            onAction={() => void settle(whole.remove([item])).then(() => navigate("/profiles"))}
          />
        )}
      </Menu>
      {moving && (
        <PopUp onClose={() => setMoving(false)}>
          <MoveProfile row={row} tree={tree} branch={branch} onClose={() => setMoving(false)} />
        </PopUp>
      )}
    </>
  );
}

/** More of them are better looked at in their list. */
const MOST_DOCUMENTS = 200;

const ALL = { kind: "document", text: "", sort: [], group: null } as const;
const belongingTo = (profileId: string): View => ({ ...ALL, where: { field: "profileIds", op: "hasAny", value: [profileId] } });
const WITHHELD: View = { ...ALL, where: { field: "row", op: "eq", value: "withheld" } };

function Documents({ profileId }: { profileId: string }) {
  const say = useSay();
  const roles = useRoleNames();
  const { rows } = useDocuments();
  const { rows: opened, count } = useSome(useMemo(() => belongingTo(profileId), [profileId]), MOST_DOCUMENTS, rows);
  const { rows: withheld } = useSome(WITHHELD, MOST_DOCUMENTS, rows);
  return (
    <div className={styles["inset"]}>
      <Card title={say("nav.documents", "Documents")} end={<span className="hint num">{opened ? count : ""}</span>}>
        {opened?.length === 0 && withheld?.length === 0 && <Line>{say("profiles.noDocuments", "No documents for this profile yet.")}</Line>}
        {opened?.map((document) => {
          const said = document.opening.name === "open" ? document.opening.payload.title : null;
          return (
            <Line key={document.id}>
              <Link className="link" href={`/documents?open=${document.id}`}>
                <bdi>{titleOf(document, said, say("documents.broken", "This document cannot be opened"), say, roles)}</bdi>
              </Link>
            </Line>
          );
        })}
        {opened && opened.length < count && (
          <Line>
            <ButtonLink size="small" href={`/documents?profile=${profileId}`}>
              {say("home.openList", "Open list")}
            </ButtonLink>
          </Line>
        )}
        {withheld && <Withheld rows={withheld} hrefOf={(id) => `/documents?open=${id}`} as={Line} className="link" />}
      </Card>
    </div>
  );
}
