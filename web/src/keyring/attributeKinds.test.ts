/** A screen's values become signed attributes of the right type, or nothing. */
import { describe, expect, it } from "vitest";

import { typedAttributes } from "./attributeKinds.ts";
import { isCommonPassphrase } from "./commonPassphrases.ts";

describe("attributes", () => {
  it("get the type that their kind gives them, and absent ones are left out", () => {
    expect(typedAttributes("document", { state: "active", remindDays: [30, 7], noteOnly: false, expiresOn: null, topicIds: undefined })).toEqual({
      state: { is: "text", value: "active" }, remindDays: { is: "integers", value: [30, 7] }, noteOnly: { is: "flag", value: false },
    });
  });

  it("that do not exist, or have another type, are refused", () => {
    expect(() => typedAttributes("document", { title: "Passport" })).toThrow("no attribute title");
    expect(() => typedAttributes("document", { remindDays: ["7"] })).toThrow("another type");
    expect(() => typedAttributes("secret", {})).toThrow();
  });
});

describe("a pass-phrase", () => {
  it("that everybody tries first is common, whatever stands between its letters", () => {
    expect(isCommonPassphrase("Correct horse battery staple!")).toBe(true);
    expect(isCommonPassphrase("aaaaaaaaaaaaaaaa")).toBe(true);
    expect(isCommonPassphrase("abc abc abc abc abc")).toBe(true);
    expect(isCommonPassphrase("seven grey herons on the quay")).toBe(false);
  });
});
