import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { NotFoundError, StorageError } from "../../../lib/errors.ts";
import {
  fileNamesFor,
  findKept,
  packageFiles,
  parsePackageName,
} from "../../../lib/pkg/kept/package_folder.ts";
import { readLockfile } from "../../../lib/pkg/kept/lockfile.ts";
import { buildPackage } from "../../../lib/pkg/make/build.ts";
import { Packages } from "../../../lib/pkg/packages.ts";
import { Root } from "../../../lib/store/root.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const AT = "2026-10-13T09:41:07Z";

/** A package with one step that is its own. */
async function made(name: string, version = "1.0.0", step = `${name} ${version}`): Promise<Uint8Array> {
  const text = await buildPackage({ name, version, at: AT, content: { session: { next_steps: [step] } } });
  return new TextEncoder().encode(text);
}

const packagesOf = (root: TemporaryRoot) => new Packages({ home: root.path });
const filesOf = (root: TemporaryRoot) => packageFiles(new Root(root.path));

Deno.test("a name on a command line is one with a version or without, with a scope or without (ctxpkg §13.2)", () => {
  assertEquals(parsePackageName("notes"), { name: "notes" });
  assertEquals(parsePackageName("notes@1.0.0"), { name: "notes", version: "1.0.0" });
  assertEquals(parsePackageName("@acme/notes"), { name: "@acme/notes" });
  assertEquals(parsePackageName("@a/b@1.0.0-x+5"), { name: "@a/b", version: "1.0.0-x+5" });
});

Deno.test("a package's file is one part of a path, whatever it is called, and no longer than one can be (ctxpkg §3.1)", () => {
  const rows = [["notes", "1.0.0", "notes-1.0.0.ctxpkg"], [
    "@acme/a/b",
    "2",
    "@acme__a__b-2.ctxpkg",
  ]] as const;
  for (const [name, version, file] of rows) assertEquals(fileNamesFor(name, version).next().value, file);
  const longest = `${"a/".repeat(63)}ab`, version = `1.0.0-${"a".repeat(58)}`;
  assertEquals([longest.length, version.length], [128, 64]);
  const names = [...fileNamesFor(longest, version)];
  assertEquals(new Set(names).size, names.length);
  for (const name of names) assert(!/[\\/]/.test(name) && name.endsWith(".ctxpkg"));
});

Deno.test("the longest names and versions that a package can have are imported and kept (ctxpkg §3.1, §3.2)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root);
  for (const name of ["a".repeat(128), `${"a/".repeat(63)}ab`]) {
    const version = `1.0.0-${"a".repeat(58)}`, bytes = await made(name, version);
    await packages.import(bytes);
    assertEquals(await packages.export(`${name}@${version}`), bytes);
  }
});

Deno.test("packages whose files would be called alike are kept side by side (ctxpkg §3.1, §14.1)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root);
  const all = [
    ...[["a-1", "2"], ["a", "1-2"], ["x/y", "1.0.0"], ["x__y", "1.0.0"]],
    ...[["Notes", "1"], ["notes", "1"], ["b", "1"], ["b", "1.2"]],
  ] as const;
  const bytes = await Promise.all(all.map(([name, version]) => made(name!, version)));
  // Twice the same content under one name: what a second maker of that name has made.
  const second = await made("b", "1", "another");
  for (const one of [...bytes, second, ...bytes]) await packages.import(one);
  assertEquals(filesOf(root).length, all.length + 1);
  for (const [at, [name, version]] of all.entries()) {
    if (name !== "b") assertEquals(await packages.export(`${name}@${version}`), bytes[at]);
  }
  const found = await findKept(new Root(root.path), "b@1");
  assertEquals(new Set(found.map((one) => one.bytes.join())), new Set([bytes[6]!.join(), second.join()]));
  assertEquals(await packages.export("b@1.2"), bytes[7]);
  const names = new Set((await packages.list()).map(({ name, version }) => `${name}@${version}`));
  assertEquals(names, new Set(all.map(([name, version]) => `${name}@${version}`)));
});

Deno.test("without a version the newest is meant, by the order of SemVer, else the last written (ctxpkg §13.2)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root);
  for (const version of ["1.10.0", "1.9.0", "1.10.0-rc.2", "0.99.0"]) {
    await packages.import(await made("notes", version));
  }
  assertEquals(await packages.export("notes"), await made("notes", "1.10.0"));
  await packages.remove("notes@1.10.0");
  assertEquals(await packages.export("notes"), await made("notes", "1.10.0-rc.2"));
  for (const version of ["2", "1"]) {
    await packages.import(await made("plain", version));
    const time = version === "2" ? 1_000 : 2_000;
    await Deno.utime(root.at(`packages/plain-${version}.ctxpkg`), time, time);
  }
  assertEquals(await packages.export("plain"), await made("plain", "1"));
  for (const called of ["none", "notes@3.0.0", "notes@", "", "@acme/notes", "notes-1.9.0.ctxpkg"]) {
    await assertRejects(() => packages.export(called), NotFoundError);
  }
});

