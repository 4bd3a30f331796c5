import { skipSpace, skipString } from "../json/scan.ts";
import type { JsonView } from "../json/view.ts";
import { parseInstant } from "../text/time.ts";
import type { Members, Shape } from "./manifest_shape.ts";

const WHOLE = /^(?:0|[1-9][0-9]*)$/;
const MOST_WHOLE = 2n ** 32n - 1n;

/** That a value is not as it should be. */
export interface ShapeFault {
  /** Where it stands. */
  readonly path: string;
  /** What it should be, with an article; absent where it is not there. */
  readonly wanted?: string;
}

/** What is wrong with the members of an object, one after the other, in words. */
export function* faultsOfMembers(object: JsonView, members: Members, path = ""): Generator<string> {
  for (const { path: place, wanted } of shapeFaults(object, members, path)) {
    yield wanted === undefined ? `${place} is missing` : `${place} is not ${wanted}`;
  }
}

/** The same, as data. */
export function* shapeFaults(object: JsonView, members: Members, path = ""): Generator<ShapeFault> {
  for (const [name, { is, isRequired, mayBeNull, unless }] of Object.entries(members)) {
    const member = object.member(name);
    if (member !== undefined && !(mayBeNull && member.kind === "null")) {
      yield* faultsOf(member, is, path + name);
    } else if (isRequired && (unless === undefined || object.get(unless) === undefined)) {
      yield { path: path + name };
    }
  }
}

/** What is wrong with a value; of a list, with the first item that is not as it should be. */
export function* faultsOf(view: JsonView, is: Shape, path: string): Generator<ShapeFault> {
  const wrong = { path, wanted: nameOf(is) };
  if (typeof is === "string") {
    if (!isOf(view, is)) yield wrong;
  } else if ("members" in is) {
    if (view.kind === "object") yield* shapeFaults(view, is.members, `${path}.`);
    else yield wrong;
  } else if (view.kind !== "array") yield wrong;
  else {
    let at = 0;
    for (const item of view.items()) {
      const faults = [...faultsOf(item, { members: is.each }, `${path}[${at++}]`)];
      yield* faults;
      if (faults.length > 0) return;
    }
  }
}

function isOf(view: JsonView, is: Extract<Shape, string>): boolean {
  switch (is) {
    case "whole":
      return (wholeOf(view) ?? MOST_WHOLE + 1n) <= MOST_WHOLE;
    case "count":
      return view.kind === "number" && WHOLE.test(view.raw);
    case "time":
      return view.kind === "string" && isTime(view.string!);
    case "strings":
      return view.kind === "array" && isOfStrings(view);
    default:
      return view.kind === is;
  }
}

/** A list may have millions of strings, so that no view is made of each. */
function isOfStrings({ text, start }: JsonView): boolean {
  let at = skipSpace(text, start + 1);
  while (text[at] === '"') {
    at = skipSpace(text, skipString(text, at));
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return text[at] === "]";
}

/** Whether a text is a time as packages write it: RFC 3339, with up to nine digits behind the seconds. */
export function isTime(text: string): boolean {
  return text.length <= 40 && !/\.\d{10}/.test(text) && parseInstant(text) !== undefined;
}

/** A whole number that is spelled as one; nothing for anything else. */
export function wholeOf(view: JsonView | undefined): bigint | undefined {
  return view?.kind === "number" && view.end - view.start <= 20 && WHOLE.test(view.raw)
    ? BigInt(view.raw)
    : undefined;
}

function nameOf(is: Shape): string {
  if (typeof is !== "string") return "each" in is ? "an array of objects" : "an object";
  if (is === "strings") return "an array of strings";
  if (is === "whole" || is === "count") return "a whole number";
  return is === "time" ? "a time of RFC 3339" : `a ${is}`;
}

/** Says of a member that it is missing, or not what is wanted. */
export function missing(object: JsonView, name: string, wanted: string, path = ""): string {
  return object.member(name) !== undefined ? `${path}${name} is not ${wanted}` : `${path}${name} is missing`;
}
