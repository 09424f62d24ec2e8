/** Switches between the account's log and the user's own actions. */
import { FilterSpace } from "../../components/collection/FilterRow";
import { Segments } from "../../components/Segments";
import { useSay } from "../../i18n/say";

export function Views({ mine }: { mine: boolean }) {
  const say = useSay();
  return (
    <>
      <FilterSpace />
      <Segments
        label={say("audit.views", "Which log")}
        segments={[
          { path: "/audit", label: say("audit.ofAccount", "Account"), on: !mine },
          { path: "/audit?view=me", label: say("audit.ofMe", "Only you"), on: mine },
        ]}
      />
    </>
  );
}
