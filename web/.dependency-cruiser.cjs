/** Who may import whom in the web app. */
module.exports = {
  forbidden: [
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
      name: "components-know-no-product",
      comment: "The shared look knows nothing of calls, keys or screens.",
      severity: "error",
      from: { path: "^src/components/" },
      to: { path: "^src/(api|app|features|keyring|crypto)/" },
    },
    {
      name: "keys-stay-behind-the-keyring",
      comment: "Screens talk to the keyring; nobody but the keyring touches the cryptography.",
      severity: "error",
      from: { path: "^src/(app|api|features|components)/" },
      to: { path: "^src/crypto/" },
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
      from: { path: "^src/((features/[^/]+|boards)/desk|app/desk(Worker|Kinds))\\.ts$" },
      to: { pathNot: "^src/(desk/(kind|serve)\\.|payloads/|(features/[^/]+|boards)/desk\\.ts$|app/deskKinds\\.ts$)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-circles",
      severity: "error",
      from: { path: "^src/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".css", ".po"] },
  },
};
