/** What a browser is called until somebody names it: the program and the system that it says it is. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const UNKNOWN = "This device";

export interface Browser {
  readonly program: string | undefined;
  readonly system: string | undefined;
}

export function browserOf(userAgent: string): Browser {
  const found = (among: typeof PROGRAMS) => among.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { program: found(PROGRAMS), system: found(SYSTEMS) };
}

/** Program and system; undefined when it says neither. */
export function programOf(userAgent: string): string | undefined {
  const { program, system } = browserOf(userAgent);
  if (program === undefined) return system;
  return system === undefined ? program : `${program} (${system})`;
}

/** The same in every language, because the people of an account read it in theirs. */
export const deviceNameOf = (userAgent: string): string => programOf(userAgent) ?? UNKNOWN;

export const ownDeviceName = (): string => deviceNameOf(typeof navigator === "undefined" ? "" : (navigator.userAgent ?? ""));
