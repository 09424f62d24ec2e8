/** A form whose rules are the page's own: a field once found wrong never keeps the next try from being sent. */
import { Form as AriaForm, type FormProps } from "react-aria-components/Form";

export function Form(props: Omit<FormProps, "validationBehavior">) {
  return <AriaForm {...props} validationBehavior="aria" />;
}
