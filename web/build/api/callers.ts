/**
 * Which operations the app calls, as far as its screens reach.
 *
 * A call that is written but that no screen leads to is no caller. Every declaration is a node and leads to the names it
 * mentions; names that two files share are one node. The screens are the beginning.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";

import ts from "typescript";

import { member, parse, textOf, type Operation } from "./operations.ts";

interface Request {
  method: string;
  path: string;
}

/** What a declaration mentions, and what it asks the server. */
interface Declared {
  mentions: Set<string>;
  asks: Request[];
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.|generated\.ts$/.test(entry.name) && !/\/testing$/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The function, constant, method or member that a piece of code stands in; undefined at the top of a module. */
function declarationAround(node: ts.Node): string | undefined {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    const named =
      (ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at) || ts.isMethodDeclaration(at) || ts.isPropertyAssignment(at)) && at.name;
    if (named && ts.isIdentifier(named) && isCode(at)) return isMember(at) ? `.${named.text}` : named.text;
  }
  return undefined;
}

const isMember = (node: ts.Node): boolean => ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node);

/** Members that hold a value, like `method: "POST"`, say something about what they stand in and are no step of their own. */
const isCode = (node: ts.Node): boolean =>
  !ts.isPropertyAssignment(node) || ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer);

function isOfTheModule(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) if (ts.isFunctionLike(at)) return false;
  return true;
}

/**
 * What an identifier mentions: `name`, or `.name` for a member of something; nothing where it only declares.
 *
 * `api.endpoints.listRoles` is another thing than any other member of that name.
 */
function mentioned(node: ts.Identifier, known: ReadonlySet<string>): string | undefined {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node)
    return /\bendpoints$/.test(parent.expression.getText()) ? `endpoints.${node.text}` : `.${node.text}`;
  // `const { refetch } = query` takes a member; `export const { useListRolesQuery } = api` hands one on and calls nothing.
  if (ts.isBindingElement(parent) && (ts.isArrayBindingPattern(parent.parent) || isOfTheModule(parent))) return undefined;
  if (ts.isBindingElement(parent)) return (parent.propertyName ?? parent.name) === node ? `.${node.text}` : undefined;
  const declares =
    (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent) || ts.isFunctionDeclaration(parent) || ts.isMethodDeclaration(parent)) &&
    parent.name === node;
  return declares || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || !known.has(node.text) ? undefined : node.text;
}

/** What a bare name can mean in a file: what it imports or declares. What a hook hands out has a name for that place alone. */
function knownIn(file: ts.SourceFile): Set<string> {
  const known = new Set<string>();
  function visit(node: ts.Node): void {
    const name =
      (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node) || ts.isImportSpecifier(node) || ts.isImportClause(node)) && node.name;
    if (name && ts.isIdentifier(name)) known.add(name.text);
    ts.forEachChild(node, visit);
  }
  visit(file);
  return known;
}

/** `const auth = (path) => \`/api/auth/${path}\``, or such a text inside the one call it makes. */
interface Prefix {
  before: string;
  method: string | undefined;
}

function prefixes(file: ts.SourceFile): Map<string, Prefix> {
  const found = new Map<string, Prefix>();
  function visit(node: ts.Node): void {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer && ts.isArrowFunction(node.initializer)) {
      const parameter = node.initializer.parameters[0]?.name.getText();
      const text = parameter && new RegExp(`\`(/[^\`$]*)\\$\\{${parameter}\\}\``).exec(node.initializer.body.getText())?.[1];
      const method = /method: "(\w+)"/.exec(node.initializer.body.getText())?.[1];
      if (text) found.set(node.name.text, { before: text, method });
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}

/** How something is asked for: said beside the address, or else it is read. */
function methodAround(node: ts.Node): string {
  for (let at: ts.Node | undefined = node; at && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isObjectLiteralExpression(at)) {
      const said = member(at, "method");
      const text = said && textOf(said);
      if (text) return text;
    }
    if (ts.isCallExpression(at))
      for (const argument of at.arguments) if (METHODS.includes(textOf(argument) ?? "")) return textOf(argument) ?? "GET";
  }
  return "GET";
}

function read(path: string, nodes: Map<string, Declared>): Set<string> {
  const file = parse(path);
  const prefixed = prefixes(file);
  const known = knownIn(file);
  const atTheTop = new Set<string>();

  const nodeOf = (name: string): Declared => {
    const declared = nodes.get(name) ?? { mentions: new Set(), asks: [] };
    nodes.set(name, declared);
    return declared;
  };
  const mention = (from: string | undefined, name: string) => (from === undefined ? atTheTop : nodeOf(from).mentions).add(name);

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node)) return;
    const around = declarationAround(node);
    const name = ts.isIdentifier(node) ? mentioned(node, known) : undefined;
    if (name !== undefined) mention(around, name);
    const text = textOf(node);
    const called = ts.isCallExpression(node.parent) && ts.isIdentifier(node.parent.expression) ? prefixed.get(node.parent.expression.text) : undefined;
    const address = called && node.parent.getChildren()[2]?.getStart() === node.getStart() ? called.before + (text ?? "") : text;
    if (text !== undefined && address?.startsWith("/") && around !== undefined)
      nodeOf(around).asks.push({ method: called?.method ?? methodAround(node), path: address });
    ts.forEachChild(node, visit);
  }
  ts.forEachChild(file, visit);
  return atTheTop;
}

/** The names of hooks and endpoints that the generated calls have for an operation. */
function namesOf({ name }: Operation): string[] {
  const Name = name[0]?.toUpperCase() + name.slice(1);
  return [name, ...["Query", "Mutation", "InfiniteQuery"].flatMap((kind) => [`use${Name}${kind}`, `useLazy${Name}${kind}`])];
}

const matches = (said: string, path: string): boolean => said.replace(/\?.*$/, "") === path;

export function calledOf(web: string, operations: readonly Operation[]): Set<string> {
  const nodes = new Map<string, Declared>();
  const beginning = new Set<string>();
  for (const path of sources(join(web, "src"))) {
    const atTheTop = read(path, nodes);
    // What a screen mentions anywhere is reached; of other modules, what they do when they are loaded.
    for (const name of atTheTop) beginning.add(name);
    if (path.endsWith(".tsx")) for (const name of everyName(path)) beginning.add(name);
  }
  const reached = new Set<string>();
  const asked: Request[] = [];
  const open = [...beginning];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    const declared = nodes.get(name);
    asked.push(...(declared?.asks ?? []));
    open.push(...(declared?.mentions ?? []));
    // A member can be a function of a module that is loaded later.
    if (name.startsWith(".")) open.push(name.slice(1));
  }
  return new Set(
    operations
      .filter((operation) => {
        const [bare, ...hooks] = namesOf(operation);
        const hooked = hooks.some((hook) => reached.has(hook));
        const initiated = bare !== undefined && reached.has(`endpoints.${bare}`);
        return hooked || initiated || asked.some(({ method, path }) => method === operation.method && matches(path, operation.path));
      })
      .map(({ name }) => name),
  );
}

/** All names of a screen, also of what stands inside its functions. */
function everyName(path: string): Set<string> {
  const found = new Set<string>();
  const file = parse(path);
  const known = knownIn(file);
  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    const name = ts.isIdentifier(node) ? mentioned(node, known) : undefined;
    if (name !== undefined) found.add(name);
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}
