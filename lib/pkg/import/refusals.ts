import { RefusedError } from "../../errors.ts";
import { clip } from "../../text/excerpt.ts";
import { faultsOfItems } from "../check/check_items.ts";
import type { Fault } from "../fault.ts";
import type { LockedPackage } from "../kept/lockfile.ts";
import { isSemver } from "../names.ts";
import type { KeptPackage } from "../kept/package_folder.ts";
import type { Package } from "../parse.ts";
import { compareVersions, matches, parseRange } from "../version_range.ts";

/** What is known here of packages. */
export interface KnownPackages {
  readonly kept: readonly KeptPackage[];
  readonly lock: readonly LockedPackage[];
}

/** What an import takes upon itself. */
export interface Insisted {
  readonly force?: boolean;
  readonly strictDependencies?: boolean;
  readonly acceptNewKey?: boolean;
}

/** So much of a name or a range is shown. */
const SHOWN = 80, KEY_DIGITS = 16;
const PUBLIC_KEY = /^[0-9a-f]{64}$/;

/**
 * Refuses a package that was accepted and still is not to be imported: another kind, an item of a wrong shape, another
 * key, a conflict (ctxpkg §6.1, §6.5, §7, §10).
 *
 * @param incoming The package. @param known What is known here. @param insisted What is taken all the same.
 * @returns What whoever imports should know, a line each.
 * @throws {RefusedError} If it is refused.
 */
export function checkImport(incoming: Package, known: KnownPackages, insisted: Insisted): string[] {
  const { kind } = incoming.verification, title = titleOf(incoming);
  if (kind !== "context") {
    throw new RefusedError(`Refused ${title}: it is of the kind ${kind}, and nothing of that is knowledge`);
  }
  checkItems(incoming);
  return [
    ...checkSigner(incoming, known, insisted),
    ...checkConflicts(incoming, known, insisted),
    ...checkDependencies(incoming, known, insisted),
    ...noteVersions(incoming, known),
  ];
}

/**
 * Refuses a package of which an item has a shape that cannot be read as what it is (ctxpkg §5).
 *
 * @throws {RefusedError} If one has.
 */
export function checkItems(incoming: Package): void {
  const { schemaVersion, contentView, verification: { layers = [] } } = incoming;
  for (const fault of faultsOfItems(contentView, { layers, schemaVersion })) {
    throw new RefusedError(`Refused ${titleOf(incoming)}: ${fault}; nothing was written`);
  }
}

const MOST_SAID = 5;

/**
 * The error that a file is refused with, by its faults.
 *
 * @param what What is refused, safe to show. @param faults Why.
 */
export function refusedBy(what: string, faults: readonly Fault[]): RefusedError {
  const said = faults.slice(0, MOST_SAID).map(({ code, message }) => `${code}: ${message}`).join("; ");
  const more = faults.length > MOST_SAID ? `; and ${faults.length - MOST_SAID} more` : "";
  return new RefusedError(`Refused ${what}: ${said}${more}`);
}

/** A package as a message names it. */
export function titleOf({ name, version }: Pick<Package, "name" | "version">): string {
  return `the package ${clip(name, SHOWN)}@${clip(version, SHOWN)}`;
}

/** The key that signed the last package of a name that was signed, in hex. */
export function knownSigner(name: string, { kept, lock }: KnownPackages): string | undefined {
  const locked = lock.find((entry) => entry.name === name)?.signer;
  if (locked !== undefined && PUBLIC_KEY.test(locked)) return locked;
  const signed = kept.filter((one) => one.package?.name === name && one.verification.signer !== undefined);
  return signed.toSorted((a, b) => b.writtenMs - a.writtenMs)[0]?.verification.signer;
}

function checkSigner(incoming: Package, known: KnownPackages, { acceptNewKey }: Insisted): string[] {
  const { verification: { signer } } = incoming, last = knownSigner(incoming.name, known);
  if (last === undefined) return [];
  if (signer === undefined) {
    return [
      `IT IS NOT SIGNED, and an earlier ${clip(incoming.name, SHOWN)} was, by ${last.slice(0, KEY_DIGITS)}`,
    ];
  }
  if (signer === last) return [];
  const keys = `signed by ${signer.slice(0, KEY_DIGITS)}, and the last of its name by ${
    last.slice(0, KEY_DIGITS)
  }`;
  if (acceptNewKey) return [`it is ${keys}`];
  throw new RefusedError(`Refused ${titleOf(incoming)}: it is ${keys}; nothing was written`, {
    hint: "Ask whoever made it whether their key is another now; if so, insist with --accept-new-key.",
  });
}

function checkConflicts(incoming: Package, { kept, lock }: KnownPackages, { force }: Insisted): string[] {
  const { conflicts } = incoming.manifest;
  if (!Array.isArray(conflicts) || !conflicts.every((name) => typeof name === "string")) return [];
  const here = new Set([...lock.map(({ name }) => name), ...kept.map((one) => one.package?.name)]);
  const found = conflicts.find((name) => here.has(name) && name !== incoming.name);
  if (found === undefined) return [];
  const message = `it says that it conflicts with ${clip(found, SHOWN)}, which is here`;
  if (force) return [message];
  throw new RefusedError(`Refused ${titleOf(incoming)}: ${message}; nothing was written`, {
    hint: "If both are wanted, insist with --force.",
  });
}

function checkDependencies(
  incoming: Package,
  { kept }: KnownPackages,
  { strictDependencies }: Insisted,
): string[] {
  const { dependencies = [] } = incoming.manifest;
  if (dependencies.some(({ name }) => name === incoming.name)) {
    throw new RefusedError(`Refused ${titleOf(incoming)}: it depends on itself; nothing was written`);
  }
  const missing = dependencies.filter(({ name, version_req, optional }) => {
    if (optional) return false;
    const range = parseRange(version_req);
    return !kept.some((one) => one.package?.name === name && range && matches(range, one.package.version));
  }).map(({ name, version_req }) => `${clip(name, SHOWN)} ${clip(version_req, SHOWN)}`.trim());
  if (missing.length === 0) return [];
  const message = `it builds on ${missing.slice(0, 5).join(", ")}${
    missing.length > 5 ? ` and ${missing.length - 5} more` : ""
  }, which ${missing.length === 1 ? "is" : "are"} not here`;
  if (!strictDependencies) return [message];
  throw new RefusedError(`Refused ${titleOf(incoming)}: ${message}; nothing was written`, {
    hint: "Import what it builds on first.",
  });
}

/** What a newer one that is here, or another tool, makes worth saying. */
function noteVersions({ name, version, sha256, manifest }: Package, { kept, lock }: KnownPackages): string[] {
  const others = kept.filter((one) => one.package?.name === name && one.package.version === version);
  const notes: string[] = others.some((one) => one.package!.sha256 !== sha256)
    ? ["a package of this very version and with another content is kept here"]
    : [];
  const locked = lock.find((entry) => entry.name === name)?.version;
  if (locked !== undefined && isSemver(locked) && isSemver(version) && compareVersions(locked, version) > 0) {
    notes.push(`version ${clip(locked, SHOWN)}, a newer one, was imported before`);
  }
  const wanted = manifest.compatibility?.min_lean_ctx_version;
  if (typeof wanted === "string") notes.push(`it is made for lean-ctx ${clip(wanted, SHOWN)} and newer`);
  return notes;
}
