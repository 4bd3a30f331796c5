import { assertEquals } from "@std/assert";
import { readHistoryEntries } from "../../../lib/store/history/versions_of_keys.ts";
import { Root } from "../../../lib/store/root.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

Deno.test("readHistoryEntries() gives what the history holds of the keys, digits kept, torn lines left out", async () => {
  await using root = await TemporaryRoot.make();
  const line = (key: string, entry: string) =>
    `{"at":"2026-01-01T00:00:00Z","operation":"set","key":${JSON.stringify(key)},"entry":${entry}}\n`;
  await root.write(
    "memory/history/shared.jsonl",
    line("k", '{"value":1.0}') + line("other", '{"value":2}') + '{"at":"2026-01-01T00\n\n' +
      line("k", '{"value":"\\u0041"}') + line("k", "[1]") + line("__proto__", "{}") + '{"key":"k"}\n[1]\n',
  );
  const read = (...keys: string[]) => [...readHistoryEntries(new Root(root.path), "shared", new Set(keys))];
  assertEquals(read("k", "none"), [["k", ['{"value":1.0}', '{"value":"\\u0041"}']]]);
  assertEquals(read("__proto__"), [["__proto__", ["{}"]]]);
  assertEquals(read(), []);
});

Deno.test("readHistoryEntries() finds nothing where there is no history", async () => {
  await using root = await TemporaryRoot.make();
  assertEquals(readHistoryEntries(new Root(root.path), "agent", new Set(["k"])).size, 0);
});
