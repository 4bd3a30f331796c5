import { assert, assertEquals } from "@std/assert";
import { Packages } from "../../../lib/pkg/packages.ts";
import { ctxCommand } from "../../support/command.ts";
import { packageText } from "../../support/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

/** So many facts take long enough to write that a kill falls into it. */
const FACTS = 4000;

/** A package of thousands of facts. */
async function large(version: string): Promise<string> {
  const facts = Array.from({ length: FACTS }, (_, i) => ({
    category: "note",
    key: `n${i}`,
    value: `${version}: ${"what it says ".repeat(20)}${i}`,
    confidence: 0.5,
  }));
  return await packageText(JSON.stringify({ knowledge: { facts } }), { name: "large", version });
}

/** Starts an import by the command. */
function startImport(root: TemporaryRoot, text: string): Deno.ChildProcess {
  const child = ctxCommand(root.path, ["pkg", "import", "-"], { stdin: text }).spawn();
  const writer = child.stdin.getWriter();
  // Who is killed reads no further.
  void writer.write(new TextEncoder().encode(text)).then(() => writer.close()).catch(() => {});
  void child.stdout.cancel();
  void child.stderr.cancel();
  return child;
}

/** Kills it as nothing can resist, unless it has ended. */
function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Whether something is there yet. */
async function isThere(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}

/** What tells that an import has come so far. */
const MOMENTS: Readonly<Record<string, (root: TemporaryRoot) => Promise<boolean>>> = {
  "once the folder of packages is there": (root) => isThere(root.at("packages")),
  "once a file is begun beside the packages": async (root) =>
    await isThere(root.at("packages")) && Array.from(Deno.readDirSync(root.at("packages"))).length > 0,
  "once a file is begun beside the store": (root) =>
    Promise.resolve(
      Array.from(Deno.readDirSync(root.at("memory"))).some(({ name }) => name.includes(".tmp")),
    ),
  "once the package is there": (root) => isThere(root.at("packages/large-1.0.0.ctxpkg")),
  "once the lockfile is there": (root) => isThere(root.at("packages/ctxpkg.lock")),
};

/** Waits for a moment, looking again and again. */
async function untilOrEnd(child: Deno.ChildProcess, hasCome: () => Promise<boolean>): Promise<boolean> {
  let hasEnded = false;
  void child.status.then(() => hasEnded = true);
  while (!hasEnded) {
    if (await hasCome()) return true;
    // The program has to get what it reads meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return false;
}

/** What is so whenever somebody looks: all entries or none, and the package where they are. */
async function assertWhole(root: TemporaryRoot): Promise<number> {
  const entries = await isThere(root.at("memory/shared.json")) ? await root.entries() : new Map();
  const imported = [...entries.values()].filter(({ imported_from }) => imported_from !== undefined).length;
  assert(imported === 0 || imported === FACTS, `${imported} of ${FACTS}`);
  assertEquals(entries.has("mine"), true);
  const list = await new Packages({ home: root.path }).list();
  for (const { fault } of list) assertEquals(fault, undefined);
  if (imported > 0) assertEquals(list.map(({ name, isPinned }) => [name, isPinned]), [["large", true]]);
  return imported;
}

const text = await large("1.0.0");

for (const [moment, hasCome] of Object.entries(MOMENTS)) {
  Deno.test(`an import that is killed ${moment} is whole or has not been, and the next does it (ctxpkg §10, §17)`, async () => {
    await using root = await TemporaryRoot.initialised();
    await root.open().set("mine", "v");
    const child = startImport(root, text);
    const isCaught = await untilOrEnd(child, () => hasCome(root));
    kill(child);
    await child.status;
    const imported = await assertWhole(root);
    // One that was quicker than a look at it has done it all.
    if (!isCaught) assertEquals(imported, FACTS);
    const { items } = await new Packages({ home: root.path }).import(new TextEncoder().encode(text));
    assertEquals([await assertWhole(root), items.length], [FACTS, FACTS]);
    assertEquals(await root.leftovers(), []);
  });
}

Deno.test("an import that is killed at whatever time is whole or has not been (ctxpkg §10, §17)", async () => {
  await using whole = await TemporaryRoot.initialised();
  await whole.open().set("mine", "v");
  const begun = performance.now();
  await startImport(whole, text).status;
  const took = performance.now() - begun;
  assertEquals(await assertWhole(whole), FACTS);
  for (const part of [0.5, 0.65, 0.75, 0.82, 0.88, 0.93, 0.97, 1]) {
    await using root = await TemporaryRoot.initialised();
    await root.open().set("mine", "v");
    const child = startImport(root, text);
    const timer = setTimeout(() => kill(child), took * part);
    await child.status;
    clearTimeout(timer);
    await assertWhole(root);
  }
});
