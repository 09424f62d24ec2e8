/** What people do about one another: they look, join, compare codes, remove, and try again after an alarm. */
import { expect } from "vitest";

import { PASSPHRASE } from "../people.ts";
import { keyringOf } from "./command.ts";
import { start, type Client, type World } from "./world.ts";

/** Names, keys and rights as they are drawn: what is drawn as signed is what the true log says, or has said. */
export async function people(world: World, client: Client): Promise<void> {
  const keyring = keyringOf(client);
  const { people: named, roles, withDevices } = await keyring.directory();
  for (const { id, name, email, standing } of named) {
    const known = world.clients.find(({ person }) => person.id === id)?.person;
    if (standing === "signed" && (known?.name !== name || known.email !== email)) world.fault(client, `drew ${name} as a signed name`);
  }
  for (const { id, name, standing, key } of roles) if (standing === "signed" && key !== null && name.toLowerCase() !== key) world.fault(client, `drew ${id} as the role ${name}`);
  const { held } = client.history;
  const everIn = (user: string) => [...held.keys()].some((one) => one.startsWith(user)) || [...world.devices.values()].includes(user);
  for (const user of withDevices) if (!everIn(user)) world.fault(client, "drew a person with a device who has none");
  const overview = await keyring.overview({ anew: true });
  for (const { roleId, holders } of overview.roles) {
    for (const user of holders) if (!held.has(`${user} ${roleId}`)) world.fault(client, "drew a holder of a key who never was one");
  }
  for (const { deviceId, userId, name, email, proven, confirmedName, role } of overview.waiting) {
    const known = world.clients.find(({ person }) => person.id === userId)?.person;
    // Nobody is ever invited to anything else here.
    if (role?.signed && role.roleId !== world.truth.server.roles.member) world.fault(client, "drew another role as that of the signed invitation");
    if (proven && world.devices.get(deviceId) !== userId) world.fault(client, "took a device that knows no secret for a proven one");
    if (proven && confirmedName && (known?.name !== name || known.email !== email)) world.fault(client, "drew a newcomer under another name as confirmed");
  }
}

export async function settle(client: Client): Promise<void> {
  const keyring = keyringOf(client);
  const state = keyring.state();
  if (state.name === "alarm" && state.kind === "authority") await keyring.acknowledge();
  else await keyring.tryAgain();
  const after = keyring.state();
  if (after.name === "alarm") throw new Error(`The alarm stays: ${after.kind}`);
}

export async function join(world: World, client: Client, link: string | null): Promise<void> {
  client.wishes.add(`join ${client.person.id}`);
  if (!client.browser) {
    client.link = link;
    await start(world, client);
  }
  await keyringOf(client).createDevice(PASSPHRASE);
}

/** Two people with one another on the telephone. */
export async function compare(world: World, approving: Client, waiting: Client): Promise<void> {
  await waiting.browser?.hear();
  const { id } = waiting.person;
  const device = [...world.devices].find(([, user]) => user === id)?.[0] ?? "";
  approving.wishes.add(`let in ${id} ${world.addHashes.get(device) ?? ""} code`);
  const read = await keyringOf(approving).codeToRead(device);
  expect(await keyringOf(waiting).enterCode(read?.code ?? "")).toBe("fits");
  const state = keyringOf(waiting).state();
  const shown = (await keyringOf(approving).overview({ anew: true })).waiting.find(({ deviceId }) => deviceId === device)?.role;
  // Where no invitation is shown as signed, the person chooses what was agreed on.
  const role = shown?.signed ? shown : { roleId: world.truth.server.roles.member, capabilities: 0, signed: false };
  await keyringOf(approving).letIn(device, { answer: state.name === "unconfirmed" ? (state.answer ?? "") : "", role });
}

export async function remove(world: World, client: Client, { person }: Client): Promise<void> {
  client.wishes.add(`remove ${person.id}`);
  client.wishes.add("invite.cancel");
  await keyringOf(client).removeMember(person.id);
  for (const { wishes } of world.clients) for (const wish of wishes) if (wish.startsWith(`let in ${person.id}`) || wish.startsWith(`give ${person.id}`)) wishes.delete(wish);
}
