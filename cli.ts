/**
 * The command `ctx`: hands the process's words, streams and variables to the code behind it, once.
 *
 * Runs with read and write on the context root and a few environment variables, and nothing else:
 *
 * ```sh
 * deno run --no-prompt --allow-read="$HOME/ctx" --allow-write="$HOME/ctx" \
 *   --allow-env=CTX_HOME,CTX_AUTHOR,HOME,USERPROFILE,NO_COLOR,FORCE_COLOR,TERM,PWD jsr:@ctx/ctx/cli start
 * ```
 *
 * @module
 */

import { run } from "./lib/cli/run.ts";
import { processIo } from "./lib/cli/process_io.ts";

if (import.meta.main) Deno.exit(await run(Deno.args, processIo()));