Deno.test("a damaged file is listed as damaged, and stops nothing that does not need it (ctxpkg §15)", async () => {
  const good = await made("notes"), broken = await made("broken");
  const at = new TextDecoder().decode(broken).indexOf("broken 1.0.0");
  const damages: Readonly<Record<string, Uint8Array>> = {
    empty: new Uint8Array(),
    cut: broken.slice(0, -20),
    changed: broken.map((byte, i) => i === at ? byte ^ 1 : byte),
    "no UTF-8": new Uint8Array([0xff, 0xfe]),
    "too large": new Uint8Array(10 * 1024 * 1024 + 1).fill(0x20),
  };
  for (const [damage, bytes] of Object.entries(damages)) {
    await using root = await TemporaryRoot.make();
    const packages = packagesOf(root);
    await root.open().set("k", "v");
    await packages.import(good);
    await root.write("packages/a_broken-1.0.0.ctxpkg", bytes);
    try {
      const [first, second] = await packages.list(), list = [first, second].map((one) => one!.file);
      assertEquals(list, ["packages/a_broken-1.0.0.ctxpkg", "packages/notes-1.0.0.ctxpkg"]);
      assert(first!.fault !== undefined && second!.fault === undefined);
      assertEquals(await packages.export("notes"), good);
      await packages.import(await made("other"));
      await packages.keep(await made("third"));
      await packages.create("fourth");
      assertEquals(await packages.remove("notes"), ["packages/notes-1.0.0.ctxpkg"]);
    } catch (error) {
      throw new Error(`${damage}: ${error}`, { cause: error });
    }
    assertEquals(await Deno.readFile(root.at("packages/a_broken-1.0.0.ctxpkg")), bytes);
  }
});

Deno.test("what is no package in packages/ is left alone and not listed (ctxpkg §15)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root);
  assertEquals(await packages.list(), []);
  await packages.import(await made("notes"));
  for (const name of ["README.md", "x.ctxpkg.bak", "X.CTXPKG", "folder.ctxpkg/inner.ctxpkg"]) {
    await root.write(`packages/${name}`, "text");
  }
  assertEquals((await packages.list()).map(({ name }) => name), ["notes"]);
  await packages.remove("notes");
  assertEquals(await root.read("packages/folder.ctxpkg/inner.ctxpkg"), "text");
});

Deno.test("a link as packages/ is refused, and nothing is read or written behind it (ctxpkg §15)", async () => {
  for (const target of ["elsewhere", "nowhere", "ctx/inside"]) {
    await using root = await TemporaryRoot.initialised();
    const packages = packagesOf(root), bytes = await made("notes");
    await root.open().set("k", "v");
    for (const folder of ["elsewhere", "ctx/inside"]) {
      await Deno.mkdir(`${root.outside}/${folder}`);
      await Deno.writeFile(`${root.outside}/${folder}/notes-1.0.0.ctxpkg`, bytes);
    }
    await Deno.symlink(`${root.outside}/${target}`, root.at("packages"));
    const entries = await root.entries();
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      list: () => packages.list(),
      import: () => packages.import(bytes),
      "dry run": () => packages.import(bytes, { dryRun: true }),
      keep: () => packages.keep(bytes),
      export: () => packages.export("notes"),
      remove: () => packages.remove("notes"),
    };
    for (const [what, call] of Object.entries(calls)) {
      const error = await assertRejects(call, StorageError, "a link is not followed there", what);
      assertStringIncludes(error.message, root.at("packages"));
    }
    assertEquals(await root.entries(), entries);
    assertEquals(await Deno.lstat(`${root.outside}/nowhere`).catch(() => "none"), "none");
    const left = Array.from(Deno.readDirSync(`${root.outside}/elsewhere`), ({ name }) => name);
    assertEquals(left, ["notes-1.0.0.ctxpkg"]);
  }
});

Deno.test("a link among the packages is not followed: not read, listed, written through or replaced (ctxpkg §15)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root), bytes = await made("notes"), outside = `${root.outside}/secret.ctxpkg`;
  await packages.import(await made("first"));
  await Deno.writeFile(outside, await made("hidden"));
  await Deno.symlink(outside, root.at("packages/hidden-1.0.0.ctxpkg"));
  // The very name that the next package would have.
  await Deno.symlink(outside, root.at("packages/notes-1.0.0.ctxpkg"));
  await packages.import(bytes);
  assertEquals((await packages.list()).map(({ name }) => name), ["first", "notes"]);
  await assertRejects(() => packages.export("hidden"), NotFoundError);
  assertEquals(await packages.export("notes"), bytes);
  assertEquals(await Deno.readFile(outside), await made("hidden"));
  assert((await Deno.lstat(root.at("packages/notes-1.0.0.ctxpkg"))).isSymlink);
});

Deno.test("a lockfile that is a link is not followed, out of the root or within it (ctxpkg §9.1, §15)", async () => {
  for (const target of ["outside.lock", "ctx/inside.lock"]) {
    await using root = await TemporaryRoot.make();
    const packages = packagesOf(root);
    await packages.import(await made("notes"));
    const lock = await root.read("packages/ctxpkg.lock");
    assert(Array.isArray(readLockfile(lock)));
    await Deno.remove(root.at("packages/ctxpkg.lock"));
    await Deno.writeTextFile(`${root.outside}/${target}`, lock);
    await Deno.symlink(`${root.outside}/${target}`, root.at("packages/ctxpkg.lock"));
    const other = await made("other");
    await assertRejects(() => packages.import(other), StorageError, "link");
    assertEquals(await Deno.readTextFile(`${root.outside}/${target}`), lock);
  }
});
