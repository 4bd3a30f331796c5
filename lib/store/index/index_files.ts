import type { StoreName } from "../../memory/entry.ts";
import type { Totals } from "../../memory/index/newest.ts";
import { ifPossible } from "../if_possible.ts";
import { LAYOUT, type Root } from "../root.ts";
import type { StoreIdentity } from "./identity.ts";
import { SealedFile, UnsoundIndexError } from "./sealed_file.ts";

/** The files of a store's index. */
export type IndexPart = "places" | "signatures";

/** All of them. */
export const INDEX_PARTS: readonly IndexPart[] = ["places", "signatures"];

/** What the file of places says of itself. */
export interface PlacesFacts {
  /** Which file it tells of. */
  readonly store: StoreIdentity;
  /** A check of all its bytes. */
  readonly whole: number;
  /** Whether that file was left alone for a while since, so that its times tell of any change. */
  readonly isSettled: boolean;
  readonly start: number;
  readonly end: number;
  /** Whether it is all ASCII, so that a place in its text is one in its bytes. */
  readonly isAscii: boolean;
  /** How many entries there are of each section of a brief, decisions of any age. */
  readonly totals: Totals;
  /** The file of signatures that its rows are in; absent where there is none. */
  readonly signatures?: string;
}

/** What the file of signatures says of itself. */
export interface SignaturesFacts {
  readonly id: string;
}

/** An index's file. */
export function indexFile(root: Root, store: StoreName, part: IndexPart): string {
  return root.file(`${LAYOUT.index}/${store}.${part}`);
}

/** Opens one; nothing is read through a link, which nothing is written through either. */
export function openPart<Facts>(root: Root, store: StoreName, part: IndexPart): SealedFile<Facts> {
  if (!Deno.lstatSync(root.file(LAYOUT.index)).isDirectory) throw new UnsoundIndexError("no folder");
  const path = indexFile(root, store, part);
  if (!Deno.lstatSync(path).isFile) throw new UnsoundIndexError("no file");
  return new SealedFile<Facts>(path);
}

/** Whether a file of a store's index is there; what cannot be looked at is none. */
export function hasPart(root: Root, store: StoreName, part: IndexPart): boolean {
  const isThere = () =>
    Deno.lstatSync(root.file(LAYOUT.index)).isDirectory &&
    Deno.lstatSync(indexFile(root, store, part)) !== undefined;
  return ifPossible(isThere) ?? false;
}

/** Whether the index may be written: to be asked for that would be no answer to a question. */
export function isGranted(root: Root): boolean {
  return Deno.permissions.querySync({ name: "write", path: root.file(LAYOUT.index) }).state === "granted";
}
