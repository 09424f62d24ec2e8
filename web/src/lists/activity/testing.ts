/** An entry of the audit log, for tests: as the server answers it, in whole. */
export const anEntry = ({ actor, ...more }: { id: string; actor: object; [member: string]: unknown }): object => ({
  seq: 1, accountId: null, at: "2027-03-01T23:30:00Z", recordedAt: "2027-03-01T23:30:00Z", category: "member", action: "member.removed", outcome: "success", severity: 1,
  targets: [], changes: [], context: { sessionId: null, deviceId: null, ip: null, agent: null, requestId: "r", correlationId: "c" }, class: { uid: 1, activity: 1 },
  position: 1, leafHashB64u: "", schemaVersion: 1, ...more, actor: { type: "user", id: null, impersonatorId: null, ...actor },
});

export const aPageOf = (entries: readonly object[]): object => ({ data: entries, page: { limit: 50, nextCursor: null }, sync: { seq: 1 } });
