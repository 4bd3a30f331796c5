import { assertEquals } from "@std/assert";
import { withLock } from "../../lib/store/lock.ts";
import { Root } from "../../lib/store/root.ts";
import { changeStore } from "../../lib/store/writer.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

const WAIT = { timeoutMs: 10_000 };

Deno.test("withLock() can tell that the lock file was removed while it was held (§8.4)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  await withLock(new Root(temporary.path), WAIT, async (isHeld) => {
    assertEquals(await isHeld(), true);
    await Deno.remove(temporary.at("memory/.lock"));
    assertEquals(await isHeld(), false);
    await Deno.writeTextFile(temporary.at("memory/.lock"), "");
    assertEquals(await isHeld(), false);
  });
});

Deno.test("changeStore() makes a change anew, on what others have written, when the lock was lost before it was written (§8.4)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  let calls = 0;
  await changeStore(root, {
    store: "shared",
    now: "2026-10-13T09:41:07Z",
    apply: (text) => {
      if (++calls === 1) { // somebody cleans up, and somebody else, who locks the new file, writes
        Deno.removeSync(temporary.at("memory/.lock"));
        Deno.writeTextFileSync(temporary.at("memory/shared.json"), '{"entries":{"theirs":{"value":1}}}');
      }
      text.put("ours", '{"value":2}');
      return { result: undefined };
    },
  }, WAIT);
  assertEquals(calls, 2);
  assertEquals([...(await temporary.entries()).keys()], ["theirs", "ours"]);
  assertEquals(await temporary.leftovers(), []);
});
