import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { zstdCompressSync } from "node:zlib";
import { JsonView } from "../../../lib/json/view.ts";
import { isDocumentPath } from "../../../lib/pkg/check/check_documents.ts";
import { checkPayload, type PayloadReaders } from "../../../lib/pkg/check/check_payload.ts";
import type { Kind, ManifestFacts } from "../../../lib/pkg/manifest.ts";
import { isOneFrame } from "../../../lib/pkg/check/zstd_frame.ts";
import { verifyPackage } from "../../../lib/pkg/verify.ts";
import { packageBytes } from "../../support/packages.ts";

const encode = (text: string) => new TextEncoder().encode(text);

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** A document as a package carries it. */
interface Document {
  readonly [name: string]: unknown;
}

async function documentOf(
  path: string,
  plain: Uint8Array<ArrayBuffer> = encode(`# ${path}`),
): Promise<Document> {
  const body = new Uint8Array(zstdCompressSync(plain)).toBase64();
  return { path, sha256: await sha256(plain), encoding: "zstd+base64", body };
}

/** What a check of a payload finds: its faults, then its warnings. */
async function found(
  kind: Kind,
  content: unknown,
  readers?: PayloadReaders,
  said: Partial<ManifestFacts> = {},
): Promise<[faults: string[], warnings: string[]]> {
  const facts: ManifestFacts = {
    schemaVersion: 2,
    kind,
    name: "@acme/tool",
    version: "1.2.3",
    layers: [],
    sha256: "",
    contentHash: "",
    byteSize: 0n,
    ...said,
  };
  const { faults, warnings } = await checkPayload(new JsonView(JSON.stringify(content)), facts, readers);
  for (const { code, message } of faults) {
    assertEquals(code, "E_KIND_PAYLOAD");
    assert(message.length < 300 && !/[\p{Cc}\u2028\u202e]/u.test(message), JSON.stringify(message));
  }
  return [faults.map(({ message }) => message), warnings];
}

async function foundInFiles(files: unknown, readers?: PayloadReaders): Promise<string[]> {
  return (await found("skills", { documents: { files } }, readers))[0];
}

Deno.test("documents with the hashes that they name are taken, up to 256 of them (ctxpkg §6.1)", async () => {
  const many = await Promise.all(Array.from({ length: 256 }, (_, i) => documentOf(`skill/${i}/SKILL.md`)));
  assertEquals(await foundInFiles(many), []);
  assertEquals(await foundInFiles([...many, await documentOf("one/more")]), [
    "documents.files has more than 256 documents",
  ]);
  assertEquals(await foundInFiles([await documentOf("empty", new Uint8Array())]), []);
  const { isAccepted, warnings, checks } = await verifyPackage(
    await packageBytes(JSON.stringify({ documents: { files: many } }), { kind: "skills", schema_version: 2 }),
  );
  assertEquals([isAccepted, warnings, checks.structure], [true, [], "pass"]);
});

Deno.test("what is no list of documents is refused (ctxpkg §6.1)", async () => {
  for (const documents of [[], "x", {}, { files: {} }, { files: null }, [{ path: "a", body_b64_zstd: "" }]]) {
    assertEquals((await found("skills", { documents }))[0], ["documents.files is not an array"]);
  }
  assertEquals(await foundInFiles([]), ["documents.files is empty"]);
  assertEquals(await foundInFiles([1]), ["documents.files[0] is not an object"]);
});

