import type { JsonView } from "../../json/view.ts";
import { isTime } from "../check_shape.ts";

/** What a member of an item has to be; `share` is a number that is taken for one from 0 to 1. */
export type MemberType = "string" | "time" | "number" | "share" | "whole";

/** A member of an item that is read. */
export interface ItemMember {
  /** What it is called in the package. */
  readonly name: string;
  readonly is: MemberType;
  /** What it is called in what is read. */
  readonly as: string;
  readonly isRequired: boolean;
}

/** The members of an item that are read, as far as it has them. */
export type ItemValues = Readonly<Record<string, string | number>>;

/** A member that an item must have. */
export function must(is: MemberType, name: string, as = name): ItemMember {
  return { name, is, as, isRequired: true };
}

/** A member that an item may have. */
export function may(is: MemberType, name: string, as = name): ItemMember {
  return { name, is, as, isRequired: false };
}

/**
 * Reads the items of a list, and passes over those of the wrong shape: to name them is for whoever imports (ctxpkg §5).
 *
 * @param list The list; what is none has no items. @param members What is read of each.
 */
export function* readItems(
  list: JsonView | undefined,
  members: readonly ItemMember[],
): Generator<{ readonly values: ItemValues; readonly at: number }> {
  let at = 0;
  for (const item of list?.items() ?? []) {
    const values = readItem(item, members);
    if (values !== undefined) yield { values, at };
    at++;
  }
}

/** Reads an item; null is absent. Of two members that are read as one, the latter counts. */
function readItem(item: JsonView, members: readonly ItemMember[]): ItemValues | undefined {
  const values: Record<string, string | number> = {};
  for (const { name, is, as, isRequired } of members) {
    const member = item.get(name), value = member && valueOf(member, is);
    if (value !== undefined) values[as] = value;
    else if (isRequired || member !== undefined) return undefined;
  }
  return values;
}

/** A value of a type; nothing where it is none. */
function valueOf(view: JsonView, is: MemberType): string | number | undefined {
  const { string } = view;
  if (is === "string") return string;
  if (is === "time") return string !== undefined && isTime(string) ? string : undefined;
  if (view.kind !== "number") return undefined;
  const { raw } = view, number = Number(raw);
  if (is === "number") return number;
  // A package may say more than there is: what is composed and shown stays within it.
  if (is === "share") return Math.min(Math.max(number, 0), 1);
  return /^\d+$/.test(raw) ? Math.min(number, Number.MAX_SAFE_INTEGER) : undefined;
}
