/** The notices on the screen, kept outside React so that any code can tell something. */
import type { Word } from "../i18n/word";
import type { Reasons } from "./Why";

export interface Notice {
  id: number;
  title: string;
  detail?: string | undefined;
  /** What the server says of it. */
  said?: Word | undefined;
  /** What the server calls that which it is about; before the title, with its mark. */
  about?: Word | undefined;
  tone: "done" | "error";
  undo?: (() => void) | undefined;
}

const MOST = 3;
let notices: readonly Notice[] = [];
let next = 1;
const listeners = new Set<() => void>();

function set(changed: readonly Notice[]): void {
  notices = changed;
  for (const listener of listeners) listener();
}

/** Shows a success or an error; errors stay until dismissed. */
export function tell(notice: Omit<Notice, "id" | "tone"> & { tone?: Notice["tone"] }): number {
  const id = next++;
  const same = notices.filter(({ title, detail }) => title !== notice.title || detail !== notice.detail);
  set([...same, { tone: "done" as const, ...notice, id }].slice(-MOST));
  return id;
}

/** The detail is a sentence of the app's, or a failure with what the server says of it. */
export function tellFailure(title: string, detail?: string | (Reasons & { about?: Word | undefined })): number {
  const { message, said, about } = typeof detail === "object" ? detail : { message: detail };
  return tell({ title, detail: message, said, about, tone: "error" });
}

export function dismiss(id: number): void {
  set(notices.filter((notice) => notice.id !== id));
}

export const noticeStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): readonly Notice[] => notices,
};
