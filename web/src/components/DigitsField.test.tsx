// @vitest-environment jsdom
/** Digits group themselves, whatever stands between them, and the caret stays with the digit that was typed. */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";

import { InEnglish } from "../i18n/testing/InEnglish";
import { DigitsField } from "./DigitsField";
import { digitsIn } from "./digits";
import { Form } from "./Form";

afterEach(cleanup);

function Field() {
  const [digits, setDigits] = useState("");
  return (
    <Form onSend={() => undefined}>
      <DigitsField label="Code" length={20} group={5} value={digits} onChange={setDigits} tooShort="Too short" />
    </Form>
  );
}

function theField(): HTMLInputElement {
  render(<Field />, { wrapper: InEnglish });
  return screen.getByLabelText<HTMLInputElement>("Code");
}

/** As a browser does it: the text is there, and the caret behind what was typed, when the page hears of it. */
function type(field: HTMLInputElement, text: string, caret: number): void {
  fireEvent.input(field, { target: { value: text, selectionStart: caret, selectionEnd: caret } });
}

test.each([
  ["1234567890", "12345 67890"],
  ["12345-67890", "12345 67890"],
  ["1", "1"],
  ["123451234512345123459", "12345 12345 12345 12345"],
  ["١٢٣٤٥٦", "12345 6"],
  ["۱۲۳۴۵۶", "12345 6"],
  ["my code", ""],
])("%j is shown as %j", (typed, shown) => {
  const field = theField();
  type(field, typed, typed.length);
  expect(field.value).toBe(shown);
});

test.each([
  // A digit at the end of a group, at the start of the next one, and in the midst of what is there.
  ["123456", 6, 7],
  ["12345", 5, 5],
  ["129345 67890", 3, 3],
  // The space behind a group was deleted: the caret stands where it stood.
  ["1234567890", 5, 5],
])("in %j a caret at %i is at %i", (typed, caret, after) => {
  const field = theField();
  type(field, typed, caret);
  expect(field.selectionStart).toBe(after);
});

test("what is no digit is none, in any numerals", () => {
  expect(digitsIn(" 1a٢-۳。½")).toBe("123");
});
