import { assert, assertEquals } from "@std/assert";
import { WriterProcess } from "../support/processes.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

const ROUNDS = 200, LONGEST_MS = 60;

Deno.test("a writer killed at two hundred random moments keeps every write that it acknowledged (§8.3)", async () => {
  await using root = await TemporaryRoot.initialised();
  const start = (round: number) => WriterProcess.start(root.path, "mixed", `r${round}`, 100_000);
  const acknowledged: string[] = [];
  let next = start(0);
  for (let round = 0; round < ROUNDS; round++) {
    const writer = await next;
    // The next one starts up meanwhile; it writes nothing before it is told to.
    if (round + 1 < ROUNDS) next = start(round + 1);
    await writer.begin();
    // Half of them are killed on the way to their first write, the others among many.
    if (round % 2 === 1) acknowledged.push(await writer.firstKey());
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_MS));
    writer.kill();
    acknowledged.push(...(await writer.end()).keys);
    // A whole document, at every moment; the second look is past what the kill may have left half done.
    JSON.parse(await root.read("memory/shared.json").catch(emptyWhereMissing));
  }
  assert(acknowledged.length > ROUNDS, `only ${acknowledged.length} writes were acknowledged`);

  await root.open().set("after", "all of it");
  assertEquals(await root.leftovers(), []);
  const entries = await root.entries();
  for (const name of acknowledged) {
    // Every third write of a round replaced the value of the one before it.
    const [, prefix, digits] = /^(r\d+)_(\d+)$/.exec(name)!, n = Number(digits);
    const key = n % 3 === 0 ? `${prefix}_${n - 1}` : name;
    const value = String(entries.get(key)?.value);
    assert(
      value === `value ${n} of ${prefix}` || value === `value ${n + 1} of ${prefix}`,
      `${name} is lost: ${value}`,
    );
  }
  // Every line of the history is whole, and tells of a value that was replaced; a line may tell of a replacement
  // that the kill kept from being done.
  for (const line of await root.history()) {
    assertEquals([line.operation, typeof line.entry], ["set", "object"]);
    assert(entries.has(String(line.key)));
  }
});

function emptyWhereMissing(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "{}";
  throw error;
}
