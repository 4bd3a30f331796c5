import type { Environment } from "./surroundings.ts";
import { ConflictError, InvalidInputError } from "./errors.ts";
import { parseJson } from "./json/parse_json.ts";
import { type Credential, credentialsOf } from "./import_guard.ts";
import { type ImportReport, reportOn, type Step } from "./import_report.ts";
import { checkOneOf } from "./memory/check_arguments.ts";
import { readEntry, type StoreName, STORES } from "./memory/entry.ts";
import { IMPORT_FORMATS, type ImportFormat, readImport } from "./memory/import/read_input.ts";
import { importNotes } from "./memory/import/warnings.ts";
import { quoteKey } from "./memory/key.ts";
import {
  CONFLICT_RULES,
  type ConflictRule,
  type Incoming,
  isSame,
  mergeEntry,
} from "./memory/import/on_conflict.ts";
import type { StoreText } from "./memory/store_text.ts";
import { storeWarnings } from "./memory/warnings.ts";
import type { Earlier } from "./store/history/append_and_purge.ts";
import { readHistoryEntries } from "./store/history/versions_of_keys.ts";
import { readStoreFile } from "./store/store_file.ts";
import { guardStore } from "./guard.ts";
import { changeStore } from "./store/writer.ts";

/** What an import takes. */
export interface ImportOptions {
  /** The format; told by the content when absent. */
  readonly from?: ImportFormat;
  /** Of an export, this store's entries alone; of anything else, where they go: `shared` when absent, never `operator`. */
  readonly store?: StoreName;
  /** What becomes of an entry that is there and differs; `newer` when absent. */
  readonly onConflict?: ConflictRule;
  /** Say what would happen, and write nothing. */
  readonly dryRun?: boolean;
  /** Import also what looks like a credential (§11). */
  readonly force?: boolean;
  /** Gives the import up while it waits. */
  readonly signal?: AbortSignal;
}

/** What became of a store. */
interface Imported {
  readonly steps: readonly Step[];
  /** What is worth saying; worked out when all is written, since it takes as long as the rest. */
  readonly warnings: () => readonly string[];
}

/** Imports entries (§10); see `Context.import`. */
export async function importEntries(
  env: Environment,
  input: Uint8Array | string,
  options: ImportOptions,
): Promise<ImportReport> {
  const { from, store, onConflict: rule = "newer", dryRun = false, force = false, signal } = options;
  checkOneOf("format", IMPORT_FORMATS, from);
  checkOneOf("store", STORES, store);
  checkOneOf("rule for conflicts", CONFLICT_RULES, rule);
  const facts = env.facts(), bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const { format, entries, skipped } = readImport(bytes, from, store ?? "shared", facts);
  if (format !== "ctx" && store === "operator") {
    throw new InvalidInputError(
      "Only an export of ctx is imported into the store operator: nothing was written",
      {
        hint: "It holds what the operator said. Use --store shared or agent.",
      },
    );
  }
  const groups = Map.groupBy(
    entries.filter((incoming) => store === undefined || incoming.store === store),
    (incoming) => incoming.store,
  );
  for (const { text } of groups.get("operator") ?? []) {
    await guardStore(env, "operator", readEntry(parseJson(text)).source);
  }
  const plan = new Plan(env, rule, await credentialsOf(env, force));
  let done = plan.all(groups);
  const isNothing = [...done.values()].every(({ steps }) => steps.every(isIdle));
  if (!dryRun && !isNothing) {
    let isChecked = false;
    const apply = (name: StoreName, incoming: readonly Incoming[]) => (text: StoreText) => {
      // All stores or none: what would keep one of them from being imported is to be found before any is changed.
      if (!isChecked) plan.all(new Map([...groups].filter(([other]) => other !== name)));
      isChecked = true;
      const imported = plan.store(name, incoming, text);
      return { result: imported, earlier: carryOut(imported.steps, text, facts.now, facts.author) };
    };
    // Asked for at once, they share one lock.
    const written = await Promise.allSettled(
      [...groups].map(async ([name, incoming]) =>
        [
          name,
          await changeStore(
            env.root,
            { store: name, now: facts.now, apply: apply(name, incoming) },
            env.wait(signal),
          ),
        ] as const
      ),
    );
    const failed = written.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
    done = new Map(written.flatMap((result) => result.status === "fulfilled" ? [result.value] : []));
  }
  const all = [...done.values()], warnings = all.flatMap((imported) => imported.warnings());
  return { format, dryRun, skipped, ...reportOn(all.flatMap(({ steps }) => steps)), warnings };
}

