/** What a line of a page is, by its form alone: what there is to press, a count, the head of a column, a sentence of the app. */
import { sentenceOf } from "./sentences";

export const kindOf = (line: string): string => line.slice(0, line.indexOf(": "));
export const textOf = (line: string): string => line.slice(line.indexOf(": ") + 2);
export const isFixed = (line: string): boolean => sentenceOf(textOf(line))?.values.length === 0;
export const isNumber = (line: string): boolean => /^\d+$/.test(textOf(line));

/** How many of the things on the page there are to do something with. */
export const isOffer = (line: string): boolean => kindOf(line) === "control" && (sentenceOf(textOf(line))?.values.every((value) => /^\d+$/.test(value)) ?? false);

export const isShort = (line: string): boolean => /^(\S+ ){0,2}\S*[^.!?…–\s]$/.test(textOf(line));

/** How many rows there are, those that are refused among them. */
export const isCount = (line: string): boolean => /^(fact|control|heading): \d+( of \d+)?$/.test(line);

/** A list without an open panel has room for more columns: each has a head, and mostly a width. */
const WIDTH = "Width of …";

const COLUMN = "Column …";

export const columnOf = (line: string): string[] => {
  const { words, values = [] } = sentenceOf(textOf(line)) ?? {};
  return words === WIDTH ? values.filter((value) => sentenceOf(value)?.values.length === 0) : [];
};

/** Of what column the line is the head. */
export function headOf(line: string): string {
  const { words = "", values: [value = ""] = [] } = sentenceOf(textOf(line)) ?? {};
  return words === WIDTH || words === COLUMN ? value : textOf(line);
}
