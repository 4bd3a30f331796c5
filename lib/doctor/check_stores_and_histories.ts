import { CtxError } from "../errors.ts";
import { parseJson } from "../json/parse_json.ts";
import { STORES } from "../memory/entry.ts";
import { historyName } from "../store/history/append_and_purge.ts";
import { readText } from "../store/text_file.ts";
import { clip } from "../text/excerpt.ts";
import { failed, type Found, note, shellWord, wrong } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** The store files: damage with its place, `type`, `version` (§8.2). */
export function checkStores({ stores, root }: Patient): Found[] {
  return [...stores].flatMap(([store, file]) => {
    if (file instanceof CtxError) return [failed(file)];
    const found = file.bad.map(failed), { type, version } = file.text;
    const byHand = `Mend it by hand: ${root.file(`memory/${store}.json`)}`;
    if (type !== undefined && type !== store) {
      found.push(wrong(`memory/${store}.json says that its type is "${clip(type, 40)}"`, byHand));
    }
    if (version !== undefined && version !== '"1"') {
      const message = `memory/${store}.json has the version ${
        clip(version, 40)
      }, not "1": it is read and never written`;
      found.push(
        wrong(
          message,
          "Write to it with the program that made it, or bring back the version that ctx wrote.",
        ),
      );
    }
    return found;
  });
}

/** The history: lines that are no JSON, which readers pass over. */
export function checkHistory(patient: Patient): Found[] {
  const { root } = patient;
  return [...historyLines(patient)].flatMap(([name, lines]) => {
    if (lines instanceof CtxError) return [failed(lines)];
    const torn = lines.flatMap((line, i) => line.parsed === undefined ? [i + 1] : []);
    if (torn.length === 0) return [];
    const which = `${torn.length === 1 ? "line" : "lines"} ${torn.slice(0, 5).join(", ")}${
      torn.length > 5 ? ", ..." : ""
    }`;
    const script = torn.slice(0, 5).map((line) => `${line}d`).join(";");
    return [note(
      `${name}: ${which}: no JSON, so passed over; a crash can tear a line`,
      `While nothing writes: sed -i ${shellWord(script)} ${shellWord(root.file(name))}`,
    )];
  });
}

/** A line of the history; `parsed` is absent where it is no JSON. */
export interface HistoryLine {
  readonly parsed?: unknown;
}

/** The lines of each history, the empty one behind the last newline left out. */
export function* historyLines({ root }: Patient): Generator<[name: string, lines: HistoryLine[] | CtxError]> {
  for (const store of STORES) {
    const name = historyName(store);
    try {
      const lines = readText(root, name)?.split("\n") ?? [];
      if (lines.at(-1) === "") lines.pop();
      yield [name, lines.map((line) => ({ parsed: parse(line) }))];
    } catch (error) {
      if (!(error instanceof CtxError)) throw error;
      yield [name, error];
    }
  }
}

function parse(line: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
