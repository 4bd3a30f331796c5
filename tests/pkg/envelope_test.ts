import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { MOST_PAYLOAD, unwrapPackage, wrapPackage } from "../../lib/pkg/envelope.ts";
import type { FaultCode } from "../../lib/pkg/fault.ts";
import { macOf, utcTime } from "../../lib/pkg/mac.ts";
import { ABSENT, packageText } from "../support/packages.ts";

const VECTORS = new URL("vectors/", import.meta.url);
const encode = (text: string) => new TextEncoder().encode(text);
const { files } = JSON.parse(await Deno.readTextFile(new URL("expected.json", VECTORS)));
const SENT = "2026-10-13T09:41:07Z";

for (const [name, expected] of Object.entries<Record<string, string>>(files)) {
  if (!name.endsWith(".envelope.json")) continue;
  Deno.test(`${name} gets the verdict and the form of the MAC that it is to have (ctxpkg §18)`, async () => {
    const bytes = await Deno.readFile(new URL(name, VECTORS)),
      document = JSON.parse(new TextDecoder().decode(bytes));
    const found = await unwrapPackage(bytes, expected.secret);
    assertEquals([found.isAccepted, found.mac as string], [expected.verify === "accept", expected.mac]);
    assertEquals([found.payload, found.sender, found.sentAt], [
      document.payload_json,
      "agent-one",
      document.sent_at,
    ]);
    const other = await unwrapPackage(bytes, "another secret");
    assertEquals([other.isAccepted, other.faults.map(({ code }) => code)], [false, ["E_ENV_MAC"]]);
    const unchecked = await unwrapPackage(bytes);
    assertEquals([unchecked.isAccepted, unchecked.isSigned, unchecked.mac], [true, true, undefined]);
  });
}

Deno.test("an envelope's MAC is what the specification works out, in lower-case hex (ctxpkg §8.1)", async () => {
  const { payload_json: payload } = JSON.parse(
    await Deno.readTextFile(new URL("transfer.envelope.json", VECTORS)),
  );
  assertEquals([payload.length, encode(payload).length], [1891, 1892]);
  const header =
    "v2:1:agent-one:agent-two:context_package:2026-10-13T09:41:07.123456789+00:00:batch=7,note=vector:1892";
  assertEquals(
    await macOf("ctx-vector-secret", encode(`${header}\0${payload}`)),
    "804d5260f6f28ff3d56665c75bee25c9b682eb245e82f9c293b9e4be81d2b1a7",
  );
});

Deno.test("a time is printed in UTC, with as few digits by threes as lose nothing (ctxpkg §8.1)", () => {
  for (
    const [time, printed] of [
      ["2026-10-13T09:41:07Z", "2026-10-13T09:41:07+00:00"],
      ["2026-10-13T09:41:07.000Z", "2026-10-13T09:41:07+00:00"],
      ["2026-10-13T09:41:07.5Z", "2026-10-13T09:41:07.500+00:00"],
      ["2026-10-13T09:41:07.1234Z", "2026-10-13T09:41:07.123400+00:00"],
      ["2026-10-13T09:41:07.123456789Z", "2026-10-13T09:41:07.123456789+00:00"],
      ["2026-10-13T09:41:07.120000000Z", "2026-10-13T09:41:07.120+00:00"],
      ["2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00+00:00"],
      ["2024-02-28T23:59:59.9-00:30", "2024-02-29T00:29:59.900+00:00"],
      ["2016-12-31T23:59:60Z", "2016-12-31T23:59:60+00:00"],
    ] as const
  ) assertEquals(utcTime(time), printed, time);
});

/** The text of an envelope around a package, with members set or left out. */
async function envelope(said: Record<string, unknown>): Promise<string> {
  const members: Record<string, unknown> = {
    format_version: 1,
    sent_at: SENT,
    sender: { agent_id: "a", agent_type: "t", daemon_fingerprint: "", capabilities: [] },
    recipient: null,
    content_type: "context_package",
    payload_json: await packageText(),
    signature: null,
    metadata: {},
    ...said,
  };
  for (const [name, value] of Object.entries(members)) if (value === ABSENT) delete members[name];
  return JSON.stringify(members);
}

