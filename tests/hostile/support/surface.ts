/** What a hostile server can lie about: the operations of the OpenAPI document with the members of their answers. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import type { Json } from "./wire";

export interface Member {
  /** `[]` is an element of a list, `*` a value of a map. */
  path: string;
  type: string;
  format: string | null;
  /** What a server could make up. */
  example: Json;
  /** Those of an enumeration. */
  values: Json[];
}

/** The method of what is not asked for: the frames of the socket. */
export const SOCKET = "SOCKET";

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** Changes nothing, also when it is asked by POST. */
  reads: boolean;
  members: Member[];
}

export const CHECKOUT = resolve(__dirname, "../../..");
export const PYTHON = `${CHECKOUT}/.venv/bin/python`;

let read: Promise<Operation[]> | undefined;

export function surface(): Promise<Operation[]> {
  read ??= promisify(execFile)(PYTHON, ["-P", "-m", "tests.hostile.surface"], {
    cwd: CHECKOUT,
    env: { ...process.env, PYTHONPATH: CHECKOUT },
    maxBuffer: 1 << 26,
  }).then(({ stdout }) => JSON.parse(stdout) as Operation[]);
  return read;
}

/** Which operation a request asks for; a fixed part of a path goes before a parameter. */
export function operationOf(operations: readonly Operation[], method: string, pathname: string): Operation | undefined {
  const parts = pathname.split("/");
  const fitting = operations.filter((one) => {
    const template = one.path.split("/");
    return one.method === method && template.length === parts.length && template.every((part, place) => part.startsWith("{") || part === parts[place]);
  });
  return fitting.sort((one, other) => parameters(one) - parameters(other))[0];
}

const parameters = ({ path }: Operation): number => path.split("{").length;
