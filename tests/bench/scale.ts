import { Context } from "../../lib/context.ts";
import { makeContext } from "./contexts.ts";
import { chart } from "./scale_chart.ts";
import { installed } from "./started.ts";
import { median, PEAK, type Timed, wallMs } from "./timing.ts";

const SIZES = [10, 1_000, 10_000, 100_000];
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  get: ["get", "bench_key"],
  start: ["start"],
  brief: ["brief"],
  "list --tag": ["list", "--tag", "rarity"],
  "search --words": ["search", "--words", "zirconium"],
  search: ["search", "zirconium"],
  set: ["set", "bench_key", "a value of the bench"],
  amend: ["amend", "bench_key", "a note of the bench"],
  supersede: ["supersede", "bench_key", "--by", "bench_rare"],
  resolve: ["resolve", "bench_key"],
  basis: ["basis", "bench_key", "verified"],
  delete: ["delete", "bench_gone"],
};
const MEASURED = ["get", "start"];
/** A get that is the first to read a store after another program has replaced it. */
const FIRST_GET = "the first get";
/** What the specification of this work asks of the largest context, against the same command at 10 entries. */
const GOALS: Readonly<Record<string, number>> = {
  get: 1.5,
  start: 1.5,
  brief: 1.5,
  "list --tag": 1.5,
  "search --words": 1.5,
  search: 5,
};
const MOST_COPIES = 6;

/** An index is made of a store that was left alone for two seconds; times of files have whole seconds. */
const SETTLED_MS = 3100;

/** What was measured: for each command and size a number a round, and what both are held against. */
interface Measured {
  /** By command, then by size: milliseconds. */
  readonly times: Record<string, number[][]>;
  /** By command: an empty program's milliseconds. */
  readonly empty: Record<string, number[]>;
  /** By command, then by size: MiB. */
  readonly peaks: Record<string, number[][]>;
  /** By size: a synced copy of the largest store, in a program of Deno, and by dd; in milliseconds. */
  readonly copies: number[][];
  readonly dds: number[][];
}

async function printed({ program, args, env }: Timed): Promise<number> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], env }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return Number(new TextDecoder().decode(stdout));
}

/** Runs everything once: a round. What is compared runs directly one after the other. */
async function round(roots: readonly string[], ctx: string, empty: string, into: Measured): Promise<void> {
  const envOf = (home: string) => ({ CTX_HOME: home, CTX_AUTHOR: "Agent One", NO_COLOR: "1" });
  for (const [command, args] of Object.entries(COMMANDS)) {
    (into.empty[command] ??= []).push(await wallMs({ program: "sh", args: [empty], env: envOf(roots[0]!) }));
    for (const [i, home] of roots.entries()) {
      if (command === "delete") await new Context({ home }).set("bench_gone", "soon gone");
      const ms = await wallMs({ program: "sh", args: [ctx, ...args], env: envOf(home) });
      ((into.times[command] ??= [])[i] ??= []).push(ms);
    }
  }
  for (const command of MEASURED) {
    for (const [i, home] of roots.entries()) {
      const args = ["-c", PEAK, "sh", ctx, ...COMMANDS[command]!];
      const kib = await printed({ program: "python3", args, env: envOf(home) });
      ((into.peaks[command] ??= [])[i] ??= []).push(kib / 1024);
    }
  }
  for (const [i, home] of roots.entries()) {
    const path = `${home}/memory/shared.json`, script = new URL("synced_copy.ts", import.meta.url).pathname;
    const grants = [`--allow-read=${home}`, `--allow-write=${home}`];
    (into.copies[i] ??= []).push(
      await printed({
        program: "deno",
        args: ["run", "-q", "--no-config", "--no-prompt", ...grants, script, path],
        env: {},
      }),
    );
    const dd = `dd "if=$0" "of=$0.copy" bs=1M conv=fsync 2>/dev/null && rm "$0.copy"`;
    (into.dds[i] ??= []).push(await wallMs({ program: "sh", args: ["-c", dd, path], env: {} }));
    const first = { program: "sh", args: [ctx, ...COMMANDS.get!], env: envOf(home) };
    ((into.times[FIRST_GET] ??= [])[i] ??= []).push(await wallMs(first));
  }
  (into.empty[FIRST_GET] ??= []).push(await wallMs({ program: "sh", args: [empty], env: envOf(roots[0]!) }));
  await letIndex(roots, ctx);
}

/** Has the indexes made that the commands use. */
async function letIndex(roots: readonly string[], ctx: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  for (const home of roots) {
    await wallMs({ program: "sh", args: [ctx, ...COMMANDS.search!], env: { CTX_HOME: home } });
  }
}

/** The median of the ratios, round by round. */
function ratio(of: readonly number[], against: readonly number[]): number {
  return median(of.map((number, i) => number / against[i]!));
}

