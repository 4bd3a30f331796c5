import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import {
  applyPatches,
  editObject,
  innerLayout,
  type MemberChange,
  type ObjectLayout,
  patchBytes,
  readLayout,
} from "../../lib/json/edit.ts";
import { layOut } from "../../lib/json/layout.ts";
import { scanObject } from "../../lib/json/scan.ts";
import { key, layOutMembers, spacing, stringText, valueText } from "../support/json_texts.ts";

const pure = { permissions: "none" } as const;

type Member = readonly [key: string, value: string];

/** The members of an object's text, keys and values as they are spelled. */
function membersOf(text: string): Member[] {
  const { members: m, end } = scanObject(text, 0), found: Member[] = [];
  assertEquals(end, text.length);
  const slice = (i: number) => text.slice(m[i], m[i + 1]);
  for (let i = 0; i < m.length; i += 4) found.push([slice(i), slice(i + 2)]);
  return found;
}

function edit(text: string, changes: readonly MemberChange[], outer?: ObjectLayout): string {
  const span = scanObject(text, 0), layout = readLayout(text, span, outer);
  return applyPatches(text, editObject(span, layout, changes));
}

/** What an object's members are to be after changes, worked out on the list alone. */
function expected(members: readonly Member[], changes: readonly MemberChange[]): Member[] {
  const added = (place: number) =>
    changes.filter((c) => c.index === undefined && (c.after ?? members.length - 1) === place)
      .map((c): Member => [JSON.stringify(c.key), c.text!]);
  return [
    ...added(-1),
    ...members.flatMap((member, i) => {
      const change = changes.find((c) => c.index === i);
      const stays: Member[] = !change
        ? [member]
        : change.text === undefined
        ? []
        : [[member[0], change.text]];
      return [...stays, ...added(i)];
    }),
  ];
}

const object = fc.record({ members: fc.array(fc.tuple(stringText, valueText), { maxLength: 5 }), spacing });

/** An object's text and changes to it: some members replaced, some taken out, some put in at places. */
const edits = object.chain(({ members, spacing }) =>
  fc.record({
    members: fc.constant(members),
    text: fc.constant(layOutMembers(members, spacing)),
    changes: fc.tuple(
      fc.tuple(...members.map((_, index) =>
        fc.oneof(
          fc.constant<MemberChange[]>([]),
          fc.constant<MemberChange[]>([{ index }]),
          valueText.map((text): MemberChange[] => [{ index, text }]),
        )
      )),
      fc.array(
        fc.record({
          key,
          text: valueText,
          after: fc.option(fc.integer({ min: -1, max: members.length - 1 }), { nil: undefined }),
        }),
        { maxLength: 3 },
      ),
    ).map(([old, added]): MemberChange[] => [...old.flat(), ...added]),
  })
);

Deno.test(
  "editObject() replaces, removes and inserts members at once, and keeps the bytes of all others",
  pure,
  () => {
    fc.assert(
      fc.property(edits, ({ members, text, changes }) => {
        const result = edit(text, changes);
        JSON.parse(result);
        assertEquals(membersOf(result), expected(members, changes));
      }),
      { numRuns: 2000 },
    );
  },
);

Deno.test("editObject() changes no byte when there is no change", pure, () => {
  fc.assert(fc.property(object, ({ members, spacing }) => {
    const text = layOutMembers(members, spacing);
    assertEquals(edit(text, []), text);
  }));
});

Deno.test("editObject() leaves every byte outside a replaced value alone", pure, () => {
  fc.assert(fc.property(object, fc.nat(), valueText, ({ members, spacing }, place, value) => {
    fc.pre(members.length > 0);
    const index = place % members.length;
    const replaced = members.map(([key, old], i): Member => [key, i === index ? value : old]);
    assertEquals(
      edit(layOutMembers(members, spacing), [{ index, text: value }]),
      layOutMembers(replaced, spacing),
    );
  }));
});

Deno.test("editObject() leaves every byte outside a removed member and one comma alone", pure, () => {
  fc.assert(fc.property(object, fc.nat(), ({ members, spacing }, place) => {
    fc.pre(members.length > 1);
    const index = place % members.length;
    assertEquals(
      edit(layOutMembers(members, spacing), [{ index }]),
      layOutMembers(members.filter((_, i) => i !== index), spacing),
    );
  }));
});

Deno.test("editObject() puts a new member in as the others are set apart", pure, () => {
  const even = spacing.map((s) => ({ ...s, beforeComma: "" }));
  fc.assert(fc.property(object, even, fc.nat(), key, valueText, ({ members }, spacing, place, key, text) => {
    fc.pre(members.length > 1); // one member shows no gap
    const after = place % (members.length + 1) - 1;
    const all = [...members];
    all.splice(after + 1, 0, [JSON.stringify(key), text]);
    assertEquals(edit(layOutMembers(members, spacing), [{ key, text, after }]), layOutMembers(all, spacing));
  }));
});

const json = fc.jsonValue({ maxDepth: 3 });
/** Keys that a plain object keeps in order, so that JSON.stringify can be the oracle. */
const dictionary = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 5 }).map((k) => `k${k}`), json), {
  maxLength: 5,
  selector: ([key]) => key,
});

