/** The first thing anybody sees: a page that loads under the strict policy and says what it is. */
import { withAuthenticator } from "./support/authenticator";
import { expect, test } from "./support/test";

test("a stranger who opens any address gets to sign in", async ({ page }) => {
  await page.goto("/documents");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByLabel(/e-?mail/i)).toBeVisible();
});

test("the content policy allows nothing inline and nothing foreign", async ({ page }) => {
  const answer = await page.goto("/login");
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain("unsafe");
});

test("the browser of these tests can make a passkey that derives a secret", async ({ page }) => {
  // Not where a page asks for a passkey itself: it would sign in with this one.
  await page.goto("/register");
  const authenticator = await withAuthenticator(page);
  const length = await page.evaluate(async () => {
    const bytes = (size: number) => crypto.getRandomValues(new Uint8Array(size));
    const made = (await navigator.credentials.create({
      publicKey: {
        challenge: bytes(32),
        rp: { name: "Coffer" },
        user: { id: bytes(16), name: "ann@x.test", displayName: "Ann" },
        pubKeyCredParams: [{ type: "public-key", alg: -7 }],
        authenticatorSelection: { userVerification: "required", residentKey: "required" },
        extensions: { prf: { eval: { first: bytes(32) } } },
      },
    })) as PublicKeyCredential;
    const { prf } = made.getClientExtensionResults();
    return (prf?.results?.first as ArrayBuffer | undefined)?.byteLength;
  });
  expect(length).toBe(32);
  expect(await authenticator.credentials()).toBe(1);
});

test("what comes later moves nothing that is there", async ({ page }) => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/providers", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login");
  const button = page.getByRole("button", { name: "Continue with passkey" });
  const before = await button.boundingBox();
  const providers = page.waitForResponse("**/providers");
  arrive();
  await providers;
  await page.getByRole("button", { name: "Use password" }).click();
  await expect(page.getByText("Forgot your password?")).toBeVisible();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  expect(await button.boundingBox()).toEqual(before);
});

test("a password is hidden, shown on request, pasted, and left to password managers", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const [path, kept] of [
    ["/login", "current-password"],
    ["/register", "new-password"],
  ] as const) {
    await page.goto(path);
    const ask = page.getByRole("button", { name: "Use password" });
    if (path === "/login") await ask.click();
    const field = page.locator(`input[autocomplete="${kept}"]`);
    await expect(field).toHaveAttribute("type", "password");
    await page.evaluate(() => navigator.clipboard.writeText("  plum orbit 27  "));
    await field.focus();
    await page.keyboard.press("ControlOrMeta+V");
    await expect(field).toHaveValue("  plum orbit 27  ");
    await page.getByRole("button", { name: "Show characters" }).click();
    await expect(field).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide characters" }).click();
    await expect(field).toHaveAttribute("type", "password");
  }
});
