import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { InvalidInputError } from "../../../lib/errors.ts";
import { type ImportFormat, readImport } from "../../../lib/memory/import/read_input.ts";
import { tarStream } from "../../support/tar_stream.ts";

const pure = { permissions: "none" } as const;
const FACTS = { now: "2026-10-13T09:41:07Z" };
const EXPORT = '{"type":"ctx-export","version":"1","stores":{"shared":{"entries":{"k":{"value":1}}}}}';
const GRAPH = '{"type":"entity","name":"a","entityType":"b","observations":[]}\n';
const NOTES = tarStream([{ path: "a.md", content: "x" }]);
const bytes = (input: string | Uint8Array) =>
  typeof input === "string" ? new TextEncoder().encode(input) : input;
const read = (input: string | Uint8Array, from?: ImportFormat) =>
  readImport(bytes(input), from, "agent", FACTS);

Deno.test("readImport() tells the format by the content, or is told it", pure, () => {
  for (
    const [input, format, store] of [[EXPORT, "ctx", "shared"], [GRAPH, "mcp-memory", "agent"], [
      NOTES,
      "notes",
      "agent",
    ]] as const
  ) {
    for (const from of [undefined, format]) {
      const { format: told, entries } = read(input, from);
      assertEquals([told, entries.length, entries[0]!.store], [format, 1, store]);
    }
  }
});

/** What cannot be imported, and what is said of it. */
const BAD: readonly (readonly [input: string | Uint8Array, says: string, from?: ImportFormat])[] = [
  ["", "nothing on standard input"],
  ["# A note\n", "neither an export of ctx"],
  ["key,value\n", "neither an export of ctx"],
  ["[]", "neither an export of ctx"],
  [EXPORT, "line 1, column 1: it is neither an entity nor a relation", "mcp-memory"],
  [GRAPH, '"type" is "entity"', "ctx"],
  [EXPORT, "it ends at byte 0", "notes"],
  [`${GRAPH}\n{`, "line 3, column 1: it is not JSON"],
  [NOTES.slice(0, 512), "it ends within the file"],
  [tarStream([]), "no Markdown note is in it"],
  [tarStream([{ path: "a.txt", content: "x" }]), "no Markdown note is in it"],
  [tarStream([{ path: "../a.md", content: "x" }]), "leads out of the folder"],
  [new Uint8Array([0x1f, 0x8b, 8, 0]), "compressed (gzip)"],
  [new Uint8Array([0x28, 0xb5, 0x2f, 0xfd]), "compressed (zstd)"],
  [new Uint8Array([0x50, 0x4b, 3, 4]), "compressed (zip)"],
  [new Uint8Array([0x7b, 0x0a, 0xff]), "line 2, column 1: it is not UTF-8"],
  [new Uint8Array([0xff, 0xfe, 0x7b, 0]), "line 1, column 1: it is not UTF-8"],
  ["\ufeff" + EXPORT, "a byte order mark"],
  [new Uint8Array(256 * 2 ** 20 + 1), "more than 256 MiB"],
];

Deno.test("readImport() refuses anything else with one line that says where (BR-102)", pure, () => {
  for (const [input, says, from] of BAD) {
    const { message, hint } = assertThrows(() => read(input, from), InvalidInputError);
    assertStringIncludes(message, says);
    assertStringIncludes(message, "nothing was written");
    assertEquals([message, hint].join("").includes("\n"), false);
  }
});
