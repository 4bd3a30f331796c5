import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { OwnKeys } from "../../../lib/pkg/import/own_keys.ts";
import { Packages } from "../../../lib/pkg/packages.ts";
import { packageBytes } from "../../support/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

Deno.test("an entry can have come from the item of its key, of that before a hash, or before the package's name (ctxpkg §14.2)", () => {
  const part = fc.constantFrom("a", "b", "_", "__notes", "__notes_2", "_0123abcd", "_0123ABCD", "__no", "");
  const key = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(key), key, (keys, own) => {
      const entries = keys.map((key) => ({ key }));
      const wanted = entries.filter(({ key }) =>
        key.startsWith(own) && /^(?:$|_[0-9a-f]{8}$|__notes)/.test(key.slice(own.length))
      );
      const known = new OwnKeys("notes");
      assertEquals(known.of(entries, own), wanted);
      assertEquals(known.of(entries, own), wanted);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("tens of thousands of facts that say the same are known again in no time (ctxpkg §14.2)", async () => {
  const made = (version: string, day: string) =>
    packageBytes(
      `{"knowledge":{"facts":[${
        Array.from(
          { length: 20_000 },
          (_, i) =>
            `{"category":"c","key":"k${i}","value":"v","confidence":0.5,"created_at":"2026-10-${day}T00:00:00Z"}`,
        )
      }]}}`,
      { name: "notes", version },
    );
  await using root = await TemporaryRoot.make();
  const packages = new Packages({ home: root.path, now: () => new Date("2026-11-01T00:00:00Z") });
  await packages.import(await made("1.0.0", "01"));
  const again = await made("1.1.0", "02"), began = performance.now();
  const { items } = await packages.import(again, { dryRun: true });
  assert(performance.now() - began < 5000, `it took ${performance.now() - began} ms`);
  assertEquals(new Set(items.map(({ outcome }) => outcome)), new Set(["already known"]));
});
