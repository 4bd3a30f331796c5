/**
 * Verifies the package in a file: once, or in turn with `JSON.parse` and one SHA-256 of the same, and
 * prints then what each took, in milliseconds.
 *
 * Words: the file; `read` and do no more, `verify`, or the number of rounds.
 *
 * @module
 */

import { verifyPackage } from "../../lib/pkg/verify.ts";

const [file, mode] = Deno.args, bytes = await Deno.readFile(file!);

if (mode === "verify") await verifyPackage(bytes);
else if (mode !== "read") {
  const text = new TextDecoder().decode(bytes), times: number[][] = [];
  await verifyPackage(bytes);
  for (let i = 0; i < Number(mode); i++) {
    const began = performance.now();
    await verifyPackage(bytes);
    const verified = performance.now();
    JSON.parse(text);
    const parsed = performance.now();
    await crypto.subtle.digest("SHA-256", bytes);
    times.push([verified - began, parsed - verified, performance.now() - parsed]);
  }
  console.log(JSON.stringify(times));
}
