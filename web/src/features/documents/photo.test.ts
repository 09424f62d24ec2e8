/** What a camera calls image.jpg is told apart by when it was taken, and stays the same picture. */
import { expect, test } from "vitest";

import { named } from "./photo";

test.each([
  ["image.jpg", "image/jpeg", "Photo 2026-11-26 09.30.01.jpg"],
  ["IMG_0042.HEIC", "image/heic", "Photo 2026-11-26 09.30.01.HEIC"],
  ["picture", "", "Photo 2026-11-26 09.30.01"],
])("%s", async (name, type, called) => {
  const picture = named(new File(["bytes"], name, { type, lastModified: 12 }), "Photo 2026-11-26 09.30.01");
  expect([picture.name, picture.type, picture.lastModified, await picture.text()]).toEqual([called, type, 12, "bytes"]);
});
