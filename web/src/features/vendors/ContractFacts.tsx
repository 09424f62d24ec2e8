/** The contract with a vendor, to be read. */
import { Fact } from "../../components/Layout";
import { formatDay, relativeDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import type { VendorPayload } from "../../payloads/vendor";
import { useDates, useToday } from "../../session/useSession";
import { noticeBy } from "./contracts";
import { ContractPill } from "./ContractPill";
import { amountWord } from "./words";

export function ContractFacts({ payload: { contract } }: { payload: VendorPayload }) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  if (!contract) return null;
  const { startOn, endOn, noticeDays } = contract;
  const last = noticeBy(contract);
  const amount = amountWord(say, contract, dates);
  return (
    <>
      <Fact name={say("vendors.contract", "Contract")}>
        <ContractPill contract={contract} />
      </Fact>
      {startOn && (
        <Fact name={say("vendors.startOn", "Starts on")}>
          <time dateTime={startOn}>{formatDay(startOn, dates)}</time>
        </Fact>
      )}
      {endOn && (
        <Fact name={say("vendors.endOn", "Ends on")}>
          <time dateTime={endOn}>{formatDay(endOn, dates)}</time>
        </Fact>
      )}
      {last && noticeDays !== undefined && (
        <Fact name={say("vendors.noticeBy", "Notice by")}>
          <time dateTime={last}>{formatDay(last, dates)}</time> <span className="hint">{relativeDay(last, today, dates.language)}</span>
        </Fact>
      )}
      {amount && (
        <Fact name={say("vendors.amount", "Amount")}>
          <bdi className="num">{amount}</bdi>
        </Fact>
      )}
    </>
  );
}
