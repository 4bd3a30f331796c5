import { assert, assertEquals } from "@std/assert";
import { COMMANDS } from "../lib/cli/catalog.ts";
import { HARNESSES, type HarnessName } from "../lib/memory/harness.ts";
import { snippetOf } from "../lib/wire/snippet.ts";
import { wiringOf } from "../lib/wire/wirings.ts";

const checkout = new URL("..", import.meta.url);
const readme = Deno.readTextFileSync(new URL("README.md", checkout));
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].map((match) => match[1]!);

/** Runs a shell with `ctx` and the running Deno first on PATH, and of the user's variables PATH alone. */
async function shell(script: string, home: string): Promise<string> {
  const deno = Deno.execPath(), folder = deno.slice(0, deno.lastIndexOf("/"));
  const { success, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-eu", "-c", script],
    clearEnv: true,
    cwd: home,
    env: {
      // What Deno has cached is the machine's, not the newcomer's.
      DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
      CTX_DENO_CONFIG: Deno.env.get("CTX_DENO_CONFIG") ?? "",
      HOME: home,
      PATH: `${home}/bin:${folder}:${Deno.env.get("PATH")}`,
    },
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("the README's first five minutes hold, command by command", async () => {
  const home = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${home}/bin`);
    await Deno.writeTextFile(
      `${home}/bin/ctx`,
      `#!/bin/sh\nexec '${checkout.pathname}conformance/ctx' "$@"\n`,
      { mode: 0o755 },
    );
    const script = blocks.filter((block) => /^(?:CTX_HOME=\S+ )?ctx |^export /m.test(block))
      // What the reader is told to do by hand.
      .map((block) =>
        block.replace(/^(ctx session new .*)$/m, "$1\nsed -i 's/<[^>]*>/filled in/' summary.md")
      )
      .join("");
    const out = await shell(script, home), last = out.slice(out.lastIndexOf("=== ctx rules"));
    assertExchange(out);
    for (
      const line of [
        "  Large uploads: find out why those over 50 MB fail.",
        "  - operator_preference_one_question [operator]: Ask one question at a time.",
      ]
    ) assert(last.includes(`\n${line}\n`), line);
    assert(/^ {2}- \S+ \S+ issue_upload_fails \[resolved\]: /m.test(last));
    assert(/^=== ctx session: sessions\/\d{4}-\d\d-\d\d_session\.md /m.test(last));
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

/** What was handed over in the worked exchange: it is there, is from where it says, and comes in once. */
function assertExchange(out: string): void {
  const [, made] = /^(upload-notes@1\.0\.0: 2 entries, .*)$/m.exec(out) ?? [];
  assert(made !== undefined, out);
  assert(/^-: upload-notes 1\.0\.0: accepted$/m.test(out));
  assert(/^upload-notes@1\.0\.0, nothing is written: 2 written$/m.test(out));
  assert(/^upload-notes@1\.0\.0: 2 written$/m.test(out));
  assert(/^imported_from: upload-notes@1\.0\.0$/m.test(out));
  assert(/^=== shared\/result_upload_timeout [0-9a-f]{12} === system reported /m.test(out));
  assert(/^upload-notes@1\.0\.0: nothing new$/m.test(out));
}

Deno.test("the README names tasks that deno.json has, and the pinned Deno", async () => {
  const { tasks } = JSON.parse(
    (await Deno.readTextFile(new URL("deno.json", checkout))).replace(/^\s*\/\/.*$/gm, ""),
  );
  const named = [...readme.matchAll(/\btask (\w+)/g)].map((match) => match[1]!);
  assert(named.length >= 3);
  for (const name of named) assert(Object.hasOwn(tasks, name), name);
  const pinned = new Set([...readme.matchAll(/deno@(\d+\.\d+\.\d+)/g)].map((match) => match[1]));
  const ci = await Deno.readTextFile(new URL(".ci/run", checkout));
  assertEquals(pinned.size, 1);
  assert(ci.includes([...pinned][0]!));
});

Deno.test("the README's reference has a row for every command", () => {
  const rows = [...readme.matchAll(/^\| `ctx ([\w-]+)/gm)].map((match) => match[1]!);
  assertEquals(rows.toSorted(), Object.keys(COMMANDS).filter((name) => name !== "help").toSorted());
});

Deno.test("the README's installation from JSR grants what the checkout's script grants", async () => {
  const variables = /--allow-env=(\S+)/.exec(blocks.find((block) => block.includes("deno install"))!)![1]!;
  assert(
    (await Deno.readTextFile(new URL("conformance/ctx", checkout))).includes(`--allow-env=${variables} `),
  );
});

Deno.test("the README's snippet of each harness is what ctx wire shows", async () => {
  const program = { words: ["/home/you/.local/bin/ctx"], line: () => "" };
  for (const harness of Object.keys(HARNESSES) as HarnessName[]) {
    const paragraph = readme.slice(readme.indexOf(`(\`ctx wire ${harness}\`)`));
    const [, snippet] = /^```\w+\n(.*?)^```$/ms.exec(paragraph) ?? [];
    assert(snippet, harness);
    const { placements, byHand } = wiringOf(harness, { userHome: "/home/you", program });
    const shown = [
      ...await Promise.all(placements.map(({ content }) => snippetOf(content))),
      ...byHand.map(({ text }) => text + "\n"),
    ];
    assert(shown.includes(snippet), `${harness}: ${snippet}`);
  }
});
