import { assert, assertEquals } from "@std/assert";
import { ctx } from "../support/command.ts";
import { otherUser } from "../support/other_user.ts";
import { entryJson, storeJson, TemporaryRoot } from "../support/temporary_root.ts";

const CALLS = [
  ["get", "k_7"],
  ["get", "k_none"],
  ["list", "--tag", "rare"],
  ["search", "seldom"],
  ["search", "--words", "seldom"],
  ["brief"],
  ["start"],
];

Deno.test("in a root that may not be written commands answer and end as elsewhere, with an index and without (§10)", async () => {
  await using root = await TemporaryRoot.initialised();
  const entries = Array.from({ length: 800 }, (_, i) => {
    const tags = i === 400 ? ["rare"] : [];
    return [`k_${i}`, entryJson(`${i} ${i === 400 ? "seldom " : ""}${"words ".repeat(80)}`, { tags })];
  });
  await root.write("memory/shared.json", storeJson(Object.fromEntries(entries)));
  const { prefix, env, own } = await otherUser(root.outside);
  await own(root.outside);
  const run = () =>
    Promise.all(CALLS.map(async (words) => {
      const { code, stdout, stderr } = await ctx(root.path, words, { prefix, env });
      // The minute of the brief may have passed.
      return { words, code, stdout: stdout.replace(/^=== ctx brief .*$/m, ""), stderr };
    }));
  const folders = [root.path, root.at("memory"), root.at("sessions")];
  const close = (mode: number) => Promise.all(folders.map((folder) => Deno.chmod(folder, mode)));
  try {
    await close(0o500);
    const expected = await run();
    assertEquals(expected.map(({ code }) => code), [0, 1, 0, 0, 0, 0, 0]);
    assert(!(await root.names()).includes("memory/.index/"));
    await close(0o700);
    await new Promise((resolve) => setTimeout(resolve, 3100));
    assertEquals(await run(), expected, "while it is made");
    assert((await root.names()).includes("memory/.index/shared.signatures"));
    folders.push(root.at("memory/.index"));
    await close(0o500);
    const before = await root.snapshot();
    assertEquals(await run(), expected, "read alone");
    assertEquals(await root.snapshot(), before);
  } finally {
    await close(0o700);
  }
});

/** A root with a store that is large enough for an index, and old enough. */
async function largeRoot(): Promise<TemporaryRoot> {
  const root = await TemporaryRoot.initialised();
  const entries = Array.from({ length: 900 }, (_, i) => [`k_${i}`, entryJson(`${i} ${"words ".repeat(90)}`)]);
  await root.write("memory/shared.json", storeJson(Object.fromEntries(entries)));
  await new Promise((resolve) => setTimeout(resolve, 3100));
  return root;
}

Deno.test("a limit on file sizes keeps no read from answering (§10)", async () => {
  await using root = await largeRoot();
  // What Deno keeps of its own would meet the limit too.
  const env = { CTX_GRANTS: "--no-code-cache" };
  for (const words of [["search", "899 words"], ["get", "k_899", "--raw"], ["list", "--tag", "none"]]) {
    const expected = await ctx(root.path, words, { env });
    assert((await root.names()).includes("memory/.index/shared.places"));
    await Deno.remove(root.at("memory/.index"), { recursive: true });
    const limited = await ctx(root.path, words, { env, shell: "ulimit -f 30" });
    assertEquals([words, limited.code, limited.stdout], [words, 0, expected.stdout]);
    assert(!(await root.names()).includes("memory/.index/shared.places"));
  }
});

Deno.test("no pipe at the place of an index keeps a command waiting (BR-44)", async () => {
  await using root = await largeRoot();
  await ctx(root.path, ["search", "an index"]);
  for (const part of ["places", "signatures"]) {
    const path = root.at(`memory/.index/shared.${part}`);
    await Deno.remove(path);
    const made = await new Deno.Command("sh", { args: ["-c", 'mkfifo "$1"', "sh", path] }).output();
    assert(made.success);
    for (const words of [["start"], ["get", "k_1"], ["search", "899"], ["set", "k_2", "v"]]) {
      assertEquals([words, (await ctx(root.path, words)).code], [words, 0]);
    }
    await Deno.remove(path).catch(() => {});
  }
});
