import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { JsonText } from "../../../lib/json/exact.ts";
import { buildPackage } from "../../../lib/pkg/make/build.ts";
import { inLeanOrder } from "../../../lib/pkg/make/lean_order.ts";
import { membersOf, type Part, partText } from "../../../lib/pkg/make/part.ts";
import type { Content } from "../../../lib/pkg/layers.ts";
import { readJson } from "../../../lib/pkg/read_document.ts";

const AT = "2026-10-13T09:41:07Z", LATER = "2026-10-14T00:00:00Z";

/** A content as it is written for lean-ctx, on one line with its spelling. */
async function written(content: Content, at = AT): Promise<string> {
  const text = await buildPackage({ name: "notes", at, content, profile: "lean-ctx" });
  const bare = text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string) => string ?? "");
  return bare.slice(bare.indexOf('"content":') + '"content":'.length, -1);
}

/** A value in the order in which it was made, in one spelling. */
const line = (value: unknown) => JSON.stringify(value);

Deno.test("the layers come in lean-ctx's order, and those that are not there are left out (ctxpkg §11.3)", async () => {
  const content: Content = {
    context_graph: {},
    gotchas: {},
    patterns: {},
    session: {},
    graph: {},
    knowledge: {},
  };
  assertEquals(
    await written(content),
    line({
      knowledge: { facts: [], patterns: [], insights: [], exported_at: AT },
      graph: { nodes: [], edges: [], exported_at: AT },
      session: {
        task_description: null,
        findings: [],
        decisions: [],
        next_steps: [],
        files_touched: [],
        exported_at: AT,
      },
      patterns: { patterns: [], exported_at: AT },
      gotchas: { gotchas: [], exported_at: AT },
      context_graph: { format: "ctxpkg-graph-v2", nodes: [], edges: [] },
    }),
  );
  assertEquals(
    await written({ gotchas: { exported_at: LATER } }),
    line({ gotchas: { gotchas: [], exported_at: LATER } }),
  );
});

Deno.test("a fact has all 22 members in order, nulls where it says nothing, and no source (ctxpkg §11.3)", async () => {
  const fact = {
    x_unknown: [{ deep: 1 }],
    value: "v",
    key: "k",
    category: "c",
    confidence: 0.9,
    source: "s",
  };
  const rest = {
    retrieval_count: 0,
    last_retrieved: null,
    valid_from: null,
    valid_until: null,
    supersedes: null,
    confirmation_count: 0,
    feedback_up: 0,
    feedback_down: 0,
    last_feedback: null,
    privacy: "project_only",
    sensitivity: "public",
    imported_from: null,
    archetype: "fact",
    fidelity: null,
    revision_count: 0,
  };
  const common = { category: "c", key: "k", value: "v", source_session: "s", confidence: 0.9 };
  const facts = `[${line({ ...common, created_at: AT, last_confirmed: AT, ...rest })}]`;
  const around = `{"knowledge":{"facts":${facts},"patterns":[],"insights":[],"exported_at":"${AT}"}}`;
  assertEquals(await written({ knowledge: { facts: [fact] } }), around);
  // What it says is kept, and a name of lean-ctx's own goes before the one of the v1 text.
  const said = {
    ...common,
    created_at: LATER,
    last_confirmed: LATER,
    retrieval_count: 3,
    last_retrieved: LATER,
    valid_from: LATER,
    valid_until: LATER,
    supersedes: "0123",
    confirmation_count: 4,
    feedback_up: 5,
    feedback_down: 6,
    last_feedback: LATER,
    privacy: "team",
    sensitivity: "internal",
    imported_from: "other@1.0.0",
    archetype: "decision",
    fidelity: null,
    revision_count: 7,
  };
  const shuffled = Object.fromEntries(Object.entries(said).reverse()) as typeof said;
  const content = { knowledge: { facts: [{ source: "other", ...shuffled }] } };
  assertEquals(await written(content), around.replace(facts, `[${line(said)}]`));
});

Deno.test("patterns, insights and gotchas have lean-ctx's names, from either vocabulary (ctxpkg §5, §11.3)", async () => {
  const own = {
    pattern_type: "p",
    description: "d",
    examples: ["e"],
    source_session: "s",
    created_at: LATER,
  };
  const insight = { summary: "i", from_sessions: ["s"], timestamp: LATER };
  const gotcha = { id: "g", category: "build", severity: "critical", trigger: "t", resolution: "r" };
  const shown = { ...gotcha, file_patterns: ["*.ts"], confidence: 0.8 };
  const plain = { pattern_type: "p", description: "d", examples: [], source_session: "", created_at: AT };
  const patterns = [{ file_patterns: [], description: "d", name: "p" }, { name: "other", ...own }];
  assertEquals(
    await written({
      knowledge: { patterns, insights: [{ supporting_facts: [], summary: "i" }, insight] },
      patterns: { patterns },
      gotchas: { gotchas: [{ extra: "x", ...shown }, { category: "c", trigger: "t", resolution: "r" }] },
    }),
    line({
      knowledge: {
        facts: [],
        patterns: [plain, own],
        insights: [{ summary: "i", from_sessions: [], timestamp: AT }, insight],
        exported_at: AT,
      },
      patterns: { patterns: [plain, own], exported_at: AT },
      gotchas: {
        gotchas: [shown, {
          id: "",
          category: "c",
          severity: "info",
          trigger: "t",
          resolution: "r",
          file_patterns: [],
          confidence: 0.5,
        }],
        exported_at: AT,
      },
    }),
  );
});