Deno.test("every member of a document is there, and what it is for (ctxpkg §6.1)", async () => {
  const good = await documentOf("a.md");
  for (const name of ["path", "sha256", "encoding", "body"]) {
    for (const value of [1, null, []]) {
      assertEquals(await foundInFiles([good, { ...good, path: "b.md", [name]: value }]), [
        `documents.files[1].${name} is not a string`,
      ]);
    }
    const { [name]: _, ...rest } = good;
    assertEquals(await foundInFiles([rest]), [`documents.files[0].${name} is missing`]);
  }
  for (const encoding of ["", "base64", "zstd", "gzip+base64", "ZSTD+BASE64"]) {
    assertEquals(await foundInFiles([{ ...good, encoding }]), [
      "documents.files[0].encoding is not zstd+base64",
    ]);
  }
  for (const hash of ["", "0", String(good.sha256).toUpperCase(), `${good.sha256}0`]) {
    assertEquals(await foundInFiles([{ ...good, sha256: hash }]), [
      "documents.files[0].sha256 is not 64 hex digits in lower case",
    ]);
  }
  assertEquals(await foundInFiles([{ ...good, sha256: "0".repeat(64) }]), [
    "documents.files[0].sha256 is not the hash of its body",
  ]);
  assertEquals(await foundInFiles([good, { ...good }]), ['documents.files[1].path "a.md" is there twice']);
});

Deno.test("a path stays within its folder, on every system (ctxpkg §6.1)", async () => {
  const good = [
    "a",
    "a/b.md",
    ".hidden",
    "a/.b/c",
    "ä/ö.md",
    "a b",
    "a./b",
    "x".repeat(512),
    "é".repeat(256),
    "a..",
  ];
  const bad = [
    "",
    "/a",
    "a/",
    "a//b",
    ".",
    "a/.",
    "./a",
    "..",
    "../a",
    "a/../b",
    "..a",
    "a/..b",
    "...",
    "a\\b",
    "c:a",
    "a:b",
    "a\nb",
    "a\0",
    "a\x7f",
    "a\u0085",
    "x".repeat(513),
    "é".repeat(257),
    "\\\\host\\share",
  ];
  for (const path of good) {
    assertEquals(isDocumentPath(path), true, path);
    assertEquals(await foundInFiles([await documentOf(path)]), []);
  }
  for (const path of bad) {
    assertEquals(isDocumentPath(path), false, path);
    assertMatch(
      (await foundInFiles([await documentOf(path)]))[0]!,
      /^documents\.files\[0\]\.path ".*" is none that/,
    );
  }
});

Deno.test("a body that is not base64 of one frame of zstd is refused (ctxpkg §6.1)", async () => {
  const good = await documentOf("a.md", encode("hello hello hello hello")), body = String(good.body);
  const bytes = Uint8Array.fromBase64(body);
  for (
    const other of [
      "=",
      "%",
      `${body} `,
      `\n${body}`,
      body.replace(/=*$/, ""),
      body.replace(/^(.)/, "$1-"),
      `${body}A`,
    ]
  ) {
    if (other !== body) {
      assertEquals(
        await foundInFiles([{ ...good, body: other }]),
        ["documents.files[0].body is not base64"],
        other,
      );
    }
  }
  const frames = [
    new Uint8Array(),
    encode("hello"),
    bytes.slice(0, -1),
    new Uint8Array([...bytes, 0]),
    new Uint8Array([...bytes, ...bytes]),
    bytes.slice(0, 6),
    new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0x07, 0x00, 0x00]),
    // A window of two gigabytes, and a block that says it is compressed.
    new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x09, 0x00, 0x00, 0x41]),
    new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0x1d, 0x00, 0x00, 1, 2, 3]),
  ];
  for (const frame of frames) {
    assertEquals(await foundInFiles([{ ...good, body: frame.toBase64() }]), [
      "documents.files[0].body is not zstd",
    ], frame.toHex());
  }
  await fc.assert(fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (place, change) => {
    const changed = bytes.slice();
    changed[place % bytes.length]! ^= change;
    // A bit of the header may be changed and mean nothing; the plain bytes are those of the hash, or it is refused.
    for (const fault of await foundInFiles([{ ...good, body: changed.toBase64() }])) {
      assertMatch(fault, /^documents\.files\[0\]\.(?:body (?:is not zstd|has more)|sha256 is not the hash)/);
    }
  }));
});

