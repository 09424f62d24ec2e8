/** Who can read what, by the replay of this browser: roles, devices, who waits, and what was signed about them. */

export interface KeyRole {
  roleId: string;
  name: string | null;
  /** What its members are meant to have: 1 people, 2 role keys, 4 who may do so. */
  capabilities: number;
  generation: number;
  rollDue: boolean;
  /** This device can open what the role reads. */
  held: boolean;
  /** The people to whom the log assigns it. */
  holders: readonly string[];
}

/** A role key that was started anew, which nothing is saved for before its person has agreed. */
export interface RestartedRole {
  roleId: string;
  generation: number;
  by: string;
  at: string;
}

/** What another role would change for a member, before anybody signs it. */
export interface RolePlan {
  given: string[];
  taken: string[];
  /** Keys among the given ones that this person does not hold. */
  lacking: string[];
  /** What the member may do with keys then: 1 people, 2 role keys, 4 who may do so. */
  capabilities: number;
  /** The change has to be signed by an owner, and this person is none. */
  ownerOnly: boolean;
}

export interface KeyDevice {
  deviceId: string;
  userId: string;
  name: string;
  mine: boolean;
  current: boolean;
  by: "authenticator" | "passphrase";
  addedAt: string;
  lastSeenAt: string | null;
  revoked: boolean;
  /** Checked by link, by code, not at all, or not yet. */
  vouched: "genesis" | "pairing" | "code" | "device" | "recovery" | "unverified" | null;
}

/** A role and what its members are meant to have: 1 people, 2 role keys, 4 who may do so. */
export interface GivenRole {
  roleId: string;
  capabilities: number;
  /** An invitation that is open was signed for it. */
  signed: boolean;
}

/** A person or device that cannot read yet, and this browser can let in. */
export interface WaitingGrant {
  deviceId: string;
  userId: string;
  deviceName: string;
  since: string;
  /** A further device of the person of this browser. */
  own: boolean;
  name: string;
  email: string;
  /** Name and e-mail are those that the newcomer has signed for. Nobody is let in under others. */
  confirmedName: boolean;
  /** The secure link proved itself; without it the code has to be compared. */
  proven: boolean;
  /** There was a link, and something about it does not fit. */
  mismatch: boolean;
  /**
   * The role of the signed invitation, which is given; or where none is open that of which the server speaks, which nobody is
   * given for it. A further device gets what its person has.
   */
  role: GivenRole | null;
  /** The roles of which whoever approves chooses one, where no invitation was signed. */
  choices: GivenRole[];
  /** Roles that belong to that role and are given beside it when a person says so. */
  further: string[];
  /** This browser does not hold the key of the role that was signed. */
  lacksKey: boolean;
  /** The role that was signed manages something, so an owner has to approve it. */
  ownerOnly: boolean;
}

/** Waits for approval by the key log, and the server shows nothing of the request. */
export interface UnshownDevice {
  deviceId: string;
  userId: string;
}

/** Came by a recovery key that said nothing about the account: its person has to be told the code before it reads. */
export interface RecoveredDevice {
  deviceId: string;
  userId: string;
  /** Of the person of this browser. */
  own: boolean;
  /** When the recovery key was used. */
  since: string;
}

export interface KeyFact {
  seq: number;
  at: string;
  type: string;
  authorId: string;
  roleId: string | null;
  userId: string | null;
  deviceId: string | null;
  generation: number | null;
}

/** What this device has replayed of the account's record, and how far that can be trusted. */
export interface LogCheck {
  /** When the newest head was asked for, by the clock of this browser. */
  checkedAt: number | null;
  /** When the server made it. */
  headAt: number | null;
  /** `late`: the newest head is older than two hours. `ahead`: it comes from the future, so this clock or the server's is wrong. */
  freshness: "current" | "late" | "ahead" | "unknown";
  /** Statements in the tree whose root was compared with the head, and those of them that are about keys. */
  statements: number;
  keyStatements: number;
  /** Whose signature the heads have, by what is pinned; null before the first head. */
  signer: { readonly name: string; readonly key: string } | null;
  /** Writes of this device that the record does not show a minute after they were made. */
  missing: { kind: string; id: string; at: number }[];
}

/** An invitation, as it was signed. Its address and what became of it are the server's word. */
export interface SignedInvitation {
  id: string;
  roleId: string;
  /** Whoever holds this role and manages people can open it. */
  custodianRoleId: string;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
}

export interface KeyOverview {
  checkedAt: number;
  log: LogCheck;
  roles: KeyRole[];
  devices: KeyDevice[];
  /** `${roleId} ${deviceId}` of every grant in force. */
  grants: ReadonlySet<string>;
  /** What each person may do with keys: 1 people, 2 role keys, 4 who may do so. */
  capabilities: Readonly<Record<string, number>>;
  /** When each person was last known to see the account's record, by what they signed. */
  views: Readonly<Record<string, string>>;
  invitations: SignedInvitation[];
  waiting: WaitingGrant[];
  unshown: UnshownDevice[];
  /** Role keys that were started anew and that this person has not agreed to. */
  restarts: RestartedRole[];
  recovered: RecoveredDevice[];
  history: KeyFact[];
  recovery: { savedAt: string | null; testedAt: string | null; remindAt: string | null; reminders: number };
}
