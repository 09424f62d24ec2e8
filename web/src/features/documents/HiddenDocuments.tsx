/** Says that documents are out of sight with their profiles. */
import { ServerWord } from "../../components/ServerWord";
import { useSay } from "../../i18n/say";
import styles from "./Documents.module.css";

interface HiddenDocumentsProps {
  count: number;
  onShow: () => void;
}

/** Whether a profile was archived with its documents is the server's to say. So it is named, and they are one press away. */
export default function HiddenDocuments({ count, onShow }: HiddenDocumentsProps) {
  const say = useSay();
  return (
    <p className={styles["hidden"]}>
      <ServerWord>{say("documents.hidden", "{count, plural, one {# document is} other {# documents are}} hidden with archived profiles.", { count })}</ServerWord>
      <button type="button" className="link" onClick={onShow}>
        {say("documents.showHidden", "Show archived")}
      </button>
    </p>
  );
}