Deno.test("editObject() keeps a text of JSON.stringify one of JSON.stringify", pure, () => {
  const indents = fc.constantFrom(undefined, 1, 2, 4, 8, "\t");
  fc.assert(
    fc.property(dictionary, indents, fc.infiniteStream(json), fc.infiniteStream(fc.nat(2)), json, (
      entries,
      indent,
      values,
      acts,
      added,
    ) => {
      fc.pre(entries.length > 0); // an empty object shows no layout
      const text = JSON.stringify(Object.fromEntries(entries), null, indent);
      const layout = readLayout(text, scanObject(text, 0));
      const laidOut = (value: unknown) => layOut(JSON.stringify(value), layout.style, layout.indent);
      const changes: MemberChange[] = [], wanted: [string, unknown][] = [];
      entries.forEach(([name, old], index) => {
        const act = acts.next().value, value = values.next().value;
        if (act === 0) wanted.push([name, old]);
        if (act === 1) changes.push({ index });
        if (act === 2) {
          changes.push({ index, text: laidOut(value) });
          wanted.push([name, value]);
        }
      });
      changes.push({ key: "new", text: laidOut(added) });
      wanted.push(["new", added]);
      assertEquals(edit(text, changes), JSON.stringify(Object.fromEntries(wanted), null, indent));
    }),
    { numRuns: 1000 },
  );
});

Deno.test("editObject() empties an object to {} and fills one again", pure, () => {
  const text = '{\n  "a": 1,\n  "b": 2\n}';
  assertEquals(edit(text, [{ index: 0 }, { index: 1 }]), "{}");
  assertEquals(edit(text, [{ index: 0 }, { index: 1 }, { key: "c", text: "3" }]), '{\n  "c": 3\n}');
  assertEquals(edit("{}", [{ key: "a", text: "1" }, { key: "b", text: "2" }]), '{\n  "a": 1,\n  "b": 2\n}');
  assertEquals(edit("{ \n }", [{ key: "a", text: "1" }]), '{\n  "a": 1\n}');
});

Deno.test("readLayout() gives an empty object the layout of the object around it", pure, () => {
  const inner = (outerText: string) => {
    const outer = readLayout(outerText, scanObject(outerText, 0));
    return edit("{}", [{ key: "a", text: "1" }, { key: "b", text: "2" }], outer);
  };
  assertEquals(inner('{\n    "x": {}\n}'), '{\n        "a": 1,\n        "b": 2\n    }');
  assertEquals(inner('{\r\n\t"x": {}\r\n}'), '{\r\n\t\t"a": 1,\r\n\t\t"b": 2\r\n\t}');
  assertEquals(inner('{"x":{},"y":1}'), '{"a":1,"b":2}');
  assertEquals(inner('{"x": {}, "y": 1}'), '{"a": 1, "b": 2}');
});

Deno.test("readLayout() reads line break, indentation, colon and gap off the members", pure, () => {
  const read = (text: string) => readLayout(text, scanObject(text, 0));
  assertEquals(read('{\r\n\t"a" : 1,\r\n\t"b" : 2\r\n}'), {
    open: "\r\n\t",
    gap: "\r\n\t",
    close: "\r\n",
    indent: "\t",
    style: { newline: "\r\n", colon: " : ", gap: "\r\n\t", unit: "\t" },
  });
  assertEquals(read('{"a":1}').gap, "");
  assertEquals(read('{"a": 1}').gap, " ");
  assertEquals(read('{ "a": 1, "b": 2 }').style.newline, "");
  assert(innerLayout(read('{\n  "a": 1\n}')).open === "\n    ");
});

Deno.test("applyPatches() puts pieces in by UTF-16 units, not by characters or bytes", pure, () => {
  const text = "\u00e9\u65e5\u{1f600}"; // units 0, 1, and 2 to 4
  assertEquals(
    applyPatches(text, [
      { start: 0, end: 0, text: "\u00e4" },
      { start: 1, end: 2, text: "" },
      { start: 4, end: 4, text: "\u{1f469}" },
    ]),
    "\u00e4\u00e9\u{1f600}\u{1f469}",
  );
  assertEquals(applyPatches(text, []), text);
});

Deno.test(
  "patchBytes() gives the bytes of what applyPatches() gives, and says where they differ",
  pure,
  () => {
    const text = fc.array(fc.constantFrom("a", "b", "é", "–", "🙂"), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.oneof(text, fc.array(fc.constantFrom("a", "b"))),
        fc.array(fc.tuple(fc.nat(), text), { maxLength: 4 }),
        (characters, edits) => {
          // Whole characters are replaced: patches begin and end at the edges of values.
          const offsets = [0];
          for (const character of characters) offsets.push(offsets.at(-1)! + character.length);
          const places = edits.map(([place]) => offsets[place % offsets.length]!).sort((a, b) => a - b);
          const patches = edits.map(([, put], i) => ({
            start: places[i]!,
            end: i % 2 ? places[i]! : places[i + 1] ?? offsets.at(-1)!,
            text: put.join(""),
          }));
          const whole = characters.join(""), encoder = new TextEncoder(), old = encoder.encode(whole);
          const { bytes, splices } = patchBytes(whole, old, patches);
          assertEquals(bytes, encoder.encode(applyPatches(whole, patches)));
          // Whoever has the old bytes and what is said of them knows which of the new ones are old.
          let from = 0, at = 0;
          for (const { start, end, length } of splices) {
            assertEquals(bytes.subarray(at, at + start - from), old.subarray(from, start));
            at += start - from + length;
            from = end;
          }
          assertEquals(bytes.subarray(at), old.subarray(from));
        },
      ),
    );
  },
);
