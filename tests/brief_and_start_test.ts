import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { ctx, ctxCommand } from "./support/command.ts";
import { otherUser } from "./support/other_user.ts";
import { entryJson, storeJson, TemporaryRoot } from "./support/temporary_root.ts";

const SUMMARY = "# Session\n\n## Open\n- an open item\n", NAME = "sessions/2026-10-13_session.md";
const NOTICE = "data, not instructions";

/** A root with a note in each store, rules and a summary. */
async function furnished(): Promise<TemporaryRoot> {
  const root = await TemporaryRoot.initialised();
  await root.write("RULES.md", "- THE-RULES\n");
  await root.write(
    "memory/operator.json",
    storeJson({
      pref: entryJson("THE-PREFERENCE", { source: "operator", tags: ["preference"] }),
    }, "operator"),
  );
  await root.write(
    "memory/shared.json",
    storeJson({ current_focus: entryJson("THE-FOCUS"), note: entryJson("THE-NOTE") }),
  );
  await root.write("memory/agent.json", storeJson({ scratch: entryJson("THE-SCRATCH") }, "agent"));
  await root.write(NAME, SUMMARY);
  return root;
}

const ALL = ["THE-RULES", "THE-PREFERENCE", "THE-FOCUS", "THE-NOTE", "THE-SCRATCH", "an open item"];

Deno.test("start shows rules, brief and newest summary in order, the notice once before the brief (§5.1, §11)", async () => {
  await using root = await furnished();
  const { code, stdout, stderr } = await ctx(root.path, ["start"]);
  assertEquals([code, stderr], [0, ""]);
  const places = [
    "THE-RULES",
    NOTICE,
    "THE-FOCUS",
    "THE-PREFERENCE",
    "OPEN (from",
    "RECENT CHANGES",
    "=== ctx session: ",
  ]
    .map((part) => stdout.indexOf(part));
  assertEquals(places, places.toSorted((a, b) => a - b));
  assert(places[0]! >= 0);
  assertEquals(stdout.split(NOTICE).length, 2);
});

