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
import { onlyProven, tellLeft } from "../../items/leaving";
import type { MoreProps, PlainRow } from "../../items/plain/screen";
import { useKeyring } from "../../keyring/react";
import type { ContactPayload } from "../../payloads/contact";
import { useMay, useToday } from "../../session/useSession";
import type { Known } from "./incoming";

const ImportDialog = part(() => import("./ImportDialog"));

/** A file of cards beyond this is no address book. */
const MOST_BYTES = 20_000_000;

/** Nobody is given out of this device what it has not verified. */
const openIn = (rows: readonly PlainRow<ContactPayload>[]) =>
  rows.flatMap(({ id, item, opening, settled }) => (settled && opening.name === "open" ? [{ id, item, contact: opening.payload }] : []));

export function Exchange({ count, read }: MoreProps<ContactPayload>) {
  const say = useSay();
  const may = useMay();
  const today = useToday();
  const keyring = useKeyring();
  const input = useRef<HTMLInputElement>(null);
  const [incoming, setIncoming] = useState<{ text: string; known: readonly Known[] } | null>(null);
  const label = say("contacts.exchange", "Import and export");

  async function save(kind: "vcf" | "csv") {
    const { saveBlob } = await import("../../exchange/saveBlob");
    const { proven, left } = await onlyProven(keyring, "contact", openIn(await read("listed")));
    tellLeft(say, left);
    if (proven.length === 0) return;
    const contacts = proven.map(({ contact }) => contact);
    const written =
      kind === "vcf"
        ? (await import("../../exchange/vcard")).writeCards(contacts)
        : (await import("./asCsv")).contactsAsCsv(contacts, say);
    const type = kind === "vcf" ? "text/vcard" : "text/csv";
    saveBlob(new Blob([written], { type: `${type};charset=utf-8` }), `contacts-${today}.${kind}`);
  }

  const run = (kind: "vcf" | "csv") =>
    save(kind).catch((reason: unknown) => tellFailure(say("contacts.exportFailed", "No contacts were exported"), failureOf(reason)));

  async function take(file: File | undefined) {
    if (!file) return;
    if (file.size > MOST_BYTES) return tellFailure(say("contacts.importFailed", "No contacts were imported"), say("contacts.tooLarge", "The file is too large."));
    setIncoming({ text: await file.text(), known: openIn(await read("all")) });
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
            <MenuItem icon={Download} label={say("contacts.exportCards", "Export as vCards")} onAction={() => void run("vcf")} />
            <MenuItem icon={Download} label={say("contacts.exportCsv", "Export as CSV")} onAction={() => void run("csv")} />
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
