/** A PDF, page by page, on a canvas. */
import { ChevronLeft, ChevronRight, ZoomIn } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { Button } from "../../../components/Button";
import { useSay } from "../../../i18n/say";
import { openPdf, type OpenPdf } from "./pdf";
import styles from "./Preview.module.css";

interface PdfPreviewProps {
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
}

/** In widths of the frame; at first the whole page is seen. */
const ZOOMS = [null, 1, 2] as const;

export default function PdfPreview({ bytes, name }: PdfPreviewProps) {
  const say = useSay();
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [pdf, setPdf] = useState<OpenPdf>();
  const [failed, setFailed] = useState(false);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(0);
  const widths = ZOOMS[zoom] ?? null;

  useEffect(() => {
    let gone = false;
    // The library takes its bytes with it, so it gets a copy of its own.
    const opening = openPdf(bytes.slice());
    opening.then(
      (opened) => !gone && setPdf(opened),
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
      void opening.then((opened) => opened.close()).catch(() => undefined);
    };
  }, [bytes]);

  useEffect(() => {
    if (!pdf || !canvas.current || !frame.current) return;
    const width = frame.current.clientWidth * (widths ?? 1) * Math.min(2, devicePixelRatio);
    void pdf.draw(page, canvas.current, width).catch(() => setFailed(true));
  }, [pdf, page, widths]);

  if (failed)
    return (
      <div className={styles["paper"]}>
        <p>{say("preview.pdfFailed", "This PDF cannot be shown here. Download it to open it.")}</p>
      </div>
    );

  return (
    <div className={styles["page"]}>
      <div ref={frame} className={styles["scroll"]} tabIndex={0} role="group" aria-label={name}>
        <canvas
          ref={canvas}
          role="img"
          // Letters are placed by the PDF, whichever way the app is written.
          dir="ltr"
          aria-label={say("preview.page", "Page {page} of {pages}", { page, pages: pdf?.pages ?? 1 })}
          {...(widths === null ? { className: styles["whole"] } : { style: { inlineSize: `${widths * 100}%` } })}
        />
      </div>
      <div className={styles["tools"]}>
        <Button size="small" icon aria-label={say("preview.zoom", "Zoom")} onPress={() => setZoom((zoom + 1) % ZOOMS.length)}>
          <ZoomIn />
        </Button>
        {pdf && pdf.pages > 1 && (
          <>
            <Button
              size="small"
              icon
              aria-label={say("preview.previousPage", "Previous page")}
              isDisabled={page === 1}
              onPress={() => setPage(page - 1)}
            >
              <ChevronLeft className="turns" />
            </Button>
            <Button
              size="small"
              icon
              aria-label={say("preview.nextPage", "Next page")}
              isDisabled={page === pdf.pages}
              onPress={() => setPage(page + 1)}
            >
              <ChevronRight className="turns" />
            </Button>
            <bdi dir="ltr" className={styles["place"]}>
              {page} / {pdf.pages}
            </bdi>
          </>
        )}
      </div>
    </div>
  );
}
