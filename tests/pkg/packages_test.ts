import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { ConflictError, RefusedError } from "../../lib/errors.ts";
import { type LockedPackage, readLockfile } from "../../lib/pkg/kept/lockfile.ts";
import { buildPackage } from "../../lib/pkg/make/build.ts";
import { readSigningKey } from "../../lib/pkg/make/signing.ts";
import { Packages } from "../../lib/pkg/packages.ts";
import { ctx, ctxCommand } from "../support/command.ts";
import { ForeignLock } from "../support/processes.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

const AT = "2026-10-13T09:41:07Z", VECTORS = new URL("vectors/", import.meta.url);
const [KEY, OTHER_KEY] = await Promise.all(["2a", "07"].map((byte) => readSigningKey(byte.repeat(32))));

/** A package with one step that is its own. */
async function made(name: string, version = "1.0.0", key?: typeof KEY): Promise<Uint8Array<ArrayBuffer>> {
  const content = { session: { next_steps: [`${name} ${version}`] } };
  return new TextEncoder().encode(await buildPackage({ name, version, at: AT, content }, key));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

const packagesOf = (root: TemporaryRoot) => new Packages({ home: root.path });

/** What the lockfile pins: names and versions. */
async function pinned(root: TemporaryRoot): Promise<string[]> {
  const locked = readLockfile(await root.read("packages/ctxpkg.lock")) as readonly LockedPackage[];
  return locked.map(({ name, version }) => `${name}@${version}`);
}

Deno.test("every vector that can be imported is kept and exported byte for byte (ctxpkg §4.3, §14.5)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root),
    { files } = JSON.parse(
      await Deno.readTextFile(new URL("expected.json", VECTORS)),
    ) as { files: Record<string, { verify: string }> };
  let count = 0;
  for (const [file, { verify }] of Object.entries(files)) {
    if (!/\.l?ctxpkg$/.test(file) || verify !== "accept") continue;
    const bytes = await Deno.readFile(new URL(file, VECTORS));
    const { name, version } = await packages.import(bytes);
    const lock = await root.read("packages/ctxpkg.lock");
    assert(lock.includes(`artifact_sha256 = "${await sha256(bytes)}"`), file);
    // Two of them have the same name and version.
    const kept = await Promise.all(
      (await packages.list()).filter((one) => one.name === name && one.version === version)
        .map((one) => Deno.readFile(root.at(one.file))),
    );
    assert(kept.some((one) => one.join() === bytes.join()), file);
    if (kept.length === 1) assertEquals(await packages.export(`${name}@${version}`), bytes);
    count++;
  }
  assert(count >= 7, `${count}`);
});

Deno.test("the list says of each package what it is, who signed it and whether it was imported (ctxpkg §13.2)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root), signed = await made("@acme/notes", "2.0.0", KEY), old = await made("b");
  await packages.import(signed);
  await packages.import(old);
  await packages.import(await made("b", "1.1.0"));
  await packages.keep(await made("a"));
  const list = await packages.list();
  const rows = list.map(({ name, version, isPinned, signer }) => [name, version, isPinned, signer]);
  assertEquals(rows, [
    ["@acme/notes", "2.0.0", true, KEY!.publicKey],
    ["a", "1.0.0", false, undefined],
    ["b", "1.0.0", false, undefined],
    ["b", "1.1.0", true, undefined],
  ]);
  const { sha256 } = JSON.parse(new TextDecoder().decode(signed)).manifest.integrity;
  const { file, size, kind, layers, ...first } = list[0]!;
  assertEquals([file, size], ["packages/@acme__notes-2.0.0.ctxpkg", signed.length]);
  assertEquals([kind, layers, first.sha256, first.fault], ["context", ["session"], sha256, undefined]);
  assertEquals(await pinned(root), ["@acme/notes@2.0.0", "b@1.1.0"]);
});

Deno.test("what is kept is its owner's alone (ctxpkg §15)", async () => {
  await using root = await TemporaryRoot.make();
  const { code } = await ctx(root.path, ["pkg", "import", "-"], {
    stdin: new TextDecoder().decode(await made("notes")),
    shell: "umask 0000",
  });
  assertEquals(code, 0);
  await packagesOf(root).keep(await made("other"));
  const modes = ["packages", "packages/notes-1.0.0.ctxpkg", "packages/other-1.0.0.ctxpkg"];
  assertEquals(await Promise.all(modes.map((name) => root.mode(name))), [0o700, 0o600, 0o600]);
  assertEquals(await root.mode("packages/ctxpkg.lock"), 0o600);
});

