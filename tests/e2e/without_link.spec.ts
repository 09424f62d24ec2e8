/** Who comes by the link in the mail proves nothing yet: one reads a code to the other first, who reads an answer back. */
import type { Browser, Page } from "@playwright/test";

import { note, openBeside, upload } from "./support/documents";
import { codeField, enterCode, invite, joinByMail, readBack, readOut } from "./support/invitations";
import { expectFine } from "./support/looks";
import { goTo, newBrowser, newOwner, newPerson, signIn, type Person } from "./support/people";
import { expect, test } from "./support/test";

const memberLine = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("button", { name: `Actions for ${name}` }) });
const answerField = (page: Page, name: string) => page.getByLabel(`${name} reads 6 digits back`);
/** As somebody mishears: one digit is another one. */
const misheard = (digits: string) => `${digits.startsWith("9") ? "8" : "9"}${digits.slice(1)}`;

async function guestOf(browser: Browser, name: string, watch: (page: Page) => void, owner: Person): Promise<Person> {
  const guest = await newPerson(browser, name, { watch });
  await invite(owner, guest);
  await joinByMail(guest);
  return guest;
}

/** What was read back is typed by the one who approves. */
async function approve(page: Page, name: string, answer: string): Promise<void> {
  await answerField(page, name).fill(answer);
  await page.getByRole("button", { name: `Approve ${name} as Member` }).click();
}

/** A phone that is held over another screen: the camera of this page sees that picture. */
async function holdOver(page: Page, picture: string): Promise<void> {
  await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [640, 480];
    // What does not change is sent once; a camera goes on.
    setInterval(() => canvas.getContext("2d")?.drawImage(image, 180, 100, 280, 280), 50);
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream(20));
  }, picture);
}

