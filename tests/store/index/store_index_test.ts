import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import type { Context } from "../../../lib/context.ts";
import { CtxError } from "../../../lib/errors.ts";
import type { Filters } from "../../../lib/memory/match.ts";
import { StoreText } from "../../../lib/memory/store_text.ts";
import { Root } from "../../../lib/store/root.ts";
import { withIndex } from "../../../lib/store/index/store_index.ts";
import { entryJson, storeJson, TemporaryRoot } from "../../support/temporary_root.ts";

const NOW = Date.parse("2026-10-13T09:41:07Z");
const WORDS = "proxy timeout upload store entry brief window hook raise chunk café прокси 語 KELVIN".split(
  " ",
);

/** A store of so many entries of some 700 bytes; a few are what the brief shows, some are escaped, one has a rare word. */
function bigStore(count: number, store: string, isAscii = false): string {
  const entries: Record<string, string> = {};
  for (let i = 0; i < count; i++) {
    const words = Array.from(
      { length: 60 },
      (_, j) => WORDS[(i * 7 + j * j) % (isAscii ? 10 : WORDS.length)],
    );
    const timestamp = new Date(NOW - (count - i) * 60_000).toISOString().slice(0, 19) + "Z";
    const tags = [
      i % 9 ? "plain" : "decision",
      ...i === count >> 1 ? ["rarity"] : [],
      ...i % 50 ? [] : ["preference"],
    ];
    const text = entryJson(`${words.join(" ")} no. ${i}${i === count >> 1 ? " Zirconium" : ""}`, {
      timestamp,
      tags,
      source: i % 3 ? "agent" : "operator",
      ...i % 11 ? {} : { status: "superseded", superseded_by: `k_${i + 1}` },
    });
    entries[i === 5 ? "current_focus" : `k_${i}`] = i % 101 || isAscii
      ? text
      : text.replaceAll("é", "\\u00e9");
  }
  return storeJson(entries, store);
}

/** What a context answers to calls of every kind that an index can serve. */
async function answers(context: Context): Promise<unknown> {
  const told = async (make: () => Promise<unknown>) => {
    try {
      return JSON.parse(JSON.stringify(await make()));
    } catch (error) {
      if (error instanceof CtxError) return [error.code, error.message, error.hint];
      throw error;
    }
  };
  const filters: Filters[] = [{ tags: ["rarity"] }, { tags: ["rarity", "plain"], store: "shared" }, {
    author: "Nobody",
  }];
  return [
    await told(() => context.get("k_17")),
    await told(() => context.get("current_focus")),
    await told(() => context.getAll("k_100")),
    await told(() => context.get("no_such_key")),
    await told(() => context.get("k_17", { store: "operator" })),
    ...await Promise.all(filters.map((filter) => told(() => context.list(filter)))),
    await told(() => context.list({ limit: 3 })),
    ...await Promise.all(
      ["zirconium", "no. 2321", "CAFÉ no. 12", "é", "zz"].map((text) => told(() => context.search(text))),
    ),
    ...await Promise.all(
      ["zirconium", "zircon*", '"no 77"', "прокси -raise"].map((text) =>
        told(() => context.searchWords(text, { limit: 20 }))
      ),
    ),
    await told(() => context.brief()),
    await told(() => context.start()),
  ];
}

const hasIndex = (path: string) => withIndex(new Root(path), "shared", (index) => index.count) !== undefined;
const settled = () => new Promise((resolve) => setTimeout(resolve, 3100));

