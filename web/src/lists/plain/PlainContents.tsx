/** One plain item in full: what it says, who reads it, what happened to it. */
import { Pencil } from "lucide-react";
import { useState } from "react";

import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { EmptyState, Skeleton } from "../../components/States";
import { Tabs } from "../../components/Tabs";
import { part } from "../../components/part";
import { useSay } from "../../i18n/say";
import { FieldFacts } from "../fields/FieldFacts";
import type { BasePayload } from "../../payloads/base";
import { useMay } from "../../session/useSession";
import { AddedBy } from "../AddedBy";
import { AccessTab, TrustStatement } from "../AccessTab";
import { ActivityTab } from "../activity";
import styles from "../Items.module.css";
import { closedHow } from "../closedHow";
import { titleOf } from "../marks";
import { useRoleNames } from "../people/people";
import type { WrittenEdit } from "../EditItem";
import { useDraft } from "../useDraft";
import type EditForm from "./EditPlain";
import type { PlainRow, PlainForm } from "./screen";
import type { Clash } from "./usePlain";
import type { PlainItem } from "../kinds/plain";

/** `part` forgets for which contents it is. */
const EditPlain = part(() => import("./EditPlain")) as unknown as typeof EditForm;

interface ContentsProps<Payload extends BasePayload> {
  screen: PlainForm<Payload>;
  row: PlainRow<Payload>;
  clash?: Clash<Payload> | null;
  onSettled?: () => void;
  onOpen: (id: string) => void;
  /** The title stands above already. */
  untitled?: boolean;
}

export function PlainContents<Payload extends BasePayload>(props: ContentsProps<Payload>) {
  const { screen, row, clash = null, onSettled, onOpen, untitled = false } = props;
  const say = useSay();
  const may = useMay();
  const roles = useRoleNames();
  const [tab, setTab] = useState("details");
  const { item, opening } = row;
  const words = screen.words(say);

  if (opening.name === "opening") return null;
  if (opening.name !== "open")
    return (
      <EmptyState title={titleOf(row, null, words.broken, say, roles)}>
        {closedHow(row, say, roles)}
      </EmptyState>
    );

  const history = { id: "activity", label: say("documents.activity", "Activity"), content: <ActivityTab id={row.id} /> };
  return (
    <>
      <div className={styles["heading"]}>
        {!untitled && (
          <h2>
            <bdi>{row.title}</bdi>
          </h2>
        )}
        <AddedBy item={item} />
      </div>
      <Tabs
        label={words.about}
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: "details",
            label: say("documents.details", "Details"),
            content: (
              <>
                {screen.Remarks && <screen.Remarks id={row.id} payload={opening.payload} onOpen={onOpen} />}
                <Details screen={screen} row={row} payload={opening.payload} clash={clash} onSettled={onSettled} />
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
        ]}
      />
    </>
  );
}

interface DetailsProps<Payload extends BasePayload> {
  screen: PlainForm<Payload>;
  row: PlainRow<Payload>;
  payload: Payload;
  clash: Clash<Payload> | null;
  onSettled: (() => void) | undefined;
}

function Details<Payload extends BasePayload>({ screen, row, payload, clash, onSettled }: DetailsProps<Payload>) {
  const say = useSay();
  const may = useMay();
  const draft = useDraft<WrittenEdit<PlainItem, Payload>>(`${screen.kind} ${row.id}`);
  // What was half written opens the form by itself.
  const [wanted, setEditing] = useState(false);
  const mayEdit = may(`${screen.kind}.update`);
  const editing = wanted || (mayEdit && Boolean(draft.found));
  if (editing || clash)
    return (
      <Boundary waiting={<Skeleton lines={6} />}>
        <EditPlain
          // What was met comes before what the form holds.
          key={clash ? `clash ${clash.theirs.item.version}` : "form"}
          screen={screen}
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
  return (
    <>
      <FieldFacts fields={screen.fields(say)} payload={payload} none={screen.none?.(say)} />
      {mayEdit && (
        <div className={styles["inset"]}>
          <Button size="small" onPress={() => setEditing(true)} isDisabled={!row.settled}>
            <Pencil />
            {say("documents.edit", "Edit")}
          </Button>
        </div>
      )}
    </>
  );
}
