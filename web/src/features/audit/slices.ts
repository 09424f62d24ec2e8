/** Cuts the time between the first and the last entry into equal slices. */
import type { AuditEntry } from "../../api/oversight";

export interface Slice {
  from: number;
  to: number;
  ids: string[];
  /** Something in it was refused or failed. */
  failed: boolean;
}

type Happened = Pick<AuditEntry, "id" | "at" | "outcome">;

export function slices(entries: readonly Happened[], count: number): Slice[] {
  const times = entries.map(({ at }) => new Date(at).getTime());
  const first = Math.min(...times);
  // A slice ends before the next begins, so the last entry needs a moment more.
  const length = Math.max(1, (Math.max(...times) + 1 - first) / count);
  const cut = Array.from({ length: count }, (_, place): Slice => ({
    from: first + place * length,
    to: first + (place + 1) * length,
    ids: [],
    failed: false,
  }));
  entries.forEach(({ id, outcome }, index) => {
    const slice = cut[Math.min(count - 1, Math.floor(((times[index] ?? first) - first) / length))];
    if (!slice) return;
    slice.ids.push(id);
    slice.failed ||= outcome !== "success";
  });
  return cut;
}
