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
export { Package, type Parsed, parsePackage } from "./parse.ts";
export { type JsonKind, JsonView } from "../json/view.ts";
export { JsonText, type JsonValue } from "../json/exact.ts";
export { buildPackage, type PackageParts } from "./make/build.ts";
export type { Profile } from "./make/profile.ts";
export { readSigningKey, type SigningKey, signPackage } from "./make/signing.ts";
export { entriesOfPackage, type EntryPackageParts, packageOfEntries } from "./entries.ts";
export { sessionOfSummary, summaryOfSession } from "./make/session_layer.ts";
export { describePackage, type PackageDescription } from "./describe.ts";
export {
  type ChangedItem,
  diffPackages,
  type ItemDifference,
  type PackageDifference,
} from "./diff_packages.ts";
export type * from "./layers.ts";
export {
  type LockedPackage,
  type LockFault,
  lockFault,
  lockfileText,
  readLockfile,
} from "./kept/lockfile.ts";
export { activationAt, type ContextGraph, type GraphEdge, type GraphNode } from "./graph/graph.ts";
export { graphOfPackage } from "./graph/graph_of_package.ts";
export {
  type ComposedGraph,
  composeGraphs,
  type Composition,
  EMPTY_COMPOSITION,
  type GraphConflict,
  type IncomingGraph,
} from "./graph/compose_graphs.ts";
export {
  compareVersions,
  highestMatch,
  matches,
  parseRange,
  type RangeComparator,
  type RangeOperator,
  type VersionRange,
} from "./version_range.ts";
export { StoredEntry } from "../memory/stored_entry.ts";
export type { Basis, Entry, Scope, Source, Status, StoreName } from "../memory/entry.ts";
export { CtxError, type ErrorCode, type ErrorDetail, InvalidInputError } from "../errors.ts";
