/**
 * How a package is written. `portable` makes both readings of the format's hash hold, so that any tool accepts it;
 * `lean-ctx` has the order that lean-ctx's own store needs to apply it (ctxpkg §11.2, §11.3).
 */
export type Profile = "portable" | "lean-ctx";

/** The profiles, the default first. */
export const PROFILES: readonly Profile[] = ["portable", "lean-ctx"];