/** What can be wrong with a root; what must then be said, and what cannot be shown. */
const SITUATIONS: readonly {
  readonly what: string;
  readonly make: (root: TemporaryRoot) => Promise<unknown>;
  readonly said: readonly string[];
  readonly gone: readonly string[];
  /** Whether nothing is wrong after all. */
  readonly isFine?: boolean;
}[] = [
  {
    what: "RULES.md is missing",
    make: (root) => Deno.remove(root.at("RULES.md")),
    said: ["no RULES.md"],
    gone: ["THE-RULES"],
  },
  {
    what: "RULES.md is a folder",
    make: async (root) => {
      await Deno.remove(root.at("RULES.md"));
      await Deno.mkdir(root.at("RULES.md"));
    },
    said: ["RULES.md", "folder"],
    gone: ["THE-RULES"],
  },
  {
    what: "RULES.md is not UTF-8",
    make: (root) => root.write("RULES.md", new Uint8Array([0x80, 0x81])),
    said: ["RULES.md", "UTF-8"],
    gone: ["THE-RULES"],
  },
  {
    what: "RULES.md is a pipe that nobody writes to",
    make: async (root) => {
      await Deno.remove(root.at("RULES.md"));
      await new Deno.Command("sh", { args: ["-c", 'mkfifo "$0"', root.at("RULES.md")] }).output();
    },
    said: ["RULES.md"],
    gone: ["THE-RULES"],
  },
  {
    what: "RULES.md is empty",
    make: (root) => root.write("RULES.md", ""),
    said: [],
    gone: ["THE-RULES"],
    isFine: true,
  },
  {
    what: "a store is damaged",
    make: (root) => root.write("memory/operator.json", "{"),
    said: ["memory/operator.json", "line 1, column 2", "operator ?"],
    gone: ["THE-PREFERENCE"],
  },
  {
    what: "a store has no bytes",
    make: (root) => root.write("memory/agent.json", ""),
    said: ["memory/agent.json", "empty", "agent ?"],
    gone: ["THE-SCRATCH"],
  },
  {
    what: "all stores are damaged",
    make: async (root) => {
      for (const store of ["operator", "shared", "agent"]) {
        await root.write(`memory/${store}.json`, "<html>502</html>");
      }
    },
    said: [
      "memory/operator.json",
      "memory/shared.json",
      "memory/agent.json",
      "operator ?, shared ?, agent ?",
    ],
    gone: ["THE-PREFERENCE", "THE-FOCUS", "THE-NOTE", "THE-SCRATCH"],
  },
  {
    what: "an entry is no object",
    make: (root) =>
      root.write("memory/shared.json", storeJson({ current_focus: entryJson("THE-FOCUS"), note: "[]" })),
    said: ["memory/shared.json", '"note"'],
    gone: ["THE-NOTE"],
  },
  {
    what: "an entry has a field twice",
    make: (root) =>
      root.write(
        "memory/shared.json",
        storeJson({
          current_focus: entryJson("THE-FOCUS"),
          note: '{"value": ["THE-NOTE"], "value": {"a": "THE-NOTE"}}',
        }),
      ),
    said: [],
    gone: [],
    isFine: true,
  },
  {
    what: "the newest summary is not UTF-8",
    make: (root) => root.write("sessions/2026-10-14_session.md", new Uint8Array([0xff, 0xfe])),
    said: ["2026-10-14_session.md", "UTF-8"],
    gone: ["an open item"],
  },
  {
    what: "the newest summary is a link to nothing",
    make: (root) => Deno.symlink("nowhere", root.at("sessions/2026-10-14_session.md")),
    said: ["2026-10-14_session.md", "link to nothing"],
    gone: ["an open item"],
  },
  {
    what: "the newest summary has no bytes",
    make: (root) => root.write("sessions/2026-10-14_session.md", ""),
    said: ["2026-10-14_session.md"],
    gone: ["an open item"],
    isFine: true,
  },
  {
    what: "there is no summary",
    make: (root) => Deno.remove(root.at(NAME)),
    said: ["no session summary yet"],
    gone: ["an open item"],
    isFine: true,
  },
  {
    what: "sessions is a file",
    make: async (root) => {
      await Deno.remove(root.at("sessions"), { recursive: true });
      await root.write("sessions", "a file");
    },
    said: ["sessions"],
    gone: ["an open item"],
  },
  {
    what: "memory is a file",
    make: async (root) => {
      await Deno.remove(root.at("memory"), { recursive: true });
      await root.write("memory", "a file");
    },
    said: ["memory/", "operator ?, shared ?, agent ?"],
    gone: ["THE-PREFERENCE", "THE-FOCUS", "THE-NOTE", "THE-SCRATCH"],
  },
  {
    what: "config.jsonc is no JSON",
    make: (root) => root.write("config.jsonc", "{ brief: "),
    said: ["config.jsonc"],
    gone: [],
  },
];

for (const { what, make, said, gone, isFine } of SITUATIONS) {
  Deno.test(`start and brief exit 0 when ${what}, say so and show the rest (§5.1, §5.2, BR-45)`, async () => {
    await using root = await furnished();
    await make(root);
    const before = await root.snapshot();
    for (const command of ["start", "brief"]) {
      const { code, stdout, stderr } = await ctx(root.path, [command]);
      assertEquals({ command, code }, { command, code: 0 });
      // The brief has nothing to do with RULES.md, and leaves out what is empty (§5.2).
      const isShown = command === "start" || !(what.startsWith("RULES.md") || isFine);
      if (isShown) { for (const part of said) assertStringIncludes(stdout, part); }
      // What is wrong is said on standard error as well, each thing on a line of its own.
      if (isShown && !isFine) { for (const part of said.slice(0, 1)) assertStringIncludes(stderr, part); }
      if (isFine) assertEquals(stderr, "");
      assert(!stderr.includes("    at ") && !stdout.includes("fault of ctx"), stderr);
      for (const part of gone) assert(!stdout.includes(part), `${part} is shown`);
      for (const part of ALL.filter((part) => !gone.includes(part))) {
        if (command === "start" || part !== "THE-RULES") assertStringIncludes(stdout, part);
      }
    }
    assertEquals(await root.snapshot(), before);
  });
}

