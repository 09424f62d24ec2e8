/** The small picture of a file, drawn from decrypted bytes; a sheet where there is none. */
import { FileText } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { useKeyring, useKeyState } from "../keyring/react";

export function Thumbnail({ fileId }: { fileId: string | undefined }) {
  const keyring = useKeyring();
  const ready = useKeyState().name === "ready";
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);

  useEffect(() => {
    if (!fileId || !ready) return undefined;
    const control = new AbortController();
    async function draw(id: string) {
      const file = await keyring.openFile(id, "thumbnail");
      const picture = await createImageBitmap(await new Response(file.stream(control.signal)).blob());
      const target = canvas.current;
      if (control.signal.aborted || !target) return;
      target.width = picture.width;
      target.height = picture.height;
      target.getContext("2d")?.drawImage(picture, 0, 0);
      picture.close();
      setDrawn(true);
    }
    // Many files have no small picture; the sheet stays.
    draw(fileId).catch(() => undefined);
    return () => control.abort();
  }, [keyring, fileId, ready]);

  return (
    <>
      <canvas ref={canvas} hidden={!drawn} aria-hidden />
      {!drawn && <FileText />}
    </>
  );
}
