/** The tree: types, their groups, the parts of those, and the profiles in each. */
import { Ellipsis } from "lucide-react";
import { Link } from "react-aria-components/Link";

import { placeAt } from "../../lists/boards/places";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { Menu, MenuItem } from "../../components/Menu";
import { tellFailure } from "../../components/notices";
import { failureOf } from "../../api/failure";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { titleOf } from "../../lists/marks";
import { useRoleNames } from "../../lists/people/people";
import { useMay } from "../../session/useSession";
import styles from "./Profiles.module.css";
import { typeWord } from "./templateWords";
import type { Branch, PlacedRow, ProfileTree, TypeBranch } from "./useProfileTree";
import { useGroupDesk, useSubGroupDesk, type TreeDesk, type TreeItem } from "./useGroupDesk";

/** A group, or a part of one, that something is to be done with. */
export interface Chosen {
  item: TreeItem;
  desk: TreeDesk;
  /** Where its contents may go when it is removed. */
  targets: readonly string[];
  isEmpty: boolean;
}

export interface TreeActs {
  rename: (chosen: Chosen) => void;
  remove: (chosen: Chosen) => void;
  addPart: (groupId: string) => void;
}

interface TreeProps {
  tree: ProfileTree;
  openId: string | undefined;
  acts: TreeActs;
}

export function Tree({ tree, openId, acts }: TreeProps) {
  const say = useSay();
  return (
    <nav className={styles["tree"]} aria-label={say("nav.profiles", "Profiles")}>
      {tree.types
        .filter(({ groups }) => groups.length > 0)
        .map((branch) => (
          <TypeSection key={branch.type.id} branch={branch} tree={tree} openId={openId} acts={acts} />
        ))}
      <Elsewhere {...tree.elsewhere} nameOf={tree.nameOf} openId={openId} />
    </nav>
  );
}

/** What stands in no group that is known. Nothing disappears because the place of it does. */
function Elsewhere({ profiles, groups, nameOf, openId }: ProfileTree["elsewhere"] & Pick<ProfileTree, "nameOf"> & Pick<TreeProps, "openId">) {
  const say = useSay();
  if (profiles.length + groups.length === 0) return null;
  return (
    <section>
      <h2 className={styles["type"]}>
        {say("profiles.elsewhere", "Group can't be verified")}
        <span>{profiles.length}</span>
      </h2>
      {groups.map((id) => (
        <p key={id} className={styles["head"]}>
          <bdi className="quiet clip">{nameOf(id)}</bdi>
        </p>
      ))}
      <Leaves rows={profiles} openId={openId} depth={1} />
    </section>
  );
}

const countOf = ({ parts, profiles }: Branch): number => profiles.length + parts.reduce((sum, part) => sum + part.profiles.length, 0);

function TypeSection({ branch: { type, groups }, tree, openId, acts }: TreeProps & { branch: TypeBranch }) {
  const say = useSay();
  const groupDesk = useGroupDesk();
  const partDesk = useSubGroupDesk();
  const ids = groups.map(({ group }) => group.id);
  return (
    <section>
      <h2 className={styles["type"]}>
        {typeWord(say, type.key)}
        <span>{groups.reduce((sum, group) => sum + countOf(group), 0)}</span>
      </h2>
      {groups.map((one) => {
        const partIds = one.parts.map(({ part }) => part.id);
        return (
          <div key={one.group.id}>
            <Head
              name={tree.nameOf(one.group.id)}
              count={countOf(one)}
              among={ids}
              chosen={{
                item: one.group,
                desk: groupDesk,
                targets: ids.filter((id) => id !== one.group.id),
                isEmpty: countOf(one) + one.parts.length === 0,
              }}
              acts={acts}
              isGroup
            />
            <Leaves rows={one.profiles} openId={openId} depth={1} />
            {one.parts.map(({ part, profiles }) => (
              <div key={part.id}>
                <Head
                  name={tree.nameOf(part.id)}
                  count={profiles.length}
                  among={partIds}
                  chosen={{
                    item: part,
                    desk: partDesk,
                    targets: [one.group.id, ...partIds.filter((id) => id !== part.id)],
                    isEmpty: profiles.length === 0,
                  }}
                  acts={acts}
                />
                <Leaves rows={profiles} openId={openId} depth={2} />
              </div>
            ))}
          </div>
        );
      })}
    </section>
  );
}

interface HeadProps {
  name: string;
  count: number;
  /** The ids it is ordered with, it among them. */
  among: readonly string[];
  chosen: Chosen;
  acts: TreeActs;
  isGroup?: boolean;
}

function Head({ name, count, among, chosen, acts, isGroup }: HeadProps) {
  const say = useSay();
  const may = useMay();
  const { item, desk, targets, isEmpty } = chosen;
  const place = among.indexOf(item.id);
  function move(to: number) {
    const there = placeAt(among, item.id, to);
    if (there) void desk.move(item.id, there).catch((reason: unknown) => tellFailure(failureTitle(say, "update"), failureOf(reason)));
  }
  return (
    <div className={styles["head"]} style={{ paddingInlineStart: isGroup ? 8 : 24 }}>
      <h3 className="clip">
        <bdi>{name}</bdi>
      </h3>
      <span className="hint num">{count}</span>
      {may("profile.structure") && (
        <Menu
          label={say("documents.menu", "More actions")}
          trigger={
            <Button look="quiet" size="small" icon aria-label={say("boards.menu", "Actions for {name}", { name })}>
              <Ellipsis />
            </Button>
          }
        >
          <MenuItem label={say("profiles.rename", "Rename")} onAction={() => acts.rename(chosen)} />
          {isGroup && <MenuItem label={say("profiles.newPart", "New sub-group")} onAction={() => acts.addPart(item.id)} />}
          <MenuItem writes label={say("boards.up", "Move up")} isDisabled={place < 1} onAction={() => move(place - 1)} />
          <MenuItem writes label={say("boards.down", "Move down")} isDisabled={place + 1 >= among.length} onAction={() => move(place + 1)} />
          <MenuItem
            destroys
            writes
            label={say("boards.remove", "Delete")}
            isDisabled={!isEmpty && targets.length === 0}
            hint={!isEmpty && targets.length === 0 ? say("profiles.onlyGroup", "There is no other group for its profiles") : undefined}
            onAction={() => acts.remove(chosen)}
          />
        </Menu>
      )}
    </div>
  );
}

function Leaves({ rows, openId, depth }: { rows: readonly PlacedRow[]; openId: string | undefined; depth: number }) {
  const say = useSay();
  const roles = useRoleNames();
  return (
    <ul>
      {rows.map(({ id, row }) => (
        <li key={id}>
          <Link
            href={`/profiles/${id}`}
            className={classes(styles["leaf"], id === openId && styles["here"])}
            style={{ paddingInlineStart: 8 + depth * 16 }}
            {...(id === openId && { "aria-current": "page" as const })}
          >
            <bdi className="clip">{titleOf(row, row.title, say("profiles.broken", "This profile cannot be opened"), say, roles)}</bdi>
            {row.item.lifecycle === "archived" && <span className="hint">{say("stage.archived", "Archived")}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
