/** That this browser keeps no copies of lists, and why; nothing where it keeps them. */
import { Card, CardBody } from "../../../components/Layout";
import { useUnkept } from "../../../desk/react";
import { useSay } from "../../../i18n/say";

export function KeptCard() {
  const say = useSay();
  const why = useUnkept();
  return (
    why && (
      <Card title={say("kept.none", "Nothing is kept on this device")}>
        <CardBody>
          <p className="hint">
            {why === "full"
              ? say("kept.full", "The storage of this browser is full. Your lists work, but each visit fetches them again.")
              : say("kept.refused", "This browser refuses to store anything. Your lists work, but each visit fetches them again.")}
          </p>
        </CardBody>
      </Card>
    )
  );
}
