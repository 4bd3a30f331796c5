/** What is counted of a text while it is read: of how many places its form would change something. */
export interface FormCounts {
  /** White space between tokens. */
  spaces: number;
  /** Names that are not behind the one before them. */
  unordered: number;
  /** Names that are not spelled as ECMAScript prints them. */
  names: number;
  /** Strings and numbers that are not spelled so, as far as that is plain to see; names too. */
  respelled: number;
}

/** The counts of nothing. */
export const NOTHING_ODD: Readonly<FormCounts> = { spaces: 0, unordered: 0, names: 0, respelled: 0 };
