/** Values that the formats fix and that are asked for without any of them. */
import { toBase64Url } from "./base64url.ts";
import { zeros } from "./bytes.ts";

/** In the place of a hash of nothing. */
export const ZERO_HASH = toBase64Url(zeros(32));

/** An unlock cache older than this opens nothing. */
export const CACHE_LIFE_MS = 24 * 60 * 60 * 1000;
