/** The version of this module, as `deno.json` has it; a test holds the two together. */
export const VERSION = "0.1.0";
