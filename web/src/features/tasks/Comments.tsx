/** Comments of a task: encrypted for its readers, changed and deleted by their authors. */
import { useMemo, useState } from "react";

import { CallFailed } from "../../api/failure";
import { newId } from "../../api/ids";
import { useTaskCommentsQuery, useUpdateTasksMutation, type AlterTask } from "../../api/tasks";
import { useAct } from "../../api/useAct";
import { held, wholeSince } from "../../api/held";
import { Button } from "../../components/Button";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { Avatar, SealedBar } from "../../components/Marks";
import { ServerOrder } from "../../components/ServerWord";
import { Failed, NotRefreshed, Skeleton } from "../../components/States";
import { SignedTime } from "../../lists/SignedTime";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { firstFailure } from "../../lists/itemErrors";
import styles from "../../lists/Items.module.css";
import { asOpened, useAll } from "../../lists/list/useAll";
import type { Making } from "../../lists/list/useRows";
import type { OpenedItem } from "../../lists/opening";
import { useDraft } from "../../lists/useDraft";
import { usePassingFeed } from "../../lists/useFeed";
import { useKeyring } from "../../keyring/react";
import { useDiscloses } from "../../keyring/useDiscloses";
import type { CommentPayload } from "../../payloads/task";
import { useDates, useMay, useSignedIn } from "../../session/useSession";
import { mentioned, nameAt, signs } from "../../lists/tasks/names";
import { sealedLabel } from "../../lists/sealedLabel";
import { signedOnes, useMembers, usePeople } from "../../lists/people/people";
import tasks from "./Tasks.module.css";
import { AlarmPill } from "../../lists/alarms";
import { COMMENT, type CommentFacts, type CommentItem, type TaskItem } from "../../lists/kinds/task";

const MAKING: Making<object, CommentFacts, CommentPayload, OpenedItem<CommentItem, CommentPayload>> = { of: COMMENT, nothing: {}, rowOf: asOpened };

export default function Comments({ item }: { item: TaskItem }) {
  const say = useSay();
  const may = useMay();
  const asked = useTaskCommentsQuery(item.id);
  const { data, failure: failed, late, again } = held(asked);
  const shelf = `comment ${item.id}` as const;
  usePassingFeed({ kind: "comment", shelf, within: item.id }, data, wholeSince(asked));
  const all = useAll(MAKING, shelf, data);
  // Signed for this task, and no other one: the server does not move what people say.
  const opened = useMemo(() => all?.filter(({ item: { taskId, updatedBy, deleted } }) => !deleted && (taskId === item.id || updatedBy === null)), [all, item.id]);
  if (failed)
    return <Failed title={say("comments.failed", "The comments did not load")} message={failed.message} onRetry={again} />;
  if (!opened) return <Skeleton lines={4} />;
  return (
    <div className={styles["form"]}>
      {late && <NotRefreshed onRetry={again} />}
      {opened.length === 0 && <p className="hint">{say("comments.none", "No comments yet.")}</p>}
      {opened.length > 1 && <ServerOrder />}
      {opened.map((one) => (
        <Comment key={one.id} one={one} task={item} />
      ))}
      {may("task.comment") && <Write task={item} />}
    </div>
  );
}

function useSend(task: TaskItem): (ops: AlterTask["ops"]) => Promise<void> {
  const [change] = useUpdateTasksMutation();
  return async (ops) => {
    const failure = await firstFailure(await change({ taskChanges: { items: [{ id: task.id, ...(ops ? { ops } : {}) }] } }));
    if (failure) throw new CallFailed(failure);
  };
}

function Comment({ one: { item, opening, settled }, task }: { one: OpenedItem<CommentItem, CommentPayload>; task: TaskItem }) {
  const say = useSay();
  const may = useMay();
  const { language } = useDates();
  const { user } = useSignedIn();
  const keyring = useKeyring();
  const { of: personOf } = usePeople();
  const send = useSend(task);
  const [editing, setEditing] = useState(false);
  const { run, busy, failure } = useAct(async () => {
    await send([{ op: "comment.remove", id: item.id, ...(await keyring.signDelete("comment", item)) }]);
  });
  const author = personOf(item.updatedBy ?? "");
  if (editing && opening.name === "open") return <Write task={task} before={{ item, payload: opening.payload }} onDone={() => setEditing(false)} />;
  return (
    <article className={tasks["comment"]}>
      <Avatar id={item.updatedBy ?? ""} name={author.face} />
      <div>
        <p>
          <b>
            <bdi>{author.name}</bdi>
          </b>{" "}
          <SignedTime className="hint" at={item.createdAt ?? item.updatedAt} language={language} />
        </p>
        {opening.name === "open" ? (
          <p dir="auto" className={tasks["body"]}>
            {opening.payload.body}
          </p>
        ) : opening.name === "alarm" ? (
          <AlarmPill word={opening.word} />
        ) : opening.name === "broken" ? (
          <p className="hint">{say("comments.broken", "This comment cannot be opened")}</p>
        ) : (
          opening.name === "sealed" && <SealedBar label={sealedLabel(opening.locked, say)} />
        )}
        {failure && (
          <Banner tone="bad" urgent title={failureTitle(say, "update")}>
            {failure.message}
          </Banner>
        )}
        {item.updatedBy === user.id && settled && may("task.comment") && (
          <p>
            <Button look="quiet" size="small" onPress={() => setEditing(true)}>
              {say("documents.edit", "Edit")}
            </Button>
            <Button look="quiet" size="small" writes isPending={busy} onPress={() => void run()}>
              {say("documents.delete", "Delete")}
            </Button>
          </p>
        )}
      </div>
    </article>
  );
}

