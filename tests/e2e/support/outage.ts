/** A server whose process has ended, as a page sees it. */
import type { BrowserContext } from "@playwright/test";

/** What the frame of the app says of it. */
export const SILENT = "Coffer is not responding. Showing what is on this device. You can save when it is back.";

/** Refused connections, also for the files of the app. */
export async function aServerThatStops(context: BrowserContext) {
  let stopped = false;
  const sockets = new Set<{ close: () => Promise<void> }>();
  await context.routeWebSocket(/\/socket/, async (socket) => {
    if (stopped) return void (await socket.close());
    socket.connectToServer();
    sockets.add(socket);
  });
  await context.route("**/*", (route) => (stopped ? route.abort("connectionrefused") : route.fallback()));
  return {
    stop: async () => {
      stopped = true;
      await Promise.all([...sockets].map((socket) => socket.close()));
      sockets.clear();
    },
    start: () => {
      stopped = false;
    },
  };
}
