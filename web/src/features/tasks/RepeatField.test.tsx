// @vitest-environment jsdom
/** Under the repetition stands why it is not saved without another day, before the server refuses it. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { Form } from "../../components/Form";
import { InEnglish } from "../../i18n/testing/InEnglish";
import RepeatField from "./RepeatField";

afterEach(cleanup);

test.each([true, false])("the hint is there where another day is needed: %s", (needsDay) => {
  const weekly = { rule: "FREQ=WEEKLY", mode: "fixed", zone: "UTC" } as const;
  render(
    <InEnglish>
      <Form onSend={() => undefined}>
        <RepeatField value={weekly} dueOn="2026-01-01" needsDay={needsDay} onChange={() => undefined} />
      </Form>
    </InEnglish>,
  );
  const field = screen.getByRole("button", { name: /Repeat/ });
  const described = (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "");
  expect(described.includes("This task has come again. Choose a new due date as well.")).toBe(needsDay);
});
