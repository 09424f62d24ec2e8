/** Names for tests, as the keyring would hand them out. */
import type { Directory, KnownPerson, KnownRole } from "../../keyring/contract";

interface Around {
  people?: readonly Partial<KnownPerson>[];
  roles?: readonly Partial<KnownRole>[];
  withDevices?: readonly string[];
  left?: readonly string[];
}

/** Everybody and everything in it is called as they have signed it, unless the test says otherwise. */
export const aDirectory = ({ people = [], roles = [], withDevices = [], left = [] }: Around = {}): Directory => ({
  people: people.map((one) => ({ name: "", email: "", standing: "signed", renamed: null, ...one }) as KnownPerson),
  roles: roles.map((one) => ({ key: null, name: "", standing: "signed", personalOf: null, ...one }) as KnownRole),
  withDevices,
  left,
});
