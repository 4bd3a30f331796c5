import { ConflictError } from "../../errors.ts";
import { shownKey } from "../../memory/shown_names.ts";
import { StoredEntry } from "../../memory/stored_entry.ts";
import type { Draft } from "../items/draft.ts";
import type { Contradiction } from "../items/drafts_of_graph.ts";
import type { StoreText } from "../../memory/store_text.ts";
import { makeFolderIn, makeFolders } from "../../store/make_root.ts";
import { LAYOUT } from "../../store/root.ts";
import { readStoreFile } from "../../store/store_file.ts";
import { changeStore } from "../../store/writer.ts";
import type { Environment } from "../../surroundings.ts";
import { carryOut, importedItems, isWrite, itemsThatWere } from "./carry_out.ts";
import { draftsOf } from "../items/drafts_of_items.ts";
import { type ImportStep, type Incoming, type ItemResult, planImport } from "./import_plan.ts";
import { hashedTexts, type ImportFacts } from "./imported_entry.ts";
import { sha256Of } from "../sha256.ts";
import { itemsOf } from "../items/item.ts";
import { filesToKeep } from "../kept/keep.ts";
import { allKept, keptMark, readLock } from "../kept/package_folder.ts";
import type { Package } from "../parse.ts";
import { credentialsOfDrafts } from "./credentials_of_drafts.ts";
import { checkImport, type KnownPackages } from "./refusals.ts";
import { isOlder } from "../version_range.ts";
import { TextHashes } from "./text_hashes.ts";

/** What an import of a package takes. */
export interface PackageImportOptions {
  /** Say what would happen, and write nothing. */
  readonly dryRun?: boolean;
  /** Import also what looks like a credential, and a package that conflicts with one that is here. */
  readonly force?: boolean;
  /** Refuse a package that builds on one that is not here. */
  readonly strictDependencies?: boolean;
  /** Take a package that another key signed than the last of its name. */
  readonly acceptNewKey?: boolean;
  /** Gives the import up while it waits. */
  readonly signal?: AbortSignal;
}

/** What became of an item of a package. */
export interface ImportedItem extends ItemResult {
  /** Where it stands in the package: `knowledge.facts[3]`. */
  readonly path: string;
}

/** What became of a package that was imported (ctxpkg §14.2). */
export interface PackageImport {
  /** The package's name. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
  /** Whether nothing was written because that was asked for. */
  readonly dryRun: boolean;
  /** The key that signed it, in hex. */
  readonly signer?: string;
  /** The items, in the package's order. */
  readonly items: readonly ImportedItem[];
  /** What whoever imports should know: a line each, safe to show. */
  readonly notes: readonly string[];
}

/** That something was written meanwhile which the import has to look at first. */
class Outdated extends Error {}

/** Imports a package that was accepted; see `Packages.import`. */
export async function importPackage(
  env: Environment,
  incoming: Package,
  options: PackageImportOptions,
): Promise<PackageImport> {
  const { root } = env, { now, author } = env.facts(), { dryRun = false } = options;
  const { name, version, sha256, contentView, verification: { signer, warnings } } = incoming;
  const isNewKeyTaken = options.acceptNewKey;
  const facts: ImportFacts & Incoming = { name, version, now, sha256, signer, author, isNewKeyTaken };
  const { drafts, contradictions } = draftsOf(await itemsOf(contentView, incoming), contentView, facts);
  const hashes = new TextHashes(), artifact = await sha256Of(incoming.bytes);
  await hashes.learn(drafts.flatMap(hashedTexts));
  const reasonToLeaveOut = await credentialsOfDrafts(env, facts, options.force);
  const plan = (text: StoreText) =>
    planImport(drafts, facts, {
      text: (key) => text.text(key),
      ...importedItems(text),
      was: itemsThatWere(root, drafts),
      hashOf: (value) => hashes.of(value),
    }, reasonToLeaveOut);
  const deadline = performance.now() + env.wait().timeoutMs;
  for (;;) {
    const mark = keptMark(root), known = { kept: await allKept(root), lock: readLock(root) };
    const notes = checkImport(incoming, known, options), isThere = isKept(incoming, known);
    const { text, bad } = readStoreFile(root, "shared");
    if (bad[0]) throw bad[0];
    let steps = plan(text);
    // What is there is hashed too, where it may be what was imported before.
    if (hashes.isLacking) {
      await hashes.learn();
      continue;
    }
    if (!dryRun && (!isThere || steps.some(isWrite))) {
      await makeFolders(root);
      await makeFolderIn(root, LAYOUT.packages);
      const apply = (text: StoreText) => {
        const result = plan(text);
        // What was decided before the lock is to be so under it.
        if (hashes.isLacking || keptMark(root) !== mark) throw new Outdated();
        const earlier = carryOut(result, text, facts, hashes);
        return { result, earlier, beside: isThere ? [] : filesToKeep(root, incoming, artifact) };
      };
      try {
        steps = await changeStore(root, { store: "shared", now, apply }, env.wait(options.signal));
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
        if (performance.now() < deadline) continue;
        throw new ConflictError(
          `Cannot import into "${root.path}": what it keeps of packages does not stay as it is`,
          {
            hint: "Nothing was written. Let other programs end what they do there, then try again.",
          },
        );
      }
    }
    const items = steps.map(({ draft, ...step }) => ({ path: draft.item.path, ...step }));
    const more = [...few(marksUnseen(steps, text)), ...few(contradictionsOf(contradictions, steps))];
    return { name, version, dryRun, signer, items, notes: [...notes, ...warnings, ...more] };
  }
}

/** What the package says of entries that stay as they are here: that they are over. */
function marksUnseen(steps: readonly ImportStep[], text: StoreText): string[] {
  return steps.flatMap(({ draft: { mark }, outcome, key }) => {
    const here = outcome === "already known" && mark ? text.text(key) : undefined;
    if (here === undefined || new StoredEntry("shared", key, here).entry.status === mark!.status) return [];
    return [`shared/${shownKey(key)} stays as it is; the package has it ${mark!.status}`];
  });
}

/** The contradictions that a package states, by the keys that its statements have here. */
function contradictionsOf(contradictions: readonly Contradiction[], steps: readonly ImportStep[]): string[] {
  const keys = new Map(steps.map(({ draft, key }) => [draft, key]));
  const shown = (draft: Draft) => `shared/${shownKey(keys.get(draft) || draft.key)}`;
  return contradictions.map(({ from, to }) =>
    `the package says that ${shown(from)} contradicts ${shown(to)}`
  );
}

/** Whether a package is kept, and known to have been imported. */
function isKept(incoming: Package, { kept, lock }: KnownPackages): boolean {
  const { name, version, sha256, verification: { signer } } = incoming;
  return lock.some((locked) =>
    locked.name === name && (locked.version === version || isOlder(version, locked.version))
  ) &&
    kept.some((one) =>
      one.package?.sha256 === sha256 && (signer === undefined || one.verification.signer === signer)
    );
}

const FEW = 5;

/** A few of many lines, and how many more there are. */
function few(lines: readonly string[]): string[] {
  return lines.length > FEW
    ? [...lines.slice(0, FEW), `and ${lines.length - FEW} more of that sort`]
    : [...lines];
}
