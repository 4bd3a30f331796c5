import { assertEquals } from "@std/assert";
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
