/** How an entry of a list is called and coloured, to be changed where it stands. */
import { useEffect, useState } from "react";

import { useAct } from "../../api/useAct";
import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { Skeleton } from "../../components/States";
import { Why } from "../../components/Why";
import { part } from "../../components/part";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay, type Say } from "../../i18n/say";
import type { MemberWords } from "../Conflict";
import { isChanged } from "../merge";
import type { Draft } from "../useDraft";
import type { NamedPayload } from "../../payloads/shared.generated";
import { useMembers } from "../people/people";
import styles from "./Boards.module.css";
import { HuePick } from "./HuePick";
import { hueOf, hueWord } from "./hues";
import { membersOf, useReviseEntry, type Clash, type EntryDesk, type EntryItem, type Found } from "./useReviseEntry";

const Conflict = part(() => import("../Conflict"));

/** The draft of an entry, and the version it is based on. */
export interface WrittenEntry<Item> {
  id: string;
  begun: Found<Item>;
  yours: NamedPayload;
}

interface EntryFormProps<Item extends EntryItem> {
  desk: EntryDesk<Item>;
  /** As it was when the form was opened, or when the draft was begun. */
  begun: Found<Item>;
  /** The built-in name. A person who types it has not renamed the entry. */
  unnamed: string | null;
  draft: Draft<WrittenEntry<Item>>;
  onDone: () => void;
}

export function EntryForm<Item extends EntryItem>({ desk, begun: given, unnamed, draft, onDone }: EntryFormProps<Item>) {
  const say = useSay();
  const members = useMembers();
  const revise = useReviseEntry(desk);
  const [before] = useState(() => (draft.found?.id === given.item.id ? draft.found : null));
  const [begun] = useState(() => before?.begun ?? given);
  const [typed, setTyped] = useState(() => before?.yours ?? { ...begun.contents, name: begun.contents.name || (unnamed ?? "") });
  const [clash, setClash] = useState<Clash<Item & { updatedBy?: string | null }> | null>(null);
  const { run, busy, failure, forget } = useAct(async (base: Found<Item>, yours: NamedPayload) => {
    const { name, found } = await revise(base, yours);
    if (name === "met") setClash({ base, yours, theirs: found });
    else await leave();
  });

  const { keep } = draft;
  useEffect(() => {
    if (isChanged(membersOf(begun.contents), membersOf(tidy(typed, unnamed)))) keep({ id: begun.item.id, begun, yours: typed });
  }, [keep, begun, typed, unnamed]);

  async function leave() {
    await draft.drop();
    onDone();
  }

  if (clash)
    return (
      <Boundary waiting={<Skeleton lines={3} />}>
        <Conflict
          // Somebody may be faster a second time: then it is another question.
          key={clash.theirs.item.version}
          base={membersOf(clash.base.contents)}
          yours={membersOf(clash.yours)}
          theirs={membersOf(clash.theirs.contents)}
          words={namedWords(say)}
          author={members.find(({ id }) => id === clash.theirs.item.updatedBy)?.name}
          busy={busy}
          failure={failure?.message}
          onSave={(settled) => void run(clash.theirs, settled as unknown as NamedPayload)}
          onBack={() => {
            forget();
            setClash(null);
          }}
        />
      </Boundary>
    );

  return (
    <Form
      className={styles["form"]}
      onSend={() => {
        const yours = tidy(typed, unnamed);
        // Nothing was written, so nobody else's words are in the way.
        if (!isChanged(membersOf(begun.contents), membersOf(yours))) return void leave();
        void run(begun, yours);
      }}
    >
      {before && <Banner tone="info">{say("draft.found", "We restored your unsaved changes. They are not saved yet.")}</Banner>}
      {failure && (
        <Banner tone="bad" urgent title={failureTitle(say, "update")}>
          <Why {...failure} />
        </Banner>
      )}
      <NamedFields payload={typed} unnamed={unnamed} onChange={setTyped} onEscape={() => void leave()} />
      <div className={styles["buttons"]}>
        <Button type="submit" size="small" look="primary" writes isPending={busy}>
          {say("settings.save", "Save")}
        </Button>
        <Button size="small" look="quiet" onPress={() => void leave()}>
          {say("dialog.cancel", "Cancel")}
        </Button>
      </div>
    </Form>
  );
}

function tidy(typed: NamedPayload, unnamed: string | null): NamedPayload {
  const name = typed.name.trim();
  return { ...typed, name: name === unnamed ? "" : name };
}

interface FieldsProps {
  payload: NamedPayload;
  unnamed: string | null;
  onChange: (payload: NamedPayload) => void;
  onEscape: () => void;
}

export function NamedFields({ payload, unnamed, onChange, onEscape }: FieldsProps) {
  const say = useSay();
  return (
    <>
      <TextField
        label={say("documents.name", "Name")}
        autoFocus
        isRequired={!unnamed}
        maxLength={80}
        placeholder={unnamed ?? ""}
        value={payload.name}
        onChange={(name) => onChange({ ...payload, name })}
        onKeyDown={(event) => {
          if (event.key === "Escape") onEscape();
        }}
      />
      <HuePick
        value={hueOf(payload.color)}
        onChange={(hue) => {
          const next = { ...payload };
          delete next.color;
          onChange(hue ? { ...next, color: hue } : next);
        }}
      />
    </>
  );
}

function namedWords(say: Say): MemberWords {
  return {
    name: (member) => (member === "name" ? say("documents.name", "Name") : member === "color" ? say("boards.colour", "Colour") : member),
    value(member, value) {
      const hue = member === "color" && typeof value === "string" ? hueOf(value) : null;
      return hue ? hueWord(say, hue) : String(value);
    },
  };
}
