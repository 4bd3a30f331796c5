import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { rawEntry } from "../support/cli_trial.ts";
import { CTX } from "../support/command.ts";
import { Bench, environment, start } from "../support/ctx_process.ts";
import { testWith } from "../support/test_with.ts";

/** Writes a store file below a root. */
async function store(root: string, entries: Readonly<Record<string, unknown>>): Promise<void> {
  await Deno.mkdir(`${root}/memory`, { recursive: true });
  const text = JSON.stringify({ type: "shared", version: "1", entries });
  await Deno.writeTextFile(`${root}/memory/shared.json`, text);
}

Deno.test("a session by hand: set, amend, list, get, delete, and their exit statuses (§9.1)", async () => {
  await using bench = await Bench.make();
  const { status, out, err } = await bench.shell(`
    set -e
    ctx init >/dev/null
    ctx set k_port "the port is 8080" --tag net
    CTX_AUTHOR="Agent One" ctx amend k_port it is 8443
    ctx list
    ctx get k_port --raw | tail -n 1
    echo
    ctx delete k_port
    ctx get k_port || echo "exit $?"
    ctx get --stoer || echo "exit $?"
  `);
  assertEquals(status, 0);
  assertEquals(out.split("\n"), [
    "shared/k_port: new",
    "shared/k_port: amended",
    "shared/k_port [amended] operator inferred: the port is 8080",
    "the port is 8080",
    "shared/k_port: deleted, earlier values too",
    "exit 1",
    "exit 2",
    "",
  ]);
  assertEquals(err.split("\n").length, 3, "a line for each of the two failures");
});

Deno.test("the code of a fence is what sha256sum makes of the lines between (§9.1)", async () => {
  await using bench = await Bench.make();
  const { out, err } = await bench.shell(`
    printf 'a\\033[1m line\\n=== end\\n' | ctx set k - >/dev/null
    ctx get k > whole
    sed '1d;$d' whole | sha256sum | cut -c 1-12
    sed -n '1s/^=== [^ ]* \\([0-9a-f]*\\) ===.*/\\1/p' whole
    sed -n '$s/^=== end \\(.*\\) ===$/\\1/p' whole
  `);
  assertEquals(err, "");
  const codes = out.trim().split("\n");
  assertEquals(codes.length, 3);
  assertMatch(codes[0]!, /^[0-9a-f]{12}$/);
  assertEquals(new Set(codes).size, 1);
});

Deno.test("a reader that goes away is success: ctx list | head -1 (§9.1)", async () => {
  await using bench = await Bench.make();
  const many = Array.from({ length: 5000 }, (_, i) => [`key_${i}`, rawEntry("word ".repeat(30))]);
  await store(`${bench.folder}/root`, Object.fromEntries(many));
  for (const words of ["list --limit 4000", "list --json", "search ''"]) {
    const script = `set -o pipefail; ctx ${words} | head -c 20`;
    const { status, out, err } = await bench.shell(script, {}, "bash");
    assertEquals([status, out.length], [0, 20], words);
    assert(!/pipe|error|fault/i.test(err), err);
  }
  const gone = await bench.shell("ctx start >&- ; echo $?; ctx get nope 2>&- ; echo $?");
  assertEquals(gone.out, "0\n1\n", "also one that was never there");
});

// Only Linux has a file that is always full.
for (const full of Deno.build.os === "linux" ? ["/dev/full"] : []) {
  Deno.test(`a report that ${full} cannot take is said in one line, without a stack trace`, async () => {
    await using bench = await Bench.make();
    for (
      const [words, expected] of [["set k v", 1], ["list", 1], ["start", 0], ["start --json", 0]] as const
    ) {
      const { status, err } = await bench.shell(`ctx ${words} >${full}`);
      assertEquals(status, expected, words);
      assertMatch(err, /^ctx: Cannot write to standard output: [^\n]*\n$/);
    }
    assertEquals((await bench.shell("ctx get k --raw")).out, "v", "the write itself was done");
    assertEquals((await bench.shell(`ctx list >${full} 2>${full}`)).status, 1);
  });
}

