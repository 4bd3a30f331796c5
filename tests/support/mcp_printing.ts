/**
 * Serves a root over the Model Context Protocol, and prints in every way that a library has each time that it is opened.
 * Words: the root.
 *
 * @module
 */

import process from "node:process";
import { serveMcp } from "../../lib/mcp/serve.ts";
import { openContext } from "../../lib/open_context.ts";

const [home] = Deno.args, encoder = new TextEncoder();

function print(): void {
  console.log("noise: log");
  console.info("noise: info");
  console.debug("noise: debug");
  console.dir({ noise: "dir" });
  console.dirxml({ noise: "dirxml" });
  console.table([{ noise: "table" }]);
  console.count("noise: count");
  console.countReset("noise: count");
  console.time("noise: time");
  console.timeLog("noise: time");
  console.timeEnd("noise: time");
  console.group("noise: group");
  console.groupEnd();
  console.groupCollapsed("noise: collapsed");
  console.groupEnd();
  process.stdout.write("noise: write\n");
  process.stdout.write(encoder.encode("noise: bytes\n"), () => {});
}

await serveMcp({
  open: (author) => {
    print();
    return openContext({ home: home!, author });
  },
  readOnly: false,
  allowDelete: false,
  write: async (text) => void await Deno.stdout.write(encoder.encode(text)),
  log: async (line) => void await Deno.stderr.write(encoder.encode(line + "\n")),
});
