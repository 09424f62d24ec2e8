/** Sends the bytes of one part to the address that was made for exactly these bytes. */
import { CallFailed, OFFLINE } from "../../../api/failure";

export interface Address {
  url: string;
  method: string;
  headers: Record<string, string>;
}

/** `fetch` says nothing about bytes on their way out, so this is the older way to ask. */
export function putPart(
  { url, method, headers }: Address,
  bytes: Uint8Array<ArrayBuffer>,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, bytes.length));
    request.onload = () => {
      const etag = request.getResponseHeader("ETag");
      if (request.status < 300 && etag) return resolve(etag);
      const message = `request failed: status ${request.status}`;
      return reject(new CallFailed({ status: request.status, code: "unknown", message }));
    };
    request.onerror = () => reject(new CallFailed(OFFLINE));
    request.onabort = () => reject(new DOMException("Cancelled", "AbortError"));
    const abort = () => request.abort();
    signal.addEventListener("abort", abort);
    // One signal serves all parts of a file; whatever still listened to it would keep its bytes.
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.send(bytes);
  });
}
