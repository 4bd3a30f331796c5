import type { JsonView } from "../../json/view.ts";
import { credentialsOfItems } from "./check_credentials.ts";
import { faultsOfItems } from "./check_items.ts";
import type { ItemFacts } from "./item_lists.ts";

/** The most warnings of each sort. */
const MOST = 5;
/** What the look at shapes may cost: a quarter of a million items, or a million characters taken apart. */
const MOST_WORK = 2 ** 24;
/**
 * A content of so many characters is searched for credentials to its end, as is every one that fits an envelope; of a
 * larger one so many at its beginning. To search 10 MB whole would take as long as half of all the rest.
 */
const MOST_WHOLE = 2 ** 21, MOST_SEARCHED = 2 ** 18;
/** How many characters of items are looked at closely. */
const MOST_LOOKED = 2 ** 18;

/**
 * What is odd about the items of a package that is accepted: wrong shapes, and what looks like a credential. At most a
 * few of each are named, and where not everything was looked at, that is said (ctxpkg §10).
 *
 * @param content The content. @param facts What the manifest says.
 */
export function itemWarnings(content: JsonView, facts: ItemFacts): string[] {
  const warnings: string[] = [], work = { left: MOST_WORK };
  addFew(warnings, faultsOfItems(content, facts, work), "and more has the wrong shape");
  if (work.left < 0) {
    warnings.push("not all of the content was checked for its shape: there is too much that is unusual");
  }
  const searched = content.end - content.start <= MOST_WHOLE ? MOST_WHOLE : MOST_SEARCHED;
  const bounds = { searched, looked: MOST_LOOKED, isReached: false };
  const isCut = addFew(
    warnings,
    credentialsOfItems(content, facts, bounds),
    "and more looks like it holds a credential",
  );
  if (bounds.isReached && !isCut) {
    warnings.push("not all of the content was searched for credentials: there is too much of it");
  }
  return warnings;
}

/** Adds the first few, and what says that there are more; whether there are. */
function addFew(warnings: string[], found: Iterable<string>, more: string): boolean {
  let count = 0;
  for (const warning of found) {
    const isMore = ++count > MOST;
    warnings.push(isMore ? more : warning);
    if (isMore) return true;
  }
  return false;
}
