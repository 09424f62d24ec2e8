/** A new plain item. */
import { useSay } from "../../i18n/say";
import FieldForm from "../fields/FieldForm";
import type { BasePayload } from "../../payloads/base";
import { NewItem } from "../NewItem";
import type { PlainScreen } from "./screen";
import { membersOf, useCreatePlain } from "./usePlain";

interface NewProps<Payload extends BasePayload> {
  screen: PlainScreen<Payload>;
  onClose: () => void;
  /** Closes it, too. */
  onCreated: (id: string) => void;
}

export default function NewPlain<Payload extends BasePayload>({ screen, onClose, onCreated }: NewProps<Payload>) {
  const say = useSay();
  const words = screen.words(say);
  const create = useCreatePlain(screen);
  return (
    <NewItem<Payload>
      name={screen.kind}
      title={words.new}
      create={words.create}
      blank={screen.blank}
      membersOf={membersOf}
      fields={(typed, setTyped) => (
        <FieldForm fields={screen.fields(say)} value={typed} change={(part) => setTyped((now) => ({ ...now, ...part }))} autoFocus />
      )}
      onCreate={create}
      onClose={onClose}
      onCreated={onCreated}
    />
  );
}
