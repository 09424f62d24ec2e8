/** One plain item as a page of its own, and the way back to the list. */
import { ArrowLeft } from "lucide-react";
import { useNavigate, useParams } from "react-router";

import { held, wholeSince } from "../../api/held";
import { ButtonLink } from "../../components/Button";
import { Page } from "../../components/Page";
import { EmptyState, Failed, Skeleton } from "../../components/States";
import { useNarrow } from "../../components/useNarrow";
import { useSay } from "../../i18n/say";
import type { BasePayload } from "../../payloads/base";
import { useRoleNames } from "../people/people";
import { titleOf } from "../marks";
import { useStage } from "../../desk/react";
import { EARLY, useFeed } from "../useFeed";
import { useNoteOpened } from "../useNoteOpened";
import { canBeDeleted } from "../opening";
import styles from "../Items.module.css";
import { PlainContents } from "./PlainContents";
import { PlainMenu } from "./PlainMenu";
import type { PlainRow, PlainScreen } from "./screen";
import { useOpened } from "../list/beyond";
import { usePlainActs, usePlainRows } from "./usePlain";

export function PlainItemPage<Payload extends BasePayload>({ screen }: { screen: PlainScreen<Payload> }) {
  const say = useSay();
  const { id = "" } = useParams();
  const words = screen.words(say);
  const asked = screen.useItems();
  const { data, failure: failed, again } = held(asked);
  useFeed(screen.kind, data?.rows, wholeSince(asked), EARLY);
  const rows = usePlainRows(screen, data?.rows);
  const row = useOpened(screen.kind, id, rows);
  const isWhole = useStage(screen.kind) !== "reading" || rows.closed !== null;

  if (row) return <Shown key={id} screen={screen} row={row} />;
  return (
    <Page title={words.title} actions={<Back screen={screen} />}>
      {failed ? (
        <Failed
          title={words.failed}
          message={failed.message}
          told={failed}
          onRetry={again}
        />
      ) : row === null && isWhole ? (
        <EmptyState title={words.notHere}>{say("documents.notHereHow", "It was deleted, or your role has no access to it.")}</EmptyState>
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  );
}

interface ShownProps<Payload extends BasePayload> {
  screen: PlainScreen<Payload>;
  row: PlainRow<Payload>;
}

function Shown<Payload extends BasePayload>({ screen, row }: ShownProps<Payload>) {
  const say = useSay();
  const roles = useRoleNames();
  const navigate = useNavigate();
  const acts = usePlainActs(screen);
  useNoteOpened(row.id);
  return (
    <Page
      title={titleOf(row, row.title, screen.words(say).broken, say, roles)}
      place={screen.words(say).title}
      actions={
        <>
          {canBeDeleted(row.opening) && <PlainMenu screen={screen} row={row} acts={acts} />}
          <Back screen={screen} />
        </>
      }
    >
      <div className={styles["alone"]}>
        <PlainContents screen={screen} row={row} untitled onOpen={(id) => void navigate(`/${screen.path}/${id}`)} />
      </div>
    </Page>
  );
}

function Back<Payload extends BasePayload>({ screen }: { screen: PlainScreen<Payload> }) {
  const say = useSay();
  const narrow = useNarrow();
  const label = screen.words(say).all;
  return (
    <ButtonLink href={`/${screen.path}`} icon={narrow} aria-label={label}>
      <ArrowLeft className="turns" />
      {!narrow && label}
    </ButtonLink>
  );
}
