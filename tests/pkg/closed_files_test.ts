import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Packages } from "../../lib/pkg/packages.ts";
import { ctx } from "../support/command.ts";
import { otherUser } from "../support/other_user.ts";
import { packageBytes } from "../support/packages.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

const FILE = "packages/demo-1.0.0.ctxpkg";

/** A root with a package, some of whose files are closed to their owner, and what runs as that one. */
async function closed(root: TemporaryRoot, files: readonly string[]) {
  await root.open().set("k", "v");
  const packages = new Packages({ home: root.path });
  await packages.import(await packageBytes());
  await packages.create("mine", { isSigned: true });
  for (const file of files) await Deno.chmod(root.at(file), 0o000);
  const { prefix, env, own } = await otherUser(root.outside);
  await own(root.outside);
  return (...words: string[]) => ctx(root.path, words, { prefix, env });
}

Deno.test("a kept package that nobody may read is not said to be damaged, and is not taken out (ctxpkg §14.1)", async () => {
  await using root = await TemporaryRoot.initialised();
  const run = await closed(root, [FILE]), lock = await root.read("packages/ctxpkg.lock");
  const looked = await run("doctor"), listed = await run("pkg", "list");
  assertEquals([looked.code, listed.code], [1, 0]);
  assertMatch(
    looked.stdout,
    /wrong: packages: Cannot read ".*denied\n {2}Check who owns it and its mode\.\n/,
  );
  assertEquals(looked.stdout.match(/wrong: /g)?.length, 1);
  assertMatch(listed.stdout, /^packages\/demo-1\.0\.0\.ctxpkg: E_READ: Cannot read /);
  for (
    const [words, says] of [
      [
        ["export", "demo"],
        /No package "demo" is kept here.*Cannot read ".*it may be that one\. Check who owns/,
      ],
      [["remove", "demo"], /No package "demo" is kept here.*Cannot read /],
      [["remove", "demo-1.0.0.ctxpkg"], /^ctx: Cannot read ".*denied\. Check who owns it and its mode\.$/],
    ] as const
  ) {
    const { code, stdout, stderr } = await run("pkg", ...words);
    assertEquals([code, stdout], [1, ""]);
    assertMatch(stderr.trimEnd(), says);
  }
  await Deno.chmod(root.at(FILE), 0o600);
  assertEquals(await root.read("packages/ctxpkg.lock"), lock);
  assertEquals((await run("doctor")).code, 0);
});

Deno.test("a key that nobody may read is not said to be none (ctxpkg §7)", async () => {
  await using root = await TemporaryRoot.initialised();
  const run = await closed(root, ["keys/ctxpkg-ed25519.key"]);
  const { code, stdout, stderr } = await run("pkg", "create", "other", "--sign");
  assertEquals([code, stdout], [1, ""]);
  assertMatch(
    stderr,
    /^ctx: Cannot read ".*ctxpkg-ed25519\.key": .*denied\. Check who owns it and its mode\.$/m,
  );
});

Deno.test("where a package cannot be written, that is said, and is no fault of ctx itself (ctxpkg §13.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  const folder = root.at("made");
  await Deno.mkdir(`${folder}/closed`, { recursive: true });
  await Deno.writeTextFile(`${folder}/file`, "");
  const run = await closed(root, ["made/closed"]);
  const places = {
    closed: /denied/,
    file: /not a directory/,
    [`absent/${"x".repeat(300)}`]: /name too long|no such file/i,
  };
  for (const [place, reason] of Object.entries(places)) {
    for (const words of [["create", "other"], ["export", "demo"]]) {
      const { code, stdout, stderr } = await run("pkg", ...words, "--out", `${folder}/${place}/x.ctxpkg`);
      assertEquals([place, code, stdout], [place, 1, ""]);
      assertStringIncludes(stderr, `ctx: Cannot write "${folder}/`);
      assertMatch(stderr, reason);
    }
  }
});
