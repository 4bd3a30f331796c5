import { packageText, type Said } from "../support/packages.ts";
import { median, PEAK } from "./timing.ts";

/** So many bytes a package has; it may have 10 MiB. */
const BYTES = 10 * 1024 * 1024 - 2000;
const ROUNDS = 7;
/** What a verification may take: so many times JSON.parse of the same text, and so much memory. */
const GOAL_RATIO = 5, GOAL_MIB = 200;
/** What people have: the time that the slower of these may take is not too long for a hostile one either. */
const VALID = /^facts(?: in Cyrillic)?$/;

/** Items, as many as fit, between a beginning and an end. */
function filled(
  item: (i: number) => string,
  start: string,
  end: string,
  lengthOf = (text: string) => new TextEncoder().encode(text).length,
): string {
  const items: string[] = [];
  for (let length = start.length + end.length, i = 0;; i++) {
    const next = item(i);
    length += lengthOf(next) + 1;
    if (length > BYTES) return start + items.join() + end;
    items.push(next);
  }
}

const list = (item: (i: number) => string) => filled(item, '{"knowledge":{"x":[', "]}}");
const fact = (i: number, words: string) =>
  `{"archetype":"fact","category":"architecture","confidence":0.7,"created_at":"2026-10-01T08:00:00Z",` +
  `"key":"key_${i}","last_confirmed":"2026-10-02T09:30:00Z","source":"s","source_session":"s","value":"${words} ${i}"}`;
const listOfFacts = (item: (i: number) => string) => filled(item, '{"knowledge":{"facts":[', "]}}");
const facts = (words: string) => listOfFacts((i) => fact(i, words));
const NAME = (i: number) => `"${(i * 7919 % 1_200_003).toString(36)}":0`;

/** The letters of short names: all of ASCII that needs no escape. */
const LETTERS = Array.from({ length: 94 }, (_, i) => String.fromCharCode(i + 0x20 + (i > 1 ? 1 : 0))).filter((
  c,
) => c !== "\\" && c !== '"');

/** A member whose name is as short as can be where each is another. */
function shortName(i: number): string {
  let name = "";
  for (let rest = i; rest >= 0; rest = Math.floor(rest / LETTERS.length) - 1) {
    name += LETTERS[rest % LETTERS.length];
  }
  return `"${name}":0`;
}

/** A fact as lean-ctx writes it, in the order of its structs. */
const leanFact = (i: number) =>
  `{"category":"architecture","key":"key_${i}","value":"Über den Proxy: nach dreißig Sekunden ist Schluß. ${i}",` +
  `"source_session":"5f0c2a7e","confidence":1.0,"created_at":"2026-10-01T08:00:00.123456789Z",` +
  `"last_confirmed":"2026-10-02T09:30:00Z","retrieval_count":0,"last_retrieved":null,"valid_from":null,` +
  `"valid_until":null,"supersedes":null,"confirmation_count":1,"feedback_up":0,"feedback_down":0,` +
  `"last_feedback":null,"privacy":"project_only","sensitivity":"internal","imported_from":null,"archetype":"fact",` +
  `"fidelity":null,"revision_count":1}`;

/** A compact text with each item and member on a line of its own. */
function pretty(text: string): string {
  let indent = "\n";
  return text.replace(/"(?:[^"\\]|\\.)*"|[{[]|[}\]]|,|:/g, (token) => {
    if (token === "{" || token === "[") return token + (indent += "  ");
    if (token === "}" || token === "]") return (indent = indent.slice(0, -2)) + token;
    return token === "," ? token + indent : token === ":" ? ": " : token;
  });
}

