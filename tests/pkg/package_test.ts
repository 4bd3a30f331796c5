import { assertEquals, assertRejects } from "@std/assert";
import { packageBytes } from "../support/packages.ts";
import { InvalidInputError, RefusedError } from "../../lib/errors.ts";
import {
  buildPackage,
  describePackage,
  diffPackages,
  entriesOfPackage,
  graphOfPackage,
  packageOfEntries,
  parsePackage,
  readSigningKey,
  signPackage,
  unwrapPackage,
  wrapPackage,
} from "../../lib/pkg/package.ts";

const AT = "2026-10-13T09:41:07Z", bytesOf = (text: string) => new TextEncoder().encode(text);

Deno.test(
  "packages are written, signed, read, mapped, compared and handed over without any permission (ctxpkg §13)",
  {
    permissions: "none",
  },
  async () => {
    const facts = [{ category: "result", key: "timeout", value: "300 s is enough.", confidence: 0.9 }];
    const plain = await buildPackage({ name: "notes", at: AT, content: { knowledge: { facts } } });
    const key = await readSigningKey("2a".repeat(32)), text = await signPackage(plain, key);
    const { verification, package: notes } = await parsePackage(bytesOf(text));
    assertEquals([verification.isAccepted, verification.signer], [true, key.publicKey]);
    assertEquals(describePackage(notes!).counts["knowledge.facts"], 1);
    assertEquals(graphOfPackage(notes!).nodes.length, 1);

    const entries = await entriesOfPackage(notes!, AT);
    assertEquals(entries.map(({ key, entry }) => [key, entry.value]), [[
      "result_timeout",
      "300 s is enough.",
    ]]);
    const back = await parsePackage(
      bytesOf(await packageOfEntries(entries, { name: "back", at: AT, origins: [notes!] })),
    );
    const { added, removed, changed } = await diffPackages(notes!, back.package!);
    // The fact says now where it came from.
    assertEquals([added.length, removed.length, changed.length], [0, 0, 1]);

    const envelope = await wrapPackage(text, { sender: "agent-one", sentAt: AT, secret: "s" });
    const unwrapped = await unwrapPackage(bytesOf(envelope as string), "s");
    assertEquals([unwrapped.isAccepted, unwrapped.mac, unwrapped.payload], [true, "envelope", text]);
  },
);

Deno.test("a program that gives no time, or an item that no import would take, is told so (ctxpkg §5, §14.2)", async () => {
  const fact = { category: "result", key: "timeout", value: "300 s", confidence: 0.9 };
  const parts = { name: "notes", at: AT, content: { knowledge: { facts: [fact] } } };
  const { package: notes } = await parsePackage(bytesOf(await buildPackage(parts)));
  for (const now of ["zzz", "", "2026-13-01T00:00:00Z"]) {
    await assertRejects(() => entriesOfPackage(notes!, now), InvalidInputError, "as a time");
  }
  const { key: _key, ...lacking } = fact;
  const bad = [lacking, { ...fact, category: undefined }, { ...fact, value: 7 }] as unknown as typeof fact[];
  for (const facts of bad.map((one) => [fact, one])) {
    await assertRejects(
      () => buildPackage({ ...parts, content: { knowledge: { facts } } }),
      InvalidInputError,
      'Cannot make the package "notes": knowledge.facts[1].',
    );
  }
});

Deno.test("entries are made of no item that an import would refuse (ctxpkg §5, §14.2)", async () => {
  const { package: odd } = await parsePackage(await packageBytes('{"knowledge":{"facts":[{"key":"k"}]}}'));
  await assertRejects(() => entriesOfPackage(odd!, AT), RefusedError, "knowledge.facts[0].category: missing");
});

Deno.test("an envelope is sent at a time, and what is signed is a package: anything else is said to be none (ctxpkg §7, §8)", async () => {
  const text = new TextDecoder().decode(await packageBytes()), key = await readSigningKey("2a".repeat(32));
  for (const secret of [undefined, "s"]) {
    for (const sentAt of ["", "zzz", "2026-10-13"]) {
      await assertRejects(
        () => wrapPackage(text, { sender: "a", sentAt, secret }),
        InvalidInputError,
        "Cannot send an envelope at",
      );
    }
  }
  for (const bad of ["", "{}", '{"manifest":1,"content":{}}', text.replace("demo", "other")]) {
    await assertRejects(() => signPackage(bad, key), InvalidInputError, "Cannot sign the package: E_");
  }
  // A signature that is none of it gives way.
  const signed = await signPackage(text, key),
    again = await signPackage(signed.replace(/"value": ?"../, '"value":"00'), key);
  assertEquals((await parsePackage(bytesOf(again))).verification.signer, key.publicKey);
});

Deno.test("a key with which anything is signed signs nothing (ctxpkg §7)", async () => {
  const value = `01${"00".repeat(63)}`, bad: string[] = [];
  const keys = [
    `01${"00".repeat(31)}`,
    `01${"00".repeat(30)}80`,
    `ee${"ff".repeat(30)}7f`,
    `ee${"ff".repeat(31)}`,
  ];
  for (const public_key of keys) {
    const bytes = await packageBytes(undefined, { signature: { algorithm: "ed25519", public_key, value } });
    const { verification: { faults, signer } } = await parsePackage(bytes);
    if (signer !== undefined || faults[0]?.code !== "E_SIG") bad.push(public_key);
  }
  assertEquals(bad, []);
});
