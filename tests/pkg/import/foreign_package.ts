/**
 * Packages as other tools write them: every layer, a graph of version 2, odd spellings of names, texts and numbers,
 * members that nobody knows, nulls.
 *
 * @module
 */

import fc from "npm:fast-check@4.11.0";

type Text = fc.Arbitrary<string>;

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A JSON text with its members in the order of their names, which have one spelling; scalars as they are spelled. */
export function inOrder(json: string): string {
  const tokens = [...json.matchAll(TOKEN)].map(([token]) => token);
  let at = 0;
  const value = (): string => {
    const token = tokens[at++]!;
    if (token !== "{" && token !== "[") return token;
    const parts: [name: string, text: string][] = [];
    while (tokens[at] !== "}" && tokens[at] !== "]") {
      if (tokens[at] === ",") at++;
      const name = token === "{" ? JSON.parse(tokens[at++]!) : "";
      if (token === "{") at++; // the colon
      parts.push([name, value()]);
    }
    at++;
    if (token === "[") return `[${parts.map(([, text]) => text)}]`;
    parts.sort(([a], [b]) => a < b ? -1 : 1);
    return `{${parts.map(([name, text]) => `${JSON.stringify(name)}:${text}`)}}`;
  };
  return value();
}

/** A text with white space between its tokens. */
export function laidOut(json: string): string {
  return [...json.matchAll(TOKEN)].map(([token], i) => token + ["", " ", "\n\t", "\r\n  "][i % 4]).join("");
}

