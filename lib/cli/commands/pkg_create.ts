import { InvalidInputError } from "../../errors.ts";
import type { StoreName } from "../../memory/entry.ts";
import { shownKey } from "../../memory/shown_names.ts";
import type { Profile } from "../../pkg/make/profile.ts";
import type { CreatedPackage, PackageCreateOptions } from "../../pkg/make/create_package.ts";
import { writeFile } from "../../pkg/package_file.ts";
import { Packages } from "../../pkg/packages.ts";
import { clip } from "../../text/excerpt.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { documentLine, errorData } from "../print.ts";

/** As many entries are named; `--json` names all. */
const SHOWN = 20, MOST_LISTED = 100;

/** `ctx pkg create`: a package of this context's entries (ctxpkg §11, §14.3). */
export const create: Command = async (call) => {
  const { words, io } = call, name = words.positional[1]!, isDry = words.has("dry-run");
  const packages = new Packages(call.options()), out = words.text("out"), options = optionsOf(call);
  const made = await packages.create(name, {
    ...options,
    isSigned: options.isSigned && !isDry,
    signal: io.interrupted(),
  });
  const { text, faults } = made, bytes = new TextEncoder().encode(text);
  const notes = notesOf(made, options);
  if (isDry && options.isSigned) notes.push("it would be signed");
  if (out === "-" && !isDry) {
    if (made.signer !== undefined) notes.push(`signed by ${made.signer}`);
    const shown = io.isTerminal ? documentLine(text).slice(0, -1) : text;
    return {
      text: () => shown,
      json: () => JSON.stringify({ ...dataOf(made), document: text }),
      notes,
      faults,
    };
  }
  const isKept = out === undefined;
  // A dry run fails where the run would.
  const kept = isKept ? await packages.keep(bytes, { dryRun: isDry, signal: io.interrupted() }) : undefined;
  if (!isDry && !isKept) await writeFile(out, bytes, call.options().home);
  return outcomeOf(made, isDry ? undefined : kept ?? out, notes, isKept);
};

function optionsOf({ words }: Call): PackageCreateOptions {
  const level = words.text("level"), scope = words.text("scope");
  if (level !== undefined && level !== "1" && level !== "2") {
    throw new InvalidInputError(
      `Cannot make a package of level ${JSON.stringify(clip(level, 80))}: it must be 1 or 2`,
    );
  }
  if (scope !== undefined && scope !== "session") {
    throw new InvalidInputError(
      `Cannot use the scope ${JSON.stringify(clip(scope, 80))}: it must be session`,
      {
        hint: "Entries of scope global are taken in any case.",
      },
    );
  }
  const stores = words.texts("store");
  return {
    version: words.text("version"),
    description: words.text("description"),
    tags: words.texts("tag"),
    keys: words.texts("key"),
    since: words.text("since"),
    stores: stores.length > 0 ? stores as StoreName[] : undefined,
    isSessionTaken: scope === "session",
    hasSession: words.has("session"),
    level: level === "2" ? 2 : 1,
    profile: words.text("profile") as Profile | undefined,
    isSigned: words.has("sign"),
    at: words.text("at"),
  };
}

/** What is not in it, reason by reason; and what of the operator's is. */
function notesOf(made: CreatedPackage, { stores = [] }: PackageCreateOptions): string[] {
  const byReason = Map.groupBy(made.leftOut, ({ reason }) => reason);
  const notes = Array.from(byReason, ([reason, left]) => {
    const keys = left.flatMap(({ key }) => key === undefined ? [] : [shownKey(key)]);
    const named = keys.length === 0 ? "" : ` (${namesOf(keys)})`;
    const count = left.reduce((sum, { count = 1 }) => sum + count, 0);
    return count === 0 ? reason : `left out ${count}: ${reason}${named}`;
  });
  if (stores.includes("operator")) {
    const { operator = [] } = made.keys;
    notes.push(
      operator.length === 0
        ? "nothing of the operator's is in it"
        : `it gives away ${operator.length} of the operator's: ${namesOf(operator.map(shownKey))}`,
    );
  }
  return [...notes, ...made.warnings];
}

function namesOf(names: readonly string[]): string {
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return names.slice(0, SHOWN).join(", ") + more;
}

function outcomeOf(
  made: CreatedPackage,
  file: string | undefined,
  notes: string[],
  isKept: boolean,
): Outcome {
  const { faults, name, version } = made, data = dataOf(made);
  const id = `${clip(name, 128)}@${clip(version, 64)}`;
  const head = `${id}: ${data.entries} ${data.entries === 1 ? "entry" : "entries"}, ${data.size} bytes`;
  const place = file === undefined
    ? "nothing is written"
    : isKept
    ? `kept as ${clip(file, 300)}; ctx pkg export ${id} prints it`
    : `written to ${clip(file, 300)}`;
  const signed = made.signer === undefined ? [] : [`  signed by ${made.signer}`];
  // Before anything is given away, whoever does it sees what.
  const names = file === undefined
    ? Object.entries(made.keys).flatMap(([store, keys]) => keys.map((key) => `  ${store}/${shownKey(key)}`))
    : [];
  const more = names.length > MOST_LISTED
    ? [`  and ${names.length - MOST_LISTED} more: --json names them`]
    : [];
  const lines = [`${head}; ${place}`, ...signed, ...names.slice(0, MOST_LISTED), ...more];
  return {
    text: () => lines.map((line) => `${line}\n`).join(""),
    json: () => JSON.stringify({ ...data, file, ...faults.length > 0 && { faults: faults.map(errorData) } }),
    notes,
    faults,
  };
}

function dataOf({ name, version, signer, text, keys, leftOut }: CreatedPackage) {
  const entries = Object.values(keys).reduce((sum, list) => sum + list.length, 0);
  return { name, version, signer, entries, size: new TextEncoder().encode(text).length, keys, leftOut };
}
