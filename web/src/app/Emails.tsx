/** `/email` and what is below it: where the columns of contacts meet the emails that are written to them. */
import { Route, Routes } from "react-router";

import { part } from "../components/part";
import Email from "../features/email/Email";
import NotFound from "../features/notfound/NotFound";

const Compose = part(() => import("../features/email/Compose"));

/** Saved filters ask for contacts by the columns that contacts say they have. */
const loadContactKind = () => import("../features/contacts/desk").then(({ contactDesk }) => contactDesk);

export default function Emails() {
  return (
    <Routes>
      <Route path="/" element={<Email />} />
      <Route path="/new" element={<Compose loadContactKind={loadContactKind} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
