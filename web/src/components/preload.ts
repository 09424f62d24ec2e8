/**
 * How a part of the app is loaded: its files are fetched, announced with their hashes, and imported.
 *
 * A browser remembers for the life of the page that an import failed, and fails at once when asked again. A failed fetch
 * leaves no trace: a part that could not be reached opens as soon as there is a connection.
 */
const here = new Set<string>();

/** The network or the server did not answer. A file that the server does not have is another matter. */
export class FileAway extends Error {
  override name = "FileAway";
}

async function arrive(file: string): Promise<void> {
  if (here.has(file)) return;
  // The browser keeps what it fetched, and takes it from there when it imports.
  const status = await fetch(file)
    .then(async (answer) => (await answer.arrayBuffer(), answer.status))
    .catch(() => 0);
  if (status === 0 || status >= 500) throw new FileAway();
  if (status < 400) here.add(file);
}

const isAnnounced = (file: string): boolean => document.querySelector(`link[href="${file}"], script[src="${file}"]`) !== null;

/** A script is taken only when a link has named its hash; a stylesheet has to be there before what it styles. */
async function announce(file: string, hash: string): Promise<void> {
  if (isAnnounced(file)) return;
  const isStyle = file.endsWith(".css");
  const link = Object.assign(document.createElement("link"), {
    rel: isStyle ? "stylesheet" : "modulepreload",
    crossOrigin: "",
    integrity: hash,
    href: file,
  });
  document.head.append(link);
  if (!isStyle) return;
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new FileAway());
    };
  });
}

/** Heard on the window when a part failed to load; `detail` is the reason. */
export const PART_FAILED = "coffer.partFailed";

/**
 * Called by the built app in place of every `import()`: `files` are all that the part needs, `hashes` those that are known
 * of the build, and `learn` adds all others to them.
 */
export async function preload<Part>(
  load: () => Promise<Part>,
  files: readonly string[],
  hashes: Readonly<Record<string, string>>,
  learn: () => Promise<unknown>,
): Promise<Part> {
  try {
    // What the page itself names has no hash in any table, and has been announced.
    if (files.some((file) => !(file in hashes) && !isAnnounced(file))) await learn();
    await Promise.all(files.map(arrive));
    await Promise.all(files.map((file) => announce(file, hashes[file] ?? "")));
    return await load();
  } catch (reason) {
    window.dispatchEvent(new CustomEvent(PART_FAILED, { detail: reason }));
    throw reason;
  }
}
