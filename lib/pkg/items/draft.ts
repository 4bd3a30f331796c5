import type { Scope, Status } from "../../memory/entry.ts";
import { formatUtc, parseInstant } from "../../text/time.ts";
import type { Carried } from "./carrier.ts";
import type { Item } from "./item.ts";

/** What an item becomes, as long as it is not known which key it gets (ctxpkg §14.2). */
export interface Draft {
  readonly item: Item;
  /** The key that it is to have. */
  key: string;
  /** Its value, as JSON text. */
  readonly valueText: string;
  /** What it says as a text, by which a graph's node is known again. */
  readonly said: string;
  readonly scope: Scope;
  readonly tags: readonly string[];
  readonly derivation: string;
  readonly created: string;
  readonly timestamp: string;
  /** Members that the specification does not define, as JSON texts. */
  readonly fields: ReadonlyMap<string, string>;
  readonly claimed?: Carried["claimed"];
  /** Its mark, where it has one. */
  mark?: DraftMark;
}

/** The mark of an entry that is imported. */
export interface DraftMark {
  readonly status: Status;
  readonly status_note?: string;
  readonly status_timestamp?: string;
  /** What replaces it: another item of the package, or a key. */
  readonly by?: Draft | string;
}

/** The package that items are from, and when they are read. */
export interface Origin {
  readonly name: string;
  readonly version: string;
  /** RFC 3339 in UTC, whole seconds. */
  readonly now: string;
}

/** What is said of a package in one word: its name and version. */
export function packageId({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}@${version}`;
}

/**
 * A time of a package as an entry has it: in UTC, with its digits; now where there is none, or it is still to come. So
 * nothing that is imported stays among what was changed last.
 *
 * @param texts Times, the first that is one counts. @param now The time: RFC 3339 in UTC.
 */
export function pastTime(texts: readonly (string | undefined)[], now: string): string {
  for (const text of texts) {
    const instant = text === undefined ? undefined : parseInstant(text);
    if (text === undefined || instant === undefined) continue;
    const { seconds, fraction } = instant, today = parseInstant(now)!;
    if (seconds >= today.seconds) return now;
    if (text.endsWith("Z") && text[10] === "T") return text;
    const whole = formatUtc(Math.floor(seconds) * 1000);
    return fraction === "" ? whole : `${whole.slice(0, -1)}.${fraction}Z`;
  }
  return now;
}
