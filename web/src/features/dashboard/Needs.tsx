/** What needs this person: one card each, with the one thing to do. */
import type { ComponentType } from "react";

import { ButtonLink } from "../../components/Button";
import styles from "./Dashboard.module.css";

export interface Need {
  id: string;
  icon: ComponentType;
  title: string;
  text: string;
  act: string;
  href: string;
}

export function Needs({ needs }: { needs: readonly Need[] }) {
  return needs.map(({ id, icon: Icon, title, text, act, href }) => (
    <section key={id} className={styles["need"]}>
      <span className={styles["needIcon"]}>
        <Icon />
      </span>
      <h2>{title}</h2>
      <p className="quiet">{text}</p>
      <div>
        <ButtonLink look="primary" size="small" href={href}>
          {act}
        </ButtonLink>
      </div>
    </section>
  ));
}
