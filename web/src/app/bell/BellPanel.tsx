/** What waits for this person, and what they should know: each line leads to where it is settled. */
import { useMemo, useState, type RefObject } from "react";

import { failureOf } from "../../api/failure";
import { useFinishNoticesMutation, useReadNoticesMutation, type Notice } from "../../api/notices";
import { Button } from "../../components/Button";
import { Panel } from "../../components/Panel";
import { tellFailure } from "../../components/notices";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { NoticeLine } from "./NoticeLine";
import { useSubjects } from "./subjects";

interface BellPanelProps {
  button: RefObject<HTMLButtonElement | null>;
  title: string;
  notices: readonly Notice[];
  unread: number;
  onClose: () => void;
}

const GONE: ReadonlySet<string> = new Set();

export default function BellPanel({ button, title, notices, unread, onClose }: BellPanelProps) {
  const say = useSay();
  const [read] = useReadNoticesMutation();
  const [finish] = useFinishNoticesMutation();
  // What is done leaves at once, and comes back where the server refuses it.
  const [gone, setGone] = useState(GONE);
  const shown = useMemo(() => notices.filter(({ id }) => !gone.has(id)), [notices, gone]);
  const subjectOf = useSubjects(notices);

  const note = (ids: string[]) => ids.length > 0 && void read({ readNotices: { ids } });

  async function done(id: string) {
    setGone((before) => new Set([...before, id]));
    const { error } = await finish({ doneNotices: { ids: [id] } });
    if (!error) return;
    setGone((before) => new Set([...before].filter((one) => one !== id)));
    tellFailure(failureTitle(say, "update"), failureOf(error).message);
  }

  return (
    <Panel
      button={button}
      label={title}
      fromServer
      onClose={onClose}
      foot={
        unread > 0 && (
          <Button size="small" look="quiet" writes onPress={() => note(notices.filter(({ readAt }) => readAt === null).map(({ id }) => id))}>
            {say("bell.read", "Mark all as read")}
          </Button>
        )
      }
    >
      {shown.length === 0 && <li className="hint">{say("bell.none", "No new notifications")}</li>}
      {shown.map((notice) => (
        <NoticeLine
          key={notice.id}
          notice={notice}
          subject={subjectOf(notice)}
          onOpen={() => {
            if (notice.readAt === null) note([notice.id]);
            onClose();
          }}
          onDone={() => void done(notice.id)}
        />
      ))}
    </Panel>
  );
}
