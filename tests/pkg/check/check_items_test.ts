import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { JsonView } from "../../../lib/json/view.ts";
import { faultsOfItems } from "../../../lib/pkg/check/check_items.ts";
import { type Layer, LAYERS } from "../../../lib/pkg/manifest.ts";

const TIME = "2026-10-13T09:41:07Z";

/** An item of each list, in each vocabulary, with what has to be there, and what may be. */
interface Sample {
  readonly path: string;
  readonly required: Readonly<Record<string, unknown>>;
  readonly optional: Readonly<Record<string, unknown>>;
}

const PATTERN = {
  schema: { name: "n", description: "d" },
  reference: { pattern_type: "t", description: "d" },
  optional: { file_patterns: ["*.ts"], examples: ["e"], source_session: "s", created_at: TIME },
};

// The tables of ctxpkg §5 and §6.2.
const SAMPLES: readonly Sample[] = [
  {
    path: "knowledge.facts",
    required: { category: "c", key: "k", value: "v", confidence: 0.5 },
    optional: {
      source: "s",
      source_session: "s",
      imported_from: "n@1",
      created_at: TIME,
      last_confirmed: TIME,
      retrieval_count: 0,
      confirmation_count: 1,
      feedback_up: 2,
      feedback_down: 3,
      revision_count: 4,
      last_retrieved: TIME,
      valid_from: TIME,
      valid_until: TIME,
      last_feedback: TIME,
      supersedes: "0123456789abcdef0123456789abcdef",
      privacy: "team",
      sensitivity: "secret",
      archetype: "fact",
      fidelity: { structural: 0.5, semantic: 0.5, computed_at: TIME },
    },
  },
  ...["knowledge.patterns", "patterns.patterns"].flatMap((path) => [
    { path, required: PATTERN.schema, optional: PATTERN.optional },
    { path, required: PATTERN.reference, optional: PATTERN.optional },
  ]),
  {
    path: "knowledge.insights",
    required: { summary: "s" },
    optional: { supporting_facts: ["f"], confidence: 0.5, from_sessions: ["s"], timestamp: TIME },
  },
  {
    path: "graph.nodes",
    required: { kind: "file", name: "n", file_path: "f" },
    optional: { line_start: 1, line_end: 2, metadata: "m" },
  },
  {
    path: "graph.edges",
    required: { source_path: "a", source_name: "b", target_path: "c", target_name: "d", kind: "calls" },
    optional: { metadata: "m" },
  },
  { path: "session.findings", required: { summary: "s" }, optional: { file: "f", line: 12 } },
  { path: "session.decisions", required: { summary: "s" }, optional: { rationale: "r" } },
  {
    path: "gotchas.gotchas",
    required: { category: "build", trigger: "t", resolution: "r" },
    optional: { id: "i", severity: "warning", confidence: 0.5, file_patterns: ["*.rs"] },
  },
  {
    path: "context_graph.nodes",
    required: { id: "N1", type: "fact", content: "c" },
    optional: {
      activation: 0.5,
      category: "c",
      source: "s",
      created_at: TIME,
      decay_half_life_days: 90,
      blob_ref: "b",
      file_path: "f",
      line_start: 1,
      line_end: 2,
      confidence: 0.5,
      supersedes: "N0",
    },
  },
  {
    path: "context_graph.edges",
    required: { from: "a", to: "b", type: "t" },
    optional: { weight: 0.5, coactivations: 3, metadata: "m" },
  },
];

/** What a value is said not to be, by the value that is right. */
function wantedOf(good: unknown): string {
  if (good === TIME) return "a time of RFC 3339";
  if (Array.isArray(good)) return "an array of strings";
  if (typeof good === "object") return "an object";
  if (typeof good === "number") return Number.isInteger(good) ? "a whole number" : "a number";
  return "a string";
}

/** The faults of a content's text, all of its layers declared. */
function faultsOf(text: string, schemaVersion = 2, layers: readonly Layer[] = LAYERS): string[] {
  return [...faultsOfItems(new JsonView(text), { layers, schemaVersion })];
}

