/** Takes dropped files for the place around it, and pasted ones from those who use keys. */
import { useImperativeHandle, useRef, type ClipboardEvent, type DOMAttributes, type Ref } from "react";
import { Button } from "react-aria-components/Button";
import { isFileDropItem, useDrop } from "react-aria-components/useDrop";
import { VisuallyHidden } from "react-aria-components/VisuallyHidden";

export type Dropping = Pick<DOMAttributes<HTMLElement>, "onDragEnter" | "onDragOver" | "onDragLeave" | "onDrop">;

interface DropTargetProps {
  label: string;
  onFiles: (files: File[]) => void;
  isDisabled: boolean;
  /** What the place around it does with its drag events. */
  ref: Ref<Dropping>;
  onOver: (over: boolean) => void;
}

export default function DropTarget({ label, onFiles, isDisabled, onOver, ref }: DropTargetProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { dropProps, dropButtonProps } = useDrop({
    ref: button,
    hasDropButton: true,
    isDisabled,
    getDropOperation: () => "copy",
    onDropEnter: () => onOver(true),
    onDropExit: () => onOver(false),
    onDrop: (event) => {
      void Promise.all(event.items.filter(isFileDropItem).map((item) => item.getFile())).then((files) => {
        if (files.length > 0) onFiles(files);
      });
    },
  });

  useImperativeHandle(ref, () => dropProps);

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || isDisabled) return;
    // The page may listen for pasted files as well.
    event.stopPropagation();
    onFiles(files);
  }

  return (
    <VisuallyHidden onPaste={paste}>
      <Button {...dropButtonProps} ref={button} aria-label={label} isDisabled={isDisabled} />
    </VisuallyHidden>
  );
}
