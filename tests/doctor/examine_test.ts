import { Packages } from "../../lib/pkg/packages.ts";
import { packageBytes } from "../support/packages.ts";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { CHECKS } from "../../lib/doctor/all_checks.ts";
import { examine } from "../../lib/doctor/examine.ts";
import type { Finding } from "../../lib/doctor/finding.ts";
import type { ExamineOptions } from "../../lib/doctor/patient.ts";
import { InterruptedError } from "../../lib/errors.ts";
import { entryJson, storeJson, TemporaryRoot } from "../support/temporary_root.ts";

const SUMMARY = "# Session\n\n## Open\n- one thing\n";
const LEFTOVER = ".shared.json.0123456789abcdef.tmp";
/** Put together from parts: a scanner of this source must not take it for a real one. */
const CREDENTIAL = "AKIA" + "ABCDEFGHIJKLMNOP";
const NOW = "2026-10-13T09:00:00Z";

/** What is found in a root, by the check that found it. */
async function found(root: TemporaryRoot, options: ExamineOptions = {}): Promise<Finding[]> {
  return [
    ...(await examine(root.open(), { now: () => new Date(NOW), lockTimeoutMs: 20, ...options })).findings,
  ];
}

/** A root with an entry and a summary, in which all is well. */
async function wellRoot(): Promise<TemporaryRoot> {
  const root = await TemporaryRoot.initialised();
  await put(root, "memory/shared.json", storeJson({ k: entryJson("v") }));
  await put(root, "sessions/2026-10-12_session.md", SUMMARY);
  return root;
}

/** Writes a file that is its owner's alone. */
async function put(root: TemporaryRoot, name: string, content: string): Promise<void> {
  await root.write(name, content);
  await Deno.chmod(root.at(name), 0o600);
}

/** Makes a file an hour old, as one that a killed writer left. */
async function leftLongAgo(root: TemporaryRoot, name: string): Promise<void> {
  await put(root, name, "half a st");
  await Deno.utime(root.at(name), new Date("2026-10-13T08:00:00Z"), new Date("2026-10-13T08:00:00Z"));
}

Deno.test("examine() of a context in which all is well finds nothing, and writes nothing", async () => {
  await using root = await wellRoot();
  const before = await root.snapshot();
  const { isWell, findings, checks, start } = await examine(root.open(), { now: () => new Date(NOW) });
  assertEquals([isWell, findings], [true, []]);
  assertEquals(checks, CHECKS.map(({ name }) => ({ name, isWell: true })));
  const { text } = await root.open().start();
  assertEquals(start!.characters, [...text].length, "the size of ctx start, in characters (BR-69)");
  assertEquals(await root.snapshot(), before);
});

/** One thing that is made wrong, what is said of it, and the command that mends it. */
type Fault = readonly [
  check: string,
  name: string,
  make: (root: TemporaryRoot) => Promise<void>,
  message: string,
  remedy: string,
];

const entry = (fields: Readonly<Record<string, unknown>>) => (root: TemporaryRoot) =>
  put(root, "memory/shared.json", storeJson({ here: entryJson("v"), odd: entryJson("v", fields) }));

