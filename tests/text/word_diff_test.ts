import { assert, assertEquals, assertLess } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { commonPlaces, type DiffPart, diffWords } from "../../lib/text/word_diff.ts";

const pure = { permissions: "none" } as const;

/** The parts as they are shown without colour. */
function marked(before: string, after: string): string {
  const marks = { same: ["", ""], removed: ["[-", "-]"], added: ["{+", "+}"] } as const;
  return diffWords(before, after).map(({ kind, text }) => marks[kind].join(text)).join("");
}

/** One of the two texts, put together from the parts. */
function side(parts: readonly DiffPart[], kind: "removed" | "added"): string {
  return parts.filter((part) => part.kind === "same" || part.kind === kind).map(({ text }) => text).join("");
}

const CASES: readonly (readonly [what: string, before: string, after: string, shown: string])[] = [
  ["texts that are the same", "the port is 8080", "the port is 8080", "the port is 8080"],
  ["two empty texts", "", "", ""],
  ["a text from nothing", "", "a word", "{+a word+}"],
  ["nothing from a text", "a word", "", "[-a word-]"],
  ["a word for another", "the port is 8080", "the port is 8443", "the port is [-8080-]{+8443+}"],
  ["whole words only", "timeout", "timeouts", "[-timeout-]{+timeouts+}"],
  ["words in front", "is 8443", "it is 8443", "{+it +}is 8443"],
  ["words at the end", "it is", "it is 8443", "it is{+ 8443+}"],
  ["punctuation apart from its word", "done.", "done!", "done[-.-]{+!+}"],
  [
    "a phrase as one change",
    "use the old port now",
    "use a new port now",
    "use [-the old-]{+a new+} port now",
  ],
  ["changes on two lines as two", "a\nb\nc", "x\nb\ny", "[-a-]{+x+}\nb\n[-c-]{+y+}"],
  ["emoji whole", "ok 👩‍👩‍👧 go", "ok 👩‍👩‍👦 go", "ok [-👩‍👩‍👧-]{+👩‍👩‍👦+} go"],
];

for (const [what, before, after, shown] of CASES) {
  Deno.test(`diffWords() shows ${what} (§10)`, pure, () => assertEquals(marked(before, after), shown));
}

Deno.test("diffWords() finds words where no spaces set them apart (§10)", pure, () => {
  const parts = diffWords("今日は東京に行きます", "今日は大阪に行きます");
  assertEquals(parts[0], { kind: "same", text: "今日は" });
  assertEquals(parts.at(-1)?.kind, "same");
  assertEquals([side(parts, "removed"), side(parts, "added")], [
    "今日は東京に行きます",
    "今日は大阪に行きます",
  ]);
});

const words = fc.array(fc.constantFrom("a", "b", "c", " ", "\n", ".", "word", "é", "👩‍👩‍👧", "\ud800", "\r\n"))
  .map((list) => list.join(""));

Deno.test(
  "diffWords() gives parts that make up both texts, none empty and no two alike in a row",
  pure,
  () => {
    fc.assert(fc.property(words, words, (before, after) => {
      const parts = diffWords(before, after);
      assertEquals(side(parts, "removed"), before);
      assertEquals(side(parts, "added"), after);
      parts.forEach(({ kind, text }, i) => assert(text !== "" && parts[i + 1]?.kind !== kind));
    }));
  },
);

/** The length of a longest common list, by the table that every textbook has. */
function longest(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const item of a) {
    const next = [0];
    b.forEach((other, j) => next.push(item === other ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!)));
    row = next;
  }
  return row.at(-1)!;
}

Deno.test("commonPlaces() gives a longest list that both share, in the order of both", pure, () => {
  const list = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 });
  fc.assert(
    fc.property(list, list, (a, b) => {
      const places = commonPlaces(a, b);
      assertEquals(places.length, longest(a, b));
      places.forEach(([i, j], n) => {
        assertEquals(a[i], b[j]);
        if (n > 0) assert(places[n - 1]![0] < i && places[n - 1]![1] < j);
      });
    }),
    { numRuns: 2000 },
  );
});

Deno.test("diffWords() of two long texts that share nothing says so at once", pure, () => {
  const long = (word: string) => Array.from({ length: 60_000 }, (_, n) => `${word}${n}`).join(" ");
  const began = Date.now(), parts = diffWords(long("a"), long("b"));
  assertLess(Date.now() - began, 5000);
  assertEquals(side(parts, "removed"), long("a"));
  assertEquals(side(parts, "added"), long("b"));
});

Deno.test("diffWords() finds a change in the middle of a long text", pure, () => {
  const list = Array.from({ length: 100_000 }, (_, n) => `w${n}`), changed = list.with(50_000, "new");
  assertEquals(diffWords(list.join(" "), changed.join(" ")).map(({ kind }) => kind), [
    "same",
    "removed",
    "added",
    "same",
  ]);
});
