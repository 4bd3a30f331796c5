import {
  decisionOf,
  findingOf,
  gotchaOf,
  insightOf,
  nextStepOf,
  patternOf,
  taskOf,
} from "./drafts_of_layers.ts";
import { carriedBy } from "./carrier.ts";
import { type Draft, type DraftMark, type Origin, packageId, pastTime } from "./draft.ts";
import { draftOf } from "./draft_of.ts";
import { type Item, type ItemKind, said } from "./item.ts";
import { codeGraphOf, type Contradiction, markSuperseded, nodeOf } from "./drafts_of_graph.ts";
import { slug } from "./slug.ts";
import { compareInstants, parseInstant } from "../../text/time.ts";
import type { JsonView } from "../../json/view.ts";
import { DoubtfulJsonError } from "../../json/doubt.ts";
import { compact } from "../../json/layout.ts";
import { skipSpace } from "../../json/scan.ts";
import { readStrictly } from "../../json/strict.ts";

/** The items of a package as entries, their keys not yet held against what is there. */
export interface Drafts {
  readonly drafts: readonly Draft[];
  /** Nodes that say what another item of the package says already, with that item's path. */
  readonly repeated: readonly { readonly item: Item; readonly path: string }[];
  /** Statements of the package that contradict each other. */
  readonly contradictions: readonly Contradiction[];
}

const OF_KIND: Readonly<Partial<Record<ItemKind, (item: Item, origin: Origin) => Draft>>> = {
  pattern: patternOf,
  insight: insightOf,
  gotcha: gotchaOf,
  finding: findingOf,
  decision: decisionOf,
  "next step": nextStepOf,
  task: taskOf,
  node: nodeOf,
};

/**
 * Makes entries of a package's items (ctxpkg §14.2).
 *
 * @param items The items. @param content The content that they are of. @param origin The package, and the time.
 */
export function draftsOf(items: readonly Item[], content: JsonView, origin: Origin): Drafts {
  const drafts: Draft[] = [], repeated: { item: Item; path: string }[] = [];
  const bySaid = new Map<string, string>(),
    byId = new Map<string, string>(),
    byValue = new Map<string, string>();
  for (const item of items) {
    const draft = item.kind === "fact"
      ? factOf(item, origin)
      : item.kind === "code graph"
      ? codeGraphOf(item, content, origin)
      : OF_KIND[item.kind]!(item, origin);
    // The node of an entry is that of no other which says the same.
    const first = item.kind === "node"
      ? byId.get(`${said(item.view, "id")}\n${draft.said}`) ?? bySaid.get(draft.said) ??
        (said(item.view, "id")?.startsWith("ctx:") ? byValue.get(draft.valueText) : undefined)
      : undefined;
    if (first !== undefined) repeated.push({ item, path: first });
    else drafts.push(draft);
    if (item.kind !== "node") setFirst(byValue, draft.valueText, item.path);
    if (item.kind === "fact" && draft.claimed !== undefined) {
      setFirst(byId, `ctx:${draft.claimed?.store ?? "shared"}/${draft.key}\n${draft.said}`, item.path);
    }
    if (["fact", "gotcha", "pattern"].includes(item.kind)) setFirst(bySaid, draft.said, item.path);
  }
  markOutdated(drafts, origin);
  markReplaced(drafts);
  const contradictions = markSuperseded(drafts, repeated, content, origin);
  return { drafts, repeated, contradictions };
}

/** Of those that say the same, the first is the one that the others repeat. */
function setFirst(paths: Map<string, string>, said: string, path: string): void {
  if (!paths.has(said)) paths.set(said, path);
}

