/** The search for words that only browsers may have held, over all that the product keeps. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";

export interface Found {
  word: string;
  form: string;
  place: string;
}

/** Where the words lie: database with its log, Valkey, objects, mail, log files. Empty is right. */
export function findOnServer(words: readonly string[]): Promise<Found[]> {
  const data = process.env["COFFER_E2E_DATA"];
  if (data === undefined) throw new Error("COFFER_E2E_DATA names the data folder of the product under test.");
  return find([data, ...words]);
}

/** Where they lie in the folder of a browser: in its files, and in their names. */
export const findInFolder = (folder: string, words: readonly string[]): Promise<Found[]> => find(["--folder", folder, ...words]);

function find(asked: readonly string[]): Promise<Found[]> {
  const checkout = resolve(__dirname, "../../..");
  const argv = ["-m", "tests.support.canary", ...asked];
  return new Promise((found, failed) => {
    execFile(`${checkout}/.venv/bin/python`, argv, { cwd: checkout, maxBuffer: 1 << 26 }, (error, said, complaints) => {
      // Exit code 1 says that something was found, and then it is printed.
      if (error && !said.startsWith("[")) failed(new Error(complaints || error.message));
      else found(JSON.parse(said) as Found[]);
    });
  });
}
