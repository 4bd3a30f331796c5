import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import type { FaultCode } from "../../lib/pkg/fault.ts";
import { verifyPackage } from "../../lib/pkg/verify.ts";
import {
  ABSENT,
  CONTENT,
  manifestOf,
  packageBytes,
  packageText,
  type Said,
  signed,
} from "../support/packages.ts";

const VECTORS = new URL("vectors/", import.meta.url);
const encode = (text: string) => new TextEncoder().encode(text);

/** What `expected.json` says of a vector. */
interface Expected {
  readonly verify: "accept" | "reject";
  readonly code?: string;
  readonly reading?: string;
  readonly signature?: "unsigned" | "valid";
}

const { files, public_key_of_the_signed_ones: KEY } = JSON.parse(
  await Deno.readTextFile(new URL("expected.json", VECTORS)),
) as { files: Record<string, Expected>; public_key_of_the_signed_ones: string };
const PACKAGES = Object.entries(files).filter(([name]) => /\.l?ctxpkg$/.test(name));

/** The codes of a verification's faults. */
async function codesOf(bytes: Uint8Array, fileName?: string): Promise<FaultCode[]> {
  const { faults, isAccepted } = await verifyPackage(bytes, { fileName });
  assertEquals(isAccepted, faults.length === 0);
  for (const { message } of faults) {
    assert(message.length < 300 && !/[\p{Cc}\u2028\u202e]/u.test(message), JSON.stringify(message));
  }
  return faults.map(({ code }) => code);
}

/** The codes of a package whose manifest says something, its hashes right. */
async function codesOfManifest(said: Said, content = CONTENT): Promise<FaultCode[]> {
  return await codesOf(await packageBytes(content, said));
}

for (const [name, expected] of PACKAGES) {
  Deno.test(`${name} gets the verdict, the code and the reading that it is to have (ctxpkg §18)`, async () => {
    const bytes = await Deno.readFile(new URL(name, VECTORS));
    const { isAccepted, faults, warnings, reading, signer, checks } = await verifyPackage(bytes, {
      fileName: name,
    });
    assertEquals(isAccepted ? "accept" : "reject", expected.verify);
    assertEquals(faults[0]?.code, expected.code as FaultCode);
    if (expected.reading !== undefined) assertEquals(reading as string, expected.reading);
    if (expected.signature !== undefined) {
      assertEquals(signer, expected.signature === "valid" ? KEY : undefined);
    }
    if (isAccepted) {
      assertEquals([checks.structure, checks.contentHash, checks.packageHash], ["pass", "pass", "pass"]);
      assertEquals(warnings.filter((text) => /: not |: missing|credential|holds/.test(text)), []);
    }
  });
}

Deno.test("the content that the specification works out hashes to what it says (ctxpkg §4.1)", async () => {
  const content =
    '{"knowledge":{"facts":[],"patterns":[],"insights":[],"exported_at":"2026-01-01T00:00:00Z"},"n":1.0}';
  const integrity = {
    sha256: "ddfb1f91f1db09119237ae7f7361e7c94930413364a63cfa4cc55a4ef4a6fdc6",
    content_hash: "826ad53e56174be1fb214c7ffbc76f100f134973b57b4b93f5c85cb31db15464",
    byte_size: 99,
  };
  const { isAccepted, warnings } = await verifyPackage(await packageBytes(content, { integrity }));
  assertEquals([isAccepted, warnings], [true, ['content has what is unknown, and is ignored: "n"']]);
});

