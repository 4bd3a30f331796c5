import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { DerivedKeys, snakeKey } from "../../../lib/memory/import/derived_key.ts";
import { isPlainKey } from "../../../lib/memory/key.ts";

const pure = { permissions: "none" } as const;

Deno.test("snakeKey() makes snake_case of a name (§3.2)", pure, () => {
  for (
    const [name, key] of [
      ["Ada Lovelace", "ada_lovelace"],
      ["  --Café (2026)!  ", "cafe_2026"],
      ["snake_case", "snake_case"],
      ["../../etc/passwd", "etc_passwd"],
      ["日本語 ノート", "日本語_ノート"],
      ["Łódź", "łodz"],
      ["!?", "entity"],
      ["", "entity"],
      ["x".repeat(200), "x".repeat(80)],
      ["\ud800", "entity"],
      ["__proto__", "proto"],
    ]
  ) assertEquals(snakeKey(name!, "entity"), key);
});

Deno.test("snakeKey() gives plain keys for whatever ASCII name", pure, () => {
  fc.assert(fc.property(fc.string(), (name) => assert(isPlainKey(snakeKey(name, "note")))));
});

Deno.test("DerivedKeys hands out no key twice, and not the reserved one (§3.2)", pure, () => {
  const keys = new DerivedKeys();
  assertEquals(["a", "a", "a_2", "a"].map((key) => keys.take(key)), ["a", "a_2", "a_2_2", "a_3"]);
  assertEquals(keys.take("a", "folder_a"), "folder_a");
  assertEquals(keys.take("a", "folder_a"), "folder_a_2");
  assertEquals(keys.take("current_focus"), "current_focus_2");
});
