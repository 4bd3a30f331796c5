/** So many are under way at once: with many thousands each takes several times as long. */
const AT_ONCE = 500;

/**
 * Does something with each of many, some at a time.
 *
 * @param items They. @param act What to do.
 * @returns What came of each, in their order.
 */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    for (const result of await Promise.all(items.slice(at, at + AT_ONCE).map(act))) results.push(result);
  }
  return results;
}
