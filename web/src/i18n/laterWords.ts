/** The words of all that comes after the first list; where they are found is for those inside to know. */
import type { Messages } from "@lingui/core";

import { fetchWords, provideWords } from "./words";

provideWords("later", import.meta.glob<Messages>("./catalogues/*.po", { query: { part: "later" }, import: "messages" }));

export const fetchLaterWords = () => fetchWords("later");