const FAULTS: readonly Fault[] = [
  [
    "root",
    "no folder sessions",
    async (root) => await Deno.remove(root.at("sessions"), { recursive: true }),
    "no folder sessions",
    "ctx init",
  ],
  ["root", "no RULES.md", (root) => Deno.remove(root.at("RULES.md")), "there is no RULES.md", "ctx init"],
  ["root", "a blank RULES.md", (root) => put(root, "RULES.md", " \n"), "RULES.md says nothing", "RULES.md"],
  [
    "root",
    "a RULES.md that is not UTF-8",
    async (root) => await Deno.writeFile(root.at("RULES.md"), new Uint8Array([0xff])),
    "not UTF-8",
    "Save it as UTF-8",
  ],
  [
    "root",
    "a link that leads out",
    async (root) => {
      await Deno.rename(root.at("sessions"), `${root.outside}/sessions`);
      await Deno.symlink(`${root.outside}/sessions`, root.at("sessions"));
    },
    "a link that leads out of the context root",
    "link within the root",
  ],
  [
    "modes",
    "an open root",
    (root) => Deno.chmod(root.path, 0o755),
    "the context root is open to others than its owner (mode 0755)",
    "chmod go= ",
  ],
  [
    "modes",
    "an open folder",
    (root) => Deno.chmod(root.at("memory"), 0o710),
    "memory is open to others",
    "chmod go= ",
  ],
  [
    "modes",
    "an open store",
    (root) => Deno.chmod(root.at("memory/shared.json"), 0o644),
    "memory/shared.json is open to others",
    "chmod go= ",
  ],
  [
    "modes",
    "an open summary",
    (root) => Deno.chmod(root.at("sessions/2026-10-12_session.md"), 0o604),
    "(mode 0604)",
    "chmod go= ",
  ],
  [
    "modes",
    "an open key",
    async (root) => {
      await root.write("keys/ctxpkg-ed25519.key", "0".repeat(64));
      await Deno.chmod(root.at("keys"), 0o700);
      await Deno.chmod(root.at("keys/ctxpkg-ed25519.key"), 0o640);
    },
    "keys/ctxpkg-ed25519.key is open to others than its owner (mode 0640)",
    "chmod go= ",
  ],
  [
    "packages",
    "a damaged package",
    async (root) => {
      await put(root, "packages/notes-1.0.0.ctxpkg", "{");
      await Deno.chmod(root.at("packages"), 0o700);
    },
    "packages/notes-1.0.0.ctxpkg is damaged",
    "ctx pkg remove notes-1.0.0.ctxpkg",
  ],
  [
    "packages",
    "a pin of a package that is gone",
    async (root) => {
      await new Packages({ home: root.path }).import(await packageBytes());
      await Deno.remove(root.at("packages/demo-1.0.0.ctxpkg"));
    },
    "the package demo@1.0.0 is pinned in packages/ctxpkg.lock",
    "Import it again",
  ],
  [
    "leftovers",
    "a file of a killed writer",
    (root) => leftLongAgo(root, `memory/${LEFTOVER}`),
    `left 1 in memory: ${LEFTOVER}`,
    "ctx doctor --fix",
  ],
  [
    "leftovers",
    "one beside the summaries",
    (root) => leftLongAgo(root, `sessions/${LEFTOVER}`),
    "left 1 in sessions",
    "ctx doctor --fix",
  ],
  [
    "settings",
    "a damaged config.jsonc",
    (root) => put(root, "config.jsonc", "{"),
    "config.jsonc: ",
    "config.jsonc",
  ],
  [
    "settings",
    "an unknown setting",
    (root) => put(root, "config.jsonc", '{"colour": true}'),
    '"colour"',
    "config.jsonc",
  ],
  [
    "lock",
    "a lock that is a folder",
    async (root) => {
      await Deno.remove(root.at("memory/.lock"));
      await Deno.mkdir(root.at("memory/.lock"), { mode: 0o700 });
    },
    "no ordinary file",
    "rm -r ",
  ],
  [
    "stores",
    "a damaged store",
    (root) => put(root, "memory/agent.json", '{"entries":{"a":}}'),
    "line 1, column 17",
    "backup",
  ],
  ["stores", "a store of no bytes", (root) => put(root, "memory/agent.json", ""), "agent.json", "backup"],
  [
    "stores",
    "an entry that is no object",
    (root) => put(root, "memory/agent.json", storeJson({ a: "5" }, "agent")),
    'the entry "a" is not an object',
    "by hand",
  ],
  [
    "stores",
    "another type",
    (root) => put(root, "memory/agent.json", storeJson({}, "shared")),
    'type is "shared"',
    "by hand",
  ],
  [
    "stores",
    "another version",
    (root) => put(root, "memory/agent.json", '{"type":"agent","version":"2","entries":{}}'),
    'the version "2"',
    "the program that made it",
  ],
  [
    "history",
    "a torn line",
    (root) => put(root, "memory/history/shared.jsonl", '{"key":"k","entry":{}}\n{"at"\n'),
    "line 2: no JSON",
    "sed -i 2d ",
  ],
  [
    "entries",
    "a field that stands twice",
    (root) => put(root, "memory/shared.json", storeJson({ k: '{"value":1,"value":2}' })),
    "shared/k: ",
    "by hand",
  ],
  [
    "entries",
    "a timestamp that is none",
    entry({ timestamp: "yesterday" }),
    'shared/odd: its timestamp is no time: "yesterday"',
    "ctx amend odd ",
  ],
  [
    "entries",
    "a timestamp in the future",
    entry({ timestamp: "2026-10-13T09:05:01Z" }),
    "its timestamp is in the future",
    "ctx amend odd ",
  ],
  [
    "entries",
    "a resolved entry of the future",
    entry({ timestamp: "2027-01-01T00:00:00Z", status: "resolved" }),
    "in the future",
    "ctx resolve odd",
  ],
  [
    "entries",
    "a time of creation in the future",
    entry({ created: "2999-01-01T00:00:00Z" }),
    "its created is in the future",
    "ctx delete odd",
  ],
  [
    "entries",
    "a time of a mark that is none",
    entry({ status: "resolved", status_timestamp: "2026-02-30T00:00:00Z" }),
    "its status_timestamp is no time",
    "ctx resolve odd",
  ],
  [
    "entries",
    "a mark that points nowhere",
    entry({ status: "superseded", superseded_by: "gone" }),
    "shared/odd is superseded by shared/gone, which is not there",
    "ctx supersede odd --by ",
  ],
  [
    "credentials",
    "a credential in a value",
    entry({ value: `key ${CREDENTIAL}` }),
    "shared/odd holds what looks like an AWS access key id",
    "ctx delete odd",
  ],
  [
    "credentials",
    "a credential in a field of another program",
    entry({ own: { deep: [CREDENTIAL] } }),
    "shared/odd holds",
    "ctx delete odd",
  ],
  [
    "credentials",
    "a credential as a key",
    (root) => put(root, "memory/agent.json", storeJson({ [CREDENTIAL]: entryJson("v") }, "agent")),
    "an entry of agent whose key looks like an AWS access key id (number 1 in the file)",
    "ctx delete --store agent <its key>",
  ],
  [
    "credentials",
    "a credential in the history",
    (root) => put(root, "memory/history/shared.jsonl", `{"key":"k","entry":{"value":"${CREDENTIAL}"}}\n`),
    "an earlier value of shared/k holds",
    "ctx delete k ",
  ],
  [
    "credentials",
    "a credential of a key that is gone",
    (root) => put(root, "memory/history/shared.jsonl", `{"key":"g","entry":{"value":"${CREDENTIAL}"}}\n`),
    "an earlier value of shared/g",
    "ctx set g gone && ctx delete g ",
  ],
  [
    "credentials",
    "a credential in RULES.md",
    (root) => put(root, "RULES.md", `use ${CREDENTIAL}\n`),
    "RULES.md holds",
    "Take it out of ",
  ],
  [
    "credentials",
    "a credential in a summary",
    (root) => put(root, "sessions/2026-01-01_session.md", CREDENTIAL),
    "sessions/2026-01-01_session.md holds",
    "Take it out of ",
  ],
  [
    "summaries",
    "a name that is no summary's",
    (root) => put(root, "sessions/2026-10-12-session.md", SUMMARY),
    "looks like a summary and is none",
    "2026-10-12b_session.md",
  ],
  [
    "summaries",
    "a date that is none",
    (root) => put(root, "sessions/Session 13.md", SUMMARY),
    "looks like a summary",
    "<YYYY-MM-DD>_session.md",
  ],
  [
    "summaries",
    "a folder that bears a summary's name",
    (root) => Deno.mkdir(root.at("sessions/2026-10-13_session.md"), { mode: 0o700 }),
    "looks like a summary and is none",
    "rmdir ",
  ],
  [
    "summaries",
    "a summary without ## Open",
    (root) => put(root, "sessions/2026-10-13_session.md", "# S\n\n### Open\n- no\n"),
    "the newest summary, sessions/2026-10-13_session.md, has no section",
    "ctx session write",
  ],
  [
    "summaries",
    "a summary of a day to come",
    (root) => put(root, "sessions/2026-10-15_session.md", SUMMARY),
    "of a day to come",
    "mv -n ",
  ],
  [
    "start",
    "a start beyond its budget (BR-69)",
    (root) => put(root, "RULES.md", "a rule\n".repeat(4000)),
    "more than 24,000",
    "Shorten RULES.md",
  ],
  [
    "clutter",
    "an old working note (BR-82)",
    entry({ scope: "session" }),
    "older than a day: 1",
    "ctx cleanup",
  ],
];

