import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import type { StoreName } from "../../lib/memory/entry.ts";
import type { EntryClaims } from "../../lib/memory/put.ts";
import { StoreText } from "../../lib/memory/store_text.ts";
import { setWarnings, storeWarnings } from "../../lib/memory/warnings.ts";
import { stored } from "../support/entries.ts";

const pure = { permissions: "none" } as const;

interface Case {
  readonly key?: string;
  readonly store?: StoreName;
  readonly now?: Record<string, unknown>;
  readonly old?: Record<string, unknown>;
  readonly claims?: EntryClaims;
  readonly others?: readonly string[];
}

function warnings({ key = "k", store = "shared", now, old, claims = {}, others = [] }: Case): string[] {
  const text = StoreText.empty(store);
  for (const name of [...others, key]) text.put(name, "{}");
  return setWarnings(stored(key, now, store), old && stored(key, old, store), claims, text);
}

function only(wanted: RegExp, given: Case): void {
  const found = warnings(given);
  assertEquals(found.length, 1, found.join("\n"));
  assertMatch(found[0]!, wanted);
}

Deno.test("setWarnings() has nothing to say of an ordinary set", pure, () => {
  assertEquals(warnings({}), []);
  assertEquals(warnings({ old: {} }), []);
  assertEquals(warnings({ now: { basis: "verified" }, claims: { basis: "verified" } }), []);
  assertEquals(warnings({ now: { source: "operator" }, old: { source: "operator" } }), []);
});

Deno.test("setWarnings() says that a new value keeps the basis verified (§3.5)", pure, () => {
  const kept = { now: { basis: "verified" }, old: { basis: "verified" } };
  only(/keeps the basis verified: .*ctx basis k inferred/, kept);
  assertEquals(warnings({ ...kept, claims: { basis: "verified" } }), []);
});

Deno.test("setWarnings() says that an operator's entry becomes an agent's (§4.2)", pure, () => {
  const taken = { now: { source: "agent" }, old: { source: "operator" } };
  only(/was the operator's and is now the agent's: give --source operator/, taken);
  assertEquals(warnings({ ...taken, claims: { source: "agent" } }), []);
});

Deno.test(
  "setWarnings() says that a new key is not in the form of §3.2, and not again for an old one",
  pure,
  () => {
    for (const key of ["Upper", "a-b", "a b", "caf\u00e9"]) only(/not in lowercase snake_case/, { key });
    assertEquals(warnings({ key: "Upper", old: {} }), []);
  },
);

Deno.test("setWarnings() says that another key looks the same (BR-27)", pure, () => {
  const found = warnings({ key: "caf\u00e9", others: ["cafe\u0301"] });
  assertEquals(found.length, 2);
  assertMatch(found[1]!, /^another key looks the same, "cafe\u0301"/);
});

Deno.test("setWarnings() says where an instruction will not show as one (§5.2)", pure, () => {
  const instruction = { now: { source: "operator", tags: ["preference"] } };
  only(/will not show as a standing instruction: .*--store operator/, instruction);
  only(/will not show/, { key: "operator_directive_x", now: { source: "operator" }, store: "agent" });
  assertEquals(warnings({ ...instruction, store: "operator" }), []);
  assertEquals(warnings({ now: { source: "agent", tags: ["directive"] } }), []);
});

Deno.test("setWarnings() bounds and cleans the keys that it names", pure, () => {
  const found = warnings({ key: "A\n\u202e" + "x".repeat(10_000) });
  assertMatch(found[0]!, /^the key "A\\u\{a\}\\u\{202e\}x+…"/);
  assertLess(found[0]!.length, 400);
});

Deno.test("setWarnings() never repeats a key that looks like a credential (§11)", pure, () => {
  const key = "AKIA" + "ABCDEFGHIJKLMNOP";
  const told = { now: { basis: "verified", source: "agent", tags: ["directive"] } };
  const cases: Case[] = [
    { key },
    { key, ...told, store: "operator" },
    { key, ...told, old: { basis: "verified", source: "operator" } },
    { key, now: { source: "operator", tags: ["directive"] } },
    { key: `${key}caf\u00e9`, others: [`${key}cafe\u0301`] },
  ];
  for (const given of cases) {
    const found = warnings(given);
    assert(found.length > 0);
    for (const line of found) assert(!line.includes(key), line);
  }
  only(/^the key is not in lowercase snake_case: /, { key });
});

Deno.test("storeWarnings() says that a file's type is another store's", pure, () => {
  const text = (json: string) => new StoreText(json);
  assertEquals(storeWarnings("shared", text('{"type":"shared","entries":{}}')), []);
  assertEquals(storeWarnings("shared", text('{"entries":{}}')), []);
  assertEquals(storeWarnings("shared", text('{"type":"agent\\n","entries":{}}')), [
    'memory/shared.json says that its type is "agent\\u{a}": that stays as it is',
  ]);
});
