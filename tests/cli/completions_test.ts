import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { COMMANDS } from "../../lib/cli/catalog.ts";
import { call } from "../support/cli_trial.ts";
import { execute } from "../support/ctx_process.ts";

/** The script for a shell, in a file. */
async function withScript(shell: string, use: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "ctx_completion_" }), path = `${folder}/ctx`;
  try {
    await Deno.writeTextFile(path, (await call(["completions", shell])).out);
    await use(path);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What bash offers behind these words; the last one is being typed. */
async function offered(path: string, words: readonly string[]): Promise<string[]> {
  const script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ctx; ' +
    "printf '%s\\n' \"${COMPREPLY[@]}\"";
  const { status, out, err } = await execute("bash", ["-c", script, "bash", path, ...words]);
  assertEquals([status, err], [0, ""]);
  return out.split("\n").filter(Boolean);
}

Deno.test("the script for bash is one that bash can read", async () => {
  await withScript("bash", async (path) => {
    assertEquals(await execute("bash", ["-n", path]), { status: 0, out: "", err: "" });
  });
});

Deno.test("the script for bash completes commands, options, their words, and sessions' verbs", async () => {
  await withScript("bash", async (path) => {
    assertEquals(await offered(path, ["ctx", "se"]), ["set", "search", "session"]);
    assertEquals(
      (await offered(path, ["ctx", ""])).slice(0, Object.keys(COMMANDS).length),
      Object.keys(COMMANDS),
    );
    assertEquals(await offered(path, ["ctx", "set", "k", "v", "--s"]), ["--store", "--source", "--scope"]);
    assertEquals(await offered(path, ["ctx", "get", "k", "--store", ""]), ["operator", "shared", "agent"]);
    assertEquals(await offered(path, ["ctx", "basis", "k", "--j"]), ["--json"]);
    assertEquals(await offered(path, ["ctx", "session", "w"]), ["write"]);
    assertEquals(await offered(path, ["ctx", "completions", "z"]), ["zsh"]);
    assertEquals(await offered(path, ["ctx", "help", "am"]), ["amend"]);
  });
});

for (const shell of ["zsh", "fish"]) {
  Deno.test(`the script for ${shell} names every command and option, and ${shell} can read it where it is there`, async () => {
    await withScript(shell, async (path) => {
      const script = await Deno.readTextFile(path);
      for (const [name, { options }] of Object.entries(COMMANDS)) {
        const lines = script.split("\n").filter((line) => line.includes(name)).join("\n");
        for (const option of [...options, "json", "help"]) {
          assertStringIncludes(
            lines,
            shell === "zsh" ? `--${option}[` : `-l ${option} `,
            `${name} --${option}`,
          );
        }
      }
      const quotes = script.split("\n").filter((line) => (line.match(/'/g) ?? []).length % 2 === 1);
      assertEquals(quotes, [], "no line leaves a quote open");
      // Of these two only the user's own is to be had, so its own verdict is asked for only where it is there.
      const { out } = await execute("sh", ["-c", `command -v ${shell} >/dev/null || echo absent`]);
      if (out === "absent\n") return;
      const { status, err } = await execute("sh", ["-c", `${shell} -n "$1"`, "sh", path]);
      assertEquals([status, err], [0, ""]);
      if (shell === "zsh") return;
      const asked = 'source "$argv[1]"; complete -C "ctx se"; complete -C "ctx get k --store "';
      // It makes files of its own in the home folder.
      const home = path.slice(0, path.lastIndexOf("/"));
      const offers = await execute("env", [
        `HOME=${home}`,
        "sh",
        "-c",
        `fish -c '${asked}' "$1"`,
        "sh",
        path,
      ]);
      const words = offers.out.split("\n").filter(Boolean).map((line) => line.split("\t")[0]);
      assertEquals(words.sort(), ["agent", "operator", "search", "session", "set", "shared"]);
    });
  });
}

Deno.test("completions under --json hold the script", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const plain = await call(["completions", shell]), json = await call(["completions", shell, "--json"]);
    assertEquals(JSON.parse(json.out), { shell, script: plain.out });
    assert(plain.out.endsWith("\n"));
  }
});

Deno.test("the script for zsh serves as a file of fpath and when it is sourced", async () => {
  const { out } = await call(["completions", "zsh"]);
  assert(out.startsWith("#compdef ctx\n"));
  assert(out.endsWith('if [[ "${funcstack[1]}" == _ctx ]]; then _ctx "$@"; else compdef _ctx ctx; fi\n'));
});
