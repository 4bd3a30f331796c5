import { type Fault, quote } from "../fault.ts";

/** A package that a lockfile pins: what other tools write too, and who signed it (ctxpkg §9.1). */
export interface LockedPackage {
  /** Its name. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
  /** The SHA-256 of the file's bytes, in hex. */
  readonly artifact_sha256: string;
  /** Where it came from; `file` here. */
  readonly registry: string;
  /** The public key that signed it, in hex; absent where nothing did. */
  readonly signer?: string;
  /** What other tools say besides. */
  readonly [member: string]: string | undefined;
}

/** A lockfile that cannot be read: where, and why. */
export interface LockFault {
  /** The line, counted from 1. */
  readonly line: number;
  /** Why. */
  readonly message: string;
}

const HEADER = "# Packages that were imported, as their files were. Kept by ctx.";
const REQUIRED = ["name", "version", "artifact_sha256", "registry"];
const OURS = [...REQUIRED, "signer"];
/** No name, hash or key is nearly as long. */
const MOST_LINE = 2 ** 14;
const MEMBER = /^\s*([A-Za-z0-9_-]+)\s*=\s*(?:("[^"\\]*(?:\\.[^"\\]*)*")|'([^']*)')\s*(?:#.*)?$/;

/**
 * Reads a lockfile, of ctx or of lean-ctx: comments, and a table `[[package]]` of texts for each package. That is the part
 * of TOML that either writes; anything else is refused by its line.
 *
 * @param text The file's text.
 */
export function readLockfile(text: string): readonly LockedPackage[] | LockFault {
  const found: Map<string, string>[] = [], starts: number[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.length > MOST_LINE) return { line: at + 1, message: `it has more than ${MOST_LINE} characters` };
    const refuse = (message: string): LockFault => ({ line: at + 1, message });
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    if (/^\s*\[\[\s*package\s*\]\]\s*(?:#.*)?$/.test(line)) {
      found.push(new Map());
      starts.push(at + 1);
      continue;
    }
    const [, name, basic, literal] = MEMBER.exec(line) ?? [], value = literal ?? textOf(basic);
    const table = found.at(-1);
    // A version of the format is a number, where a tool writes one.
    if (table === undefined && /^\s*version\s*=\s*\d+\s*$/.test(line)) continue;
    // What another tool says besides is none of ours; an array or a table could hold anything, and is refused.
    const other = /^\s*([A-Za-z0-9_-]+)\s*=\s*[^\s"'[{]/.exec(line)?.[1];
    if (table !== undefined && other !== undefined && !OURS.includes(other)) continue;
    if (name === undefined || value === undefined || table === undefined) {
      return refuse("it is neither [[package]] nor a text under it");
    }
    if (table.has(name)) return refuse(`${name} stands there twice`);
    table.set(name, value);
  }
  for (const [at, table] of found.entries()) {
    const missing = REQUIRED.find((name) => !table.has(name));
    if (missing !== undefined) return { line: starts[at]!, message: `the package has no ${missing}` };
  }
  return found.map((table) => Object.fromEntries(table) as unknown as LockedPackage);
}

/** The text of a lockfile, an entry a name, in the order of names. */
export function lockfileText(packages: readonly LockedPackage[]): string {
  const sorted = packages.toSorted((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  const tables = sorted.map((locked) => {
    const names = [...REQUIRED, ...Object.keys(locked).filter((name) => !REQUIRED.includes(name))];
    const lines = names.flatMap((name) =>
      locked[name] === undefined ? [] : [`${name} = ${tomlText(locked[name])}`]
    );
    return ["[[package]]", ...lines].join("\n");
  });
  return [HEADER, ...tables].join("\n\n") + "\n";
}

/** The entry of a name, and what the file is to say once a package takes its place. */
export function withPackage(packages: readonly LockedPackage[], added: LockedPackage): LockedPackage[] {
  return [...packages.filter(({ name }) => name !== added.name), added];
}

/** A basic text of TOML; its escapes are those of JSON, and two more. */
function textOf(basic: string | undefined): string | undefined {
  if (basic === undefined) return undefined;
  const json = basic.replace(
    /\\(?:U([0-9A-Fa-f]{8})|e|\\)/g,
    (escape, code) =>
      code !== undefined
        ? JSON.stringify(String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff))).slice(1, -1)
        : escape === "\\e"
        ? "\\u001b"
        : escape,
  );
  try {
    const text: string = JSON.parse(json);
    return text.isWellFormed() ? text : undefined;
  } catch {
    return undefined;
  }
}

/** As JSON spells it, which TOML reads the same; DEL is the one character that it does not take as it is. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll("\x7f", "\\u007f");
}

/**
 * Holds a package against a lockfile (ctxpkg §9.1).
 *
 * @param locked What the lockfile pins. @param name The package's name. @param version Its version.
 * @param artifactSha256 The SHA-256 of the file's bytes, in hex.
 * @returns What is wrong; nothing where the lockfile pins these very bytes.
 */
export function lockFault(
  locked: readonly LockedPackage[],
  name: string,
  version: string,
  artifactSha256: string,
): Fault | undefined {
  const fault = (message: string): Fault => ({ code: "E_LOCK", message });
  const pinned = locked.filter((one) => one.name === name);
  if (pinned.some((one) => one.version === version && one.artifact_sha256 === artifactSha256)) {
    return undefined;
  }
  if (pinned.length === 0) return fault("the lockfile does not pin this package");
  return pinned.some((one) => one.version === version)
    ? fault("the lockfile pins another file of this version")
    : fault(
      `the lockfile pins another version: ${pinned.map((one) => quote(one.version)).slice(0, 3).join(", ")}`,
    );
}
