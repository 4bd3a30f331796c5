import { compact } from "../../json/layout.ts";
import type { JsonView } from "../../json/view.ts";
import { FIELDS, isOneOf, type Scope, SCOPES, type Status, STATUSES } from "../../memory/entry.ts";
import { fieldTexts } from "../../memory/entry_fields.ts";
import type { StoredEntry } from "../../memory/stored_entry.ts";
import { isTime } from "../check_shape.ts";
import { objectText } from "../object_text.ts";
import { readJson } from "../read_document.ts";

/** What a fact carries of an entry for which the format has no place begins so (ctxpkg §14.4). */
const MARK = "ctx1:";
/** A time in the one form that every tool writes the same. */
const PLAIN_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:(?!60)\d\dZ$/;
/** The most bytes of one. */
const MOST_CARRIED = 4 * 1024 * 1024;
/** A shorter entry cannot make one that is too long. */
const SMALL = 500_000;
/** Fields that say where an entry was imported from: they are this context's own, and travel with none. */
export const OWN_FIELDS = ["imported_from", "ctxpkg"] as const;

/** What a fact carries of the entry that it was: the word of whoever made the package, and no more. */
export interface Carried {
  readonly scope: Scope;
  readonly tags: readonly string[];
  readonly derivation?: string;
  /** Whether the fact's value is the JSON text of the entry's. */
  readonly isJson: boolean;
  readonly created?: string;
  readonly timestamp?: string;
  readonly status?: Status;
  readonly status_note?: string;
  readonly status_timestamp?: string;
  readonly superseded_by?: string;
  /** Members of the entry that the specification does not define, as JSON texts. */
  readonly fields: ReadonlyMap<string, string>;
  /** What the entry said of itself where it was, and the store that it was in; remembered, and not believed. */
  readonly claimed: {
    readonly basis?: string;
    readonly source?: string;
    readonly author?: string;
    readonly store?: string;
  };
}

/**
 * What of an entry a fact has no place for, as one text (ctxpkg §14.4).
 *
 * @param stored The entry. @param times The times that the fact says by itself.
 */
export function carrierOf(
  { store, entry, text }: StoredEntry,
  times: { readonly created?: string; readonly timestamp?: string },
): string {
  const members: [string, string][] = [];
  const put = (name: string, value: string | undefined, isDefault = false) => {
    if (value !== undefined && value !== "" && !isDefault) members.push([name, JSON.stringify(value)]);
  };
  put("basis", entry.basis);
  put("source", entry.source);
  put("author", entry.author);
  put("store", store);
  put("scope", entry.scope, entry.scope === "global");
  if (entry.tags.length > 0) members.push(["tags", JSON.stringify(entry.tags)]);
  put("derivation", entry.derivation);
  put("value_type", typeof entry.value === "string" ? undefined : "json");
  // In any other form a time is written anew on the way.
  const isSaid = (time: string, said: string | undefined) => time === said && PLAIN_TIME.test(time);
  put("created", entry.created, isSaid(entry.created, times.created));
  put("timestamp", entry.timestamp, isSaid(entry.timestamp, times.timestamp));
  for (const name of ["status", "status_note", "status_timestamp", "superseded_by"] as const) {
    put(name, entry[name]);
  }
  const others = otherFields(text);
  if (others.length > 0) members.push(["fields", objectText(others)]);
  return MARK + objectText(members.sort(byName));
}

/**
 * Reads what a fact carries of an entry. Anything that is not such a text, or says what an entry cannot, is none: the
 * fact is then like any other tool's.
 *
 * @param fact The fact.
 */
export function carriedBy(fact: JsonView): Carried | undefined {
  const text = ["source_session", "source"].map((name) => fact.get(name)?.string).find((said) =>
    said?.startsWith(MARK)
  );
  if (text === undefined) return undefined;
  const reading = readJson(new TextEncoder().encode(text.slice(MARK.length)), MOST_CARRIED);
  if ("code" in reading) return undefined;
  const view = reading.view.whole();
  if (view.kind !== "object") return undefined;
  const string = (name: string) => view.get(name)?.string;
  const scope = string("scope") ?? "", status = string("status") ?? "", tags = view.get("tags");
  return {
    scope: isOneOf(SCOPES, scope) ? scope : "global",
    tags: tags === undefined ? [] : [...tags.items()].flatMap(({ string }) => string ?? []),
    derivation: string("derivation"),
    isJson: string("value_type") === "json",
    created: timeText(string("created")),
    timestamp: timeText(string("timestamp")),
    ...isOneOf(STATUSES, status) && {
      status,
      status_note: string("status_note"),
      status_timestamp: timeText(string("status_timestamp")),
      superseded_by: string("superseded_by"),
    },
    fields: new Map(
      [...view.get("fields")?.whole().members ?? []].flatMap(([name, value]) =>
        isKnown(name) ? [] : [[name, compact(value.raw)] as const]
      ),
    ),
    claimed: {
      basis: string("basis"),
      source: string("source"),
      author: string("author"),
      store: string("store"),
    },
  };
}

/**
 * Whether all of an entry can be carried: what other programs keep with it can be JSON that readers may not agree on.
 *
 * @param stored The entry.
 */
export function isCarriable(stored: StoredEntry): boolean {
  if (stored.text.length < SMALL && otherFields(stored.text).length === 0) return true;
  const bytes = new TextEncoder().encode(carrierOf(stored, {}).slice(MARK.length));
  return !("code" in readJson(bytes, MOST_CARRIED));
}

/** The members of an entry that have no meaning of ours, in the order of their names; each as it is spelled. */
function otherFields(text: string): [name: string, text: string][] {
  const others = [...fieldTexts(text)].filter(([name]) => !isKnown(name));
  return others.map(([name, json]): [string, string] => [name, compact(json)]).sort(byName);
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a member of an entry has a meaning of ours, which no package gives it. */
function isKnown(name: string): boolean {
  return isOneOf(FIELDS, name) || isOneOf(OWN_FIELDS, name);
}

/** Another program's entry may say anything for a time; what could pass for more than a time is dropped. */
function timeText(text: string | undefined): string | undefined {
  return text !== undefined && (isTime(text) || /^[\x20-\x7e]{1,40}$/.test(text)) ? text : undefined;
}