Deno.test("remove takes the file and the lock's entry, and leaves every entry (ctxpkg §13.2)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root);
  await packages.import(await made("notes"));
  await packages.import(await made("@acme/notes", "2.0.0", KEY));
  const entries = await root.read("memory/shared.json");
  assertEquals(await packages.remove("@acme/notes"), ["packages/@acme__notes-2.0.0.ctxpkg"]);
  assertEquals(await pinned(root), ["notes@1.0.0"]);
  assertEquals(await packages.remove("notes@1.0.0"), ["packages/notes-1.0.0.ctxpkg"]);
  assertEquals([await pinned(root), await packages.list()], [[], []]);
  assertEquals(await root.read("memory/shared.json"), entries);
  assertEquals((await root.names()).filter((name) => /^packages\/./.test(name)), ["packages/ctxpkg.lock"]);
});

Deno.test("of several versions the one to remove has to be named, and the newer's pin stays (ctxpkg §13.2)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root);
  for (const version of ["1.0.0", "2.0.0"]) await packages.import(await made("notes", version));
  const before = await root.snapshot();
  await assertRejects(() => packages.remove("notes"), ConflictError, "2 versions");
  assertEquals(await root.snapshot(), before);
  await packages.remove("notes@1.0.0");
  assertEquals([await pinned(root), (await packages.list()).length], [["notes@2.0.0"], 1]);
  await packages.remove("notes");
  assertEquals([await pinned(root), (await packages.list()).length], [[], 0]);
});

Deno.test("a package whose file is damaged is removed with its lock's entry (ctxpkg §13.2)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root), bytes = await made("notes");
  await packages.import(bytes);
  const text = new TextDecoder().decode(bytes);
  await root.write("packages/notes-1.0.0.ctxpkg", text.replace("notes 1.0.0", "other 1.0.0"));
  assertEquals((await packages.list()).map(({ name, fault }) => [name, fault?.split(":")[0]]), [
    ["notes", "E_CONTENT_HASH"],
  ]);
  await packages.remove("notes");
  assertEquals([await pinned(root), await packages.list()], [[], []]);
});

Deno.test("keep puts a package there without importing it, once, and over no other (ctxpkg §13.2)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root), bytes = await made("notes");
  assertEquals(await packages.keep(bytes), "packages/notes-1.0.0.ctxpkg");
  const before = await root.contents();
  assertEquals(await packages.keep(bytes), "packages/notes-1.0.0.ctxpkg");
  const other = await made("notes", "1.0.0", KEY);
  await assertRejects(() => packages.keep(other), ConflictError, "notes@1.0.0");
  const bad = new TextEncoder().encode(new TextDecoder().decode(bytes).replace("notes 1", "notes 2"));
  await assertRejects(() => packages.keep(bad), RefusedError, "E_CONTENT_HASH");
  // A dry run says the same, and writes nothing.
  assertEquals(await packages.keep(bytes, { dryRun: true }), "packages/notes-1.0.0.ctxpkg");
  assertEquals(await packages.keep(await made("fresh"), { dryRun: true }), "packages/fresh-1.0.0.ctxpkg");
  await assertRejects(() => packages.keep(other, { dryRun: true }), ConflictError, "notes@1.0.0");
  assertEquals(await root.contents(), before);
  assertEquals((await root.names()).filter((name) => name.startsWith("memory/shared")), []);
  // Imported after that, it is pinned, and there once.
  await packages.import(bytes);
  assertEquals((await packages.list()).map(({ isPinned }) => isPinned), [true]);
});

Deno.test("two processes that import different packages lose no package, no pin and no entry (ctxpkg §9.1, §10)", async () => {
  await using root = await TemporaryRoot.make();
  const importer = async (letter: string) => {
    for (let n = 1; n <= 5; n++) {
      const stdin = new TextDecoder().decode(await made(`${letter}-${n}`));
      const { code, stderr } = await ctx(root.path, ["pkg", "import", "-"], { stdin });
      assertEquals([code, stderr], [0, ""]);
    }
  };
  await Promise.all(["a", "b"].map(importer));
  const names = ["a", "b"].flatMap((letter) => [1, 2, 3, 4, 5].map((n) => `${letter}-${n}`));
  assertEquals((await packagesOf(root).list()).map(({ name, isPinned }) => [name, isPinned]), [
    ...names.map((name) => [name, true]),
  ]);
  assertEquals(await pinned(root), names.map((name) => `${name}@1.0.0`));
  const values = [...(await root.entries()).values()].map(({ value }) => value).sort();
  assertEquals(values, names.map((name) => `${name} 1.0.0`));
  assertEquals(await root.leftovers(), []);
});

