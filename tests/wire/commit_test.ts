import { assert, assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { DamagedError, StorageError } from "../../lib/errors.ts";
import { failing, operationsOf } from "../support/faulty_disk.ts";
import { SAMPLES } from "../support/settings_samples.ts";
import { WireTrial } from "../support/wire_trial.ts";

/** A home with settings of somebody's for two harnesses. */
async function used(): Promise<WireTrial> {
  const trial = await WireTrial.make();
  await trial.write(".claude/settings.json", SAMPLES.json!["somebody's hooks"]!);
  await trial.write(".codex/config.toml", Object.values(SAMPLES.toml!)[0]!);
  return trial;
}

/** How many steps on the disk something takes. */
async function stepsOf(use: (trial: WireTrial) => Promise<unknown>): Promise<number> {
  await using trial = await used();
  return (await operationsOf(() => use(trial))).length;
}

const RECORD = "memory/.wired.json";

for (const harness of ["claude", "codex"] as const) {
  Deno.test(`${harness} is wired whole or not at all, at whichever step the disk fails (BR-57)`, async () => {
    const steps = await stepsOf((trial) => trial.wire(harness));
    assert(steps > 15, String(steps));
    for (let step = 0; step < steps; step++) {
      await using trial = await used();
      const before = await trial.tree();
      const error = await failing(step, () => trial.wire(harness));
      if (error !== undefined) {
        assertInstanceOf(error, StorageError);
        assertEquals(await trial.tree(), before, `step ${step} of ${steps}`);
      }
      await trial.wire(harness);
      await trial.unwire(harness);
      assertEquals(await trial.tree(), before, `step ${step} of ${steps}`);
      assertEquals(JSON.parse(await trial.root.read(RECORD)), { version: 1, files: [] });
    }
  });

  Deno.test(`${harness} is unwired whole or not at all, at whichever step the disk fails (BR-58)`, async () => {
    const steps = await stepsOf(async (trial) => {
      await trial.wire(harness);
    });
    for (let step = 0; step < steps; step++) {
      await using trial = await used();
      const before = await trial.tree();
      await trial.wire(harness);
      const wired = await trial.tree();
      const error = await failing(step, () => trial.unwire(harness));
      if (error !== undefined) assertEquals(await trial.tree(), wired, `step ${step} of ${steps}`);
      await trial.unwire(harness);
      assertEquals(await trial.tree(), before, `step ${step} of ${steps}`);
    }
  });

  Deno.test(`a change for ${harness} that ends in the middle, for good, is taken up by the next`, async () => {
    const steps = await stepsOf((trial) => trial.wire(harness));
    for (let step = 0; step < steps; step++) {
      for (const next of ["wire", "unwire"] as const) {
        await using trial = await used();
        const before = await trial.tree();
        // As when the power goes: nothing is cleaned up either.
        await failing(step, () => trial.wire(harness), { andAllAfter: true });
        await age(trial);
        if (next === "wire") await trial.wire(harness);
        await trial.unwire(harness);
        assertEquals(await trial.tree(), before, `step ${step} of ${steps}, then ${next}`);
      }
    }
  });
}

/** Makes what a writer left beside the files as old as that of one that will not come back. */
async function age({ home }: WireTrial): Promise<void> {
  for (const folder of [".claude", ".codex"]) {
    for await (const { name } of Deno.readDir(`${home}/${folder}`)) {
      if (name.endsWith(".tmp")) await Deno.utime(`${home}/${folder}/${name}`, 1, 1);
    }
  }
}

Deno.test("a record that does not say what was wired is named, and nothing is changed", async () => {
  await using trial = await WireTrial.make();
  await trial.wire("claude");
  const sound = JSON.parse(await trial.root.read(RECORD)), wired = await trial.tree();
  for (
    const damaged of [
      "null",
      "{",
      "[]",
      '{"version": 2, "files": []}',
      '{"version": 1, "files": {}}',
      JSON.stringify({ ...sound, files: [{ ...sound.files[0], after: 1 }] }),
      JSON.stringify({ ...sound, files: [{ ...sound.files[0], spans: [{ at: "0", text: "" }] }] }),
      JSON.stringify({ ...sound, files: [{ ...sound.files[0], items: [{ part: "hook" }] }] }),
      JSON.stringify({ ...sound, files: [{ ...sound.files[0], folders: [1] }] }),
      JSON.stringify({ ...sound, pending: [null] }),
    ]
  ) {
    await trial.root.write(RECORD, damaged);
    for (const use of [() => trial.wire("claude"), () => trial.unwire("claude")]) {
      const error = await assertRejects(use, DamagedError, "does not say what was wired");
      assertStringIncludes(error.hint!, "Move it away");
      assertEquals([await trial.tree(), await trial.root.read(RECORD)], [wired, damaged]);
    }
  }
});

Deno.test("wired by several at once, every file is whole, and nothing is left of it after", async () => {
  await using trial = await used();
  const before = await trial.tree();
  await Promise.all(
    ["A", "B", "C"].flatMap((author) => [
      trial.wire("codex", { author }),
      trial.wire("claude", { author }),
    ]),
  );
  const text = await trial.read(".claude/settings.json");
  assertEquals(text.match(/"CTX_AUTHOR"/g)?.length, 1);
  await trial.unwire("claude");
  await trial.unwire("codex");
  assertEquals(await trial.tree(), before);
});
