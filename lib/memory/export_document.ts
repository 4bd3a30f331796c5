import { compact } from "../json/layout.ts";
import { expectEnd, JsonSyntaxError, scanObject, skipSpace, skipValue } from "../json/scan.ts";
import { isOneOf, type StoreName, STORES } from "./entry.ts";
import { quoteKey } from "./key.ts";
import type { Incoming } from "./import/on_conflict.ts";
import type { StoredEntry } from "./stored_entry.ts";

/** What `type` says in an export. */
export const EXPORT_TYPE = "ctx-export";

/** The entries of a store, as an export holds them. */
export interface ExportedStore {
  readonly store: StoreName;
  readonly entries: readonly StoredEntry[];
}

/**
 * Writes stores as one JSON document (§10), an entry a line. Numbers, escapes, the order of fields and fields of
 * other programs stay as they are; white space between tokens does not.
 *
 * @param stores The stores. @param exported The time: RFC 3339 in UTC.
 * @returns The document, ended by a newline.
 */
export function exportText(stores: readonly ExportedStore[], exported: string): string {
  const parts = stores.map(({ store, entries }) => {
    const lines = entries.map(({ key, text }) => `${JSON.stringify(key)}:${compact(text)}`);
    return `"${store}":{"entries":{${lines.length > 0 ? `\n${lines.join(",\n")}\n` : ""}}}`;
  });
  const head = JSON.stringify({ type: EXPORT_TYPE, version: "1", exported }).slice(0, -1);
  return `${head},"stores":{\n${parts.join(",\n")}\n}}\n`;
}

/**
 * Reads an export, strictly: a name that stands twice anywhere but within a value, or a store that is none, is a
 * fault of the whole.
 *
 * @param text The document. @returns Its entries, in its order.
 * @throws {JsonSyntaxError} If it is not an export.
 */
export function readExport(text: string): Incoming[] {
  const found: Incoming[] = [];
  let type: string | undefined, version: string | undefined, stores: number | undefined;
  const top = members(text, skipSpace(text, 0), (name, start) => {
    if (name !== "stores") {
      const end = skipValue(text, start);
      if (name === "type") type = text.slice(start, end);
      if (name === "version") version = text.slice(start, end);
      return end;
    }
    stores = start;
    return members(text, start, (store, at, keyStart) => {
      if (!isOneOf(STORES, store)) {
        throw new JsonSyntaxError(
          `there is no store ${quoteKey(store)}: it must be ${STORES.join(", ")}`,
          keyStart,
        );
      }
      return readStore(text, store, at, found);
    });
  });
  expectEnd(text, top);
  if (type !== JSON.stringify(EXPORT_TYPE)) {
    throw new JsonSyntaxError(`its "type" is ${short(type)}: that of an export is "${EXPORT_TYPE}"`, 0);
  }
  if (version !== '"1"') throw new JsonSyntaxError(`its "version" is ${short(version)}: it must be "1"`, 0);
  if (stores === undefined) throw new JsonSyntaxError('it has no "stores"', 0);
  return found;
}

function readStore(text: string, store: StoreName, at: number, found: Incoming[]): number {
  let isThere = false;
  const end = members(text, at, (name, start) => {
    if (name !== "entries") return skipValue(text, start);
    isThere = true;
    return members(text, start, (key, from, keyStart) => {
      if (key === "") throw new JsonSyntaxError("a key is empty", keyStart);
      const to = members(text, from, (_, value) => skipValue(text, value));
      found.push({ store, key, text: text.slice(from, to) });
      return to;
    });
  });
  if (!isThere) throw new JsonSyntaxError(`its store ${store} has no "entries"`, at);
  return end;
}

/** Reads an object whose names must differ; returns the offset behind it. */
function members(
  text: string,
  at: number,
  read: (name: string, valueStart: number, keyStart: number) => number,
): number {
  const seen = new Set<string>();
  return scanObject(text, at, (valueStart, keyStart, keyEnd) => {
    const name: string = JSON.parse(text.slice(keyStart, keyEnd));
    if (seen.size === seen.add(name).size) {
      throw new JsonSyntaxError(`${quoteKey(name)} stands in it twice`, keyStart);
    }
    return read(name, valueStart, keyStart);
  }).end;
}

function short(json: string | undefined): string {
  return json === undefined ? "missing" : json.length > 40 ? json.slice(0, 40) + "…" : json;
}
