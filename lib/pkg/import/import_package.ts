import { saidIn } from "../../guard.ts";
import type { StoreText } from "../../memory/store_text.ts";
import { makeFolders } from "../../store/make_root.ts";
import { LAYOUT, makeFolder } from "../../store/root.ts";
import { readStoreFile } from "../../store/store_file.ts";
import { changeStore } from "../../store/writer.ts";
import type { Environment } from "../../surroundings.ts";
import { credentialShape } from "../check/credential_shaped.ts";
import { carryOut, importedItems, isWrite } from "./carry_out.ts";
import type { Draft } from "../items/draft.ts";
import { draftsOf } from "../items/drafts_of_items.ts";
import { type ItemResult, planImport } from "./import_plan.ts";
import { hashedTexts, type ImportFacts } from "./imported_entry.ts";
import { sha256Of } from "../integrity.ts";
import { itemsOf } from "../items/item.ts";
import { filesToKeep } from "../kept/keep.ts";
import { allKept, readLock } from "../kept/package_folder.ts";
import type { Package } from "../parse.ts";
import { checkImport } from "./refusals.ts";
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

/** That an import needs hashes of what somebody has written meanwhile. */
class HashesLacking extends Error {}

/** Imports a package that was accepted; see `Packages.import`. */
export async function importPackage(
  env: Environment,
  incoming: Package,
  options: PackageImportOptions,
): Promise<PackageImport> {
  const { root } = env, { now, author } = env.facts(), { dryRun = false } = options;
  const { name, version, sha256, verification: { signer, warnings } } = incoming;
  const known = { kept: await allKept(root), lock: readLock(root) };
  const notes = checkImport(incoming, known, options);
  const facts: ImportFacts = { name, version, now, sha256, signer, author };
  const { drafts, contradictions } = draftsOf(
    await itemsOf(incoming.contentView, incoming),
    incoming.contentView,
    facts,
  );
  const hashes = new TextHashes(), reasonToLeaveOut = await credentialsOf(env, options.force);
  await hashes.learn(drafts.flatMap(hashedTexts));
  const plan = (text: StoreText) =>
    planImport(drafts, facts, {
      text: (key) => text.text(key),
      byItem: importedItems(text),
      hashOf: (value) => hashes.of(value),
    }, reasonToLeaveOut);
  const isKept = known.lock.some((locked) => locked.name === name) &&
    known.kept.some((one) =>
      one.package?.sha256 === sha256 && (signer === undefined || one.verification.signer === signer)
    );
  const artifact = await sha256Of(incoming.bytes);
  const apply = (text: StoreText) => {
    const result = plan(text);
    if (hashes.isLacking) throw new HashesLacking();
    const earlier = carryOut(result, text, facts, hashes);
    return { result, earlier, beside: isKept ? [] : filesToKeep(root, incoming, artifact) };
  };
  for (;;) {
    const { text, bad } = readStoreFile(root, "shared");
    if (bad[0]) throw bad[0];
    let steps = plan(text);
    // What is there is hashed too, where it may be what was imported before.
    if (hashes.isLacking) await hashes.learn();
    else {
      if (!dryRun && (!isKept || steps.some(isWrite))) {
        await makeFolders(root);
        await makeFolder(root.file(LAYOUT.packages));
        try {
          steps = await changeStore(root, { store: "shared", now, apply }, env.wait(options.signal));
        } catch (error) {
          if (error instanceof HashesLacking) continue;
          throw error;
        }
      }
      const items = steps.map(({ draft, ...step }) => ({ path: draft.item.path, ...step }));
      return { name, version, dryRun, signer, items, notes: [...notes, ...warnings, ...contradictions] };
    }
  }
}

/** Says of an item why it is left out, where it looks like it holds a credential, and nobody allowed that (§11). */
async function credentialsOf(env: Environment, force = false): Promise<(draft: Draft) => string | undefined> {
  if (force || (await env.settings()).settings.credentials === "warn") return () => undefined;
  const known = new Map<Draft, string | undefined>();
  return (draft) => {
    if (!known.has(draft)) {
      const kind = credentialShape(`${draft.key}\n${saidIn(draft.item.text)}`);
      known.set(draft, kind && `it looks like it holds ${kind}`);
    }
    return known.get(draft);
  };
}
