/** A small picture of a file, made on this device; none where that is not possible. */
import { drawFirstPage } from "../preview/pdf";

const LONGEST_SIDE = 320;
const MOST_PDF_BYTES = 64 * 1024 * 1024;

/** Which of them a browser can draw is tried out: some draw HEIC and TIFF. */
export const isPicture = (mime: string): boolean => /^image\/(?!svg)/.test(mime);

export async function makeThumbnail(file: File): Promise<Blob | null> {
  try {
    if (isPicture(file.type)) return await shrink(await createImageBitmap(file));
    if (file.type === "application/pdf" && file.size <= MOST_PDF_BYTES)
      return await toWebp(await drawFirstPage(new Uint8Array(await file.arrayBuffer()), LONGEST_SIDE));
  } catch {
    // A file that cannot be drawn is still a file.
  }
  return null;
}

async function shrink(picture: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return toWebp(canvas);
}

const toWebp = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture"))), "image/webp", 0.8),
  );
