/** The rule is asked about what must not be written, and about what may. */
import { RuleTester } from "eslint";
import { describe, it } from "vitest";

import { serverWordRule } from "./serverWordRule.ts";

RuleTester.describe = describe;
RuleTester.it = it;

const taken = 'import { read } from "../i18n/word";\n';
const bare = [{ messageId: "bare" }];

new RuleTester({ languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } }).run("server-word", serverWordRule, {
  valid: [
    `${taken}const a = <ServerWord>{say("a", "{a}", { a: read(word) })}</ServerWord>;`,
    `${taken}const a = <FromServer><b>{read(word)}</b></FromServer>;`,
    `${taken}const a = <Page fromServer>{read(word)}</Page>;`,
    `${taken}const a = <Dialog title={read(word)} titleTold />;`,
    `${taken}const a = <MenuItem told label={read(word)} />;`,
    `${taken}const a = typed === read(word);`,
    'import { read } from "./storage";\nconst a = <b>{read(word)}</b>;',
  ],
  invalid: [
    { code: `${taken}const a = <b>{read(word)}</b>;`, errors: bare },
    { code: `${taken}const a = say("a", "{a}", { a: read(word) });`, errors: bare },
    { code: `${taken}const a = <Dialog titleTold title="" actions={read(word)} />;`, errors: bare },
    { code: `${taken}const a = <Dialog titleTold title="">{read(word)}</Dialog>;`, errors: bare },
    { code: `${taken}const a = <MenuItem told label="" hint={read(word)} />;`, errors: bare },
    { code: `${taken}const a = <ServerWord title={read(word)} />;`, errors: bare },
    { code: `${taken}const a = <Page fromServer={told}>{read(word)}</Page>;`, errors: bare },
    { code: `${taken}const a = <Other.ServerWord>{read(word)}</Other.ServerWord>;`, errors: bare },
    { code: `${taken}const a = words.map(read);`, errors: bare },
    { code: `${taken}const a = read(word) || other;`, errors: bare },
    { code: 'import { read as text } from "./word";\nconst a = <b>{text(word)}</b>;', errors: bare },
    { code: 'import * as words from "../i18n/word";\nconst a = <b>{words.read(word)}</b>;', errors: bare },
  ],
});
