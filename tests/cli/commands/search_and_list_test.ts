import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type RawEntry, rawEntry, Trial } from "../../support/cli_trial.ts";

/** The keys that a list printed, with their stores. */
function keys(out: string): string[] {
  return out.split("\n").slice(0, -1).map((line) => line.split(" ")[0]!);
}

Deno.test("results come newest first, then by store, then by key in code point order (§4.6)", async () => {
  await using t = await Trial.make();
  const at = { timestamp: "2026-01-02T00:00:00Z" };
  await t.store("agent", { a: rawEntry("v", at) });
  await t.store("shared", {
    "\u{1f600}": rawEntry("v", at),
    "\uff5e": rawEntry("v", at),
    z: rawEntry("v", at),
    newest: rawEntry("v", { timestamp: "2026-01-03T00:00:00Z" }),
  });
  await t.store("operator", { b: rawEntry("v", at), none: rawEntry("v", { timestamp: "yesterday" }) });
  const expected = [
    "shared/newest",
    "operator/b",
    "shared/z",
    "shared/\uff5e",
    "shared/\u{1f600}",
    "agent/a",
    "operator/none",
  ];
  for (const words of [["list"], ["search", ""], ["search", "v"]]) {
    assertEquals(keys((await t.ctx(...words)).out), expected);
  }
  assertEquals(keys((await t.ctx("list", "--limit", "2")).out), expected.slice(0, 2));
});

Deno.test("times of other programs are compared as instants; what is none comes last (BR-63)", async () => {
  await using t = await Trial.make();
  const times = {
    offset: "2026-10-13T11:00:00+02:00", // 09:00:00Z
    fraction: "2026-10-13T09:00:07.5Z",
    second: "2026-10-13T09:00:07Z",
    date: "2026-10-14",
    none: "yesterday",
  };
  await t.store(
    "shared",
    Object.fromEntries(Object.entries(times).map(([key, timestamp]) => [key, rawEntry("v", { timestamp })])),
  );
  const order = ["fraction", "second", "offset", "date", "none"].map((key) => `shared/${key}`);
  assertEquals(keys((await t.ctx("list")).out), order);
  assertEquals(keys((await t.ctx("search", "v", "--since", "2026-10-13T09:00:07Z")).out), order.slice(0, 2));
  assertEquals(keys((await t.ctx("list", "--since", "2026-10-13T04:00:00-05:00")).out), order.slice(0, 3));
  for (const words of [["brief"], ["start"], ["get", "none"], ["get", "date", "-v"]]) {
    assertEquals((await t.ctx(...words)).status, 0);
  }
  assertStringIncludes((await t.ctx("get", "none")).out, "inferred yesterday\n");
  assertStringIncludes((await t.ctx("brief")).out, "yesterday none: v\n");
});

Deno.test("a bare date is its midnight in UTC (BR-61)", async () => {
  await using t = await Trial.make();
  await t.store("shared", {
    after: rawEntry("v", { timestamp: "2026-10-13T23:30:00-05:00" }), // 04:30 on the 14th
    before: rawEntry("v", { timestamp: "2026-10-13T23:59:59.999Z" }),
    at: rawEntry("v", { timestamp: "2026-10-14T02:00:00+02:00" }),
  });
  assertEquals(keys((await t.ctx("list", "--since", "2026-10-14")).out), ["shared/after", "shared/at"]);
});

Deno.test("filters hold together (§4.6)", async () => {
  await using t = await Trial.make();
  const good = { source: "both", basis: "verified", scope: "session", author: "A", tags: ["x", "y"] };
  const entries: Record<string, RawEntry> = { good: rawEntry("v", { ...good, status: "resolved" }) };
  for (const field of Object.keys(good)) {
    entries[`no_${field}`] = rawEntry("v", { ...good, status: "resolved", [field]: "other" });
  }
  await t.store("shared", { ...entries, no_status: rawEntry("v", good) });
  await t.store("agent", { good: entries.good! });
  const filters = [
    "--source=both",
    "--basis=verified",
    "--scope=session",
    "--author=A",
    "--tag=x",
    "--tag=y",
  ];
  const all = [...filters, "--status", "resolved", "--store", "shared", "--since", "2026-01-01"];
  assertEquals(keys((await t.ctx("list", ...all)).out), ["shared/good"]);
  assertEquals(keys((await t.ctx("search", "V", ...all)).out), ["shared/good"]);
  assertEquals(keys((await t.ctx("list", ...filters, "--status", "current")).out), ["shared/no_status"]);
});