/** A word in one of the spellings that mean the same. */
const spelled = (word: string): Text =>
  fc.constantFrom(
    JSON.stringify(word),
    JSON.stringify(word).replace(/[a-z]/, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
    JSON.stringify(word).replace(/[a-z](?=[^a-z]*$)/, (c) =>
      `\\u00${c.charCodeAt(0).toString(16).toUpperCase()}`),
  );

const phrase: Text = fc.array(
  fc.constantFrom(
    "queue",
    "cache",
    "\\/srv\\/data",
    "caf\\u00e9",
    "café",
    '\\"q\\"',
    "日本",
    "\\u0009",
    "\\ud83d\\ude00",
    "7",
  ),
  { minLength: 1, maxLength: 4 },
).map((words) => `"${words.join(" ")}"`);
const number: Text = fc.constantFrom(
  "1.0",
  "1.10",
  "0.10",
  "1e-1",
  "-0",
  "0",
  "1",
  "0.85",
  "12345678901234567890",
  "5E-1",
);
const count: Text = fc.constantFrom("0", "3", "17");
const time: Text = fc.constantFrom(
  '"2026-10-01T08:00:00Z"',
  '"2026-10-01T08:00:00.123456789Z"',
  '"2026-10-01T10:00:00.50+02:00"',
  '"2999-01-01T00:00:00Z"',
);
const anything: Text = fc.oneof(
  number,
  phrase,
  fc.constantFrom("null", "true", "[]", "{}", '[1.0,{"a":null}]', '{"b":1e2,"a":[-0]}'),
);
const words: Text = fc.array(phrase, { maxLength: 2 }).map((list) => `[${list}]`);
const orNull = (text: Text): Text => fc.oneof(text, fc.constant("null"));

/** An object of members, some of which may be missing, and one that nobody knows. */
function object(needed: Readonly<Record<string, Text>>, others: Readonly<Record<string, Text>>): Text {
  const members = [
    ...Object.entries(needed).map(([name, text]) => fc.tuple(spelled(name), text)),
    ...Object.entries({ ...others, of_another_tool: anything }).map(([name, text]) =>
      fc.option(fc.tuple(spelled(name), text), { nil: undefined })
    ),
  ];
  return fc.tuple(...members).chain((list) => fc.shuffledSubarray(list, { minLength: list.length })).map((
    list,
  ) => `{${list.flatMap((member) => member === undefined ? [] : [member.join(":")])}}`);
}

/** Marks an item's number, so that no two say the same. */
const numbered = (list: readonly string[], prefix: string): string[] =>
  list.map((text, i) => text.replaceAll("#", `${prefix}${i}`));
const unique: Text = phrase.map((text) => text.replace(/^"/, '"# '));

const carrier: Text = fc.constantFrom(
  { basis: "verified", store: "operator", tags: ["a"] },
  { status: "amended", status_note: "n", status_timestamp: "2026-10-02T00:00:00Z", fields: { x: 1 } },
  { scope: "global", derivation: "Measured." },
).map((said) => JSON.stringify(`ctx1:${JSON.stringify(said)}`));

const fact = object(
  {
    category: fc.oneof(phrase, fc.constant('"result"')),
    key: fc.oneof(phrase, unique),
    value: unique,
    confidence: number,
  },
  {
    source: phrase,
    source_session: fc.oneof(phrase, carrier),
    imported_from: fc.constantFrom("null", '"elsewhere@2.0.0"'),
    created_at: time,
    last_confirmed: time,
    valid_until: orNull(time),
    retrieval_count: count,
    supersedes: orNull(phrase),
    fidelity: fc.constantFrom("null", '{"structural":1.0}'),
  },
);
const pattern = fc.oneof(
  object({ name: phrase, description: unique }, { file_patterns: words, examples: words }),
  object({ pattern_type: phrase, description: unique }, {
    examples: words,
    source_session: phrase,
    created_at: time,
  }),
);
const insight = object({ summary: unique }, { confidence: number, from_sessions: words, timestamp: time });
const gotcha = object(
  { category: phrase, trigger: unique, resolution: phrase },
  { id: phrase, severity: phrase, confidence: number, file_patterns: words },
);
const finding = object({ summary: unique }, { file: orNull(phrase), line: orNull(count) });
const decision = object({ summary: unique }, { rationale: orNull(phrase) });
const part = object({ kind: phrase, name: phrase, file_path: unique }, {
  line_start: count,
  metadata: phrase,
});
const link = object(
  { source_path: unique, source_name: phrase, target_path: phrase, target_name: phrase, kind: phrase },
  { metadata: phrase },
);

const list = (item: Text, prefix: string): fc.Arbitrary<string[]> =>
  fc.array(item, { maxLength: 3 }).map((items) => numbered(items, prefix));

/** The nodes and edges of a graph; some nodes say what a fact says. */
const graph = fc.array(
  fc.record({
    type: fc.constantFrom('"insight"', '"code_file"', '"fact"', '"own kind"'),
    content: fc.option(unique, { nil: undefined }),
    supersedes: fc.boolean(),
    rest: object({}, { activation: number, category: phrase, created_at: time, confidence: orNull(number) }),
  }),
  { maxLength: 5 },
).chain((nodes) =>
  fc.tuple(fc.constant(nodes), fc.array(fc.tuple(fc.nat(), fc.nat(), number), { maxLength: 4 }))
);

/** The lists of a package: `knowledge.facts` and so on, each with its items' texts. */
export type Lists = Readonly<Record<string, readonly string[]>>;

/** A foreign package's items. */
export const foreignLists: fc.Arbitrary<Lists> = fc.record({
  "knowledge.facts": list(fact, "F"),
  "knowledge.patterns": list(pattern, "P"),
  "knowledge.insights": list(insight, "I"),
  "patterns.patterns": list(pattern, "Q"),
  "gotchas.gotchas": list(gotcha, "G"),
  "session.findings": list(finding, "S"),
  "session.decisions": list(decision, "D"),
  "session.next_steps": list(unique, "N"),
  "session.files_touched": list(unique, "T"),
  "graph.nodes": list(part, "C"),
  "graph.edges": list(link, "E"),
  graph,
}).map(({ graph: [nodes, edges], ...lists }) => {
  const said = lists["knowledge.facts"].map((text) =>
    /"valu(?:e|\\u0065)":("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
  );
  const texts = nodes.map(({ type, content, supersedes, rest }, i) => {
    const content_ = content?.replace("#", `X${i}`) ?? said[i] ?? `"alone ${i}"`;
    const more = rest === "{}" ? "" : `,${rest.slice(1, -1)}`;
    const older = supersedes && i > 0 ? `,"supersedes":"N${i - 1}"` : "";
    return `{"id":"N${i}","type":${type},"content":${content_}${older}${more}}`;
  });
  const links = nodes.length === 0
    ? []
    : edges.map(([from, to, weight], i) =>
      `{"weight":${weight},"from":"N${from % nodes.length}","to":"N${
        to % nodes.length
      }","type":"kind ${i}","metadata":"\\u006d"}`
    );
  return { ...lists, "context_graph.nodes": texts, "context_graph.edges": links };
});

/** The content that holds lists. */
export function contentOf(lists: Lists): string {
  const layers = Map.groupBy(Object.entries(lists), ([path]) => path.split(".")[0]!);
  const texts = [...layers].flatMap(([layer, parts]) => {
    if (layer === "context_graph" && parts[0]![1].length === 0) return [];
    const members = parts.map(([path, items]) => `"${path.split(".")[1]}":[${items}]`);
    if (layer === "context_graph") members.unshift('"format":"ctxpkg-graph-v2"');
    return [`"${layer}":{${members}}`];
  });
  return `{${texts}}`;
}
