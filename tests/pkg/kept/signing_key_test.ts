import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { DamagedError, StorageError } from "../../../lib/errors.ts";
import { signingKeyOf } from "../../../lib/pkg/kept/signing_key.ts";
import { readSigningKey } from "../../../lib/pkg/make/signing.ts";
import { verifyPackage } from "../../../lib/pkg/verify.ts";
import { Root } from "../../../lib/store/root.ts";
import { ctx, ctxCommand } from "../../support/command.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const KEY = "keys/ctxpkg-ed25519.key", WAIT = { timeoutMs: 5000 };
const keyOf = (root: TemporaryRoot) => signingKeyOf(new Root(root.path), WAIT);

Deno.test("the key is made on first use, its owner's alone, and is the same ever after (ctxpkg §7)", async () => {
  await using root = await TemporaryRoot.make();
  const key = await keyOf(root), seed = await root.read(KEY);
  assertMatch(seed, /^[0-9a-f]{64}\n$/);
  assertEquals([await root.mode(KEY), await root.mode("keys")], [0o600, 0o700]);
  assertEquals((await readSigningKey(seed)).publicKey, key.publicKey);
  const before = await root.snapshot();
  assertEquals((await keyOf(root)).publicKey, key.publicKey);
  assertEquals(await root.snapshot(), before);
  // Another root has another one.
  await using other = await TemporaryRoot.make();
  assert((await keyOf(other)).publicKey !== key.publicKey);
});

/** What git would keep of a root. */
async function keptByGit(root: TemporaryRoot): Promise<string> {
  const git = async (...args: string[]) => {
    const { code, stdout } = await new Deno.Command("git", { args: ["-C", root.path, ...args] }).output();
    return { code, out: new TextDecoder().decode(stdout) };
  };
  assertEquals((await git("init", "-q")).code, 0);
  assertEquals((await git("add", "--all")).code, 0);
  const { out } = await git("ls-files");
  assertStringIncludes(out, "RULES.md\n");
  return out;
}

Deno.test("git leaves the key out of a context that it keeps (ctxpkg §7)", async () => {
  await using root = await TemporaryRoot.initialised();
  await keyOf(root);
  assert(!(await keptByGit(root)).includes("keys/"));
});

Deno.test("git leaves out a key too that somebody has brought from lean-ctx, once it has signed (ctxpkg §7)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write(KEY, "2a".repeat(32));
  await Deno.chmod(root.at(KEY), 0o600);
  await keyOf(root);
  assert(!(await keptByGit(root)).includes("keys/"));
});

Deno.test("a seed that lean-ctx has made is used as it is (ctxpkg §7)", async () => {
  await using root = await TemporaryRoot.make();
  await root.write(KEY, "2a".repeat(32));
  await Deno.chmod(root.at(KEY), 0o600);
  const { publicKey } = await keyOf(root);
  assertEquals(publicKey, "197f6b23e16c8532c6abc838facd5ea789be0c76b2920334039bfa8b3d368d61");
});

Deno.test("a key that others can read is refused, and the command that mends it is named (ctxpkg §7)", async () => {
  for (const mode of [0o640, 0o604, 0o660, 0o644, 0o610]) {
    await using root = await TemporaryRoot.make();
    await keyOf(root);
    await Deno.chmod(root.at(KEY), mode);
    const error = await assertRejects(() => keyOf(root), StorageError, "others can read it");
    assertStringIncludes(error.hint!, `chmod 600 "${root.at(KEY)}"`);
    await Deno.chmod(root.at(KEY), 0o600);
    await keyOf(root);
  }
});

