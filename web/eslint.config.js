/** What a reader should not have to look for: unsafe markup, unsafe promises, forgotten hooks. */
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

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

const everywhere = [...noMarkup, noEmptyName, ...oneTruth];

export default tseslint.config(
  { ignores: ["dist", "src/*/*generated.ts", "test-results", "playwright-report"] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  { files: ["src/**/*.tsx", "src/**/use*.ts"], ...reactHooks.configs.flat["recommended-latest"] },
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "no-restricted-syntax": ["error", ...everywhere, tabTitle],
      "no-console": "error",
      eqeqeq: "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  { files: ["**/*.{js,cjs,mjs}"], ...tseslint.configs.disableTypeChecked },
  { files: ["openapi.config.mjs"], languageOptions: { globals: { process: "readonly" } } },
  { files: ["src/components/tabTitle.ts"], rules: { "no-restricted-syntax": ["error", ...everywhere] } },
  {
    // Where facts are made and the newest statement is remembered, and tests, which make their own.
    files: ["src/keyring/worker/**", "src/keyring/keyring.ts", "src/items/item.ts", "**/*.test.ts", "**/*.test.tsx", "**/testing/**", "**/testing.tsx"],
    rules: { "no-restricted-syntax": ["error", ...noMarkup, tabTitle, noEmptyName] },
  },
  { files: ["tools/**", "build/**"], rules: { "no-console": "off" } },
  {
    files: [".dependency-cruiser.cjs"],
    languageOptions: { globals: { module: "writable" } },
  },
);
