import { assertEquals, assertStringIncludes } from "@std/assert";
import { buildPackage } from "../../../lib/pkg/make/build.ts";
import type { Profile } from "../../../lib/pkg/make/profile.ts";
import { readSigningKey } from "../../../lib/pkg/make/signing.ts";
import { Packages } from "../../../lib/pkg/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const AT = "2026-10-13T09:41:07Z", NOW = () => new Date("2026-11-01T00:00:00Z");
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A package of another tool with an item of each kind. */
const BASE = await buildPackage({
  name: "base",
  at: AT,
  content: {
    knowledge: {
      facts: [{ category: "c", key: "k", value: "a fact", confidence: 1 }],
      patterns: [{ name: "p", description: "a pattern", examples: ["an example"] }],
      insights: [{ summary: "an insight" }],
    },
    session: {
      task_description: "a task",
      findings: [{ summary: "a finding", file: "a.ts", line: 3 }],
      decisions: [{ summary: "a decision", rationale: "why" }],
      next_steps: ["a step"],
    },
    gotchas: { gotchas: [{ category: "build", trigger: "it fails", resolution: "clean" }] },
    graph: { nodes: [{ kind: "file", name: "a", file_path: "a.ts" }] },
  },
});

function packages(root: TemporaryRoot): Packages {
  return new Packages({ home: root.path, now: NOW });
}

for (const profile of ["portable", "lean-ctx"] as const satisfies Profile[]) {
  for (const level of [1, 2] as const) {
    Deno.test(`nothing multiplies as it is handed on in profile ${profile} at level ${level}, there and back (ctxpkg §14.5)`, async () => {
      await using a = await TemporaryRoot.make();
      await using b = await TemporaryRoot.make();
      await packages(a).import(bytesOf(BASE));
      const size = (await a.entries()).size;
      assertEquals(size, 9);
      const send = async (from: TemporaryRoot, to: TemporaryRoot, name: string, version: string) => {
        const { text } = await packages(from).create(name, { profile, level, version });
        await packages(to).import(bytesOf(text));
        return text.length;
      };
      const first = await send(a, b, "from-a", "1.0.0");
      assertEquals((await b.entries()).size, size);
      for (const version of ["1.1.0", "1.2.0", "1.3.0"]) {
        await send(b, a, "from-b", version);
        const length = await send(a, b, "from-a", version);
        assertEquals([(await a.entries()).size, (await b.entries()).size], [size, size]);
        // Only the names of packages may come and go.
        assertEquals(Math.abs(length - first) < 500, true, `${first} ${length}`);
      }
      assertEquals((await packages(a).create("self", { profile, level })).leftOut, []);
    });
  }
}

Deno.test("a task that was imported goes out as a fact where a summary says what the session was about (ctxpkg §14.3)", async () => {
  await using root = await TemporaryRoot.make();
  await packages(root).import(bytesOf(BASE));
  await root.open().sessions.write("## Done\n- done\n\n## Open\n- a step\n- another\n", {
    focus: "the focus",
  });
  const { text, keys } = await packages(root).create("notes", { hasSession: true });
  const { content } = JSON.parse(text);
  assertEquals(content.session.task_description, "the focus");
  assertEquals(content.session.next_steps, ["a step", "another"]);
  const said = [...content.knowledge.facts, ...content.session.findings].map(({ value, summary }) =>
    value ?? summary
  );
  assertStringIncludes(said.join("\n"), "a task");
  assertEquals(keys.shared?.length, 9);
});

Deno.test("who signed is remembered through a version that nobody signed, and its removal (ctxpkg §7, §9.1)", async () => {
  await using root = await TemporaryRoot.make();
  const one = await readSigningKey("2a".repeat(32)), other = await readSigningKey("2b".repeat(32));
  const version = (version: string, value: string) => ({
    name: "notes",
    version,
    at: AT,
    content: { knowledge: { facts: [{ category: "c", key: "k", value, confidence: 1 }] } },
  });
  await packages(root).import(bytesOf(await buildPackage(version("1.0.0", "one"), one)));
  await packages(root).import(bytesOf(await buildPackage(version("2.0.0", "two"))));
  await packages(root).remove("notes@1.0.0");
  const third = bytesOf(await buildPackage(version("3.0.0", "three"), other));
  const error = await packages(root).import(third).catch((error) => error);
  assertStringIncludes(error.message, "and the last of its name by 197f6b23e16c8532");
  assertStringIncludes(await root.read("packages/ctxpkg.lock"), `signer = "${one.publicKey}"`);
});
