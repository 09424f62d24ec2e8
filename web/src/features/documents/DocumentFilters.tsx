/** The questions to the list, its search, and how it is shown. */
import { CalendarClock, LayoutGrid, List, ListFilter, Tag, Users } from "lucide-react";

import { topicOption } from "../../lists/boards/topicTree";
import { FilterChip, FilterSpace } from "../../components/collection/FilterRow";
import { SearchField } from "../../components/SearchField";
import { Segments } from "../../components/Segments";
import { useSay } from "../../i18n/say";
import { SavedChip, type Saved } from "../../lists/list/saved";
import { profileOptions } from "../../lists/profiles/names";
import type { Filing } from "./filing";
import { STAGES, WITHIN } from "./filters";
import { shownAs, type ListAddress } from "./useListAddress";
import { stageWord, withinWord } from "./words";

interface DocumentFiltersProps {
  address: ListAddress;
  saved: Saved;
  filing: Filing;
  words: string;
  onWords: (words: string) => void;
}

export function DocumentFilters({ address, saved, filing: { topics, profiles }, words, onWords }: DocumentFiltersProps) {
  const say = useSay();
  const { query, filter, setFilter, isGallery } = address;
  return (
    <>
      <FilterChip
        icon={ListFilter}
        label={say("documents.status", "Status")}
        standing={say("documents.notArchived", "Not archived")}
        options={STAGES.map((stage) => ({ value: stage, label: stageWord(say, stage) }))}
        value={filter.stages}
        onChange={(stages) => setFilter({ stages })}
      />
      <FilterChip
        icon={CalendarClock}
        label={say("documents.expires", "Expires")}
        options={WITHIN.map((within) => ({ value: within, label: withinWord(say, within) }))}
        value={filter.within}
        onChange={(within) => setFilter({ within })}
      />
      {profiles.length > 0 && (
        <FilterChip
          icon={Users}
          label={say("documents.profile", "Profile")}
          options={profileOptions(profiles, filter.profiles)}
          value={filter.profiles}
          onChange={(chosen) => setFilter({ profiles: chosen })}
        />
      )}
      {topics.length > 0 && (
        <FilterChip
          icon={Tag}
          label={say("boards.topic", "Topic")}
          options={topics.map(topicOption)}
          value={filter.topics}
          onChange={(chosen) => setFilter({ topics: chosen })}
        />
      )}
      <SavedChip kind="document" saved={saved} />
      <FilterSpace />
      <span data-list-search>
        <SearchField label={say("documents.find", "Filter this list")} value={words} onChange={onWords} />
      </span>
      <Segments
        label={say("documents.views", "View")}
        segments={[
          { path: shownAs(query, null), label: say("documents.list", "List"), icon: List, on: !isGallery },
          { path: shownAs(query, "gallery"), label: say("documents.gallery", "Gallery"), icon: LayoutGrid, on: isGallery },
        ]}
      />
    </>
  );
}
