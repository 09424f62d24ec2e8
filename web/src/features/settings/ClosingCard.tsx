/** The end of the account: closed by its owner, kept for thirty days, and opened again while they last. */
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

import { useUpdateAccountMutation } from "../../api/accounts";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Banner, Card, CardBody } from "../../components/Layout";
import { PopUp } from "../../components/PopUp";
import { tell } from "../../components/notices";
import { part } from "../../components/part";
import { dayAt, formatDay } from "../../dates/days";
import { sayRefusal } from "../../i18n/refusalTexts";
import { useSay } from "../../i18n/say";
import { useDates, useMay, useSignedIn } from "../../session/useSession";
import { read } from "../../i18n/word";
import { ServerWord } from "../../components/ServerWord";

const CloseDialog = part(() => import("./CloseDialog"));

export function ClosingCard() {
  const say = useSay();
  const { account } = useSignedIn();
  const may = useMay()("account.delete");
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  // Other pages lead here by name.
  useEffect(() => {
    if (hash === "#close") place.current?.scrollIntoView({ block: "center" });
  }, [hash]);

  if (!may) return null;
  return (
    <div ref={place}>
      <Card title={say("members.close", "Close the account")}>
        <CardBody>
          {account.state === "closing" ? (
            <Reopen />
          ) : (
            <>
              <p className="hint">
                {say("closing.what", "Everyone can still read and export, and an owner can reopen the account, for at least 30 days. After that everything in it may be deleted for good.")}
              </p>
              <div>
                <Button onPress={() => setAsking(true)}>{say("members.close", "Close the account")}</Button>
              </div>
            </>
          )}
        </CardBody>
      </Card>
      <PopUp onClose={() => setAsking(false)}>{asking && <CloseDialog onClose={() => setAsking(false)} />}</PopUp>
    </div>
  );
}

function Reopen() {
  const say = useSay();
  const dates = useDates();
  const { account } = useSignedIn();
  const [update] = useUpdateAccountMutation();
  const { run, busy, failure } = useAct(
    () => update({ accountId: account.id, accountChange: { state: "active", version: account.version } }).unwrap(),
    () => tell({ title: say("closing.open", "The account is open again") }),
  );
  const day = account.dueAt ? formatDay(dayAt(new Date(account.dueAt), dates.zone), dates) : "";
  return (
    <>
      <Banner
        tone="warn"
        title={<ServerWord>{say("closing.due", "{account} is closed and may be deleted after {day}.", { account: read(account.displayName), day })}</ServerWord>}
        actions={
          <Button size="small" writes isPending={busy} onPress={() => void run()}>
            {say("closing.reopen", "Reopen the account")}
          </Button>
        }
      >
        {say("closing.readOnly", "Until then everyone can read and export. Nothing can be changed.")}
      </Banner>
      {failure && <Banner tone="bad" urgent title={sayRefusal(say, failure)} />}
    </>
  );
}