Deno.test("what a session and a graph of code do not say is left out (ctxpkg §11.3)", async () => {
  const node = { kind: "file", name: "a", file_path: "a.ts" };
  const edge = { source_path: "a", source_name: "a", target_path: "b", target_name: "b", kind: "calls" };
  const whole = { ...node, line_start: 1, line_end: 2, metadata: "m" };
  const session = {
    task_description: "t",
    findings: [{ summary: "f", file: "a.ts", line: 3 }, { summary: "g" }],
    decisions: [{ summary: "d", rationale: "r" }, { summary: "e" }],
    next_steps: ["n"],
    files_touched: ["a.ts"],
    exported_at: AT,
  };
  const graph = { nodes: [whole, node], edges: [{ ...edge, metadata: "m" }, edge], exported_at: AT };
  assertEquals(await written({ session, graph }), line({ graph, session }));
});

Deno.test("a node has an activation, an edge a weight, and no null is written there (ctxpkg §11.3)", async () => {
  const node = {
    id: "a",
    type: "fact",
    content: "A.",
    activation: 0.5,
    category: "c",
    source: "s",
    created_at: AT,
    decay_half_life_days: 90,
    blob_ref: "b",
    file_path: "f",
    line_start: 1,
    line_end: 2,
    confidence: 0.7,
    supersedes: "b",
  };
  const edge = { from: "a", to: "b", type: "supports", weight: 0.25, coactivations: 2, metadata: "m" };
  const bare = { id: "b", type: "fact", content: "B.", category: null, unknown: 1 };
  const edges = [edge, { from: "b", to: "a", type: "supports", coactivations: 0, metadata: null }];
  const nodes = [Object.fromEntries(Object.entries(node).reverse()), bare];
  const content = { context_graph: { edges, nodes } };
  assertEquals(
    await written(content),
    `{"context_graph":{"format":"ctxpkg-graph-v2","nodes":[${line(node)},` +
      `{"id":"b","type":"fact","content":"B.","activation":1.0}],"edges":[${line(edge)},` +
      `{"from":"b","to":"a","type":"supports","weight":1.0}]}}`,
  );
});

/** How a number is spelled as each of what can be one: of a fact, a gotcha, a node and an edge. */
async function numbers(lexeme: string) {
  const number = new JsonText(lexeme);
  const text = await written({
    knowledge: { facts: [{ category: "c", key: "k", value: "v", confidence: number }] },
    gotchas: { gotchas: [{ category: "c", trigger: "t", resolution: "r", confidence: number }] },
    context_graph: {
      nodes: [{ id: "a", type: "fact", content: "A.", activation: number, confidence: number }] as never,
      edges: [{ from: "a", to: "a", type: "t", weight: number }] as never,
    },
  });
  const found = [...text.matchAll(/"(?:confidence|activation|weight)":([^,}]+)/g)];
  const [ofFact, ofGotcha, activation, ofNode, weight] = found.map(([, spelled]) => spelled);
  return { confidence: [ofFact, ofGotcha], activation, ofNode, weight };
}

Deno.test("numbers are spelled as Rust does: shortest of 32 or 64 bits, whole ones with .0 (ctxpkg §11.3)", async () => {
  const rows: readonly (readonly [string, single: string, double: string])[] = [
    ["1", "1.0", "1.0"],
    ["1.0", "1.0", "1.0"],
    ["0", "0.0", "0.0"],
    ["0e5", "0.0", "0.0"],
    ["0.7", "0.7", "0.7"],
    ["0.70", "0.7", "0.7"],
    ["7e-1", "0.7", "0.7"],
    // The nearest of 32 bits, printed with all digits of 64: how Rust would never spell it.
    ["0.699999988079071", "0.7", "0.699999988079071"],
    ["0.30000000000000004", "0.3", "0.30000000000000004"],
    ["0.123456789012", "0.12345679", "0.123456789012"],
    ["0.99999999", "1.0", "0.99999999"],
    ["1e-7", "1e-7", "1e-7"],
    ["0.00001", "0.00001", "0.00001"],
  ];
  for (const [lexeme, single, double] of rows) {
    const { confidence, activation, weight } = await numbers(lexeme);
    assertEquals([lexeme, confidence, activation, weight], [lexeme, [single, single], double, double]);
  }
});

Deno.test("the confidence of a node is of 32 bits too, as lean-ctx's is (ctxpkg §11.3)", async () => {
  assertEquals((await numbers("0.30000000000000004")).ofNode, "0.3");
  assertEquals((await numbers("1")).ofNode, "1.0");
});

