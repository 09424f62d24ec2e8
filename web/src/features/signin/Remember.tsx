/** Whether the session outlives the browser. */
import { Checkbox } from "../../components/Tick";
import { useSay } from "../../i18n/say";

interface RememberProps {
  isSelected: boolean;
  onChange: (remember: boolean) => void;
}

export default function Remember(props: RememberProps) {
  const say = useSay();
  return <Checkbox {...props}>{say("auth.remember", "Keep me signed in for 7 days")}</Checkbox>;
}