interface WriteProps {
  task: TaskItem;
  before?: { item: CommentItem; payload: CommentPayload };
  onDone?: () => void;
}

function Write(props: WriteProps) {
  const draft = useDraft<string>(`comment ${props.before?.item.id ?? props.task.id}`);
  return draft.found !== undefined && <WriteForm {...props} draft={draft} found={draft.found} />;
}

const MOST_SUGGESTED = 4;

function WriteForm({ task, before, onDone, draft, found }: WriteProps & { draft: ReturnType<typeof useDraft<string>>; found: string | null }) {
  const say = useSay();
  const keyring = useKeyring();
  // Under a name that nobody has signed one might mean somebody else.
  const everybody = signedOnes(useMembers());
  const { account } = useSignedIn();
  const people = useDiscloses(account.disclosure)?.assignees === false ? [] : everybody;
  const send = useSend(task);
  const [body, setBody] = useState(found ?? before?.payload.body ?? "");
  const [id, setId] = useState(() => before?.item.id ?? newId());
  const { run, busy, failure } = useAct(async () => {
    const { assignees } = await keyring.discloses();
    // Nobody is told then: the server would have to know whom.
    const mentionIds = assignees ? mentioned(body, people) : [];
    const sealed = await keyring.sealRecord({
      kind: "comment",
      id,
      payload: { ...(before?.payload ?? { v: 1 }), body: body.trim() },
      ...(before
        ? { attrs: { mentionIds }, previous: before.item }
        : { attrs: { taskId: task.id, mentionIds }, audience: await keyring.audienceOf("task", task) }),
    });
    await send([{ op: before ? "comment.revise" : "comment.add", id, sealed }]);
    await draft.drop();
  });
  function write(next: string) {
    setBody(next);
    draft.keep(next);
  }
  // The last word, while it begins with the sign and names nobody yet.
  const begun = /(?:^|\s)@([\p{L}\p{N}]*)$/u.exec(body)?.[1]?.toLocaleLowerCase();
  const meant = begun === undefined ? [] : people.filter(({ name }) => name.toLocaleLowerCase().split(/\s+/).some((part) => part.startsWith(begun)));
  const names = [...body.matchAll(signs("@"))].flatMap(({ index }) => nameAt(body.slice(index + 1), people)?.id ?? []);
  const told = people.filter(({ id: person }) => names.includes(person)).map(({ name }) => name);
  return (
    <Form
      className={styles["new"] ?? ""}
      onSend={() => {
        void run().then((sent) => {
          if (!sent) return;
          if (onDone) return onDone();
          setBody("");
          setId(newId());
        });
      }}
    >
      {failure && (
        <Banner tone="bad" urgent title={failureTitle(say, "update")}>
          {failure.message}
        </Banner>
      )}
      <TextField
        label={say("comments.write", "Write a comment")}
        hint={told.length > 0 ? say("comments.told", "{people} will be notified", { people: told.join(", ") }) : say("comments.how", "Type @ to mention someone")}
        isRequired
        missing={say("comments.missing", "Write a comment first.")}
        lines={3}
        maxLength={10_000}
        value={body}
        onChange={write}
      />
      {meant.length > 0 && (
        <div className={styles["said"]}>
          {meant.slice(0, MOST_SUGGESTED).map(({ id: person, name }) => (
            <Button key={person} size="small" onPress={() => write(`${body.slice(0, body.length - (begun?.length ?? 0))}${name} `)}>
              <bdi>{name}</bdi>
            </Button>
          ))}
        </div>
      )}
      <div className={styles["buttons"]}>
        {onDone && (
          <Button
            look="quiet"
            onPress={() => {
              void draft.drop();
              onDone();
            }}
          >
            {say("dialog.cancel", "Cancel")}
          </Button>
        )}
        <Button type="submit" writes isPending={busy}>
          {before ? say("documents.save", "Save") : say("comments.send", "Comment")}
        </Button>
      </div>
    </Form>
  );
}
