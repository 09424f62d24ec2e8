/** What goes with a password: whether the session outlives the browser, and what to do when it is forgotten. */
import { Checkbox } from "../../components/Tick";
import { useSay } from "../../i18n/say";
import styles from "./signin.module.css";

interface BesidePasswordProps {
  remember: boolean;
  onRemember: (remember: boolean) => void;
  onForgotten: (() => void) | undefined;
}

export default function BesidePassword({ remember, onRemember, onForgotten }: BesidePasswordProps) {
  const say = useSay();
  return (
    <div className={styles["row"]}>
      <Checkbox isSelected={remember} onChange={onRemember}>
        {say("auth.remember", "Keep me signed in for 7 days")}
      </Checkbox>
      {onForgotten && (
        <button type="button" className="link" onClick={onForgotten}>
          {say("login.forgot", "Forgot your password?")}
        </button>
      )}
    </div>
  );
}
