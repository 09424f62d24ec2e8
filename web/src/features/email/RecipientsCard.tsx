/** To whom: those who were chosen, with the address that is used, those who get nothing, and the ways to choose more. */
import { UserPlus, X } from "lucide-react";
import { useState } from "react";

import { Button } from "../../components/Button";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Card, CardBody, Line } from "../../components/Layout";
import { Avatar } from "../../components/Marks";
import { PopUp } from "../../components/PopUp";
import { Select } from "../../components/Select";
import { part } from "../../components/part";
import { useSay } from "../../i18n/say";
import { readTyped } from "./addresses";
import { keyOf, type Chosen } from "./addressees";
import styles from "./Email.module.css";
import type { LoadDeskKind } from "./filters";
import { LeftOutList } from "./LeftOutList";
import type { LeftOut, Recipient } from "./recipients";
import type { Book } from "./useBook";

const RecipientPicker = part(() => import("./RecipientPicker"));

/** So many are shown, and so many more whenever somebody asks for them. */
const FEW = 6;
const MORE = 50;

interface RecipientsCardProps {
  to: readonly Chosen[];
  recipients: readonly Recipient[];
  leftOut: readonly LeftOut[];
  /** Some of them are not open yet. */
  isOpening: boolean;
  most: number;
  book: Book;
  loadContactKind: LoadDeskKind;
  isPicking: boolean;
  onPick: (isPicking: boolean) => void;
  onChange: (change: (to: readonly Chosen[]) => readonly Chosen[]) => void;
}

export function RecipientsCard({ to, recipients, leftOut, isOpening, most, book, loadContactKind, isPicking, onPick, onChange }: RecipientsCardProps) {
  const say = useSay();
  const [room, setRoom] = useState(FEW);
  const shown = recipients.slice(0, room);
  const hidden = recipients.length - shown.length;
  const remove = (key: string) => onChange((now) => now.filter((one) => keyOf(one) !== key));
  const chooseAddress = (key: string, address: string) => onChange((now) => now.map((one) => (keyOf(one) === key ? { ...one, address } : one)));
  const removal = (key: string, called: string) => (
    <Button look="quiet" size="small" icon aria-label={say("email.remove", "Remove {name}", { name: called })} onPress={() => remove(key)}>
      <X />
    </Button>
  );
  return (
    <Card
      title={
        recipients.length === 0
          ? say("email.column.to", "To")
          : say("email.recipients", "{count, plural, one {# recipient} other {# recipients}}", { count: recipients.length })
      }
      end={
        <>
          {to.length > 1 && (
            <Button look="quiet" size="small" onPress={() => onChange(() => [])}>
              {say("email.removeAll", "Remove all")}
            </Button>
          )}
          <Button size="small" onPress={() => onPick(true)}>
            <UserPlus />
            {say("email.choose", "Choose people")}
          </Button>
        </>
      }
    >
      {isOpening && (
        <CardBody>
          <p className="hint" role="status">
            {say("email.opening", "Opening your contacts on this device")}
          </p>
        </CardBody>
      )}
      {shown.map(({ key, id, called, address, addresses }) => (
        <Line key={key}>
          <Avatar id={id} name={called} />
          <span className={styles["who"]}>
            <b className="clip">
              <bdi>{called}</bdi>
            </b>
            {addresses.length < 2 && called !== address && <bdi className="hint clip">{address}</bdi>}
          </span>
          {addresses.length > 1 && (
            <Select
              label={say("email.which", "Address of {name}", { name: called })}
              unlabelled
              options={addresses.map((one) => ({ value: one, label: one }))}
              value={addresses.find((one) => one.toLowerCase() === address) ?? null}
              onChange={(next) => chooseAddress(key, next)}
            />
          )}
          {removal(key, called)}
        </Line>
      ))}
      {recipients.length > FEW && (
        <Line>
          {hidden > 0 && (
            <Button look="quiet" size="small" onPress={() => setRoom(room + MORE)}>
              {say("email.showMore", "Show {count} more", { count: Math.min(hidden, MORE) })}
            </Button>
          )}
          {room > FEW && (
            <Button look="quiet" size="small" onPress={() => setRoom(FEW)}>
              {say("email.fewer", "Show fewer")}
            </Button>
          )}
        </Line>
      )}
      {leftOut.length > 0 && (
        <section aria-label={say("email.getNone", "Get no email")}>
          <Line>
            <h3>{say("email.getNone", "Get no email")}</h3>
          </Line>
          <LeftOutList leftOut={leftOut} most={most} end={removal} />
        </section>
      )}
      <Line>
        <Typing onAdd={(typed) => onChange((now) => merged(now, typed))} />
      </Line>
      {isPicking && (
        <PopUp onClose={() => onPick(false)}>
          <RecipientPicker book={book} to={to} most={most} loadContactKind={loadContactKind} onChange={onChange} onClose={() => onPick(false)} />
        </PopUp>
      )}
    </Card>
  );
}

/** Nobody twice: who is there already stays as chosen. */
function merged(now: readonly Chosen[], more: readonly Chosen[]): readonly Chosen[] {
  const known = new Set(now.map(keyOf));
  return [...now, ...more.filter((one) => !known.has(keyOf(one)))];
}

/** A form of its own: Enter adds an address, and sends nothing. */
export function Typing({ onAdd }: { onAdd: (typed: Chosen[]) => void }) {
  const say = useSay();
  const [text, setText] = useState("");
  return (
    <Form
      className={styles["who"]}
      onSend={() => {
        onAdd(readTyped(text).typed.map(({ address, name }) => ({ source: "typed", id: address, ...(name ? { name } : {}) })));
        setText("");
      }}
    >
      <TextField
        label={say("email.type", "Email addresses")}
        hint={say("email.type.hint", "Several at once, separated by commas. With a name: Anna Lind <anna@lind.example>")}
        isRequired
        missing={say("email.type.missing", "Enter an email address.")}
        value={text}
        onChange={setText}
        check={(written) => {
          const [wrong] = readTyped(written).wrong;
          return wrong === undefined ? undefined : say("email.type.wrong", "“{text}” is not a valid email address.", { text: wrong });
        }}
        end={
          <Button type="submit" size="small" look="quiet">
            {say("email.type.add", "Add")}
          </Button>
        }
      />
    </Form>
  );
}
