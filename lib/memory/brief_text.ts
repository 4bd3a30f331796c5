import type { Brief, BriefItem, BriefSection } from "./brief.ts";
import { type StoreName, STORES } from "./entry.ts";
import { localTime, NAME_LENGTH, shownKey, shownName, shownWord, statusLabel } from "./shown_names.ts";

/**
 * Writes the brief as text (§5.2, Appendix A.2). No stored text can begin a line of it.
 *
 * @param brief The brief. @param timeZone The zone of its times (IANA); the machine's when absent.
 * @returns Its lines, each ended.
 */
export function briefText(brief: Brief, timeZone?: string): string {
  const { focus, open } = brief;
  const counts = STORES.map((store) => `${store} ${brief.counts[store] ?? "?"}`).join(", ");
  return [
    `=== ctx brief ${
      localTime(brief.time, timeZone)
    } === (${counts} entries; full text: ctx get <key> --store <store> -v)`,
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
        line(item, localTime(item.timestamp, timeZone).slice(0, "YYYY-MM-DD".length), writer(item))
      ),
      ...more(brief.decisions, `ctx list --since ${brief.decisions_since.slice(0, "YYYY-MM-DD".length)}`),
    ]),
    ...section("RECENT CHANGES", [
      ...brief.changes.items.map((item) =>
        line(
          item,
          localTime(item.timestamp, timeZone) || "(no time)",
        )
      ),
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
  const parts = [time, shownKey(item.key)].filter(Boolean);
  return `  - ${parts.join(" ")} ${labels(item, item.store === "shared" ? [] : [item.store], by)}`.trimEnd() +
    `: ${item.excerpt}`;
}

/** The labels of an item, each with a space behind it. */
function labels(item: BriefItem, stores: readonly StoreName[], by = ""): string {
  const status = statusLabel(item);
  return [...stores.map((store) => `[${store}] `), status && `${status} `, by && `(${by}) `].join("");
}

/** Who stands behind an item, where that is not the operator. */
function writer({ source, author }: BriefItem): string {
  if (source === "operator") return "";
  return [shownWord(source, NAME_LENGTH), author && shownName(author)].filter(Boolean).join(", ");
}
