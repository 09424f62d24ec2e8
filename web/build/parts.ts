/**
 * Which modules travel together.
 *
 * Left to itself the bundler makes a file for every set of pages that share something, dozens of them for the sign-in
 * alone. Here what is always needed together is one file: it packs better, and each file less is a hash less.
 */
interface Modules {
  getModuleInfo(id: string): {
    isEntry: boolean;
    code: string | null;
    importedIds: readonly string[];
    dynamicImporters: readonly string[];
  } | null;
}

const MAIN = "/src/main.tsx";
const LOGIN = "/src/features/signin/Login.tsx";
/** Comes in the same breath as the page around it. */
const FORM = "/src/features/signin/LoginForm.tsx";
/** The sign-in has them, and so has whoever writes something: for those it brings nothing else of the sign-in. */
const FIELDS = ["/src/components/Form.tsx", "/src/components/Field.tsx"];
const INSIDE = "/src/app/Inside.tsx";
const LIST = "/src/features/documents/Documents.tsx";

/** Small, and alike: together they take half of what they take one by one. */
const LOOKS = /\/src\/(app|lists|components|session|keyring|features\/(audit|dashboard|documents|email|join|keys|members|platform|profiles|recover|unlock|settings|security|subscribe|tasks|welcome))\/.*\.module\.css$/;

/** Each is a few lines; one by one they would be dozens of files, and each file's hash is longer than the icon. */
const ICON = /\/node_modules\/lucide-react\/dist\/esm\/icons\/([\w-]+)\./;
const ICON_NAMES = /import\s*\{([^}]*)\}\s*from\s*"lucide-react"/g;

/**
 * What a task looks like, what all views of tasks share, what all that change them do, what all lists of plain items have, and all forms. Small parts of
 * many lists go with what is there on every page: the first one needs them all.
 */
const TOGETHER: readonly [string, RegExp][] = [
  ["cards", /\/src\/(lists\/(tasks\/marks|boards\/(EntryName|hues))|features\/tasks\/(board|TaskMarks))\./],
  ["task", /\/src\/(lists\/tasks\/(names|rows)|features\/tasks\/(words|repeat))\./],
  ["written", /\/src\/features\/tasks\/(contents|quickAdd|useQuickReader|useCreate|useMayAssign|useNamesAround)\./],
  ["tasks", /\/src\/features\/tasks\/(TaskMenu|moving|use(Moves|TaskActs))\./],
  ["plain", /\/src\/lists\/plain\/\w+\./],
  ["asked", /\/src\/api\/(plainItems|contacts|vendors)\./],
  ["desks", /\/src\/(lists\/desks\/(calls|plain))\./],
  ["inside", /\/src\/(components\/(back|useAddress|useNarrow|Segments|SearchField|Tick|collection\/(FilterRow|SidePanel))|lists\/(boards\/byRank|profiles\/names|desks\/documentAttributes))\.tsx?$/],
  ["kinds", /\/src\/(app\/kindItems|features\/\w+\/items|lists\/(kinds\/(ofEach|listed)|finding\/(kinds|kindWords)))\./],
  ["lists", /\/src\/lists\/(useItemAddress|BulkActs|BulkRun)\./],
  ["sent", /\/src\/(features\/documents\/(uploads\/(steadily|thumbnail)|unreadableWords)|keyring\/unreadable)\./],
  ["entries", /\/src\/lists\/(boards\/(entry|places)|closedHow|desks\/profileAttributes)\./],
  ["exchange", /\/src\/(lists\/exchange\/csv|features\/contacts\/birthday)\./],
  ["overview", /\/src\/keyring\/(useKeyOverview|deviceName)\./],
  ["boxes", /\/src\/crypto\/(box|labels|derive|padding)\./],
  ["forms", /\/src\/lists\/(EditItem|NewItem|TextCell|useDraft)\./],
];

