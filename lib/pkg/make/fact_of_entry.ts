import type { StoredEntry } from "../../memory/stored_entry.ts";
import { valueAsText } from "../../memory/shown_entry.ts";
import { carrierOf } from "../items/carrier.ts";
import type { Profile } from "./profile.ts";
import { isTime } from "../check_shape.ts";

/** What a fact can be about, as far as tools that read it tell such things apart (ctxpkg §14.3). */
const CATEGORIES = [
  "decision",
  "finding",
  "result",
  "issue",
  "plan",
  "reference",
  "gotcha",
  "pattern",
  "convention",
  "preference",
  "architecture",
  "dependency",
  "workflow",
  "insight",
  "task",
];
/** Those of them that are archetypes too. */
const ARCHETYPES = [
  "decision",
  "architecture",
  "gotcha",
  "convention",
  "dependency",
  "pattern",
  "workflow",
  "preference",
];
/** How sure a basis is, for tools that want a number; ctx never reads it back. */
const CONFIDENCES: Readonly<Record<string, string>> = { verified: "0.9", reported: "0.7", inferred: "0.5" };

/** What lean-ctx counts of a fact, and starts at one. */
const COUNTS = ["confirmation_count", "revision_count"];

/** The members of an object, each as its JSON text. */
export type MemberTexts = ReadonlyMap<string, string>;

/**
 * An entry as a fact: the form that loses nothing of it (ctxpkg §14.3, §14.4).
 *
 * @param stored The entry. @param at When it is exported, which stands for a time that the entry lacks.
 * @param profile How the package is written.
 */
export function factOf(stored: StoredEntry, at: string, profile: Profile = "portable"): MemberTexts {
  const { key, entry } = stored, category = categoryOf(stored);
  const created = timeOr(entry.created, at), timestamp = timeOr(entry.timestamp, at);
  const carrier = carrierOf(stored, { created, timestamp });
  const isOver = entry.status === "superseded" || entry.status === "resolved";
  const from = entry.imported_from;
  const members: readonly (readonly [string, string | undefined])[] = [
    ["category", category],
    ["key", key],
    ["value", valueAsText(stored)],
    ["source", carrier],
    ["source_session", carrier],
    ["created_at", created],
    ["last_confirmed", timestamp],
    ["valid_until", isOver ? timeOr(entry.status_timestamp, timestamp) : undefined],
    ["imported_from", typeof from === "string" ? from : undefined],
    ["archetype", archetypeOf(category)],
  ];
  const texts = members.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, JSON.stringify(value)] as const]
  );
  // Said once, and that is to lean-ctx once confirmed.
  const counts = profile === "lean-ctx" ? COUNTS.map((name) => [name, "1"] as const) : [];
  return new Map([...texts, ["confidence", confidenceOf(stored)], ...counts]);
}

/** What a fact of an entry is about: a tag or the beginning of its key, where one says it. */
export function categoryOf({ key, entry }: StoredEntry): string {
  const prefix = key.split("_", 1)[0]!;
  return entry.tags.find((tag) => CATEGORIES.includes(tag)) ??
    (CATEGORIES.includes(prefix) ? prefix : "note");
}

/** How sure an entry's basis is, as a number's text. */
export function confidenceOf({ entry: { basis } }: StoredEntry): string {
  return Object.hasOwn(CONFIDENCES, basis) ? CONFIDENCES[basis]! : CONFIDENCES.inferred!;
}

/** A time of an entry, where a package can say it. */
export function timeOr(text: string | undefined, otherwise: string): string {
  return text !== undefined && isTime(text) ? text : otherwise;
}

function archetypeOf(category: string): string {
  if (ARCHETYPES.includes(category)) return category;
  return category === "finding" ? "observation" : "fact";
}
