/** The sign-in password typed on this page, to refuse it as the pass-phrase. Memory only. */
let typed: string | null = null;

export const noteTypedPassword = (password: string): void => {
  typed = password;
};

export const isTypedPassword = (text: string): boolean => typed !== null && text.normalize("NFKC") === typed.normalize("NFKC");