for (const [check, name, make, message, remedy] of FAULTS) {
  Deno.test(`examine() finds ${name}, says where, and what mends it (${check})`, async () => {
    await using root = await wellRoot();
    await make(root);
    const before = await root.snapshot(), all = await found(root);
    assertEquals([...new Set(all.map(({ check }) => check))], [check], JSON.stringify(all));
    const one = all.find((finding) => finding.message.includes(message));
    assert(one, JSON.stringify(all));
    assertStringIncludes(one.remedy, remedy);
    assert(!JSON.stringify(all).includes(CREDENTIAL), "a credential is never repeated (§11)");
    assertEquals(await root.snapshot(), before, "nothing is written");
    const { isWell } = await examine(root.open(), { now: () => new Date(NOW) });
    assertEquals(isWell, ["history", "clutter"].includes(check));
  });
}

Deno.test("examine() with fix mends what needs nobody's judgement, and says what it did", async () => {
  await using root = await wellRoot();
  await Deno.remove(root.at("sessions"), { recursive: true });
  await Deno.remove(root.at("RULES.md"));
  await leftLongAgo(root, `memory/${LEFTOVER}`);
  await leftLongAgo(root, ".RULES.md.0123456789abcdef.tmp");
  await Deno.chmod(root.at("memory/shared.json"), 0o664);
  await Deno.chmod(root.path, 0o755);
  const all = await found(root, { fix: true });
  assertEquals(all.map(({ check, fixed }) => [check, fixed]), [
    ["root", "made sessions"],
    ["root", "made RULES.md"],
    ["modes", "set to 0700"],
    ["modes", "set to 0600"],
    ["leftovers", "removed"],
    ["leftovers", "removed"],
  ]);
  assertEquals([await root.mode("."), await root.mode("memory/shared.json")], [0o700, 0o600]);
  assertEquals(await root.leftovers(), []);
  assertEquals(
    await root.read("memory/shared.json"),
    storeJson({ k: entryJson("v") }),
    "entries keep their bytes",
  );
  assertEquals(await found(root), [], "a second look finds nothing");
});

