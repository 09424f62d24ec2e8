/** Where on a screen something stands that nobody but the server has said. */

/** Text that is drawn or read out: what elements hold, and what they are called or described by. */
function* said(root: ParentNode): Generator<{ text: string; at: Element }> {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const at = node.parentElement;
    if (at) yield { text: node.textContent ?? "", at };
  }
  for (const at of root.querySelectorAll("[title], [aria-label], [aria-description], [alt], [placeholder], input, textarea")) {
    for (const name of ["title", "aria-label", "aria-description", "alt", "placeholder"]) {
      const text = at.getAttribute(name);
      if (text !== null) yield { text, at };
    }
    if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) yield { text: at.value, at };
  }
}

/** What has a mark that is put out would count as marked wherever the law looks. */
function isMarked(at: Element): boolean {
  const marked = at.closest("[data-word]");
  if (marked?.getAttribute("data-word") === "false") throw new Error("Something has the mark of the server's word that is none.");
  return marked !== null;
}

/** The places of a text, and whether each of them says that it is the server's word. */
export function placesOf(text: string, root: ParentNode = document.body): readonly { marked: boolean; at: Element }[] {
  return [...said(root)].filter(({ text: all }) => all.includes(text)).map(({ at }) => ({ marked: isMarked(at), at }));
}
