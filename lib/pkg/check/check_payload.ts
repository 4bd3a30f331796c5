import { loadNpm, PACKAGES } from "../../load_npm.ts";
import type { JsonView } from "../../json/view.ts";
import { checkDocuments, type Unpack } from "./check_documents.ts";
import { quote } from "../fault.ts";
import type { Findings, ManifestFacts } from "../manifest.ts";

type Toml = typeof import("npm:toml-eslint-parser@1.0.3");

/** What reads what a payload is written in; without one, that part is not looked at, and a warning says so. */
export interface PayloadReaders {
  /** Unpacks zstd. */
  readonly unpack?: Unpack;
  /** What a text of TOML says; throws where it is none. */
  readonly parseToml?: (text: string) => unknown;
}

/** The longest text of TOML that is read, in UTF-16 units: what it is built into takes three hundred times as much. */
const MOST_TOML = 64 * 1024;

/**
 * Checks what a package carries instead of layers: the documents of skills, or the manifest of an addon. Whatever they
 * hold, this returns (ctxpkg §6.1).
 *
 * @param content The content. @param facts What the manifest says. @param readers What reads zstd and TOML; what there
 * is here, when absent.
 * @returns Its faults, all with the code `E_KIND_PAYLOAD`, and warnings.
 */
export async function checkPayload(
  content: JsonView,
  { kind, name, version }: ManifestFacts,
  readers?: PayloadReaders,
): Promise<Findings> {
  const findings: Findings = { faults: [], warnings: [] };
  if (kind === "skills") {
    const { unpack } = readers ?? { unpack: await loadUnpack() };
    await checkDocuments(content.get("documents")!, findings, unpack);
  } else if (kind === "addon") {
    const { parseToml } = readers ?? { parseToml: await loadToml() };
    checkAddon(content.get("addon")!, name.slice(name.lastIndexOf("/") + 1), version, findings, parseToml);
  }
  return findings;
}

async function loadUnpack(): Promise<Unpack | undefined> {
  try {
    const { zstdDecompressSync } = await import("node:zlib");
    if (typeof zstdDecompressSync !== "function") return undefined;
    return (packed, most) => zstdDecompressSync(packed, { maxOutputLength: most });
  } catch {
    // A runtime that knows no such module.
    return undefined;
  }
}

async function loadToml(): Promise<((text: string) => unknown) | undefined> {
  try {
    const { parseTOML, getStaticTOMLValue } = await loadNpm<Toml>(PACKAGES.toml);
    return (text) => getStaticTOMLValue(parseTOML(text));
  } catch {
    return undefined;
  }
}

function checkAddon(
  addon: JsonView,
  name: string,
  version: string,
  { faults, warnings }: Findings,
  parseToml: ((text: string) => unknown) | undefined,
): void {
  const fault = (message: string) => void faults.push({ code: "E_KIND_PAYLOAD", message });
  const unchecked = (reason: string) => void warnings.push(`addon.manifest_toml was not checked: ${reason}`);
  const text = addon.kind === "object" ? addon.member("manifest_toml") : undefined;
  if (text?.kind !== "string") return fault("addon.manifest_toml is not a string");
  if (parseToml === undefined) return unchecked("there is nothing here that reads TOML");
  const toml = text.string!;
  if (toml.length > MOST_TOML) return unchecked(`it is longer than ${MOST_TOML} UTF-16 units`);
  let value: unknown;
  try {
    value = parseToml(toml);
  } catch (error) {
    // Too deep for the stack is not what anybody writes.
    return fault(`addon.manifest_toml is not TOML: ${quote(error instanceof Error ? error.message : "")}`);
  }
  const table = memberOf(value, "addon");
  for (const [member, wanted] of [["name", name], ["version", version]] as const) {
    const said = memberOf(table, member);
    if (said === wanted) continue;
    const found = typeof said === "string" ? quote(said) : "no string";
    fault(`addon.manifest_toml says [addon] ${member} ${found}, and the package ${quote(wanted)}`);
  }
}

/** A member of a table; names reach no prototype. */
function memberOf(table: unknown, name: string): unknown {
  return typeof table === "object" && table !== null && Object.hasOwn(table, name)
    ? (table as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
