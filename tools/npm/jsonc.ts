/**
 * `@std/jsonc`, from npm.
 *
 * @module
 */

// @ts-types="./jsonc.d.ts"
export * from "npm:deno-std@1.4.0/jsonc/mod.js";
