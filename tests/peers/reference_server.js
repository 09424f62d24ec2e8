/**
 * The protocol's reference server, as its documentation sets it up, for measurements beside ours.
 *
 * Told by the environment: PORT, DATABASE_URL, COOKIE_CACHE ("on" keeps a session in a signed cookie for
 * five minutes). Prints "ready" when it listens. Its limit of requests is off: it would count ours as one.
 */
import { createServer } from "node:http";

import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import { admin, emailOTP } from "better-auth/plugins";
import pg from "pg";

const { PORT, DATABASE_URL, COOKIE_CACHE } = process.env;

const options = {
  baseURL: `http://localhost:${PORT}`,
  secret: "a secret of thirty-two letters or more",
  database: new pg.Pool({ connectionString: DATABASE_URL, max: 8 }),
  emailAndPassword: { enabled: true },
  session: { cookieCache: { enabled: COOKIE_CACHE === "on" } },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [emailOTP({ sendVerificationOTP: async () => undefined }), admin()],
};

const { runMigrations } = await getMigrations(options);
await runMigrations();
createServer(toNodeHandler(betterAuth(options))).listen(Number(PORT), "127.0.0.1", () => console.log("ready"));
