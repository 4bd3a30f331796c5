import { type CtxError, RefusedError } from "./errors.ts";
import type { Credential } from "./import_guard.ts";
import { isInstruction } from "./memory/brief.ts";
import type { StoreName } from "./memory/entry.ts";
import type { ImportFormat } from "./memory/import/read_input.ts";
import type { Incoming, Outcome } from "./memory/import/on_conflict.ts";
import { StoredEntry } from "./memory/stored_entry.ts";

/** What became of one entry of an import. */
export interface ImportedEntry {
  /** The store that it is for. */
  readonly store: StoreName;
  /** Its key; absent where that is what looks like a credential. */
  readonly key?: string;
  /** What became of it; `kept` where what was there stayed. */
  readonly outcome: "added" | "replaced" | "kept" | "refused";
  /** Why it was refused: what something in it looks like, never what it is. */
  readonly reason?: string;
}

/** What became of an import. */
export interface ImportReport {
  /** What was imported. */
  readonly format: ImportFormat;
  /** Whether nothing was written because that was asked for. */
  readonly dryRun: boolean;
  /** How many keys are new. */
  readonly added: number;
  /** How many entries gave way to what came in; the history keeps them. */
  readonly replaced: number;
  /** How many stayed though what came in differs; the history keeps what came in. */
  readonly kept: number;
  /** How many were the same already. */
  readonly same: number;
  /** How many look like they hold a credential, and were left out. */
  readonly refused: number;
  /** How many standing instructions of the operator came in (§5.2). */
  readonly instructions: number;
  /** How many files of a tar stream were passed over. */
  readonly skipped: number;
  /** The entries one by one, but for those that were the same. */
  readonly entries: readonly ImportedEntry[];
  /** What whoever imports should know: a line each, safe to show. */
  readonly warnings: readonly string[];
  /** The refusal, where entries were refused. */
  readonly faults: readonly CtxError[];
}

/** What is to become of one entry. */
export interface Step {
  readonly incoming: Incoming;
  readonly outcome: Exclude<Outcome, "conflict"> | "refused";
  /** Why it is refused. */
  readonly credential?: Credential;
  /** What the history is to keep: the text that gives way. */
  readonly loser?: string;
}

/** What the steps of an import come to. */
export function reportOn(
  steps: readonly Step[],
): Omit<ImportReport, "format" | "dryRun" | "skipped" | "warnings"> {
  const count = (wanted: Step["outcome"]) => steps.filter(({ outcome }) => outcome === wanted).length;
  const entries = steps.flatMap(({ incoming: { store, key }, outcome, credential }): ImportedEntry[] => {
    if (outcome === "same") return [];
    return [{ store, key: credential?.isInKey ? undefined : key, outcome, reason: credential?.reason }];
  });
  const instructions =
    steps.filter(({ outcome, incoming: { store, key, text } }) =>
      (outcome === "added" || outcome === "replaced") && isInstruction(new StoredEntry(store, key, text))
    ).length;
  const refused = count("refused");
  const faults = refused === 0 ? [] : [
    new RefusedError(
      `Refused: ${refused} ${refused === 1 ? "entry looks" : "entries look"} like holding a credential`,
      { hint: "Everything in ctx reaches model providers. If they are none, insist with --force." },
    ),
  ];
  return {
    added: count("added"),
    replaced: count("replaced"),
    kept: count("kept"),
    same: count("same"),
    refused,
    instructions,
    entries,
    faults,
  };
}
