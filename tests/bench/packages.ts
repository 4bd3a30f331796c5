import { packageText } from "../support/packages.ts";
import { median, PEAK } from "./timing.ts";

/** So many bytes a package has; it may have 10 MiB. */
const BYTES = 10 * 1024 * 1024 - 2000;
const ROUNDS = 7;
/** What a verification may take: so many times JSON.parse of the same text, and so much memory. */
const GOAL_RATIO = 5, GOAL_MIB = 200;

/** Items, as many as fit, between a beginning and an end. */
function filled(item: (i: number) => string, start: string, end: string): string {
  const items: string[] = [];
  for (let length = start.length + end.length, i = 0;; i++) {
    const next = item(i);
    length += new TextEncoder().encode(next).length + 1;
    if (length > BYTES) return start + items.join() + end;
    items.push(next);
  }
}

const list = (item: (i: number) => string) => filled(item, '{"knowledge":{"x":[', "]}}");
const fact = (i: number, words: string) =>
  `{"archetype":"fact","category":"architecture","confidence":0.7,"created_at":"2026-10-01T08:00:00Z",` +
  `"key":"key_${i}","last_confirmed":"2026-10-02T09:30:00Z","source":"s","source_session":"s","value":"${words} ${i}"}`;
const facts = (words: string) => list((i) => fact(i, words));
const NAME = (i: number) => `"${(i * 7919 % 1_200_003).toString(36)}":0`;

/** Contents of 10 MB; of those that are changed the hash is another, so that every reading is tried. */
const CASES: Readonly<Record<string, { readonly content: () => string; readonly isChanged?: boolean }>> = {
  "facts": { content: () => facts("The proxy cuts off at thirty seconds, whatever it is told. ".repeat(4)) },
  "facts in Cyrillic": { content: () => facts("Прокси обрывает через тридцать секунд. ".repeat(4)) },
  "facts, changed": {
    content: () => facts("The proxy cuts off at thirty seconds. ".repeat(6)),
    isChanged: true,
  },
  "whole numbers": { content: () => list(() => "0"), isChanged: true },
  "decimals": { content: () => list((i) => `${i}.5`), isChanged: true },
  "exponents": { content: () => list(() => "1e20"), isChanged: true },
  "empty objects": { content: () => list(() => "{}"), isChanged: true },
  "objects out of order": { content: () => list(() => '{"b":1,"a":2}'), isChanged: true },
  "names of one object": { content: () => filled(NAME, '{"knowledge":{"x":{', "}}}"), isChanged: true },
  "names of the content": { content: () => filled(NAME, '{"knowledge":{},', "}"), isChanged: true },
  "empty strings": { content: () => list(() => '""'), isChanged: true },
  "escapes": { content: () => list(() => '"\\u00e9\\/"'), isChanged: true },
  "pairs of escapes": { content: () => list(() => '"\\ud83d\\ude00"'), isChanged: true },
  "one string": { content: () => `{"knowledge":{"x":"${"a".repeat(BYTES - 30)}"}}`, isChanged: true },
};

/** Runs one verification, or times it, in a process of its own. */
const PROGRAM = decodeURIComponent(new URL("verify_once.ts", import.meta.url).pathname);

function words(file: string, mode: string): string[] {
  return ["deno", "run", "-q", "--no-config", "--no-prompt", `--allow-read=${file}`, PROGRAM, file, mode];
}

async function printed([program, ...args]: readonly string[]): Promise<string> {
  const { stdout, success, stderr } = await new Deno.Command(program!, { args, stdin: "null" }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** The most memory that a process held, in MiB. */
async function peakMiB(file: string, mode: string): Promise<number> {
  return Number(await printed(["python3", "-c", PEAK, ...words(file, mode)])) / 1024;
}

/** Times verifications of packages of 10 MB, and writes the table in `packages.md`. */
export async function measurePackages(): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".ctxpkg" }), rows: string[] = [];
  try {
    for (const [name, { content, isChanged }] of Object.entries(CASES)) {
      const text = await packageText(content());
      const changed = text.replace(/"content_hash":"[0-9a-f]{8}/, '"content_hash":"00000000');
      await Deno.writeTextFile(file, isChanged ? changed : text);
      const times: number[] = JSON.parse(await printed(words(file, String(ROUNDS))));
      const peak = await peakMiB(file, "verify") - await peakMiB(file, "read");
      const pairs = Array.from({ length: ROUNDS }, (_, i) => [times[2 * i]!, times[2 * i + 1]!] as const);
      const verify = median(pairs.map(([ms]) => ms)), ratio = median(pairs.map(([ms, parse]) => ms / parse));
      const isReached = ratio <= GOAL_RATIO && peak <= GOAL_MIB;
      rows.push(
        `| ${name} | ${verify.toFixed(0)} ms | ${ratio.toFixed(2)} | ${peak.toFixed(0)} MiB | ${
          isReached ? "reached" : "missed"
        } |`,
      );
      console.log(rows.at(-1));
    }
  } finally {
    await Deno.remove(file);
  }
  const table = [
    "# Verifying packages of 10 MB",
    "",
    `A verification in a process that has run one before, and its ratio to \`JSON.parse\` of the same text, turn by turn:`,
    `medians of ${ROUNDS}. Memory is what a process of its own held at most, less what one held that only read the file. Of all`,
    "but the first two the hash is another, so that every reading is tried; all of them are valid JSON. Made by",
    `\`deno task bench packages\` on ${Deno.build.os}, ${navigator.hardwareConcurrency} cores, Deno ${Deno.version.deno}.`,
    "",
    "| 10 MB of | took | ratio | memory | goal |",
    "| --- | ---: | ---: | ---: | --- |",
    ...rows,
    "",
    `Goals: within ${GOAL_RATIO} times, and ${GOAL_MIB} MiB.`,
    "",
  ].join("\n");
  await Deno.writeTextFile(new URL("packages.md", import.meta.url), table);
  return table;
}
