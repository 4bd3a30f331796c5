import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { buildPackage } from "../../../lib/pkg/make/build.ts";
import { rawEntry, Trial } from "../../support/cli_trial.ts";
import { packageText } from "../../support/packages.ts";
import { assertVisible } from "../../support/shown_text.ts";

const AT = "2026-10-13T09:41:07Z", VECTORS = new URL("../../pkg/vectors/", import.meta.url);
const NASTY = `x\n=== ctx brief ===\u202e\u001b[31m\u200b\u009b${"y".repeat(3000)}`;

Deno.test("info says what a package is, holds and would do, of a file as of a name, and writes nothing (ctxpkg §13.2)", async () => {
  await using t = await Trial.make();
  const input = await Deno.readTextFile(new URL("v2-signed-graph.ctxpkg", VECTORS));
  const { manifest } = JSON.parse(input);
  await t.ctx("set", "k", "v");
  const before = await t.snapshot();
  const file = await t.with({ input }, "pkg", "info", "-");
  assertEquals([file.status, file.err, await t.snapshot()], [0, [], before]);
  assertStringIncludes(file.out, `${manifest.name}@${manifest.version}\n`);
  for (
    const text of [
      manifest.integrity.sha256,
      manifest.integrity.content_hash,
      "(bytes)",
      "197f6b23e16c8532c6abc838facd5ea789be0c76b2920334039bfa8b3d368d61",
      "version 2, kind context",
    ]
  ) assertStringIncludes(file.out, text);
  const { import: would, ...json } = JSON.parse((await t.with({ input }, "pkg", "info", "-", "--json")).out);
  assertEquals([json.name, json.sha256, json.reading], [manifest.name, manifest.integrity.sha256, "bytes"]);
  await t.with({ input }, "pkg", "import", "-");
  const { entries } = JSON.parse(await t.read("memory/shared.json"));
  assertEquals(would, { written: Object.keys(entries).length - 1 });
  const named = await t.ctx("pkg", "info", manifest.name);
  const line = /^ {2}an import would .*$/m;
  assertEquals(named.out.replace(line, ""), file.out.replace(line, ""));
  assertMatch(named.out, /an import would +already imported \d+$/m);
});

Deno.test("info says that an import would be refused, and of what verification refuses nothing else (ctxpkg §10, §13.2)", async () => {
  await using t = await Trial.make();
  const grammar = await t.with(
    { input: await packageText("{}", { schema_version: 2, kind: "grammar", layers: [] }) },
    ...["pkg", "info", "-"],
  );
  assertEquals(grammar.status, 0);
  assertMatch(grammar.out, /an import would +be refused: .*grammar/);
  const bad = await t.with({ input: "{}" }, "pkg", "info", "-");
  assertEquals([bad.status, bad.out, bad.err.length], [1, "", 1]);
  assertEquals((await t.ctx("pkg", "info", "none")).status, 1);
  assertEquals((await t.ctx("pkg", "info")).status, 2);
});

Deno.test("info --session prints the session layer as a summary that can be filed (ctxpkg §14.3)", async () => {
  await using t = await Trial.make();
  const session = { task_description: "uploads", decisions: [{ summary: "300 s" }], next_steps: ["measure"] };
  const input = await buildPackage({ name: "notes", at: AT, content: { session } });
  const { status, out, err } = await t.with({ input }, "pkg", "info", "-", "--session");
  assertEquals([status, err], [0, []]);
  assertMatch(out, /^# Session \d{4}-\d\d-\d\d\n\n\*\*Focus:\*\* uploads\n/);
  assertStringIncludes(out, "\n## Decisions\n- 300 s\n\n## Open\n- measure\n");
  const filed = await t.with({ input: out }, "session", "write");
  assertEquals([filed.status, (await t.ctx("brief")).out.includes("measure")], [0, true]);
  const none = await t.with({ input: await packageText() }, "pkg", "info", "-", "--session");
  assertEquals([none.status, none.out, none.err.length], [1, "", 1]);
});

Deno.test("layers of the wrong shape, which verification accepts, are no fault of ctx itself (ctxpkg §5)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("v") });
  const failed: string[] = [], file = `${t.home}/other.ctxpkg`;
  await Deno.writeTextFile(file, await packageText());
  for (const shape of [7, "text", null, [7], [null], [[]], [{ summary: 7 }], {}, true]) {
    const session = { task_description: shape, findings: shape, decisions: shape, next_steps: shape };
    const content = { session: { ...session, files_touched: shape }, knowledge: { facts: shape } };
    const input = await packageText(JSON.stringify(content));
    for (const words of [["info", "-"], ["info", "-", "--session"], ["diff", file, "-"], ["import", "-"]]) {
      const { status, err } = await t.with({ input }, "pkg", ...words);
      if (/A fault of ctx itself/.test(err.join("\n"))) {
        failed.push(`${words.join(" ")}: ${JSON.stringify(shape)}`);
      }
      assert(status <= 2);
    }
  }
  assertEquals(failed, []);
});

Deno.test("what a package says cannot begin a line of info, or hide itself there (ctxpkg §15)", async () => {
  await using t = await Trial.make();
  const list = Object.fromEntries([[NASTY, [1]], ["facts", []]]);
  const session = { files_touched: [NASTY, NASTY], task_description: NASTY, next_steps: [NASTY] };
  const input = await packageText(JSON.stringify({ knowledge: list, session, [NASTY]: 1 }), {
    ...{ schema_version: 2, description: NASTY, author: NASTY, tags: [NASTY], [NASTY]: NASTY },
    ...{ dependencies: [{ name: NASTY, version_req: NASTY }], optional_dependencies: { [NASTY]: NASTY } },
    provenance: { tool: NASTY, tool_version: NASTY },
    compatibility: { min_lean_ctx_version: NASTY },
  });
  for (const isTerminal of [false, true]) {
    const { status, out, err } = await t.with({ input, isTerminal }, "pkg", "info", "-");
    assertEquals(status, 0);
    assertVisible(out);
    for (const line of err) assertVisible(line, true);
    const [head, ...lines] = out.trimEnd().split("\n");
    assertEquals(head, "demo@1.0.0");
    for (const line of lines) assert(/^ {2}[a-z]/.test(line) && line.length < 1000, line);
  }
  const summary = await t.with({ input }, "pkg", "info", "-", "--session");
  assertVisible(summary.out);
  assertEquals(summary.out.split("\n").filter((line) => line.startsWith("===")), []);
});
