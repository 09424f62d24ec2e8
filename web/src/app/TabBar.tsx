/** The rail of a phone: four places and the one thing to add. */
import { Camera, Ellipsis, FileText, Home, ListChecks, Lock, Plus, Search, Upload } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useNavigate } from "react-router";

import { takesPictures } from "../components/camera";
import { Menu, MenuItem, MenuLine } from "../components/Menu";
import { useSay } from "../i18n/say";
import { useKeyring, useKeyState } from "../keyring/react";
import { useMay } from "../session/useSession";
import { AccountItems } from "./AccountItems";
import { AccountState } from "./AccountState";
import { places } from "./navigation";
import { PlaceLink } from "./PlaceLink";
import { FilterItems } from "./rail/FilterItems";
import { Tally } from "./rail/Tally";
import { usePlaceCounts } from "./rail/usePlaceCounts";
import styles from "./Shell.module.css";

const IN_THE_BAR = ["/dashboard", "/documents", "/tasks"];

/** A phone asks whether it is a file or a picture to be taken. */
function AddButton() {
  const say = useSay();
  const navigate = useNavigate();
  const upload = () => void navigate("/documents?upload=1");
  const label = say("nav.upload", "Upload files");
  if (!takesPictures())
    return (
      <AriaButton className={styles["plus"]} aria-label={label} onPress={upload}>
        <Plus />
      </AriaButton>
    );
  const add = say("nav.add", "Add a document");
  return (
    <Menu
      label={add}
      placement="top"
      trigger={
        <AriaButton className={styles["plus"]} aria-label={add}>
          <Plus />
        </AriaButton>
      }
    >
      <MenuItem icon={Camera} label={say("documents.photograph", "Take a photo")} onAction={() => void navigate("/documents?upload=photo")} />
      <MenuItem icon={Upload} label={label} onAction={upload} />
    </Menu>
  );
}

export default function TabBar({ onFind }: { onFind: () => void }) {
  const say = useSay();
  const may = useMay();
  const navigate = useNavigate();
  const keyring = useKeyring();
  const keys = useKeyState();
  const { counts, counting } = usePlaceCounts();
  const more = places(say).filter(
    ({ path, permission }) => !IN_THE_BAR.includes(path) && (!permission || may(permission)),
  );
  return (
    <div className={styles["foot"]}>
      {counting}
      <AccountState />
      <nav className={styles["tabbar"]} aria-label={say("nav.label", "Main")}>
        <PlaceLink to="/dashboard">
          <Home />
          {say("nav.home", "Home")}
        </PlaceLink>
        <PlaceLink to="/documents">
          <FileText />
          {say("nav.documents", "Documents")}
        </PlaceLink>
        {may("document.create") && <AddButton />}
        {may("task.read") && (
          <PlaceLink to="/tasks">
            <ListChecks />
            {say("nav.tasks", "Tasks")}
          </PlaceLink>
        )}
        <Menu
          label={say("nav.more", "More")}
          placement="top end"
          trigger={
            <AriaButton className={styles["more"]}>
              <Ellipsis />
              {say("nav.more", "More")}
            </AriaButton>
          }
        >
          <MenuItem icon={Search} label={say("nav.find", "Search or jump to")} onAction={onFind} />
          {more.map(({ path, label, icon }) => (
            <MenuItem key={path} icon={icon} label={label} end={counts[path] ? <Tally count={counts[path]} /> : undefined} onAction={() => void navigate(path)} />
          ))}
          {keys.name === "ready" && may("savedFilter.read") && <FilterItems />}
          {keys.name === "ready" && <MenuItem icon={Lock} label={say("lock.now", "Lock now")} onAction={() => void keyring.lock()} />}
          <MenuLine />
          <AccountItems />
        </Menu>
      </nav>
    </div>
  );
}