Deno.test("an index that is missing, fresh, stale, damaged, of another version or not to be written changes no answer (§10)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open({ now: () => new Date(NOW) }), index = root.at("memory/.index");
  await root.write("memory/shared.json", bigStore(2500, "shared"));
  await root.write("memory/operator.json", bigStore(700, "operator"));
  await root.write("memory/agent.json", bigStore(30, "agent"));
  // A file at its place: it can neither be read nor written.
  await Deno.writeTextFile(index, "");
  const expected = await answers(context);
  await settled();
  assertEquals(await answers(context), expected);
  assert(!hasIndex(root.path));
  await Deno.remove(index);

  assertEquals(await answers(context), expected, "while it is made");
  assertEquals([...Deno.readDirSync(index)].map(({ name }) => name).sort(), [
    ".gitignore",
    "operator.places",
    "operator.signatures",
    "shared.places",
    "shared.signatures",
  ]);
  assert(hasIndex(root.path));
  assertEquals(await root.mode("memory/.index"), 0o700);
  assertEquals(await answers(context), expected, "fresh");

  for (const part of ["shared.places", "shared.signatures"]) {
    const path = `${index}/${part}`, sound = await Deno.readFile(path);
    const versioned = sound.slice(), flipped = sound.slice();
    versioned[4]!++;
    for (let at = 5000; at < flipped.length; at += 4096) flipped[at]! ^= 0x10;
    const damages = {
      versioned,
      flipped,
      cut: sound.subarray(0, sound.length >> 1),
      empty: new Uint8Array(0),
      foreign: sound.map(() => 7),
    };
    for (const [what, bytes] of Object.entries(damages)) {
      await Deno.writeFile(path, bytes);
      assertEquals(await answers(context), expected, `${part} ${what}`);
      await Deno.writeFile(path, sound);
    }
    await Deno.remove(path);
    assertEquals(await answers(context), expected, `${part} missing`);
    await Deno.writeFile(path, sound);
  }

  // Another program changes the store in place, byte for byte as long as it was, and later moves its entries.
  const store = await root.read("memory/shared.json");
  const swapped = store.replace(' no. 17"', ' no. 71"').replace('"k_100"', '"k_1OO"').replace(
    "Zirconium",
    "Zirkonium",
  );
  for (
    const [what, text] of [["swapped", swapped], [
      "moved",
      swapped.replace('"entries": {', '"entries":   {'),
    ]] as const
  ) {
    await root.write("memory/shared.json", text);
    const stale = await answers(context);
    await Deno.rename(index, `${index}.away`);
    await Deno.writeTextFile(index, "");
    assertEquals(stale, await answers(context), what);
    await Deno.remove(index);
    await Deno.rename(`${index}.away`, index);
  }
});

Deno.test("every search and list finds with an index what it finds without one (§4.6, §10)", async () => {
  await using root = await TemporaryRoot.initialised();
  await using other = await TemporaryRoot.initialised();
  for (const store of ["shared", "agent"]) {
    const text = bigStore(900, store);
    for (const one of [root, other]) await one.write(`memory/${store}.json`, text);
  }
  // Where a file is at its place there is no index.
  await other.write("memory/.index", "");
  await settled();
  const [indexed, plain] = [root, other].map((one) => one.open({ now: () => new Date(NOW) })) as [
    Context,
    Context,
  ];
  await indexed.search("an index");
  assert(withIndex(new Root(root.path), "agent", (index) => index.isSigned));
  const { results } = await plain.list();
  const asked = fc.tuple(
    fc.nat(),
    fc.nat(),
    fc.integer({ min: 1, max: 14 }),
    fc.constantFrom("", "*", '"', "-x "),
  );
  await fc.assert(
    fc.asyncProperty(asked, fc.boolean(), async ([pick, from, length, mark], isUpper) => {
      const { key, text, entry } = results[pick % results.length]!, whole = `${key} ${text}`;
      const part = whole.slice(from % whole.length, from % whole.length + length);
      const pattern = isUpper ? part.toUpperCase() : part,
        filters = { tags: entry.tags.slice(0, from % 3), limit: 50 };
      const json = async (found: Promise<unknown>) => JSON.parse(JSON.stringify(await found));
      assertEquals(await json(indexed.search(pattern)), await json(plain.search(pattern)));
      const query = mark === '"' ? `"${pattern}"` : mark.endsWith(" ") ? mark + pattern : pattern + mark;
      assertEquals(await json(indexed.searchWords(query)), await json(plain.searchWords(query)));
      assertEquals(await json(indexed.list(filters)), await json(plain.list(filters)));
    }),
    { numRuns: 120 },
  );
});

