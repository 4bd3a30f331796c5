import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import * as jsonc from "npm:jsonc-parser@3.3.1";
import { getStaticTOMLValue, parseTOML } from "npm:toml-eslint-parser@1.0.3";
import { ConflictError, InvalidInputError } from "../../lib/errors.ts";
import { HARNESSES, type HarnessName } from "../../lib/memory/harness.ts";
import { checkWiring } from "../../lib/wire/check.ts";
import { insertSpans } from "../../lib/wire/spans.ts";
import { kindOf, SAMPLES } from "../support/settings_samples.ts";
import { WireTrial } from "../support/wire_trial.ts";

const NAMES = (Object.keys(HARNESSES) as HarnessName[]).filter((name) => name !== "plain");

/** What a file says, read by a library. */
function meaningOf(file: string, text: string): unknown {
  const body = text.replace(/^\ufeff/, "");
  if (kindOf(file) === "json") {
    const errors: jsonc.ParseError[] = [],
      value = jsonc.parse(body, errors, { allowTrailingComma: true, allowEmptyContent: true });
    assertEquals(errors, [], text);
    return value;
  }
  return kindOf(file) === "toml" ? getStaticTOMLValue(parseTOML(body)) : body;
}

for (const harness of NAMES) {
  for (const scope of ["user", "project"] as const) {
    Deno.test(`${harness} is wired into the files of a ${scope} as people have them, twice is once, and unwired byte for byte`, async () => {
      await using trial = await WireTrial.make();
      const facts = scope === "project" ? { project: `${trial.home}/project` } : {};
      await Deno.mkdir(`${trial.home}/project`);
      const files = [
        ...new Set(
          trial.wiring(harness, facts).placements.map(({ file }) => file.slice(trial.home.length + 1)),
        ),
      ];
      const count = Math.max(...files.map((file) => Object.keys(SAMPLES[kindOf(file) ?? "env"]!).length));
      for (let i = -1; i < count; i++) {
        const original: Record<string, string> = {};
        for (const file of files) {
          const kind = kindOf(file), samples = kind === undefined ? [] : Object.values(SAMPLES[kind]!);
          if (i < 0 || samples.length === 0) continue;
          original[file] = samples[i % samples.length]!;
          await trial.write(file, original[file]!);
        }
        const before = await trial.tree();
        const planned = await trial.wire(harness, facts, false);
        assertEquals(await trial.tree(), before, "looking changes nothing");
        const wired = await trial.wire(harness, facts);
        assertEquals(wired.map(({ diff }) => diff), planned.map(({ diff }) => diff));
        for (const { items } of wired) {
          for (const item of items) assertEquals([item.state, item.why], ["added", undefined]);
        }
        const after = await trial.tree();
        for (const file of files) {
          const was = original[file] ?? "";
          // Nothing is taken out: what was there is there, in its order, with something between.
          let at = 0;
          for (const unit of after[file]!) if (was.startsWith(unit, at)) at += unit.length;
          assertEquals(at, was.length, file);
          assertEquals(after[file]!.startsWith("\ufeff"), was.startsWith("\ufeff"));
          if (was.includes("\r\n")) {
            assert(!/(?<!\r)\n/.test(after[file]!), `${file} keeps CRLF: ${JSON.stringify(after[file])}`);
          }
          meaningOf(file, after[file]!);
        }
        await trial.wire(harness, facts);
        assertEquals(await trial.tree(), after, "twice is once");
        for (const { left } of await trial.unwire(harness, facts)) assertEquals(left, []);
        assertEquals(await trial.tree(), before);
        assertEquals(JSON.parse(await trial.root.read("memory/.wired.json")).files, []);
        for (const file of files) await Deno.remove(`${trial.home}/${file}`).catch(() => {});
      }
    });
  }
}