/** A fact whose members stand in one of very many orders. */
function shuffled(i: number): string {
  const members = fact(i, "The proxy cuts off at thirty seconds. ".repeat(6)).slice(1, -1).split(/,(?=")/);
  for (let at = members.length - 1, seed = i; at > 0; seed = Math.floor(seed / (at + 1)), at--) {
    const other = seed % (at + 1);
    [members[at], members[other]] = [members[other]!, members[at]!];
  }
  return `{${members.join()}}`;
}

/** Each character as an escape. */
const escaped = (text: string) =>
  text.replaceAll(/./g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A frame of zstd with one block, again and again: its header, and its bytes. */
function frame(header: number, body: ArrayLike<number>, length: number): Uint8Array {
  const size = 3 + body.length,
    blocks = Math.floor((length - 6) / size),
    bytes = new Uint8Array(6 + blocks * size);
  bytes.set([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58]);
  for (let i = 1, at = 6; i <= blocks; i++, at += size) {
    const word = header | (i === blocks ? 1 : 0);
    bytes.set([word & 0xff, word >> 8 & 0xff, word >> 16], at);
    bytes.set(body, at + 3);
  }
  return bytes;
}

/** Documents that fill a package with their bodies. */
function documents(count: number, body: (length: number) => Uint8Array, sha256 = "0".repeat(64)): string {
  const packed = body(Math.floor((BYTES / count - 200) * 3 / 4)).toBase64();
  const files = Array.from(
    { length: count },
    (_, i) => ({ path: `d/${i}.md`, sha256, encoding: "zstd+base64", body: packed }),
  );
  return JSON.stringify({ documents: { files } });
}

const SKILLS = { kind: "skills", schema_version: 2 };
/** 128 KiB of one byte, and nothing at all. */
const BOMB = 131_072 << 3 | 2, EMPTY = 0;
/** A block that cannot be packed, and stands in its frame as it is; of eight of them the hash. */
const BLOCK = Uint8Array.from({ length: 131_071 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 24);
const RAW = BLOCK.length << 3;
const SHA256_OF_BLOCKS = new Uint8Array(
  await crypto.subtle.digest(
    "SHA-256",
    new Uint8Array(8 * BLOCK.length).map((_, i) => BLOCK[i % BLOCK.length]!),
  ),
).toHex();
const SHA256_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** A content of 10 MB. */
interface Case {
  readonly content: () => string;
  /** Whether its hash is another, so that every reading is tried. */
  readonly isChanged?: boolean;
  /** What the manifest says besides. */
  readonly said?: Said;
  /** Whether it stands in the file with white space. */
  readonly isPretty?: boolean;
}

/** What is measured. */
const CASES: Readonly<Record<string, Case>> = {
  "facts": { content: () => facts("The proxy cuts off at thirty seconds, whatever it is told. ".repeat(4)) },
  "facts in Cyrillic": { content: () => facts("Прокси обрывает через тридцать секунд. ".repeat(4)) },
  "facts of 4,000 characters": {
    content: () => facts("The proxy cuts off at thirty seconds, whatever it is told. ".repeat(67)),
  },
  "facts of 100,000 characters": {
    content: () => facts("The proxy cuts off at thirty seconds, whatever it is told. ".repeat(1695)),
  },
  "facts of lean-ctx, pretty": {
    content: () => filled(leanFact, '{"knowledge":{"facts":[', "]}}", (text) => pretty(text).length + 200),
    isPretty: true,
  },
  "facts of lean-ctx, pretty, changed": {
    content: () => filled(leanFact, '{"knowledge":{"facts":[', "]}}", (text) => pretty(text).length + 200),
    isPretty: true,
    isChanged: true,
  },
  "facts of lean-ctx, compact": { content: () => listOfFacts(leanFact) },
  "facts, in many orders": { content: () => listOfFacts(shuffled) },
  "facts with words for credentials": {
    content: () => facts("The token of the proxy is no secret, its password is one. ".repeat(4)),
  },
  "facts with almost a credential": {
    content: () => facts("The token: a secret = of_the_proxy; password: none. ".repeat(4)),
  },
  "facts with parts of such words": { content: () => facts("passwpassw access accessapi ".repeat(9)) },
  "facts of the wrong shape": {
    content: () => listOfFacts((i) => fact(i, "The proxy cuts off. ".repeat(9)).replace("0.7", '"0.7"')),
  },
  "facts with a last one of the wrong shape": {
    content: () =>
      listOfFacts((i) => fact(i, "It cuts off. ".repeat(9)).replace(/"source_s.*/, '"value":[]}')),
  },
  "facts in escapes": { content: () => facts(escaped("The proxy cuts off at thirty seconds, always.")) },
  "facts as small as can be": {
    content: () => listOfFacts(() => '{"category":"","key":"","value":"","confidence":0}'),
  },
  "findings as small as can be": {
    content: () => filled(() => '{"summary":""}', '{"session":{"findings":[', "]}}"),
  },
  "next steps without a word": {
    content: () => filled(() => '""', '{"session":{"next_steps":[', "]}}"),
  },
  "one fact with many members": {
    content: () =>
      filled(
        (i) => `"_${i}":0`,
        '{"knowledge":{"facts":[{"category":"","key":"","value":"","confidence":0,',
        "}]}}",
      ),
  },
  "one pattern with many examples": {
    content: () =>
      filled(() => '""', '{"patterns":{"patterns":[{"name":"","description":"","examples":[', "]}]}}"),
  },
  "one fact with one string": {
    content: () => `{"knowledge":{"facts":[${fact(0, "a".repeat(BYTES - 300))}]}}`,
  },
  "skills that cannot be packed": {
    content: () => documents(7, (n) => frame(RAW, BLOCK, n), SHA256_OF_BLOCKS),
    said: SKILLS,
  },
  "skills, each a bomb": { content: () => documents(256, (n) => frame(BOMB, [65], n)), said: SKILLS },
  "skills of empty blocks": {
    content: () => documents(256, (n) => frame(EMPTY, [], n), SHA256_OF_NOTHING),
    said: SKILLS,
  },
  "one skill of empty blocks": {
    content: () => documents(1, (n) => frame(EMPTY, [], n), SHA256_OF_NOTHING),
    said: SKILLS,
  },
  "one document with many members": {
    content: () => filled(shortName, '{"documents":{"files":[{', "}]}}"),
    said: SKILLS,
  },
  "facts, changed": {
    content: () => facts("The proxy cuts off at thirty seconds. ".repeat(6)),
    isChanged: true,
  },
  "whole numbers": { content: () => list(() => "0"), isChanged: true },
  "decimals": { content: () => list((i) => `${i}.5`), isChanged: true },
  "exponents": { content: () => list(() => "1e20"), isChanged: true },
  "exponents of many kinds": {
    content: () => list((i) => `-${1 + i % 9}.${10 + i % 90}e${i % 40}`),
    isChanged: true,
  },
  "numbers of many digits": { content: () => list((i) => `${i}.${i * 7919}e-5`), isChanged: true },
  "decimals with a last 0": { content: () => list((i) => `0.${1_000_000 + i}0`), isChanged: true },
  "exponents in objects": { content: () => list((i) => `{"a":${i % 10}e20}`), isChanged: true },
  "empty objects": { content: () => list(() => "{}"), isChanged: true },
  "objects out of order": { content: () => list(() => '{"b":1,"a":2}'), isChanged: true },
  "names of one object": { content: () => filled(NAME, '{"knowledge":{"x":{', "}}}"), isChanged: true },
  "names as short as can be": {
    content: () => filled(shortName, '{"knowledge":{"x":{', "}}}"),
    isChanged: true,
  },
  "names of the content": { content: () => filled(NAME, '{"knowledge":{},', "}"), isChanged: true },
  "empty strings": { content: () => list(() => '""'), isChanged: true },
  "escapes": { content: () => list(() => '"\\u00e9\\/"'), isChanged: true },
  "pairs of escapes": { content: () => list(() => '"\\ud83d\\ude00"'), isChanged: true },
  "strings of 1,000 characters": { content: () => list(() => `"${"a".repeat(1000)}"`), isChanged: true },
  "long strings with escapes": {
    content: () => list(() => `"${`${"a".repeat(40)}\\/`.repeat(100)}"`),
    isChanged: true,
  },
  "objects of 20 names": {
    content: () => list(() => `{${Array.from({ length: 20 }, (_, i) => `"n${i}":1`)}}`),
    isChanged: true,
  },
  "white space": { content: () => list(() => `${" ".repeat(1000)}1`), isChanged: true },
  "null": { content: () => list(() => "null"), isChanged: true },
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

/**
 * Times verifications of packages of 10 MB, and writes the table in `packages.md`, where all were timed.
 *
 * @param only Names of what is to be timed. @returns The table.
 */
export async function measurePackages(only?: RegExp): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".ctxpkg" }), rows: string[] = [];
  let valid = 0;
  try {
    for (const [name, { content, isChanged, isPretty, said }] of Object.entries(CASES)) {
      if (only !== undefined && !only.test(name)) continue;
      const compact = content(), packed = await packageText(compact, said);
      const text = isPretty ? packed.replace(compact, () => pretty(compact)) : packed;
      const changed = text.replace(/"content_hash":"[0-9a-f]{8}/, '"content_hash":"00000000');
      await Deno.writeTextFile(file, isChanged ? changed : text);
      const rounds: [number, number, number][] = JSON.parse(await printed(words(file, String(ROUNDS))));
      const peak = await peakMiB(file, "verify") - await peakMiB(file, "read");
      const verify = median(rounds.map(([verified]) => verified)),
        ratio = median(rounds.map(([verified, parsed]) => verified / parsed)),
        hash = median(rounds.map(([, parsed, hashed]) => hashed / parsed));
      if (VALID.test(name)) valid = Math.max(valid, GOAL_RATIO * median(rounds.map(([, parsed]) => parsed)));
      const isQuick = ratio <= GOAL_RATIO, isAsValid = verify <= valid;
      const verdict = peak > GOAL_MIB ? "missed" : isQuick ? "reached" : isAsValid ? "as valid" : "missed";
      rows.push(
        `| ${name} | ${verify.toFixed(0)} ms | ${ratio.toFixed(2)} | ${hash.toFixed(2)} | ${
          peak.toFixed(0)
        } MiB | ${verdict} |`,
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
    `medians of ${ROUNDS}. Memory is what a process of its own held at most, less what one held that only read the file. All`,
    'of them are valid JSON. From "facts, changed" on the hash is another, so that every reading is tried; what stands before',
    "is accepted, but for the bombs and what stands behind them, so that its items are looked at. `JSON.parse` takes two",
    "milliseconds for what is few long strings, as the bodies of documents are. One SHA-256 of the same is beside it: where that",
    "alone takes three to five times as long, what has to read and hash cannot stay within five times. A package of skills that",
    "is valid is hashed twice: as a whole, and document by document. Made by",
    `\`deno task bench packages\` on ${Deno.build.os}, ${navigator.hardwareConcurrency} cores, Deno ${Deno.version.deno}.`,
    "",
    "| 10 MB of | took | ratio | one SHA-256 | memory | goal |",
    "| --- | ---: | ---: | ---: | ---: | --- |",
    ...rows,
    "",
    `Goals: within ${GOAL_RATIO} times, and ${GOAL_MIB} MiB. What takes longer than that, but no longer than valid facts may, which is`,
    `${valid.toFixed(0)} ms, is called "as valid".`,
    "",
  ].join("\n");
  if (only === undefined) await Deno.writeTextFile(new URL("packages.md", import.meta.url), table);
  return table;
}