Deno.test("SIGINT while another program holds the lock exits 130 and writes nothing (§9.1)", async () => {
  await using bench = await Bench.make();
  const root = `${bench.folder}/root`;
  await store(root, { k: rawEntry("v") });
  using lock = await Deno.open(`${root}/memory/.lock`, { create: true, read: true, write: true });
  await lock.lock(true);
  const before = await Deno.readTextFile(`${root}/memory/shared.json`);
  const child = start(CTX, ["set", "k", "w"], { env: { CTX_HOME: root } });
  const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!said.includes("\n")) said += (await reader.read()).value ?? "\n";
  assertStringIncludes(said, `ctx: waiting for another program that holds "${root}/memory/.lock"`);
  child.kill("SIGINT");
  for (let part = await reader.read(); !part.done; part = await reader.read()) said += part.value;
  assertEquals((await child.status).code, 130);
  await child.stdout.cancel();
  assertEquals(said.trimEnd().split("\n").length, 2);
  assertStringIncludes(said, "Interrupted while waiting for the lock: nothing was written");
  assertEquals(await Deno.readTextFile(`${root}/memory/shared.json`), before);
});

Deno.test("no command waits for standard input that it was not told to read (BR-51)", async () => {
  await using bench = await Bench.make();
  await store(`${bench.folder}/root`, { k: rawEntry("v") });
  for (const words of [["start"], ["brief"], ["get", "k"], ["list"], ["set", "k", "w"], ["set", "k"]]) {
    const child = new Deno.Command(CTX, {
      args: words,
      env: environment({ CTX_HOME: `${bench.folder}/root` }),
      clearEnv: true,
      stdin: "piped",
      stdout: "null",
      stderr: "null",
      signal: AbortSignal.timeout(20_000),
    }).spawn();
    assertEquals(
      (await child.status).code,
      words.length === 2 && words[0] === "set" ? 2 : 0,
      words.join(" "),
    );
    await child.stdin.close().catch(() => {});
  }
});

Deno.test("what the shell would eat comes whole from standard input (BR-90)", async () => {
  await using bench = await Bench.make();
  const text = "`rm -rf x` $(id) \"q\" 'q' \\n ! ~ * && exit\n\ttab — ünï\n\n";
  await Deno.writeTextFile(`${bench.folder}/project/f`, text);
  const { status, out } = await bench.shell("ctx set k - < f >/dev/null && ctx get k --raw");
  assertEquals([status, out], [0, text.slice(0, -1)]);
});

Deno.test("a large value comes whole through a pipe and into a file (BR-85)", async () => {
  await using bench = await Bench.make();
  const text = "0123456789 🏔 ".repeat(80_000);
  await Deno.writeTextFile(`${bench.folder}/project/f`, text);
  const script = "ctx set k - < f >/dev/null && ctx get k --raw > g && cmp f g && ctx get k --raw | cmp - f";
  assertEquals(await bench.shell(script), { status: 0, out: "", err: "" });
});

Deno.test("times are local, and UTC under --json, whatever the time zone (§3.3, BR-61)", async () => {
  await using bench = await Bench.make();
  await store(`${bench.folder}/root`, { k: rawEntry("v", { timestamp: "2026-10-13T23:30:00-05:00" }) });
  for (
    const [TZ, local] of [["UTC", "2026-10-14 04:30"], ["America/Chicago", "2026-10-13 23:30"], [
      "Asia/Kolkata",
      "2026-10-14 10:00",
    ]] as const
  ) {
    const script = "ctx get k && ctx brief && ctx list --since 2026-10-14 && ctx get k --json";
    const { status, out } = await bench.shell(script, { env: { TZ } });
    assertEquals(status, 0);
    assertStringIncludes(out, `inferred ${local}\n`);
    assertStringIncludes(out, `  - ${local} k: v\n`);
    assertStringIncludes(out, "\nshared/k agent inferred: v\n", "it is of the 14th in UTC");
    assertStringIncludes(out, '"timestamp":"2026-10-13T23:30:00-05:00"');
  }
});

