import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { isTar, readTar, TarError } from "../../lib/text/read_tar.ts";
import { paxRecord, tarStream } from "../support/tar_stream.ts";

const pure = { permissions: "none" } as const;
const texts = (bytes: Uint8Array) =>
  readTar(bytes).map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]);

function refusal(bytes: Uint8Array): string {
  return assertThrows(() => readTar(bytes), TarError).message;
}

Deno.test(
  "readTar() reads files in their order, with their times, and passes over folders and links",
  pure,
  () => {
    const bytes = tarStream([
      { path: "notes/", type: "5" },
      { path: "notes/b.md", content: "two", modified: 1_700_000_000 },
      { path: "notes/link.md", type: "2" },
      { path: "./notes/a.md", content: "x".repeat(512) },
      { path: "notes/empty.md" },
    ]);
    assertEquals(texts(bytes), [["notes/b.md", "two"], ["notes/a.md", "x".repeat(512)], [
      "notes/empty.md",
      "",
    ]]);
    assertEquals(readTar(bytes)[0]!.modified, 1_700_000_000);
  },
);

Deno.test("readTar() reads long names: of POSIX's prefix, of pax, of GNU tar", pure, () => {
  const long = `${"d/".repeat(100)}ü.md`;
  assertEquals(
    texts(tarStream([
      { path: "a.md", prefix: "one/two", content: "1" },
      { path: "pax", type: "x", content: paxRecord("mtime", "1700000000.5") + paxRecord("path", long) },
      { path: "cut", content: "2" },
      { path: "././@LongLink", type: "L", content: `${long}.md\0` },
      { path: "cut", content: "3" },
      { path: "plain", content: "4" },
    ])),
    [["one/two/a.md", "1"], [long, "2"], [`${long}.md`, "3"], ["plain", "4"]],
  );
});

Deno.test("readTar() takes a size and a time of an extended header", pure, () => {
  const [file] = readTar(tarStream([
    { path: "pax", type: "x", content: paxRecord("size", "3") + paxRecord("mtime", "12.9") },
    { path: "a.md", content: "abc", size: "00000000000" },
  ]));
  assertEquals([file!.modified, new TextDecoder().decode(file!.bytes)], [12, "abc"]);
});

Deno.test("readTar() refuses a path that leads out of its folder", pure, () => {
  for (const path of ["../a.md", "/etc/a.md", "a/../../b.md", "..", "./", "."]) {
    assertStringIncludes(refusal(tarStream([{ path, content: "x" }])), "leads out of the folder", path);
  }
  assertStringIncludes(
    refusal(tarStream([{ path: "x", type: "x", content: paxRecord("path", "../x") }, { path: "ok" }])),
    "leads out",
  );
});

Deno.test("readTar() refuses a path that stands twice", pure, () => {
  assertStringIncludes(
    refusal(tarStream([{ path: "a.md" }, { path: "./a.md" }])),
    '"a.md" stands in it twice',
  );
});

Deno.test("readTar() refuses what is cut off, wherever that is", pure, () => {
  const whole = tarStream([{ path: "a.md", content: "x".repeat(600) }]);
  for (const length of [0, 1, 511, 512, 600, 1100, 1535, 1536]) {
    assertStringIncludes(refusal(whole.slice(0, length)), "it ends", String(length));
  }
});

Deno.test("readTar() refuses a damaged header: its checksum, its numbers, its names", pure, () => {
  const damaged = tarStream([{ path: "a.md", content: "x" }]);
  damaged[0] = 0x62;
  assertStringIncludes(refusal(damaged), "its checksum is another");
  assertStringIncludes(refusal(tarStream([{ path: "a.md", size: "9" }])), "a number in it is none");
  assertStringIncludes(
    refusal(tarStream([{ path: "x", type: "x", content: "99 path=a\n" }])),
    "extended header",
  );
  assertStringIncludes(
    refusal(tarStream([{ path: "x", type: "x", content: "path=a\n" }])),
    "extended header",
  );
  const latin = tarStream([{ path: "x", type: "L", content: new Uint8Array([0xff, 0]) }]);
  assertStringIncludes(refusal(latin), "is not UTF-8");
  assertStringIncludes(refusal(new TextEncoder().encode("x".repeat(2000))), "no tar header");
});

Deno.test("readTar() takes any bytes or refuses them with one error", pure, () => {
  const stream = tarStream([
    { path: "p", type: "x", content: paxRecord("path", "long.md") },
    { path: "a.md", content: "hello" },
  ]);
  fc.assert(fc.property(fc.nat(stream.length - 1), fc.nat(255), (at, byte) => {
    const bytes = stream.slice();
    bytes[at] = byte;
    try {
      readTar(bytes);
    } catch (error) {
      if (!(error instanceof TarError)) throw error;
    }
  }));
});

Deno.test("isTar() knows a stream by its first header, an empty one by its blocks", pure, () => {
  assertEquals(isTar(tarStream([{ path: "a" }])), true);
  assertEquals(isTar(tarStream([])), true);
  assertEquals(isTar(new TextEncoder().encode("{}")), false);
  assertEquals(isTar(new TextEncoder().encode("# A note\n".repeat(100))), false);
});
