/** `/profiles`: people, houses, cars and companies, in groups; one of them in full beside the tree. */
import { ArrowLeft, Plus, Users } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";

import { held } from "../../api/held";
import { useAllProfilesQuery, useListProfileGroupsQuery } from "../../api/profiles";
import { Boundary } from "../../components/Boundary";
import { Button, ButtonLink } from "../../components/Button";
import { CreateButton } from "../../components/CreateButton";
import { PopUp } from "../../components/PopUp";
import { FilterSpace } from "../../components/collection/FilterRow";
import { SearchField } from "../../components/SearchField";
import { Page } from "../../components/Page";
import { EmptyState, Failed, NotRefreshed, Skeleton, SkeletonRows } from "../../components/States";
import { Switch } from "../../components/Switch";
import { part } from "../../components/part";
import { useAddress } from "../../components/useAddress";
import { useNarrow } from "../../components/useNarrow";
import { matches } from "../../components/commands/matching";
import { useSay } from "../../i18n/say";
import { profileWords } from "../../payloads/profile";
import { useProfiles, type ProfileRow } from "../../lists/profiles/useProfiles";
import { useMay } from "../../session/useSession";
import styles from "./Profiles.module.css";
import { Tree, type Chosen } from "./Tree";
import { useProfileTree } from "./useProfileTree";
import { useSubGroupDesk } from "./useGroupDesk";

const ProfileView = part(() => import("./ProfileView"));
const NewProfile = part(() => import("./NewProfile"));
const NameDialog = part(() => import("./NameDialog"));
const RemoveGroup = part(() => import("./RemoveGroup"));

export default function Profiles() {
  const say = useSay();
  const may = useMay();
  const narrow = useNarrow();
  const navigate = useNavigate();
  const { id } = useParams();
  const { query, change } = useAddress();
  const profiles = useAllProfilesQuery();
  const groups = useListProfileGroupsQuery();
  const rows = useProfiles();
  const [words, setWords] = useState("");
  const archived = query.has("archived");
  const tree = useProfileTree(rows);
  const shown = useProfileTree(rows && visible(rows, archived, words));
  const partDesk = useSubGroupDesk();
  const [renaming, setRenaming] = useState<Chosen | null>(null);
  const [removing, setRemoving] = useState<Chosen | null>(null);
  const [adding, setAdding] = useState<string | null>(null);
  const close = () => {
    setRenaming(null);
    setRemoving(null);
    setAdding(null);
  };
  const row = rows?.find((one) => one.id === id);
  const asked = [held(profiles), held(groups)];
  const failed = asked.find(({ failure }) => failure);
  const late = asked.find((one) => one.late);
  const mayCreate = may("profile.create");
  const isEmpty = rows?.length === 0 && tree?.types.every(({ groups: some }) => some.length === 0);
  const put = (name: "new" | "archived", on: boolean) => change((next) => (on ? next.set(name, "") : next.delete(name)));
  const setCreating = (creating: boolean) => put("new", creating);

  function content() {
    if (failed?.failure)
      return (
        <Failed
          title={say("profiles.failed", "The profiles did not load")}
          message={failed.failure.message}
          told={failed.failure}
          onRetry={failed.again}
        />
      );
    if (!rows || !tree || !shown) return <SkeletonRows />;
    if (isEmpty)
      return (
        <EmptyState
          icon={Users}
          title={say("profiles.first", "Add the first profile")}
          actions={
            mayCreate && (
              <Button look="primary" onPress={() => setCreating(true)}>
                <Plus />
                {say("profiles.new", "New profile")}
              </Button>
            )
          }
        >
          {say("profiles.firstHow", "Profiles are the people, homes, cars and companies your documents are about.")}
        </EmptyState>
      );
    const hasOne = id !== undefined;
    return (
      <div className={styles["split"]}>
        {(!narrow || !hasOne) && (
          <Tree tree={shown} openId={id} acts={{ rename: setRenaming, remove: setRemoving, addPart: setAdding }} />
        )}
        {(!narrow || hasOne) && (
          <div className={styles["profile"]}>
            {row ? (
              <Boundary waiting={<Skeleton lines={6} />}>
                <ProfileView key={row.id} row={row} tree={tree} />
              </Boundary>
            ) : (
              <EmptyState title={hasOne ? say("profiles.notHere", "This profile was not found") : say("profiles.choose", "Choose a profile")}>
                {hasOne && say("documents.notHereHow", "It was deleted, or your role has no access to it.")}
              </EmptyState>
            )}
          </div>
        )}
      </div>
    );
  }

  return (
    <Page
      title={say("nav.profiles", "Profiles")}
      count={rows && rows.length > 0 ? String(rows.filter(({ item }) => item.lifecycle === "active").length) : undefined}
      orderTold={rows !== undefined && rows.length > 0 && (narrow ? "short" : true)}
      actions={
        narrow && id !== undefined ? (
          <ButtonLink href="/profiles">
            <ArrowLeft />
            {say("profiles.all", "All profiles")}
          </ButtonLink>
        ) : (
          mayCreate && !isEmpty && <CreateButton label={say("profiles.new", "New profile")} onPress={() => setCreating(true)} />
        )
      }
      filters={
        rows && rows.length > 0 && !(narrow && id !== undefined) ? (
          <>
            <Switch isSelected={archived} onChange={(on) => put("archived", on)}>
              {say("profiles.showArchived", "Show archived")}
            </Switch>
            <FilterSpace />
            <span data-list-search>
              <SearchField label={say("documents.find", "Filter this list")} value={words} onChange={setWords} />
            </span>
          </>
        ) : undefined
      }
    >
      {late && <NotRefreshed onRetry={late.again} />}
      {content()}
      {tree && mayCreate && query.has("new") && (
        <Boundary waiting={<Skeleton lines={4} />}>
          <NewProfile tree={tree} onClose={() => setCreating(false)} onCreated={(made) => void navigate(`/profiles/${made}`, { replace: true })} />
        </Boundary>
      )}
      <PopUp onClose={close}>
        {renaming && tree && (
          <NameDialog
            title={say("profiles.renameGroup", "Rename group")}
            desk={renaming.desk}
            item={renaming.item}
            contents={tree.contentsOf(renaming.item.id)}
            onClose={() => setRenaming(null)}
          />
        )}
        {adding && <NameDialog title={say("profiles.newPart", "New sub-group")} desk={partDesk} under={adding} onClose={() => setAdding(null)} />}
        {removing && tree && (
          <RemoveGroup
            name={tree.nameOf(removing.item.id)}
            targets={removing.isEmpty ? [] : removing.targets.map((target) => ({ value: target, label: tree.nameOf(target) }))}
            onRemove={(moveTo) => removing.desk.remove(removing.item, moveTo)}
            onClose={() => setRemoving(null)}
          />
        )}
      </PopUp>
    </Page>
  );
}

/** Without a question about it the archive stays out of the way. */
function visible(rows: readonly ProfileRow[], archived: boolean, words: string): readonly ProfileRow[] {
  return rows.filter(
    ({ item, opening }) =>
      (archived || item.lifecycle !== "archived") &&
      (!words.trim() || (opening.name === "open" && matches(profileWords(opening.payload), words))),
  );
}
