/** Where a contract stands today. */
import { Pill } from "../../components/Marks";
import { useSay } from "../../i18n/say";
import type { VendorContract } from "../../payloads/vendor";
import { useToday } from "../../session/useSession";
import { contractStage } from "./contracts";

export function ContractPill({ contract }: { contract: VendorContract | undefined }) {
  const say = useSay();
  const stage = contractStage(contract, useToday());
  if (stage === "ended") return <Pill tone="bad">{say("vendors.ended", "Ended")}</Pill>;
  if (stage === "ending") return <Pill tone="warn">{say("vendors.ending", "Ending")}</Pill>;
  if (stage === "running") return <Pill tone="ok">{say("vendors.running", "Running")}</Pill>;
  return <span className="quiet">–</span>;
}
