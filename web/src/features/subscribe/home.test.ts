/** A new account starts where its browser is. */
import { i18n } from "@lingui/core";
import { afterEach, expect, test, vi } from "vitest";

import { homeOfBrowser } from "./home";

const inZone = (timeZone: string | undefined) =>
  vi.spyOn(Intl, "DateTimeFormat").mockReturnValue({ resolvedOptions: () => ({ timeZone }) } as unknown as Intl.DateTimeFormat);

afterEach(() => {
  vi.restoreAllMocks();
  i18n.loadAndActivate({ locale: "en", messages: {} });
});

test("an account is opened in the language of the page and the zone of the browser", () => {
  i18n.loadAndActivate({ locale: "de", messages: {} });
  inZone("Europe/Berlin");
  expect(homeOfBrowser()).toEqual({ language: "de", zone: "Europe/Berlin" });
});

test.each([undefined, "Etc/Unknown", "+01:00"])("a browser that does not know where it is says nothing: %s", (timeZone) => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  inZone(timeZone);
  expect(homeOfBrowser()).toEqual({ language: "en" });
});
