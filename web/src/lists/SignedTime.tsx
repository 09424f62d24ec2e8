/** When somebody signed something; a dash while that is not known. */
import { relativeMoment } from "../dates/moments";

interface SignedTimeProps {
  /** RFC 3339. */
  at: string | null;
  language: string;
  className?: string;
}

export function SignedTime({ at, language, className = "quiet" }: SignedTimeProps) {
  if (at === null) return <span className="quiet">–</span>;
  return (
    <time className={className} dateTime={at}>
      {relativeMoment(at, new Date(), language)}
    </time>
  );
}
