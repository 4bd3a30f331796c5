import type { StoredEntry } from "../../memory/stored_entry.ts";
import { carriedItems } from "./carried_items.ts";
import { graphOfEntries } from "./graph_of_entries.ts";
import { factOf } from "./fact_of_entry.ts";
import type { SessionLayer } from "../layers.ts";
import type { Package } from "../parse.ts";
import type { Profile } from "./profile.ts";
import { sortedText } from "../object_text.ts";
import { type Part, partText, stringPart } from "./part.ts";

/** What a content is made of. */
export interface ContentSource {
  readonly entries: readonly StoredEntry[];
  /** The packages that are kept, among which entries that were imported find their items again. */
  readonly kept: readonly Package[];
  /** What the newest summary says. */
  readonly session?: SessionLayer;
  /** Whether an item's text may go out as it came in; each may when absent. */
  readonly isTaken?: (text: string) => boolean;
  /** How the package is written. */
  readonly profile?: Profile;
  /** Whether to add a graph of the entries. */
  readonly hasGraph: boolean;
  /** When it is exported: RFC 3339. */
  readonly at: string;
}

/**
 * The content of a package of entries (ctxpkg §14.3). Every entry is a fact, but for what was imported and is as it was:
 * that goes back into the layer it came from, as it was spelled there (§14.5).
 */
export async function contentOfEntries(source: ContentSource): Promise<ReadonlyMap<string, Part>> {
  const { entries, kept, session, hasGraph, at, isTaken = () => true } = source;
  const carried = await carriedItems(entries, kept, isTaken, !!session?.task_description);
  const facts = entries.flatMap((stored) => {
    const fact = carried.has(stored) ? carried.factOf(stored) : factOf(stored, at, source.profile);
    return fact === undefined ? [] : [fact];
  });
  const knowledge = carried.lists("knowledge", entries), content = new Map<string, Part>();
  for (const layer of ["graph", "patterns", "gotchas"]) {
    const lists = carried.lists(layer, entries);
    if (lists.size > 0) content.set(layer, lists);
  }
  const said = sessionPart(session, carried.lists("session", entries));
  if (said !== undefined) content.set("session", said);
  const graph = graphOfEntries(entries, carried, hasGraph);
  if (graph !== undefined) content.set("context_graph", graph);
  // A graph says again what the facts say, for those who read it: the facts stay.
  const isKnowledge = facts.length > 0 || knowledge.size > 0 || hasGraph || content.size === 0;
  return isKnowledge
    ? new Map([["knowledge", new Map([["facts", facts], ...knowledge])], ...content])
    : content;
}

/** The session layer: what the summary says, then what was imported. */
function sessionPart(
  session: SessionLayer | undefined,
  imported: ReadonlyMap<string, Part>,
): Part | undefined {
  if (session === undefined) return imported.size > 0 ? imported : undefined;
  const { task_description: task, findings = [], decisions = [], next_steps = [] } = session;
  const own: readonly (readonly [string, readonly Part[]])[] = [
    ["findings", findings.map(partOfSummary)],
    ["decisions", decisions.map(partOfSummary)],
    ["next_steps", next_steps.map(stringPart)],
  ];
  // What the summary says already is not said twice.
  const textOf = (part: Part) => sortedText(partText(part));
  const others = (name: string, items: readonly Part[]) => {
    const said = new Set(items.map(textOf));
    return ((imported.get(name) ?? []) as readonly Part[]).filter((part) => !said.has(textOf(part)));
  };
  const lists = own.map(([name, items]) => [name, [...items, ...others(name, items)]] as const);
  return new Map<string, Part>([
    ...imported,
    ...task ? [["task_description", stringPart(task)] as const] : [],
    ...lists,
  ]);
}

function partOfSummary({ summary }: { readonly summary: string }): Part {
  return new Map([["summary", stringPart(summary)]]);
}
