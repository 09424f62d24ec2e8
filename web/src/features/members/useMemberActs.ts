/** Changes of members, carried out by the keyring; refetches what shows them. */
import { useDispatch } from "react-redux";

import { baseApi } from "../../api/baseApi";
import { CallFailed } from "../../api/failure";
import { confirmWhoIsThere, UNCONFIRMED } from "../../api/stepUp";
import type { RolePlan } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import type { AppDispatch } from "../../session/dispatch";
import { useSignedIn } from "../../session/useSession";
import { useSessionChange } from "../../session/useSessionChange";

/** The calls of the keyring pass the store by, so it is told what they made stale: the session counts the seats, too. */
const STALE = ["Member", "Role", "Invitation", "Notice", "Session"] as const;

export function useMemberActs() {
  const keyring = useKeyring();
  const dispatch = useDispatch<AppDispatch>();
  const sessionChanged = useSessionChange();
  const { user } = useSignedIn();

  /** What failed half-way has changed something as well. */
  async function showing<T>(act: () => Promise<T>, ofOneself = false): Promise<T> {
    try {
      return await act();
    } finally {
      dispatch(baseApi.util.invalidateTags([...STALE]));
      if (ofOneself) await sessionChanged();
    }
  }

  return {
    /** `shown`: what the person has read that it changes. `owners`: the role of an owner is given or taken. */
    setRole: async (userId: string, roleId: string, shown: RolePlan | undefined, owners: boolean) => {
      if (owners) await confirmed();
      await showing(() => keyring.setRole(userId, roleId, shown), userId === user.id);
    },
    remove: async (userId: string) => {
      await confirmed();
      return showing(() => keyring.removeMember(userId));
    },
    rollDue: () => showing(() => keyring.rollDue()),
    handOver: async (userId: string, keepRoleId: string) => {
      await confirmed();
      await showing(() => keyring.handOver(userId, keepRoleId), true);
    },
    leave: () => keyring.leave(),
  };
}

/**
 * Required even in a fresh session: a person at an unlocked screen must not be able to do this.
 *
 * Asked before anything is signed, because a question that is not answered would leave the key record ahead of the account.
 */
async function confirmed(): Promise<void> {
  if (!(await confirmWhoIsThere(UNCONFIRMED))) throw new CallFailed(UNCONFIRMED);
}