Deno.test("an index says after writes of every kind what the file says, in ASCII and beyond (§10)", async () => {
  for (const isAscii of [true, false]) {
    await using root = await TemporaryRoot.initialised();
    const context = root.open(), path = root.at("memory/shared.json");
    await root.write("memory/shared.json", bigStore(600, "shared", isAscii));
    await context.set("k_0", "the first write makes the index");
    const operation = fc.tuple(
      fc.constantFrom("set", "new", "amend", "supersede", "delete", "undo"),
      fc.nat(650),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 4 }), async (operations) => {
        // At once: they share a replace.
        await Promise.allSettled(operations.map(([name, i]) => {
          const key = `k_${i}`, value = `value ${i} ${"long ".repeat(i % 7)}${isAscii ? "" : "é"}`;
          if (name === "set") return context.set(key, value, { tags: ["decision"] });
          if (name === "new") return context.set(`new_${i}`, [value, i]);
          if (name === "amend") return context.amend(key, value);
          if (name === "supersede") return context.supersede(key, "k_1");
          return name === "delete" ? context.delete(key) : context.undo(key);
        }));
        const text = new StoreText(await Deno.readTextFile(path)), keys = [...text.keys()];
        const said = withIndex(new Root(root.path), "shared", (index) => {
          const { places } = index.all();
          return [...places.hashes.keys()].map((place) => index.entry(place)).map((
            { key, text },
          ) => [key, text]);
        });
        assertEquals(said, keys.map((key) => [key, text.text(key)]));
        for (const [, i] of operations) {
          for (const key of [`k_${i}`, `new_${i}`]) {
            const found = withIndex(
              new Root(root.path),
              "shared",
              (index) => ({ text: index.find(key)?.text }),
            );
            assertEquals(found, { text: text.text(key) });
          }
        }
      }),
      { numRuns: 40 },
    );
  }
});

Deno.test("a write finds what came since the signatures were made, and a delete leaves no trace in them (§4.5)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open(), signatures = root.at("memory/.index/shared.signatures");
  await root.write("memory/shared.json", bigStore(2500, "shared", true));
  await settled();
  await context.search("zirconium");
  const made = await Deno.readFile(signatures);
  await context.set("k_3", "Zirconium too");
  await context.set("k_new", "Zirconium as well");
  const isUsed = withIndex(new Root(root.path), "shared", (index) => index.holding(["zirconium"])?.length);
  assert(isUsed !== undefined && isUsed >= 3 && isUsed < 50, String(isUsed));
  const keys = async () => (await context.search("zirconium")).results.map(({ key }) => key).sort();
  assertEquals(await keys(), ["k_1250", "k_3", "k_new"]);
  await settled();
  for (const pattern of ["proxy", "ab", "value"]) await context.search(pattern);
  assertEquals(
    await Deno.readFile(signatures),
    made,
    "they are made anew for no write, and for no search that they cannot serve",
  );
  await context.delete("k_1250");
  assertEquals(await keys(), ["k_3", "k_new"]);
  assert(!(await root.names()).includes("memory/.index/shared.signatures"));
});

/** Changes a file as a careless or a sly program does: in place, no byte more or less, its time put back. */
function forge(path: string, change: (text: string) => string): void {
  const { atime, mtime } = Deno.statSync(path), text = Deno.readTextFileSync(path), changed = change(text);
  assertEquals(changed.length, text.length);
  Deno.writeTextFileSync(path, changed);
  Deno.utimeSync(path, atime!, mtime!);
}

Deno.test("what another program changes in place right after a write, its time put back, is found and never doubled (§8.2)", async () => {
  for (const wait of [() => Promise.resolve(), settled]) {
    await using root = await TemporaryRoot.initialised();
    const context = root.open(), path = root.at("memory/shared.json");
    await root.write("memory/shared.json", bigStore(2500, "shared", true));
    await settled();
    await context.search("zirconium");
    await context.set("first", "a write of ctx");
    assert(hasIndex(root.path));
    const swap = /"k_1240": (\{[^{}]*\}),\n {4}"k_1241": (\{[^{}]*\})/;
    forge(
      path,
      (text) => text.replace("Zirconium", "Palladium").replace(swap, '"k_1241": $2,\n    "k_1240": $1'),
    );
    await wait();
    assertEquals((await context.search("palladium")).results.map(({ key }) => key), ["k_1250"]);
    assertEquals((await context.search("zirconium")).total, 0);
    const { text } = await context.get("k_1241");
    await context.set("k_1240", "the first of the two");
    await context.set("k_1242", "their neighbour");
    const { entries } = JSON.parse(await root.read("memory/shared.json"));
    const keys = [...new StoreText(await root.read("memory/shared.json")).keys()];
    assertEquals(keys.length, new Set(keys).size);
    assertEquals([entries.k_1240.value, entries.k_1242.value], ["the first of the two", "their neighbour"]);
    assertEquals(JSON.parse(text), entries.k_1241);
  }
});

