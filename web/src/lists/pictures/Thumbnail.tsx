/** The small picture of a file, drawn from decrypted bytes; a sheet where there is none. */
import { FileText, FileX, Lock } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { useReach } from "../../browser/reach";
import { useSay } from "../../i18n/say";
import { useKeyring, useKeyState } from "../../keyring/react";
import { unreadableBy, type Unreadable } from "../../keyring/unreadable";

export function Thumbnail({ fileId }: { fileId: string | undefined }) {
  const keyring = useKeyring();
  const ready = useKeyState().name === "ready";
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  const [why, setWhy] = useState<Unreadable | null>(null);
  const isReached = useReach() === "fine";
  // What could not be reached is asked for again as soon as it can be.
  const mayAsk = why !== "unreachable" || isReached;

  useEffect(() => {
    if (!fileId || !ready || !mayAsk) return undefined;
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
    draw(fileId).catch((reason: unknown) => {
      // A picture that this browser cannot draw is none the worse for it.
      if (!control.signal.aborted && !(reason instanceof DOMException)) setWhy(unreadableBy(reason));
    });
    return () => control.abort();
  }, [keyring, fileId, ready, mayAsk]);

  return (
    <>
      <canvas ref={canvas} hidden={!drawn} aria-hidden />
      {!drawn && <Sheet why={why} />}
    </>
  );
}

/** Many files have no small picture, and one that is on its way looks the same: only what is wrong is marked. */
function Sheet({ why }: { why: Unreadable | null }) {
  const say = useSay();
  if (why === "damaged") return <FileX role="img" aria-label={say("preview.broken", "This file is damaged")} aria-hidden={false} />;
  if (why === "lost") return <FileX role="img" aria-label={say("pictures.lost", "The server has lost this picture")} aria-hidden={false} />;
  return why === "sealed" ? <Lock /> : <FileText />;
}
