import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Trial } from "../../support/cli_trial.ts";
import { unfence } from "../../support/unfence.ts";

/** A root in which `k` had three values. */
async function changed(): Promise<Trial> {
  const t = await Trial.make();
  await t.as("A", "set", "k", "the port is 8080", "--tag", "a");
  await t.as("B", "set", "k", "the port is 8443", "--tag", "b", "--basis", "verified");
  await t.as("C", "set", "k", "the new port is 8443");
  return t;
}

Deno.test("diff shows what the last change did, word by word (§10)", async () => {
  await using t = await changed();
  const { status, out, err } = await t.ctx("diff", "k");
  assertEquals([status, err], [0, []]);
  const { body, isRight } = await unfence(out);
  assertEquals([body, isRight], ["author: [-B-]{+C+}\n\nthe {+new +}port is 8443\n", true]);
  assertMatch(out, /^=== shared\/k [0-9a-f]{12} === 1 \S+ \S+ set by B -> 0 \S+ \S+ set by C\n/);
});

Deno.test("diff takes two versions, in either order, and shows the fields that differ (§10)", async () => {
  await using t = await changed();
  const fields = "author: [-A-]{+B+}\nbasis: [-inferred-]{+verified+}\n" + 'tags: [-["a"]-]{+["b"]+}\n';
  assertEquals(
    (await unfence((await t.ctx("diff", "k", "2", "1")).out)).body,
    `${fields}\nthe port is [-8080-]{+8443+}\n`,
  );
  const { body } = await unfence((await t.ctx("diff", "k", "0", "2")).out);
  assertStringIncludes(body, "basis: [-verified-]{+inferred+}\n");
  assertStringIncludes(body, "\nthe [-new -]port is [-8443-]{+8080+}\n");
  assertEquals((await t.ctx("diff", "k", "1")).out, (await t.ctx("diff", "k")).out);
});

Deno.test("diff colours what it shows on a terminal, and marks nothing twice (§9.2)", async () => {
  await using t = await changed();
  const { out } = await t.with({ isTerminal: true }, "diff", "k", "2", "1");
  assertStringIncludes(out, "the port is \x1b[31;9m8080\x1b[0m\x1b[32m8443\x1b[0m");
  assert(!/[[{][-+]/.test(out.split("\n\n")[1]!));
});

Deno.test("diff of a status shows that it came or went, and of equal versions the value", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v");
  await t.ctx("resolve", "k", "--note", "done");
  assertEquals(
    (await unfence((await t.ctx("diff", "k")).out)).body,
    "status: {+resolved+}\nstatus_note: {+done+}\n\nv\n",
  );
  assertEquals((await unfence((await t.ctx("diff", "k", "0", "0")).out)).body, "v\n");
});

Deno.test("diff --json gives both versions, fields and parts, numbers to the digit (§9.1)", async () => {
  await using t = await Trial.make();
  for (const value of ["1.10", "1.1"]) await t.with({ input: value }, "set", "k", "--as", "json", "-");
  const { out } = await t.ctx("diff", "k", "--json"), { from, to, fields, parts } = JSON.parse(out);
  assertStringIncludes(out, '"value":1.10,');
  assertEquals([from.version, to.version], [1, 0]);
  assertEquals(fields.filter(({ field }: { field: string }) => field !== "timestamp"), []);
  assertEquals(parts.at(0), { kind: "same", text: "1." });
  assertEquals(parts.slice(1), [{ kind: "removed", text: "10" }, { kind: "added", text: "1" }]);
});
