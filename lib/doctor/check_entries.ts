import { JsonSyntaxError } from "../json/scan.ts";
import type { Entry, StoreName } from "../memory/entry.ts";
import { editEntry } from "../memory/entry_fields.ts";
import { countEntries, isDangling } from "../memory/stats.ts";
import type { StoredEntry } from "../memory/stored_entry.ts";
import { findCredential } from "../text/credential.ts";
import { clip } from "../text/excerpt.ts";
import { parseInstant } from "../text/time.ts";
import { command, entryName, type Found, note, wrong } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** Clocks of two machines differ; so far ahead is no difference of clocks. */
const AHEAD_SECONDS = 300;
const TIMES = ["created", "timestamp", "status_timestamp"] as const;

/** The entries: fields that stand twice, times, marks (§3.3, §3.6). */
export function checkEntries(patient: Patient): Found[] {
  const found: Found[] = [];
  for (const [store, entries] of patient.entries()) {
    const keys = new Set(entries.map(({ key }) => key));
    for (const stored of entries) {
      found.push(...checkFields(store, stored), ...checkTimes(store, stored, patient.nowMs));
      if (isDangling(stored, keys)) found.push(dangling(store, stored));
    }
  }
  return found;
}

function checkFields(store: StoreName, { key, text }: StoredEntry): Found[] {
  try {
    editEntry(text, new Map()); // refuses what no later change could be made to
    return [];
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const remedy = `Take one of the two out of memory/${store}.json by hand.`;
    return [wrong(`${entryName(store, key)}: ${error.message}`, remedy)];
  }
}

function checkTimes(store: StoreName, { key, entry }: StoredEntry, nowMs: number): Found[] {
  for (const field of TIMES) {
    const time = entry[field];
    if (time === undefined || time === "") continue;
    const instant = parseInstant(time), again = writtenAgain(store, key, entry, field);
    if (instant === undefined) {
      // What looks like a credential is not repeated wherever it stands.
      const shown = findCredential(time) === undefined ? `"${clip(time, 40)}"` : "what it holds";
      return [wrong(`${entryName(store, key)}: its ${field} is no time: ${shown}`, again)];
    }
    if (instant.seconds > nowMs / 1000 + AHEAD_SECONDS) {
      const remedy = `Look at the clock (date); then: ${again}`;
      return [wrong(`${entryName(store, key)}: its ${field} is in the future: ${clip(time, 40)}`, remedy)];
    }
  }
  return [];
}

/** What gives an entry the present time, and leaves it the mark that it has. */
function writtenAgain(store: StoreName, key: string, entry: Entry, field: typeof TIMES[number]): string {
  if (field === "created") {
    return `${command("get --raw", store, key)} > value.txt && ${
      command("delete", store, key)
    }, then ctx set it again`;
  }
  if (entry.status === "superseded") {
    return `${command("supersede", store, key)} --by <the key that replaces it>`;
  }
  if (entry.status === "resolved") return command("resolve", store, key);
  return command("amend", store, key) + ' "its time was wrong"';
}

function dangling(store: StoreName, { key, entry }: StoredEntry): Found {
  const by = entry.superseded_by === undefined
    ? "no key"
    : `${entryName(store, entry.superseded_by)}, which is not there`;
  const remedy = `${command("supersede", store, key)} --by <the key that replaces it>, or ${
    command("resolve", store, key)
  }`;
  return wrong(`${entryName(store, key)} is superseded by ${by}`, remedy);
}

/** What piles up: old working notes, the same value more than once (BR-82, BR-83). */
export function checkClutter(patient: Patient): Found[] {
  const stores = [...patient.entries()].map(([store, entries]) => (
    { store, entries, count: entries.length, bytes: 0, historyBytes: 0 }
  ));
  const { expired, duplicates } = countEntries({ nowMs: patient.nowMs, stores }), found: Found[] = [];
  if (expired > 0) {
    found.push(
      note(
        `working notes of sessions older than a day: ${expired}`,
        "ctx cleanup --dry-run, then ctx cleanup",
      ),
    );
  }
  const same = duplicates.items.length + duplicates.more;
  if (same > 0) found.push(note(`values that stand in more than one entry: ${same}`, "ctx stats names them"));
  return found;
}
