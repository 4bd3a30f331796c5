/**
 * `deno task setup`: asks again which source of the standard library to use, remembers it, and shows it.
 * `deno task setup npm` (or `jsr`) settles it without asking.
 *
 * @module
 */

import { probe, remember, STD_SOURCES } from "./std_source.ts";

const [word] = Deno.args;
const wanted = STD_SOURCES.find((source) => source === word);
if (word !== undefined && wanted === undefined) {
  console.error(`setup: no source "${word}" of the standard library: ${STD_SOURCES.join(" or ")}`);
  Deno.exit(2);
}

const source = wanted ?? await probe(Deno.execPath());
await remember(source);
const reason = wanted !== undefined ? "as asked" : source === "jsr" ? "JSR answers" : "JSR does not answer";
console.log(
  source === "jsr"
    ? `The standard library comes from JSR (${reason})`
    : `The standard library comes from npm, through tools/npm/import_map.json (${reason})`,
);
const config = Deno.env.get("CTX_DENO_CONFIG");
if (config) console.log(`But CTX_DENO_CONFIG names "${config}", which is used instead`);