Deno.test("the command that shows the decisions left out shows them in every time zone (§5.2)", async () => {
  await using bench = await Bench.make();
  // The oldest of the window: seven days ago, and a quarter of an hour.
  const oldest = Date.now() - 7 * 24 * 3600_000 + 15 * 60_000;
  const entries = Array.from({ length: 12 }, (_, i) => [
    `decision_${i}`,
    rawEntry("v", { timestamp: new Date(oldest + i * 1000).toISOString() }),
  ]);
  await store(`${bench.folder}/root`, Object.fromEntries(entries));
  for (const TZ of ["Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago"]) {
    const { out } = await bench.shell("ctx brief", { env: { TZ } });
    const command = /2 more: (ctx list --since .*)\n/.exec(out)?.[1];
    assert(command, out);
    const list = await bench.shell(command, { env: { TZ } });
    for (let i = 0; i < 12; i++) assertStringIncludes(list.out, `shared/decision_${i} `, `${TZ}: ${command}`);
  }
});

Deno.test("import gives up standard input that has no end, and writes nothing", async () => {
  await using bench = await Bench.make();
  const { status, out, err } = await bench.shell("yes | ctx import");
  assertEquals([status, out], [2, ""]);
  assertMatch(err, /^ctx: Standard input holds more than 256 MiB[^\n]*\n$/);
  assertEquals(await bench.shell("ls -A .. | grep -c root").then(({ out }) => out), "0\n");
});

Deno.test("import reads what tar packs, in each of its formats, and export goes through a pipe", async () => {
  await using bench = await Bench.make();
  const { status, out, err } = await bench.shell(`
    set -e
    mkdir -p notes/ideas
    echo "One." > "notes/ideas/$(printf 'x%.0s' $(seq 120)).md"
    echo "Two." > notes/two.md
    for format in ustar pax gnu; do
      test $format = ustar && what=notes/two.md || what=notes
      tar --format=$format -c $what | ctx import | head -n 1
    done
    ctx export | CTX_HOME="$CTX_HOME/../copy" ctx import | head -n 1
  `);
  assertEquals([status, err], [0, ""]);
  assertEquals(out.split("\n"), [
    "Markdown notes: 1 added, 0 replaced, 0 kept, 0 the same",
    "Markdown notes: 1 added, 0 replaced, 0 kept, 1 the same",
    "Markdown notes: 0 added, 0 replaced, 0 kept, 2 the same",
    "an export of ctx: 2 added, 0 replaced, 0 kept, 0 the same",
    "",
  ]);
});

/** Runs a program that finds its pipe to us full, and unwilling to wait, when it begins; we read only later. */
const IMPATIENT = `
import fcntl, os, subprocess, sys, time
read, write = os.pipe()
fcntl.fcntl(write, fcntl.F_SETFL, fcntl.fcntl(write, fcntl.F_GETFL) | os.O_NONBLOCK)
filled = 0
try:
    while True:
        filled += os.write(write, b"#" * 512)
except BlockingIOError:
    pass
stream = sys.argv[1]
child = subprocess.Popen(sys.argv[2:], **{stream: write})
os.close(write)
time.sleep(1)
while True:
    part = os.read(read, 5000)
    if not part:
        break
    sys.stdout.buffer.write(part[filled:])
    filled = max(0, filled - len(part))
sys.exit(child.wait())
`;

testWith(
  "python3",
  "a pipe that does not wait for its reader gets all of it, and nothing twice (§9.1, BR-85)",
  async () => {
    await using bench = await Bench.make();
    const lengths = [0, 1, 600, 1023, 1024, 1025, 4095, 4096, 5000, 70_000];
    const lines = lengths.map((length, n) => `${n}`.repeat(length)).join("\n");
    const texts = {
      lines: `${lines}\n`.repeat(5),
      tail: `${lines}\nshort tail`,
      one: "x".repeat(300_000),
      few: "y",
    };
    await Deno.writeTextFile(`${bench.folder}/project/impatient.py`, IMPATIENT);
    for (const [key, text] of Object.entries(texts)) {
      await Deno.writeTextFile(`${bench.folder}/project/f`, text);
      const script = `ctx set ${key} - --as string < f >/dev/null && ctx get ${key} --raw > want &&
      python3 impatient.py stdout ctx get ${key} --raw | cmp - want`;
      assertEquals({ key, ...await bench.shell(script) }, { key, status: 0, out: "", err: "" });
    }
    const { status, out } = await bench.shell("python3 impatient.py stderr ctx get no_such_key");
    assertEquals(status, 1);
    assertMatch(out, /^ctx: The store shared has no key "no_such_key"[^\n]*\n$/);
  },
);