Deno.test("one frame is told from less and from more, as another program packs them (RFC 8878 §3.1.1)", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400_000 }), fc.boolean(), (bytes, isRepeated) => {
      const plain = isRepeated ? new Uint8Array(bytes.length).fill(7) : bytes;
      const packed = new Uint8Array(zstdCompressSync(plain));
      assertEquals(isOneFrame(packed), true);
      assertEquals(isOneFrame(packed.subarray(0, -1)), false);
      assertEquals(isOneFrame(new Uint8Array([...packed, 0])), false);
    }),
    { numRuns: 50 },
  );
});

Deno.test("a document has a mebibyte at most, and all of them eight (ctxpkg §6.1)", async () => {
  const mebibyte = new Uint8Array(1024 * 1024).fill(65);
  const eight = await Promise.all(Array.from({ length: 8 }, (_, i) => documentOf(`${i}`, mebibyte)));
  assertEquals(await foundInFiles(eight), []);
  assertEquals(await foundInFiles([...eight, await documentOf("nine", encode("x"))]), [
    "documents.files have more than 8388608 bytes together",
  ]);
  // One that is empty takes no room, wherever it stands.
  const empty = await documentOf("empty", new Uint8Array());
  assertEquals(await foundInFiles([...eight, empty]), []);
  assertEquals(await foundInFiles([empty, ...eight]), []);
  assertEquals(await foundInFiles([await documentOf("large", new Uint8Array(1024 * 1024 + 1))]), [
    "documents.files[0].body has more than 1048576 bytes",
  ]);
});

Deno.test("a body that is longer than any packed document is not unpacked, and one that cannot be packed is", async () => {
  const noise = new Uint8Array(1024 * 1024);
  for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
  const good = await documentOf("noise", noise);
  assertEquals(await foundInFiles([good]), []);
  const unpack = () => {
    throw new Error("unpacked");
  };
  assertEquals(await foundInFiles([{ ...good, body: "A".repeat(1_500_000) }], { unpack }), [
    "documents.files[0].body is longer than a document can be packed",
  ]);
});

Deno.test("however many bombs there are, no more is unpacked than all documents may have", async () => {
  const bomb = await documentOf("bomb", new Uint8Array(64 * 1024 * 1024));
  const bombs = Array.from({ length: 256 }, (_, i) => ({ ...bomb, path: `${i}` }));
  let asked = 0;
  const began = performance.now();
  const readers = {
    unpack(packed: Uint8Array, most: number): Uint8Array {
      asked += most;
      assert(packed.length < 10_000);
      throw new RangeError("too large");
    },
  };
  const faults = await foundInFiles(bombs, readers);
  assertEquals(
    faults.slice(0, 5),
    bombs.slice(0, 5).map((_, i) => `documents.files[${i}].body has more than 1048576 bytes`),
  );
  assertEquals(faults.slice(5), ["documents.files has more that is wrong"]);
  assertLess(asked, 8 * 1024 * 1024 + 2);
  assertEquals((await foundInFiles(bombs)).length, 6);
  assertLess(performance.now() - began, 2000);
});

Deno.test("what cannot be unpacked counts as much as it may have been, so that no more of it is tried", async () => {
  const whole = await documentOf("whole", new Uint8Array(1024 * 1024).fill(66));
  const files = Array.from({ length: 250 }, (_, i) => ({ ...whole, path: `${i}` }));
  let tried = 0;
  const unpack = () => {
    tried++;
    throw new Error("a checksum that is wrong");
  };
  const faults = await foundInFiles(files, { unpack });
  assertEquals([faults[0], faults.length], ["documents.files[0].body is not zstd", 6]);
  assertLess(tried, 10);
});

Deno.test("where nothing reads zstd, that is said, and the rest is checked (ctxpkg §6.1)", async () => {
  const good = await documentOf("a.md");
  assertEquals(
    await found("skills", { documents: { files: [{ ...good, sha256: "0".repeat(64), body: "?" }] } }, {}),
    [
      [],
      ["documents were not checked: there is nothing here that reads zstd"],
    ],
  );
  assertEquals((await foundInFiles([{ ...good, path: "../a" }], {})).length, 1);
});

