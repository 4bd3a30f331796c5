import { loadNpm, PACKAGES } from "../load_npm.ts";

/** The server library, with its part for standard input and output, and zod. */
export type Sdk =
  & typeof import("npm:@modelcontextprotocol/server@2.4.0")
  & typeof import("npm:@modelcontextprotocol/server@2.4.0/stdio")
  & { readonly z: Zod };
/** The library for schemas. */
export type Zod = typeof import("npm:zod@4.6.7");
/** A server, as the library has it. */
export type McpServer = import("npm:@modelcontextprotocol/server@2.4.0").McpServer;
/** What a handler learns of the request it answers. */
export type ServerContext = import("npm:@modelcontextprotocol/server@2.4.0").ServerContext;
/** What a call of a tool results in. */
export type CallToolResult = import("npm:@modelcontextprotocol/server@2.4.0").CallToolResult;
/** A schema that validates and describes. */
export type Schema = import("npm:@modelcontextprotocol/server@2.4.0").StandardSchemaWithJSON;

/**
 * Loads the libraries.
 *
 * @throws {StorageError} If they are neither in Deno's cache nor to be had.
 */
export async function loadSdk(): Promise<Sdk> {
  const [server, stdio, z] = await Promise.all([
    loadNpm<object>(PACKAGES.mcpServer),
    loadNpm<object>(PACKAGES.mcpStdio),
    loadNpm<Zod>(PACKAGES.zod),
  ]);
  return { ...server, ...stdio, z } as Sdk;
}
