/** The mail of the people in a test, read where a developer reads it. */
import { expect, type APIRequestContext } from "@playwright/test";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  code: string | null;
  links: string[];
  at: string;
}

/** All mail to an address, newest first. */
export async function mailTo(request: APIRequestContext, address: string): Promise<Mail[]> {
  const answer = await request.get("/dev/inbox.json", { params: { to: address } });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Mail[];
}

/** Waits for the next mail that `wanted` picks; `after` leaves out those a test has already read. */
export async function nextMail(
  request: APIRequestContext,
  address: string,
  wanted: (mail: Mail) => boolean = () => true,
  after = 0,
): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    const mails = (await mailTo(request, address)).reverse().slice(after);
    found = mails.find(wanted);
    expect(found, `a mail to ${address}`).toBeDefined();
  }).toPass();
  if (!found) throw new Error(`No mail to ${address}.`);
  return found;
}

/** The one-time code of the newest mail that has one. */
export async function nextCode(request: APIRequestContext, address: string, after = 0): Promise<string> {
  const mail = await nextMail(request, address, ({ code }) => code !== null, after);
  if (mail.code === null) throw new Error("This mail has no code.");
  return mail.code;
}
