/**
 * A process of the load test. It says "ready" and begins when a line comes in.
 *
 * work.ts write <root> <name> <count>   writes entries one by one; says each wait, then "done"
 * work.ts read <root> <known key>       reads until its input ends; says how many reads there were
 * work.ts hold <root>                   takes the lock, says "held" and keeps it
 */
import { Context } from "../../lib/context.ts";
import { withLock } from "../../lib/store/lock.ts";
import { Root } from "../../lib/store/root.ts";

const [part, home = "", name = "", count = "0"] = Deno.args;
const context = new Context({ home, author: name, lockTimeoutMs: 10 * 60_000 });
const input = Deno.stdin.readable.getReader();

async function write(): Promise<void> {
  for (let i = 0; i < Number(count); i++) {
    const began = performance.now();
    await context.set(`load_${name}_${i}`, `written by ${name}: ${i} `.repeat(10));
    console.log(performance.now() - began);
  }
  console.log("done");
}

/** Whatever is read must be whole: every entry of a moment, none fewer than a moment before. */
async function read(): Promise<void> {
  let reads = 0, isOver = false, entries = 0;
  const ended = input.read().then(() => isOver = true);
  while (!isOver) {
    const { entry } = await context.get(name), { total, faults } = await context.list();
    if (typeof entry.value !== "string") throw new Error(`${name} has no value`);
    if (faults.length > 0) throw faults[0];
    if (total < entries) throw new Error(`${total} entries, where there were ${entries}`);
    entries = total;
    reads++;
    // Readers come now and then; two that never rest would be all that a small machine does.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await ended;
  console.log(reads);
}

console.log("ready");
await input.read();
if (part === "write") await write();
else if (part === "read") await read();
else {
  await withLock(new Root(home), { timeoutMs: 1000 }, async () => {
    console.log("held");
    await new Promise((resolve) => setTimeout(resolve, 10 * 60_000));
  });
}