Deno.test("a file that no reader may take for a package is refused for what it is (ctxpkg §2)", async () => {
  const good = await packageText();
  const rows: readonly (readonly [FaultCode, string | Uint8Array, string?])[] = [
    ["E_EXT", good, "demo.json"],
    ["E_EXT", good, "demo.CTXPKG"],
    ["E_EXT", good, "demo.ctxpkg.txt"],
    ["E_SIZE", new Uint8Array(10 * 1024 * 1024 + 1)],
    ["E_BOM", `\ufeff${good}`],
    ["E_UTF8", new Uint8Array([...encode(good.slice(0, 40)), 0xff, ...encode(good.slice(40))])],
    ["E_UTF8", new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["E_JSON", ""],
    ["E_JSON", "{"],
    ["E_JSON", `${good}{}`],
    ["E_JSON", good.replace("{", "{,")],
    ["E_JSON", good.replace("[]", "[],")],
    ["E_JSON", good.replace("[]", "[01]")],
    ["E_JSON", good.replace("[]", "[NaN]")],
    ["E_JSON", good.replace("[]", "[1e400]")],
    ["E_JSON", good.replace("[]", "[] // no")],
    ["E_JSON", good.replace("demo", "de\tmo")],
    ["E_JSON", `\u00a0${good}`],
    ["E_DEPTH", good.replace("[]", "[".repeat(125) + "]".repeat(125))],
    ["E_DEPTH", "[".repeat(1_000_000)],
    ["E_DUPKEY", good.replace('"content":', '"content":{},"content":')],
    ["E_DUPKEY", good.replace('"content":', '"\\u0063ontent":{},"content":')],
    ["E_DUPKEY", good.replace("[]", '[{"a":1,"a":1}]')],
    ["E_SURROGATE", good.replace("[]", '["\\ud800"]')],
    ["E_TOP", "[]"],
    ["E_TOP", "17"],
    ["E_TOP", '{"manifest":{}}'],
    ["E_TOP", '{"manifest":{},"content":[]}'],
    ["E_TOP", '{"manifest":null,"content":{}}'],
    ["E_TOP", '{"manifest":{},"content":{},"more":1}'],
  ];
  for (const [code, file, name] of rows) {
    const bytes = typeof file === "string" ? encode(file) : file;
    assertEquals(await codesOf(bytes, name), [code], `${code}: ${String(file).slice(0, 60)}`);
  }
  for (const name of ["demo.ctxpkg", "demo.lctxpkg", undefined]) {
    assertEquals(await codesOf(encode(good), name), []);
  }
  // 127 containers at once are what there may be.
  const deep = CONTENT.replace("[]", "[".repeat(124) + "]".repeat(124));
  assertEquals(await codesOf(await packageBytes(deep)), []);
});

Deno.test("a name of a member may be spelled with escapes, and the halves may stand in either order (ctxpkg §2)", async () => {
  const manifest = JSON.stringify(await manifestOf());
  assertEquals(await codesOf(encode(`{"\\u0063ontent":${CONTENT},\r\n\t"manifest" : ${manifest} }`)), []);
});

Deno.test("each rule of a manifest refuses what breaks it, and takes what keeps it (ctxpkg §3)", async () => {
  const hash = "0".repeat(64), { integrity } = await manifestOf();
  const bad: readonly (readonly [FaultCode, Said])[] = [
    ...[0, 3, 4294967296].map((schema_version) => ["E_SCHEMA_VERSION", { schema_version }] as const),
    ...[-1, 1.5, "1", null, ABSENT].map((schema_version) => ["E_MANIFEST", { schema_version }] as const),
    ...["", "a b", "..", ".", "a/b", "é", "a\n", "@a", "@a/b/c", "a/../b", "x".repeat(129)].map((name) =>
      ["E_NAME", { name }] as const
    ),
    ...["a//b", "/a", "a/", "@/a", "@a/..", "a/.", "@a"].map((name) =>
      ["E_NAME", { name, schema_version: 2 }] as const
    ),
    ...["", ".1", "1 0", "1.0\n", "x".repeat(65), "1/2"].map((version) =>
      ["E_VERSION", { version }] as const
    ),
    ...["name", "version", "description", "created_at", "layers", "integrity", "provenance"].map((name) =>
      ["E_MANIFEST", { [name]: ABSENT }] as const
    ),
    ...["name", "version", "description", "created_at", "layers", "integrity", "provenance"].map((name) =>
      ["E_MANIFEST", { [name]: null }] as const
    ),
    ...[
      "2026-10-13",
      "2026-02-29T00:00:00Z",
      "2026-10-13T09:41:07",
      "2026-10-13T09:41:07.1234567890Z",
      "2026-10-13 09:41:07Z",
      17,
    ].map(
      (created_at) => ["E_MANIFEST", { created_at }] as const,
    ),
    ["E_MANIFEST", { updated_at: "yesterday" }],
    ["E_MANIFEST", { author: 1 }],
    ["E_MANIFEST", { tags: ["a", 1] }],
    ["E_MANIFEST", { tags: null }],
    ["E_MANIFEST", { tags: {} }],
    ["E_MANIFEST", { dependencies: { a: "^1" } }],
    ["E_MANIFEST", { dependencies: [{ name: "a" }] }],
    ["E_MANIFEST", { dependencies: [{ name: "a", version_req: "1", optional: "no" }] }],
    ["E_MANIFEST", { dependencies: ["a"] }],
    ["E_MANIFEST", { provenance: { tool: "x" } }],
    ["E_MANIFEST", { provenance: { tool: "x", tool_version: "1", project_hash: 1 } }],
    ["E_MANIFEST", { compatibility: { target_languages: "ts" } }],
    ["E_MANIFEST", { stats: { graph_nodes: 1.5 } }],
    ["E_MANIFEST", { stats: { graph_nodes: 2 ** 32 } }],
    ["E_MANIFEST", { stats: { compression_ratio: "0.5" } }],
    ["E_MANIFEST", { conformance_level: 1.5 }],
    ["E_MANIFEST", { scope: 1 }],
    ["E_MANIFEST", { visibility: [] }],
    ["E_MANIFEST", { graph_summary: { node_count: 1 } }],
    ["E_MANIFEST", { marketplace: { license: 1 } }],
    ["E_LAYERS", { layers: [] }],
    ["E_LAYERS", { layers: ["knowledge", "knowledge"] }],
    ["E_LAYERS", { layers: ["knowledge", "context_graph"] }],
    ["E_LAYERS", { layers: [1] }],
    ["E_LAYER_MISSING", { layers: ["knowledge", "session"] }],
    ["E_LAYER_UNDECLARED", { layers: [], schema_version: 2 }],
    ...[null, 1, "plugin", "Context"].map((kind) => ["E_KIND", { kind, schema_version: 2 }] as const),
    ["E_KIND", { kind: "grammar" }],
    ["E_KIND_PAYLOAD", { kind: "skills", schema_version: 2 }],
    ["E_KIND_PAYLOAD", { kind: "addon", schema_version: 2 }],
    ["E_HEX", { integrity: { ...integrity as Said, content_hash: hash.toUpperCase().replace(/^0/, "A") } }],
    ["E_HEX", { integrity: { ...integrity as Said, sha256: "0".repeat(63) } }],
    ["E_BYTE_SIZE", { integrity: { ...integrity as Said, byte_size: 0 } }],
    ["E_BYTE_SIZE", { integrity: { ...integrity as Said, byte_size: CONTENT.length + 1 } }],
    ["E_MANIFEST", { integrity: { ...integrity as Said, byte_size: "92" } }],
    ["E_CONTENT_HASH", { integrity: { ...integrity as Said, content_hash: hash } }],
    ["E_SHA256", { integrity: { ...integrity as Said, sha256: hash } }],
    ["E_SIG_FORMAT", { signature: "none" }],
    ["E_SIG_FORMAT", { signature: {} }],
    ["E_SIG_FORMAT", { signature: { algorithm: "rsa", public_key: hash, value: hash + hash } }],
    ["E_SIG_FORMAT", { signature: { algorithm: "ed25519", public_key: "0".repeat(63), value: hash + hash } }],
    ["E_SIG_FORMAT", { signature: { algorithm: "ed25519", public_key: hash, value: hash } }],
    ["E_SIG", { signature: { algorithm: "ed25519", public_key: hash, value: hash + hash } }],
  ];
  for (const [code, said] of bad) {
    const codes = await codesOfManifest(said);
    assertEquals(codes[0], code, `${code}: ${Deno.inspect(said)}: ${codes}`);
  }
  const good: readonly Said[] = [
    { name: "a.b_c-D9", version: "1.0.0-rc.1+x_y" },
    { name: "x".repeat(128), version: "1..0" },
    { name: "@acme/auth", schema_version: 2 },
    { name: "org/team/service", schema_version: 2 },
    {
      description: "",
      author: null,
      updated_at: null,
      conformance_level: null,
      scope: null,
      visibility: null,
    },
    { created_at: "2026-10-13T09:41:07.123456789+05:30", updated_at: "2024-02-29T23:59:59Z" },
    { tags: [], dependencies: [{ name: "a", version_req: "^1", optional: true }], signature: null },
    { stats: { knowledge_facts: 4294967295, compression_ratio: 0.25 }, compatibility: {} },
    { provenance: { tool: "x", tool_version: "1", project_hash: null, source_session_id: "s" } },
    { kind: "context" },
    { kind: "grammar", schema_version: 2 },
    {
      graph_summary: {
        node_count: 0,
        edge_count: 0,
        node_types: ["fact"],
        freshness: "2026-10-13T09:41:07Z",
      },
    },
    { marketplace: { categories: [], badges: ["b"], license: "MIT" }, conflicts: ["a"], unheard: { of: 1 } },
  ];
  for (const said of good) assertEquals(await codesOfManifest(said), [], Deno.inspect(said));
});

Deno.test("whole numbers are those that are spelled as such (ctxpkg §3)", async () => {
  const text = await packageText();
  for (const spelled of ["1.0", "1e0", "10E-1"]) {
    assertEquals(await codesOf(encode(text.replace('"schema_version":1', `"schema_version":${spelled}`))), [
      "E_MANIFEST",
    ]);
  }
  const size = String(CONTENT.length);
  for (const spelled of [`${size}.0`, `-${size}`, `${size}e0`, "18446744073709551616"]) {
    assertEquals(await codesOf(encode(text.replace(`"byte_size":${size}`, `"byte_size":${spelled}`))), [
      "E_MANIFEST",
    ]);
  }
});

Deno.test("all faults of a manifest are reported, and nothing is hashed then (ctxpkg §10)", async () => {
  const { faults, checks, reading } = await verifyPackage(
    await packageBytes(CONTENT, { name: "a b", version: "", tags: 1, layers: ["session"] }),
  );
  assertEquals(faults.map(({ code }) => code), [
    "E_NAME",
    "E_VERSION",
    "E_MANIFEST",
    "E_LAYER_UNDECLARED",
    "E_LAYER_MISSING",
  ]);
  assertEquals([checks.structure, checks.contentHash, reading], ["fail", "skipped", undefined]);
});

Deno.test("what a kind carries has to be there, and nothing that another one carries (ctxpkg §6.1)", async () => {
  const codes = async (kind: string, content: string) =>
    await codesOf(await packageBytes(content, { kind, schema_version: 2 }));
  const toml = '[addon]\nname = "demo"\nversion = "1.0.0"\n';
  assertEquals(await codes("addon", JSON.stringify({ addon: { manifest_toml: toml } })), []);
  assertEquals(await codes("addon", '{"addon":{"manifest_toml":1}}'), ["E_KIND_PAYLOAD"]);
  assertEquals(await codes("skills", '{"documents":{"files":[]}}'), ["E_KIND_PAYLOAD"]);
  assertEquals(await codes("addon", '{"addon":{},"documents":{}}'), ["E_KIND_PAYLOAD"]);
  assertEquals(await codes("context", '{"documents":{}}'), ["E_KIND_PAYLOAD"]);
  assertEquals(await codes("context", '{"documents":null,"addon":null}'), []);
  assertEquals(await codes("grammar", "{}"), []);
  for (const graph of ["[]", "{}", '{"format":"ctxpkg-graph-v3"}', '{"format":1}']) {
    assertEquals(await codes("context", `{"context_graph":${graph}}`), ["E_GRAPH"], graph);
  }
  assertEquals(
    await codes("context", '{"context_graph":{"format":"ctxpkg-graph-v2","nodes":[],"edges":[]}}'),
    [],
  );
  // In version 1 a graph is something unknown.
  const { isAccepted, warnings } = await verifyPackage(
    await packageBytes(`{"context_graph":{},${CONTENT.slice(1)}`),
  );
  assertEquals([isAccepted, warnings], [true, [
    'content has what is unknown, and is ignored: "context_graph"',
  ]]);
});

Deno.test("a package of version 1 with a scope is taken with a warning, and strictly it is not (ctxpkg §3.1)", async () => {
  const bytes = await packageBytes(CONTENT, { name: "@acme/auth" });
  const { isAccepted, warnings } = await verifyPackage(bytes);
  assertEquals([isAccepted, warnings.length], [true, 1]);
  assertMatch(warnings[0]!, /"@acme\/auth" has a scope/);
  const strict = await verifyPackage(bytes, { isStrict: true });
  assertEquals([strict.faults.map(({ code }) => code), strict.warnings], [["E_NAME"], []]);
  // Also beside another fault, and where another name is none at all no warning is lost.
  const two = await verifyPackage(await packageBytes(CONTENT, { name: "@acme/auth", version: "" }), {
    isStrict: true,
  });
  assertEquals(two.faults.map(({ code }) => code).sort(), ["E_NAME", "E_VERSION"]);
  const none = await verifyPackage(await packageBytes(CONTENT, { name: "a b/c", other: 1 }), {
    isStrict: true,
  });
  assertEquals([none.faults.map(({ code }) => code), none.warnings.length], [["E_NAME"], 1]);
});

Deno.test("what is no layer is named, a few of many, and those behind it are layers all the same (ctxpkg §3, §3.3)", async () => {
  const faultsOf = async (...layers: unknown[]) =>
    (await verifyPackage(await packageBytes(CONTENT, { layers }))).faults.map(({ code, message }) =>
      `${code} ${message}`
    );
  assertEquals(await faultsOf("notes", 7, "knowledge", "knowledge"), [
    'E_LAYERS layers names "notes", which is no layer',
    "E_LAYERS layers names what is no string, which is no layer",
    "E_LAYERS layers names knowledge twice",
  ]);
  assertEquals((await faultsOf("knowledge", ...Array.from({ length: 50 }, (_, i) => `x${i}`))).length, 5);
});

Deno.test("the three readings of a hash are each told, and the size has to be that of the same one (ctxpkg §4.2)", async () => {
  const forms = {
    bytes: '{"session":{"b":1.0,"a":"\\/"},"knowledge":{}}',
    sorted: '{"knowledge":{},"session":{"a":"\\/","b":1.0}}',
    "sorted-jcs": '{"knowledge":{},"session":{"a":"/","b":1}}',
  };
  for (const [reading, hashed] of Object.entries(forms)) {
    const document = async (said: Said) =>
      encode(
        `{"manifest":${JSON.stringify(await manifestOf(hashed, said))},"content": ${
          forms.bytes.replaceAll(",", " ,\n")
        }}`,
      );
    const found = await verifyPackage(await document({}));
    assertEquals([found.isAccepted, found.reading as string], [true, reading]);
    assertEquals(found.warnings.length, reading === "bytes" ? 0 : 1);
    const { integrity } = await manifestOf(hashed) as { integrity: Said };
    const other = { ...integrity, byte_size: Number(integrity.byte_size) + 1 };
    assertEquals(await codesOf(await document({ integrity: other })), ["E_BYTE_SIZE"]);
  }
});

Deno.test("a number of sixteen digits and a name with escapes are spelled anew where a reading asks for it (ctxpkg §4.2)", async () => {
  for (
    const [stands, hashed, reading] of [
      ['{"knowledge":{"n":9007199254740993}}', '{"knowledge":{"n":9007199254740992}}', "sorted-jcs"],
      ['{"knowledge":{"\\u0061":1.0}}', '{"knowledge":{"a":1.0}}', "sorted"],
      ['{"knowledge":{"b":"\\/","\\u0061":1.0}}', '{"knowledge":{"a":1.0,"b":"\\/"}}', "sorted"],
      ['{"knowledge":{"b":"\\/","\\u0061":1.0}}', '{"knowledge":{"a":1,"b":"/"}}', "sorted-jcs"],
    ]
  ) {
    const manifest = JSON.stringify(await manifestOf(hashed));
    const found = await verifyPackage(encode(`{"manifest":${manifest},"content":${stands}}`));
    assertEquals([found.reading as string | undefined, found.isAccepted], [reading, true], stands);
  }
});

Deno.test("a signature is of one name, version and content (ctxpkg §7)", async () => {
  const manifest = await signed(await manifestOf()), { signature } = manifest as { signature: Said };
  assertEquals(signature.public_key, KEY);
  const found = await verifyPackage(encode(`{"manifest":${JSON.stringify(manifest)},"content":${CONTENT}}`));
  assertEquals([found.isAccepted, found.signer, found.checks.signature], [true, KEY, "pass"]);
  for (const said of [{ name: "other" }, { version: "1.0.1" }]) {
    assertEquals(await codesOfManifest({ ...said, signature }), ["E_SIG"]);
  }
  assertEquals(await codesOfManifest({ signature }, '{"knowledge":{}}'), ["E_SIG"]);
  assertEquals(await codesOfManifest({ signature: { ...signature, public_key: "f".repeat(64) } }), ["E_SIG"]);
});

Deno.test("a change of one byte of content, name, version, size, hash or signature is refused", async () => {
  const content = '{"knowledge":{"facts":[{"value":"Grün \\u00e9 😀","confidence":0.80}]}}';
  const manifest = await signed(await manifestOf(content, { name: "upload-notes", version: "1.2.3" }));
  const bytes = encode(`{"manifest":${JSON.stringify(manifest)},"content":${content}}`);
  assert((await verifyPackage(bytes)).isAccepted);
  const text = new TextDecoder().decode(bytes);
  const bound: [start: number, end: number][] = [[
    encode(text.slice(0, text.indexOf(content))).length,
    bytes.length - 1,
  ]];
  for (const name of ["name", "version", "sha256", "content_hash", "byte_size", "public_key", "value"]) {
    const at = text.indexOf(`"${name}":`) + name.length + 3;
    bound.push([at, text.slice(at).search(/[,}]/) + at]);
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (place, change) => {
      const places = bound.flatMap(([start, end]) =>
        Array.from({ length: end - start }, (_, i) => start + i)
      );
      const changed = bytes.slice(), at = places[place % places.length]!;
      changed[at]! ^= change;
      const said = new TextDecoder().decode(changed);
      const { isAccepted } = await verifyPackage(changed);
      assertEquals(isAccepted, false, said);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("whatever the bytes are, a verification returns", async () => {
  const text = await packageText();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      assertEquals((await verifyPackage(bytes)).isAccepted, false);
    }),
  );
  const values = fc.jsonValue({ maxDepth: 3 });
  const names = Object.keys(await manifestOf()).concat(
    "kind",
    "signature",
    "stats",
    "dependencies",
    "graph_summary",
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), values, values, async (name, value, content) => {
      await verifyPackage(await packageBytes(CONTENT, { [name]: value }).catch(() => encode(text)));
      await verifyPackage(
        encode(`{"manifest":${JSON.stringify(value)},"content":${JSON.stringify(content)}}`),
      );
    }),
    { numRuns: 500 },
  );
});

