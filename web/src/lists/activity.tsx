/** What happened to one item, fetched when its tab is opened. */
import { Boundary } from "../components/Boundary";
import { part } from "../components/part";
import { Skeleton } from "../components/States";

const Entries = part(() => import("./ActivityTab"));

export function ActivityTab({ id }: { id: string }) {
  return (
    <Boundary waiting={<Skeleton lines={4} />}>
      <Entries id={id} />
    </Boundary>
  );
}
