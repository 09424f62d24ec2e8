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

/** The same in every language, because the people of an account read it in theirs. */
export function deviceNameOf(userAgent: string): string {
  const found = (among: typeof PROGRAMS) => among.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [program, system] = [found(PROGRAMS), found(SYSTEMS)];
  if (program === undefined) return system ?? UNKNOWN;
  return system === undefined ? program : `${program} (${system})`;
}

export const ownDeviceName = (): string => deviceNameOf(typeof navigator === "undefined" ? "" : (navigator.userAgent ?? ""));