function factOf(item: Item, origin: Origin): Draft {
  const { view } = item, carried = carriedBy(view), value = said(view, "value") ?? "";
  const category = said(view, "category") ?? "", key = said(view, "key") ?? "";
  const times = { created: said(view, "created_at"), timestamp: said(view, "last_confirmed") };
  const confidence = view.get("confidence")?.raw;
  if (carried === undefined) {
    const prefix = slug(category), rest = slug(key);
    return draftOf(item, origin, {
      key: rest === prefix || rest.startsWith(`${prefix}_`) ? rest : `${prefix}_${rest}`,
      value,
      tags: [prefix],
      confidence,
      ...times,
    });
  }
  const text = carried.isJson ? jsonText(value) : undefined;
  const created = carried.created ?? times.created, timestamp = carried.timestamp ?? times.timestamp;
  const draft = draftOf(item, origin, { key, value, tags: carried.tags, confidence, created, timestamp });
  return {
    ...draft,
    key,
    valueText: text ?? draft.valueText,
    created: carriedTime(created, origin.now),
    timestamp: carriedTime(timestamp, origin.now),
    scope: carried.scope,
    derivation: carried.derivation === undefined
      ? draft.derivation
      : `${draft.derivation} Origin: ${carried.derivation}`,
    fields: carried.fields,
    claimed: carried.claimed,
    mark: carried.status && {
      status: carried.status,
      status_note: carried.status_note,
      status_timestamp: carried.status_timestamp,
      by: carried.superseded_by,
    },
  };
}

/** A time of an entry stays as it was, in whatever form, unless it is still to come. */
function carriedTime(text: string | undefined, now: string): string {
  if (text === undefined) return now;
  const instant = parseInstant(text);
  return instant === undefined || compareInstants(instant, parseInstant(now)!) < 0 ? text : now;
}

/** A value of JSON is not nested deeper: to build one of millions would take gigabytes. */
const MOST_DEPTH = 250_000;

/** The JSON text of a value that says it is one, on one line; nothing where it is none. */
function jsonText(value: string): string | undefined {
  if (isTooDeep(value)) return undefined;
  try {
    JSON.parse(value);
  } catch {
    return undefined;
  }
  return compact(value.trim());
}

function isTooDeep(json: string): boolean {
  try {
    readStrictly(json, skipSpace(json, 0), MOST_DEPTH);
  } catch (error) {
    return error instanceof DoubtfulJsonError && error.doubt === "depth";
  }
  return false;
}

/** Marks what other tools' facts say is no longer current. */
function markOutdated(drafts: readonly Draft[], origin: Origin): void {
  const current = new Map<string, Draft>(), outdated: Draft[] = [];
  const nameOf = ({ item: { view } }: Draft) => JSON.stringify([said(view, "category"), said(view, "key")]);
  for (const draft of drafts) {
    if (draft.item.kind !== "fact" || draft.claimed !== undefined) continue;
    if (said(draft.item.view, "valid_until") === undefined) current.set(nameOf(draft), draft);
    else outdated.push(draft);
  }
  for (const draft of outdated) {
    const status_timestamp = pastTime([said(draft.item.view, "valid_until")], origin.now);
    const by = current.get(nameOf(draft)), status_note = `no longer current in ${packageId(origin)}`;
    const mark: DraftMark = { status: by ? "superseded" : "resolved", status_note, status_timestamp, by };
    draft.mark = mark;
    if (by) draft.key += `_until_${status_timestamp.slice(0, 10).replaceAll("-", "")}`;
  }
}

/** Keys that replace others are those of items of the package, where it has them: they follow them, in their own store. */
function markReplaced(drafts: readonly Draft[]): void {
  const byKey = new Map<string, Draft>(), own = drafts.filter(({ claimed }) => claimed !== undefined);
  for (const draft of own.toReversed()) byKey.set(draft.key, draft);
  for (const draft of own) byKey.set(`${draft.claimed?.store}\n${draft.key}`, draft);
  for (const draft of own) {
    const key = draft.mark?.by,
      by = typeof key === "string"
        ? byKey.get(`${draft.claimed?.store}\n${key}`) ?? byKey.get(key)
        : undefined;
    if (by !== undefined) draft.mark = { ...draft.mark!, by };
  }
}
