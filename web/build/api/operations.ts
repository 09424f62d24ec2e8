/** The operations of the server's interface, as the generated calls name them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import ts from "typescript";

const GENERATED = ["doors.generated.ts", "generated.ts", "workspace.generated.ts", "typesOnly.generated.ts"];

export interface Operation {
  name: string;
  method: string;
  /** The address; what differs in it is `{}`. */
  path: string;
}

/** A text of the code, with `{}` for whatever is put into it; nothing for anything else. */
export function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
}

/** A member of an object literal, by its name. */
export function member(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of object.properties)
    if (ts.isPropertyAssignment(property) && property.name.getText() === name) return property.initializer;
  return undefined;
}

export function parse(path: string): ts.SourceFile {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true, kind);
}

export function operationsOf(web: string): Operation[] {
  const found: Operation[] = [];
  function visit(node: ts.Node): void {
    // `name: build.query<…>({ query: (arg) => ({ url, method }) })`
    if (ts.isPropertyAssignment(node) && ts.isCallExpression(node.initializer) && /^build\.(query|mutation)/.test(node.initializer.getText())) {
      const [definition] = node.initializer.arguments;
      const query = definition && ts.isObjectLiteralExpression(definition) ? member(definition, "query") : undefined;
      const request = query && ts.isArrowFunction(query) && ts.isParenthesizedExpression(query.body) ? query.body.expression : undefined;
      if (request && ts.isObjectLiteralExpression(request)) {
        const [url, method] = [member(request, "url"), member(request, "method")];
        const path = url && textOf(url);
        if (path) found.push({ name: node.name.getText(), method: (method && textOf(method)) ?? "GET", path });
      }
      return;
    }
    ts.forEachChild(node, visit);
  }
  for (const file of GENERATED) visit(parse(join(web, "src/api", file)));
  return found;
}
