/** What a document says, to read and, one press away, to change in place. */
import { Pencil } from "lucide-react";
import { useState } from "react";
import { Link } from "react-aria-components/Link";

import TopicNames from "../../lists/boards/TopicNames";
import { useTopics } from "../../lists/boards/topics";
import { topicsOf } from "../../lists/boards/topicTree";
import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { CopyButton } from "../../components/CopyButton";
import { Fact, Facts } from "../../components/Layout";
import { Skeleton } from "../../components/States";
import { part } from "../../components/part";
import { formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { profilesOf } from "../../lists/profiles/names";
import { useProfileNames } from "../../lists/profiles/useProfiles";
import { useDates, useMay, useToday } from "../../session/useSession";
import { Expires, Status } from "./columns";
import styles from "../../lists/Items.module.css";
import type { WrittenEdit } from "./EditDocument";
import type { DocumentPayload } from "../../payloads/document";
import type { DocumentRow } from "./rows";
import { useDraft } from "../../lists/useDraft";
import type { Clash } from "./useRevise";
import { categoryWord, daysBeforeWord } from "./words";

const EditDocument = part(() => import("./EditDocument"));

interface DetailsProps {
  row: DocumentRow;
  payload: DocumentPayload;
}

interface EditableProps extends DetailsProps {
  /** A conflict of an edit in the list, resolved here. */
  clash: Clash | null;
  onSettled: (() => void) | undefined;
}

export function DetailsTab({ row, payload, clash, onSettled }: EditableProps) {
  const may = useMay();
  const draft = useDraft<WrittenEdit>(`document ${row.id}`);
  // What was half written opens the form by itself.
  const [wanted, setEditing] = useState(false);
  const mayEdit = may("document.update");
  const editing = wanted || (mayEdit && Boolean(draft.found));
  if (editing || clash)
    return (
      <Boundary waiting={<Skeleton lines={6} />}>
        <EditDocument
          // What was met comes before what the form holds.
          key={clash ? `clash ${clash.theirs.item.version}` : "form"}
          row={row}
          payload={payload}
          met={clash ?? undefined}
          draft={draft}
          onDone={async () => {
            await draft.drop();
            setEditing(false);
            onSettled?.();
          }}
        />
      </Boundary>
    );
  return <Shown row={row} payload={payload} onEdit={mayEdit ? () => setEditing(true) : undefined} />;
}

function Shown({ row, payload, onEdit }: DetailsProps & { onEdit: (() => void) | undefined }) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const { category, number, issuer, issuedOn, notes } = payload;
  const profiles = profilesOf(useProfileNames(), row.item.profileIds);
  const topics = topicsOf(useTopics() ?? [], row.item.topicIds);
  return (
    <>
      <Facts>
        <Fact name={say("documents.status", "Status")}>
          <Status row={row} say={say} />
        </Fact>
        <Fact name={say("documents.expires", "Expires")}>
          <Expires row={row} dates={dates} today={today} />
        </Fact>
        {row.expiresOn !== null && row.item.remindDays.length > 0 && (
          <Fact name={say("documents.remind", "Remind before")}>{row.item.remindDays.map((days) => daysBeforeWord(say, days)).join(" · ")}</Fact>
        )}
        <Fact name={say("documents.category", "Category")}>{category ? categoryWord(say, category) : "–"}</Fact>
        <Fact name={say("documents.number", "Number")}>
          {number ? (
            <>
              <bdi className="mono">{number}</bdi>
              <CopyButton text={number} what={say("documents.number", "Number")} />
            </>
          ) : (
            "–"
          )}
        </Fact>
        {issuer && (
          <Fact name={say("documents.issuer", "Issued by")}>
            <bdi>{issuer}</bdi>
          </Fact>
        )}
        {issuedOn && (
          <Fact name={say("documents.issuedOn", "Issued on")}>
            <time dateTime={issuedOn}>{formatDay(issuedOn, dates)}</time>
          </Fact>
        )}
        {profiles.length > 0 && (
          <Fact name={say("documents.profile", "Profile")}>
            {profiles.map(({ id, name }) => (
              <Link key={id} className="link" href={`/profiles/${id}`}>
                <bdi>{name}</bdi>
              </Link>
            ))}
          </Fact>
        )}
        {topics.length > 0 && (
          <Fact name={say("settings.topics", "Topics")}>
            <TopicNames topics={topics} />
          </Fact>
        )}
        {notes && (
          <Fact name={say("documents.notes", "Notes")}>
            <span dir="auto">{notes}</span>
          </Fact>
        )}
      </Facts>
      {onEdit && (
        <div className={styles["inset"]}>
          <Button
            size="small"
            onPress={onEdit}
            isDisabled={!row.settled}
          >
            <Pencil />
            {say("documents.edit", "Edit")}
          </Button>
        </div>
      )}
    </>
  );
}