Deno.test("a harness is unwired also after somebody edited around what was put in: theirs stays, ours goes", async () => {
  for (const harness of NAMES) {
    await using trial = await WireTrial.make();
    const files = [
      ...new Set(trial.wiring(harness).placements.map(({ file }) => file.slice(trial.home.length + 1))),
    ];
    const kinds = files.map(kindOf),
      most = Math.max(...kinds.map((kind) => Object.keys(SAMPLES[kind ?? "env"]!).length));
    for (let i = 0; i < most; i++) {
      const meant = new Map<string, unknown>();
      for (const file of files) {
        const kind = kindOf(file), samples = kind === undefined ? [] : Object.values(SAMPLES[kind]!);
        if (samples.length > 0) await trial.write(file, samples[i % samples.length]!);
      }
      await trial.wire(harness);
      for (const file of files) {
        const text = await trial.read(file), kind = kindOf(file);
        let edited = text;
        if (kind === "json") {
          // By a program that writes as people do: a new member at the top, one behind everything, one beside ours.
          const edit = (path: jsonc.JSONPath, value: unknown) => {
            const body = edited.replace(/^\ufeff/, "");
            const options = {
              formattingOptions: {
                insertSpaces: true,
                tabSize: 2,
                eol: text.includes("\r\n") ? "\r\n" : "\n",
              },
            };
            edited = (edited.startsWith("\ufeff") ? "\ufeff" : "") +
              jsonc.applyEdits(body, jsonc.modify(body, path, value, options));
          };
          edit(["later"], { by: "somebody" });
        } else if (kind === "toml") {
          edited = `# later\n${text.replace(/^\ufeff/, "")}\n[later]\nby = "somebody"\n`;
        } else if (kind !== undefined) edited = `${text}\nlater\n`;
        if (kind === undefined) continue;
        await trial.write(file, edited);
        if (kind === "json" || kind === "toml") meant.set(file, meaningOf(file, edited));
      }
      const report = await trial.unwire(harness);
      assertEquals(report.flatMap(({ left }) => left), [], harness);
      for (const file of files) {
        if (kindOf(file) === undefined) continue;
        const text = await trial.read(file);
        assert(text.includes("later"), file);
        assert(!/\bctx\b|CTX_/.test(text.replaceAll("ctx_test", "")), `${file}: ${text}`);
        meaningOf(file, text);
      }
      for (const file of files) await Deno.remove(`${trial.home}/${file}`).catch(() => {});
    }
  }
});

Deno.test("what somebody changed inside is shown and left, and the rest goes (BR-58)", async () => {
  await using trial = await WireTrial.make();
  await trial.wire("claude");
  const settings = JSON.parse(await trial.read(".claude/settings.json"));
  settings.hooks.SessionStart[0].hooks[0].timeout = 60;
  await trial.write(".claude/settings.json", JSON.stringify(settings, null, 2));
  await trial.write(
    ".claude/CLAUDE.md",
    (await trial.read(".claude/CLAUDE.md")).replace("Record", "Always record"),
  );
  const report = await trial.unwire("claude");
  assertEquals(report.flatMap(({ left }) => left.map(({ placement }) => placement.part)).sort(), [
    "hook",
    "pointer",
  ]);
  assertStringIncludes(report.flatMap(({ left }) => left.map(({ found }) => found)).join(), '"timeout": 60');
  assertStringIncludes(await trial.read(".claude/settings.json"), '"timeout": 60');
  assert(!(await trial.read(".claude/settings.json")).includes('"CTX_AUTHOR"'));
  assertStringIncludes(await trial.read(".claude/CLAUDE.md"), "Always record");
});

Deno.test("a new wiring takes the place of an older one, and what is unwired then is the original (BR-57)", async () => {
  await using trial = await WireTrial.make();
  const original = SAMPLES.json!["somebody's hooks"]!;
  await trial.write(".claude/settings.json", original);
  await trial.wire("claude", { author: "One" });
  await trial.wire("claude", { author: "Two", inParts: true });
  const text = await trial.read(".claude/settings.json");
  assert(!text.includes('"One"') && text.includes('"Two"'));
  assertEquals(JSON.parse(text).hooks.SessionStart.length, 4);
  assert(!(await trial.read(".claude/CLAUDE.md")).includes("You are One"));
  await trial.unwire("claude");
  assertEquals(await trial.read(".claude/settings.json"), original);
  assertEquals(Object.keys(await trial.tree()), [".claude/", ".claude/settings.json"]);
});

