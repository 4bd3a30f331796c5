/**
 * Copies a file as carefully as a store is replaced, and nothing more: reads it, writes it beside itself, syncs
 * it, renames it over the old one. Prints how long that took, in milliseconds.
 */
const path = Deno.args[0]!, copy = `${path}.copy`, piece = 1024 * 1024, began = performance.now();
const bytes = new Uint8Array(Deno.statSync(path).size);
{
  using file = Deno.openSync(path, { read: true });
  for (let at = 0; at < bytes.length;) at += file.readSync(bytes.subarray(at)) ?? bytes.length;
}
{
  using file = Deno.openSync(copy, { write: true, create: true, truncate: true });
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at, at + piece));
  file.syncDataSync();
}
Deno.renameSync(copy, path);
console.log(performance.now() - began);
