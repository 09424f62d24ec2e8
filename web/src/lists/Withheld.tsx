/**
 * What is withheld, below a choice of items by what they say.
 *
 * Nothing is known of its days, its people and its profiles, so it could be among them: it stays to be seen wherever it could.
 */
import type { ComponentType, ReactNode } from "react";
import { Link } from "react-aria-components/Link";

import type { Opening } from "../keyring/react";
import { AlarmPill } from "./alarms";

interface Row {
  id: string;
  opening: Opening<unknown>;
}

export const isWithheld = ({ opening }: Pick<Row, "opening">): boolean => opening.name === "alarm" && opening.word === "withheld";

interface WithheldProps {
  rows: readonly Row[];
  hrefOf: (id: string) => string;
  /** What one of the list stands in. */
  as: ComponentType<{ children: ReactNode }> | "li";
  className?: string | undefined;
}

export function Withheld({ rows, hrefOf, as: Around, className }: WithheldProps) {
  return rows.filter(isWithheld).map(({ id, opening }) => (
    <Around key={id}>
      <Link href={hrefOf(id)} {...(className ? { className } : {})}>
        <AlarmPill word="withheld" />{" "}
        {opening.name === "alarm" && opening.last && (
          <span className="quiet clip">
            <bdi>{opening.last}</bdi>
          </span>
        )}
      </Link>
    </Around>
  ));
}