/** The same of a list with some items. */
function faultsOfList(path: string, items: readonly unknown[], schemaVersion?: number): string[] {
  const [layer, list] = path.split(".") as [string, string];
  return faultsOf(JSON.stringify({ [layer]: { [list]: items } }), schemaVersion);
}

Deno.test("no item of a vector that is to be accepted has the wrong shape (ctxpkg §5, §18)", async () => {
  const folder = new URL("../vectors/", import.meta.url);
  for await (const { name } of Deno.readDir(folder)) {
    if (!/\.l?ctxpkg$/.test(name)) continue;
    const text = await Deno.readTextFile(new URL(name, folder));
    const { schema_version, layers } = JSON.parse(text).manifest;
    const content = new JsonView(text).member("content")!;
    assertEquals([...faultsOfItems(content, { layers, schemaVersion: schema_version })], [], name);
  }
});

Deno.test("an item is good with what has to be there alone, and with all that may be, in both vocabularies (ctxpkg §5, §6.2)", () => {
  for (const { path, required, optional } of SAMPLES) {
    const none = Object.fromEntries(Object.keys(optional).map((name) => [name, null]));
    const items = [required, { ...required, ...optional }, { ...required, ...none }, {
      ...required,
      unheard: { of: [{}] },
    }];
    assertEquals(faultsOfList(path, items), [], path);
    assertEquals(faultsOfList(path, items.toReversed()), [], path);
    assertEquals(faultsOfList(path, [...items, ...items, ...items]), [], path);
  }
});

Deno.test("what has to be there is missed by its place, and null does not stand for it (ctxpkg §5, §6.2)", () => {
  for (const { path, required } of SAMPLES) {
    for (const [name, good] of Object.entries(required)) {
      const { [name]: _, ...rest } = required;
      // Of the two names of a pattern the schema's is missed.
      const missed = name === "pattern_type" ? "name" : name;
      assertEquals(faultsOfList(path, [required, rest]), [`${path}[1].${missed}: missing`]);
      const nulled = faultsOfList(path, [required, required, { ...required, [name]: null }]);
      const isEither = name === "name" && path.endsWith("patterns") || name === "pattern_type";
      assertEquals(nulled, [
        isEither ? `${path}[2].name: missing` : `${path}[2].${name}: not ${wantedOf(good)}`,
      ]);
    }
  }
});

Deno.test("every member that is there has to be what it is for (ctxpkg §5, §6.2)", () => {
  for (const { path, required, optional } of SAMPLES) {
    const good = { ...required, ...optional };
    for (const [name, value] of Object.entries(good)) {
      const wanted = wantedOf(value);
      const wrong = [true, "x", 1.5, -1, ["x", 1], {}].filter((other) =>
        !(wanted === "a string" && other === "x") && !(wanted === "an object" && !Array.isArray(other) &&
          typeof other === "object") &&
        !(wanted === "a number" && typeof other === "number")
      );
      for (const other of wrong) {
        assertEquals(faultsOfList(path, [good, good, { ...good, [name]: other }, good]), [
          `${path}[2].${name}: not ${name === "confidence" ? "a number" : wanted}`,
        ], JSON.stringify(other));
      }
    }
  }
});

Deno.test("whole numbers are those that are spelled so, of any size, and times are those of RFC 3339 (ctxpkg §3, §5)", () => {
  const fact = (member: string) => `{"category":"","key":"","value":"","confidence":1.0,${member}}`;
  const rows: readonly (readonly [string, boolean])[] = [
    ...["0", "7", "99999999999999999999999"].map((n) => [`"feedback_up":${n}`, true] as const),
    ...["1.0", "1e0", "-1", "-0", "1E2"].map((n) => [`"feedback_up":${n}`, false] as const),
    ...[
      TIME,
      "2028-02-29T23:59:59.123456789+02:00",
      "2026-01-31T00:00:00Z",
      "2026-12-31T23:59:60Z",
      "2026-10-01T08:00:00-08:30",
    ].map((t) => [`"valid_until":"${t}"`, true] as const),
    ...[
      "2026-02-29T00:00:00Z",
      "2026-04-31T00:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-10-13",
      "2026-10-13T24:00:01Z",
      "2026-10-13T09:41:07",
      "2026-10-13T09:41:07.1234567890Z",
      "",
    ].map((t) => [`"valid_until":"${t}"`, false] as const),
  ];
  for (const [member, isGood] of rows) {
    const like = member.startsWith('"f') ? fact('"feedback_up":1') : fact(`"valid_until":"${TIME}"`);
    for (const items of [[fact(member)], [like, fact(member), like]]) {
      const place = `knowledge.facts[${items.length >> 1}]`;
      const wanted = member.startsWith('"f')
        ? `${place}.feedback_up: not a whole number`
        : `${place}.valid_until: not a time of RFC 3339`;
      assertEquals(faultsOf(`{"knowledge":{"facts":[${items}]}}`), isGood ? [] : [wanted], member);
    }
  }
});

