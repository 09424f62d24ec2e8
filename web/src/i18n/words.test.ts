/** Words come when a page needs them, in the language that is spoken by then. */
import { i18n, type Messages } from "@lingui/core";
import { beforeEach, expect, test, vi } from "vitest";

const catalogues = (words: Record<string, Messages>) =>
  Object.fromEntries(
    Object.entries(words).map(([language, messages]) => [`./catalogues/${language}.po`, () => Promise.resolve(messages)]),
  );

const fresh = () => import("./words");

let words: Awaited<ReturnType<typeof fresh>>;
beforeEach(async () => {
  vi.resetModules();
  words = await fresh();
  words.provideWords("first", catalogues({ en: { hello: "Hello" }, de: { hello: "Hallo" } }));
  words.provideWords("later", catalogues({ en: { key: "Key" }, de: { key: "Schlüssel" } }));
  await words.putOn("en");
});

test("words that come later join those in use, and nothing is drawn anew", async () => {
  const changed = vi.fn();
  const stop = i18n.on("change", changed);
  await words.fetchWords("later");
  stop();
  expect(i18n.messages).toEqual({ hello: "Hello", key: "Key" });
  expect(changed).not.toHaveBeenCalled();
});

test("another language brings everything asked for so far", async () => {
  await words.fetchWords("later");
  await words.putOn("de");
  expect(i18n.messages).toEqual({ hello: "Hallo", key: "Schlüssel" });
});

test("words on their way when the language changes arrive in the new one", async () => {
  const english = Promise.withResolvers<Messages>();
  words.provideWords("later", {
    "./catalogues/en.po": () => english.promise,
    "./catalogues/de.po": () => Promise.resolve({ key: "Schlüssel" }),
  });
  const coming = words.fetchWords("later");
  await words.putOn("de");
  english.resolve({ key: "Key" });
  await coming;
  expect(i18n.messages).toEqual({ hello: "Hallo", key: "Schlüssel" });
});

test("what did not arrive keeps no page back, and is asked for again", async () => {
  words.provideWords("later", { "./catalogues/en.po": () => Promise.reject(new Error("offline")) });
  const page = await words.withWords(Promise.resolve("the page"), ["later"]);
  expect(page).toBe("the page");
  words.provideWords("later", catalogues({ en: { key: "Key" } }));
  await words.fetchWords("later");
  expect(i18n.messages).toEqual({ hello: "Hello", key: "Key" });
});

test("words asked for while a language is being put on come in that language", async () => {
  const german = Promise.withResolvers<Messages>();
  words.provideWords("first", { "./catalogues/de.po": () => german.promise });
  const putting = words.putOn("de");
  const coming = words.fetchWords("later");
  await coming;
  german.resolve({ hello: "Hallo" });
  await putting;
  expect(i18n.messages).toEqual({ hello: "Hallo", key: "Schlüssel" });
});