/** Works out what is to become of entries; writes nothing. */
class Plan {
  readonly #env: Environment;
  readonly #rule: ConflictRule;
  readonly #credential: (incoming: Incoming) => Credential | undefined;

  constructor(
    env: Environment,
    rule: ConflictRule,
    credential: (incoming: Incoming) => Credential | undefined,
  ) {
    this.#env = env;
    this.#rule = rule;
    this.#credential = credential;
  }

  /** Every store, as it is on disk. */
  all(groups: ReadonlyMap<StoreName, readonly Incoming[]>): Map<StoreName, Imported> {
    return new Map([...groups].map(([name, incoming]) => {
      const { text, bad } = readStoreFile(this.#env.root, name);
      if (bad[0]) throw bad[0];
      return [name, this.store(name, incoming, text)];
    }));
  }

  /** One store. */
  store(name: StoreName, incoming: readonly Incoming[], text: StoreText): Imported {
    const outcomes = incoming.map((one) => ({
      one,
      outcome: mergeEntry(one, text.text(one.key), this.#rule),
    }));
    const conflicts = outcomes.filter(({ outcome }) => outcome === "conflict");
    if (conflicts[0]) {
      const first = `${name}/${quoteKey(conflicts[0].one.key)}`;
      const count = conflicts.length === 1
        ? `${first} differs`
        : `${conflicts.length} entries differ, first ${first},`;
      throw new ConflictError(`Cannot import: ${count} from what is there; nothing was written`, {
        hint: "--dry-run without --on-conflict shows them; --on-conflict keep or replace decides.",
      });
    }
    const kept = new Set(outcomes.flatMap(({ one, outcome }) => outcome === "kept" ? [one.key] : []));
    const known = readHistoryEntries(this.#env.root, name, kept);
    const steps = outcomes.map(({ one, outcome }): Step => {
      if (outcome === "same" || outcome === "conflict") return { incoming: one, outcome: "same" };
      const credential = this.#credential(one);
      if (credential) return { incoming: one, outcome: "refused", credential };
      if (outcome === "replaced") return { incoming: one, outcome, loser: text.text(one.key)! };
      const isKnown = outcome === "added" || known.get(one.key)?.some((earlier) => isSame(one, earlier));
      return { incoming: one, outcome, loser: isKnown ? undefined : one.text };
    });
    const coming = steps.filter(({ outcome }) => outcome === "added" || outcome === "replaced");
    const warnings = () => [
      ...storeWarnings(name, text),
      ...importNotes(coming.map((step) => step.incoming), text.keys()),
    ];
    return { steps, warnings };
  }
}

/** Whether nothing has to be written for an entry. */
function isIdle({ outcome, loser }: Step): boolean {
  return outcome !== "added" && loser === undefined;
}

/** Puts the entries in; returns what the history is to keep. */
function carryOut(steps: readonly Step[], text: StoreText, at: string, by?: string): Earlier[] {
  const earlier: Earlier[] = [];
  for (const { incoming: { key, text: entry }, outcome, loser } of steps) {
    if (loser !== undefined) earlier.push({ operation: "import", key, text: loser, at, by });
    if (outcome !== "added" && outcome !== "replaced") continue;
    // As a new one, so that it is laid out as the file is.
    text.remove(key);
    text.put(key, entry);
  }
  return earlier;
}
