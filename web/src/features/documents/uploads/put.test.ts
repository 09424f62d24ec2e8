/** What a thread tells of the answer to a part. */
import { afterEach, expect, test, vi } from "vitest";

import { put, type PutNews } from "./put";

afterEach(() => vi.unstubAllGlobals());

/** A request that is answered as the test says. */
class FakeRequest {
  static answer = { status: 200, etag: "tag" as string | null, body: "" };
  upload = {} as { onprogress?: (event: { loaded: number }) => void };
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  status = 0;
  responseText = "";
  open = vi.fn();
  setRequestHeader = vi.fn();
  getResponseHeader = () => FakeRequest.answer.etag;
  send() {
    this.status = FakeRequest.answer.status;
    this.responseText = FakeRequest.answer.body;
    this.onload();
  }
}

function told(status: number, etag: string | null, body: string): PutNews[] {
  FakeRequest.answer = { status, etag, body };
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  const news: PutNews[] = [];
  put({ address: { url: "/blobs/x", method: "PUT", headers: {} }, bytes: new Uint8Array(3) }, (one) => void news.push(one));
  return news.filter((one) => !("back" in one));
}

test("of a part that was taken its tag", () => {
  expect(told(200, "tag", "")).toEqual([{ status: 200, etag: "tag" }]);
});

test("of one that was not, what was said, and no tag", () => {
  expect(told(503, "tag", "full")).toEqual([{ status: 503, etag: null, said: "full" }]);
});
