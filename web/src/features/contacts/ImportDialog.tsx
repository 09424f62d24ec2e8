/** What a file of cards would bring, before anything is sealed: how many are new, which are here already, which are none. */
import { useMemo, useRef, useState } from "react";

import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Banner } from "../../components/Layout";
import { Bar } from "../../components/Marks";
import { Switch } from "../../components/Switch";
import { Why } from "../../components/Why";
import { useAct } from "../../api/useAct";
import { readCards } from "../../lists/exchange/vcard";
import { useSay } from "../../i18n/say";
import styles from "../../lists/Items.module.css";
import { incoming, sortOut, type Known } from "./incoming";
import { useImport, type Imported } from "./useImport";

interface ImportDialogProps {
  text: string;
  known: readonly Known[];
  onClose: () => void;
}

const SHOWN = 8;

export default function ImportDialog({ text, known, onClose }: ImportDialogProps) {
  const say = useSay();
  const importAll = useImport();
  const { entries, unreadable } = useMemo(() => {
    const read = readCards(text);
    return { entries: incoming(read.contacts), unreadable: read.unreadable };
  }, [text]);
  const { fresh, here, again } = useMemo(() => sortOut(entries, known), [entries, known]);
  const [withKnown, setWithKnown] = useState(false);
  const [withAgain, setWithAgain] = useState(false);
  const [settled, setSettled] = useState(0);
  const [outcome, setOutcome] = useState<Imported | null>(null);
  const control = useRef<AbortController>(undefined);
  const chosen = [...fresh, ...(withAgain ? again : []), ...(withKnown ? here : [])];

  const { run, busy, failure } = useAct(async () => {
    control.current = new AbortController();
    const result = await importAll(chosen, { onProgress: setSettled, signal: control.current.signal });
    if (result.refused.length > 0) setOutcome(result);
    else onClose();
  });
  const label = say("contacts.importCount", "Import {count, plural, one {# contact} other {# contacts}}", { count: chosen.length });

  function leave() {
    control.current?.abort();
    onClose();
  }

  return (
    <Dialog
      title={say("contacts.import", "Import vCards")}
      isOpen
      onClose={leave}
      keeps={busy}
      actions={
        <>
          <Button look="quiet" onPress={leave}>
            {outcome ? say("dialog.close", "Close") : say("dialog.cancel", "Cancel")}
          </Button>
          {!outcome && (
            <Button look="primary" writes isPending={busy} isDisabled={chosen.length === 0} onPress={() => void run()}>
              {label}
            </Button>
          )}
        </>
      }
    >
      <p>
        {say("contacts.found", "{count, plural, =0 {No contact} one {# contact} other {# contacts}} found in the file.", { count: entries.length })}
      </p>
      {again.length > 0 && (
        <Switch isSelected={withAgain} onChange={setWithAgain}>
          {say("contacts.againToo", "{count, plural, one {Also import # that may be the same as another in this file} other {Also import # that may be the same as others in this file}}", { count: again.length })}
        </Switch>
      )}
      {here.length > 0 && (
        <Switch isSelected={withKnown} onChange={setWithKnown}>
          {say("contacts.alikeToo", "{count, plural, one {Also import # that may be here already} other {Also import # that may be here already}}", { count: here.length })}
        </Switch>
      )}
      <ul className={styles["refused"]}>
        {chosen.slice(0, SHOWN).map(({ id, contact }) => (
          <li key={id}>
            <bdi>{contact.name.full}</bdi>
          </li>
        ))}
        {chosen.length > SHOWN && <li className="hint">{say("contacts.andMore", "and {count, number} more", { count: chosen.length - SHOWN })}</li>}
      </ul>
      {unreadable.length > 0 && (
        <Banner tone="warn" title={say("contacts.unreadable", "{count, plural, one {# card has no name and is} other {# cards have no name and are}} skipped", { count: unreadable.length })}>
          <bdi className="num">{unreadable.slice(0, 20).join(", ")}</bdi>
        </Banner>
      )}
      {busy && <Bar value={chosen.length === 0 ? 0 : settled / chosen.length} label={label} />}
      {failure && <Banner tone="bad" urgent title={say("contacts.importFailed", "No contacts were imported")}><Why {...failure} /></Banner>}
      {outcome && (
        <Banner tone="bad" urgent title={say("contacts.notImported", "{count, plural, one {# contact was} other {# contacts were}} not imported", { count: outcome.refused.length })}>
          {outcome.refused[0]?.message}
        </Banner>
      )}
    </Dialog>
  );
}