test("a code that one reads out and an answer that comes back let one in and keep one out", async ({ browser, watch, expectComplaint }) => {
  const clara = await newOwner(browser, "Clara Hawthorne", "Hawthorne", { watch });
  await goTo(clara.page, "Documents");
  await upload(clara.page, [note("Lease", "Kitchen and garden")]);

  const read = await test.step("both type what they hear", async () => {
    const jonas = await guestOf(browser, "Jonas Weber", watch, clara);
    await expect(jonas.page.getByRole("heading", { name: "Ask Clara Hawthorne for the code" })).toBeVisible();
    await expect(jonas.page.getByText(`There you appear as Jonas Weber, ${jonas.email}.`)).toBeVisible();
    await expectFine(jonas.page, "code-asked");
    for (const path of ["/documents", "/members", "/settings"]) {
      await jonas.page.goto(path);
      await expect(codeField(jonas.page)).toBeVisible();
      await expect(jonas.page.getByRole("navigation")).toHaveCount(0);
    }

    await expect(clara.page.getByText("Compare safety code")).toBeVisible();
    await goTo(clara.page, "Keys");
    await expect(clara.page.getByRole("heading", { name: /^Approve Jonas/ })).toBeVisible();
    const digits = await readOut(clara.page);
    expect(digits).toMatch(/^\d{20}$/);
    await expectFine(clara.page, "keys-grant");

    await enterCode(jonas.page, misheard(digits));
    await expect(jonas.page.getByText("This is not the code of this device.")).toBeVisible();
    await jonas.page.reload();
    await expect(jonas.page.getByText("Listen again, and type each group as it is read.")).toBeVisible();
    await expectFine(jonas.page, "code-differs");
    await enterCode(jonas.page, misheard(digits));
    await expect(jonas.page.getByText(/After one more wrong try, this browser's key is no longer used/)).toBeVisible();
    await expectFine(jonas.page, "code-differs-twice");

    await enterCode(jonas.page, digits);
    await expect(jonas.page.getByRole("heading", { name: "This is the right account" })).toBeVisible();
    const answer = await readBack(jonas.page);
    expect(answer).toMatch(/^\d{6}$/);
    await expectFine(jonas.page, "answer");
    await jonas.page.reload();
    expect(await readBack(jonas.page)).toBe(answer);

    await approve(clara.page, "Jonas", misheard(answer));
    await expect(clara.page.getByText("These are not the digits on Jonas's screen.")).toBeVisible();
    await expect(answerField(clara.page, "Jonas")).toHaveValue("");
    await expectFine(clara.page, "keys-answer-differs");
    await expect(jonas.page.getByRole("heading", { name: "This is the right account" })).toBeVisible();
    await approve(clara.page, "Jonas", answer);
    await expect(clara.page.getByText("Jonas Weber can read what Member reads now")).toBeVisible();
    await expect(jonas.page.getByText("Unlocked")).toBeVisible();
    await goTo(jonas.page, "Documents");
    await expect(await openBeside(jonas.page, "Lease")).toContainText("Kitchen and garden");
    return jonas;
  });

  await test.step("a camera in the place of the ear", async () => {
    const nina = await guestOf(browser, "Nina Roth", watch, clara);
    await goTo(clara.page, "Keys");
    await expect(answerField(clara.page, "Nina")).toBeVisible();
    const picture = await clara.page.getByRole("img", { name: "The same as a QR code, for a camera beside you" }).evaluate((svg) => {
      const copy = svg.cloneNode(true) as Element;
      copy.setAttribute("width", "280");
      copy.setAttribute("height", "280");
      return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
    });
    await holdOver(nina.page, picture);
    await nina.page.getByRole("button", { name: "Scan the QR code instead" }).click();
    await expect(nina.page.getByRole("heading", { name: "This is the right account" })).toBeVisible();
    await approve(clara.page, "Nina", await readBack(nina.page));
    await expect(nina.page.getByText("Unlocked")).toBeVisible();
    await nina.page.close();
  });

  await test.step("three answers that nobody read back, and the device is blocked", async () => {
    const mallory = await guestOf(browser, "Mallory Finch", watch, clara);
    await goTo(clara.page, "Keys");
    for (const left of [2, 1, 0]) {
      await approve(clara.page, "Mallory", "000000");
      if (left > 0) await expect(answerField(clara.page, "Mallory")).toHaveValue("");
    }
    await expect(clara.page.getByText(/That was the third time\. Someone may be intercepting this connection/)).toBeVisible();
    await expect(answerField(clara.page, "Mallory")).toHaveCount(0);
    await expectFine(clara.page, "keys-intercepted");
    await clara.page.getByRole("button", { name: "Block this device" }).click();
    await clara.page.getByRole("alertdialog").getByRole("button", { name: "Block this device" }).click();
    await expect(clara.page.getByText("Mallory Finch was refused")).toBeVisible();
    await expectFine(clara.page, "keys-refused");
    await expect(mallory.page.getByText("This device was refused")).toBeVisible();
    await expect(codeField(mallory.page)).toHaveCount(0);
    await expectFine(mallory.page, "refused");
    await expect(mallory.page.getByText("Lease")).toHaveCount(0);
    await mallory.page.close();
  });

  await test.step("three times another code, and the key of that browser is gone", async () => {
    const piet = await guestOf(browser, "Piet Sand", watch, clara);
    for (const wrong of ["11111", "22222", "33333"]) {
      await enterCode(piet.page, wrong.repeat(4));
      await expect(codeField(piet.page).and(piet.page.locator("[readonly]"))).toHaveCount(0);
    }
    await expect(piet.page.getByText("This browser's key is no longer used")).toBeVisible();
    await expectFine(piet.page, "code-given-up");
    await piet.page.reload();
    await expect(piet.page.getByText("This browser's key is no longer used")).toBeVisible();
    await expect(codeField(piet.page)).toHaveCount(0);
    await piet.page.close();
  });

  await test.step("a cancelled invitation says so before an account is made", async () => {
    const eve = await newPerson(browser, "Eve Moss", { watch });
    const link = await invite(clara, eve);
    await eve.page.goto(link);
    await expect(eve.page.getByRole("heading", { name: "Join Hawthorne" })).toBeVisible();
    await expect(eve.page.getByText("Clara Hawthorne")).toBeVisible();
    await expectFine(eve.page, "join-secure-stranger");
    const address = await clara.page.locator("b", { hasText: eve.email }).getAttribute("id");
    await clara.page.getByRole("button", { name: "Actions for this invitation" }).and(clara.page.locator(`[aria-describedby="${address}"]`)).click();
    await clara.page.getByRole("menuitem", { name: "Cancel invitation" }).click();
    await expect(clara.page.getByText("Invitation cancelled")).toBeVisible();
    await eve.page.reload();
    await expect(eve.page.getByText("This invitation to Hawthorne was cancelled.")).toBeVisible();
    await expect(eve.page.getByText("Ask Clara Hawthorne for a new one.")).toBeVisible();
    await expect(eve.page.getByRole("link", { name: "Create an account" })).toHaveCount(0);
    await expectFine(eve.page, "join-cancelled");
  });

  await test.step("another role shows what it gives, and is shown at once", async () => {
    const { page } = clara;
    await clara.authenticator.leave();
    await page.getByRole("button", { name: "Actions for Jonas Weber" }).click();
    await page.getByRole("menuitem", { name: "Change role" }).click();
    const asked = page.getByRole("dialog", { name: "Change the role of Jonas Weber" });
    await asked.getByRole("button", { name: /Role/ }).click();
    await page.getByRole("option", { name: /^Admin/ }).click();
    await expect(asked.getByText("Approve and remove people, and renew keys")).toBeVisible();
    await expectFine(page, "members-role");
    await asked.getByRole("button", { name: "Change role" }).click();
    await expect(page.getByText("Jonas Weber is Admin now")).toBeVisible();
    await expect(memberLine(page, "Jonas Weber").getByRole("cell").nth(1).getByText("Admin", { exact: true })).toBeVisible();
  });

  await test.step("somebody is removed, with the keys they had", async () => {
    const { page } = clara;
    await page.getByRole("button", { name: "Actions for Jonas Weber" }).click();
    await page.getByRole("menuitem", { name: "Remove from account" }).click();
    const asked = page.getByRole("alertdialog", { name: "Remove Jonas Weber?" });
    await expect(asked.getByText("New keys are made at once for Admin and Member, so that Jonas Weber can open nothing new.")).toBeVisible();
    await expectFine(page, "members-remove");
    // Until it is told, the page of the removed person asks on, and is refused.
    expectComplaint(/\/users$|\/api\/roles$|\/api\/auth\/keys\//, "40");
    await asked.getByRole("button", { name: "Remove Jonas Weber" }).click();
    const question = page.getByRole("dialog", { name: "Confirm it is you" });
    await question.getByLabel("Password").fill(clara.password);
    await question.getByRole("button", { name: "Confirm with your password" }).click();
    await expect(page.getByText("Jonas Weber was removed")).toBeVisible();
    await expect(page.getByText("New keys for Admin and Member")).toBeVisible();
    await expect(page.getByRole("button", { name: "Actions for Jonas Weber" })).toHaveCount(0);
    await expect(read.page.getByText("Lease")).toHaveCount(0);
    await expect(read.page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    await expectFine(page, "members-after-removal");
  });

  await test.step("whoever was removed reads by whom in any browser", async () => {
    const elsewhere = { ...read, ...(await newBrowser(browser, { watch })) };
    await signIn(elsewhere);
    await expect(elsewhere.page.getByRole("alert")).toContainText("Clara Hawthorne removed you from");
    await expectFine(elsewhere.page, "removed");
  });
});
