/** The parts of a path. */
export interface ParsedPath {
  /** The root, such as `/`. */
  root: string;
  /** The folder that holds the file, root included. */
  dir: string;
  /** The file's name, extension included. */
  base: string;
  /** The extension with its dot, or nothing. */
  ext: string;
  /** The file's name without its extension. */
  name: string;
}

/** How a glob is read. */
export interface GlobOptions {
  /** Whether extended groups such as `@(a|b)` are known. */
  extended?: boolean;
  /** Whether `**` spans folders. */
  globstar?: boolean;
  /** Whether upper and lower case are the same. */
  caseInsensitive?: boolean;
}

/** What stands between the paths of a list. */
export declare const DELIMITER: ":" | ";";
/** What stands between the parts of a path. */
export declare const SEPARATOR: "/" | "\\";
/** One or more separators. */
export declare const SEPARATOR_PATTERN: RegExp;

/** The last part of a path, without the suffix if it ends with it. */
export declare function basename(path: string | URL, suffix?: string): string;
/** The folder that all the paths share. */
export declare function common(paths: string[]): string;
/** The path without its last part. */
export declare function dirname(path: string | URL): string;
/** The extension with its dot, or nothing. */
export declare function extname(path: string | URL): string;
/** The path that the parts make. */
export declare function format(pathObject: Partial<ParsedPath>): string;
/** The path of a `file:` URL. */
export declare function fromFileUrl(url: string | URL): string;
/** The regular expression that matches what the glob does. */
export declare function globToRegExp(glob: string, options?: GlobOptions): RegExp;
/** Whether the path starts at a root. */
export declare function isAbsolute(path: string): boolean;
/** Whether the text is a glob. */
export declare function isGlob(str: string): boolean;
/** The paths joined and normalized. */
export declare function join(path: string | URL, ...paths: string[]): string;
/** The globs joined and normalized. */
export declare function joinGlobs(globs: string[], options?: GlobOptions): string;
/** The path without `.`, `..` and doubled separators. */
export declare function normalize(path: string | URL): string;
/** The glob without `.`, `..` and doubled separators. */
export declare function normalizeGlob(glob: string, options?: GlobOptions): string;
/** The parts of a path. */
export declare function parse(path: string): ParsedPath;
/** How to get from one path to the other. */
export declare function relative(from: string, to: string): string;
/** The absolute path that the segments give, from right to left. */
export declare function resolve(...pathSegments: string[]): string;
/** The `file:` URL of a path. */
export declare function toFileUrl(path: string): URL;
/** The path in the form that Windows calls namespaced; elsewhere the path itself. */
export declare function toNamespacedPath(path: string): string;
