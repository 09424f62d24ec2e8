/** The menu of an account that is read-only: whoever could look somewhere before still can. */
import { expect, test } from "vitest";

import { staysOpen } from "../session/readOnly";
import { PLATFORM } from "../session/useSession";
import { places } from "./navigation";

/** The server lists emails to those who may send, and in a closed account nobody may. */
const OF_SENDING = ["/email"];

test("no place leaves the menu when the account is closed, but for what only those who send are shown", () => {
  const shown = places((_id, text) => text);
  const gone = shown.filter(({ permission }) => permission !== undefined && permission !== PLATFORM && !staysOpen(permission));
  expect(gone.map(({ path }) => path)).toEqual(OF_SENDING);
});
