/** One word per thing: what it is used for, which words are not used for it, and how such words are found in a text. */
export interface Term {
  use: string;
  /** What it names, as a reader of the product would say it. */
  means: string;
  /** Other words that were used for it, for people. */
  not?: string;
  /** Finds the other words in a text. */
  found?: RegExp;
  /** Texts that this finds by mistake, and why each may stay. */
  except?: Readonly<Record<string, string>>;
}

const SETTLED = "names the key itself, which a role has";

export const TERMS: readonly Term[] = [
  {
    use: "approve",
    means: "letting a device or a person read, in one act",
    not: "let in, grant, say yes",
    found: /\blets?\b[^.]*\bin\b|\bgrant|\bsays? yes\b/i,
  },
  {
    use: "locked",
    means: "this device has to be unlocked",
    not: "closed, sealed",
    found: /\bseal(ed|s)?\b|\b(device|browser|keys?) (is|are|stays?) closed\b/i,
  },
  {
    use: "no access",
    means: "the roles of this person do not open it",
    not: "locked, sealed",
    found: /\blocked (document|group|status|topic|task|profile)\b/i,
  },
  {
    use: "archive · delete · delete for good",
    means: "put in the archive · put in the bin · erased with its keys",
    not: "take away, destroy, remove, put out of the way",
    found:
      /\bdestroy|\btak(e|es|en|ing)\b[^.]*\baway\b|out of the way|\bremov(e|es|ed|ing) (a |an |the |this )?(comment|contact|document|filter|group|profile|status|sub-group|task|topic|vendor)\b/i,
  },
  {
    use: "remove",
    means: "a person from an account, a device, or a link between two things",
    not: "take away",
  },
  {
    use: "role",
    means: "what someone may do and read",
    not: "role key, where the role is meant",
    found: /\brole keys?\b/i,
    except: {
      "audit.kind.roleKey": SETTLED,
      "audit.role_key.created": SETTLED,
      "audit.role_key.link_added": SETTLED,
      "audit.role_key.rolled": SETTLED,
      "keys.rollTitle": SETTLED,
    },
  },
  { use: "verification code", means: "six digits by email", not: "number, six digits", found: /\bdigits\b/i },
  {
    use: "safety code",
    means: "compared by two people before a device is approved",
    not: "code",
    found: /\bcompares? (the|this|that) code\b|(?<!safety )\bcodes? (differ|did not match|do not match)\b/i,
  },
  { use: "request ID", means: "the reference of a failed call for support", not: "number of the request", found: /\bnumber of the request\b/i },
  {
    use: "parent topic, sub-topic, group, sub-group",
    means: "the places in a tree",
    not: "what it stands under",
    found: /\bstands? under\b/i,
  },
  {
    use: "cancelled · not started · in progress · waiting · done",
    means: "the kinds of a task's status",
    not: "called off, not begun",
    found: /\bcalled off\b|\bnot begun\b|\bunder way\b/i,
  },
  { use: "key record", means: "the signed log of keys, for people", not: "key statement, key log (that is for code)", found: /\bkey (statements?|log)\b/i },
  {
    use: "sign in, sign up, sign out",
    means: "beginning a session, becoming known, ending a session",
    not: "log in, register, leave",
    found: /\blog(ged|s)? ?(in|out)\b|\bregister(ed|s)?\b/i,
    except: {
      "profileField.registerCourt": "the register of companies",
      "profileField.registerNumber": "the register of companies",
      "profileField.registeredIn": "the register of ships or aircraft",
      "profileField.registeredUntil": "the register of ships or aircraft",
    },
  },
  // What the product adds to the table above.
  { use: "account", means: "a family or firm: its members, roles, keys and everything they keep" },
  { use: "audit log", means: "everything that happened in an account, never changed" },
  { use: "bin", means: "where deleted items stay for 30 days" },
  { use: "device", means: "a browser that has a key of its own" },
  { use: "encrypted", means: "only readable with a key that the server does not have", not: "sealed" },
  { use: "member", means: "a person who belongs to an account" },
  { use: "notification", means: "what the bell shows", not: "notice" },
  { use: "passkey", means: "an authenticator that signs in, and may unlock" },
  { use: "pass-phrase", means: "unlocks one browser; never sent" },
  { use: "profile", means: "a person, home, car or company that documents are about" },
  { use: "recovery key", means: "opens the documents when every device is lost" },
  { use: "role key", means: "the key that all devices of a role share" },
  { use: "roll", means: "replace a role key by a new one that removed devices do not get" },
  { use: "seat", means: "a place for one person in the plan of an account" },
  { use: "secure link", means: "an invitation that approves the device that opens it" },
  { use: "viewing as someone else", means: "support sees the app as a person does, and changes nothing; impersonation in code" },
  { use: "voucher code", means: "typed when a plan is chosen" },
];

/** Words that a reader has to translate. */
export const MANNERED = /\b((some|no|any|every)body|whoever|shall|anew|meanwhile|no more|any more|oneself|stands?|on behalf of|the own|a way that you)\b/i;
