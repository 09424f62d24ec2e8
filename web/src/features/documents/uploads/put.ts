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

/** What is told about a part: that its memory is free again, how much of it has left, and at last how it ended. */
export type PutNews =
  /** The thread has started, and may be given memory. */
  | { ready: true }
  /** The request has a copy of its own. */
  | { back: Uint8Array<ArrayBuffer> }
  | { sent: number }
  /** The store answered; `etag` when it has the part, and what it said when it has not. */
  | { status: number; etag: string | null; said?: string }
  | { unreachable: true };

/** `fetch` says nothing about bytes on their way out, so this is the older way to ask. */
export function put({ address: { url, method, headers }, bytes }: Put, tell: (news: PutNews, transfer?: Transferable[]) => void): void {
  const { length } = bytes;
  const request = new XMLHttpRequest();
  request.open(method, url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded }) => tell({ sent: Math.min(loaded, length) });
  request.onload = () => {
    const { status } = request;
    tell(status < 300 ? { status, etag: request.getResponseHeader("ETag") } : { status, etag: null, said: request.responseText });
  };
  request.onerror = () => tell({ unreachable: true });
  try {
    request.send(bytes);
  } finally {
    tell({ back: bytes }, [bytes.buffer]);
  }
}
