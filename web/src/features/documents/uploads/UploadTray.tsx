/** The tray: every upload of this page, how far it is, and what can be done about it. */
import { ChevronDown, ChevronUp, Pause, Play, RotateCw, X } from "lucide-react";
import { useEffect, useState } from "react";

import { Button } from "../../../components/Button";
import { Bar, FileTile } from "../../../components/Marks";
import { formatSpan } from "../../../dates/moments";
import { ofTheServer } from "../../../i18n/serverTrouble";
import { useSay, type Say } from "../../../i18n/say";
import { useDates } from "../../../session/useSession";
import { tileOf } from "../../../payloads/document";
import { isOpen, overall, timeLeft, type Upload } from "./queue";
import { useUploadDesk, useUploads } from "./uploads";
import styles from "./UploadTray.module.css";

const SHOWN_MS = 6000;

export default function UploadTray() {
  const say = useSay();
  const uploads = useUploads();
  const desk = useUploadDesk();
  const [folded, setFolded] = useState(false);
  const open = uploads.filter(isOpen).length;
  const share = overall(uploads);

  // What went well leaves by itself.
  const over = uploads.length > 0 && uploads.every(({ status }) => status === "done");
  useEffect(() => {
    if (!over) return undefined;
    const timer = setTimeout(() => desk.clear(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [over, desk]);

  const failed = uploads.filter(({ status }) => status === "failed").length;
  const title =
    open > 0
      ? say("uploads.running", "Encrypting and uploading {done} of {count}", {
          done: uploads.length - open,
          count: uploads.length,
        })
      : failed > 0
        ? say("uploads.failed", "{count, plural, one {# upload} other {# uploads}} failed", { count: failed })
        : say("uploads.done", "{count, plural, one {# file} other {# files}} uploaded", { count: uploads.length });

  return (
    <section className={styles["tray"]} aria-label={say("uploads.label", "Uploads")}>
      <header>
        <h2>{title}</h2>
        <Button
          look="quiet"
          size="small"
          icon
          aria-label={folded ? say("uploads.unfold", "Show uploads") : say("uploads.fold", "Hide uploads")}
          aria-expanded={!folded}
          onPress={() => setFolded(!folded)}
        >
          {folded ? <ChevronUp /> : <ChevronDown />}
        </Button>
        {open === 0 && (
          <Button look="quiet" size="small" icon aria-label={say("uploads.close", "Close")} onPress={() => desk.clear()}>
            <X />
          </Button>
        )}
      </header>
      {/* Said every ten percent, not at every byte. */}
      <p role="status" className="unseen">
        {share === null ? title : say("uploads.percent", "{percent} percent uploaded", { percent: Math.floor(share * 10) * 10 })}
      </p>
      {!folded && (
        <ul>
          {uploads.map((upload) => (
            <Line key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ upload }: { upload: Upload }) {
  const say = useSay();
  const desk = useUploadDesk();
  const { language } = useDates();
  const { id, name, mime, status, sent, total } = upload;
  const share = total === 0 ? 0 : sent / total;

  return (
    <li className={styles["line"]} data-status={status}>
      <FileTile kind={tileOf(mime)} />
      <span className="clip">
        <bdi>{name}</bdi>
      </span>
      <span className={styles["state"]}>{stateWords(say, upload, language)}</span>
      <span className={styles["acts"]}>
        {(status === "sending" || status === "offline") && (
          <Button look="quiet" size="small" icon aria-label={say("uploads.pause", "Pause {name}", { name })} onPress={() => desk.pause(id)}>
            <Pause />
          </Button>
        )}
        {status === "paused" && (
          <Button look="quiet" size="small" icon aria-label={say("uploads.resume", "Resume {name}", { name })} onPress={() => desk.resume(id)}>
            <Play />
          </Button>
        )}
        {status === "failed" && (
          <Button look="quiet" size="small" icon aria-label={say("uploads.retry", "Retry {name}", { name })} onPress={() => desk.retry(id)}>
            <RotateCw />
          </Button>
        )}
        {status !== "done" && (
          <Button look="quiet" size="small" icon aria-label={say("uploads.cancel", "Cancel {name}", { name })} onPress={() => desk.cancel(id)}>
            <X />
          </Button>
        )}
      </span>
      {isOpen(upload) && (
        <span className={styles["bar"]}>
          <Bar value={share} label={name} {...(status === "offline" ? { tone: "warn" as const } : {})} />
        </span>
      )}
      {upload.failure && <p className={styles["failure"]}>{ofTheServer(say, upload.failure) ?? upload.failure}</p>}
    </li>
  );
}

function stateWords(say: Say, upload: Upload, language: string): string {
  switch (upload.status) {
    case "waiting":
      return say("upload.waiting", "Waiting");
    case "preparing":
      return say("upload.preparing", "Preparing");
    case "sending": {
      const left = timeLeft(upload, Date.now());
      const percent = `${Math.floor((upload.sent / Math.max(1, upload.total)) * 100)} %`;
      return left !== null && left > 60_000 ? `${percent}, ${formatSpan(left, language)}` : percent;
    }
    case "paused":
      return say("upload.paused", "Paused");
    case "offline":
      return say("upload.offline", "Waiting for network");
    case "done":
      return say("upload.done", "Done");
    case "failed":
      return say("upload.failed", "Failed");
  }
}