const addon = (manifest_toml: unknown) => ({ addon: { manifest_toml } });
const TOML = '# wiring\n[addon]\nname = "tool"\nversion = "1.2.3"\n\n[other]\nname = "x"\n';

Deno.test("an addon's manifest names the last part of the package's name, and its version (ctxpkg §6.1)", async () => {
  assertEquals(await found("addon", addon(TOML)), [[], []]);
  assertEquals(await found("addon", addon(TOML), undefined, { name: "tool" }), [[], []]);
  assertEquals(await found("addon", addon(TOML.replaceAll('"', "'").replace("\n[a", "\r\n[a"))), [[], []]);
  const says = (member: string, said: string, wanted: string) =>
    `addon.manifest_toml says [addon] ${member} ${said}, and the package "${wanted}"`;
  const rows: readonly (readonly [string, ...string[]])[] = [
    [TOML.replace("tool", "@acme/tool"), says("name", '"@acme/tool"', "tool")],
    [TOML.replace("1.2.3", "1.2.4"), says("version", '"1.2.4"', "1.2.3")],
    [TOML.replace('"1.2.3"', "1.2"), says("version", "no string", "1.2.3")],
    ["", says("name", "no string", "tool"), says("version", "no string", "1.2.3")],
    ["addon = 1", says("name", "no string", "tool"), says("version", "no string", "1.2.3")],
    [
      TOML.replace("[addon]", "[[addon]]"),
      says("name", "no string", "tool"),
      says("version", "no string", "1.2.3"),
    ],
    [
      TOML.replace("[addon]", "[__proto__.addon]"),
      says("name", "no string", "tool"),
      says("version", "no string", "1.2.3"),
    ],
  ];
  for (const [toml, ...faults] of rows) assertEquals(await found("addon", addon(toml)), [faults, []], toml);
});

Deno.test("what is no TOML, or no string, is refused (ctxpkg §6.1)", async () => {
  for (
    const toml of [
      "[addon",
      "name = ",
      `${TOML}name = "x"\nname = "y"\n`,
      "\0",
      `a = ${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    ]
  ) {
    const [faults, warnings] = await found("addon", addon(toml));
    assertMatch(faults[0]!, /^addon\.manifest_toml is not TOML: "/, toml.slice(0, 40));
    assertEquals([faults.length, warnings.length], [1, 0]);
  }
  for (const content of [addon(1), addon(null), { addon: {} }, { addon: "x" }, { addon: [] }]) {
    assertEquals(await found("addon", content), [["addon.manifest_toml is not a string"], []]);
  }
});

Deno.test("where nothing reads TOML, or it is too long to read, that is said (ctxpkg §6.1)", async () => {
  assertEquals(await found("addon", addon("[addon"), {}), [[], [
    "addon.manifest_toml was not checked: there is nothing here that reads TOML",
  ]]);
  assertEquals(await found("addon", addon(1), {}), [["addon.manifest_toml is not a string"], []]);
  assertEquals(await found("addon", addon(TOML + "#\n".repeat(40_000))), [[], [
    "addon.manifest_toml was not checked: it is longer than 65536 UTF-16 units",
  ]]);
});

Deno.test("whatever a payload holds, a check of it returns", async () => {
  const value = fc.jsonValue({ maxDepth: 4 }), good = await documentOf("a.md");
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("documents", "addon"), value, value, async (name, payload, member) => {
      const kind = name === "addon" ? "addon" : "skills";
      for (
        const held of [payload, { files: payload }, { files: [good, payload, { ...good, body: member }] }, {
          manifest_toml: member,
        }]
      ) {
        if (held !== null) await found(kind, { [name]: held });
      }
    }),
  );
});
