/**
 * `read` takes the text out of what nobody but the server says. It does so under the mark of the server's word and in a
 * comparison, and elsewhere only where the configuration names the file and says why.
 */
import type { Rule, Scope } from "eslint";

/** Elements that have the mark themselves, the member by which others get it, and those that mark one member alone. */
const MARKED = new Set(["ServerWord", "FromServer"]);
const MARKING = "fromServer";
const MARKED_MEMBERS: Readonly<Record<string, string>> = { title: "titleTold", label: "told" };

interface Tag {
  readonly name: { readonly type: string; readonly name?: unknown };
  readonly attributes: readonly { readonly type: string; readonly name?: { readonly name: unknown }; readonly value?: unknown }[];
}

type Above = Omit<Rule.Node, "parent" | "type"> & {
  readonly type: string;
  readonly openingElement?: Tag;
  readonly name?: { readonly name: unknown };
  readonly operator?: string;
  readonly parent: Above | null;
};

/** Only what it always has: a mark that is put out for some would be none. */
const has = ({ attributes }: Tag, member: string): boolean => attributes.some((one) => one.name?.name === member && one.value === null);

/** Whether the element marks what stands in this member of it, or between its tags. */
function marks(tag: Tag, member: string | null): boolean {
  if (has(tag, MARKING)) return true;
  if (member !== null) return MARKED_MEMBERS[member] !== undefined && has(tag, MARKED_MEMBERS[member]);
  return tag.name.type === "JSXIdentifier" && MARKED.has(String(tag.name.name));
}

function isUnderMark(node: Above): boolean {
  let member: string | null = null;
  for (let above: Above | null = node; above; above = above.parent) {
    if (above.type === "JSXAttribute") member = String(above.name?.name);
    if (!above.openingElement) continue;
    if (marks(above.openingElement, member)) return true;
    member = null;
  }
  return false;
}

function isCompared({ parent }: Above): boolean {
  return parent?.type === "BinaryExpression" && (parent.operator === "===" || parent.operator === "!==");
}

const isAllowed = ({ identifier }: Scope.Reference): boolean => {
  const call = (identifier as unknown as Above).parent;
  // Handed on as it is, it is called where nobody sees it.
  return call?.type === "CallExpression" && (isUnderMark(call) || isCompared(call));
};

export const serverWordRule: Rule.RuleModule = {
  meta: { type: "problem", schema: [], messages: { bare: "This is the server's word: draw it in `ServerWord`. Where it is not drawn, name the file and the reason in the configuration." } },
  create: (context) => ({
    ImportDeclaration(node) {
      if (!/(^|\/)i18n\/word$|^\.\/word$/.test(String(node.source.value))) return;
      for (const specifier of node.specifiers) {
        // A whole module under one name would hide it.
        if (specifier.type !== "ImportSpecifier") context.report({ node: specifier, messageId: "bare" });
        else if (specifier.imported.type === "Identifier" && specifier.imported.name === "read")
          for (const variable of context.sourceCode.getDeclaredVariables(specifier))
            for (const reference of variable.references) if (!isAllowed(reference)) context.report({ node: reference.identifier, messageId: "bare" });
      }
    },
  }),
};
