/** Answers that nobody but the server itself can make: heads that its log signs, and roles that it says somebody has. */
import { ZERO_HASH } from "../../../crypto/statements.ts";
import type { KeyServer, Request } from "../keyServer.ts";

interface Members {
  readonly data: readonly { readonly word: object }[];
}

/** A head with a good signature over leaves that are not those of the log. */
function headOver({ leaves, headOver: sign }: KeyServer, { query = {} }: Request, choice: number): Promise<unknown> {
  const last = leaves.at(-1);
  const others = [
    leaves.slice(0, -1),
    leaves.slice(0, Math.ceil(leaves.length / 2)),
    leaves.map((leaf) => (leaf === last ? { ...leaf, hashB64u: ZERO_HASH } : leaf)),
    leaves.map((leaf, i) => (i === choice % leaves.length ? { ...leaf, hashB64u: ZERO_HASH } : leaf)),
    last ? [...leaves, { ...last, hashB64u: ZERO_HASH }] : [],
  ][choice % 5] ?? [];
  return sign(others, query["from"] === undefined ? null : Math.min(Number(query["from"]), others.length));
}

/** Everybody reads for every role, by the word of the server. */
function raised({ roles }: KeyServer, { data }: Members, choice: number): Members {
  const all = [roles.owner, roles.admin, roles.member];
  return { data: data.map((row) => ({ ...row, word: { ...row.word, roleId: all[choice % 2], readsRoleIds: all } })) };
}

interface Invitations {
  readonly data: readonly object[];
}

/** No invitation at all, or none with the box that says to what: then only the server says to which role somebody comes. */
const unboxed = ({ data }: Invitations, choice: number): Invitations => ({ data: choice % 2 === 0 ? [] : data.map((row) => ({ ...row, pairing: null })) });

export function forgedBy(server: KeyServer, request: Request, truth: unknown, choice: number): unknown {
  if (request.path.endsWith("keys/head")) return headOver(server, request, choice);
  if (request.path === "/api/invitations") return unboxed(truth as Invitations, choice);
  return request.path === "/users" ? raised(server, truth as Members, choice) : null;
}
