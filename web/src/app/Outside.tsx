/** Around the pages that have no shell: what has to be said on every page is said on them, too. */
import { Outlet } from "react-router";

import { Aside } from "../components/Border";
import { part } from "../components/part";

/** Fetched with the first page: once there is a newer version, its file may be gone. */
const NewVersionBar = part(() => import("./NewVersionBar"));

export function Outside() {
  return (
    <>
      <Aside>
        <NewVersionBar />
      </Aside>
      <Outlet />
    </>
  );
}