function tableOf({ times, empty, peaks, copies, dds }: Measured, rounds: number, bytes: number): string {
  const head = (first: string, goal = "goal") => [
    `| ${first} | ${SIZES.map((size) => size.toLocaleString("en")).join(" | ")} | ${goal} |`,
    `| --- |${SIZES.map(() => " ---: |").join("")} --- |`,
  ];
  const last = SIZES.length - 1, copy = median(copies[last]!);
  const row = (name: string, cells: readonly string[], goal: string) =>
    `| ${name} | ${cells.join(" | ")} | ${goal} |`;
  const timed = Object.entries(times).map(([command, sizes]) => {
    const cells = sizes.map((all) =>
      `${median(all).toFixed(0)} ms, ${ratio(all, sizes[0]!).toFixed(2)}, ${
        ratio(all, empty[command]!).toFixed(2)
      }`
    );
    const over = (median(sizes[last]!) - median(sizes[0]!)) / copy;
    const goal = command === FIRST_GET
      ? "one scan"
      : GOALS[command]
      ? `${GOALS[command]}: ${verdict(ratio(sizes[last]!, sizes[0]!) <= GOALS[command]!)}`
      : `${MOST_COPIES} copies: ${verdict(over <= MOST_COPIES)} (${over.toFixed(1)})`;
    return row(command, cells, goal);
  });
  const remembered = Object.entries(peaks).map(([command, sizes]) => {
    const cells = sizes.map((all) => `${median(all).toFixed(0)} MiB, ${ratio(all, sizes[0]!).toFixed(2)}`);
    return row(command, cells, `1.5: ${verdict(ratio(sizes[last]!, sizes[0]!) <= 1.5)}`);
  });
  const copied = (name: string, all: number[][]) =>
    row(name, all.map((one) => `${median(one).toFixed(0)} ms`), "");
  return [
    "# Whole commands over the size of the context",
    "",
    `Medians of ${rounds} rounds. Each cell: wall time of the whole process, its ratio to the same command at`,
    `${
      SIZES[0]
    } entries, its ratio to an empty Deno program started with the same flags, all in the same round. Entries have`,
    `values of 300 to 600 characters of ASCII; ${SIZES[last]!.toLocaleString("en")} of them are ${
      (bytes / 1e6).toFixed(0)
    } MB.`,
    `\`list --tag\` and the searches find one entry. The first get follows a write by another program, after which there`,
    `is no index that can be used: it reads the store, once. Made by \`deno task bench scale\` on ${Deno.build.os}, ${navigator.hardwareConcurrency} cores, Deno`,
    `${Deno.version.deno}. The same as a picture: [scale.svg](scale.svg).`,
    "",
    ...head("command"),
    ...timed,
    "",
    `A write may take its time at ${
      SIZES[0]
    } entries and ${MOST_COPIES} synced copies of the file more: a program that reads it, writes`,
    "it, syncs it and renames it, without the time in which that program starts. dd, started and all, for comparison.",
    "",
    ...head("synced copy", ""),
    copied("a program of Deno", copies),
    copied("dd conv=fsync", dds),
    "",
    `The most memory that the process held, and its ratio to that at ${SIZES[0]} entries.`,
    "",
    ...head("peak memory"),
    ...remembered,
    "",
  ].join("\n");
}

function verdict(isReached: boolean): string {
  return isReached ? "reached" : "missed";
}

/**
 * Times the commands in contexts of 10 to 100,000 entries and writes `scale.md` and `scale.svg` beside this file.
 *
 * @param rounds How often everything is run. @returns The table.
 */
export async function measureScale(rounds: number): Promise<string> {
  const temporary = await Deno.makeTempDir();
  try {
    const { ctx, empty } = await installed(`${temporary}/home`), roots: string[] = [];
    for (const size of SIZES) {
      const home = `${temporary}/${size}`;
      await makeContext(home, size, "ASCII", new Date());
      roots.push(home);
    }
    const fresh = (): Measured => ({ times: {}, empty: {}, peaks: {}, copies: [], dds: [] });
    await round(roots.slice(0, 1), ctx, empty, fresh()); // the caches of the system and of Deno
    await letIndex(roots, ctx);
    const measured = fresh();
    for (let i = 0; i < rounds; i++) {
      await round(roots, ctx, empty, measured);
      console.error(`round ${i + 1} of ${rounds}`);
    }
    const bytes = (await Deno.stat(`${roots.at(-1)}/memory/shared.json`)).size;
    const lines = Object.entries(measured.times).map(([name, sizes]) => ({
      name,
      points: sizes.map((all, i) => [SIZES[i]!, median(all)] as const),
    }));
    const table = tableOf(measured, rounds, bytes), here = (name: string) => new URL(name, import.meta.url);
    await Deno.writeTextFile(here("scale.md"), table);
    await Deno.writeTextFile(here("scale.svg"), chart("Time of the whole command over the entries", lines));
    return table;
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
}
