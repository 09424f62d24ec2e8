/** The sign-in password this page has seen, so that nobody takes it for the pass-phrase as well. Memory only. */
let typed: string | null = null;

export const noteTypedPassword = (password: string): void => {
  typed = password;
};

export const isTypedPassword = (text: string): boolean => typed !== null && text.normalize("NFKC") === typed.normalize("NFKC");
