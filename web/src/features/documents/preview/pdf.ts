/** Draws pages of a PDF. The library comes only when a PDF is opened; no form, script or link of it runs. */
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";

import { startPdfWorker } from "../../../browser/appWorkers";

export interface OpenPdf {
  pages: number;
  draw(page: number, canvas: HTMLCanvasElement, width: number): Promise<void>;
  close(): Promise<void>;
}

export async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenPdf> {
  const pdfjs = await import("pdfjs-dist");
  const worker = startPdfWorker();
  const port = pdfjs.PDFWorker.create({ port: worker });
  const loading = pdfjs.getDocument({
    data: bytes,
    worker: port,
    enableXfa: false,
    disableAutoFetch: true,
    useWorkerFetch: false,
    useWasm: false,
  });

  async function close(): Promise<void> {
    await loading.destroy();
    port.destroy();
    worker.terminate();
  }

  let pdf: PDFDocumentProxy;
  try {
    pdf = await Promise.race([loading.promise, failureOf(worker)]);
  } catch (reason) {
    await close();
    throw reason;
  }
  return {
    pages: pdf.numPages,
    draw: async (number, canvas, width) => render(await pdf.getPage(number), canvas, width),
    close,
  };
}

/** A worker that does not start says so here, and nowhere else. */
const failureOf = (worker: Worker): Promise<never> =>
  new Promise((_resolve, reject) =>
    worker.addEventListener("error", () => reject(new Error("The PDF worker stopped.")), { once: true }),
  );

async function render(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): Promise<void> {
  const natural = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: width / natural.width });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, annotationMode: 0 }).promise;
}

/** The first page with its longest side as given. */
export async function drawFirstPage(bytes: Uint8Array<ArrayBuffer>, longest: number): Promise<HTMLCanvasElement> {
  const pdf = await openPdf(bytes);
  try {
    const canvas = document.createElement("canvas");
    await pdf.draw(1, canvas, longest);
    if (canvas.height > longest) await pdf.draw(1, canvas, Math.max(1, Math.round((longest * longest) / canvas.height)));
    return canvas;
  } finally {
    await pdf.close();
  }
}
