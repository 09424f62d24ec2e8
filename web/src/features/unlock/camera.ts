/** Reads QR codes from the camera while somebody looks. The picture stays in this page. */
import { decodeQR } from "qr/decode.js";

export interface Looking {
  end: () => void;
}

/** Often enough for a steady hand, and seldom enough for an old phone. */
const EVERY_MS = 150;
/** Wide enough for the few modules that a safety code has. */
const WIDTH = 640;

/** The first byte names the format and 32 follow: whatever else is scanned would count as a wrong code. */
export const isSafetyQr = (text: string): boolean => /^A[Q-Za-f][\w-]{42}$/.test(text.trim());

export async function lookFor(video: HTMLVideoElement, signal: AbortSignal, onText: (text: string) => void): Promise<Looking> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: WIDTH } } });
  const end = () => stream.getTracks().forEach((track) => track.stop());
  // It was closed while its person was asked.
  if (signal.aborted) {
    end();
    return { end };
  }
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement("canvas");
  const timer = setInterval(() => {
    const text = readFrame(video, canvas);
    if (text !== null) onText(text);
  }, EVERY_MS);
  return {
    end: () => {
      clearInterval(timer);
      end();
    },
  };
}

function readFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): string | null {
  if (video.videoWidth === 0) return null;
  canvas.width = Math.min(video.videoWidth, WIDTH);
  canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth);
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  if (!drawing) return null;
  drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(drawing.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    // Most frames show none.
    return null;
  }
}
