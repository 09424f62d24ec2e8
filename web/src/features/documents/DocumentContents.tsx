/** One document: what it looks like, what it says, who reads it, what happened to it. */
import { Download, Link2 } from "lucide-react";
import { useState, type ReactNode } from "react";

import { Button } from "../../components/Button";
import { tell } from "../../components/notices";
import { EmptyState } from "../../components/States";
import { Tabs } from "../../components/Tabs";
import { useSay } from "../../i18n/say";
import { closedHow } from "../../lists/closedHow";
import { useMay } from "../../session/useSession";
import { AddedBy } from "../../lists/AddedBy";
import { AccessTab, TrustStatement } from "../../lists/AccessTab";
import { canBeDeleted } from "../../lists/opening";
import { ActivityTab } from "../../lists/activity";
import { rowTitle } from "./columns";
import { DetailsTab } from "./DetailsTab";
import { DocumentMenu } from "./DocumentMenu";
import styles from "../../lists/Items.module.css";
import { useMembers, useRoleNames } from "../../lists/people/people";
import { Preview } from "./preview/Preview";
import type { DocumentRow } from "./rows";
import { useDownload } from "./useDownload";
import type { Clash } from "./useRevise";
import type { RowActs } from "./useRowActs";
import { VersionsTab } from "./VersionsTab";

/** What can be done with it, besides reading. */
export function DocumentTools({ row, acts }: { row: DocumentRow; acts: RowActs }) {
  const say = useSay();
  const save = useDownload(row.item);
  const fileId = row.item.versions.at(-1)?.fileId;
  const isOpen = row.opening.name === "open";
  return (
    <>
      <Button
        look="quiet"
        size="small"
        icon
        aria-label={say("documents.link", "Copy link")}
        onPress={() =>
          void navigator.clipboard
            .writeText(`${location.origin}/documents/${row.id}`)
            .then(() => tell({ title: say("documents.linked", "Link copied") }))
        }
      >
        <Link2 />
      </Button>
      {fileId && isOpen && (
        <Button look="quiet" size="small" icon aria-label={say("preview.download", "Download")} onPress={() => save(fileId)}>
          <Download />
        </Button>
      )}
      {canBeDeleted(row.opening) && <DocumentMenu row={row} acts={acts} />}
    </>
  );
}

interface ContentsProps {
  row: DocumentRow;
  clash?: Clash | null;
  onSettled?: () => void;
  /** Where picture and words stand; the panel puts one below the other. */
  arrange: (preview: ReactNode, words: ReactNode) => ReactNode;
  /** The title stands above already. */
  untitled?: boolean;
}

export function DocumentContents({ row, clash = null, onSettled, arrange, untitled = false }: ContentsProps) {
  const say = useSay();
  const may = useMay();
  const roles = useRoleNames();
  const members = useMembers();
  const save = useDownload(row.item);
  const [tab, setTab] = useState("details");
  const { item, opening } = row;
  const fileId = item.versions.at(-1)?.fileId;
  const title = rowTitle(row, say, roles);

  if (opening.name === "opening") return null;
  if (opening.name !== "open")
    return (
      <EmptyState title={title}>
        {closedHow(row, say, roles)}
      </EmptyState>
    );

  const history = {
    id: "activity",
    label: say("documents.activity", "Activity"),
    content: <ActivityTab id={row.id} />,
  };
  return arrange(
    fileId && <Preview fileId={fileId} item={item} members={members} roles={roles} onDownload={() => save(fileId)} />,
    <>
      <div className={styles["heading"]}>
        {!untitled && (
          <h2>
            <bdi>{opening.payload.title}</bdi>
          </h2>
        )}
        <AddedBy item={item} />
      </div>
      <Tabs
        label={say("documents.tabs", "About this document")}
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: "details",
            label: say("documents.details", "Details"),
            content: (
              <>
                <DetailsTab row={row} payload={opening.payload} clash={clash} onSettled={onSettled} />
                <TrustStatement item={item} onMore={() => setTab("access")} />
              </>
            ),
          },
          {
            id: "access",
            label: say("documents.access", "Access"),
            content: <AccessTab item={item} />,
          },
          ...(may("audit.read") ? [history] : []),
          {
            id: "versions",
            label: say("documents.versions", "Versions"),
            content: <VersionsTab item={item} onDownload={save} />,
          },
        ]}
      />
    </>,
  );
}