Deno.test("examine() with fix changes nothing that needs judgement", async () => {
  for (const [check, name, make] of FAULTS) {
    if (["root", "modes", "leftovers"].includes(check)) continue;
    await using root = await wellRoot();
    await make(root);
    const before = await root.contents(), all = await found(root, { fix: true });
    assertEquals(all.filter(({ fixed }) => fixed !== undefined), [], name);
    assertEquals(await root.contents(), before, name);
  }
});

Deno.test("examine() with fix makes a root where there is none, and without it nothing", async () => {
  await using root = await TemporaryRoot.make();
  const all = await found(root);
  assertEquals(all.map(({ check, isFixable }) => [check, isFixable]), [["root", true], ["root", true]]);
  assertEquals([...Deno.readDirSync(root.outside)], []);
  const { isWell } = await examine(root.open(), { fix: true });
  assertEquals(isWell, true);
  assertEquals(await found(root), []);
});

Deno.test("examine() leaves the young file of a writer that is at work, and what belongs to others", async () => {
  await using root = await wellRoot();
  await put(root, `memory/${LEFTOVER}`, "half a st");
  const written = new Date("2026-10-13T08:59:30Z");
  await Deno.utime(root.at(`memory/${LEFTOVER}`), written, written);
  await Deno.writeTextFile(root.at("memory/notes.txt"), CREDENTIAL, { mode: 0o644 });
  await Deno.writeTextFile(root.at("sessions/README.md"), "about these\n", { mode: 0o644 });
  await Deno.mkdir(root.at(".git"), { mode: 0o755 });
  assertEquals(await found(root), []);
});

Deno.test("examine() names a lock that is held, and mends the rest all the same (§8.4)", async () => {
  await using root = await wellRoot();
  await leftLongAgo(root, `memory/${LEFTOVER}`);
  await Deno.chmod(root.path, 0o755);
  using held = await Deno.open(root.at("memory/.lock"), { read: true, write: true });
  await held.lock(true);
  const all = await found(root, { fix: true });
  assertEquals(all.map(({ check, fixed }) => [check, fixed]), [
    ["modes", "set to 0700"],
    ["leftovers", undefined],
    ["lock", undefined],
  ]);
  assertStringIncludes(all[1]!.message, "Cannot lock");
  assertStringIncludes(all[2]!.remedy, "fuser ");
  assertEquals(await root.leftovers(), [`memory/${LEFTOVER}`]);
  const interrupted = AbortSignal.abort();
  await assertRejects(() => found(root, { fix: true, signal: interrupted }), InterruptedError);
  await held.unlock();
});

Deno.test("examine() is content with credentials where the settings let them be written (§11)", async () => {
  await using root = await wellRoot();
  await entry({ value: CREDENTIAL })(root);
  await put(root, "config.jsonc", '{"credentials": "warn"}');
  const { isWell, findings } = await examine(root.open(), { now: () => new Date(NOW) });
  assertEquals([isWell, findings.map(({ check, level }) => [check, level])], [true, [[
    "credentials",
    "note",
  ]]]);
});

Deno.test("examine() stays readable, however much is wrong", async () => {
  await using root = await wellRoot();
  const entries = Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [`k_${i}`, entryJson("v", { timestamp: "\u{202e}".repeat(5000) })]),
  );
  await put(root, "memory/shared.json", storeJson(entries));
  const all = await found(root);
  assertEquals(all.length, 20);
  assertStringIncludes(all[19]!.message, "31 more like these");
  for (const { message, remedy } of all) {
    assert(message.length <= 500 && remedy.length <= 500);
    assert(!message.includes("\u{202e}"));
  }
});
