import { loadNpm, PACKAGES } from "../load_npm.ts";

/** The lines in which two texts differ, with one around each: what a person looks at before a change. */
export async function diffLines(before: string, after: string): Promise<string[]> {
  if (before === after) return [];
  const { structuredPatch } = await loadNpm<typeof import("npm:diff@9.0.0")>(PACKAGES.diff);
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: 1 });
  return hunks.flatMap((
    { newStart, lines },
  ) => [`@@ line ${newStart} @@`, ...lines.map((line) => line.replace(/\r$/, ""))]);
}
