/** The glossary as a page of the documentation. */
import { TERMS } from "./terms.ts";

export function glossaryPage(): string {
  const lines = TERMS.map(({ use, means, not }) => `| ${use} | ${means} | ${not ?? ""} |`);
  return [
    "# Glossary",
    "",
    "One word per thing: on the screen, in mails, in the description of the API, in the documentation and in code.",
    "Generated from `web/build/glossary/terms.json` by `npm run glossary` in `web`; the tests keep the third column out of the English texts, and mannered words (`mannered` there) out of all of them.",
    "",
    "| Use | For | Not |",
    "|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}
