import { assertEquals, assertInstanceOf, assertRejects, assertThrows } from "@std/assert";
import { parseArgs } from "@std/cli/parse-args";
import { type JsonValue, parse } from "@std/jsonc";

// The types below hold for the real packages and for tools/npm alike, so that a check of types finds the same with both.

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

/** Compiles only if the type is `true`. */
function holds<T extends true>(..._: T[]): void {}

Deno.test("parseArgs() has the same types and results from JSR and from npm", { permissions: "none" }, () => {
  const flags = parseArgs(["--on", "--word", "07", "-n", "1", "--tag", "a", "--tag=b", "rest", "--", "-x"], {
    boolean: ["on", "off"],
    string: ["word", "name", "tag"],
    collect: ["tag", "other"],
    negatable: ["on", "word"],
    default: { word: "none", count: 1 },
    alias: { name: "n" },
    "--": true,
  });
  holds<Equal<typeof flags.on, boolean>>();
  holds<Equal<typeof flags.word, string | false>>();
  holds<Equal<typeof flags.name, string | undefined>>();
  holds<Equal<typeof flags.n, string | undefined>>();
  holds<Equal<typeof flags.tag, string[]>>();
  holds<Equal<typeof flags.other, unknown[]>>();
  holds<Equal<typeof flags.count, unknown>>();
  holds<Equal<typeof flags.unknown, unknown>>();
  holds<Equal<typeof flags._, (string | number)[]>>();
  holds<Equal<typeof flags["--"], string[]>>();
  assertEquals([flags.on, flags.off, flags.word, flags.name, flags.n], [true, false, "07", "1", "1"]);
  assertEquals([flags.tag, flags.count, flags._, flags["--"]], [["a", "b"], 1, ["rest"], [
    "-x",
  ]]);
});

Deno.test(
  "assertions narrow and give back the same types from JSR and from npm",
  { permissions: "none" },
  async () => {
    const thrown = assertThrows(() => parse("{"), SyntaxError);
    holds<Equal<typeof thrown, SyntaxError>>();
    const rejected = await assertRejects(() => Promise.reject(new TypeError("no")), TypeError);
    holds<Equal<typeof rejected, TypeError>>();
    const value: unknown = new Date(0);
    assertInstanceOf(value, Date);
    assertEquals(value.getTime(), 0);
  },
);

Deno.test("parse() of JSONC has the same type from JSR and from npm", { permissions: "none" }, () => {
  const value = parse('{ /* why */ "a": [1,], }');
  holds<Equal<typeof value, JsonValue>>();
  assertEquals(value, { a: [1] });
});
