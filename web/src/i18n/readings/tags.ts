/** Tags, separated by commas. */
import type { Say } from "../say";

export const MOST_TAGS = 50;
export const LONGEST_TAG = 40;

export const readTags = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];

export function tagsFault(say: Say, text: string): string | undefined {
  const tags = readTags(text);
  const long = tags.find((tag) => tag.length > LONGEST_TAG);
  if (long !== undefined)
    return say("tags.long", "“{tag}…” is longer than {most} characters. Put a comma between two entries, or shorten it.", {
      tag: long.slice(0, 12),
      most: LONGEST_TAG,
    });
  return tags.length > MOST_TAGS
    ? say("tags.many", "There are {count} entries. The limit is {most}.", { count: tags.length, most: MOST_TAGS })
    : undefined;
}
