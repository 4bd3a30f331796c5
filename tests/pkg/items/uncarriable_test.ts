import { assert, assertEquals } from "@std/assert";
import { Packages } from "../../../lib/pkg/packages.ts";
import { entryJson, storeJson, TemporaryRoot } from "../../support/temporary_root.ts";

const NOW = () => new Date("2026-11-01T00:00:00Z");

/** Arrays in each other. */
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

/** An entry's text with a member of another program's. */
const having = (member: string) => entryJson("v").replace(/\}$/, `,${member}}`);

/**
 * Takes entries out of one context into another.
 *
 * @returns What was left out, by key, and the texts of those that came through.
 */
async function carried(entries: Readonly<Record<string, string>>) {
  await using from = await TemporaryRoot.make();
  await using to = await TemporaryRoot.make();
  await from.write("memory/shared.json", storeJson({ plain: entryJson("plain"), ...entries }));
  const { text, leftOut } = await new Packages({ home: from.path, now: NOW }).create("notes");
  await new Packages({ home: to.path, now: NOW }).import(new TextEncoder().encode(text));
  const { results } = await to.open().list({ limit: 0 });
  return {
    reasons: new Map(leftOut.map(({ key, reason }) => [key, reason])),
    texts: new Map(results.map(({ key, text }) => [key, text])),
  };
}

Deno.test("an entry of which something cannot be carried is left out with a reason, and the rest goes (ctxpkg §11.1, §14.3, §14.4)", async () => {
  const bad = {
    twice: having('"more":{"a":1,"\\u0061":2}'),
    beyond: having('"more":[1e400]'),
    deep: having(`"more":${nested(128)}`),
    half: entryJson("\ud800"),
    half_in_member: having('"more":"\\udfff"'),
    half_in_name: having('"more":{"\\ud800":1}'),
  };
  const { reasons, texts } = await carried(bad);
  assertEquals([...texts.keys()], ["plain"]);
  for (const key of Object.keys(bad)) assert(reasons.get(key), `${key} is left out without a reason`);
  assertEquals([...reasons.keys()].sort(), Object.keys(bad).sort());
});

for (const depth of [124, 125, 126, 127]) {
  Deno.test(`a member of ${depth} arrays in each other comes through or is left out with a reason (ctxpkg §2, §14.4)`, async () => {
    const { reasons, texts } = await carried({ deep: having(`"more":${nested(depth)}`) });
    // The carrier and its fields are two objects around it: 127 in all is the most.
    assertEquals([texts.has("deep"), reasons.has("deep")], depth <= 125 ? [true, false] : [false, true]);
    if (depth <= 125) {
      assertEquals(JSON.stringify(JSON.parse(texts.get("deep")!).more), nested(depth));
    }
    assertEquals([...texts.keys()].filter((key) => key !== "deep"), ["plain"]);
  });
}

Deno.test("an entry of which a great deal is carried comes through whole, or is left out with a reason (ctxpkg §14.4, §14.5)", async () => {
  const long = "a b ".repeat(1_100_000), parts = "a b ".repeat(600_000);
  const entries = {
    derivation: entryJson("v", { derivation: long }),
    note: entryJson("v", { status: "amended", status_note: long, status_timestamp: "2026-10-01T00:00:00Z" }),
    both: entryJson("v", { derivation: parts, more: parts }),
  };
  for (const [key, text] of Object.entries(entries)) {
    const { reasons, texts } = await carried({ [key]: text });
    const keys = reasons.has(key) ? ["plain"] : [key, "plain"];
    assertEquals([...texts.keys()].sort(), keys.sort());
    if (reasons.has(key)) continue;
    const was = JSON.parse(text), now = JSON.parse(texts.get(key)!);
    assert(was.derivation === undefined || now.derivation.endsWith(` Origin: ${was.derivation}`), key);
    assert(was.status_note === now.status_note && was.more === now.more, key);
  }
});
