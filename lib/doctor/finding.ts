import type { CtxError } from "../errors.ts";
import type { StoreName } from "../memory/entry.ts";
import { shownKey } from "../memory/shown_names.ts";
import { findCredential } from "../text/credential.ts";
import { clip } from "../text/excerpt.ts";
import { visibleLine } from "../text/visible.ts";

/** What an examination found. */
export interface Finding {
  /** The check that found it, such as `modes`. */
  readonly check: string;
  /** Whether it is wrong, or worth knowing only. */
  readonly level: "wrong" | "note";
  /** What, and where: a line, safe to show. It never repeats a credential. */
  readonly message: string;
  /** What mends it: a command, or a change to make; a line, safe to show. */
  readonly remedy: string;
  /** Whether `fix` mends it. */
  readonly isFixable: boolean;
  /** What `fix` did about it; absent where it did nothing. */
  readonly fixed?: string;
}

/** A finding as a check makes it. */
export interface Found {
  readonly level: Finding["level"];
  readonly message: string;
  readonly remedy: string;
  readonly mend?: Mend;
}

/** What mends a finding without anybody's judgement. */
export interface Mend {
  /** Whether it is done while the lock is held. */
  readonly underLock: boolean;
  /** Mends it, and says what was done. */
  run(): Promise<string>;
}

const MESSAGE_LENGTH = 400, LONGEST_KEY = 200;

/** Something that is wrong. */
export function wrong(message: string, remedy: string, mend?: Mend): Found {
  return { level: "wrong", message: clip(message, MESSAGE_LENGTH), remedy: visibleLine(remedy), mend };
}

/** Something that is worth knowing. */
export function note(message: string, remedy: string): Found {
  return { level: "note", message: clip(message, MESSAGE_LENGTH), remedy: visibleLine(remedy) };
}

/** A failure of ctx as a finding. */
export function failed({ message, hint }: CtxError): Found {
  return wrong(message, hint ?? "Look at it by hand.");
}

/** An entry as a finding names it; a key can hold a credential, which is not to be repeated. */
export function entryName(store: StoreName, key: string): string {
  const kind = findCredential(key);
  return kind === undefined
    ? `${store}/${shownKey(key)}`
    : `an entry of ${store} whose key looks like ${kind}`;
}

/** A command on an entry: `ctx delete --store agent k`. */
export function command(words: string, store: StoreName, key: string): string {
  const place = store === "shared" ? "" : ` --store ${store}`;
  if (key.length > LONGEST_KEY || findCredential(key) !== undefined) return `ctx ${words}${place} <its key>`;
  return `ctx ${words}${place} ${key.startsWith("--") ? "-- " : ""}${shellWord(key)}`;
}

/** A text as one word of a shell. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
