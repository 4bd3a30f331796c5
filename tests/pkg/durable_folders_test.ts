import { assert, assertEquals } from "@std/assert";
import { Packages } from "../../lib/pkg/packages.ts";
import { packageBytes } from "../support/packages.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

/** The folders that are made, and those that are flushed, in their order. */
async function foldersOf(use: () => Promise<unknown>): Promise<string[]> {
  const deno = Deno as unknown as Record<"open" | "mkdir", (...args: unknown[]) => Promise<unknown>>;
  const { open, mkdir } = deno, seen: string[] = [], { sync } = Deno.FsFile.prototype;
  const names = new WeakMap<object, string>();
  deno.mkdir = async (path, ...rest) => {
    await mkdir.call(Deno, path, ...rest);
    seen.push(`made ${path}`);
  };
  deno.open = async (path, ...rest) => {
    const file = await open.call(Deno, path, ...rest);
    names.set(file as object, String(path));
    return file;
  };
  Deno.FsFile.prototype.sync = async function () {
    await sync.call(this);
    seen.push(`flushed ${names.get(this)}`);
  };
  try {
    await use();
  } finally {
    Object.assign(deno, { open, mkdir });
    Deno.FsFile.prototype.sync = sync;
  }
  return seen;
}

Deno.test("a folder that packages or keys are the first to need is on disk when they are acknowledged (§8.3, ctxpkg §14.1)", async () => {
  const bytes = await packageBytes(),
    uses = {
      packages: [
        (packages: Packages) => packages.import(bytes),
        (packages: Packages) => packages.keep(bytes),
      ],
      keys: [(packages: Packages) => packages.create("notes", { isSigned: true })],
    };
  for (const [folder, calls] of Object.entries(uses)) {
    for (const call of calls) {
      await using root = await TemporaryRoot.initialised();
      await root.open().set("k", "v");
      const seen = await foldersOf(() => call(new Packages({ home: root.path })));
      const made = seen.indexOf(`made ${root.path}/${folder}`);
      assert(made >= 0, seen.join("\n"));
      assertEquals(seen.indexOf(`flushed ${root.path}`, made) > made, true, seen.join("\n"));
    }
  }
});
