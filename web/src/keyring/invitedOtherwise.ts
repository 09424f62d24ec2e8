/** An invitation that was not sent, because its address waits for an answer to one with another role. */
import { TEXTS } from "../crypto/errors.ts";

export const isInvitedOtherwise = ({ message }: { readonly message: string }): boolean => message === TEXTS.invitedOtherwise;
