/** What needs this person: one card each, with the one thing to do. */
import type { ComponentType } from "react";

import { ButtonLink } from "../../components/Button";
import { ServerMark } from "../../components/ServerWord";
import styles from "./Dashboard.module.css";

export interface Need {
  id: string;
  icon: ComponentType;
  title: string;
  text: string;
  act: string;
  href: string;
  /** Nobody but the server says so. */
  told?: boolean;
}

export function Needs({ needs }: { needs: readonly Need[] }) {
  return needs.map(({ id, icon: Icon, title, text, act, href, told }) => (
    <section key={id} className={styles["need"]} data-word={told || undefined}>
      <span className={styles["needIcon"]}>
        <Icon />
      </span>
      <h2>
        {title} {told && <ServerMark />}
      </h2>
      <p className="quiet">{text}</p>
      <div>
        <ButtonLink look="primary" size="small" href={href}>
          {act}
        </ButtonLink>
      </div>
    </section>
  ));
}
