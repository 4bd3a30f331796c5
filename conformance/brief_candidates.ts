import type { Trial } from "./check.ts";
import { type Entry, entryOf, type Store } from "./context_root.ts";
import { holds } from "./verdict.ts";

/** An entry that a section of the brief shows or leaves out. */
export interface Candidate {
  readonly what: string;
  readonly store: Store;
  readonly key?: string;
  readonly fields: Entry;
  readonly shown: boolean;
  readonly level: "must" | "should" | "ours";
}

/** The open item that ends the instructions and begins what follows. */
export const OPEN = "OPEN-SENTINEL";
/** The focus, after which the instructions begin. */
export const FOCUS = "FOCUS-SENTINEL";

/** Puts the candidates into the stores beside sentinels that mark where a section begins and ends. */
export async function seedCandidates(
  trial: Trial,
  candidates: readonly Candidate[],
  more: readonly (readonly [string, Entry])[],
): Promise<void> {
  for (const store of ["operator", "shared", "agent"] as const) {
    const entries = [...candidates.entries()].filter(([, candidate]) => candidate.store === store)
      .map(([at, { key, fields }]) =>
        [key ?? `k_candidate_${at}`, entryOf(`CANDIDATE-${at}.`, fields)] as const
      );
    await trial.root.seed(store, store === "shared" ? [...more, ...entries] : entries);
  }
  await trial.root.writeSummary("2026-01-02_session.md", `- ${OPEN}`);
}

/** Notes, for each candidate, whether the section shows it as it should. */
export function noteCandidates(
  trial: Trial,
  name: string,
  section: string | undefined,
  candidates: readonly Candidate[],
): void {
  for (const [at, { what, shown, level }] of candidates.entries()) {
    const found = section?.includes(`CANDIDATE-${at}.`);
    trial[level](
      "5.2",
      `${name} ${shown ? "show" : "leave out"} ${what}`,
      holds(found === shown, `${shown ? "" : "no "}CANDIDATE-${at} in ${name}`, section),
    );
  }
}