Deno.test("an index is trusted by its times once its store was left alone for a while, and start writes nothing to say so", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open(), places = root.at("memory/.index/shared.places");
  await root.write("memory/shared.json", bigStore(600, "shared", true));
  await context.set("first", "a write of ctx");
  const made = await Deno.readFile(places);
  await context.get("k_1");
  assertEquals(await Deno.readFile(places), made, "too early to tell");
  await settled();
  const before = await root.snapshot();
  await context.start();
  assertEquals(await root.snapshot(), before);
  await context.get("k_1");
  assert(
    new TextDecoder().decode((await Deno.readFile(places)).subarray(16, 400)).includes('"isSettled":true'),
  );
});

Deno.test("a delete takes signatures away however small, unchanged or shared the store is (§4.5)", async () => {
  const signed = async () => {
    const root = await TemporaryRoot.initialised(), context = root.open();
    await root.write("memory/shared.json", bigStore(600, "shared", true));
    await settled();
    await context.search("zirconium");
    assert((await root.names()).includes("memory/.index/shared.signatures"));
    return { root, context };
  };
  const isGone = async (root: TemporaryRoot) =>
    assertEquals((await root.names()).filter((name) => name.endsWith(".signatures")), []);
  {
    const { root, context } = await signed();
    await using _root = root;
    // Its history alone is left of the entry.
    await context.set("k_7", "kept in the history", { scope: "session" });
    await context.cleanup({ olderThanSeconds: 0 });
    await context.delete("k_7").catch(() => context.delete("k_8"));
    await isGone(root);
  }
  {
    const { root, context } = await signed();
    await using _root = root;
    await Deno.symlink("shared.json", root.at("memory/agent.json"));
    await context.search("zirconium");
    await context.delete("k_7", { store: "agent" });
    await isGone(root);
  }
  {
    const { root, context } = await signed();
    await using _root = root;
    const keys = (await context.list()).results.map(({ key }) => key).filter((key) => key !== "k_7");
    const small = storeJson({ k_7: entryJson("a secret of old") });
    // Another program leaves but one entry.
    await root.write("memory/shared.json", small);
    assertEquals(keys.length, 599);
    await context.delete("k_7");
    await isGone(root);
    assertEquals(
      (await root.names()).filter((name) => name.endsWith(".places")),
      [],
      "too small for any index",
    );
  }
});

Deno.test("a store of very small entries has no index larger than itself", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  const entries = Array.from({ length: 30_000 }, (_, i) => `"k${i}":{}`);
  await root.write("memory/shared.json", `{"entries":{${entries.join(",")}}}`);
  await settled();
  assertEquals((await context.search("k29999")).total, 1);
  await context.set("k1", "one");
  assertEquals((await root.names()).filter((name) => name.startsWith("memory/.index/s")), []);
});

Deno.test("a brief asks for the time once, and counts by it whatever reads the store (§5.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  const limit = NOW - 168 * 3_600_000, decisions: Record<string, string> = {};
  const at = (ms: number) => ({ timestamp: new Date(ms).toISOString().slice(0, 19) + "Z" });
  for (let i = 0; i < 600; i++) {
    decisions[`finding_${i}`] = entryJson("words ".repeat(80), at(limit - 1e9 - i * 1e6));
  }
  // Those of the last moment of the week are one second too old as soon as the clock moves on.
  for (let i = 0; i < 40; i++) decisions[`decision_${i}`] = entryJson("old", at(limit));
  for (let i = 0; i < 20; i++) decisions[`decision_new_${i}`] = entryJson("new", at(NOW - i * 60_000));
  await root.write("memory/shared.json", storeJson(decisions));
  // The second turns with each look.
  const more = async () => {
    let looks = 0;
    return (await root.open({ now: () => new Date(NOW + 1000 * looks++) }).brief()).decisions.more;
  };
  await root.write("memory/.index", "");
  const expected = await more();
  await Deno.remove(root.at("memory/.index"));
  await settled();
  await root.open().get("decision_1");
  assert(hasIndex(root.path));
  assertEquals(await more(), expected);
});
