/** What goes along from one door to the next. The address is somebody's own: it stays out of the address bar. */
interface Carried {
  email?: string;
  withPassword?: boolean;
}

const carried = (state: unknown): Carried => (typeof state === "object" && state !== null ? state : {});

export const typedBefore = (state: unknown): string => carried(state).email ?? "";
export const wantsPassword = (state: unknown): boolean => carried(state).withPassword === true;
