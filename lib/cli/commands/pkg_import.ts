import { shownKey } from "../../memory/shown_names.ts";
import type { PackageImport, PackageImportOptions } from "../../pkg/import/import_package.ts";
import type { ItemOutcome } from "../../pkg/import/import_plan.ts";
import { Packages } from "../../pkg/packages.ts";
import { parsePackage } from "../../pkg/parse.ts";
import { refusedBy } from "../../pkg/import/refusals.ts";
import { clip } from "../../text/excerpt.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { readPackage, shownFile } from "../package_named.ts";

/** As many items are named; `--json` names all. */
const SHOWN = 40;
/** So many digits of a key are shown: it is known again by them. */
const KEY_DIGITS = 16;
const OUTCOMES: readonly ItemOutcome[] = [
  "written",
  "updated",
  "already imported",
  "already known",
  "conflict",
  "left out",
];

/** `ctx pkg import`: takes a package into the memory (ctxpkg §14.2). */
export const imported: Command = async (call) => {
  const file = call.words.positional[1]!, bytes = await readPackage(call, file);
  if (file !== "-") {
    const { verification: { faults } } = await parsePackage(bytes, { fileName: file });
    if (faults.length > 0) throw refusedBy(shownFile(file), faults);
  }
  return await importBytes(call, bytes);
};

/**
 * Imports a package that was read, and says what became of it.
 *
 * @param call The call. @param bytes The package. @param lead What is said before that.
 */
export async function importBytes(
  call: Call,
  bytes: Uint8Array,
  lead: readonly string[] = [],
): Promise<Outcome> {
  const { words, io } = call;
  const options: PackageImportOptions = {
    dryRun: words.has("dry-run"),
    force: words.has("force"),
    strictDependencies: words.has("strict-deps"),
    acceptNewKey: words.has("accept-new-key"),
    signal: io.interrupted(),
  };
  const report = await new Packages(call.options()).import(bytes, options);
  const text = linesOf(report).map((line) => `${line}\n`).join(""), notes = [...lead, ...report.notes];
  return { text: () => text, json: () => JSON.stringify({ ...report, notes }), notes };
}

/** What became of a package, in lines; the same whether it was written or would be. */
function linesOf({ name, version, dryRun, signer, items }: PackageImport): string[] {
  const counts = OUTCOMES.flatMap((wanted) => {
    const count = items.filter(({ outcome }) => outcome === wanted).length;
    return count > 0 ? [`${count} ${wanted === "conflict" && count > 1 ? "conflicts" : wanted}`] : [];
  });
  const isNew = items.some(({ outcome }) => !outcome.startsWith("already"));
  const head = `${clip(name, 128)}@${clip(version, 64)}${dryRun ? ", nothing is written" : ""}: ${
    isNew ? counts.join(", ") : "nothing new"
  }`;
  const told = items.filter(({ outcome, reason }) => !outcome.startsWith("already") || reason !== undefined);
  const lines = told.slice(0, SHOWN).map((item) => `  ${lineOf(item)}`);
  if (told.length > SHOWN) lines.push(`  and ${told.length - SHOWN} more: --json shows them`);
  const signed = signer === undefined
    ? "  not signed"
    : `  signed by ${signer.slice(0, KEY_DIGITS)}: whoever holds that key, and nobody says who that is`;
  return [head, signed, ...lines];
}

function lineOf(
  { path, outcome, key, conflictsWith, replaces, reason }: PackageImport["items"][number],
): string {
  if (outcome === "left out") return `${path}: left out, ${reason}`;
  const name = `shared/${shownKey(key)}: `;
  if (reason !== undefined) return `${name}stays, ${clip(reason, 120)}`;
  if (outcome === "conflict") {
    const other = shownKey(conflictsWith!);
    return `${name}written beside shared/${other}, which differs and stays; if the new one is right: ` +
      `ctx supersede ${other} --by ${shownKey(key)}`;
  }
  const beside = conflictsWith === undefined ? "" : `, beside shared/${shownKey(conflictsWith)}`;
  return name + (outcome === "updated" ? `updated, was of version ${clip(replaces ?? "", 64)}` : outcome) +
    beside;
}