testWith(
  "python3",
  "standard input that comes late through a pipe that does not wait is read whole (§9.1)",
  async () => {
    await using bench = await Bench.make();
    const script = `
import os, subprocess, time
read, write = os.pipe()
os.set_blocking(read, False)
child = subprocess.Popen(["ctx", "set", "k", "-"], stdin=read)
for part in (b"one ", b"two"):
    time.sleep(0.4)
    os.write(write, part)
os.close(write)
child.wait()
`;
    await Deno.writeTextFile(`${bench.folder}/project/late.py`, script);
    const { out, err } = await bench.shell("python3 late.py && ctx get k --raw");
    assertEquals([out, err], ["shared/k: new\none two", ""]);
  },
);

Deno.test("standard input that cannot be read fails in one line, and nothing is written (§9.1)", async () => {
  await using bench = await Bench.make();
  for (const words of ["set k -", "session write"]) {
    for (const input of ["< .", "3> closed <&3"]) {
      const { status, out, err } = await bench.shell(`ctx ${words} ${input}`);
      assertEquals([words, input, status, out], [words, input, 1, ""]);
      assertMatch(err, /^ctx: Cannot read standard input: [^\n]*\. Nothing was written\.[^\n]*\n$/);
    }
  }
  assertEquals((await bench.shell("ctx list 2>/dev/null")).out, "");
});

Deno.test("a variable that is not UTF-8 is named in one line; start still exits 0 (§9.2)", async () => {
  await using bench = await Bench.make();
  assertEquals((await bench.shell("ctx init && ctx set k v")).status, 0);
  for (
    const [name, set] of [
      ["CTX_AUTHOR", `CTX_AUTHOR="$(printf 'a\\377')"`],
      ["CTX_HOME", `CTX_HOME="$CTX_HOME$(printf '\\377')"`],
      ["HOME", `CTX_HOME= HOME="$(printf '/tmp/\\377')"`],
    ]
  ) {
    for (const [words, status] of [["set k w", 2], ["get k", 2], ["start", 0], ["brief", 0]] as const) {
      const run = await bench.shell(`env ${set} ctx ${words}`);
      assertEquals([name, words, run.status], [name, words, status]);
      assertMatch(run.err, new RegExp(`^ctx: Cannot use the variable ${name}: it is not UTF-8[^\\n]*\\n$`));
      if (status === 0) assertEquals(run.out, `=== ctx ===\n${run.err}`);
    }
  }
  // How it looks is not worth a failure.
  const look = await bench.shell(`env NO_COLOR="$(printf '\\377')" ctx get k --raw`);
  assertEquals(look, { status: 0, out: "v", err: "" });
});

Deno.test("openContextFromEnv() names a variable that is not UTF-8 (§9.2)", async () => {
  await using bench = await Bench.make();
  const code = `
    import { openContextFromEnv } from ${
    JSON.stringify(new URL("../../lib/open_context.ts", import.meta.url).href)
  };
    try { openContextFromEnv(); } catch (error) { console.log(error.name, error.code, error.message); }
  `;
  await Deno.writeTextFile(`${bench.folder}/project/open.ts`, code);
  const script = `env CTX_AUTHOR="$(printf '\\377')" deno run -q --no-config --no-prompt --allow-env open.ts`;
  const { out } = await bench.shell(script);
  assertMatch(out, /^InvalidInputError invalid_input Cannot use the variable CTX_AUTHOR: it is not UTF-8\n$/);
});

Deno.test("bytes in a word that are not UTF-8 are written as U+FFFD, with a warning (§9.1)", async () => {
  await using bench = await Bench.make();
  const byte = `"$(printf 'a\\377')"`;
  for (
    const words of [`set k ${byte}`, `set k v --tag ${byte}`, `amend k ${byte}`, `resolve k --note ${byte}`]
  ) {
    const { status, err } = await bench.shell(`ctx ${words}`);
    assertEquals([words, status], [words, 0]);
    assertMatch(err, /^ctx: a word holds U\+FFFD: bytes on the command line that are not UTF-8 [^\n]*\n$/);
    const json = await bench.shell(`ctx ${words} --json 2>/dev/null`);
    assertMatch(JSON.parse(json.out).warnings.at(-1), /^a word holds U\+FFFD/);
  }
  assertEquals((await bench.shell("ctx set k 'a\u00e9' && printf '\\357\\277\\275' | ctx set k -")).err, "");
});