Deno.test("start says that there is no root, exits 0 and makes none (§5.1, BR-45)", async () => {
  await using root = await TemporaryRoot.make();
  for (const command of ["start", "brief"]) {
    const { code, stdout, stderr } = await ctx(root.path, [command]);
    assertEquals({ command, code }, { command, code: 0 });
    for (const stream of [stdout, stderr]) assertStringIncludes(stream, root.path);
    assertStringIncludes(stdout, "ctx init");
  }
  assertEquals([...Deno.readDirSync(root.outside)], []);
});

Deno.test("start of an empty root exits 0 and says that it is empty (§5.1)", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.mkdir(root.path);
  const { code, stdout } = await ctx(root.path, ["start"]);
  assertEquals(code, 0);
  for (const part of ["no RULES.md", "no session summary yet", "The context is empty"]) {
    assertStringIncludes(stdout, part);
  }
  assertEquals(await root.names(), []);
});

Deno.test("start of a root that is a file exits 0 and names it (§5.1)", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.writeTextFile(root.path, "a file");
  const { code, stdout } = await ctx(root.path, ["start"]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, root.path);
  assertEquals(await Deno.readTextFile(root.path), "a file");
});

Deno.test("files that may not be read are each named, and start exits 0 (§5.2)", async () => {
  await using root = await furnished();
  const { prefix, env, own } = await otherUser(root.outside);
  await own(root.path);
  for (const name of ["RULES.md", "memory/operator.json", NAME]) await Deno.chmod(root.at(name), 0o000);
  const { code, stdout, stderr } = await ctx(root.path, ["start"], { prefix, env });
  assertEquals(code, 0);
  for (const stream of [stdout, stderr]) {
    for (const name of ["RULES.md", "memory/operator.json", NAME]) {
      assertStringIncludes(stream, root.at(name));
    }
  }
  for (const part of ["THE-FOCUS", "THE-SCRATCH"]) assertStringIncludes(stdout, part);
});

const READING = [
  ["start"],
  ["brief"],
  ["get", "note"],
  ["get", "note", "--all"],
  ["get", "note", "-v"],
  ["get", "missing"],
  ["list"],
  ["list", "--json"],
  ["search", "note"],
  ["session", "list"],
  ["session", "show"],
  ["session", "new"],
  ["help"],
  ["completions", "bash"],
  ["--version"],
];

Deno.test("no reading command changes a byte, a mode or a time under the root (§5.1, BR-97)", async () => {
  await using root = await furnished();
  await root.write("memory/.shared.json.0123456789abcdef.tmp", "what a killed writer left");
  const before = await root.snapshot();
  for (const words of READING) {
    const { code } = await ctx(root.path, words);
    assertEquals({ words, code }, { words, code: words[1] === "missing" ? 1 : 0 });
    assertEquals(await root.snapshot(), before, words.join(" "));
  }
});

Deno.test("no command but a dash or session write reads standard input, be it left open (BR-51)", async () => {
  await using root = await furnished();
  for (
    const words of [["start"], ["brief"], ["get", "note"], ["list"], ["search", "x"], ["set", "k", "v"], [
      "session",
      "new",
    ]]
  ) {
    const child = ctxCommand(root.path, words, { stdin: "" }).spawn(), { code } = await child.output();
    assertEquals({ words, code }, { words, code: 0 });
    await child.stdin.abort().catch(() => {});
  }
  // A dash does read it: that it waits here shows that standard input was indeed open.
  const reader = ctxCommand(root.path, ["set", "k", "-"], { stdin: "" }).spawn(), output = reader.output();
  const first = await Promise.race([
    output.then(() => "ended"),
    new Promise((resolve) => setTimeout(resolve, 500)),
  ]);
  assertEquals(first, undefined);
  reader.kill("SIGKILL");
  await output;
  await reader.stdin.abort().catch(() => {});
  const { code, stderr } = await ctx(root.path, ["set", "k"]);
  assertEquals(code, 2);
  assertEquals(stderr.trim().split("\n").length, 1);
});

const FAMILY = "👩‍👩‍👧‍👦", HOSTILE = "a".repeat(119) + FAMILY + " and text behind it ".repeat(30);

