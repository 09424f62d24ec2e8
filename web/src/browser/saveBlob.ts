/** Hands something made on this device to the browser's own downloads. */

/** A name that every system takes: no path, no control characters, no trailing dots. */
export function safeName(name: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, "_").replace(/[. ]+$/, "");
  return clean.slice(0, 200) || "file";
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
