/** One document beside the list: what it looks like, what it says, who reads it, what happened to it. */
import { Download, Link2 } from "lucide-react";
import { useState } from "react";

import { useMembers, useRoles } from "../../api/accounts";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { SidePanel } from "../../components/collection/SidePanel";
import { tell, tellFailure } from "../../components/notices";
import { EmptyState } from "../../components/States";
import { Tabs } from "../../components/Tabs";
import { dayAt, formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { useKeyring } from "../../keyring/react";
import { useDates, useMay } from "../../session/useSession";
import { AccessTab, TrustStatement } from "./AccessTab";
import { ActivityTab } from "./ActivityTab";
import { neededRoles, rowTitle } from "./columns";
import { DocumentMenu } from "./DocumentMenu";
import { DetailsTab } from "./DetailsTab";
import styles from "./Documents.module.css";
import { download } from "./download";
import { Preview } from "./preview/Preview";
import type { DocumentRow } from "./rows";
import type { RowActs } from "./useRowActs";
import { VersionsTab } from "./VersionsTab";

interface DocumentPanelProps {
  row: DocumentRow;
  acts: RowActs;
  place: number;
  count: number;
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
}

export default function DocumentPanel({ row, acts, place, count, onMove, onClose }: DocumentPanelProps) {
  const say = useSay();
  const may = useMay();
  const keyring = useKeyring();
  const dates = useDates();
  const roles = useRoles();
  const members = useMembers(may("member.list"));
  const [tab, setTab] = useState("details");
  const { item, opening } = row;
  const fileId = item.versions.at(-1)?.fileId;
  const title = rowTitle(row, say, roles);
  const author = members.find(({ id }) => id === item.createdBy)?.name;

  async function save(id: string) {
    try {
      await download(keyring, id, new AbortController().signal);
    } catch (reason) {
      if (reason instanceof DOMException && reason.name === "AbortError") return;
      const { code, message } = failureOf(reason);
      const why = code === "data_loss" ? say("preview.broken", "This file is damaged") : message;
      tellFailure(say("documents.downloadFailed", "The download stopped"), why);
    }
  }

  const added = formatDay(dayAt(new Date(item.createdAt), dates.zone), dates);
  return (
    <SidePanel
      label={title}
      place={place >= 0 ? say("panel.place", "{place} of {count}", { place: place + 1, count }) : undefined}
      onPrevious={place > 0 ? () => onMove(-1) : undefined}
      onNext={place >= 0 && place < count - 1 ? () => onMove(1) : undefined}
      onClose={onClose}
      actions={
        <>
          <Button
            look="quiet"
            size="small"
            icon
            aria-label={say("documents.link", "Copy the address")}
            onPress={() =>
              void navigator.clipboard
                .writeText(`${location.origin}/documents/${row.id}`)
                .then(() => tell({ title: say("documents.linked", "Address copied") }))
            }
          >
            <Link2 />
          </Button>
          {fileId && opening.name === "open" && (
            <Button look="quiet" size="small" icon aria-label={say("preview.download", "Download")} onPress={() => void save(fileId)}>
              <Download />
            </Button>
          )}
          {opening.name === "open" && <DocumentMenu row={row} acts={acts} />}
        </>
      }
    >
      {opening.name === "sealed" ? (
        <EmptyState title={title}>
          {say("documents.sealedHow", "Somebody who holds the {role} key can let this device in, under Keys & devices.", {
            role: neededRoles(row, roles),
          })}
        </EmptyState>
      ) : opening.name === "broken" ? (
        <EmptyState title={title}>
          {say("documents.brokenHow", "What the server sent is not what was signed. Your colleagues may still have it.")}
        </EmptyState>
      ) : opening.name === "open" ? (
        <>
          {fileId && <Preview fileId={fileId} onDownload={() => void save(fileId)} />}
          <div className={styles["heading"]}>
            <h2>
              <bdi>{opening.payload.title}</bdi>
            </h2>
            <p className="hint">
              {author
                ? say("documents.addedBy", "Added {day} by {person}", { day: added, person: author })
                : say("documents.added", "Added {day}", { day: added })}
            </p>
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
                    <DetailsTab row={row} payload={opening.payload} />
                    <TrustStatement item={item} members={members} onMore={() => setTab("access")} />
                  </>
                ),
              },
              {
                id: "access",
                label: say("documents.access", "Access"),
                content: <AccessTab item={item} members={members} roles={roles} />,
              },
              ...(may("audit.read")
                ? [{ id: "activity", label: say("documents.activity", "Activity"), content: <ActivityTab id={row.id} /> }]
                : []),
              {
                id: "versions",
                label: say("documents.versions", "Versions"),
                content: <VersionsTab item={item} members={members} onDownload={(id) => void save(id)} />,
              },
            ]}
          />
        </>
      ) : null}
    </SidePanel>
  );
}
