/**
 * Context packages (`.ctxpkg`): parts of a context that somebody hands to somebody else, as ctx and lean-ctx write
 * and read them. Needs no permission: it works on bytes, with the cryptography that is built in.
 *
 * @example Verify a package
 * ```ts
 * import { verifyPackage } from "@ctx/ctx/package";
 * import { assertEquals } from "@std/assert";
 *
 * const { isAccepted, faults } = await verifyPackage(new TextEncoder().encode('{"manifest": {}}'));
 * assertEquals([isAccepted, faults.map(({ code }) => code)], [false, ["E_TOP"]]);
 * ```
 *
 * @module
 */

export type { Fault, FaultCode } from "./fault.ts";
export { unwrapPackage, type Unwrapped, wrapPackage, type Wrapping } from "./envelope.ts";
export type { Reading } from "./integrity.ts";
export type { MacForm } from "./mac.ts";
export type { Kind, Layer } from "./manifest.ts";
export { type CheckState, type Verification, type VerifyOptions, verifyPackage } from "./verify.ts";
