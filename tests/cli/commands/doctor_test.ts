import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { rawEntry, Trial } from "../../support/cli_trial.ts";
import { runGranted } from "../../support/ctx_process.ts";

const ENV = "--allow-env=CTX_HOME,CTX_AUTHOR,HOME,USERPROFILE,NO_COLOR,FORCE_COLOR,TERM,PWD";

Deno.test("doctor ends with status 0 where all is well, and says what ctx start costs (BR-69)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v");
  const { status, out, err } = await t.ctx("doctor");
  assertEquals([status, err], [0, []]);
  const [home, well, size, verdict] = out.split("\n");
  assertEquals([home, verdict], [t.home, "All is well."]);
  assertMatch(well!, /^well: grants, root, modes, /);
  assertMatch(size!, /^ctx start prints [\d,]+ characters, roughly [\d,]+ tokens$/);
});

Deno.test("doctor ends with status 1 where something is wrong, and --fix with 0 once it is mended", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v");
  await Deno.chmod(`${t.home}/memory/shared.json`, 0o644);
  const { status, out, err } = await t.ctx("doctor");
  assertEquals([status, err], [1, []]);
  assertStringIncludes(
    out,
    `wrong: modes: memory/shared.json is open to others than its owner (mode 0644)\n  chmod go= ${t.home}/memory/shared.json\n`,
  );
  assertStringIncludes(out, "1 thing is wrong; ctx doctor --fix mends it.\n");
  const fixed = await t.ctx("doctor", "--fix");
  assertEquals([fixed.status, fixed.err], [0, []]);
  assertStringIncludes(fixed.out, "fixed: modes: ");
  assertStringIncludes(fixed.out, "\n  set to 0600\n");
  assertEquals((await t.ctx("doctor")).status, 0);
});

Deno.test("doctor --json is one document with every finding (BR-93)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v");
  await t.store("agent", { old: rawEntry("v", { status: "superseded", superseded_by: "\u{1b}[2J" }) });
  await Deno.chmod(`${t.home}/memory/agent.json`, 0o600);
  const { status, out } = await t.ctx("doctor", "--json");
  assertEquals(status, 1);
  const { home, well, findings, start } = JSON.parse(out);
  assertEquals([home, well, typeof start.characters, typeof start.tokens], [
    t.home,
    false,
    "number",
    "number",
  ]);
  assertEquals(findings, [{
    check: "entries",
    level: "wrong",
    message: 'agent/old is superseded by agent/"\\u{1b}[2J", which is not there',
    remedy:
      "ctx supersede --store agent old --by <the key that replaces it>, or ctx resolve --store agent old",
    fixable: false,
  }]);
});

Deno.test("doctor names the grants that the command lacks", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v");
  const cases = [[`--allow-write=${t.home}`, "--allow-read"], [
    `--allow-read=${t.home}`,
    "--allow-write",
  ]] as const;
  for (const [grant, flag] of cases) {
    const { status, out, err } = await runGranted([ENV, grant], ["doctor"], { env: { CTX_HOME: t.home } });
    assertEquals([status, err], [1, ""]);
    assertStringIncludes(
      out,
      `wrong: grants: Deno was not granted to ${flag.slice("--allow-".length)} the context root`,
    );
    assertStringIncludes(out, `${flag}="${t.home}"`);
    assert(!out.includes("A fault of ctx itself"));
  }
});

Deno.test("doctor with the grants of an installed ctx needs no other", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v");
  await Deno.chmod(t.home, 0o755);
  const grants = [ENV, `--allow-read=${t.home}`, `--allow-write=${t.home}`];
  const { status, out, err } = await runGranted(grants, ["doctor", "--fix"], { env: { CTX_HOME: t.home } });
  assertEquals([status, err], [0, ""]);
  assertStringIncludes(out, "fixed: modes: ");
});
