/** Whether a task may be given to somebody: the role allows it, and the server may see who that is. */
import { useDiscloses } from "../../keyring/useDiscloses";
import { useMay, useSignedIn } from "../../session/useSession";

export function useMayAssign(): boolean {
  const may = useMay();
  const { account } = useSignedIn();
  const allowed = useDiscloses(account.disclosure);
  // Until that is known the field is not taken away; what is signed is decided by the worker.
  return may("task.assign") && allowed?.assignees !== false;
}
