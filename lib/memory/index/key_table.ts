/**
 * A hash table of keys, in one array: it is read where it lies in a file, a few numbers a look. A cell holds a
 * place in the store, counted from 1; 0 is an empty one. There is at least as much room again.
 */

/** A key's hash: 32 bits (FNV-1a over UTF-16 units). */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Makes the table.
 *
 * @param hashes The hash of each key, in the order of their places.
 * @returns Its cells: a power of two.
 */
export function keyTable(hashes: Uint32Array): Uint32Array {
  let size = 16;
  while (size < 2 * hashes.length) size *= 2;
  const cells = new Uint32Array(size), mask = size - 1;
  for (let place = 0; place < hashes.length; place++) {
    let at = hashes[place]! & mask;
    while (cells[at] !== 0) at = (at + 1) & mask;
    cells[at] = place + 1;
  }
  return cells;
}

/**
 * The places at which a key may stand.
 *
 * @param hash The key's hash. @param size How many cells the table has. @param cell Reads a cell.
 * @returns Places from 0; keys of other hashes are among them.
 */
export function* placesFor(hash: number, size: number, cell: (at: number) => number): Generator<number> {
  const mask = size - 1;
  let at = hash & mask;
  for (let looks = 0; looks < size; looks++, at = (at + 1) & mask) {
    const found = cell(at);
    if (found === 0) return;
    yield found - 1;
  }
}
