/** The form of a plain item. */
import { useSay } from "../../i18n/say";
import type { BasePayload } from "../../payloads/base";
import FieldForm from "../fields/FieldForm";
import { memberWordsOf } from "../fields/memberWords";
import { useDates } from "../../session/useSession";
import { EditItem, type WrittenEdit } from "../EditItem";
import type { Draft } from "../useDraft";
import type { PlainRow, PlainForm } from "./screen";
import { membersOf, useRevisePlain, type Clash } from "./usePlain";
import type { PlainItem } from "../kinds/plain";

interface EditProps<Payload extends BasePayload> {
  screen: PlainForm<Payload>;
  row: PlainRow<Payload>;
  payload: Payload;
  /** A conflict of an edit in the list. */
  met: Clash<Payload> | undefined;
  draft: Draft<WrittenEdit<PlainItem, Payload>>;
  onDone: () => Promise<void>;
}

export default function EditPlain<Payload extends BasePayload>({ screen, row, payload, met, draft, onDone }: EditProps<Payload>) {
  const say = useSay();
  const dates = useDates();
  const revise = useRevisePlain(screen);
  const fields = screen.fields(say);
  return (
    <EditItem<PlainItem, Payload>
      shown={{ item: row.item, contents: payload }}
      met={met}
      draft={draft}
      revise={revise}
      membersOf={membersOf}
      contentsFrom={(members) => members as unknown as Payload}
      words={memberWordsOf(fields, say, dates)}
      tidy={screen.tidy}
      fields={(typed, setTyped) => (
        <FieldForm fields={fields} value={typed} change={(part) => setTyped((now) => ({ ...now, ...part }))} autoFocus />
      )}
      onDone={onDone}
    />
  );
}
