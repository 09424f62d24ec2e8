// @vitest-environment jsdom
/** Who reads an item is called by the key record, whatever the server lists. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { InEnglish } from "../i18n/testing/InEnglish";
import { Audience, neededRoles } from "./marks";

afterEach(cleanup);

const NAMES = new Map([["o", "Owner"], ["m", "Member"]]);

test("a role that nobody names is counted among those who read", () => {
  render(<Audience ids={["x", "o", "m"]} roles={NAMES} />, { wrapper: InEnglish });
  expect(screen.getByTitle("Unnamed role, Owner, Member").textContent).toBe("Unnamed role+2");
});

test("before names have come none is said, and no role is called unnamed", () => {
  render(<Audience ids={["o"]} roles={new Map()} />, { wrapper: InEnglish });
  expect(document.body.textContent).toBe("–");
});

test("the roles that open an item are those of its audience", () => {
  expect(neededRoles({ audience: ["m", "x", "o"] as never }, NAMES, (_id, text) => text)).toBe("Member, Unnamed role");
});
