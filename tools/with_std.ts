/**
 * Runs a subcommand of Deno on the standard library in use: `with_std.ts test tests/`.
 *
 * Whatever it starts finds this very Deno first on `PATH`, also where npm brought it for one run only.
 *
 * @module
 */

import { chooseStdSource, settingsOf, settingsOfConfig } from "./std_source.ts";

const [subcommand, ...words] = Deno.args;
if (subcommand === undefined) {
  console.error("with_std: which subcommand of deno? For example: deno task -q deno check mod.ts");
  Deno.exit(2);
}

const deno = Deno.execPath();
const config = Deno.env.get("CTX_DENO_CONFIG");
const source = config ? "config" : await chooseStdSource(deno);
if (source === "npm" && subcommand === "publish") {
  // What is published names JSR, so there is nothing to try it with.
  console.error("publish: not checked, because JSR does not answer here (ask again: deno task setup)");
  Deno.exit(0);
}
const settings = config ? settingsOfConfig(config) : settingsOf(source === "npm" ? "npm" : "jsr", subcommand);
const folder = deno.slice(0, Math.max(deno.lastIndexOf("/"), deno.lastIndexOf("\\")));
const separator = Deno.build.os === "windows" ? ";" : ":";

const child = new Deno.Command(deno, {
  args: [subcommand, ...settings.options, ...words],
  env: { ...settings.env, PATH: `${folder}${separator}${Deno.env.get("PATH") ?? ""}` },
}).spawn();
// The child gets a Ctrl-C of its own; this one waits for it and passes on its status.
Deno.addSignalListener("SIGINT", () => {});
Deno.exit((await child.status).code);
