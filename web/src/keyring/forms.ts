/**
 * In which form the authentication protocol answers. Its answers have no envelope: one in another form is none, and is
 * refused before a screen takes a member out of it. `tools/forms.ts` writes the forms out of the OpenAPI document.
 */
import routes from "./forms.generated.json";

/** `has`: its members, those with `?` may be missing. `each`: a list. `or`: or nothing. A text that is a moment can be read as one. */
export type Form = "any" | "text" | "number" | "flag" | "moment" | { readonly has: Readonly<Record<string, Form>> } | { readonly each: Form } | { readonly or: Form };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

function hasMembers(value: unknown, members: Readonly<Record<string, Form>>): boolean {
  if (!isObject(value)) return false;
  return Object.entries(members).every(([name, form]) => {
    const member = name.replace("?", "");
    const there = Object.hasOwn(value, member) ? value[member] : undefined;
    return there === undefined ? name !== member : hasForm(there, form);
  });
}

export function hasForm(value: unknown, form: Form): boolean {
  if (typeof form === "object") {
    if ("has" in form) return hasMembers(value, form.has);
    if ("each" in form) return Array.isArray(value) && value.every((one) => hasForm(one, form.each));
    return value === null || hasForm(value, form.or);
  }
  switch (form) {
    case "any":
      return true;
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "flag":
      return typeof value === "boolean";
    case "moment":
      return typeof value === "string" && !Number.isNaN(Date.parse(value));
  }
}

const FORMS = routes as unknown as Readonly<Record<string, Form>>;

/** An answer that no form was written down for is held to none here. */
export function isInForm({ method = "GET", path }: { readonly method?: string; readonly path: string }, answer: unknown): boolean {
  const route = `${method} ${path}`;
  const form = Object.hasOwn(FORMS, route) ? FORMS[route] : undefined;
  return form === undefined || hasForm(answer, form);
}