Deno.test("of members that are unknown a few are named, however many there are, and what is known is found among them", async () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`m${i}`, i]));
  const content = JSON.stringify({ ...many, knowledge: {} });
  const { isAccepted, warnings } = await verifyPackage(await packageBytes(content, { ...many, tags: ["t"] }));
  assertEquals([isAccepted, warnings], [true, [
    'the manifest has what is unknown, and is ignored: "m0", "m1", "m2", "m3", "m4" and 995 more',
    'content has what is unknown, and is ignored: "m0", "m1", "m2", "m3", "m4" and 995 more',
  ]]);
  const bad = { dependencies: Array.from({ length: 1000 }, () => ({})), tags: [1, 2, 3] };
  assertEquals((await codesOfManifest(bad)).length, 3);
});

/** A content with some facts. */
function contentOf(...facts: readonly Said[]): string {
  const good = { category: "c", key: "k", value: "v", confidence: 0.5 };
  return JSON.stringify({ knowledge: { facts: facts.map((fact) => ({ ...good, ...fact })) } });
}

// Put together here, so that no scanner finds a credential in this file.
const TOKEN = "glpat-" + "AbCdEfGhIjKlMnOpQrSt";

Deno.test("an item of the wrong shape is a warning that names its place, and the package is accepted (ctxpkg §10)", async () => {
  const { isAccepted, warnings, checks } = await verifyPackage(
    await packageBytes(contentOf({}, {}, {}, { value: 7 }, { confidence: "high" })),
  );
  assertEquals([isAccepted, checks.structure, checks.contentHash], [true, "pass", "pass"]);
  assertEquals(warnings, [
    "knowledge.facts[3].value: not a string",
    "knowledge.facts[4].confidence: not a number",
  ]);
});

