/**
 * Many writers and readers at once in a large context. Fails where something is lost, half read or stuck, never on
 * a time; times are printed and go into `README.md` beside this file.
 *
 * deno task load [entries that each process writes]
 */
import { Context } from "../../lib/context.ts";
import { LockTimeoutError } from "../../lib/errors.ts";
import { makeContext } from "../bench/contexts.ts";
import { median } from "../bench/timing.ts";
import { Worker } from "./worker.ts";

const ENTRIES = 20_000, PROCESSES = 8, READERS = 2, AT_ONCE = 1_000;
const WRITES = Number(Deno.args[0] ?? 200);
if (!(Number.isInteger(WRITES) && WRITES > 0)) {
  console.error(`load: ${Deno.args[0]} is not a number of entries for each process to write`);
  Deno.exit(2);
}
const importMap = new URL("../../tools/npm/import_map.json", import.meta.url).pathname;

/** What was measured: a line each. */
type Figures = readonly (readonly [what: string, figure: string])[];

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** Eight processes write, one entry at a time, while two read. */
async function manyProcesses(home: string, count: number): Promise<Figures> {
  const before = (await new Context({ home }).list()).total;
  const start = (words: readonly string[]) => Worker.start(importMap, words);
  const readers = await Promise.all(
    Array.from({ length: READERS }, () => start(["read", home, "bench_key"])),
  );
  const writers = await Promise.all(
    Array.from({ length: PROCESSES }, (_, i) => start(["write", home, `w${i}`, String(count)])),
  );
  const began = performance.now();
  for (const worker of [...readers, ...writers]) await worker.begin();
  const waits = (await Promise.all(writers.map(async (writer) => {
    const lines = await writer.rest();
    check(lines.pop() === "done" && lines.length === count, "A writer ended early");
    return lines.map(Number);
  }))).flat();
  const took = performance.now() - began;
  const reads = (await Promise.all(readers.map((reader) => reader.end()))).flat().map(Number);
  const context = new Context({ home }), { total, results } = await context.list();
  const keys = new Set(results.map(({ key }) => key));
  for (let i = 0; i < PROCESSES; i++) {
    for (let n = 0; n < count; n++) check(keys.has(`load_w${i}_${n}`), `The entry load_w${i}_${n} is lost`);
  }
  check(
    total === before + PROCESSES * count,
    `${total} entries, not ${before} and ${PROCESSES * count} more`,
  );
  const sum = reads.reduce((a, b) => a + b, 0);
  check(sum > 0, "Nothing was read meanwhile");
  return [
    [`${PROCESSES} processes, ${count} entries each`, `${seconds(took)} in all; none lost`],
    [`reads by ${READERS} processes meanwhile`, `${sum.toLocaleString("en")}; none failed, none saw half`],
    ["a write with its wait: median", seconds(median(waits))],
    ["a write with its wait: longest", seconds(Math.max(...waits))],
  ];
}

/** Who holds the lock keeps others out, and lets them in by being killed. */
async function killedHolder(home: string): Promise<Figures> {
  const holder = await Worker.start(importMap, ["hold", home]);
  await holder.begin();
  await holder.expect("held");
  const kept = await new Context({ home, lockTimeoutMs: 500 }).set("load_kept_out", 1).then(
    () => false,
    (error) => error instanceof LockTimeoutError,
  );
  check(kept, "A write went past the lock");
  await holder.kill();
  const began = performance.now(), context = new Context({ home, lockTimeoutMs: 60_000 });
  await context.set("load_after_kill", 1);
  const took = performance.now() - began;
  check((await context.get("load_after_kill")).valueText === "1", "The write after the kill is lost");
  return [["a write once the process that held the lock was killed", seconds(took)]];
}

/** Writes that are asked for at once in one process share the lock and the replace. */
async function manyAtOnce(home: string): Promise<Figures> {
  const context = new Context({ home, author: "Agent One" });
  let began = performance.now();
  await context.set("load_alone", 1);
  const alone = performance.now() - began, rename = Deno.rename;
  let replaced = 0;
  Deno.rename = (from, to) => {
    replaced++;
    return rename(from, to);
  };
  try {
    began = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => context.set(`load_at_once_${i}`, i)));
  } finally {
    Deno.rename = rename;
  }
  const took = performance.now() - began, { results } = await context.list();
  const found = results.filter(({ key }) => key.startsWith("load_at_once_"));
  check(found.length === AT_ONCE, `${found.length} of ${AT_ONCE} entries are there`);
  return [
    ["one set in one process", seconds(alone)],
    [
      `${AT_ONCE.toLocaleString("en")} sets at once in one process`,
      `${seconds(took)}, in ${replaced === 1 ? "one replace" : `${replaced} replaces`} of the file`,
    ],
  ];
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const HEAD = "## Last figures\n";

if (import.meta.main) {
  const home = await Deno.makeTempDir(), readme = new URL("README.md", import.meta.url);
  try {
    await makeContext(home, ENTRIES, "ASCII", new Date());
    const figures: [string, string][] = [];
    for (
      const part of [
        manyAtOnce,
        killedHolder,
        (home: string) => manyProcesses(home, WRITES),
      ]
    ) {
      for (const [what, figure] of await part(home)) {
        console.log(`${what}: ${figure}`);
        figures.push([what, figure]);
      }
    }
    const text = await Deno.readTextFile(readme);
    const table = ["| what | figure |", "| --- | --- |", ...figures.map((row) => `| ${row.join(" | ")} |`)];
    await Deno.writeTextFile(
      readme,
      `${text.slice(0, text.indexOf(HEAD))}${HEAD}\n${ENTRIES.toLocaleString("en")} entries before, on ` +
        `${Deno.build.os}, ${navigator.hardwareConcurrency} cores, Deno ${Deno.version.deno}.\n\n${
          table.join("\n")
        }\n`,
    );
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}
