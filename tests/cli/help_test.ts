import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { COMMANDS } from "../../lib/cli/catalog.ts";
import { EXAMPLES } from "../../lib/cli/help_texts.ts";
import { optionRow } from "../../lib/cli/options.ts";
import { wrapPackage } from "../../lib/pkg/envelope.ts";
import { VERSION } from "../../lib/version.ts";
import { call, rawEntry } from "../support/cli_trial.ts";
import { Bench } from "../support/ctx_process.ts";

/** A home folder in which every example has what it is about. */
async function prepare(home: string, work: string): Promise<void> {
  await Deno.mkdir(`${home}/ctx/memory`, { recursive: true });
  await Deno.mkdir(`${home}/ctx/sessions`);
  await Deno.mkdir(`${home}/.local/share/bash-completion/completions`, { recursive: true });
  await Deno.writeTextFile(`${home}/ctx/RULES.md`, "the rules\n");
  const fields = { timestamp: "2026-10-13T09:41:07Z", tags: ["decision"] };
  const keys = ["result_upload", "result_download", "result_uplaod", "issue_upload"];
  for (const [store, said] of [["operator", "ask first"], ["shared", "the proxy timeout"]] as const) {
    const entries = Object.fromEntries(keys.map((key) => [key, rawEntry(said, fields)]));
    const text = JSON.stringify({ type: store, version: "1", entries });
    await Deno.writeTextFile(`${home}/ctx/memory/${store}.json`, text);
    await Deno.mkdir(`${home}/ctx/memory/history`, { recursive: true });
    const earlier = ["a first value", "a second one"].map((value) =>
      JSON.stringify({ at: fields.timestamp, operation: "set", key: "result_upload", entry: rawEntry(value) })
    );
    await Deno.writeTextFile(`${home}/ctx/memory/history/${store}.jsonl`, earlier.join("\n") + "\n");
  }
  for (const side of ["base", "ours", "theirs"]) {
    await Deno.copyFile(`${home}/ctx/memory/shared.json`, `${home}/ctx/.merge_file_${side}`);
  }
  await Deno.writeTextFile(`${home}/ctx/sessions/2026-01-02_session.md`, "# S\n\n## Open\n- one\n");
  await Deno.writeTextFile(`${work}/long_text.md`, "# A long text\n\nof two paragraphs\n");
  const exported = {
    type: "ctx-export",
    version: "1",
    stores: { shared: { entries: { k: rawEntry("v") } } },
  };
  await Deno.writeTextFile(`${work}/all.json`, JSON.stringify(exported));
  const entity = { type: "entity", name: "Upload", entityType: "topic", observations: ["slow"] };
  await Deno.writeTextFile(`${work}/memory.jsonl`, JSON.stringify(entity) + "\n");
  const vector = await Deno.readTextFile(
    new URL("../pkg/vectors/v1-lean-ctx-pretty.ctxpkg", import.meta.url),
  );
  await Deno.writeTextFile(`${work}/upload-notes.ctxpkg`, vector);
  await Deno.mkdir(`${home}/ctx/packages`);
  await Deno.writeTextFile(`${home}/ctx/packages/upload-notes-1.0.0.ctxpkg`, vector);
  const envelope = await wrapPackage(vector, { sender: "agent-one", sentAt: "2026-10-13T09:41:07Z" });
  await Deno.writeTextFile(`${work}/upload-notes.envelope.json`, envelope as string);
  await Deno.mkdir(`${work}/notes`);
  await Deno.writeTextFile(`${work}/notes/upload.md`, "A note.\n");
  await Deno.writeTextFile(`${work}/summary.md`, "# Session\n\n## Open\n- one\n");
}

Deno.test("every command has examples, but help itself", () => {
  assertEquals(Object.keys(COMMANDS).filter((name) => !EXAMPLES[name]?.length), ["help"]);
});

