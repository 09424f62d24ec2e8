/**
 * Who may import whom in the web app.
 *
 * The rooms stand in an order, and each imports only those before it; the rooms beside them are for all. A new folder of `src` has no
 * place until it is named here.
 */
const ROOMS = ["crypto", "payloads", "keyring", "desk", "session", "lists", "features", "app"];
const BESIDE = ["api", "browser", "components", "dates", "i18n"];
/** A test may bring together what meets in the app only. */
const TESTS = "\\.test\\.tsx?$|/testing/|/testing\\.tsx?$";

/** Where the folders of kinds meet. These know of the rooms no more than what is named below, so that lists and features can read them. */
const KINDS = "^src/app/kind(s|Items)\\.ts$";
const READS_KINDS = ["lists", "features"];
/** A row of it, in the folder of its kind. */
const CARD = "^src/features/[^/]+/kind\\.ts$";
const ITEMS = "^src/features/[^/]+/items\\.ts$";
/** How its items are told of; no more of the lists stands below the tables. */
const LISTED = "^src/lists/kinds/listed\\.ts$";

/** A room imports itself, the rooms before it, and those beside. */
const inOrder = ROOMS.map((room, place) => ({
  name: `${room}-imports-what-is-before-it`,
  severity: "error",
  from: { path: `^src/${room}/`, pathNot: TESTS },
  to: { path: "^src/", pathNot: `^src/(${[...ROOMS.slice(0, place + 1), ...BESIDE].join("|")})/${READS_KINDS.includes(room) ? `|${KINDS}` : ""}` },
}));

module.exports = {
  forbidden: [
    ...inOrder,
    {
      name: "every-file-is-in-a-room",
      comment: "A folder that is not named above has no place in the order.",
      severity: "error",
      from: {},
      to: { path: "^src/", pathNot: `^src/((${[...ROOMS, ...BESIDE].join("|")})/|main\\.tsx$)` },
    },
    {
      name: "what-is-beside-knows-no-screen",
      comment: "Shared looks, words, dates, calls and what the browser offers know of the rooms only the shapes, and what the keyring refuses.",
      severity: "error",
      from: { path: `^src/(${BESIDE.join("|")})/`, pathNot: TESTS },
      to: {
        path: `^src/(${ROOMS.join("|")})/`,
        // What an answer is about, how rows are read, and the words of refusals, are tables; workers are started by their addresses.
        pathNot: "^src/keyring/(answered|changedTexts|rows/answer)\\.ts$|Worker\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "features-meet-in-app",
      comment: "A feature never reaches into another one; what two of them share moves down or meets in app/.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/" },
    },
    {
      name: "crypto-stands-alone",
      comment: "The cryptography imports nothing but itself.",
      severity: "error",
      from: { path: "^src/crypto/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^src/crypto/" },
    },
    {
      name: "keys-stay-behind-the-keyring",
      comment: "Screens talk to the keyring; nobody but the keyring touches the cryptography.",
      severity: "error",
      from: { path: "^src/(app|session|lists|features|api|browser|components|dates|i18n)/", pathNot: TESTS },
      // Ids are compared, and refusals told apart, everywhere.
      to: { path: "^src/crypto/", pathNot: "^src/crypto/(errors|ids)\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "desk-holds-no-keys",
      comment: "The desk worker has what was opened, the place where sealed copies lie and the way to have them sealed, and nothing of keys, calls or screens; `feed`, `connect`, `host` and `react` are the page's side.",
      severity: "error",
      from: { path: "^src/desk/", pathNot: "\\.test\\.tsx?$|^src/desk/(testing/|(feed|connect|host|react)\\.)" },
      to: { pathNot: "^src/(desk/(?!(feed|connect|host|react)\\.)|payloads/|dates/|keyring/(copies|storage|worker/rpc)\\.)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "kinds-on-the-desk-know-no-screen",
      comment: "What a feature tells the desk worker of its kind: columns and words, without React and without texts.",
      severity: "error",
      from: { path: "^src/((features/[^/]+|lists/boards)/desk|app/desk(Worker|Kinds))\\.ts$" },
      to: { pathNot: "^src/(desk/(kind|serve)\\.|payloads/|(features/[^/]+|lists/boards)/desk\\.ts$|app/deskKinds\\.ts$)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "kinds-know-no-screen",
      comment: "The table of kinds stands below the lists: its rows hold facts and words, and what draws them is fetched when it is drawn.",
      severity: "error",
      from: { path: `^src/app/kinds\\.ts$|${CARD}` },
      to: { path: "^src/", pathNot: `^src/i18n/|${CARD}`, dependencyTypesNot: ["type-only", "dynamic-import"] },
    },
    {
      name: "items-of-kinds-know-calls",
      comment: "What is asked and said of items of every kind: calls, words, and how a list is told of.",
      severity: "error",
      from: { path: `^src/app/kindItems\\.ts$|${ITEMS}|${LISTED}` },
      to: { path: "^src/", pathNot: `^src/(api|i18n)/|${LISTED}|${ITEMS}`, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-circles",
      comment: "What the row of a kind fetches later reads the table of kinds; that row itself imports nothing that could lead back.",
      severity: "error",
      from: { path: "^src/" },
      to: { circular: true, viaOnly: { pathNot: CARD, dependencyTypesNot: ["type-only"] } },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".css", ".po"] },
  },
};
