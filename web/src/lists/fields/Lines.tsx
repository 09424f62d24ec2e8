/** Several of one thing in a form: each in a line of its own, and a button for one more. */
import { Plus, X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";

import { Button } from "../../components/Button";
import { useSay } from "../../i18n/say";
import styles from "../Items.module.css";

interface LinesProps<Entry> {
  legend: string;
  add: string;
  entries: readonly Entry[];
  blank: Entry;
  onChange: (entries: Entry[]) => void;
  children: (line: Line<Entry>) => ReactNode;
}

export interface Line<Entry> {
  entry: Entry;
  change: (part: Partial<Entry>) => void;
  remove: ReactNode;
}

const MOST = 20;

export function Lines<Entry extends object>({ legend, add, entries, blank, onChange, children }: LinesProps<Entry>) {
  const say = useSay();
  const place = useRef<HTMLFieldSetElement>(null);
  const added = useRef(false);

  // Whoever asked for one more goes on in it.
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    place.current?.querySelector<HTMLElement>("[data-line]:last-of-type input, [data-line]:last-of-type textarea")?.focus();
  }, [entries.length]);

  return (
    <fieldset className={styles["lines"]} ref={place}>
      <legend>{legend}</legend>
      {entries.map((entry, at) => (
        // Lines have no names of their own; their order is what they are known by.
        <div key={at} data-line>
          {children({
            entry,
            change: (part) => onChange(entries.map((one, other) => (other === at ? { ...one, ...part } : one))),
            remove: (
              <Button
                look="quiet"
                icon
                aria-label={say("lines.remove", "Remove {what} {number}", { what: legend, number: at + 1 })}
                onPress={() => onChange(entries.filter((_, other) => other !== at))}
              >
                <X />
              </Button>
            ),
          })}
        </div>
      ))}
      {entries.length < MOST && (
        <Button
          size="small"
          look="quiet"
          onPress={() => {
            added.current = true;
            onChange([...entries, blank]);
          }}
        >
          <Plus />
          {add}
        </Button>
      )}
    </fieldset>
  );
}