Deno.test("a file that is not what it should be is refused with its place, and nothing at all is changed (BR-57)", async () => {
  await using trial = await WireTrial.make();
  for (
    const [file, text, says] of [
      [
        ".claude/settings.json",
        '{\n  "a": 1\n  "b": 2\n}\n',
        /settings\.json" is not JSON: .* in line 3, column 3/,
      ],
      [".claude/settings.json", "[]", /the file is no object/],
      [".claude/settings.json", '{"hooks": []}', /hooks is no object/],
      [".claude/settings.json", '{"hooks": {"SessionStart": {}}}', /hooks\.SessionStart is no array/],
      [".claude/settings.json", '{"env": null}', /env is no object/],
    ] as const
  ) {
    await trial.write(file, text);
    const before = await trial.tree();
    const error = await assertRejects(() => trial.wire("claude"), InvalidInputError);
    assertMatch(error.message, says);
    assertEquals(await trial.tree(), before);
  }
  await trial.write(".codex/config.toml", "a = 1\na = 2\n");
  const before = await trial.tree();
  assertMatch(
    (await assertRejects(() => trial.wire("codex"), InvalidInputError)).message,
    /is not TOML: .* in line 2/,
  );
  assertEquals(await trial.tree(), before);
  await trial.write(".codex/config.toml", "");
  await Deno.writeFile(`${trial.home}/.codex/hooks.json`, new Uint8Array([0xff, 0xfe]));
  await assertRejects(() => trial.wire("codex"), Error, "not UTF-8");
});

Deno.test("what stands in a piece's place is left and named: another value, another hook that starts from ctx, another block", async () => {
  await using trial = await WireTrial.make();
  const own =
    '{\n  "env": { "CTX_AUTHOR": "Me" },\n  "hooks": { "SessionStart": [{ "hooks": [{ "command": "ctx start" }] }] }\n}\n';
  await trial.write(".claude/settings.json", own);
  const [settings] = await trial.wire("claude");
  assertEquals(settings!.items.map(({ state }) => state), ["left", "left"]);
  assertEquals(await trial.read(".claude/settings.json"), own);
  await trial.write(".codex/config.toml", '[mcp_servers.ctx]\ncommand = "mine"\n');
  const states = (await trial.wire("codex")).flatMap(({ items }) =>
    items.map(({ state, why }) => why ?? state)
  );
  assert(states.includes("[mcp_servers.ctx] has another command"), states.join());
});

Deno.test("modes and links stay as they are, and a file that is new is its owner's alone", async () => {
  await using trial = await WireTrial.make();
  await trial.write("dotfiles/claude.json", '{\n  "model": "opus"\n}\n');
  await Deno.chmod(`${trial.home}/dotfiles/claude.json`, 0o640);
  await Deno.mkdir(`${trial.home}/.claude`);
  await Deno.symlink("../dotfiles/claude.json", `${trial.home}/.claude/settings.json`);
  const before = await trial.tree();
  await trial.wire("claude");
  assert((await Deno.lstat(`${trial.home}/.claude/settings.json`)).isSymlink);
  assertEquals((await Deno.stat(`${trial.home}/dotfiles/claude.json`)).mode! & 0o777, 0o640);
  assertEquals((await Deno.stat(`${trial.home}/.claude/CLAUDE.md`)).mode! & 0o777, 0o600);
  assertStringIncludes(await trial.read("dotfiles/claude.json"), "SessionStart");
  await trial.unwire("claude");
  assertEquals(await trial.tree(), before);
  assert((await Deno.lstat(`${trial.home}/.claude/settings.json`)).isSymlink);
  assertEquals((await Deno.stat(`${trial.home}/dotfiles/claude.json`)).mode! & 0o777, 0o640);
});

Deno.test("a file that somebody changes between the look and the write is left as it is", async () => {
  await using trial = await WireTrial.make();
  await trial.write(".claude/settings.json", "{}\n");
  const wiring = trial.wiring("claude"), { wire } = await import("../../lib/wire/wire.ts");
  const write = Deno.rename;
  // The record is the first to be put in its place: meanwhile somebody saves the settings.
  Deno.rename = async (from, to) => {
    await write(from, to);
    if (String(to).endsWith(".wired.json")) await trial.write(".claude/settings.json", '{"mine": 1}\n');
  };
  try {
    await assertRejects(
      () => wire(wiring, { home: trial.root.path, program: trial.program, apply: true }),
      ConflictError,
      "changed meanwhile",
    );
  } finally {
    Deno.rename = write;
  }
  assertEquals(await trial.read(".claude/settings.json"), '{"mine": 1}\n');
  await trial.wire("claude");
  await trial.unwire("claude");
  assertEquals(JSON.parse(await trial.read(".claude/settings.json")), { mine: 1 });
});

