/** The twelve colours to choose one of, or none. */
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";

import { useSay } from "../../i18n/say";
import styles from "./Boards.module.css";
import { HUES, hueOf, hueWord, type Hue } from "./hues";

const NONE = "none";

export function HuePick({ value, onChange }: { value: Hue | null; onChange: (hue: Hue | null) => void }) {
  const say = useSay();
  return (
    <RadioGroup
      className={styles["hues"]}
      orientation="horizontal"
      aria-label={say("boards.colour", "Colour")}
      value={value ?? NONE}
      onChange={(chosen) => onChange(hueOf(chosen))}
    >
      {[NONE, ...HUES].map((hue) => {
        const known = hueOf(hue);
        return (
          <Radio
            key={hue}
            value={hue}
            className={styles["hue"]}
            style={known ? { background: `var(--hue-${known})` } : {}}
            aria-label={known ? hueWord(say, known) : say("boards.noColour", "No colour")}
          />
        );
      })}
    </RadioGroup>
  );
}
