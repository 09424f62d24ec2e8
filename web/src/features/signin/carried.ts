/** State passed between sign-in pages. The email address is personal, so it is kept out of the URL. */
interface Carried {
  email?: string;
  withPassword?: boolean;
}

const carried = (state: unknown): Carried => (typeof state === "object" && state !== null ? state : {});

export const typedBefore = (state: unknown): string => carried(state).email ?? "";
export const wantsPassword = (state: unknown): boolean => carried(state).withPassword === true;
