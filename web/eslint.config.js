/** What a reader should not have to look for: unsafe markup, unsafe promises, forgotten hooks. */
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

import { serverWordRule } from "./build/serverWordRule.ts";

const noMarkup = [
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: "Text becomes nodes, never markup.",
  },
  {
    selector: "JSXAttribute[name.name='style'][value.type='Literal']",
    message: "A style string is blocked by the content policy. Use a class, or an object.",
  },
  { selector: "Literal[value=/^javascript:/i]", message: "A link never carries code." },
  {
    selector: "MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]",
    message: "Text becomes nodes, never markup.",
  },
];

/** The tab names places: `FixedWords` go in, and nothing that a person wrote. */
const tabTitle = {
  selector: "MemberExpression[object.name='document'][property.name='title']",
  message: "The title of the tab is kept by the browser. Name the place by `useTabTitle`.",
};

/** No sentence is made around an empty name: where there is none, another message says so. */
const noEmptyName = {
  selector: "CallExpression[callee.name='say'] :matches(LogicalExpression[right.value=''], ConditionalExpression[alternate.value=''])",
  message: "Without the value the sentence has a hole. Say another sentence where it is missing.",
};

/** One truth: facts are what the crypto worker has made of signed bytes (`crypto.md` section 19). */
const oneTruth = [
  {
    selector: ":matches(TSAsExpression, TSTypeAssertion) > TSTypeReference > Identifier[name='VerifiedItem']",
    message: "Only the crypto worker makes a verified item, of signed bytes.",
  },
  {
    selector: ":matches(TSAsExpression, TSTypeAssertion) > TSTypeReference > Identifier[name='Facts']",
    message: "Facts come from a verified item, by `itemOf`.",
  },
  {
    selector: "MemberExpression[property.name=/^(attrs|statementB64u)$/][object.property.name='sealed']",
    message: "What an item is stands in its verified item; bytes of an answer go to the keyring as they came.",
  },
  {
    selector: "MemberExpression[property.name=/^(attrs|statementB64u)$/][object.name='sealed']",
    message: "What an item is stands in its verified item; bytes of an answer go to the keyring as they came.",
  },
];

/** One owner of plaintext: what a list says is opened for the desk, and nowhere else. */
const onlyTheDesk = {
  selector: "MemberExpression[property.name='showRecord'], Property[key.name='showRecord']",
  message: "Contents of lists are opened by `desk/feed.ts`, and owned by the desk: hand the answers to it.",
};

/** Where the text of the server's word is taken out in another place than under its mark, and why. */
const READS_WORDS = [
  // Names that are drawn under the mark at the head of a page, of the audit log or of an item's activity.
  "src/lists/activity/actors.ts", "src/lists/activity/useTargetNames.ts", "src/features/audit/EntryPanel.tsx", "src/features/security/Entries.tsx",
  // Under the mark at the head of the passkeys, and in the question and the notice about one.
  "src/session/identity/passkeyName.ts",
  // Under the mark at the head of the pages and questions of the platform.
  "src/features/platform/called.ts",
  // Addresses and answers of providers, under the mark at the head of the emails that were sent.
  "src/features/email/told.ts",
  // Sentences that are made before they are drawn under the mark.
  "src/features/dashboard/Dashboard.tsx", "src/features/join/Join.tsx",
  // Letters in the picture of an account or a person, beside the marked name.
  "src/components/Logo.tsx", "src/features/settings/me/SelfCard.tsx",
  // What a field begins with: its person changes it.
  "src/features/settings/AccountSettings.tsx", "src/features/settings/me/RenameDialog.tsx", "src/session/identity/RenamePasskeyDialog.tsx", "src/features/subscribe/Subscribe.tsx",
  // The own name, shown to its person, who signs it.
  "src/app/keyring.ts", "src/features/settings/me/OwnName.tsx",
  // Compared with what is signed, and not drawn.
  "src/keyring/sealedLog/check.ts",
  // Written into a file.
  "src/features/audit/exported.ts",
  // A refusal, of which only the reason that the app knows is drawn.
  "src/lists/itemErrors.ts",
  "**/*.test.ts", "**/*.test.tsx", "**/testing/**",
];

const everywhere = [...noMarkup, noEmptyName, ...oneTruth];
const screens = [...everywhere, tabTitle];

export default tseslint.config(
  { ignores: ["dist", "src/*/*generated.ts", "test-results", "playwright-report"] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  { files: ["src/**/*.tsx", "src/**/use*.ts"], ...reactHooks.configs.flat["recommended-latest"] },
  {
    plugins: { coffer: { rules: { "server-word": serverWordRule } } },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "no-restricted-syntax": ["error", ...screens, onlyTheDesk],
      "coffer/server-word": "error",
      "no-console": "error",
      eqeqeq: "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  { files: ["**/*.{js,cjs,mjs}"], ...tseslint.configs.disableTypeChecked },
  { files: ["openapi.config.mjs"], languageOptions: { globals: { process: "readonly" } } },
  { files: ["src/components/tabTitle.ts"], rules: { "no-restricted-syntax": ["error", ...everywhere, onlyTheDesk] } },
  { files: ["src/desk/feed.ts"], rules: { "no-restricted-syntax": ["error", ...screens] } },
  {
    // Where facts are made and the newest statement is remembered, and tests and benches, which make their own.
    files: ["src/keyring/worker/**", "src/keyring/keyring.ts", "src/lists/item.ts", "**/*.test.ts", "**/*.test.tsx", "**/testing/**", "**/testing.tsx", "bench/**"],
    rules: { "no-restricted-syntax": ["error", ...noMarkup, tabTitle, noEmptyName] },
  },
  { files: READS_WORDS, rules: { "coffer/server-word": "off" } },
  { files: ["tools/**", "build/**"], rules: { "no-console": "off" } },
  {
    files: [".dependency-cruiser.cjs"],
    languageOptions: { globals: { module: "writable" } },
  },
);
