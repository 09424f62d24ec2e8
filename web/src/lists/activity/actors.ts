/**
 * Whom an entry of the audit log names.
 *
 * That it was this person is what the server says, and stands under its mark. What the person is called is not for the
 * server to say: a member goes by the name that is signed, and a name that nobody has signed says so.
 */
import { useCallback } from "react";

import type { AuditEntry } from "../../api/oversight";
import { useSay, type Say } from "../../i18n/say";
import { usePeople, type People } from "../people/people";
import { read } from "../../i18n/word";

type Acted = Pick<AuditEntry, "actor">;

/** What an entry calls who did it. */
export type NameActor = (entry: Acted) => string;

function nameOf(say: Say, people: People, { id, name }: AuditEntry["actor"]): string {
  const known = people.list.find((person) => person.id === id);
  if (known) return known.name;
  // The name of somebody who was erased is empty, and there is none of a caller who was not signed in.
  const told = name && read(name);
  return told ? say("people.unconfirmed", "(unconfirmed) {name}", { name: told }) : say("audit.somebody", "Someone");
}

export function actorName(say: Say, people: People, { actor }: Acted): string {
  if (actor.type === "system") return say("audit.system", "System");
  const name = nameOf(say, people, actor);
  // It was not the person, who may never hear of it otherwise.
  return actor.impersonatorId ? say("audit.onBehalf", "Support as {name}", { name }) : name;
}

/** What an avatar has its letters from: none of a name that nobody has signed. */
export function useActorFace(): NameActor {
  const say = useSay();
  const people = usePeople();
  return useCallback(
    ({ actor }) => (actor.type === "system" ? say("audit.system", "System") : (people.list.find(({ id }) => id === actor.id)?.face ?? "?")),
    [say, people],
  );
}

export function useActorName(): NameActor {
  const say = useSay();
  const people = usePeople();
  return useCallback((entry) => actorName(say, people, entry), [say, people]);
}
