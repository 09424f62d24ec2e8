/**
 * Where the rows of a list stand. Rows have one height and headings another, so it is arithmetic and nothing is measured.
 *
 * Pixels count from the top of the first row or heading.
 */
export interface Heading {
  readonly title: string;
  /** The row that it stands before. Headings stand in the order of their rows. */
  readonly from: number;
}

export interface Heights {
  readonly row: number;
  readonly heading: number;
}

export interface Layout {
  /** How high all of it is. */
  readonly total: number;
  readonly topOf: (row: number) => number;
  readonly headingTop: (heading: number) => number;
  /** The row at this height, or the next one below it; below all rows, how many there are. */
  readonly rowAt: (px: number) => number;
  /** How many headings stand above a row. */
  readonly headingsAbove: (row: number) => number;
}

export function layoutOf(count: number, headings: readonly Heading[], heights: Heights): Layout {
  const fromOf = (heading: number): number => headings[heading]?.from ?? count;
  const headingTop = (heading: number): number => fromOf(heading) * heights.row + heading * heights.heading;
  const headingsAbove = (row: number): number => firstWhere(headings.length, (heading) => fromOf(heading) > row);

  return {
    total: count * heights.row + headings.length * heights.heading,
    topOf: (row) => row * heights.row + headingsAbove(row) * heights.heading,
    headingTop,
    headingsAbove,
    rowAt(px) {
      const above = firstWhere(headings.length, (heading) => headingTop(heading) > px);
      const row = Math.floor((px - above * heights.heading) / heights.row);
      // At the height of a heading, the row below it.
      const least = above === 0 ? 0 : fromOf(above - 1);
      return Math.min(count, Math.max(least, row));
    },
  };
}

/** The first number below `count` of which something is true, which then is true of all that follow; else `count`. */
function firstWhere(count: number, isTrue: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
