import { assert, assertEquals } from "@std/assert";
import { RefusedError } from "../../../lib/errors.ts";
import fc from "npm:fast-check@4.11.0";
import { parseJson } from "../../../lib/json/parse_json.ts";
import { respell } from "../../../lib/memory/import/on_conflict.ts";
import { fieldTexts, repeatedField } from "../../../lib/memory/entry_fields.ts";
import type { StoredEntry } from "../../../lib/memory/stored_entry.ts";
import { credentialShape } from "../../../lib/pkg/check/credential_shaped.ts";
import { isCarriable } from "../../../lib/pkg/items/carrier.ts";
import { isUsableKey } from "../../../lib/pkg/items/draft_of.ts";
import { Packages } from "../../../lib/pkg/packages.ts";
import { key, valueText as jsonText } from "../../support/json_texts.ts";
import { storeJson, TemporaryRoot } from "../../support/temporary_root.ts";

/** What a package is imported at: behind all that its entries say. */
const NOW = () => new Date("2026-11-01T00:00:00Z");
const AT = "2026-10-20T00:00:00Z";

/** Times of every form in which another program may have written them. */
const time = fc.tuple(
  fc.integer({ min: 0, max: 280 * 86_400 }),
  fc.constantFrom("Z", "Z", "Z", ".5Z", ".123456789Z", "+02:00", ".000-03:30"),
).map(([seconds, end]) =>
  new Date(Date.UTC(2026, 0, 2) + seconds * 1000).toISOString().replace(".000Z", end)
);
const text = fc.string({ unit: "grapheme", maxLength: 20 }).filter((said) => said.isWellFormed());
const words = fc.array(text, { maxLength: 3 });
const mark = fc.oneof(
  fc.constant({}),
  fc.record({
    status: fc.constantFrom("amended", "resolved"),
    status_note: text.filter((said) => said !== ""),
    status_timestamp: time,
  }),
  fc.record({ status: fc.constant("superseded"), status_timestamp: time, superseded_by: key }),
);
const own = fc.dictionary(fc.constantFrom("origin", "weight", "of_another_tool"), jsonText, { maxKeys: 2 });

/** An entry's text: any value with its digits, any mark, members of other programs. */
const entry = fc.tuple(
  jsonText,
  fc.record({
    source: fc.constantFrom("operator", "agent", "both", "system"),
    author: fc.option(text.filter((said) => said !== ""), { nil: undefined }),
    basis: fc.constantFrom("verified", "reported", "inferred"),
    scope: fc.constantFrom("global", "session"),
    tags: words,
    derivation: fc.option(text, { nil: undefined }),
    created: time,
    timestamp: time,
  }),
  mark,
  own,
).map(([value, fields, mark, own]) => {
  const others = Object.entries(own).map(([name, json]) => `,${JSON.stringify(name)}:${json}`).join("");
  return `{"value":${value},${JSON.stringify({ ...fields, ...mark }).slice(1, -1)}${others}}`;
}).filter((text) => repeatedField(text) === undefined);

const entries = fc.uniqueArray(fc.tuple(key, entry), { maxLength: 6, selector: ([key]) => key }).map((list) =>
  list.filter(([key]) => isUsableKey(key) && key.isWellFormed())
);

/** What of an entry comes through, field by field. */
const KEPT = ["value", "scope", "created", "timestamp", "status", "status_note", "status_timestamp"] as const;

function kept(stored: StoredEntry): Record<string, unknown> {
  const texts = fieldTexts(stored.text), { entry } = stored;
  const others = [...texts].filter(([name]) => ["origin", "weight", "of_another_tool"].includes(name));
  return {
    ...Object.fromEntries(KEPT.map((name) => [name, entry[name]])),
    value: respell(texts.get("value")!),
    others: others.map(([name, json]) => [name, respell(json)]).sort(),
  };
}

Deno.test("what is exported and imported into an empty context is what it was, and nobody's word but the tool's (ctxpkg §14.5, law 2)", async () => {
  await fc.assert(
    fc.asyncProperty(
      entries,
      fc.constantFrom(1 as const, 2 as const),
      fc.constantFrom("portable" as const, "lean-ctx" as const),
      async (list, level, profile) => {
        await using from = await TemporaryRoot.make();
        await using to = await TemporaryRoot.make();
        await from.write("memory/shared.json", storeJson(Object.fromEntries(list)));
        const there = (await from.open().list({ limit: 0 })).results;
        const options = { level, profile, at: AT, isSessionTaken: true };
        const made = await new Packages({ home: from.path, now: NOW }).create("notes", options).catch(
          (error) => {
            if (error instanceof RefusedError) return undefined;
            throw error;
          },
        );
        if (made === undefined) return void assertEquals(there.filter(isTaken), []);
        await new Packages({ home: to.path, now: NOW }).import(new TextEncoder().encode(made.text), {
          force: true,
        });
        const back = new Map(
          (await to.open().list({ limit: 0 })).results.map((stored) => [stored.key, stored]),
        );
        for (const stored of there.filter(isTaken)) {
          const key = stored.key, found = back.get(key);
          assert(found !== undefined, `${JSON.stringify(key)} is lost`);
          assertEquals(kept(found), kept(stored));
          const { tags, source, basis, imported_from, superseded_by } = found.entry;
          assertEquals(
            tags,
            stored.entry.tags.includes("imported") ? stored.entry.tags : [...stored.entry.tags, "imported"],
          );
          assertEquals([source, basis, imported_from], ["system", "reported", "notes@1.0.0"]);
          assertEquals(
            superseded_by,
            stored.entry.status === "superseded" ? stored.entry.superseded_by : undefined,
          );
          const { claimed } = found.entry.ctxpkg as { claimed: Record<string, string> };
          const { source: was, basis: how, author } = stored.entry;
          assertEquals(claimed, {
            basis: how,
            source: was,
            store: "shared",
            ...author !== undefined && { author },
          });
        }
        assertEquals(back.size, there.filter(isTaken).length);
      },
    ),
    { numRuns: 40, endOnFailure: true },
  );
});

/** What looks like a credential stays home, and half of a character has no place in a package. */
function isTaken(stored: StoredEntry): boolean {
  const { key, text } = stored;
  const said = JSON.stringify(parseJson(text));
  return isCarriable(stored) && !/\\ud[89a-f]/i.test(said) &&
    credentialShape(`${key}\n${text}`) === undefined;
}