Deno.test("processes that import one package at once keep it once (ctxpkg §14.1)", async () => {
  await using root = await TemporaryRoot.make();
  const bytes = await made("notes");
  await Deno.writeFile(`${root.outside}/notes.ctxpkg`, bytes);
  const env = { CTX_GRANTS: `--allow-read=${root.outside}` };
  const words = ["pkg", "import", `${root.outside}/notes.ctxpkg`];
  const runs = await Promise.all([1, 2, 3].map(() => ctxCommand(root.path, words, { env }).output()));
  assertEquals(runs.map(({ code }) => code), [0, 0, 0]);
  assertEquals([(await packagesOf(root).list()).length, (await root.entries()).size], [1, 1]);
});

/** Imports while somebody else holds the lock, until all of them wait for it. */
async function importWhileHeld(root: TemporaryRoot, all: readonly Uint8Array[], then?: () => Promise<void>) {
  const runs: Promise<PromiseSettledResult<unknown>[]>[] = [];
  {
    await using _lock = await ForeignLock.take(root.path);
    const waiting = all.map(() => Promise.withResolvers<void>());
    runs.push(Promise.allSettled(all.map((bytes, at) => {
      const onWait = () => waiting[at]!.resolve();
      return new Packages({ home: root.path, onWait, lockTimeoutMs: 20_000 }).import(bytes);
    })));
    await Promise.all(waiting.map(({ promise }) => promise));
    await then?.();
  }
  return await runs[0]!;
}

Deno.test("an import that waits while its package is removed keeps it again (ctxpkg §14.1, §17)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root), bytes = await made("notes");
  await packages.import(bytes);
  const [key] = [...(await root.entries()).keys()];
  await root.open().delete(key!);
  const [run] = await importWhileHeld(root, [bytes], async () => {
    await Deno.remove(root.at("packages/notes-1.0.0.ctxpkg"));
  });
  assertEquals(run!.status, "fulfilled");
  assertEquals((await root.entries()).size, 1);
  assertEquals(await packages.export("notes"), bytes);
});

Deno.test("of two imports at once of one name, by different keys, one is refused (ctxpkg §7, §10)", async () => {
  await using root = await TemporaryRoot.initialised();
  const both = [await made("notes", "1.0.0", KEY), await made("notes", "1.1.0", OTHER_KEY)];
  const runs = await importWhileHeld(root, both);
  assertEquals(runs.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  const { reason } = runs.find(({ status }) => status === "rejected") as PromiseRejectedResult;
  assert(reason instanceof RefusedError);
  assertMatch(reason.hint ?? "", /--accept-new-key/);
  assertEquals((await packagesOf(root).list()).length, 1);
});

Deno.test("a package that another process removes meanwhile fails no list and no import (ctxpkg §15)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root);
  // Large ones take a while each, and are read in the order of their names.
  const large = "x".repeat(3_000_000), names = ["a", "b", "c", "z"];
  const all = await Promise.all(names.map(async (name) => {
    const content = { session: { next_steps: [large] } };
    return new TextEncoder().encode(await buildPackage({ name, at: AT, content }));
  }));
  for (const bytes of all) await packages.keep(bytes);
  const bytes = await made("other"), calls = [() => packages.list(), () => packages.import(bytes)];
  for (const [at, call] of calls.entries()) {
    const called = call();
    await new Promise((resolve) => setTimeout(resolve, 5));
    // As ctx pkg remove does it, once it has the lock.
    await Deno.remove(root.at(`packages/${names.at(-1 - at)}-1.0.0.ctxpkg`));
    await called;
  }
  const left = (await packages.list()).map(({ name }) => name);
  assertEquals(left, ["a", "b", "other"]);
});

Deno.test("to take a damaged file out leaves a sound one of its name and version pinned, with who signed it (ctxpkg §9.1)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root), bytes = await made("notes", "1.0.0", KEY);
  await packages.import(bytes);
  const before = await pinned(root), text = new TextDecoder().decode(bytes);
  await root.write("packages/notes-1.0.0.2.ctxpkg", text.slice(0, -30));
  await root.write("packages/notes-1.0.0.3.ctxpkg", text.replace("notes 1.0.0", "other 1.0.0"));
  assertEquals(await packages.remove("notes-1.0.0.2.ctxpkg"), ["packages/notes-1.0.0.2.ctxpkg"]);
  assertEquals(await packages.remove("notes-1.0.0.3.ctxpkg"), ["packages/notes-1.0.0.3.ctxpkg"]);
  assertEquals([await pinned(root), before.length], [before, 1]);
});
