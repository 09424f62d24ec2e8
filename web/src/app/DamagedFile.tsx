/** A notice of the bell: a file of a document is damaged where the server keeps it. */
import { FileWarning } from "lucide-react";
import { useMemo } from "react";
import type { ReactNode } from "react";

import type { Notice } from "../api/notices";
import { useTargetNames } from "../audit/useTargetNames";
import { MenuItem } from "../components/Menu";
import { useSay } from "../i18n/say";

interface DamagedFileProps {
  notice: Notice;
  when: string;
  end: ReactNode;
  onAction: () => void;
}

/** The server names the document by its id; how it is called, this device opens for itself or does not say. */
export function DamagedFile({ notice: { targetId }, when, ...rest }: DamagedFileProps) {
  const say = useSay();
  const nameOf = useTargetNames(useMemo(() => [{ kind: "document", id: targetId }], [targetId]));
  const title = nameOf({ kind: "document", id: targetId });
  return (
    <MenuItem
      icon={FileWarning}
      label={
        typeof title === "string"
          ? say("bell.fileDamaged", "A file in “{title}” is damaged", { title })
          : say("bell.fileDamagedClosed", "A file in a document that this device does not open is damaged")
      }
      hint={say("bell.fileDamagedHow", "{when} · Upload it again if you have a copy", { when })}
      {...rest}
    />
  );
}