Deno.test("each rule of an envelope refuses what breaks it, and takes what keeps it (ctxpkg §8)", async () => {
  const codes = async (said: Record<string, unknown>, secret?: string) => {
    const found = await unwrapPackage(encode(await envelope(said)), secret);
    assertEquals(found.isAccepted, found.faults.length === 0 && found.verification?.isAccepted === true);
    return found.faults.map(({ code }) => code);
  };
  const bad: readonly (readonly [FaultCode, Record<string, unknown>, string?])[] = [
    ...[2, 0, "1", null, ABSENT].map((format_version) => ["E_ENV", { format_version }] as const),
    ...["handoff_bundle", 1, null, ABSENT].map((content_type) => ["E_ENV_TYPE", { content_type }] as const),
    ...[{}, 1, null, ABSENT].map((payload_json) => ["E_ENV", { payload_json }] as const),
    ...[{}, "a", null, { agent_id: 1 }].map((sender) => ["E_ENV", { sender }] as const),
    ["E_ENV", { recipient: 1 }],
    ["E_ENV", { signature: {} }],
    ["E_ENV_SIZE", { payload_json: "x".repeat(MOST_PAYLOAD + 1) }],
    ["E_ENV_SIZE", { payload_json: "é".repeat(MOST_PAYLOAD / 2 + 1) }],
    ["E_ENV_UNSIGNED", {}, "s"],
    ["E_ENV_MAC", { signature: "0".repeat(64) }, "s"],
    ["E_ENV_MAC", { signature: "0".repeat(63) }, "s"],
    ["E_ENV_MAC", { signature: "x".repeat(64) }, "s"],
  ];
  for (const [code, said, secret] of bad) {
    assertEquals(await codes(said, secret), [code], Deno.inspect(said, { strAbbreviateSize: 40 }));
  }
  for (
    const said of [
      { sent_at: ABSENT, recipient: ABSENT, metadata: ABSENT, signature: ABSENT },
      { recipient: { agent_id: "b" } },
      { sender: { agent_id: "" }, more: 1 },
      { signature: "not checked without a secret" },
    ]
  ) assertEquals(await codes(said), []);
  assertEquals((await unwrapPackage(new Uint8Array(6_000_001))).faults[0]!.code, "E_ENV_SIZE");
  assertEquals((await unwrapPackage(encode('{"a":1,"a":2}'))).faults[0]!.code, "E_DUPKEY");
  assertEquals((await unwrapPackage(encode("[]"))).faults[0]!.code, "E_ENV");
  const inner = await unwrapPackage(encode(await envelope({ payload_json: "{}" })));
  assertEquals([inner.isAccepted, inner.verification?.faults[0]?.code], [false, "E_TOP"]);
});

Deno.test("what is wrapped comes out as it was, and a change of anything that is signed is refused", async () => {
  const payload = (await packageText()).replaceAll(",", " ,\r\n"),
    words = fc.string({ unit: "grapheme", maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      words,
      fc.option(words, { nil: undefined }),
      fc.string({ minLength: 1 }),
      async (sender, recipient, secret) => {
        const text = await wrapPackage(payload, { sender, recipient, sentAt: SENT, secret });
        assert(typeof text === "string");
        const found = await unwrapPackage(encode(text), secret);
        assertEquals([found.isAccepted, found.mac, found.payload], [true, "envelope", payload]);
        assertEquals([found.sender, found.recipient, found.sentAt], [sender, recipient, SENT]);
        const document = JSON.parse(text);
        for (
          const change of [
            { sender: { ...document.sender, agent_id: `${sender}x` } },
            { recipient: `${recipient ?? ""}x` },
            { sent_at: "2026-10-13T09:41:08Z" },
            { metadata: { a: "b" } },
            { payload_json: payload.replace("demo", "domo") },
          ]
        ) {
          const other = await unwrapPackage(encode(JSON.stringify({ ...document, ...change })), secret);
          assertEquals(other.faults.map(({ code }) => code), ["E_ENV_MAC"], Object.keys(change)[0]);
        }
      },
    ),
    { numRuns: 50 },
  );
});

Deno.test("an envelope that others would not take is not written (ctxpkg §8)", async () => {
  const wrapping = { sender: "a", sentAt: SENT }, { length } = await wrapPackage("", wrapping) as string;
  const most = "x".repeat(MOST_PAYLOAD - length);
  assertEquals((await wrapPackage(most, wrapping) as string).length, MOST_PAYLOAD);
  const refused = await wrapPackage(`${most}x`, wrapping);
  assertEquals(typeof refused === "string" || refused.code, "E_ENV_SIZE");
});

Deno.test("metadata of any number is signed, a sender may say much of itself, and a secret may be empty", async () => {
  const metadata = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, "v"])),
    payload = await packageText();
  const pairs = Object.keys(metadata).sort().map((key) => `${key}=v`).join();
  const header = `v2:1:a::context_package:2026-10-13T09:41:07+00:00:${pairs}:${encode(payload).length}`;
  for (const secret of ["s", ""]) {
    const signature = await macOf(secret, encode(`${header}\0${payload}`));
    const sender = { ...metadata, agent_id: "a" };
    const found = await unwrapPackage(encode(await envelope({ metadata, signature, sender })), secret);
    assertEquals([found.mac, found.faults], ["envelope", []]);
  }
});

Deno.test("metadata is signed in the order of its keys as bytes, which is not that of UTF-16 (ctxpkg §8.1)", async () => {
  const metadata = { "😀": "later", "ﬁ": "first" }, secret = "s", payload = await packageText();
  const header = `v2:1:a::context_package:2026-10-13T09:41:07+00:00:ﬁ=first,😀=later:${
    encode(payload).length
  }`;
  const envelope = {
    format_version: 1,
    sent_at: SENT,
    sender: { agent_id: "a" },
    content_type: "context_package",
    payload_json: payload,
    signature: await macOf(secret, encode(`${header}\0${payload}`)),
    metadata,
  };
  const { isAccepted, mac } = await unwrapPackage(encode(JSON.stringify(envelope)), secret);
  assertEquals([isAccepted, mac], [true, "envelope"]);
});
