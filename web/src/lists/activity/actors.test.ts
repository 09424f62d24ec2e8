// @vitest-environment jsdom
/** A name is drawn as true only where somebody has signed it, whatever the server calls an actor. */
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import type { AuditEntry } from "../../api/oversight";
import { aDirectory } from "../people/testing";
import { useActorFace, useActorName } from "./actors";

const directory = aDirectory({
  people: [
    { id: "jonas", name: "Jonas Weber", email: "jonas@weber.example" },
    { id: "nina", name: "Nina Roth", email: "nina@roth.example", standing: "unconfirmed" },
  ],
});
vi.mock("../../keyring/useDirectory", () => ({ useDirectory: () => directory }));
vi.mock("../../i18n/say", () => ({ useSay: () => say }));
const say = (_id: string, text: string, values: Record<string, string> = {}) => text.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? "");

afterEach(cleanup);

type Actor = Omit<AuditEntry["actor"], "name"> & { name?: string };
const by = (actor: Partial<Actor>) => ({ actor: { type: "user", id: null, name: null, ...actor } as unknown as AuditEntry["actor"] });

test.each<[string, Partial<Actor>, string, string]>([
  ["a member goes by the signed name", { id: "jonas", name: "Told Jonas" }, "Jonas Weber", "Jonas Weber"],
  ["a member whose name nobody has signed is unconfirmed", { id: "nina", name: "Told Nina" }, "(unconfirmed) Nina Roth", "?"],
  ["somebody who is no member goes by a told name, which says so", { id: "karl", name: "Told Karl" }, "(unconfirmed) Told Karl", "?"],
  ["somebody who was erased has no name", { id: "karl", name: "" }, "Someone", "?"],
  ["the product goes by its own name", { type: "system" }, "System", "System"],
  ["who looks on behalf of a member is not that member", { id: "jonas", impersonatorId: "support" }, "Support as Jonas Weber", "Jonas Weber"],
])("%s", (_what, actor, name, face) => {
  const { result } = renderHook(() => ({ name: useActorName(), face: useActorFace() }));
  expect([result.current.name(by(actor)), result.current.face(by(actor))]).toEqual([name, face]);
});
