import { clip } from "../text/excerpt.ts";
import type { Brief, BriefItem, BriefSection } from "./brief.ts";
import { type Entry, type StoreName, STORES } from "./entry.ts";

/** A key is shown whole up to this many characters. */
export const KEY_LENGTH = 120;
/** A tag or an author is shown whole up to this many characters. */
export const NAME_LENGTH = 40;

/**
 * Writes the brief as text (§5.2, Appendix A.2). No stored text can begin a line of it.
 *
 * @param brief The brief. @returns Its lines, each ended.
 */
export function briefText(brief: Brief): string {
  const { focus, open } = brief;
  const counts = STORES.map((store) => `${store} ${brief.counts[store] ?? "?"}`).join(", ");
  return [
    `=== ctx brief ${brief.time} === (${counts} entries; full text: ctx get <key> --store <store> -v)`,
    ...brief.faults.map((fault) => `! ${fault}`),
    ...STORES.every((store) => brief.counts[store] === 0)
      ? ["The context is empty: record what you learn with ctx set <key> <value>."]
      : [],
    ...section("CURRENT FOCUS", focus ? [`  ${labels(focus, [])}${focus.excerpt}`] : []),
    ...section("STANDING INSTRUCTIONS (the operator's)", [
      ...brief.instructions.items.map((item) => line(item)),
      ...more(brief.instructions, "ctx list --store operator"),
    ]),
    ...section(`OPEN (from sessions/${open?.file})`, [
      ...(open?.items ?? []).map((item) => `  - ${item}`),
      ...open ? more(open, "ctx session show") : [],
    ]),
    ...section("DECISIONS (last 7 days)", [
      ...brief.decisions.items.map((item) =>
        line(item, item.time.slice(0, "YYYY-MM-DD".length), writer(item))
      ),
      ...more(brief.decisions, `ctx list --since ${brief.decisions_since}`),
    ]),
    ...section("RECENT CHANGES", [
      ...brief.changes.items.map((item) => line(item, clip(item.time, NAME_LENGTH) || "(no time)")),
      ...more(brief.changes, "ctx list"),
    ]),
  ].map((text) => text + "\n").join("");
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}

function more({ more }: BriefSection<unknown>, command: string): string[] {
  return more === 0 ? [] : [`  - ... ${more} more: ${command}`];
}

function line(item: BriefItem, time = "", by = ""): string {
  const parts = [time, clip(item.key, KEY_LENGTH)].filter(Boolean);
  return `  - ${parts.join(" ")} ${labels(item, item.store === "shared" ? [] : [item.store], by)}`.trimEnd() +
    `: ${item.excerpt}`;
}

/** The labels of an item, each with a space behind it. */
function labels(item: BriefItem, stores: readonly StoreName[], by = ""): string {
  const status = statusLabel(item);
  return [...stores.map((store) => `[${store}] `), status && `${status} `, by && `(${by}) `].join("");
}

/** An entry's status as every display shows it (§3.6): `[superseded by KEY]`, or nothing when it is current. */
export function statusLabel({ status, superseded_by }: Pick<Entry, "status" | "superseded_by">): string {
  if (status === undefined) return "";
  const by = status === "superseded" && superseded_by !== undefined
    ? ` by ${clip(superseded_by, KEY_LENGTH)}`
    : "";
  return `[${clip(status, NAME_LENGTH)}${by}]`;
}

/** Who stands behind an item, where that is not the operator. */
function writer({ source, author }: BriefItem): string {
  if (source === "operator") return "";
  return [clip(source, NAME_LENGTH), author && clip(author, NAME_LENGTH)].filter(Boolean).join(", ");
}
