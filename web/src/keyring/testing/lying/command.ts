/** What one person does, as a command of the model: done to its end, or refused, and the world is looked at after it. */
import type fc from "fast-check";

import { eachOf, pairName, type Lie } from "./lies.ts";
import { check, isReady, under, type Client, type Name, type World } from "./world.ts";

/** How often each command was carried out to its end, and each lie told: a law that is never applied proves nothing. */
export interface Counts {
  readonly done: Map<string, number>;
  readonly told: Map<string, number>;
  readonly refused: Map<string, number>;
  /** What was done although a pair of lies was told meanwhile. */
  readonly despite: Map<string, number>;
}

export const noCounts = (): Counts => ({ done: new Map(), told: new Map(), refused: new Map(), despite: new Map() });

const count = (counted: Map<string, number>, name: string) => counted.set(name, (counted.get(name) ?? 0) + 1);

export interface Act {
  readonly name: string;
  readonly who: Name;
  readonly lie: Lie | null;
  /** Whether the person could do this now. */
  readonly can: (world: World, client: Client) => boolean;
  /** Answers whether it was done, or what stood against it. */
  readonly does: (world: World, client: Client, lie: Lie | null) => Promise<Outcome>;
}

export interface Outcome {
  readonly came: { readonly value: unknown } | { readonly error: unknown };
  readonly told: boolean;
  /** Each lie of a pair was. */
  readonly all: boolean;
}

/** Whoever was removed is told so by the server, and is asked for nothing more. */
export const isMember = ({ truth: { server } }: World, { person }: Client): boolean => server.members.some(({ id }) => id === person.id);

export const clientOf = ({ clients }: World, who: Name): Client => clients.find(({ name }) => name === who) as Client;

/** A command of the model. Without a lie, what a person may do is done. */
export function command({ name, who, lie, can, does }: Act, counts: Counts): fc.AsyncCommand<World, World> {
  const lying = lie && eachOf(lie).map((one) => `${one.kind} ${one.about} ${String(one.after)} ${String(one.times)} ${String(one.choice)}`).join(", ");
  const pair = lie && pairName(lie);
  return {
    check: (world) => can(world, clientOf(world, who)),
    run: async (world) => {
      const client = clientOf(world, who);
      const { came, told, all } = await does(world, client, lie);
      if (pair && told && all) {
        count(counts.told, pair);
        if ("value" in came) count(counts.despite, `${name}: ${pair}`);
      } else if (lie && !pair && told) count(counts.told, lie.about === "item" ? `item ${lie.kind}` : lie.kind);
      if ("value" in came) count(counts.done, name);
      else count(counts.refused, `${name}: ${String((came.error as Error).message).slice(0, 80)}`);
      await check(world);
      // What goes on behind an act may have heard the lie and be told of it only now.
      const wasLied = client.lied;
      client.lied = told;
      if (!lie && "error" in came && isMember(world, client) && !wasLied) throw came.error;
    },
    toString: () => `${who} ${name}${lying === null ? "" : ` (${lying})`}`,
  };
}

export const holds = ({ history }: Client, { person }: Client, role: string): boolean => history.server.state().roles[role]?.holders.includes(person.id) ?? false;
export const stateOf = ({ browser }: Client) => browser?.keyring.state().name ?? "closed";

/** Before somebody does something without a lie, what was heard in a lie is heard anew. */
export async function truly(client: Client, lie: Lie | null): Promise<void> {
  if (!lie) await under(client, null, () => client.browser?.keyring.news() ?? Promise.resolve());
}

export const keyringOf = ({ browser }: Client) => {
  if (!browser) throw new Error("The browser is closed.");
  return browser.keyring;
};

/** An act of a ready browser. */
export const doing = (work: (world: World, client: Client, lie: Lie | null) => Promise<unknown>): Act["does"] => async (world, client, lie) => {
  await truly(client, lie);
  return under(client, lie, () => work(world, client, lie));
};

/** A step of a story that is told as it is written: one that can not be taken proves nothing. */
export const scripted = (step: fc.AsyncCommand<World, World>): fc.AsyncCommand<World, World> => ({
  check: () => true,
  run: async (world, real) => {
    if (!step.check(world)) throw new Error(`This could not be done: ${step.toString()}`);
    await step.run(world, real);
  },
  toString: () => step.toString(),
});

/** What a command does, without its name and its person. */
export type Doing = Pick<Act, "can" | "does">;

/** An act of whoever has the keys open. */
export const ready = (work: Parameters<typeof doing>[0]): Doing => ({ can: (_world, client) => isReady(client), does: doing(work) });
