import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { JsonView } from "../../lib/json/view.ts";

/** A value, built from what a view says of it. */
function valueOf(view: JsonView): unknown {
  switch (view.kind) {
    case "object":
      return Object.fromEntries([...view.members].map(([name, member]) => [name, valueOf(member)]));
    case "array":
      return [...view.items()].map(valueOf);
    case "string":
      return view.string;
    default:
      return JSON.parse(view.raw);
  }
}

Deno.test("a view says of any JSON what JSON.parse does", () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, "\t"), (value, indent) => {
    const text = ` ${JSON.stringify(value, null, indent)}\n`;
    assertEquals(valueOf(new JsonView(text)), JSON.parse(text));
  }));
});

Deno.test("a view keeps numbers as they are spelled, and names are names, whatever they are", () => {
  const view = new JsonView('{"n":1.0,"__proto__":[1e2,-0],"\\u0061":null,"constructor":"c"}');
  assertEquals(view.get("n")?.raw, "1.0");
  assertEquals([...view.get("__proto__")!.items()].map(({ raw }) => raw), ["1e2", "-0"]);
  assertEquals([view.get("a"), view.members.get("a")?.kind], [undefined, "null"]);
  assertEquals([view.get("toString"), view.get("constructor")?.string], [undefined, "c"]);
  assertEquals([view.string, view.get("n")?.string, [...view.get("n")!.items()]], [undefined, undefined, []]);
});

Deno.test("a large object is searched for a member, and only on demand taken apart", () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `"k${i}":${i}`).join();
  const view = new JsonView(`[{${names},"\\u0061\\n":"x","n":null}]`), [object] = [...view.items()];
  assertEquals(object!.get("k19999")?.raw, "19999");
  assertEquals([object!.get("a\n")?.string, object!.get("k20000"), object!.get("n")], [
    "x",
    undefined,
    undefined,
  ]);
  assertEquals([object!.member("n")?.kind, view.get("k0"), view.member("0")], ["null", undefined, undefined]);
  assertEquals([object!.members.size, object!.get("a\n")?.string], [20_002, "x"]);
});

Deno.test("a string ends where it ends, whatever quotes and backslashes it holds, whoever asks first", () => {
  const string = fc.array(fc.constantFrom("\\", '"', "a", "\\\\", "\n", ",", "}"), { maxLength: 8 })
    .map((parts) => parts.join(""));
  const objects = fc.array(
    fc.dictionary(string, fc.oneof(string, fc.array(string)), { maxKeys: 4, noNullPrototype: true }),
  );
  fc.assert(fc.property(objects, (objects) => {
    const text = JSON.stringify(objects), early: unknown[] = [], late = [...new JsonView(text).items()];
    // The members of an item are asked for before the next item, or after all of them.
    for (const item of new JsonView(text).items()) {
      const names = Object.keys(objects[early.length]!);
      early.push(Object.fromEntries(names.map((name) => [name, valueOf(item.member(name)!)])));
    }
    assertEquals(early, objects);
    assertEquals(late.map(({ raw }) => raw), objects.map((object) => JSON.stringify(object)));
    assertEquals(late.map(valueOf), objects);
  }));
});
