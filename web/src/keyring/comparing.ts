/** The newcomer's side of a comparison: the digits that were heard, what they confirm, and what the third wrong try ends. */
import { changeRecord, type Context } from "./context.ts";
import type { Heard } from "./contract.ts";
import { isConfirmed, type DeviceRecord } from "./store.ts";
import { sync } from "./syncing.ts";
import { inTurn } from "./writing.ts";

const TRIES = 3;
/** Why this browser gave its device up, and why another one ended it. */
export const NOT_THE_CODE = "The code differs";
export const NOT_THE_ANSWER = "The answer differs";

function ownCard({ userId, deviceId, publicKeyB64u, signPublicKeyB64u, card }: DeviceRecord) {
  return { user: userId, device: deviceId, ecdhPublic: publicKeyB64u, ecdsaPublic: signPublicKeyB64u, ...card };
}

/** What is read back, once the code was found equal here. */
export async function answerOf({ worker, record }: Context): Promise<string | null> {
  return record?.anchor === "comparison" ? worker.answerToRead({ card: ownCard(record) }) : null;
}

/**
 * Digits as they were heard, or a picture as it was scanned. Equal, and the person who spoke sees this very card in the
 * account with the fingerprint that the card names. After the third other code the device is given up: whoever could
 * search for cards gets no fourth try at one.
 */
export function enterCode(context: Context, typed: string): Promise<Heard> {
  return inTurn(context, async () => {
    await sync(context);
    const { record, worker, store } = context;
    if (!record || isConfirmed(record)) return "fits";
    if (await worker.codeFits({ card: ownCard(record), typed })) {
      // The head that was taken just before is kept already: it vouches from now on.
      await changeRecord(context, { anchor: "comparison" });
      // What the worker says of the account is that of before: a recovered device may read as soon as it is confirmed.
      await sync(context);
      return "fits";
    }
    const wrongCodes = record.wrongCodes + 1;
    if (wrongCodes < TRIES) {
      await changeRecord(context, { wrongCodes });
      return "differs";
    }
    const end = { at: Date.now(), byUser: record.userId, byDevice: record.deviceId, reason: NOT_THE_CODE };
    await store.endDevice(end);
    context.end = end;
    context.record = null;
    return "given up";
  });
}