Deno.test("a list may be left out or null, and is an array of what it is for (ctxpkg §5)", () => {
  const lists = [...new Set(SAMPLES.map(({ path }) => path)), "session.next_steps", "session.files_touched"];
  for (const path of lists) {
    const [layer, list] = path.split(".") as [string, string];
    assertEquals(faultsOf(JSON.stringify({ [layer]: {} })), []);
    assertEquals(faultsOf(JSON.stringify({ [layer]: { [list]: null } })), []);
    for (const other of [{}, "x", 1, true]) {
      assertEquals(faultsOf(JSON.stringify({ [layer]: { [list]: other } })), [`${path}: not an array`]);
    }
    const isStrings = layer === "session" && !["findings", "decisions"].includes(list);
    const wanted = isStrings ? "a string" : "an object";
    for (const other of [null, 1, [], ...(isStrings ? [{}] : ["x"])]) {
      const { required } = SAMPLES.find((sample) => sample.path === path) ?? {};
      const good = required ?? "a step";
      assertEquals(faultsOfList(path, [good, good, other, good]), [`${path}[2]: not ${wanted}`]);
    }
  }
});

Deno.test("what stands beside the lists of a layer is typed as well (ctxpkg §5)", () => {
  assertEquals(
    faultsOf('{"session":{"task_description":null,"exported_at":"then","unheard":{"of":[1]}}}'),
    [],
  );
  assertEquals(
    faultsOf(
      '{"session":{"x":[{"summary":1}],"task_description":1,"findings":[],"exported_at":[]},"gotchas":{"exported_at":0}}',
    ),
    [
      "session.task_description: not a string",
      "session.exported_at: not a string",
      "gotchas.exported_at: not a string",
    ],
  );
});

Deno.test("the graph is looked at in version 2 alone, and a layer where it is declared (ctxpkg §3.3, §6.2)", () => {
  const text = '{"context_graph":{"nodes":[{}]},"knowledge":{"insights":[{}]}}';
  const insight = "knowledge.insights[0].summary: missing";
  const node = ["id", "type", "content"].map((name) => `context_graph.nodes[0].${name}: missing`);
  assertEquals(faultsOf(text, 2), [insight, ...node]);
  assertEquals(faultsOf(text, 1), [insight]);
  assertEquals(faultsOf(text, 2, []), node);
  assertEquals(faultsOf('{"context_graph":null}', 2, []), []);
});

Deno.test("no more is read than is asked for", () => {
  // Behind the fault there is no JSON: whoever read on would throw.
  const text = '{"knowledge":{"facts":[{"category":1}, nothing of the kind';
  const content = new JsonView(
    text,
    0,
    text.length,
    new Map([["knowledge", new JsonView(text, 13, text.length)]]),
  );
  const faults = faultsOfItems(content, { layers: ["knowledge"], schemaVersion: 1 });
  assertEquals(faults.next().value, "knowledge.facts[0].category: not a string");
});

