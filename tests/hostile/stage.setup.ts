/** Fills the accounts that the suite attacks, once for all its workers. */
import { test } from "@playwright/test";

import { keepStage, setStage } from "./support/stage";
import { surface } from "./support/surface";

test("the stage is set", async ({ browser }) => {
  keepStage(await setStage(browser, await surface()));
});
