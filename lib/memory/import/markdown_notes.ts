import { type FrontMatter, readFrontMatter } from "../../text/front_matter.ts";
import { readTar, TarError, type TarFile } from "../../text/read_tar.ts";
import { formatUtc, parseSince } from "../../text/time.ts";
import { DerivedKeys, snakeKey } from "./derived_key.ts";
import type { StoreName } from "../entry.ts";
import { foreignEntryText } from "./foreign_entry.ts";
import { compareCodePoints } from "../match.ts";
import type { Incoming } from "./on_conflict.ts";
import type { Facts } from "../put.ts";

/** What came of a folder of notes. */
export interface ReadNotes {
  readonly entries: readonly Incoming[];
  /** How many files were passed over: hidden ones, empty ones, and those that are no Markdown. */
  readonly skipped: number;
}

/**
 * Reads a folder of Markdown notes, packed as a tar stream. A note becomes an entry: its text without the front
 * matter, its tags, its dates. The key is its title or its file's name. Only a date in the front matter makes a
 * note newer than another: the time of a file is often that of its last copy.
 *
 * @param bytes The stream. @param store Where the entries are to go. @param facts The time and the author.
 * @returns The entries by path, so that the order of packing changes no key.
 * @throws {TarError} If it is no tar stream, or a note in it is not UTF-8.
 */
export function readNotes(bytes: Uint8Array, store: StoreName, facts: Facts): ReadNotes {
  const files = readTar(bytes), keys = new DerivedKeys(), entries: Incoming[] = [];
  const notes = files.filter(({ path }) => /\.(?:md|markdown)$/i.test(path) && !/(?:^|\/)\./.test(path));
  for (const file of notes.sort((a, b) => compareCodePoints(a.path, b.path))) {
    const entry = readNote(file, store, facts, keys);
    if (entry) entries.push(entry);
  }
  return { entries, skipped: files.length - entries.length };
}

function readNote(file: TarFile, store: StoreName, facts: Facts, keys: DerivedKeys): Incoming | undefined {
  const { fields, body } = readFrontMatter(textOf(file)), title = fieldText(fields.get("title"))?.trim();
  const value = body.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
  if (value === "") return undefined;
  const path = file.path.replace(/\.[^./]*$/, ""), name = path.slice(path.lastIndexOf("/") + 1);
  const created = timeIn(fields, ["created", "date"]);
  const updated = timeIn(fields, ["updated", "modified", "lastmod", "last_modified"]);
  const modified = file.modified > 0 ? utcOf(file.modified) : undefined;
  // A clock that runs ahead would make an entry of the future.
  const seen = modified !== undefined && modified < facts.now ? modified : undefined;
  const text = foreignEntryText({
    value,
    tags: tagsOf(fields.get("tags") ?? fields.get("tag")),
    derivation: `Imported from the note ${JSON.stringify(file.path)}${
      title ? `, ${JSON.stringify(title)}` : ""
    }`,
    created: created ?? updated ?? seen,
    timestamp: updated ?? created ?? seen,
  }, facts);
  const key = keys.take(snakeKey(title || name, "note"), snakeKey(path, "note"));
  return { store, key, text, foreign: updated ?? created ? "dated" : "undated" };
}

function textOf({ path, bytes }: TarFile): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new TarError(`the note ${JSON.stringify(path.slice(0, 120))} is not UTF-8`, { cause: error });
  }
}

function fieldText(field: string | readonly string[] | undefined): string | undefined {
  return typeof field === "string" ? field : field?.[0];
}

/** The first of the fields that is a time: RFC 3339, or a date, which is its midnight in UTC. */
function timeIn(fields: FrontMatter["fields"], names: readonly string[]): string | undefined {
  for (const name of names) {
    const instant = parseSince((fieldText(fields.get(name)) ?? "").trim());
    const time = instant && utcOf(instant.seconds);
    if (time !== undefined) return time;
  }
  return undefined;
}

const FIRST_SECOND = -62_167_219_200, LAST_SECOND = 253_402_300_799;

/** A time as a store holds it; none outside the years 0000 to 9999. */
function utcOf(seconds: number): string | undefined {
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND ? formatUtc(seconds * 1000) : undefined;
}

/** Tags as a list, or as words between commas or spaces; the sign in front of a tag is not part of it. */
function tagsOf(field: string | readonly string[] | undefined): string[] {
  const tags = typeof field === "string" ? field.split(field.includes(",") ? "," : /\s+/) : field ?? [];
  return [...new Set(tags.map((tag) => tag.trim().replace(/^#+/, "")).filter((tag) => tag !== ""))];
}