/** A text of an item in one of many layouts: members in any order, any of its strings in escapes, with blanks. */
function spelled(item: Readonly<Record<string, unknown>>, seed: number): string {
  const blank = ["", " ", "\n  ", "\t"][seed % 4]!;
  const escape = (text: string) =>
    seed % 3 > 0 ? text : text.replace(/"[a-z]/, (m) => `"\\u00${m.charCodeAt(1).toString(16)}`);
  const members = Object.entries(item).map(([name, value]) =>
    escape(JSON.stringify(name)) + blank + ":" + blank + JSON.stringify(value)
  );
  const turn = seed % (members.length || 1);
  return `{${blank}${[...members.slice(turn), ...members.slice(0, turn)].join(`${blank},${blank}`)}${blank}}`;
}

Deno.test("whatever is damaged, in whatever layout, is found at its place, and nothing else is (ctxpkg §5)", () => {
  const damage = fc.record({
    place: fc.nat(),
    member: fc.nat(),
    other: fc.constantFrom(true, [1], {}, undefined),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...SAMPLES),
      fc.array(fc.record({ seed: fc.nat(), optional: fc.nat() }), { minLength: 1, maxLength: 40 }),
      fc.array(damage, { maxLength: 3 }),
      ({ path, required, optional }, layouts, damages) => {
        const items: Record<string, unknown>[] = layouts.map(({ optional: chosen }) => ({
          ...required,
          ...Object.fromEntries(Object.entries(optional).filter((_, i) => chosen >> i & 1)),
          ...(chosen % 5 === 0 ? { unheard: { of: [1, { deep: "}],{" }] }, 'a"b': 1 } : {}),
        }));
        const expected = new Set<string>();
        for (const { place, member, other } of damages) {
          const at = place % items.length,
            names = Object.keys(required),
            name = names[member % names.length]!;
          const missed = path.endsWith("patterns") && name !== "description" ? "name" : name;
          items[at]![name] = other;
          for (const fault of expected) {
            if (
              fault.startsWith(`${path}[${at}].${name}:`) || fault === `${path}[${at}].${missed}: missing`
            ) {
              expected.delete(fault);
            }
          }
          if (other === undefined) expected.add(`${path}[${at}].${missed}: missing`);
          else {expected.add(
              `${path}[${at}].${name}: not ${name === "confidence" ? "a number" : wantedOf(required[name])}`,
            );}
        }
        const texts = items.map((item, i) =>
          spelled(
            Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)),
            layouts[i]!.seed,
          )
        );
        const [layer, list] = path.split(".") as [string, string];
        const text = `{"${layer}":{"x":[{"deep":"]}"}],"${list}": [${
          texts.join(" , ")
        }],"exported_at":"${TIME}"}}`;
        assertEquals(new Set(faultsOf(text)), expected, text);
      },
    ),
    { numRuns: 1500 },
  );
});

Deno.test("a check that may do only so much ends, and says that it did not see all", () => {
  const fact = (i: number) => ({
    category: "c",
    key: `k${i}`,
    value: "v".repeat(100),
    confidence: 0.5,
    [`x${i}`]: 1,
  });
  const text = JSON.stringify({ knowledge: { facts: Array.from({ length: 2000 }, (_, i) => fact(i)) } });
  const content = new JsonView(text), facts = { layers: LAYERS, schemaVersion: 1 };
  const little = { left: 100_000 }, enough = { left: 100_000_000 };
  assertEquals([...faultsOfItems(content, facts, little)], []);
  assertEquals([...faultsOfItems(content, facts, enough)], []);
  assert(little.left < 0 && enough.left > 0);
});

Deno.test("whatever a layer holds, a check of its shape returns", () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...SAMPLES), value, value, ({ path }, layer, item) => {
      const [name, list] = path.split(".") as [string, string];
      faultsOf(JSON.stringify({ [name]: layer }));
      faultsOf(JSON.stringify({ [name]: { [list]: [item, layer, item] } }));
    }),
    { numRuns: 500 },
  );
  const deep = "[".repeat(120) + "]".repeat(120);
  const many = `{"a":"${"\\n".repeat(200_000)}","b":${deep}}`;
  const first = '{"category":"","key":"","value":"","confidence":0}';
  const text = `{"knowledge":{"facts":[${first},${
    first.replace('"value":""', `"value":"${"\\n".repeat(5_000_000)}"`)
  },${many}]}}`;
  assertEquals(
    faultsOf(text),
    ["category", "key", "value", "confidence"].map((name) => `knowledge.facts[2].${name}: missing`),
  );
});
