/** The way out for good. */
import { useState } from "react";

import { Button } from "../../../components/Button";
import { Card, CardBody } from "../../../components/Layout";
import { PopUp } from "../../../components/PopUp";
import { part } from "../../../components/part";
import { useSay } from "../../../i18n/say";

/** Rarely opened, so a lazy chunk. */
const ForgetDialog = part(() => import("./ForgetDialog"));

export function ForgetCard() {
  const say = useSay();
  const [asking, setAsking] = useState(false);
  return (
    <Card title={say("forget.title", "Delete your identity")}>
      <CardBody>
        <p className="hint">
          {say("forget.what", "Your name, your email address and every way to sign in are deleted for good. What you wrote stays in its accounts.")}
        </p>
        <Button onPress={() => setAsking(true)}>{say("forget.begin", "Delete my identity")}</Button>
      </CardBody>
      <PopUp onClose={() => setAsking(false)}>{asking && <ForgetDialog onClose={() => setAsking(false)} />}</PopUp>
    </Card>
  );
}
