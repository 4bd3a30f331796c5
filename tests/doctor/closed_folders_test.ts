import { assertEquals, assertStringIncludes } from "@std/assert";
import { ctx } from "../support/command.ts";
import { otherUser } from "../support/other_user.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

Deno.test("doctor --fix opens a folder that is closed to its owner, and mends what that brings to light", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("k", "v");
  await Deno.chmod(root.at("memory/shared.json"), 0o644);
  await Deno.chmod(root.at("memory"), 0o000);
  await Deno.chmod(root.path, 0o000);
  // The superuser may do everything whatever the mode, so it is another user who tries.
  const { prefix, env, own } = await otherUser(root.outside);
  await own(root.outside);
  const settings = { prefix, env };
  const looked = await ctx(root.path, ["doctor"], settings);
  assertEquals([looked.code, looked.stderr], [1, ""]);
  assertStringIncludes(looked.stdout, "the context root is closed to its owner (mode 0000)\n  chmod 700 ");
  const { code, stdout, stderr } = await ctx(root.path, ["doctor", "--fix"], settings);
  assertEquals([code, stderr], [0, ""]);
  assertEquals(stdout.match(/^ {2}set to 0\d+$/gm), ["  set to 0700", "  set to 0700", "  set to 0600"]);
  assertEquals([await root.mode(""), await root.mode("memory"), await root.mode("memory/shared.json")], [
    0o700,
    0o700,
    0o600,
  ]);
});

Deno.test("doctor names a store that its owner cannot read, and leaves it", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("k", "v");
  await Deno.chmod(root.at("memory/shared.json"), 0o000);
  const { prefix, env, own } = await otherUser(root.outside);
  await own(root.outside);
  const { code, stdout, stderr } = await ctx(root.path, ["doctor", "--fix"], { prefix, env });
  assertEquals([code, stderr], [1, ""]);
  assertStringIncludes(stdout, "wrong: stores: Cannot read ");
  assertEquals(await root.mode("memory/shared.json"), 0o000);
});
