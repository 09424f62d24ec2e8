/**
 * Two real OpenID Connect providers on this machine, for tests: one as Google is, one as a tenant of Microsoft is.
 *
 *   node tests/peers/identity_providers.js <origin of Coffer> [port]
 *
 * It prints `{"google": issuer, "microsoft": issuer}` once it listens, and runs until its standard input ends. Whoever
 * comes to sign in names an e-mail address, or the claims that the provider is to make about them as JSON.
 */
import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";

import Provider from "oidc-provider";

const TENANT = "3aa4a235-b6e2-48d5-9195-7fcf05b459b0";
const [home, port = "0"] = process.argv.slice(2);

const people = new Map();

/** What a provider says about somebody of whom nothing but the address is known. */
function claimsOf(email) {
  const sub = createHash("sha256").update(email).digest("hex").slice(0, 21);
  const [name] = email.split("@");
  return { sub, oid: sub, email, email_verified: true, name: name[0].toUpperCase() + name.slice(1) };
}

function provider(name, mount, origin, claims) {
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
  const made = new Provider(`${origin}${mount}`, {
    clients: [
      {
        client_id: `coffer-${name}`,
        client_secret: `secret-of-coffer-at-${name}`,
        redirect_uris: [`${home}/api/auth/callback/${name}`],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    scopes: ["openid", "profile", "email", "offline_access", "User.Read"],
    claims,
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    jwks: { keys: [{ ...key, kid: randomUUID(), alg: "RS256", use: "sig" }] },
    cookies: { keys: ["only-for-tests"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${mount}/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => people.get(id) }),
    ttl: { Session: 600, Grant: 600, Interaction: 600, IdToken: 600 },
  });
  return made;
}

const FORM = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A provider</title>
<link rel="icon" href="data:,">
<form method="post"><label>Who are you? <input name="person" required></label>
<button>Continue</button><button name="cancel" value="1" formnovalidate>Cancel</button></form></html>`;

async function bodyOf(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

/** The page on which somebody says who they are. */
async function interact(made, request, response) {
  const { params } = await made.interactionDetails(request, response);
  if (request.method !== "POST") {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(FORM);
    return;
  }
  const form = await bodyOf(request);
  if (form.get("cancel")) {
    const result = { error: "access_denied", error_description: "The person changed their mind." };
    await made.interactionFinished(request, response, result);
    return;
  }
  const person = form.get("person");
  const claims = person.startsWith("{") ? JSON.parse(person) : claimsOf(person);
  people.set(claims.sub, { tid: TENANT, ...claims });
  const grant = new made.Grant({ accountId: claims.sub, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const result = { login: { accountId: claims.sub }, consent: { grantId: await grant.save() } };
  await made.interactionFinished(request, response, result);
}

const mounts = [];

async function answer(request, response) {
  if (request.url === "/common/v2.0/.well-known/openid-configuration") {
    // What all tenants share describes them without naming one.
    const own = await fetch(`${origin}/${TENANT}/v2.0/.well-known/openid-configuration`);
    const description = { ...(await own.json()), issuer: `${origin}/{tenantid}/v2.0` };
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(description));
    return;
  }
  const found = mounts.find(({ mount }) => request.url.startsWith(`${mount}/`));
  if (!found) {
    response.writeHead(404).end();
    return;
  }
  request.originalUrl = request.url;
  request.url = request.url.slice(found.mount.length);
  if (request.url.startsWith("/interaction/")) await interact(found.made, request, response);
  else await found.made.callback()(request, response);
}

const server = createServer((request, response) => {
  answer(request, response).catch((fault) => {
    console.error(fault);
    response.writeHead(500).end();
  });
});
await new Promise((listening) => server.listen(Number(port), "127.0.0.1", listening));
const origin = `http://127.0.0.1:${server.address().port}`;

const shared = { profile: ["name"], email: ["email", "email_verified", "verified_primary_email", "verified_secondary_email"] };
for (const [name, mount, openid] of [
  ["google", "/google", ["sub"]],
  ["microsoft", `/${TENANT}/v2.0`, ["sub", "oid", "tid"]],
])
  mounts.push({ mount, made: provider(name, mount, origin, { ...shared, openid }) });

console.log(JSON.stringify({ google: `${origin}/google`, microsoft: `${origin}/common/v2.0` }));
process.stdin.resume().on("end", () => process.exit());