Deno.test("all harnesses wired and unwired leave nothing of ctx (BR-58)", async () => {
  await using trial = await WireTrial.make();
  for (const harness of NAMES) await trial.wire(harness);
  const names = Object.keys(await trial.tree());
  assert(
    names.includes(".claude/settings.json") && names.includes(".config/opencode/plugins/ctx.ts"),
    names.join(),
  );
  for (const harness of NAMES) await trial.unwire(harness);
  assertEquals(await trial.tree(), {});
});

Deno.test("without a record what stands there is taken out piece by piece", async () => {
  for (const harness of NAMES) {
    await using trial = await WireTrial.make();
    await trial.wire(harness);
    await Deno.remove(trial.root.at("memory/.wired.json"));
    await trial.unwire(harness);
    for (const [file, text] of Object.entries(await trial.tree())) {
      assert(!/\bctx\b|CTX_/.test(text), `${file}: ${text}`);
    }
  }
});

Deno.test("what was pasted by hand as it is shown counts as wired, and is taken out with the rest", async () => {
  for (const harness of NAMES) {
    await using trial = await WireTrial.make();
    const first = new Map<string, string>(), merge = await import("../../lib/wire/change.ts");
    for (const placement of trial.wiring(harness).placements) {
      const text = first.get(placement.file) ?? "", found = await merge.merge(text, placement);
      if (found.state === "missing") first.set(placement.file, insertSpans(text, found.spans));
    }
    for (const [file, text] of first) await trial.write(file.slice(trial.home.length + 1), text);
    const before = await trial.tree();
    for (const { items } of await trial.wire(harness)) assert(items.every(({ state }) => state === "there"));
    assertEquals(await trial.tree(), before);
    assertEquals((await trial.unwire(harness)).flatMap(({ left }) => left), []);
    for (const [file, text] of Object.entries(await trial.tree())) {
      assert(!/\bctx\b|CTX_/.test(text), `${file}: ${text}`);
    }
  }
});

Deno.test("a file that the harness does not read as it is comes with a warning, when it is wired and when it is checked", async () => {
  await using trial = await WireTrial.make();
  for (
    const [harness, file, text, says] of [
      ["claude", ".claude/settings.json", '{\n  // mine\n  "a": 1\n}\n', /comments or trailing commas/],
      ["codex", ".codex/hooks.json", "\ufeff{}\n", /byte order mark/],
      ["codex", ".codex/hooks.json", '{ "a": 1, }\n', /comments or trailing commas/],
      ["gemini", ".gemini/settings.json", "\ufeff{}\n", /byte order mark/],
      ["gemini", ".gemini/settings.json", "{} // fine\n", undefined],
      ["claude", ".claude/settings.json", "\ufeff{}\n", undefined],
    ] as const
  ) {
    await trial.write(file, text);
    const warnings = (await trial.wire(harness)).flatMap(({ warning }) => warning ?? []);
    const context = trial.root.open(), run = () => Promise.resolve(undefined);
    const checks = (await checkWiring(context, trial.wiring(harness), run)).filter(({ name }) =>
      name === "reads"
    );
    if (says === undefined) assertEquals([warnings, checks], [[], []]);
    else {
      assertMatch(warnings.join(), says);
      assertMatch(checks[0]!.said, says);
      assertEquals(checks[0]!.isWell, false);
    }
    await trial.unwire(harness);
    assertEquals(await trial.read(file), text);
  }
});

Deno.test("a name or a path that is more than a line, or hides something, is not wired", async () => {
  await using trial = await WireTrial.make();
  for (const author of ["a\nb", "a\r", "a\u2028b", "a\x1b[31m", "a\u202eb", "\ud800"]) {
    for (const facts of [{ author }, { under: `/${author}` }, { project: `/${author}` }]) {
      await assertRejects(
        async () => await trial.wire("claude", facts),
        InvalidInputError,
        "more than a line",
      );
    }
  }
  assertEquals(await trial.tree(), {});
});
