/** A password to be: what is typed is judged in words while it is typed. */
import { PasswordField } from "../../components/Field";
import { useSay } from "../../i18n/say";
import { LONGEST, passwordFault, passwordStrength } from "./password";

interface NewPasswordFieldProps {
  label: string;
  value: string;
  onChange: (password: string) => void;
  /** What the server said of the one that was sent. */
  error: string | undefined;
  isRequired?: boolean;
  size?: "medium" | "large";
  autoFocus?: boolean;
}

export function NewPasswordField({ value, error, size = "large", isRequired = true, ...rest }: NewPasswordFieldProps) {
  const say = useSay();
  return (
    <PasswordField
      {...rest}
      size={size}
      name="password"
      autoComplete="new-password"
      maxLength={LONGEST}
      value={value}
      isRequired={isRequired}
      missing={passwordFault(say, "")}
      check={(password) => passwordFault(say, password)}
      error={error}
      // What was refused is not praised beside it.
      hint={!error && (value ? passwordStrength(say, value) : say("password.hint", "12 characters or more. Three unrelated words are good."))}
    />
  );
}
