import type { JsonStyle } from "./layout.ts";
import type { ObjectSpan } from "./scan.ts";

/** A piece of a text to put in another's place: offsets in UTF-16 units, `start` up to but not including `end`. */
export interface Patch {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A change to one member of an object. */
export interface MemberChange {
  /** The member's place in the object, from 0; absent for a new one. */
  readonly index?: number;
  /** A new member's key. */
  readonly key?: string;
  /** The new value as JSON text, laid out as it is to stand; absent to take the member out. */
  readonly text?: string;
  /** A new member goes behind the member at this place: -1 for the front, absent for the end. */
  readonly after?: number;
}

/** How an object's members are set apart, read off one that is there. */
export interface ObjectLayout {
  /** The white space between `{` and the first key. */
  readonly open: string;
  /** The white space between a comma and the next key. */
  readonly gap: string;
  /** The white space before `}`. */
  readonly close: string;
  /** How the members' own values are laid out. */
  readonly style: JsonStyle;
  /** The indentation of the members' lines. */
  readonly indent: string;
}

/**
 * Reads the layout off an object, so that what is put into it looks as if it had always been there.
 *
 * @param text The text. @param span The object's span.
 * @param outer The layout of the object around it, for what an empty one does not show.
 * @returns Its layout.
 */
export function readLayout(text: string, span: ObjectSpan, outer?: ObjectLayout): ObjectLayout {
  const { members: m, start, end } = span;
  const slice = (from: number, to: number) => text.slice(from, to);
  if (m.length === 0) return outer ? innerLayout(outer) : layoutOf("\n", "", "  ", ": ");
  const open = slice(start + 1, m[0]!), close = slice(m[m.length - 1]!, end - 1), colon = slice(m[1]!, m[2]!);
  const between = m.length > 4 ? slice(m[3]!, m[4]!) : undefined;
  const gap = between?.slice(between.indexOf(",") + 1) ??
    (open.includes("\n") || colon.trim() === colon ? open : " ");
  const newline = gap.includes("\r\n") ? "\r\n" : gap.includes("\n") ? "\n" : "";
  const indent = newline ? gap.slice(gap.lastIndexOf("\n") + 1) : "";
  const base = newline ? close.slice(close.lastIndexOf("\n") + 1) : "";
  const unit = indent.startsWith(base) && indent.length > base.length
    ? indent.slice(base.length)
    : outer?.style.unit;
  return { open, gap, close, indent, style: { newline, colon, gap, unit: unit ?? (newline ? "  " : "") } };
}

/** The layout of an object that is a member's value, one level in. */
export function innerLayout({ style, indent }: ObjectLayout): ObjectLayout {
  return style.newline
    ? layoutOf(style.newline, indent, style.unit, style.colon)
    : { open: "", gap: style.gap, close: "", indent: "", style };
}

/** The layout of an object with a line a member. */
function layoutOf(newline: "\n" | "\r\n", base: string, unit: string, colon: string): ObjectLayout {
  const gap = newline + base + unit;
  return { open: gap, gap, close: newline + base, indent: base + unit, style: { newline, colon, gap, unit } };
}

/**
 * Works out how an object's text has to change. What no change names keeps its bytes.
 *
 * @param span The object's span. @param layout Its layout. @param changes At most one for each member.
 * @returns The patches, in the order of their places, none over another.
 */
export function editObject(
  span: ObjectSpan,
  layout: ObjectLayout,
  changes: readonly MemberChange[],
): Patch[] {
  if (changes.length === 0) return [];
  const m = span.members, count = m.length / 4;
  const removed = new Set<number>(),
    replaced = new Map<number, string>(),
    added = new Map<number, string[]>();
  for (const { index, key, text, after } of changes) {
    if (index === undefined) {
      const place = after ?? count - 1;
      const list = added.get(place) ?? [];
      if (list.length === 0) added.set(place, list);
      list.push(JSON.stringify(key) + layout.style.colon + text);
    } else if (text === undefined) removed.add(index);
    else replaced.set(index, text);
  }
  if (removed.size === count) { // also of an object that is empty
    const all = [...added.keys()].sort((a, b) => a - b).flatMap((place) => added.get(place)!);
    const inside = all.length === 0 ? "" : layout.open + all.join("," + layout.gap) + layout.close;
    return [{ start: span.start + 1, end: span.end - 1, text: inside }];
  }
  const patches: Patch[] = [];
  let survivor = false; // whether a member in front of this place stays
  const front: string[] = [...added.get(-1) ?? []];
  for (let i = 0; i < count; i++) {
    const keyStart = m[4 * i]!, valueStart = m[4 * i + 2]!, valueEnd = m[4 * i + 3]!;
    const here = added.get(i) ?? [];
    if (removed.has(i)) {
      patches.push(
        survivor
          ? { start: m[4 * i - 1]!, end: valueEnd, text: "" }
          : { start: keyStart, end: m[4 * i + 4]!, text: "" },
      );
    } else {
      if (!survivor && front.length > 0) {
        patches.push({
          start: keyStart,
          end: keyStart,
          text: front.map((t) => t + "," + layout.gap).join(""),
        });
      }
      survivor = true;
      if (replaced.has(i)) patches.push({ start: valueStart, end: valueEnd, text: replaced.get(i)! });
    }
    if (!survivor) front.push(...here);
    else if (here.length > 0) {
      patches.push({ start: valueEnd, end: valueEnd, text: here.map((t) => "," + layout.gap + t).join("") });
    }
  }
  return patches;
}

/** A stretch of bytes that others took the place of. */
export interface Splice {
  /** Where it began. */
  readonly start: number;
  /** Where it ended. */
  readonly end: number;
  /** How many bytes there are in its place. */
  readonly length: number;
}

/** A text's new bytes, and where they differ from the old ones. */
export interface PatchedBytes {
  readonly bytes: Uint8Array;
  /** In the order of their places. */
  readonly splices: readonly Splice[];
  /** Whether there was nothing but ASCII, and still is. */
  readonly isAscii: boolean;
}

/**
 * Puts patches into a text of which the bytes are known, and gives the new one's: what no patch touches is copied
 * instead of encoded again.
 *
 * @param text The text. @param bytes The same as UTF-8. @param patches In the order of their places, none over another.
 * @returns The new text as UTF-8, and what was done to the old.
 */
export function patchBytes(text: string, bytes: Uint8Array, patches: readonly Patch[]): PatchedBytes {
  const encoder = new TextEncoder(), pieces = patches.map((patch) => encoder.encode(patch.text));
  const target = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, bytes.length));
  const isAscii = text.length === bytes.length; // only there is a unit of the text a byte
  const splices: Splice[] = [];
  let from = 0, at = 0, old = 0; // in the text; in the new bytes; in the old ones
  const keep = (until: number) => {
    const length = isAscii
      ? until - from
      : encoder.encodeInto(text.slice(from, until), target.subarray(at)).written;
    if (isAscii) target.set(bytes.subarray(from, until), at);
    at += length;
    old += length;
  };
  for (const [i, { start, end }] of patches.entries()) {
    keep(start);
    const length = pieces[i]!.length,
      gone = isAscii ? end - start : encoder.encode(text.slice(start, end)).length;
    splices.push({ start: old, end: old + gone, length });
    target.set(pieces[i]!, at);
    at += length;
    old += gone;
    from = end;
  }
  keep(text.length);
  const isStillAscii = isAscii && patches.every((patch, i) => patch.text.length === pieces[i]!.length);
  return { bytes: target.subarray(0, at), splices, isAscii: isStillAscii };
}

/**
 * Puts patches into a text.
 *
 * @param text The text. @param patches In the order of their places, none over another.
 * @returns The new text.
 */
export function applyPatches(text: string, patches: readonly Patch[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const patch of patches) {
    parts.push(text.slice(from, patch.start), patch.text);
    from = patch.end;
  }
  return parts.join("") + text.slice(from);
}