/** What the sign-in shares with the pages on which somebody changes how they sign in. */
const IDENTITY = /\/src\/(keyring\/webauthn\/|session\/identity\/|i18n\/readings\/mail\.)/;

/** Fetched behind the first list, and part of every page from then on. */
const POPUPS = "/src/components/MenuPopover.tsx";

/** These name everything their library has, or bring what nobody uses; who imports from them uses little of it. */
const BARREL =
  /node_modules\/(react-aria-components\/dist\/(exports\/index|private\/Autocomplete)|lucide-react\/dist\/esm\/lucide-react|@internationalized\/date\/dist\/index)\.mjs$/;

/** Everything that runs before one of these pages does. */
function reach(pages: readonly string[], modules: Modules): Set<string> {
  const reached = new Set<string>();
  const left = [...pages];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    if (BARREL.test(id)) continue;
    left.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}

/** The files of the icons that these modules draw. */
function iconsOf(ids: Iterable<string>, modules: Modules): Set<string> {
  const icons = new Set<string>();
  for (const id of ids)
    for (const [, names = ""] of (modules.getModuleInfo(id)?.code ?? "").matchAll(ICON_NAMES))
      for (const name of names.split(",")) icons.add(fileName(name.trim().replace(/ as .*/, "")));
  return icons;
}

const fileName = (icon: string): string => icon.replace(/([a-z])([A-Z0-9])/g, "$1-$2").toLowerCase();

/** Names the file of a module, or leaves its place to the bundler. */
export function partOf(root: string): (id: string, modules: Modules) => string | null {
  let sets: { main: Set<string>; login: Set<string>; fields: Set<string>; early: Set<string>; usual: Set<string>; inside: Set<string>; list: Set<string> } | undefined;
  return (id, modules) => {
    sets ??= {
      main: reach([root + MAIN], modules),
      login: reach([root + LOGIN], modules),
      fields: reach(FIELDS.map((file) => root + file), modules),
      early: iconsOf(reach([root + MAIN, root + LOGIN, root + FORM], modules), modules),
      usual: iconsOf(reach([root + INSIDE, root + LIST], modules), modules),
      inside: reach([root + INSIDE], modules),
      list: reach([root + LIST], modules),
    };
    const { main, login, fields, early, usual, inside, list } = sets;
    // What is asked for by its name keeps a file of that name.
    const info = modules.getModuleInfo(id);
    if (!info || info.isEntry || info.dynamicImporters.length > 0 || id === root + MAIN) return null;
    if (main.has(id) || (login.has(id) && (inside.has(id) || list.has(id)))) return "base";
    // A passkey and an address are asked for by other pages, too.
    if (login.has(id) && IDENTITY.test(id)) return "identity";
    if (login.has(id)) return fields.has(id) ? "fields" : "doors";
    if (inside.has(id)) return "inside";
    // Two dozen files of some lines each took 14 kB more, and brought what only other pages need.
    if (list.has(id) && id.startsWith(`${root}/src/`) && !id.endsWith(".css")) return "list";
    const icon = ICON.exec(id)?.[1];
    if (icon !== undefined && !early.has(icon)) return usual.has(icon) ? "icons" : "moreIcons";
    return LOOKS.test(id) ? "looks" : null;
  };
}

/** Names the file of a module that travels with others, but without whatever it imports itself. */
export function companyOf(root: string): (id: string, modules: Modules) => string | null {
  let sets: { popups: Set<string>; list: Set<string> } | undefined;
  return (id, modules) => {
    sets ??= { popups: reach([root + POPUPS], modules), list: reach([root + LIST], modules) };
    const { popups, list } = sets;
    const info = modules.getModuleInfo(id);
    if (!info || info.dynamicImporters.length > 0) return null;
    // What the list needs, too, does not bring the rest.
    if (popups.has(id) && !list.has(id) && id.includes("/node_modules/")) return "popups";
    return TOGETHER.find(([, company]) => company.test(id))?.[0] ?? null;
  };
}
