/** What a vendor says, to be read and copied. */
import { CopyButton } from "../../components/CopyButton";
import { Fact, Facts } from "../../components/Layout";
import { Pill } from "../../components/Marks";
import { formatDay, relativeDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import styles from "../../items/Items.module.css";
import { ReachFacts } from "../../items/reach/ReachFacts";
import type { VendorContract, VendorPayload } from "../../payloads/vendor";
import { useDates, useToday } from "../../session/useSession";
import { noticeBy } from "./contracts";
import { ContractPill } from "./ContractPill";
import { amountWord } from "./words";

/** Typed text becomes a link only if it is a valid URL. */
const isPage = (address: string): boolean => /^https?:\/\/[^\s]+$/i.test(address);

export function VendorDetails({ payload }: { payload: VendorPayload }) {
  const say = useSay();
  const { services, customerNumber, website, contract, emergency, rating, notes, tags = [] } = payload;
  return (
    <Facts>
      {emergency && (
        <Fact name={say("vendors.emergency", "Emergency number")}>
          <Pill tone="bad">{say("vendors.yes", "Yes")}</Pill>
        </Fact>
      )}
      <Fact name={say("vendors.services", "Services")}>{services.length > 0 ? <bdi>{services.join(", ")}</bdi> : "–"}</Fact>
      <ReachFacts {...payload} />
      {customerNumber && (
        <Fact name={say("vendors.customerNumber", "Customer number")}>
          <span className={styles["said"]}>
            <bdi className="mono">{customerNumber}</bdi>
            <CopyButton text={customerNumber} what={say("vendors.customerNumber", "Customer number")} />
          </span>
        </Fact>
      )}
      {website && (
        <Fact name={say("vendors.website", "Website")}>
          {isPage(website) ? (
            <a className="link" href={website} target="_blank" rel="noreferrer noopener">
              <bdi>{website}</bdi>
            </a>
          ) : (
            <bdi>{website}</bdi>
          )}
        </Fact>
      )}
      {contract && <ContractFacts contract={contract} />}
      {rating !== undefined && (
        <Fact name={say("vendors.rating", "Rating")}>{say("vendors.stars", "{count} of 5", { count: rating })}</Fact>
      )}
      {tags.length > 0 && (
        <Fact name={say("documents.tags", "Tags")}>
          <bdi>{tags.join(", ")}</bdi>
        </Fact>
      )}
      {notes && (
        <Fact name={say("documents.notes", "Notes")}>
          <span dir="auto">{notes}</span>
        </Fact>
      )}
    </Facts>
  );
}

function ContractFacts({ contract }: { contract: VendorContract }) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
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
