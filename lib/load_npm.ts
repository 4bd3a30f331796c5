import { StorageError } from "./errors.ts";

/**
 * What some commands load from npm when they run. No import names one of these as a text: Deno would look all of them
 * up whenever any command starts, which takes a third as long again as starting.
 */
export const PACKAGES = {
  /** The Model Context Protocol's own server library: both eras of the protocol, for `ctx mcp`. */
  mcpServer: "npm:@modelcontextprotocol/server@2.4.0",
  /** Its part for standard input and output. */
  mcpStdio: "npm:@modelcontextprotocol/server@2.4.0/stdio",
  /** Says what a call of a tool may hold, and what is wrong with one; the library above brings it along. */
  zod: "npm:zod@4.6.7",
  /** Reads JSON with comments and says where each value stands: a harness's settings keep theirs. */
  jsonc: "npm:jsonc-parser@3.3.1",
  /** The same for TOML. */
  toml: "npm:toml-eslint-parser@1.0.3",
  /** Tells the lines in which two texts differ. */
  diff: "npm:diff@9.0.0",
} as const;

/**
 * Loads a package.
 *
 * @param specifier One of {@linkcode PACKAGES}.
 * @throws {StorageError} If it is neither in Deno's cache nor to be had.
 */
export async function loadNpm<Module>(specifier: string): Promise<Module> {
  try {
    // deno-lint-ignore house/direction
    return await import(specifier);
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    throw new StorageError(`Cannot load ${specifier}: ${reason}`, {
      cause: error,
      hint: `Fetch it once, where there is a network: deno cache ${specifier}; or install ctx again.`,
    });
  }
}
