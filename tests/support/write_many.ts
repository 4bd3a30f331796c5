/**
 * Writes to a root through the API, one write after the other, and prints each key once its write is acknowledged.
 * Prints `ready`, then waits for a line on standard input, so that several can begin at once.
 *
 * Words: the root; `set`, `mixed`, `amend` or `rewrite`; a key, or the beginning of one; how many writes.
 *
 * @module
 */

import { openContext } from "../../lib/open_context.ts";

const [home, operation, key, count] = Deno.args;
const context = openContext({ home: home! }), encoder = new TextEncoder();
const say = (line: string) => Deno.stdout.writeSync(encoder.encode(line + "\n"));

say("ready");
await Deno.stdin.read(new Uint8Array(1));
for (let n = 1; n <= Number(count); n++) {
  // Of the mixed writes every third replaces a value, so that the history grows too.
  const place = operation === "mixed" && n % 3 === 0 ? n - 1 : n;
  if (operation === "amend") await context.amend(key!, `note ${n}`);
  else if (operation === "rewrite") await context.set(key!, n % 2 === 1 ? "long ".repeat(4000) : "x");
  else await context.set(`${key}_${place}`, `value ${n} of ${key}`);
  say(`${key}_${n}`);
}