for (
  const pattern of [
    "don't",
    "pre-edit",
    "memory:safe",
    "(python",
    '"',
    "*",
    "a AND",
    "%",
    "_",
    "\\",
    "[",
    "",
    "$(",
  ]
) {
  Deno.test(`search takes ${JSON.stringify(pattern)} as plain text (BR-94)`, async () => {
    await using t = await Trial.make();
    const text = `we don't pre-edit memory:safe (python " * a AND b % _ \\ [ $(`;
    await t.ctx("set", "with", text);
    await t.ctx("set", "without", "nothing");
    const { status, out, err } = await t.ctx("search", pattern);
    assertEquals([status, err], [0, []]);
    assert(keys(out).includes("shared/with"));
    assertEquals(keys(out).includes("shared/without"), pattern === "");
  });
}

Deno.test("search matches a value that is no string on its JSON text (§4.6)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", '{"port": 8.10}');
  for (const pattern of ['"port":8.10', "PORT", "8.10"]) {
    assertEquals(keys((await t.ctx("search", pattern)).out), ["shared/k"], pattern);
  }
});

Deno.test("a list of more than 200 lines is whole, and ends with a hint (BR-64)", async () => {
  await using t = await Trial.make();
  const entries = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, rawEntry("v")]));
  await t.store("shared", entries(200));
  const few = await t.ctx("list");
  assertEquals([few.out.split("\n").length - 1, few.err], [200, []]);
  await t.store("shared", entries(201));
  const many = await t.ctx("list");
  assertEquals([many.status, many.out.split("\n").length - 1, many.err.length], [0, 201, 1]);
  for (const word of ["201", "--limit", "--since", "--tag"]) assertStringIncludes(many.err[0]!, word);
});

Deno.test("a list that was cut says how much there is (BR-64, BR-85)", async () => {
  await using t = await Trial.make();
  await t.store("shared", Object.fromEntries([1, 2, 3].map((i) => [`k${i}`, rawEntry("v")])));
  assertStringIncludes((await t.ctx("list", "--limit", "2")).err.join(), "showing 2 of 3");
  assertEquals((await t.ctx("list", "--limit", "0")).err, []);
  assertEquals((await t.ctx("list", "--limit", "3")).err, []);
  await t.write("config.jsonc", '{"list_limit": 1}');
  const bounded = await t.ctx("list");
  assertEquals(keys(bounded.out), ["shared/k1"]);
  assertStringIncludes(bounded.err.join(), "showing 1 of 3");
  assertEquals(keys((await t.ctx("list", "--limit", "0")).out).length, 3);
});

Deno.test("search finds composed and decomposed letters alike, in either case (BR-27, BR-28)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "cafe\u0301 noir");
  for (const pattern of ["caf\u00e9", "CAF\u00c9", "cafe\u0301"]) {
    assertStringIncludes((await t.ctx("search", pattern)).out, "shared/k ");
  }
  assertEquals((await t.entry("k"))?.value, "cafe\u0301 noir", "it is stored as it was given");
  await t.ctx("set", "turkish", "İİİİ needle tail");
  assertMatch((await t.ctx("search", "NEEDLE")).out, /^shared\/turkish .*needle/);
  await t.ctx("set", "german", "straße");
  assertStringIncludes((await t.ctx("search", "STRAßE")).out, "shared/german ");
});

Deno.test("search finds what an editor wrote, whatever time its file bears (BR-15)", async () => {
  await using t = await Trial.make();
  const path = `${t.home}/memory/shared.json`;
  await t.store("shared", { k: rawEntry("an old word") });
  assertEquals(keys((await t.ctx("search", "old")).out), ["shared/k"]);
  const { atime, mtime } = await Deno.stat(path);
  await Deno.writeTextFile(path, (await t.read("memory/shared.json")).replace("old", "new"));
  await Deno.utime(path, atime!, mtime!);
  assertEquals(
    keys((await t.ctx("search", "new word")).out),
    ["shared/k"],
    "written in place, with the old time",
  );
  await Deno.writeTextFile(`${path}~`, (await t.read("memory/shared.json")).replace("new", "newest"));
  await Deno.rename(`${path}~`, path);
  assertEquals(keys((await t.ctx("search", "newest word")).out), ["shared/k"], "saved by a rename");
});
