import type { Environment } from "./surroundings.ts";
import { type StoreName, STORES } from "./memory/entry.ts";
import { ifPossible } from "./store/if_possible.ts";
import { LAYOUT } from "./store/root.ts";
import { listSummaries } from "./store/summary_files.ts";

/** A mark for each file that a session reads: when the file changes, so does its mark. */
export interface FileMarks {
  /** RULES.md. */
  readonly rules: string;
  /** config.jsonc, which tunes the brief. */
  readonly settings: string;
  /** The newest session summary. */
  readonly summary: string;
  /** Each store. */
  readonly stores: Readonly<Record<StoreName, string>>;
}

/** Looks at the files of a root without reading them; what is not there, or cannot be looked at, has a mark too. */
export function readFileMarks({ root }: Environment): FileMarks {
  const mark = (name: string) =>
    ifPossible(() => {
      const { mtime, size, ino } = Deno.statSync(root.file(name));
      return `${mtime?.getTime()} ${size} ${ino}`;
    }) ?? "";
  const newest = ifPossible(() => listSummaries(root).at(-1)) ?? "";
  return {
    rules: mark(LAYOUT.rules),
    settings: mark(LAYOUT.config),
    summary: newest && `${newest} ${mark(`${LAYOUT.sessions}/${newest}`)}`,
    stores: Object.fromEntries(
      STORES.map((store) => [store, mark(`${LAYOUT.memory}/${store}.json`)]),
    ) as Record<
      StoreName,
      string
    >,
  };
}
