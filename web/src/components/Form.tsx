/** A form: by its button or by Enter it is sent once all its fields are right, and not before. */
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { Form as AriaForm } from "react-aria-components/Form";

import { useSay } from "../i18n/say";
import { AskerContext, focusField, useAsking, type AskedField } from "./asking";
import styles from "./Field.module.css";

interface FormProps {
  onSend: () => void;
  children: ReactNode;
  className?: string | undefined;
  /** For a button that stands outside of it. */
  id?: string;
}

export function Form({ onSend, children, className = "", id }: FormProps) {
  const { asker, faults, ask } = useAsking();
  // As it is after all fields have handed on what was read of them.
  const send = useRef(onSend);
  useLayoutEffect(() => {
    send.current = onSend;
  });
  return (
    <AriaForm
      className={className}
      {...(id === undefined ? {} : { id })}
      // The rules are the page's own: what the browser thinks of a field never keeps the next try from being sent.
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog that a form opened has a form of its own.
        event.stopPropagation();
        if (ask()) send.current();
      }}
    >
      <AskerContext value={asker}>
        {faults.length > 1 && <Faults faults={faults} />}
        {children}
      </AskerContext>
    </AriaForm>
  );
}

/** Leads to each field that is wrong, where there are several. */
function Faults({ faults }: { faults: readonly AskedField[] }) {
  const say = useSay();
  return (
    <div className={styles["faults"]}>
      <p>{say("form.faults", "Check these fields:")}</p>
      <ul>
        {faults.map((field) => (
          <li key={field.label}>
            <button type="button" className="link" onClick={() => focusField(field)}>
              {field.label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
