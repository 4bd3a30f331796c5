import { type Alphabet, ALPHABETS, makeContext } from "./contexts.ts";
import { installed } from "./started.ts";
import { type Pairs, timePairs, wallMs } from "./timing.ts";

const SIZE = 10_000, GOAL = 2;

/** A context that a start hook was timed in, against an empty one. */
interface Row {
  readonly alphabet: Alphabet;
  readonly bytes: number;
  readonly isIndexed: boolean;
  readonly timed: Pairs;
}

function tableOf(rows: readonly Row[], pairs: number): string {
  return [
    "# A start hook in a large context",
    "",
    `Wall time of \`ctx start --hook claude\`, installed, in a context of ${
      SIZE.toLocaleString("en")
    } entries, as a ratio to the same in`,
    `an empty context, turn by turn: the median of ${pairs} pairs, and the two medians. Entries have values of 300 to 600`,
    "characters. Any write or search by ctx makes an index; without one is a store that only other programs have touched:",
    "a start writes nothing. Made by",
    `\`deno task bench hook\` on ${Deno.build.os}, ${navigator.hardwareConcurrency} cores, Deno ${Deno.version.deno}.`,
    "",
    "| values | store | index | ratio | took | empty context | goal |",
    "| --- | ---: | --- | ---: | ---: | ---: | --- |",
    ...rows.map(({ alphabet, bytes, isIndexed, timed: { ratio, firstMs, secondMs } }) =>
      `| ${alphabet} | ${(bytes / 1e6).toFixed(1)} MB | ${isIndexed ? "yes" : "no"} | ${ratio.toFixed(2)} | ${
        firstMs.toFixed(0)
      } ms | ${secondMs.toFixed(0)} ms | ${ratio <= GOAL ? "reached" : "missed"} |`
    ),
    "",
    `Goal: within ${GOAL} times.`,
    "",
  ].join("\n");
}

/**
 * Times the start hook in large contexts, with and without an index, and writes `hook.md` beside this file.
 *
 * @param pairs How many pairs of runs. @returns The table.
 */
export async function measureHook(pairs: number): Promise<string> {
  const temporary = await Deno.makeTempDir(), rows: Row[] = [];
  try {
    const { ctx } = await installed(`${temporary}/home`), empty = `${temporary}/home/ctx`;
    const hook = (home: string) => ({
      program: "sh",
      args: [ctx, "start", "--hook", "claude"],
      env: { CTX_HOME: home, CTX_AUTHOR: "Agent One" },
    });
    for (const alphabet of Object.keys(ALPHABETS) as Alphabet[]) {
      const home = `${temporary}/${alphabet}`;
      await makeContext(home, SIZE, alphabet, new Date());
      const { size: bytes } = await Deno.stat(`${home}/memory/shared.json`);
      for (const isIndexed of [false, true]) {
        // An index is made of a store that was left alone for two seconds.
        if (isIndexed) {
          await new Promise((resolve) => setTimeout(resolve, 3100));
          await wallMs({ ...hook(home), args: [ctx, "search", "an index"] });
        }
        const timed = await timePairs(hook(home), hook(empty), pairs);
        console.error(`${alphabet}, ${isIndexed ? "an" : "no"} index: ${timed.ratio.toFixed(2)}`);
        rows.push({ alphabet, bytes, isIndexed, timed });
      }
    }
    const table = tableOf(rows, pairs);
    await Deno.writeTextFile(new URL("hook.md", import.meta.url), table);
    return table;
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
}