for (const [command, examples] of Object.entries(EXAMPLES)) {
  Deno.test(`the examples of ctx ${command} do what they say`, async () => {
    for (const example of examples) {
      await using bench = await Bench.make();
      const home = `${bench.folder}/home`;
      await prepare(home, `${bench.folder}/project`);
      assertMatch(example, command === "" ? /^ctx / : new RegExp(`^(?:.+ \\| )?ctx ${command}\\b`));
      const editor = { EDITOR: "true", VISUAL: "", CTX_GRANTS: "--allow-run=true --allow-env=VISUAL,EDITOR" };
      const { status, out, err } = await bench.shell(example, {
        env: { HOME: home, CTX_HOME: "", ...command === "edit" && editor },
      });
      // What a package leaves out, and what an envelope only says, is no failure.
      assertEquals([status, err.replace(/^ctx: (?:left out \d+: the store|from "agent-one",) .*\n/gm, "")], [
        0,
        "",
      ], example);
      const isSilent = example.includes(" > ") || command === "mcp";
      assertEquals(out === "", isSilent, `${example} shows something, or writes it to a file`);
      for await (const { name, isFile } of Deno.readDir(`${bench.folder}/project`)) {
        if (isFile) {
          assert((await Deno.stat(`${bench.folder}/project/${name}`)).size > 0, `${example} wrote ${name}`);
        }
      }
    }
  });
}

Deno.test("the help of each command has its examples first, then its options, each explained", async () => {
  for (const [name, { options, summary }] of Object.entries(COMMANDS)) {
    if (name === "help") continue;
    const { status, out, err } = await call([name, "--help"]);
    assertEquals([status, err], [0, []]);
    assertEquals((await call(["help", name])).out, out);
    assertEquals((await call([name, "-h"])).out, out);
    assertEquals((await call([name, "--help", "any", "words"])).out, out);
    assertEquals(
      out.split("\n").slice(0, EXAMPLES[name]!.length),
      EXAMPLES[name]!.map((line) => `  ${line}`),
    );
    assertStringIncludes(out, `\n  ${summary}\n`);
    for (const option of [...options, "json", "help"] as const) {
      const line = out.split("\n").find((line) => line.startsWith(`  --${option}`));
      assert(line?.endsWith(`  ${optionRow(option, name).help}`), `${name} --${option}`);
    }
  }
});

Deno.test("the help of set begins with standard input, for what is longer than a line (BR-90)", () => {
  assertStringIncludes(EXAMPLES.set![0]!, " - < ");
});

Deno.test("the help names the default root, the author, the order of results and the exit statuses (§8.1)", async () => {
  const { out } = await call(["help"]);
  for (const [name, { summary }] of Object.entries(COMMANDS)) {
    assert(out.split("\n").some((line) => line.startsWith(`  ctx ${name}`) && line.endsWith(summary)));
  }
  for (const part of ["CTX_HOME", "~/ctx", "CTX_AUTHOR", "Exit status: 0", "130"]) {
    assertStringIncludes(out, part);
  }
  const order = "newest first, then by store (operator, shared, agent), then by key in code point order";
  for (const words of [["help"], ["help", "list"], ["search", "--help"]]) {
    assertStringIncludes((await call(words)).out, order);
  }
});

Deno.test("no line of any help is wider than 160 characters, and every line is ended", async () => {
  for (const words of [[], ...Object.keys(COMMANDS)].map((name) => ["help", ...[name].flat()])) {
    const { out } = await call(words);
    assert(out.endsWith("\n"));
    for (const line of out.split("\n")) assert(line.length <= 160, line);
  }
});

Deno.test("the help needs neither a root nor any variable", async () => {
  assertEquals((await call(["help"], { variables: { CTX_HOME: "not absolute" } })).status, 0);
});

Deno.test("--version prints the version, whatever else is there", async () => {
  assertEquals((await call(["--version"])).out, `ctx ${VERSION}\n`);
  assertEquals((await call(["get", "k", "--version"])).out, `ctx ${VERSION}\n`);
  assertEquals(JSON.parse((await call(["--version", "--json"])).out), { version: VERSION });
});