Deno.test("very small and very large numbers have an exponent where Rust's have one (ctxpkg §11.3)", async () => {
  // serde_json writes a double in full from 1e-5 on and below 1e16, and with an exponent elsewhere.
  const rows = [["0.00001", "0.00001"], ["0.000001", "1e-6"], ["0.0000012", "1.2e-6"], ["5e-324", "5e-324"]];
  for (const [lexeme, spelled] of rows) {
    assertEquals((await numbers(lexeme!)).activation, spelled);
  }
  const large = [["1e15", "1000000000000000.0"], ["1e16", "1e16"], ["123e20", "1.23e22"]];
  for (const [lexeme, spelled] of large) assertEquals((await numbers(lexeme!)).weight, spelled);
});

Deno.test("what is written for lean-ctx reads as the same numbers again (ctxpkg §11.3)", () => {
  const spelled = (lexeme: string, name: "activation" | "confidence") => {
    const item: Part = name === "activation"
      ? new Map([["context_graph", new Map<string, Part>([["nodes", [new Map([[name, lexeme]])]]])]])
      : new Map([["gotchas", new Map<string, Part>([["gotchas", [new Map([[name, lexeme]])]]])]]);
    const text = partText(inLeanOrder(item as ReadonlyMap<string, Part>, AT));
    return new RegExp(`"${name}":([^,}]+)`).exec(text)![1]!;
  };
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (number) => {
      const double = spelled(JSON.stringify(number), "activation");
      const single = spelled(JSON.stringify(number), "confidence");
      assertEquals([Number(double), Math.fround(Number(single))], [number, Math.fround(number)]);
      // A shorter one that is the same of 32 bits there is not.
      const digits = single.replace(/e.*/, "").replace(/^0\.0*|\.0$|\./g, "").length;
      if (digits > 1) {
        const shorter = Math.fround(number).toPrecision(digits - 1);
        assertEquals(Math.fround(Number(shorter)) === Math.fround(number), false, single);
      }
    }),
  );
});

Deno.test("times are in UTC, without a fraction or with 3, 6 or 9 digits of one (ctxpkg §11.3)", async () => {
  const rows: readonly (readonly [string, string])[] = [
    ["2026-10-13T09:41:07.000Z", AT],
    ["2026-10-13T11:41:07+02:00", AT],
    ["2026-10-12T23:41:07-10:00", AT],
    ["2026-10-13t09:41:07z", AT],
    ["2026-10-13T09:41:07.1Z", "2026-10-13T09:41:07.100Z"],
    ["2026-10-13T09:41:07.120000Z", "2026-10-13T09:41:07.120Z"],
    ["2026-10-13T09:41:07.1234Z", "2026-10-13T09:41:07.123400Z"],
    ["2026-10-13T09:41:07.123456789+00:00", "2026-10-13T09:41:07.123456789Z"],
    ["2026-10-13T09:41:07.000000001Z", "2026-10-13T09:41:07.000000001Z"],
    ["1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500Z"],
  ];
  for (const [given, spelled] of rows) {
    const fact = { category: "c", key: "k", value: "v", confidence: 0.9, valid_until: given };
    const node = { id: "a", type: "fact", content: "A.", created_at: given };
    const text = await written({
      knowledge: { facts: [{ ...fact, created_at: given, last_confirmed: given }], exported_at: given },
      context_graph: { nodes: [node], edges: [] },
    });
    const times = [...text.matchAll(/"(?:created_at|last_confirmed|valid_until|exported_at)":"([^"]+)"/g)];
    assertEquals(times.map(([, time]) => time), Array(5).fill(spelled));
  }
});

Deno.test("the package's time stands for one that is missing, spelled as all are (ctxpkg §11.3)", async () => {
  // What new Date().toISOString() gives, and another zone's time.
  for (const given of ["2026-10-13T09:41:07.000Z", "2026-10-13T11:41:07+02:00"]) {
    const fact = { category: "c", key: "k", value: "v", confidence: 0.9 };
    const bare = await written({ knowledge: { facts: [fact] } }, given);
    const filled = [...bare.matchAll(/"(?:created_at|last_confirmed|exported_at)":"([^"]+)"/g)];
    assertEquals(filled.map(([, time]) => time), [AT, AT, AT]);
  }
});

Deno.test("texts of a package that go back out are spelled as lean-ctx spells them (ctxpkg §11.1, §11.3)", () => {
  // An item that was imported keeps its spelling; lean-ctx reads it, and writes it out in its own.
  const spelled = String.raw`{"category":"caf\u00e9","key":"a\/b","value":"\u000a\u001F","confidence":1e0}`;
  const reading = readJson(new TextEncoder().encode(spelled), 1000);
  if ("code" in reading) throw new Error(reading.message);
  const fact = membersOf(reading.view);
  const part: Part = new Map([["knowledge", new Map<string, Part>([["facts", [fact]]])]]);
  const text = partText(inLeanOrder(part as ReadonlyMap<string, Part>, AT));
  const own = String.raw`{"facts":[{"category":"café","key":"a/b","value":"\n\u001f","source_session":"",`;
  assertEquals(text.slice(text.indexOf('{"facts'), text.indexOf('"created_at"')), `${own}"confidence":1.0,`);
});