Deno.test("what looks like a credential is a warning that never holds it, and the package is accepted (ctxpkg §10)", async () => {
  assertEquals((await verifyPackage(await packageBytes(contentOf({}, {})))).warnings, []);
  for (const spelled of [TOKEN, TOKEN.replace("g", "\\u0067"), TOKEN.replaceAll("-", "\\u002D")]) {
    const { isAccepted, warnings } = await verifyPackage(
      await packageBytes(contentOf({}, { value: "HERE" }, {}).replace("HERE", `see ${spelled}`)),
    );
    assertEquals([isAccepted, warnings], [true, ["knowledge.facts[1] looks like it holds a GitLab token"]]);
  }
});

Deno.test("a verification finds what an import would withhold, whatever escapes hide it (ctxpkg §10, §14.3)", async () => {
  const carried = JSON.stringify(
    `ctx1:${JSON.stringify({ fields: { api_key: "X_k39dkdkd99" } }).replace("X_", "\\u0058")}`,
  );
  for (
    const more of [
      String.raw`"api_key":"\u0058k39dkdkd99"`,
      String.raw`"api\u005fkey":"Xk39dkdkd99"`,
      `"source_session":${carried}`,
    ]
  ) {
    const fact = `{"category":"c","key":"k","value":"v","confidence":0.5,${more}}`;
    const { isAccepted, warnings } = await verifyPackage(
      await packageBytes(`{"knowledge":{"facts":[${fact}]}}`),
    );
    assertEquals([isAccepted, warnings.length], [true, 1], more);
    assertMatch(warnings[0]!, /^knowledge\.facts\[0\] looks like it holds an API key$/);
  }
});

