/**
 * Times the commands as whole processes, each against an empty program that the same script starts with the
 * same flags, and writes the table in `table.md` beside this file. No test fails on a time.
 *
 * deno task bench [pairs]
 * deno task bench scale [rounds]    contexts of up to 100,000 entries: `scale.md` and `scale.svg`
 * deno task bench hook [pairs]      the start hook in contexts of 10,000 entries: `hook.md`
 * deno task bench packages [name]   packages of 10 MB: `packages.md`, or those whose names match
 */
import { type Alphabet, makeContext } from "./contexts.ts";
import { fromCheckout, installed } from "./started.ts";
import { type Pairs, timePairs, wallMs } from "./timing.ts";

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  get: ["get", "bench_key"],
  set: ["set", "bench_key", "a value of the bench"],
  search: ["search", "timeout upload"],
  list: ["list", "--tag", "uploads"],
  brief: ["brief"],
  start: ["start"],
};
const CONTEXTS: readonly (readonly ["installed" | "checkout", number, Alphabet])[] = [
  ["installed", 10, "ASCII"],
  ["installed", 1_000, "ASCII"],
  ["installed", 10_000, "ASCII"],
  ["installed", 1_000, "Cyrillic"],
  ["installed", 10_000, "Cyrillic"],
  ["installed", 1_000, "emoji"],
  ["installed", 10_000, "emoji"],
  ["checkout", 10, "ASCII"],
  ["checkout", 1_000, "ASCII"],
  ["checkout", 10_000, "ASCII"],
];
/** What the median ratio is to stay within, at 1,000 entries of ASCII. */
const GOALS: Readonly<Record<string, number>> = { get: 2, start: 2, set: 3 };

/** A line of the table: what was timed, on which context. */
interface Row {
  readonly form: string;
  readonly size: number;
  readonly alphabet: string;
  readonly command: string;
  readonly timed: Pairs;
}

function tableOf(rows: readonly Row[], pairs: number): string {
  const names = Object.keys(COMMANDS),
    empty = rows.map(({ timed }) => timed.secondMs).toSorted((a, b) => a - b);
  const cells = (form: string, size: number, alphabet: string) =>
    rows.filter((row) => row.form === form && row.size === size && row.alphabet === alphabet)
      .map(({ timed }) => `${timed.ratio.toFixed(2)} (${timed.firstMs.toFixed(0)} ms)`);
  return [
    "# Whole commands against an empty program",
    "",
    "Wall time of the whole process as a ratio to an empty Deno program, which the same script starts with the same flags in",
    `the same run, turn by turn: the median of ${pairs} pairs, and the command's own median. Entries have values of 300 to 600`,
    `characters. Made by \`deno task bench\` on ${Deno.build.os}, ${navigator.hardwareConcurrency} cores, Deno ${Deno.version.deno}; the`,
    `empty program took ${empty[empty.length >> 1]!.toFixed(0)} ms.`,
    "",
    `| started | entries | text | ${names.join(" | ")} |`,
    `| --- | ---: | --- |${names.map(() => " ---: |").join("")}`,
    ...CONTEXTS.map(([form, size, alphabet]) =>
      `| ${form} | ${size.toLocaleString("en")} | ${alphabet} | ${cells(form, size, alphabet).join(" | ")} |`
    ),
    "",
    `Goals, at 1,000 entries of ASCII: ${
      Object.entries(GOALS).map(([name, most]) => `${name} within ${most}`).join(", ")
    }.`,
    "",
  ].join("\n");
}

if (import.meta.main && Deno.args[0] === "scale") {
  const { measureScale } = await import("./scale.ts");
  console.log(await measureScale(Number(Deno.args[1] ?? 7)));
} else if (import.meta.main && Deno.args[0] === "hook") {
  const { measureHook } = await import("./hook.ts");
  console.log(await measureHook(Number(Deno.args[1] ?? 25)));
} else if (import.meta.main && Deno.args[0] === "packages") {
  const { measurePackages } = await import("./packages.ts");
  console.log(await measurePackages(Deno.args[1] ? new RegExp(Deno.args[1]) : undefined));
} else if (import.meta.main) {
  const pairs = Number(Deno.args[0] ?? 21), temporary = await Deno.makeTempDir(), rows: Row[] = [];
  try {
    const forms = {
      installed: await installed(`${temporary}/home`),
      checkout: await fromCheckout(`${temporary}/checkout`),
    };
    for (const [form, size, alphabet] of CONTEXTS) {
      const home = `${temporary}/${form}_${alphabet}_${size}`, { ctx, empty } = forms[form];
      await makeContext(home, size, alphabet, new Date());
      // An index is made of a store that was left alone for two seconds, and by what can be made quicker by it.
      await new Promise((resolve) => setTimeout(resolve, 3100));
      const env = { CTX_HOME: home, CTX_AUTHOR: "Agent One", NO_COLOR: "1" };
      await wallMs({ program: "sh", args: [ctx, "search", "an index"], env });
      for (const [command, args] of Object.entries(COMMANDS)) {
        const timed = await timePairs(
          { program: "sh", args: [ctx, ...args], env },
          { program: "sh", args: [empty, ...args], env },
          pairs,
        );
        console.error(`${form} ${size} ${alphabet} ${command}: ${timed.ratio.toFixed(2)}`);
        rows.push({ form, size, alphabet, command, timed });
      }
    }
    const table = tableOf(rows, pairs);
    await Deno.writeTextFile(new URL("table.md", import.meta.url), table);
    console.log(table);
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
}