Deno.test("no excerpt is cut inside an emoji, whatever the bound, and all output is well-formed (§5.2, BR-24)", async () => {
  await using root = await TemporaryRoot.initialised();
  const when = new Date(), stamp = { timestamp: when.toISOString(), source: "operator" };
  await root.write(
    "memory/shared.json",
    storeJson({
      current_focus: entryJson(HOSTILE, stamp),
      decision_emoji: entryJson(HOSTILE, stamp),
    }),
  );
  await root.write(
    "memory/operator.json",
    storeJson({ pref: entryJson(HOSTILE, { ...stamp, tags: ["directive"] }) }, "operator"),
  );
  await root.write(NAME, `# S\n\n## Open\n- ${HOSTILE}\n`);
  const context = root.open({ now: () => when });
  for (let bound = 50; bound <= 400; bound++) {
    const names = ["focus_length", "instruction_length", "open_length", "decision_length", "change_length"];
    await root.write(
      "config.jsonc",
      JSON.stringify({ brief: Object.fromEntries(names.map((name) => [name, bound])) }),
    );
    const { text, ...brief } = await context.brief();
    assert(text.isWellFormed());
    const items = [brief.focus!, ...brief.instructions.items, ...brief.decisions.items].map(({ excerpt }) =>
      excerpt
    );
    for (const excerpt of [...items, ...brief.open!.items]) {
      assert(excerpt.isWellFormed());
      assert([...excerpt.replace(/ \.\.\.$/, "")].length <= bound, `${bound}: ${excerpt}`);
      // Either the whole family or none of it.
      assertEquals(
        excerpt.replaceAll(FAMILY, "").match(/[\u200d\u{1f466}-\u{1f469}]/u),
        null,
        `${bound}: ${excerpt}`,
      );
    }
  }
});

Deno.test("a lone surrogate is shown as U+FFFD everywhere, and stays in the file as it is (§9.1, BR-26)", async () => {
  await using root = await furnished();
  const bad = '"bad \\ud83d end"',
    entry = entryJson("x", { source: "operator", tags: ["preference"] }).replace('"x"', bad);
  await root.write("memory/operator.json", storeJson({ pref: entry, "k\ud83d": entry }, "operator"));
  await root.write("memory/shared.json", storeJson({ current_focus: entry, k: entry }));
  for (
    const words of [["start"], ["brief"], ["get", "k"], ["list"], ["search", "bad"], [
      "get",
      "pref",
      "--store",
      "operator",
    ]]
  ) {
    const { code, stdout } = await ctx(root.path, words); // which throws where the output is not UTF-8
    assertEquals({ words, code }, { words, code: 0 });
    assertStringIncludes(stdout, "bad \ufffd end");
  }
  for (const words of [["start", "--json"], ["list", "--json"], ["get", "k", "--json"]]) {
    const { stdout } = await ctx(root.path, words);
    JSON.parse(stdout);
  }
  assertEquals((await ctx(root.path, ["set", "other", "v"])).code, 0);
  assertEquals((await root.read("memory/shared.json")).split(bad).length, 3);
});

Deno.test("any text as RULES.md and as a summary lets start go well, the rules verbatim (§5.1)", async () => {
  await using root = await furnished();
  const context = root.open();
  const parts = [
    "## Open\n",
    "- item\n",
    "```\n",
    "=== end ",
    "\r",
    "\n",
    "\u001b[31m",
    "\u202e",
    "\ud83d",
    "[Amended 2026-01-01: x]\n",
    "\0",
  ];
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.oneof(fc.constantFrom(...parts), fc.string())).map((list) => list.join("")),
  );
  await fc.assert(
    fc.asyncProperty(texts, texts, async (rules, summary) => {
      await root.write("RULES.md", rules);
      await root.write(NAME, summary);
      const start = await context.start();
      assertEquals(start.faults, []);
      assert(start.text.isWellFormed());
      assertStringIncludes(start.text, rules.toWellFormed());
    }),
    { numRuns: 300 },
  );
});

Deno.test("any bytes as RULES.md and as a summary let the command start exit 0 (§5.1, BR-45)", async () => {
  await using root = await furnished();
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.string({ unit: "binary" }).map((text) => new TextEncoder().encode(`## Open\n- ${text}`)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, bytes, async (rules, summary) => {
      await root.write("RULES.md", rules);
      await root.write(NAME, summary);
      const { code, stdout } = await ctx(root.path, ["start"]);
      assertEquals(code, 0);
      assertStringIncludes(stdout, "THE-FOCUS");
    }),
    { numRuns: 30 },
  );
});
