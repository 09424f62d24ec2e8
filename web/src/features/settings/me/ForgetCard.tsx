/** The way out for good. */
import { useState } from "react";

import { Button } from "../../../components/Button";
import { Card, CardBody } from "../../../components/Layout";
import { useSay } from "../../../i18n/say";
import { ForgetDialog } from "./ForgetDialog";

export function ForgetCard() {
  const say = useSay();
  const [asking, setAsking] = useState(false);
  return (
    <Card title={say("forget.title", "Be forgotten")}>
      <CardBody>
        <p className="hint">
          {say("forget.what", "Your name, your address and every way to sign in are destroyed. What you wrote stays with its accounts.")}
        </p>
        <Button onPress={() => setAsking(true)}>{say("forget.begin", "Delete yourself")}</Button>
      </CardBody>
      {asking && <ForgetDialog onClose={() => setAsking(false)} />}
    </Card>
  );
}
