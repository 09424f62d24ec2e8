/** What the keyboard and the palette can do on this page. */
import { FilePlus2, Upload } from "lucide-react";

import { useOffer } from "../../components/commands/commands";
import { useSay } from "../../i18n/say";

interface Doings {
  /** Left out where this device cannot add anything. */
  add: { pick: () => void; create: () => void } | null;
}

export function useDocumentOffers({ add }: Doings): void {
  const say = useSay();
  useOffer([
    ...(add
      ? [
          { id: "upload", label: say("nav.upload", "Upload files"), icon: Upload, keys: "U", group: "new" as const, run: add.pick },
          {
            id: "new document",
            label: say("documents.new", "New document"),
            icon: FilePlus2,
            keys: "N D",
            group: "new" as const,
            run: add.create,
          },
        ]
      : []),
    {
      id: "filter",
      label: say("documents.find", "Filter this list"),
      keys: "/",
      group: "act" as const,
      run: () => document.querySelector<HTMLInputElement>("[data-list-search] input")?.focus(),
    },
  ]);
}
