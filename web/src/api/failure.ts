/** What a call that failed tells: the code of the catalogue, a sentence for a person, and the reason. */

export interface FieldFailure {
  path: string;
  rule: string;
  message: string;
}

export interface ApiFailure {
  status: number;
  /** A code of the catalogue, or one in capitals under `/api/auth`. */
  code: string;
  message: string;
  reason?: string;
  fields?: FieldFailure[];
  requestId?: string;
  /** Seconds to wait before the next try. */
  retryAfter?: number;
  details?: Record<string, unknown>;
}

export const OFFLINE: ApiFailure = {
  status: 0,
  code: "unavailable",
  message: "No connection. Nothing was lost.",
  reason: "offline",
};

/** A server that answers something else than was asked for has answered nothing. */
export const UNREADABLE: ApiFailure = { status: 0, code: "data_loss", message: "The answer cannot be read." };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export async function readFailure(response: Response): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => null);
  const wait = Number(response.headers.get("Retry-After") ?? response.headers.get("X-Retry-After"));
  const retryAfter = Number.isFinite(wait) && wait > 0 ? { retryAfter: wait } : {};
  if (!isRecord(body) || typeof body["message"] !== "string") {
    const message = `request failed: status ${response.status}`;
    return { status: response.status, code: "unknown", message, ...retryAfter };
  }
  const details = isRecord(body["details"]) ? body["details"] : {};
  return {
    status: response.status,
    code: typeof body["code"] === "string" ? body["code"] : "unknown",
    message: body["message"],
    ...(typeof details["reason"] === "string" ? { reason: details["reason"] } : {}),
    ...(Array.isArray(details["fields"]) ? { fields: details["fields"] as FieldFailure[] } : {}),
    ...(typeof details["requestId"] === "string" ? { requestId: details["requestId"] } : {}),
    ...retryAfter,
    details,
  };
}

/** Thrown where calls are made outside RTK Query. */
export class CallFailed extends Error {
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = "CallFailed";
    this.failure = failure;
  }
}

/** The failure inside whatever was caught. */
export function failureOf(caught: unknown): ApiFailure {
  if (caught instanceof CallFailed) return caught.failure;
  if (isRecord(caught) && typeof caught["code"] === "string" && typeof caught["message"] === "string")
    return caught as unknown as ApiFailure;
  if (caught instanceof Error) return { status: 0, code: "unknown", message: caught.message };
  return { status: 0, code: "unknown", message: String(caught) };
}

/** The role does not allow it. The code for that differs from one part of the server to another, the status does not. */
export const isForbidden = ({ status }: ApiFailure): boolean => status === 403;

/** What was said about one field, by the last part of its path. */
export function fieldMessage(failure: ApiFailure | undefined, field: string): string | undefined {
  return failure?.fields?.find(({ path }) => path === field || path.endsWith(`.${field}`))?.message;
}
