// @vitest-environment jsdom
/** The files of a part are fetched before they are imported, because a browser never repeats an import that failed. */
import { afterEach, expect, test, vi } from "vitest";

import { FileAway, PART_FAILED, preload } from "./preload";

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

function network(answers: Record<string, () => Promise<Response>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (file: string) => {
    asked.push(file);
    return answers[file]?.() ?? Promise.reject(new TypeError("Failed to fetch"));
  });
  return asked;
}
const says = (status: number) => () => Promise.resolve(new Response("", { status }));
const cut = () => Promise.resolve(new Response(new ReadableStream({ start: (body) => body.error(new TypeError("network error")) })));
const links = () => [...document.querySelectorAll("link")].map(({ rel, integrity, href }) => [rel, integrity, new URL(href).pathname]);
const hashes = { "/a-1.js": "sha256-a", "/b-1.js": "sha256-b" };
const none = () => Promise.resolve();

test("nothing is imported that did not arrive, and what arrived is not fetched again", async () => {
  const load = vi.fn(() => Promise.resolve("part"));
  const first = network({ "/a-1.js": says(200) });
  await expect(preload(load, ["/a-1.js", "/b-1.js"], hashes, none)).rejects.toThrow(FileAway);
  expect(first).toEqual(["/a-1.js", "/b-1.js"]);
  expect([load.mock.calls.length, links()]).toEqual([0, []]);

  const second = network({ "/b-1.js": says(200) });
  await expect(preload(load, ["/a-1.js", "/b-1.js"], hashes, none)).resolves.toBe("part");
  expect(second).toEqual(["/b-1.js"]);
  expect(links()).toEqual([
    ["modulepreload", "sha256-a", "/a-1.js"],
    ["modulepreload", "sha256-b", "/b-1.js"],
  ]);
  await preload(load, ["/a-1.js"], hashes, none);
  expect(links()).toHaveLength(2);
});

test("the other hashes are learned before the first part that needs one of them is announced", async () => {
  network({ "/a-1.js": says(200), "/z-1.js": says(200) });
  const known: Record<string, string> = { "/a-1.js": "sha256-a" };
  const learn = vi.fn(() => Promise.resolve(void (known["/z-1.js"] = "sha256-z")));
  await preload(none, ["/a-1.js"], known, learn);
  expect(learn).not.toHaveBeenCalled();
  await preload(none, ["/a-1.js", "/z-1.js"], known, learn);
  expect([learn.mock.calls.length, links()]).toEqual([
    1,
    [
      ["modulepreload", "sha256-a", "/a-1.js"],
      ["modulepreload", "sha256-z", "/z-1.js"],
    ],
  ]);
});

test("where the other hashes do not arrive, nothing is announced without one, and they are asked for again", async () => {
  network({ "/y-1.js": says(200) });
  const learn = vi.fn<() => Promise<unknown>>(() => Promise.reject(new FileAway()));
  await expect(preload(none, ["/y-1.js"], {}, learn)).rejects.toThrow(FileAway);
  expect(links()).toEqual([]);
  const known: Record<string, string> = {};
  learn.mockImplementation(() => Promise.resolve(void (known["/y-1.js"] = "sha256-y")));
  await preload(none, ["/y-1.js"], known, learn);
  expect(links()).toEqual([["modulepreload", "sha256-y", "/y-1.js"]]);
});

test("what the page names itself needs no hash of a table", async () => {
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: "/named-1.js" }));
  network({ "/named-1.js": says(200) });
  const learn = vi.fn(none);
  await preload(none, ["/named-1.js"], {}, learn);
  expect(learn).not.toHaveBeenCalled();
});

test.each<[string, () => Promise<Response>]>([
  ["a gateway that does not reach the server", says(502)],
  ["a connection that is cut in the middle", cut],
])("%s is no answer", async (_what, answer) => {
  network({ "/c-1.js": answer });
  await expect(preload(() => Promise.resolve(), ["/c-1.js"], {}, none)).rejects.toThrow(FileAway);
});

test("a file that is gone is left to the import, whose failure is announced", async () => {
  network({ "/d-1.js": says(404) });
  const heard: unknown[] = [];
  window.addEventListener(PART_FAILED, (event) => heard.push((event as CustomEvent).detail), { once: true });
  const gone = new TypeError("Failed to fetch dynamically imported module");
  await expect(preload(() => Promise.reject(gone), ["/d-1.js"], {}, none)).rejects.toBe(gone);
  expect(heard).toEqual([gone]);
});

test("a part waits for its style", async () => {
  network({ "/e-1.css": says(200) });
  const load = vi.fn(() => Promise.resolve("styled"));
  const opened = preload(load, ["/e-1.css"], {}, none);
  await vi.waitFor(() => expect(links()).toEqual([["stylesheet", "", "/e-1.css"]]));
  expect(load).not.toHaveBeenCalled();
  document.querySelector("link")?.dispatchEvent(new Event("load"));
  await expect(opened).resolves.toBe("styled");
});
