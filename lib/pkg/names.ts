/** One part of a name: ASCII, and no step in a path. */
const PART = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/;
const MOST_NAME = 128, MOST_VERSION = 64;
const VERSION = /^[A-Za-z0-9_+-][A-Za-z0-9._+-]*$/;
const SEMVER =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

/** What a name is in a version of the format: as it should be, `scoped` where version 1 has no scopes, or not a name. */
export type NameState = "good" | "scoped" | "bad";

/**
 * Judges a package's name (ctxpkg §3.1).
 *
 * @param name The name. @param schema The version of the format.
 */
export function judgeName(name: string, schema: number): NameState {
  if (name === "" || name.length > MOST_NAME) return "bad";
  const isScoped = name.startsWith("@"), parts = (isScoped ? name.slice(1) : name).split("/");
  if (!parts.every((part) => PART.test(part)) || (isScoped && parts.length < 2)) return "bad";
  if (schema === 2 || parts.length === 1) return "good";
  return isScoped && parts.length === 2 ? "scoped" : "bad";
}

/** Whether a text is a version of a package (ctxpkg §3.2). */
export function isVersion(version: string): boolean {
  return version.length <= MOST_VERSION && VERSION.test(version);
}

/** Whether a version is one that ranges of versions can match. */
export function isSemver(version: string): boolean {
  return SEMVER.test(version);
}

/** The longest beginning of a file's name: with its ending and a writer's own, a disk still takes it. */
const MOST_FILE_NAME = 200;

/**
 * The name of a package's file: one part of a path, whatever the package is called. Two packages can have the same one:
 * which is which their manifests say.
 */
export function fileNameOf(name: string, version: string): string {
  return `${`${name.replaceAll("/", "__")}-${version}`.slice(0, MOST_FILE_NAME)}.ctxpkg`;
}
