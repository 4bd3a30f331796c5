import type { JsonView } from "../json/view.ts";
import { faultsOfMembers, missing, wholeOf } from "./check_shape.ts";
import { type Fault, type FaultCode, quote, unknownMembers } from "./fault.ts";
import { MANIFEST } from "./manifest_shape.ts";
import { isSemver, isVersion, judgeName } from "./names.ts";

/** The layers of a package's content (ctxpkg §5). */
export const LAYERS: readonly Layer[] = ["knowledge", "graph", "session", "patterns", "gotchas"];
/** A layer of a package's content. */
export type Layer = "knowledge" | "graph" | "session" | "patterns" | "gotchas";

/** The kinds of packages (ctxpkg §6.1). */
export const KINDS: readonly Kind[] = ["context", "skills", "addon", "grammar"];
/** A kind of package. */
export type Kind = "context" | "skills" | "addon" | "grammar";

/** What a manifest says that the rest of a package is held against. */
export interface ManifestFacts {
  readonly schemaVersion: number;
  readonly kind: Kind;
  readonly name: string;
  readonly version: string;
  readonly layers: readonly Layer[];
  readonly sha256: string;
  readonly contentHash: string;
  readonly byteSize: bigint;
}

/** What was found on the way. */
export interface Findings {
  readonly faults: Fault[];
  readonly warnings: string[];
}

/** Members that are judged by rules of their own. */
const OWN_RULES = ["schema_version", "name", "version", "layers", "integrity", "kind", "signature"];
/** Members that no schema has, and that are shown all the same. */
const EXAMPLES = ["conflicts", "optional_dependencies"];
/** The names of a manifest's members. */
export const MANIFEST_NAMES: readonly string[] = [...OWN_RULES, ...EXAMPLES, ...Object.keys(MANIFEST)];
const HASH = /^[0-9a-f]{64}$/;
const MOST_SIZE = 2n ** 64n - 1n;

/**
 * Checks a manifest, to its end (ctxpkg §3).
 *
 * @param manifest The manifest. @param findings Where faults and warnings go.
 * @returns What it says, as far as that can be told; what it says of itself counts only where there is no fault.
 */
export function checkManifest(manifest: JsonView, { faults, warnings }: Findings): ManifestFacts {
  const fault = (code: FaultCode, message: string) => void faults.push({ code, message });
  const text = (name: string): string => {
    const { string } = manifest.member(name) ?? {};
    if (string === undefined) fault("E_MANIFEST", missing(manifest, name, "a string"));
    return string ?? "";
  };
  const schemaVersion = wholeOf(manifest.member("schema_version"));
  if (schemaVersion === undefined) fault("E_MANIFEST", missing(manifest, "schema_version", "a whole number"));
  else if (schemaVersion !== 1n && schemaVersion !== 2n) {
    fault("E_SCHEMA_VERSION", "schema_version is neither 1 nor 2");
  }
  const schema = Number(schemaVersion ?? 0n), kind = kindOf(manifest, schema, fault);
  const name = text("name"), state = judgeName(name, schema);
  if (manifest.member("name")?.kind === "string" && state === "bad") {
    fault("E_NAME", `name ${quote(name)} is none that a package of version ${schema} may have`);
  }
  if (state === "scoped") warnings.push(`name ${quote(name)} has a scope, which version 1 does not allow`);
  const version = text("version");
  if (manifest.member("version")?.kind === "string") {
    if (!isVersion(version)) fault("E_VERSION", `version ${quote(version)} is none that a package may have`);
    else if (schema === 2 && !isSemver(version)) {
      warnings.push(`version ${quote(version)} is not SemVer: no range of versions matches it`);
    }
  }
  const layers = layersOf(manifest, schema, fault);
  for (const message of faultsOfMembers(manifest, MANIFEST)) fault("E_MANIFEST", message);
  const level = wholeOf(manifest.get("conformance_level"));
  if (level !== undefined && (level < 1n || level > 3n)) {
    warnings.push(`conformance_level ${level} is none that is known`);
  }
  const others = [...manifest.members.keys()].filter((name) => !MANIFEST_NAMES.includes(name));
  warnings.push(...unknownMembers("the manifest", others, manifest.leftOut));
  return { schemaVersion: schema, kind, name, version, layers, ...integrityOf(manifest, fault) };
}

type Report = (code: FaultCode, message: string) => void;

function kindOf(manifest: JsonView, schema: number, fault: Report): Kind {
  const view = manifest.member("kind");
  if (view === undefined) return "context";
  const { string } = view;
  if (string === undefined) fault("E_KIND", "kind is no string");
  else if (!isOneOf(KINDS, string)) fault("E_KIND", `kind ${quote(string)} needs a newer tool`);
  else if (string !== "context" && schema !== 2) {
    fault("E_KIND", `kind ${string} needs schema_version 2`);
    return string;
  } else return string;
  return "context";
}

/** So many different words that are no layers are named. */
const MOST_WRONG = 5;

function layersOf(manifest: JsonView, schema: number, fault: Report): Layer[] {
  const view = manifest.member("layers"), layers: Layer[] = [];
  if (view?.kind !== "array") {
    fault("E_MANIFEST", missing(manifest, "layers", "an array of strings"));
    return layers;
  }
  const wrong = new Set<string>();
  for (const item of view.items()) {
    const { string } = item;
    if (string === undefined) wrong.add("layers names what is no string, which is no layer");
    else if (!isOneOf(LAYERS, string)) wrong.add(`layers names ${quote(string)}, which is no layer`);
    else if (layers.includes(string)) wrong.add(`layers names ${string} twice`);
    else layers.push(string);
    if (wrong.size === MOST_WRONG) break;
  }
  for (const message of wrong) fault("E_LAYERS", message);
  if (wrong.size > 0) return layers;
  if (layers.length === 0 && schema === 1) {
    fault("E_LAYERS", "layers is empty, which version 1 does not allow");
  }
  return layers;
}

function integrityOf(
  manifest: JsonView,
  fault: Report,
): Pick<ManifestFacts, "sha256" | "contentHash" | "byteSize"> {
  const view = manifest.member("integrity");
  if (view?.kind !== "object") {
    fault("E_MANIFEST", missing(manifest, "integrity", "an object"));
    return { sha256: "", contentHash: "", byteSize: 0n };
  }
  const hash = (name: string): string => {
    const { string } = view.member(name) ?? {};
    if (string === undefined) fault("E_MANIFEST", missing(view, name, "a string", "integrity."));
    else if (!HASH.test(string)) fault("E_HEX", `integrity.${name} is not 64 hex digits in lower case`);
    return string ?? "";
  };
  const size = wholeOf(view.member("byte_size"));
  if (size === undefined || size > MOST_SIZE) {
    fault("E_MANIFEST", missing(view, "byte_size", "a whole number", "integrity."));
  } else if (size === 0n) fault("E_BYTE_SIZE", "integrity.byte_size is 0");
  return { sha256: hash("sha256"), contentHash: hash("content_hash"), byteSize: size ?? 0n };
}

function isOneOf<T extends string>(all: readonly T[], text: string): text is T {
  return (all as readonly string[]).includes(text);
}
