/**
 * Times the commands as whole processes, each against an empty program that the same script starts with the
 * same flags, and writes the table in `table.md` beside this file. No test fails on a time.
 *
 * deno task bench [pairs]
 */
import { type Alphabet, makeContext } from "./contexts.ts";
import { type Pairs, timePairs } from "./timing.ts";

const checkout = new URL("../../", import.meta.url).pathname;
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  get: ["get", "bench_key"],
  set: ["set", "bench_key", "a value of the bench"],
  search: ["search", "timeout upload"],
  list: ["list", "--tag", "uploads"],
  brief: ["brief"],
  start: ["start"],
};
const CONTEXTS: readonly (readonly [number, Alphabet])[] = [
  [10, "ASCII"],
  [1_000, "ASCII"],
  [10_000, "ASCII"],
  [1_000, "Cyrillic"],
  [10_000, "Cyrillic"],
  [1_000, "emoji"],
  [10_000, "emoji"],
];
/** What the median ratio is to stay within, at 1,000 entries of ASCII. */
const GOALS: Readonly<Record<string, number>> = { get: 2, start: 2, set: 3 };

/** A checkout whose program is empty: the script in it starts that with the very flags that ctx gets. */
async function emptyCheckout(folder: string): Promise<string> {
  await Deno.mkdir(`${folder}/conformance`, { recursive: true });
  await Deno.mkdir(`${folder}/tools/npm`, { recursive: true });
  await Deno.copyFile(`${checkout}conformance/ctx`, `${folder}/conformance/ctx`);
  await Deno.copyFile(`${checkout}tools/npm/import_map.json`, `${folder}/tools/npm/import_map.json`);
  await Deno.copyFile(`${checkout}deno.json`, `${folder}/deno.json`);
  await Deno.copyFile(`${checkout}.std_source`, `${folder}/.std_source`);
  await Deno.writeTextFile(`${folder}/cli.ts`, "export {};\n");
  return `${folder}/conformance/ctx`;
}

function tableOf(
  rows: readonly { size: number; alphabet: string; command: string; pairs: Pairs }[],
  pairs: number,
): string {
  const cell = (size: number, alphabet: string, command: string) => {
    const found =
      rows.find((row) => row.size === size && row.alphabet === alphabet && row.command === command)!.pairs;
    return `${found.ratio.toFixed(2)} (${found.firstMs.toFixed(0)} ms)`;
  };
  const names = Object.keys(COMMANDS),
    empty = rows.map(({ pairs }) => pairs.secondMs).toSorted((a, b) => a - b);
  return [
    "# Whole commands against an empty program",
    "",
    `Wall time of the whole process as a ratio to an empty Deno program, which the same script starts with the same flags in`,
    `the same run, turn by turn: the median of ${pairs} pairs, and the command's own median. Entries have values of 300 to 600`,
    `characters. Made by \`deno task bench\` on ${Deno.build.os}, ${navigator.hardwareConcurrency} cores, Deno ${Deno.version.deno}; ` +
    `the empty program took ${empty[empty.length >> 1]!.toFixed(0)} ms.`,
    "",
    `| entries | text | ${names.join(" | ")} |`,
    `| ---: | --- |${names.map(() => " ---: |").join("")}`,
    ...CONTEXTS.map(([size, alphabet]) =>
      `| ${size.toLocaleString("en")} | ${alphabet} | ${
        names.map((name) => cell(size, alphabet, name)).join(" | ")
      } |`
    ),
    "",
    `Goals, at 1,000 entries of ASCII: ${
      Object.entries(GOALS).map(([name, most]) => `${name} within ${most}`).join(", ")
    }.`,
    "",
  ].join("\n");
}

if (import.meta.main) {
  const pairs = Number(Deno.args[0] ?? 21), temporary = await Deno.makeTempDir(), rows = [];
  try {
    const empty = await emptyCheckout(`${temporary}/empty`);
    for (const [size, alphabet] of CONTEXTS) {
      const home = `${temporary}/${alphabet}_${size}`;
      await makeContext(home, size, alphabet, new Date());
      const env = { CTX_HOME: home, CTX_AUTHOR: "Agent One", NO_COLOR: "1" };
      for (const [command, args] of Object.entries(COMMANDS)) {
        const timed = await timePairs(
          { program: `${checkout}conformance/ctx`, args, env },
          { program: empty, args, env },
          pairs,
        );
        console.error(`${size} ${alphabet} ${command}: ${timed.ratio.toFixed(2)}`);
        rows.push({ size, alphabet, command, pairs: timed });
      }
    }
    const table = tableOf(rows, pairs);
    await Deno.writeTextFile(new URL("table.md", import.meta.url), table);
    console.log(table);
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
}
