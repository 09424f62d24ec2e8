/** Copies a text, and says for a moment that it did. */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

import { useSay } from "../i18n/say";
import { Button, type ButtonProps } from "./Button";

interface CopyButtonProps extends Pick<ButtonProps, "size" | "look"> {
  text: string;
  /** Without it the button is an icon alone. */
  label?: string;
  what: string;
}

export function CopyButton({ text, label, what, size = "small", look = label ? "plain" : "quiet" }: CopyButtonProps) {
  const say = useSay();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <>
      <Button
        look={look}
        size={size}
        icon={!label}
        aria-label={label ? undefined : say("copy.what", "Copy {what}", { what })}
        onPress={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {copied ? <Check /> : <Copy />}
        {label && (copied ? say("copy.done", "Copied") : label)}
      </Button>
      <span role="status" className="unseen">
        {copied && say("copy.done", "Copied")}
      </span>
    </>
  );
}
