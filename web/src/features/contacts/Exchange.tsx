/** Contacts in and out, many at once. Everything is read and written on this device. */
import { Download, Ellipsis, FileUp } from "lucide-react";
import { useRef, useState } from "react";

import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { Menu, MenuItem } from "../../components/Menu";
import { PopUp } from "../../components/PopUp";
import { tellFailure } from "../../components/notices";
import { part } from "../../components/part";
import { useSay } from "../../i18n/say";
import { openIn, useSaveList } from "../../lists/saveList";
import type { MoreProps } from "../../lists/plain/screen";
import type { ContactPayload } from "../../payloads/contact";
import { useDates, useMay } from "../../session/useSession";
import { contactFields } from "./fields";
import type { Known } from "./incoming";

const ImportDialog = part(() => import("./ImportDialog"));

/** A file of cards beyond this is no address book. */
const MOST_BYTES = 20_000_000;

export function Exchange({ count, read }: MoreProps<ContactPayload>) {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const save = useSaveList("contact", read);
  const input = useRef<HTMLInputElement>(null);
  const [incoming, setIncoming] = useState<{ text: string; known: readonly Known[] } | null>(null);
  const label = say("contacts.exchange", "Import and export");

  const failed = say("contacts.exportFailed", "No contacts were exported");
  const asCards = () =>
    save({ name: "contacts", ending: "vcf", failed, write: async (contacts) => (await import("../../lists/exchange/vcard")).writeCards(contacts) });
  const asCsv = () =>
    save({
      name: "contacts",
      ending: "csv",
      failed,
      write: async (contacts) => (await import("../../lists/fields/table")).tableOf(contactFields(say), contacts, dates),
    });

  async function take(file: File | undefined) {
    if (!file) return;
    if (file.size > MOST_BYTES) return tellFailure(say("contacts.importFailed", "No contacts were imported"), say("contacts.tooLarge", "The file is too large."));
    setIncoming({ text: await file.text(), known: openIn(await read("all")).map(({ id, payload: contact }) => ({ id, contact })) });
  }

  return (
    <>
      <Menu
        label={label}
        trigger={
          <Button icon aria-label={label}>
            <Ellipsis />
          </Button>
        }
      >
        {may("contact.create") && (
          <MenuItem icon={FileUp} writes label={say("contacts.import", "Import vCards")} onAction={() => input.current?.click()} />
        )}
        {count > 0 && (
          <>
            <MenuItem icon={Download} label={say("contacts.exportCards", "Export as vCards")} onAction={() => void asCards()} />
            <MenuItem icon={Download} label={say("contacts.exportCsv", "Export as CSV")} onAction={() => void asCsv()} />
          </>
        )}
      </Menu>
      <input
        ref={input}
        type="file"
        accept=".vcf,.vcard,text/vcard"
        hidden
        aria-label={say("contacts.import", "Import vCards")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          take(file).catch((reason: unknown) => tellFailure(say("contacts.importFailed", "No contacts were imported"), failureOf(reason)));
        }}
      />
      {incoming && (
        <PopUp onClose={() => setIncoming(null)}>
          <ImportDialog {...incoming} onClose={() => setIncoming(null)} />
        </PopUp>
      )}
    </>
  );
}
