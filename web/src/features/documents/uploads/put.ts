/** One part to the address that was made for exactly these bytes. */
export interface Address {
  url: string;
  method: string;
  headers: Record<string, string>;
}

export interface Put {
  address: Address;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What is told about a part: how much of it has left, and at last how it ended. */
export type PutNews =
  | { sent: number }
  /** The store answered; `etag` when it has the part. */
  | { status: number; etag: string | null }
  | { unreachable: true };

/** `fetch` says nothing about bytes on their way out, so this is the older way to ask. */
export function put({ address: { url, method, headers }, bytes }: Put, tell: (news: PutNews) => void): void {
  const request = new XMLHttpRequest();
  request.open(method, url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded }) => tell({ sent: Math.min(loaded, bytes.length) });
  request.onload = () => tell({ status: request.status, etag: request.status < 300 ? request.getResponseHeader("ETag") : null });
  request.onerror = () => tell({ unreachable: true });
  request.send(bytes);
}
