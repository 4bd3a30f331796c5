import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import {
  NONE,
  type Places,
  placesAfter,
  placesOf,
  placesOfRows,
  rowsOfPlaces,
  toBytes,
} from "../../../lib/memory/index/places.ts";
import { KnownKeys } from "../../../lib/memory/index/known_keys.ts";
import { StoreText } from "../../../lib/memory/store_text.ts";
import { key, layOutMembers, objectText, spacing, stringText } from "../../support/json_texts.ts";

const pure = { permissions: "none" } as const, encoder = new TextEncoder();

/** A store file, in any layout, its members in any order, some without a `last_updated`. */
const storeFile = fc.record({
  spacing,
  inner: spacing,
  entries: fc.uniqueArray(fc.tuple(key, objectText), { maxLength: 5, selector: ([key]) => key }),
  others: fc.array(fc.constantFrom("type", "version", "last_updated", "x_note"), { maxLength: 4 }),
  at: fc.nat(4),
  note: stringText,
}).map(({ spacing, inner, entries, others, at, note }) => {
  const members = [...new Set(others)].map((
    name,
  ): [string, string] => [`"${name}"`, name === "x_note" ? note : `"${name}"`]);
  const inside = layOutMembers(entries.map(([key, text]) => [JSON.stringify(key), text]), inner);
  return layOutMembers(
    members.toSpliced(Math.min(at, members.length), 0, ['"entries"', inside]),
    spacing,
  );
});

/** What reading the whole text says. */
function read(text: string): Places {
  const store = new StoreText(text), { members, start, end } = store.entriesSpan;
  const bytes = toBytes(text, [start, ...Array.from(members), end]);
  return placesOf(store.read("shared"), bytes.slice(1, -1), bytes[0]!, bytes.at(-1)!);
}

Deno.test(
  "placesAfter() says after any changes what reading the whole file again says, and keeps rows",
  pure,
  () => {
    const change = fc.tuple(fc.nat(6), key, fc.option(objectText, { nil: undefined }));
    fc.assert(
      fc.property(storeFile, fc.array(change, { minLength: 1, maxLength: 6 }), (text, changes) => {
        const store = new StoreText(text), keys = [...store.keys()], before = read(text);
        fc.pre(store.bad.length === 0);
        before.rows.set(before.rows.map((_, i) => i));
        const touched = new Set<string>();
        for (const [place, fresh, entry] of changes) {
          const name = keys[place] ?? fresh;
          touched.add(name);
          if (entry === undefined) store.remove(name);
          else store.put(name, entry);
        }
        const { bytes, splices } = store.renderBytes("2026-10-13T09:41:07Z", encoder.encode(text));
        const changed = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
        const slice = (start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end));
        const after = placesAfter(before, store.entryChanges("shared"), splices, slice),
          { rows, ...said } = after;
        const { rows: _none, ...expected } = read(changed);
        assertEquals(said, expected);
        const left = [...new StoreText(changed).keys()];
        assertEquals([...rows], left.map((name) => touched.has(name) ? NONE : keys.indexOf(name)));
      }),
      { numRuns: 2000 },
    );
  },
);

Deno.test("rowsOfPlaces() gives back the rows of which placesOfRows() gives the places", pure, () => {
  fc.assert(fc.property(fc.uniqueArray(fc.nat(30)), fc.array(fc.nat()), (some, gaps) => {
    const all = [...some];
    for (const gap of gaps) all.splice(gap % (all.length + 1), 0, NONE);
    const rows = Uint32Array.from(all), { byRow, loose } = placesOfRows({ rows });
    assertEquals(rowsOfPlaces({ byRow }, rows.length), rows);
    assertEquals([...loose], [...rows.keys()].filter((place) => rows[place] === NONE));
  }));
});

Deno.test("StoreText of known entries reads and changes as one that was read whole (§8.2)", pure, () => {
  const change = fc.tuple(fc.nat(6), key, fc.option(objectText, { nil: undefined }));
  fc.assert(
    fc.property(storeFile, fc.array(change, { maxLength: 6 }), (given, changes) => {
      // Only of ASCII are places in the text those in the bytes.
      const text = given.replace(/\P{ASCII}/gu, "?"), spans = attempt(() => read(text));
      fc.pre(spans !== undefined);
      const { start, end } = spans!, places = new KnownKeys(text, spans!.spans, spans!.hashes);
      const known = new StoreText(text, { span: { start, end, members: spans!.spans }, places });
      const whole = new StoreText(text), keys = [...whole.keys()];
      for (const store of [known, whole]) {
        for (const [place, fresh, entry] of changes) {
          const name = keys[place] ?? fresh;
          if (entry === undefined) store.remove(name);
          else store.put(name, entry);
        }
      }
      const said = (store: StoreText) => [
        [...store.keys()].map((name) => [name, store.text(name)]),
        [...store.read("shared")].map(({ key, text }) => [key, text]),
        [...store.keysHolding('"a"')],
        [store.size, store.type, store.version, store.isChanged],
        store.render("2026-10-13T09:41:07Z"),
      ];
      assertEquals(said(known), said(whole));
    }),
    { numRuns: 1000 },
  );
});

/** What replacing characters has made of a text may be no store, or one key twice. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