Deno.test("of many such items five are named, and that there are more (ctxpkg §10)", async () => {
  const { isAccepted, warnings } = await verifyPackage(
    await packageBytes(contentOf(...Array.from({ length: 9 }, () => ({ value: [TOKEN] })))),
  );
  const five = [0, 1, 2, 3, 4];
  assertEquals([isAccepted, warnings], [true, [
    ...five.map((i) => `knowledge.facts[${i}].value: not a string`),
    "and more has the wrong shape",
    ...five.map((i) => `knowledge.facts[${i}] looks like it holds a GitLab token`),
    "and more looks like it holds a credential",
  ]]);
});

Deno.test("the items of a package that is refused are not looked at (ctxpkg §10)", async () => {
  const content = contentOf({ value: [TOKEN] });
  for (
    const said of [{ name: "a b" }, { signature: {} }, {
      integrity: { ...(await manifestOf()).integrity as Said },
    }]
  ) {
    const { isAccepted, warnings } = await verifyPackage(await packageBytes(content, said));
    assertEquals([isAccepted, warnings], [false, []]);
  }
});

Deno.test("of a package that is too large to be searched whole, that is said, and its first part is searched", async () => {
  const facts = Array.from(
    { length: 5000 },
    (_, i) => ({ value: "x".repeat(600) + (i % 4000 === 99 ? TOKEN : "") }),
  );
  const { isAccepted, warnings } = await verifyPackage(await packageBytes(contentOf(...facts)));
  assertEquals([isAccepted, warnings], [true, [
    "knowledge.facts[99] looks like it holds a GitLab token",
    "not all of the content was searched for credentials: there is too much of it",
  ]]);
});