Deno.test("a key, or its folder, that is a link is refused, and nothing is made behind it (ctxpkg §7, §15)", async () => {
  await using root = await TemporaryRoot.initialised();
  await Deno.writeTextFile(`${root.outside}/seed`, "2a".repeat(32), { mode: 0o600 });
  await Deno.mkdir(`${root.outside}/folder`);
  for (const target of ["seed", "nowhere"]) {
    await Deno.mkdir(root.at("keys"), { recursive: true, mode: 0o700 });
    await Deno.symlink(`${root.outside}/${target}`, root.at(KEY));
    await assertRejects(() => keyOf(root), StorageError, "it is a link");
    await Deno.remove(root.at(KEY));
  }
  await Deno.remove(root.at("keys"), { recursive: true });
  for (const target of ["folder", "nowhere"]) {
    await Deno.symlink(`${root.outside}/${target}`, root.at("keys"));
    await assertRejects(() => keyOf(root), StorageError, "it is a link");
    await Deno.remove(root.at("keys"));
  }
  const names = Array.from(Deno.readDirSync(root.outside), ({ name }) => name).sort();
  assertEquals([names, [...Deno.readDirSync(`${root.outside}/folder`)]], [["ctx", "folder", "seed"], []]);
});

Deno.test("a key that is damaged is refused without a word of it, and stays (ctxpkg §7)", async () => {
  await using root = await TemporaryRoot.initialised();
  for (const text of ["", "2a".repeat(31), `${"2a".repeat(32)}\n${"2b".repeat(32)}`, "0".repeat(100_000)]) {
    await root.write(KEY, text);
    await Deno.chmod(root.at(KEY), 0o600);
    const error = await assertRejects(() => keyOf(root), DamagedError, "64 hex digits");
    assert(!`${error.message} ${error.hint}`.includes("2a2a"), error.message);
    assertEquals(await root.read(KEY), text);
  }
  await Deno.writeFile(root.at(KEY), new Uint8Array([0xff, 0xfe]));
  await assertRejects(() => keyOf(root), DamagedError, "64 hex digits");
});

Deno.test("processes that sign first at the same time end up with one key (ctxpkg §7)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("k", "v");
  const signers = new Set<string>();
  for (let round = 0; round < 3; round++) {
    await Deno.remove(root.at("keys"), { recursive: true }).catch(() => {});
    const words = ["pkg", "create", "notes", "--sign", "--out", "-"];
    const runs = await Promise.all([1, 2, 3].map(() => ctxCommand(root.path, words).output()));
    const found = await Promise.all(runs.map(async ({ code, stdout, stderr }) => {
      const { signer } = await verifyPackage(stdout);
      assertEquals([code, new TextDecoder().decode(stderr)], [0, `ctx: signed by ${signer}\n`]);
      return signer;
    }));
    const { publicKey } = await keyOf(root);
    assertEquals(found, [publicKey, publicKey, publicKey]);
    signers.add(publicKey);
    assertEquals(await root.leftovers(), []);
  }
  // Each round had a key of its own.
  assertEquals(signers.size, 3);
});

Deno.test("create --sign signs in a real process, and says in one line why it cannot (ctxpkg §7, §13.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("k", "v");
  const words = ["pkg", "create", "notes", "--sign", "--out", "-", "--at", "2026-10-13T09:41:07Z"];
  const dry = await ctx(root.path, ["pkg", "create", "notes", "--sign", "--dry-run"]);
  assertEquals([dry.code, (await root.names()).includes("keys/")], [0, false]);
  const made = await ctx(root.path, words), { signer } = await verifyPackage(made.bytes);
  assertEquals([made.code, made.stderr, signer], [
    0,
    `ctx: signed by ${signer}\n`,
    (await keyOf(root)).publicKey,
  ]);
  assertEquals((await ctx(root.path, words)).stdout, made.stdout);
  await Deno.chmod(root.at(KEY), 0o644);
  const { code, stdout, stderr } = await ctx(root.path, words);
  assertEquals([code, stdout, stderr.trimEnd().split("\n").length], [1, "", 1]);
  assertStringIncludes(stderr, `chmod 600 "${root.at(KEY)}"`);
});
