/** Real files, made on the spot: a PDF with text in it and a photo from a camera, both with words to look for. */
import { Buffer } from "node:buffer";

import type { Browser } from "@playwright/test";

export interface Paper {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Two pages, the words drawn on them and in the description of the file. */
export function pdf(name: string, words: string): Paper {
  const page = (text: string) => {
    const stream = `BT /F1 28 Tf 72 720 Td (${text}) Tj ET\n0.05 0.4 0.31 rg 72 560 320 90 re f`;
    return `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`;
  };
  const leaf = (contents: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R /Resources << /Font << /F1 7 0 R >> >> >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>",
    leaf(4),
    page(words),
    leaf(6),
    page("Page two"),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Title (${words}) >>`,
  ];
  let text = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 8 0 R >>\n`;
  return {
    name,
    mimeType: "application/pdf",
    buffer: Buffer.from(`${text}${end}startxref\n${text.length}\n%%EOF\n`, "latin1"),
  };
}

/** A picture large enough for several frames, the words in the comment that cameras write. */
export async function photo(browser: Browser, name: string, words: string, edge = 1200): Promise<Paper> {
  const page = await browser.newPage();
  const encoded = await page.evaluate(async (size) => {
    const canvas = new OffscreenCanvas(size, size);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser draws nothing.");
    const grain = context.createImageData(size, size);
    for (let place = 0; place < grain.data.length; place += 1) grain.data[place] = 90 + Math.random() * 120;
    context.putImageData(grain, 0, 0);
    context.fillStyle = "#0d6650";
    context.fillRect(size / 4, size / 4, size / 2, size / 2);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return Array.from(bytes);
  }, edge);
  await page.close();
  const picture = Buffer.from(encoded);
  const comment = Buffer.from(words, "utf8");
  const length = Buffer.alloc(4);
  length.writeUInt16BE(0xfffe, 0);
  length.writeUInt16BE(comment.length + 2, 2);
  // After the first two bytes, which say that this is a JPEG.
  return {
    name,
    mimeType: "image/jpeg",
    buffer: Buffer.concat([picture.subarray(0, 2), length, comment, picture.subarray(2)]),
  };
}
